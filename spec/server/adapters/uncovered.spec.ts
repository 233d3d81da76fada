/** A route that `verified` does not cover says so, where it asks for its caller. */
import * as onExpress from '../../../src/server/adapters/express.ts'
import * as onFastify from '../../../src/server/adapters/fastify.ts'
import * as onFetch from '../../../src/server/adapters/fetch.ts'
import * as onHono from '../../../src/server/adapters/hono.ts'
import * as onHttp from '../../../src/server/adapters/http.ts'
import * as onKoa from '../../../src/server/adapters/koa.ts'
import { readJob } from '../../../src/server/adapters/verifiedJob.ts'
import { createVerifier, decodeJob } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const verifier = await createVerifier({ keys: {} })

const uncovered = suite('a route that verified does not cover')

const asks: Readonly<Record<string, () => void>> = {
  express: () => onExpress.assertVerified({} as { verified?: never }),
  http: () => onHttp.assertVerified({}),
  fastify: () => onFastify.assertVerified({} as { verified?: never }),
  koa: () => onKoa.assertVerified({ state: {} } as { state: { verified?: never } }),
  hono: () => onHono.assertVerified({ var: {} }),
}

for (const [name, ask] of Object.entries(asks))
  uncovered(`${name}: assertVerified throws a TypeError with the remedy, though Object.prototype was polluted`, () => {
    const isMeant = (error: unknown) =>
      error instanceof TypeError && /^this route is not covered by verified: put .+ before it$/.test(error.message)
    const polluted = Object.prototype as { verified?: unknown }
    assert.throws(ask, isMeant)
    polluted.verified = { appId: 'app-1' }
    try {
      assert.throws(ask, isMeant)
    } finally {
      delete polluted.verified
    }
  })

uncovered('what verified returns is named in stack traces and lists of routes', () => {
  for (const made of [
    onExpress.verified(verifier),
    onKoa.verified(verifier),
    onHono.verified(verifier),
    onHttp.verified(verifier, () => {}),
    onFetch.verified(verifier, () => new Response()),
  ])
    assert.is(made.name, 'countersign')
})

/** Each adapter's assertion on a verified request. */
const asserts: Readonly<Record<string, (verified: object, decode: () => unknown) => void>> = {
  express: (verified, decode) => onExpress.assertVerified({ verified: verified as never }, decode),
  http: (verified, decode) => onHttp.assertVerified({ verified }, decode),
  fastify: (verified, decode) => onFastify.assertVerified({ verified: verified as never }, decode),
  koa: (verified, decode) => onKoa.assertVerified({ state: { verified: verified as never } }, decode),
  hono: (verified, decode) => onHono.assertVerified({ var: { verified } }, decode),
}

uncovered('assertVerified with a decoder asks for the job that this very decoder has read', async () => {
  const decode = () => 7
  const read = await readJob({ body: new Uint8Array() } as never, decode)
  assert.equal({ ...read }, { body: new Uint8Array(), job: 7 })
  for (const [name, check] of Object.entries(asserts)) {
    check(read, decode)
    for (const verified of [{}, { job: 7 }, { ...read }])
      assert.throws(() => check(verified, decode), /^this function did not read the job of this route/, name)
    assert.throws(() => check(read, decodeJob as never), /this function did not read/, name)
  }
})

uncovered('one verifier at an app and at a route: the job is read once by a decoder, and none is lost', async () => {
  const signed = await sign({ method: 'POST', target: '/', body: '{}' })
  const request = { body: Buffer.from('{}'), headers: { authorization: signed.authorization }, method: 'POST' }
  const signedBy = await createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem }, clock: () => now })
  const jobs: Array<unknown> = []
  let reads = 0
  const decode = () => ++reads
  const at = (next: (request: Request) => Response | Promise<Response>, option?: () => unknown) =>
    onFetch.verified(
      signedBy,
      (made: Request, verified) => {
        jobs.push((verified as { readonly job?: unknown }).job)
        return next(made)
      },
      option && { decode: option },
    )
  const fifth = at(
    () => new Response(),
    () => 'other',
  )
  const fourth = at(fifth)
  const third = at(fourth, decode)
  const second = at(third, decode)
  const first = at(second)
  assert.is((await first(new Request('http://h/', request))).status, 200)
  assert.equal(jobs, [undefined, 1, 1, 1, 'other'])
})
