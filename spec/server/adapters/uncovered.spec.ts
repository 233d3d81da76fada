/** A route that `verified` does not cover says so, where it asks for its caller. */
import * as onExpress from '../../../src/server/adapters/express.ts'
import * as onFastify from '../../../src/server/adapters/fastify.ts'
import * as onFetch from '../../../src/server/adapters/fetch.ts'
import * as onHono from '../../../src/server/adapters/hono.ts'
import * as onHttp from '../../../src/server/adapters/http.ts'
import * as onKoa from '../../../src/server/adapters/koa.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { assert, suite } from '../../support/suite.ts'

const verifier = await createVerifier({ keys: {} })

const uncovered = suite('a route that verified does not cover')

const asks: Readonly<Record<string, () => void>> = {
  express: () => onExpress.assertVerified({} as { verified?: never }),
  fastify: () => onFastify.assertVerified({} as { verified?: never }),
  koa: () => onKoa.assertVerified({ state: {} } as { state: { verified?: never } }),
  hono: () => onHono.assertVerified({ var: {} }),
}

for (const [name, ask] of Object.entries(asks))
  uncovered(`${name}: assertVerified throws a TypeError with the remedy, though Object.prototype was polluted`, () => {
    const isMeant = (error: unknown) =>
      error instanceof TypeError && /^this route is not covered by verified: put .+ in front of it$/.test(error.message)
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
