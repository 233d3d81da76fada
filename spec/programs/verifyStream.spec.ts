/**
 * A body hashed as a stream gets the same verdicts as one kept in memory.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { ours } from '../../src/core/Policies.ts'
import type { Token } from '../../src/core/Token.ts'
import { type BodyError, reason } from '../../src/core/VerifyError.ts'
import { defaults, type VerifyPolicy } from '../../src/core/VerifyPolicy.ts'
import type { KeyRing, VerificationKey } from '../../src/effects/KeyRing.ts'
import * as TokenBook from '../../src/effects/TokenBook.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { platform } from '../../src/platform/node/platform.ts'
import { platform as web } from '../../src/platform/web/platform.ts'
import {
  type IncomingRequest,
  type IncomingStream,
  type VerifiedLength,
  type VerifyEnv,
  verifyStream,
} from '../../src/programs/verifyRequest.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'
import { app1, now, received, sign, verdict, verificationKey, world } from '../support/world.ts'

/** Yields the bytes in parts, and overwrites each part afterwards. */
const inPieces =
  (bytes: Uint8Array, size: number): IncomingStream['body'] =>
  (take) =>
  async () => {
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.slice(at, at + size)
      take(piece)
      piece.fill(0)
    }
    return E.right(bytes.length)
  }

const streamed = (request: IncomingRequest, size = 7): IncomingStream => ({
  ...request,
  body: inPieces(request.body as Uint8Array, size),
})

const stream = (env: VerifyEnv, request: IncomingStream, policy: VerifyPolicy = defaults) =>
  verifyStream(policy)(request)(env)()

const streamVerdict = async (env: VerifyEnv, request: IncomingStream, policy?: VerifyPolicy): Promise<string> => {
  const result = await stream(env, request, policy)
  return E.isLeft(result) ? reason(result.left) : 'accept'
}

const streaming = suite('verifyStream')

streaming(
  'refuses a signature that was not checked, as busy: no other key is tried, and the nonce is not claimed',
  async () => {
    const key = await verificationKey(rsa(2048, 'app-1'))
    const other = await verificationKey(rsa(2048, 'app-3'))
    const env = await world([[app1, [{ ...other, begin: () => ({ update: () => {}, end: () => undefined }) }, key]]])
    assert.is(await streamVerdict(env, streamed(received(await sign()))), 'verifier_busy')
    assert.is(env.claims.length, 0)
  },
)

streaming('resolves to the signer and the length of the body', async () => {
  const env = await world()
  const request = streamed(received(await sign({ body: 'x'.repeat(1000), nonce: 'n-1' })))
  const { fingerprint } = await verificationKey(rsa(2048, 'app-1'))
  const expected = {
    scheme: 'signed',
    appId: app1,
    method: 'POST',
    target: '/v1/jobs',
    timestamp: now,
    nonce: 'n-1',
    fingerprint,
    bodyLength: 1000,
  }
  assert.equal(right(await stream(env, request)), expected as VerifiedLength)
  assert.is(await streamVerdict(env, request), 'nonce_replayed')
})

streaming('for all bodies and splits: the verdict is that of the whole body', async () => {
  const key = await verificationKey(rsa(2048, 'app-1'))
  const other = await verificationKey(rsa(2048, 'app-2'))
  const onTheWeb = right(await web.verificationKey(rsa(2048, 'app-1').publicPem)())
  const digests = [platform.digest, web.digest]
  await forAll(
    [
      arb.body(),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom([key], [other, key], [other], [onTheWeb], [other, onTheWeb]),
      fc.constantFrom(...digests),
      fc.boolean(),
      fc.boolean(),
    ],
    { numRuns: 60 },
    async (body, size, keys: ReadonlyArray<VerificationKey>, digest, altered, perMessage) => {
      const request = received(await sign({ body }))
      const sent = altered ? { ...request, body: new Uint8Array([...(request.body as Uint8Array), 0x20]) } : request
      const policy = { ...defaults, policies: { ...ours, 'nonce-per-message': perMessage } }
      const a = await world([[app1, keys]])
      const b = await world([[app1, keys]])
      const expected = await verdict({ ...a, digest }, sent, policy)
      assert.is(await streamVerdict({ ...b, digest }, streamed(sent, size), policy), expected)
      assert.equal(b.claims, a.claims)
      // Both functions detect a replay of the other's request.
      assert.is(await streamVerdict(a, streamed(sent, size), policy), await verdict(b, sent, policy))
    },
  )
})

streaming('reads the body only after all earlier checks have passed', async () => {
  const env = await world()
  const request = received(await sign())
  const neverRead: IncomingStream['body'] = () => assert.unreachable('the body was read') as never
  for (const [change, expected] of [
    [{ authorization: [] }, 'authorization_missing'],
    [{ authorization: [...request.authorization, ...request.authorization] }, 'authorization_multiple'],
    [{ authorization: ['Basic x'] }, 'scheme_unsupported'],
    [{ authorization: ['Bearer abc'] }, 'bearer_not_offered'],
    [{ authorization: [`${request.authorization[0]},x=1`] }, 'authorization_malformed'],
    [{ target: '*' }, 'target_invalid'],
    [{ method: 'P OST' }, 'method_invalid'],
    [{ authorization: [String(request.authorization[0]).replace('app-1', 'app-9')] }, 'app_unknown'],
    // A signature whose length fits no key of the app.
    [{ authorization: [String((await sign({ key: rsa(3072) })).authorization)] }, 'signature_malformed'],
  ] as ReadonlyArray<readonly [Partial<IncomingRequest>, string]>) {
    assert.is(await streamVerdict(env, { ...request, ...change, body: neverRead }), expected)
  }
  env.setClock(now + 301)
  assert.is(await streamVerdict(env, { ...request, body: neverRead }), 'timestamp_expired')
})

streaming('reports the fault of the body, and claims no nonce', async () => {
  const env = await world()
  const request = received(await sign({ body: 'abc' }))
  for (const [error, expected] of [
    [{ _tag: 'body_incomplete' }, 'body_incomplete'],
    [{ _tag: 'body_consumed' }, 'body_consumed'],
    [{ _tag: 'body_too_large', limitBytes: 1 }, 'body_too_large'],
  ] as ReadonlyArray<readonly [BodyError, string]>) {
    assert.is(await streamVerdict(env, { ...request, body: () => async () => E.left(error) }), expected)
  }
  assert.is(await streamVerdict(env, streamed(request), { ...defaults, bodyLimit: 2 }), 'body_too_large')
  assert.equal(env.claims, [])
  assert.is(await streamVerdict(env, streamed(request), { ...defaults, bodyLimit: 3 }), 'accept')
})

streaming('a body that outlasts the window is refused, and one whose key is withdrawn meanwhile', async () => {
  const slow =
    (then: () => void, bytes: Uint8Array): IncomingStream['body'] =>
    (take) =>
    async () => {
      then()
      return inPieces(bytes, 7)(take)()
    }
  const request = received(await sign())
  const bytes = request.body as Uint8Array
  const env = await world()
  const shown = await streamVerdict(env, { ...request, body: slow(() => env.setClock(now + 301), bytes) })
  assert.is(shown, 'timestamp_expired')

  const key = await verificationKey(rsa(2048, 'app-1'))
  const another = await verificationKey(rsa(2048, 'app-2'))
  for (const [after, expected] of [
    [[], 'app_unknown'],
    [[another], 'signature_invalid'],
    [[{ ...key, validity: { revoked: true } }], 'key_revoked'],
    [[another, key], 'accept'],
  ] as ReadonlyArray<readonly [ReadonlyArray<VerificationKey>, string]>) {
    let keys: ReadonlyArray<VerificationKey> = [key]
    const keyRing: KeyRing = { keysOf: () => async () => E.right(keys) }
    const body = slow(() => {
      keys = after
    }, bytes)
    assert.is(await streamVerdict({ ...(await world()), keyRing }, { ...request, body }), expected)
  }
})

streaming('a token identifies the sender of any stream', async () => {
  const token = 'abc' as Token
  const tokenBook = right(await TokenBook.ofHoldings(platform.digest)([{ appId: app1, token }])())
  const env = { ...(await world()), tokenBook }
  const request = { method: 'PUT', target: '/x', authorization: ['Bearer abc'] }
  const bytes = new Uint8Array(100)
  assert.equal(right(await stream(env, { ...request, body: inPieces(bytes, 9) })), {
    scheme: 'bearer',
    appId: app1,
    method: 'PUT',
    target: '/x',
    bodyLength: 100,
  } as VerifiedLength)
  for (const [change, policy, expected] of [
    [{ authorization: ['Bearer def'] }, {}, 'token_unknown'],
    [{}, { bodyLimit: 99 }, 'body_too_large'],
    [{ body: () => async () => E.left({ _tag: 'body_incomplete' }) }, {}, 'body_incomplete'],
  ] as ReadonlyArray<readonly [Partial<IncomingStream>, Partial<VerifyPolicy>, string]>) {
    const made = { ...request, body: inPieces(bytes, 9), ...change }
    assert.is(await streamVerdict(env, made, { ...defaults, ...policy }), expected)
  }
})
