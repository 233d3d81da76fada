/** Two copies of the package in one process: the adapters of a monorepo's two installs, and of ES modules beside CommonJS. */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Format } from 'esbuild'
import express from 'express'
import { verified as ofSource } from '../../src/server/adapters/express.ts'
import { verified as onFetch } from '../../src/server/adapters/fetch.ts'
import { createVerifier, type Verifier } from '../../src/server/node.ts'
import { lastingFolder } from '../support/folder.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'

type OnExpress = typeof ofSource

const folder = lastingFolder()

/** The adapter of Express, bundled as a copy of its own. */
const copyOf = async (name: string, format: Format): Promise<OnExpress> => {
  const outfile = join(folder, `${name}.${format === 'cjs' ? 'cjs' : 'mjs'}`)
  await build({
    entryPoints: [resolve('src/server/adapters/express.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format,
  })
  return format === 'cjs'
    ? createRequire(import.meta.url)(outfile).verified
    : (await import(pathToFileURL(outfile).href)).verified
}

const copies = { 'ES module': await copyOf('a', 'esm'), CommonJS: await copyOf('b', 'cjs'), source: ofSource }

const watched = async (): Promise<{ readonly verifier: Verifier; readonly outcomes: Array<string> }> => {
  const outcomes: Array<string> = []
  const onVerdict = (v: { readonly outcome: string; readonly reason?: string }) =>
    void outcomes.push(v.reason ?? v.outcome)
  const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
  return { verifier: await createVerifier({ keys, clock: () => now, onVerdict }), outcomes }
}

const statusesOf = (listener: RequestListener, times: number): Promise<ReadonlyArray<number>> =>
  withServer(createServer(listener), async ({ url }) => {
    const { authorization } = await sign({ method: 'POST', target: '/v1/jobs', body: '{}' })
    const statuses = []
    for (let i = 0; i < times; i++)
      statuses.push((await fetch(`${url}/v1/jobs`, { method: 'POST', body: '{}', headers: { authorization } })).status)
    return statuses
  })

const two = suite('one request in front of two copies of the package')

for (const [first, onFirst] of Object.entries(copies))
  for (const [second, onSecond] of Object.entries(copies))
    two(`${first}, then ${second}: one verifier claims its nonce once, and another request is none of it`, async () => {
      const { verifier, outcomes } = await watched()
      const app = express().use(onFirst(verifier), onSecond(verifier), (_, res) => void res.end())
      assert.equal(await statusesOf(app, 2), [200, 401])
      assert.equal(outcomes, ['accept', 'nonce_replayed'])
    })

for (const [form, shape] of [
  ['a function', (make: () => Promise<Verifier>) => make],
  ['a promise', (make: () => Promise<Verifier>) => make()],
] as const)
  two(`${form} makes one verifier for all copies, and a request is verified once`, async () => {
    let calls = 0
    const { verifier, outcomes } = await watched()
    const source = shape(async () => {
      calls++
      await new Promise(setImmediate)
      return verifier
    })
    const all = Object.values(copies).map((on) => on(source))
    const app = express().use(...all, (_, res) => void res.end())
    assert.equal(await statusesOf(app, 2), [200, 401])
    assert.equal([calls, outcomes], [1, ['accept', 'nonce_replayed']])
  })

two('another verifier judges anew', async () => {
  const one = await watched()
  const other = await watched()
  const app = express().use(
    copies['ES module'](one.verifier),
    copies.CommonJS(other.verifier),
    (_, res) => void res.end(),
  )
  assert.equal(await statusesOf(app, 1), [200])
  assert.equal([one.outcomes, other.outcomes], [['accept'], ['accept']])
})

two('another Authorization, method or target in between is judged anew', async () => {
  for (const change of [
    { method: 'DELETE' },
    { url: '/admin', originalUrl: '/admin' },
    { rawHeaders: ['Authorization', 'Bearer AA=='] },
  ]) {
    const { verifier, outcomes } = await watched()
    const app = express()
      .use(copies['ES module'](verifier))
      .use((req, _, next) => next(void Object.assign(req, change)))
      .use(copies.CommonJS(verifier), (_, res) => void res.end())
    const statuses = await statusesOf(app, 1)
    assert.equal([statuses.includes(200), outcomes.length], [false, 2])
  }
})

two('a copy of a verified request with all of its members is another request', async () => {
  const { verifier, outcomes } = await watched()
  const app = express().use(copies['ES module'](verifier), (req, res) => {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(req)), req)
    copies.CommonJS(verifier)(copy, res, () => res.end('let in'))
  })
  assert.equal(await statusesOf(app, 1), [401])
  assert.equal(outcomes, ['accept', 'nonce_replayed'])
})

two(
  'what a request carries places no verdict: neither its headers, nor its JSON, nor a polluted prototype',
  async () => {
    const { verifier, outcomes } = await watched()
    const entry = { of: null, verifier, request: {}, verified: { appId: 'evil' } }
    const { prototype } = Object
    const mark = Symbol.for('countersign.passed')
    Object.defineProperty(prototype, mark, { value: entry, configurable: true })
    try {
      const app = express().use(copies.CommonJS(verifier), (_, res) => void res.end())
      const statuses = await withServer(createServer(app), async ({ url }) => {
        const headers = { 'countersign.passed': '1' }
        return (await fetch(url, { method: 'POST', body: JSON.stringify(headers), headers })).status
      })
      assert.is(statuses, 401)
      assert.equal(outcomes, ['authorization_missing'])
    } finally {
      Reflect.deleteProperty(prototype, mark)
    }
  },
)

two('a frozen request is verified once, too', async () => {
  const { verifier, outcomes } = await watched()
  const handler = onFetch(verifier, () => new Response('let in'))
  const { authorization } = await sign({ method: 'GET', target: '/v1/jobs', body: '' })
  const request = Object.freeze(new Request('http://h.example/v1/jobs', { headers: { authorization } }))
  assert.equal([(await handler(request)).status, (await handler(request)).status], [200, 200])
  assert.equal(outcomes, ['accept'])
})
