/** What the tests of an app need, on both platforms. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { createClient, createSigner } from '../../../src/client/node.ts'
import { memoryGuard } from '../../../src/guards/memory/memory.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import type { SignedTestRequest } from '../../../src/kit/testing/node.ts'
import * as node from '../../../src/kit/testing/node.ts'
import * as web from '../../../src/kit/testing/web.ts'
import * as expressAdapter from '../../../src/server/adapters/express.ts'
import * as fastifyAdapter from '../../../src/server/adapters/fastify.ts'
import * as honoAdapter from '../../../src/server/adapters/hono.ts'
import { createVerifier, type Verifier } from '../../../src/server/node.ts'
import { rejection } from '../../client/refusal.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const { otherApp, testApp, testClock } = node

/** What the verifier says of a request that arrives unchanged: the app's id, or the reason. */
const verdict = (verifier: Verifier, signed: SignedTestRequest<string | Uint8Array>): Promise<string> => {
  const { method, url: target, headers, body } = signed
  const verified = verifier.verify({ method, target, authorization: headers.authorization || undefined, body })
  return verified.then(({ appId }) => appId).catch(({ reason }) => reason)
}

const reasonFor: Readonly<Record<string, string>> = {
  'another app': 'app_unknown',
  'no authorization': 'authorization_missing',
  'another timestamp': 'signature_invalid',
}
for (const [name, { signedRequest, testVerifier }, numRuns] of [
  ['node', node, 100],
  ['web', web, 50],
] as const) {
  const signing = suite(`signedRequest and testVerifier (${name})`)

  signing(`for ${numRuns} requests: accepted once, and refused with any one change`, async () => {
    const verifier = await testVerifier({ explain: false })
    await forAll([arb.request.nearMiss()], { numRuns }, async ({ request, mistake, spoil }) => {
      const signed = await signedRequest(request)
      const reason = await verdict(verifier, spoil(signed))
      assert.not.equal(reason, testApp.appId)
      assert.is(reason, reasonFor[mistake] ?? reason)
      assert.is(await verdict(verifier, signed), testApp.appId)
      assert.is(await verdict(verifier, signed), 'nonce_replayed')
    })
  })

  signing('resolves to method, url, headers and body, as they are sent', async () => {
    const body = Buffer.from([0xff])
    const signed = await signedRequest({ method: 'post', url: '/v1/jobs', body, at: 5, nonce: 'n-1' })
    assert.equal(Object.keys(signed).sort(), ['body', 'headers', 'method', 'url'])
    assert.equal([signed.method, signed.url], ['POST', '/v1/jobs'])
    assert.is(signed.body, body)
    assert.equal(Object.keys(signed.headers).sort(), ['authorization', 'content-type'])
    assert.match(signed.headers.authorization, 'SVC-SHA256-RSA app_id=test-app,nonce_str=n-1,timestamp=5,')
    const bare = await signedRequest({ method: 'GET', url: '/', headers: { accept: 'text/html' } })
    assert.equal(Object.keys(bare).sort(), ['headers', 'method', 'url'])
    assert.equal(Object.keys(bare.headers).sort(), ['accept', 'authorization'])
    const form = { method: 'PUT', url: '/', body: 'a', headers: { 'content-type': 'text/plain' } }
    const text = await signedRequest({ ...form, app: otherApp, authType: 'T' })
    assert.is(text.headers['content-type'], 'text/plain')
    assert.match(text.headers.authorization, /^T app_id=other-test-app,/)
  })

  signing('rejects with what is wrong about the request', async () => {
    for (const [change, reason] of [
      [{ url: 'v1' }, 'target_invalid'],
      [{ at: 1.5 }, 'timestamp_malformed'],
      [{ body: { a: 1 } }, 'setting_invalid'],
    ] as const) {
      const request = { method: 'GET', url: '/', ...change } as unknown as { method: string; url: string }
      assert.is(await signedRequest(request).catch((error) => error.reason), reason)
    }
  })

  signing('a request that is signed for a time before the verifier was made is taken', async () => {
    const clock = testClock()
    const verifier = await testVerifier({ clock })
    const old = await signedRequest({ method: 'GET', url: '/', at: clock() - 300 })
    assert.is(await verdict(verifier, old), 'test-app')
    const older = await signedRequest({ method: 'GET', url: '/', at: clock() - 301 })
    assert.is(await verdict(verifier, older), 'timestamp_expired')
  })

  signing('another app is unknown unless its key is given', async () => {
    const request = await signedRequest({ method: 'GET', url: '/', app: otherApp })
    assert.is(await verdict(await testVerifier(), request), 'app_unknown')
    const keys = { [testApp.appId]: testApp.publicKey, [otherApp.appId]: otherApp.publicKey }
    assert.is(await verdict(await testVerifier({ keys }), request), 'other-test-app')
  })

  signing('testVerifier is refused in production: everybody has the key', async () => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      assert.match(String(await rejection(testVerifier())), 'NODE_ENV is production')
    } finally {
      if (before === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = before
    }
  })
}

const frameworks = suite('signedRequest in the tests of')

const sent = { method: 'POST', url: '/v1/jobs', body: '{"request_id":"1","stages":[]}' }

frameworks('Fastify: app.inject', async () => {
  const app = fastify()
  await app.register(fastifyAdapter.verified, { verifier: await node.testVerifier() })
  app.post('/v1/jobs', async (request) => request.verified?.appId)
  const signed = await node.signedRequest(sent)
  assert.is((await app.inject({ ...signed, method: 'POST' })).body, 'test-app')
  assert.is((await app.inject({ ...signed, method: 'POST' })).statusCode, 401)
  await app.close()
})

frameworks('Hono: app.request', async () => {
  const app = new Hono<honoAdapter.VerifiedEnv>()
  app.use(honoAdapter.verified(await node.testVerifier()))
  app.post('/v1/jobs', (c) => c.text(c.get('verified').appId))
  const signed = await node.signedRequest(sent)
  assert.is(await (await app.request(signed.url, signed)).text(), 'test-app')
})

frameworks('Express: fetch on a port, as supertest does it', async () => {
  const app = express()
  app.post('/v1/jobs', expressAdapter.verified(await node.testVerifier()), (req, res) => {
    res.send((req as { verified?: { appId: string } }).verified?.appId)
  })
  const signed = await node.signedRequest(sent)
  const answer = await withServer(createServer(app), async ({ url }) => (await fetch(url + signed.url, signed)).text())
  assert.is(answer, 'test-app')
})

const clocks = suite('testClock')

clocks('moves the verifier, the signer, the client and the guard together', async () => {
  const clock = testClock()
  const guard = await memoryGuard({ clock })
  const verifier = await createVerifier({ keys: { [testApp.appId]: testApp.publicKey }, clock, guard })
  const { appId, privateKey } = testApp
  const signer = await createSigner({ appId, privateKey, clock })
  const client = await createClient({ baseUrl: 'https://jobs.example', appId, privateKey, clock })
  const early = [await signer.sign({ method: 'GET', url: '/' }), await client.sign({ method: 'GET', url: '/' })]
  for (const signed of early) assert.is((await verifier.verify(signed)).timestamp, 1_700_000_000)
  clock.advance(301)
  for (const signed of early)
    assert.is(await verifier.verify(signed).catch(({ reason }) => reason), 'timestamp_expired')
  assert.is((await verifier.verify(await signer.sign({ method: 'GET', url: '/' }))).timestamp, 1_700_000_301)
  // Older claims are forgotten, by the guard's clock.
  clock.advance(200)
  await verifier.verify(await client.sign({ method: 'GET', url: '/' }))
  assert.is(guard.stats().floor, 1_700_000_001)
})

clocks('moves back and forth, and refuses what is no time', () => {
  const clock = testClock(10)
  clock.advance(-3)
  assert.is(clock(), 7)
  clock.set(20)
  assert.is(clock(), 20)
  const noNumbers = ['1', null, true].flatMap((wrong) => [
    () => clock.set(wrong as never),
    () => clock.advance(wrong as never),
  ])
  for (const wrong of [() => clock.advance(-21), () => clock.set(Number.NaN), ...noNumbers])
    assert.throws(wrong, 'a test clock shows the seconds since 1970')
  assert.throws(() => testClock(-1), 'seconds since 1970')
  assert.is(clock(), 20)
})

const keys = suite('the test keys')

keys('belong together, are no others, and say in their Base64 that they are published', () => {
  for (const { privateKey, publicKey } of [testApp, otherApp]) {
    const spki = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' })
    assert.is(spki, publicKey)
    assert.match(publicKey, /\/PUBLISHED\/KEY\/FOR\/TESTS\/ANYBODY\/CAN\/SIGN\//)
  }
  assert.is.not(testApp.publicKey, otherApp.publicKey)
})
