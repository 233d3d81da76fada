import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Token } from '../../src/core/Token.ts'
import type { VerifyError } from '../../src/core/VerifyError.ts'
import { defaults, type VerifyPolicy } from '../../src/core/VerifyPolicy.ts'
import { known } from '../../src/effects/AtOnce.ts'
import type { KeyRing, VerificationKey } from '../../src/effects/KeyRing.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../../src/effects/ReplayGuard.ts'
import * as TokenBook from '../../src/effects/TokenBook.ts'
import { make as memoryGuard } from '../../src/guards/memory/memory.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { platform } from '../../src/platform/node/platform.ts'
import {
  type IncomingRequest,
  type IncomingStream,
  kept,
  type VerifyContext,
  verify as verifyAs,
  verifyStream,
} from '../../src/programs/verifyRequest.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'
import { app1, failingBody, now, received, sign, verdict, verificationKey, verify, world } from '../support/world.ts'

/** A world whose guard also answers synchronously. */
const knowing = async () => {
  const env = await world()
  const clock = { now: () => now }
  const { claim } = right(await memoryGuard({ floor: 0 }, { clock, entropy: platform.entropy })())
  const claims: Array<NonceClaim> = []
  const told = known((c: NonceClaim) => {
    claims.push(c)
    return claim.atOnce?.(c) ?? E.left({ _tag: 'guard_unavailable', detail: 'it does not know' } as const)
  })
  return { ...env, guard: { claim: told }, claims }
}

const accepting = suite('verifyRequest: valid requests are accepted')

accepting('a signed request: the result has the app and the exact body bytes', async () => {
  const env = await world()
  const request = received(await sign({ body: '{"a":1}', nonce: 'n-1' }))
  const { fingerprint, ...verified } = right(await verify(env, request)) as { fingerprint?: string }
  assert.match(fingerprint as string, /^[0-9a-f]{64}$/)
  assert.equal(verified, {
    scheme: 'signed',
    appId: app1,
    method: 'POST',
    target: '/v1/jobs',
    body: request.body,
    timestamp: now,
    nonce: 'n-1',
  })
})

accepting('for all methods, targets, nonces and bodies: a signed request verifies', async () => {
  const env = await world()
  await forAll(
    [arb.method(), arb.target(), arb.nonce(), arb.body()],
    { numRuns: 60 },
    async (method, target, nonce, body) => {
      const { guard } = await world()
      assert.is(await verdict({ ...env, guard }, received(await sign({ method, target, nonce, body }))), 'accept')
    },
  )
})

accepting('with synchronous effects the result is known before the call returns', async () => {
  const env = await knowing()
  const verdictOfNow = verdict(env, received(await sign()))
  assert.is(env.claims.length, 1)
  assert.is(await verdictOfNow, 'accept')
})

accepting('effects may answer some calls synchronously and others by running the task', async () => {
  const env = await knowing()
  const runs: Array<string> = []
  const atOnce = () => undefined
  const keysOf: KeyRing['keysOf'] = (appId) => () => {
    runs.push('keysOf')
    return env.keyRing.keysOf(appId)()
  }
  const claim: ReplayGuard['claim'] = (c) => () => {
    runs.push('claim')
    return env.guard.claim(c)()
  }
  const keyRing = { keysOf: Object.assign(keysOf, { atOnce }) }
  const guard = { claim: Object.assign(claim, { atOnce }) }
  assert.is(await verdict({ ...env, keyRing, guard }, received(await sign())), 'accept')
  assert.equal(runs, ['keysOf', 'claim'])
  assert.is(env.claims.length, 1)
})

accepting('a replaced effect is used, not the synchronous form of the original', async () => {
  const env = await knowing()
  const request = received(await sign())
  const noKeys = { ...env.keyRing, keysOf: () => async () => E.right([]) }
  assert.is(await verdict({ ...env, keyRing: noKeys }, request), 'app_unknown')
  const repeated = { ...env.guard, claim: () => async () => E.right('repeated' as const) }
  assert.is(await verdict({ ...env, guard: repeated }, request), 'nonce_replayed')
  assert.is(env.claims.length, 0)
})

const refusing = suite('verifyRequest: each check refuses its single fault, and no nonce is claimed')

const header = (r: IncomingRequest): string => r.authorization[0] as string
const rewritten =
  (what: string | RegExp, by: string) =>
  (r: IncomingRequest): Partial<IncomingRequest> => ({ authorization: [header(r).replace(what, by)] })

/** The single fault in an otherwise valid request, and the expected reason. */
const refusals: ReadonlyArray<
  readonly [what: string, reason: string, change: (r: IncomingRequest) => Partial<IncomingRequest>]
> = [
  ['no Authorization', 'authorization_missing', () => ({ authorization: [] })],
  [
    'two Authorization lines',
    'authorization_multiple',
    (r) => ({ authorization: [...r.authorization, ...r.authorization] }),
  ],
  ['another auth type', 'scheme_unsupported', rewritten('RSA', 'RSA2')],
  ['a missing item', 'authorization_malformed', rewritten(/,timestamp=\d+/, '')],
  ['a signature in URL-safe letters', 'signature_malformed', rewritten(/.==$/, '_==')],
  ['a method that is no token', 'method_invalid', () => ({ method: 'po st' })],
  ['a target with a fragment', 'target_invalid', () => ({ target: '/v1/jobs#a' })],
  ['an app without keys', 'app_unknown', rewritten('app-1', 'app-9')],
  ['the app id of another app', 'signature_invalid', rewritten('app-1', 'app-2')],
  ['a short signature', 'signature_malformed', rewritten(/signature=.*/, 'signature=AAAA')],
  [
    'a body with an extra byte',
    'signature_invalid',
    (r) => ({ body: Uint8Array.from([...(r.body as Uint8Array), 10]) }),
  ],
  ['a body over the limit', 'body_too_large', () => ({ body: new Uint8Array(defaults.bodyLimit + 1) })],
  [
    'a body function over the limit',
    'body_too_large',
    () => ({ body: async () => E.right(new Uint8Array(defaults.bodyLimit + 1)) }),
  ],
  ['a body that was cut off', 'body_incomplete', () => ({ body: failingBody({ _tag: 'body_incomplete' }) })],
  ['a body that was already read', 'body_consumed', () => ({ body: failingBody({ _tag: 'body_consumed' }) })],
  ['a bearer token where none are configured', 'bearer_not_offered', () => ({ authorization: ['Bearer abc'] })],
]

for (const [what, expected, change] of refusals) {
  refusing(`${what}: ${expected}`, async () => {
    for (const env of [await world(), await knowing()]) {
      const request = received(await sign())
      assert.is(await verdict(env, { ...request, ...change(request) }), expected)
      assert.is(env.claims.length, 0)
      assert.is(await verdict(env, request), 'accept')
      assert.is(await verdict(env, request), 'nonce_replayed')
    }
  })
}

refusing('a signature that was not checked, as busy: no other key is tried, and the nonce is not claimed', async () => {
  const key = await verificationKey(rsa(2048, 'app-1'))
  const other = await verificationKey(rsa(2048, 'app-3'))
  for (const late of [undefined, Promise.resolve(undefined)]) {
    const env = await world([[app1, [{ ...other, verify: () => late }, key]]])
    assert.is(await verdict(env, received(await sign())), 'verifier_busy')
    assert.is(env.claims.length, 0)
  }
})

refusing('a timestamp below a floor in the future: the seconds until the floor, which is read only then', async () => {
  const env = await world()
  let asked = 0
  const guardAt = (floor: number, answer: ClaimAnswer): ReplayGuard => ({
    claim: () => async () => E.right(answer),
    floor: () => {
      asked++
      return floor
    },
  })
  const result = async (guard: ReplayGuard) => verify({ ...env, guard }, received(await sign()))
  for (const [floor, told] of [
    [now + 7, { retryAfterSeconds: 7 }],
    [now + 1, { retryAfterSeconds: 1 }],
    [now, {}],
    [now - 7, {}],
    [Number.NaN, {}],
  ] as const) {
    const shown = await result(guardAt(floor, 'forgotten'))
    assert.equal(shown, E.left({ _tag: 'timestamp_expired', because: 'forgotten', now, ...told }))
  }
  assert.is(asked, 5)
  assert.ok(E.isRight(await result(guardAt(now + 7, 'first'))))
  assert.equal(await result(guardAt(now + 7, 'repeated')), E.left({ _tag: 'nonce_replayed' }))
  assert.is(asked, 5)
})

refusing('a key outside its validity, reported only after its signature has verified', async () => {
  for (const [validity, because] of [
    [{ revoked: true }, 'revoked'],
    [{ notBefore: now + 1 }, 'not-yet-valid'],
    [{ notAfter: now - 1 }, 'no-longer-valid'],
  ] as const) {
    const env = await world([[app1, [await verificationKey(rsa(2048, 'app-1'), validity as object)]]])
    assert.equal(await verify(env, received(await sign())), E.left({ _tag: 'key_revoked', because }))
    assert.is(await verdict(env, { ...received(await sign()), body: new Uint8Array(1) }), 'signature_invalid')
    assert.is(env.claims.length, 0)
  }
  const edges = await world([
    [app1, [await verificationKey(rsa(2048, 'app-1'), { notBefore: now, notAfter: now, revoked: false })]],
  ])
  assert.is(await verdict(edges, received(await sign())), 'accept')
})

refusing('a key with two validities: refused only outside both, and revoked once is revoked', async () => {
  const key = await verificationKey(rsa(2048, 'app-1'))
  const shown = (verdict: E.Either<VerifyError, unknown>): string =>
    E.isRight(verdict) ? 'accept' : JSON.stringify(verdict.left)
  const verdictOf = async (...validities: ReadonlyArray<object>): Promise<string> => {
    const keys = validities.map((validity) => ({ ...key, validity }))
    const keyRing: KeyRing = { keysOf: () => async () => E.right(keys) }
    const request = received(await sign())
    const bytes = request.body as Uint8Array
    const body: IncomingStream['body'] = (take) => async () => {
      take(bytes)
      return E.right(bytes.length)
    }
    const kept = shown(await verify({ ...(await world()), keyRing }, request))
    const hashed = shown(await verifyStream(defaults)({ ...request, body })({ ...(await world()), keyRing })())
    assert.is(kept, hashed)
    return kept
  }
  const over = { notAfter: now - 1 }
  const begun = { notBefore: now }
  const later = { notBefore: now + 1 }
  assert.is(await verdictOf(over, begun), 'accept')
  assert.is(await verdictOf(begun, over), 'accept')
  assert.match(await verdictOf(over, later), 'key_revoked')
  assert.match(await verdictOf(begun, { revoked: true }), '"because":"revoked"')
  assert.match(await verdictOf({ revoked: true }, begun), '"because":"revoked"')
})

refusing('a custom key that answers neither true nor false', async () => {
  const env = await world()
  const key = right(await env.keyRing.keysOf(app1)())[0] as VerificationKey
  const request = { ...received(await sign()), body: new Uint8Array(1) }
  for (const answer of [() => Promise.resolve(false), 'yes', 1, {}, Promise.resolve('yes')]) {
    const odd = { ...key, verify: () => answer as boolean }
    const keyRing = { keysOf: () => async () => E.right([odd]) }
    assert.is(await verdict({ ...env, keyRing }, request), 'signature_invalid')
  }
})

refusing('a custom authorizer that answers neither true nor false', async () => {
  const env = await world()
  for (const answer of ['yes', 1, {}, undefined]) {
    const authorizer = { allows: () => async () => E.right(answer as boolean) }
    assert.is(await verdict({ ...env, authorizer }, received(await sign())), 'app_forbidden')
  }
  assert.is(env.claims.length, 0)
})

refusing('a fifth key is never tried', async () => {
  const env = await world()
  let tried = 0
  const key = right(await env.keyRing.keysOf(app1)())[0] as VerificationKey
  const refuse = async () => {
    tried++
    return false
  }
  const no: VerificationKey = { ...key, verify: refuse }
  const keyRing = { keysOf: () => async () => E.right([no, no, no, no, key]) }
  const result = await verify({ ...env, keyRing }, received(await sign()))
  assert.equal(result, E.left({ _tag: 'signature_invalid', keys: 4 }))
  assert.is(tried, 4)
})

refusing('a key withdrawn or unavailable when the body has arrived', async () => {
  const env = await world()
  const request = received(await sign())
  const down: VerifyError = { _tag: 'key_source_unavailable', detail: 'down' }
  for (const [later, expected] of [
    [E.right([]), 'app_unknown'],
    [E.left(down), 'key_source_unavailable'],
  ] as const) {
    let looks = 0
    const keysOf = () => async () => (looks++ === 0 ? env.keyRing.keysOf(app1)() : later)
    const atOnce = () => (looks++ === 0 ? env.keyRing.keysOf.atOnce?.(app1) : later)
    const body = async () => E.right(request.body as Uint8Array)
    for (const keyRing of [{ keysOf }, { keysOf: Object.assign(() => keysOf(), { atOnce }) }]) {
      looks = 0
      assert.is(await verdict({ ...env, keyRing }, { ...request, body }), expected)
      assert.is(looks, 2)
    }
  }
  assert.is(env.claims.length, 0)
})

refusing('an earlier fault causes no key look-up, and a failed look-up no reading of the body', async () => {
  const env = await world()
  const request = received(await sign())
  const down: VerifyError = { _tag: 'key_source_unavailable', detail: 'down' }
  let looks = 0
  let reads = 0
  const body = async () => {
    reads++
    return E.right(request.body as Uint8Array)
  }
  const finding = (found: E.Either<typeof down, ReadonlyArray<VerificationKey>>) => ({
    ...env,
    keyRing: {
      keysOf: () => async () => {
        looks++
        return found
      },
    },
  })
  const none = finding(E.right([]))
  const stale = received(await sign({ timestamp: now - 301 }))
  assert.is(await verdict(none, { ...stale, body }), 'timestamp_expired')
  assert.is(await verdict(none, { ...received(await sign({ timestamp: now + 61 })), body }), 'timestamp_in_future')
  assert.is(await verdict(none, { ...request, body, method: 'po st' }), 'method_invalid')
  assert.is(await verdict(none, { ...request, body, target: '/v1/jobs#a' }), 'target_invalid')
  assert.is(looks, 0)
  assert.is(await verdict(none, { ...request, body }), 'app_unknown')
  assert.is(await verdict(finding(E.left(down)), { ...request, body }), 'key_source_unavailable')
  assert.is(looks, 2)
  assert.is(reads, 0)
})

const altering = suite('verifyRequest: for all requests, any single change is refused')

/** Replaces the character at `at` (taken modulo the length) by another of the same kind. */
const otherLetter = (text: string, at: number, letters: string): string => {
  const i = at % text.length
  const letter = letters[(letters.indexOf(text[i] as string) + 1) % letters.length] as string
  return text.slice(0, i) + letter + text.slice(i + 1)
}
const item = (r: IncomingRequest, key: string): string =>
  (new RegExp(`${key}=([^,]*)`).exec(header(r)) as RegExpExecArray)[1] as string
const withItem = (r: IncomingRequest, key: string, value: string): IncomingRequest => ({
  ...r,
  authorization: [header(r).replace(`${key}=${item(r, key)}`, () => `${key}=${value}`)],
})

const changes: Record<string, (r: IncomingRequest, at: number) => IncomingRequest> = {
  method: (r, at) => ({ ...r, method: otherLetter(r.method, at, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') }),
  target: (r, at) => ({ ...r, target: `/${otherLetter(`${r.target}x`.slice(1), at, 'abcdefghijklmnopqrstuvwxyz')}` }),
  timestamp: (r, at) => withItem(r, 'timestamp', String(Number(item(r, 'timestamp')) + (at % 2 === 0 ? 1 : -1))),
  nonce: (r, at) => withItem(r, 'nonce_str', otherLetter(item(r, 'nonce_str'), at, '0123456789abcdefABCDEF-')),
  body: (r, at) => {
    const body = Uint8Array.from(r.body as Uint8Array)
    if (body.length === 0) return { ...r, body: new Uint8Array(1) }
    const i = at % body.length
    body[i] = (body[i] as number) ^ (1 << (at % 8))
    return { ...r, body }
  },
  signature: (r, at) => {
    const bytes = Buffer.from(item(r, 'signature'), 'base64')
    const i = at % bytes.length
    bytes[i] = (bytes[i] as number) ^ (1 << (at % 8))
    return withItem(r, 'signature', bytes.toString('base64'))
  },
}

for (const [part, change] of Object.entries(changes)) {
  altering(part, async () => {
    const env = await world()
    await forAll([arb.body(), fc.nat()], { numRuns: 40 }, async (body, at) => {
      const request = received(await sign({ body, timestamp: now - 7 }))
      assert.is(await verdict(env, change(request, at)), 'signature_invalid')
    })
    assert.is(env.claims.length, 0)
  })
}

const replay = suite('verifyRequest: a nonce is accepted once')

replay('a request resent under another app id is a replay, if a custom ring gives both apps one key', async () => {
  const env = await world()
  const shared = { ...env, keyRing: { keysOf: () => env.keyRing.keysOf(app1) } }
  const request = received(await sign())
  const relabelled = { ...request, authorization: [header(request).replace('app_id=app-1', 'app_id=app-2')] }
  assert.is(await verdict(shared, request), 'accept')
  assert.is(await verdict(shared, relabelled), 'nonce_replayed')
})

replay('a body that outlasts the window is refused, and its nonce is not claimed', async () => {
  const env = await world()
  const request = received(await sign({ timestamp: now - 299, nonce: 'slow' }))
  const body = async () => {
    env.setClock(now + 2)
    return E.right(request.body as Uint8Array)
  }
  assert.is(await verdict(env, { ...request, body }), 'timestamp_expired')
  assert.is(env.claims.length, 0)
  assert.is(await verdict(env, received(await sign({ timestamp: now, nonce: 'slow' }))), 'accept')
})

const tokens = suite('verifyRequest: bearer tokens')

const tokenWorld = async () => {
  const holder = await TokenBook.digestOf(platform.digest)('good-token' as Token)()
  return { ...(await world()), tokenBook: TokenBook.ofDigests(platform.digest)(new Map([[holder, app1]])) }
}
const bearer = (authorization: string): IncomingRequest => ({
  method: 'post',
  target: '/v1/jobs',
  authorization: [authorization],
  body: new Uint8Array(2),
})

tokens('a token of the book is accepted for its holder, and no nonce is claimed', async () => {
  const env = await tokenWorld()
  assert.equal(
    await verify(env, bearer('Bearer good-token')),
    E.right({ scheme: 'bearer', appId: app1, method: 'POST', target: '/v1/jobs', body: new Uint8Array(2) }),
  )
  assert.is(await verdict(env, bearer('Bearer good-token')), 'accept')
  const reading = async () => E.right(new Uint8Array(2))
  assert.is(await verdict(env, { ...bearer('Bearer good-token'), body: reading }), 'accept')
})

tokens('each check refuses its fault', async () => {
  const env = await tokenWorld()
  const mainland: VerifyPolicy = { ...defaults, edition: 'mainland' }
  const down: VerifyError = { _tag: 'key_source_unavailable', detail: 'down' }
  const good = bearer('Bearer good-token')
  assert.is(await verdict(env, good, mainland), 'bearer_not_offered')
  assert.is(await verdict({ ...env, tokenBook: undefined }, good), 'bearer_not_offered')
  assert.is(await verdict(env, bearer('Bearer good token')), 'authorization_malformed')
  assert.is(await verdict(env, { ...good, method: 'po st' }), 'method_invalid')
  assert.is(await verdict(env, { ...good, target: 'v1/jobs' }), 'target_invalid')
  assert.is(await verdict(env, bearer('Bearer good-tokem')), 'token_unknown')
  const reason = await verdict({ ...env, tokenBook: { find: () => async () => E.left(down) } }, good)
  assert.is(reason, 'key_source_unavailable')
  assert.is(await verdict({ ...env, authorizer: { allows: () => async () => E.right(false) } }, good), 'app_forbidden')
  const shown = await verdict({ ...env, authorizer: { allows: () => async () => E.left(down) } }, good)
  assert.is(shown, 'key_source_unavailable')
  assert.is(await verdict({ ...env, authorizer: { allows: () => async () => E.right(true) } }, good), 'accept')
  assert.is(await verdict(env, { ...good, body: new Uint8Array(defaults.bodyLimit + 1) }), 'body_too_large')
  assert.is(await verdict(env, { ...good, body: failingBody({ _tag: 'body_incomplete' }) }), 'body_incomplete')
})

tokens('the body is read only after the sender is known and allowed', async () => {
  const env = await tokenWorld()
  let reads = 0
  const body = async () => {
    reads++
    return E.right(new Uint8Array(2))
  }
  const forbidding = { ...env, authorizer: { allows: () => async () => E.right(false) } }
  assert.is(await verdict(env, { ...bearer('Bearer good-tokem'), body }), 'token_unknown')
  assert.is(await verdict(forbidding, { ...bearer('Bearer good-token'), body }), 'app_forbidden')
  assert.is(reads, 0)
})

tokens('the edition is checked before the token: a malformed token in mainland is bearer_not_offered', async () => {
  const mainland: VerifyPolicy = { ...defaults, edition: 'mainland' }
  assert.is(await verdict(await tokenWorld(), bearer('Bearer'), mainland), 'bearer_not_offered')
})

tokens('a bearer request causes no key look-up', async () => {
  const env = await tokenWorld()
  const keyRing = {
    keysOf: () => {
      throw new Error('a key was looked up')
    },
  }
  const tokenBook = { find: () => async () => E.right(O.none) }
  assert.is(await verdict({ ...env, keyRing, tokenBook }, bearer('Bearer x')), 'token_unknown')
})

const knowledge = suite('verify: a refusal comes with what was known of the request')

const knownOf = async (request: IncomingRequest): Promise<VerifyContext> => {
  const verdict = await verifyAs(kept, defaults, request, await world(), (_, context) => context)
  assert.ok(E.isLeft(verdict))
  return verdict.left
}

knowledge('nothing, without an Authorization line', async () =>
  assert.equal(await knownOf({ ...received(await sign()), authorization: [] }), {}),
)

knowledge('a stale timestamp: the header, and no keys', async () => {
  const { opened, keys } = await knownOf(received(await sign({ timestamp: now - 301 })))
  assert.is(opened?.appId, app1)
  assert.is(keys, undefined)
})

knowledge('a wrong signature: header, request line, keys and body', async () => {
  const body = new Uint8Array([1])
  const { opened, keys, body: read } = await knownOf({ ...received(await sign({ target: '/v1/jobs' })), body })
  assert.is(opened?.target, '/v1/jobs')
  assert.is(keys?.length, 1)
  assert.is(read, body)
})

const newer = suite('verifyRequest: a key that was added since the keys were read')

/** A ring that knows the key of another app only, until it looks again. */
const ringOf = async (found: (tried: ReadonlyArray<VerificationKey>) => ReadonlyArray<VerificationKey> | undefined) => {
  const other = await verificationKey(rsa(2048, 'app-3'))
  const env = await world([[app1, [other]]])
  let looks = 0
  const lookAgain: NonNullable<KeyRing['lookAgain']> = () => async () => {
    looks += 1
    const keys = found([other])
    return keys === undefined ? E.left({ _tag: 'key_source_unavailable', detail: 'away' } as const) : E.right(keys)
  }
  return { env: { ...env, keyRing: { ...env.keyRing, lookAgain } }, looks: () => looks }
}

newer('is found by one more look, and accepted', async () => {
  const added = await verificationKey(rsa(2048, 'app-1'))
  const { env, looks } = await ringOf((tried) => [...tried, added])
  assert.is(await verdict(env, received(await sign())), 'accept')
  assert.is(looks(), 1)
})

newer('is looked for once: a signature that fits none of the keys is refused', async () => {
  const { env, looks } = await ringOf((tried) => tried)
  assert.is(await verdict(env, received(await sign())), 'signature_invalid')
  assert.is(looks(), 1)
})

newer('is not found where the source cannot answer, or where the ring does not look again', async () => {
  const { env } = await ringOf(() => undefined)
  assert.is(await verdict(env, received(await sign())), 'signature_invalid')
  const { keysOf } = env.keyRing
  assert.is(await verdict({ ...env, keyRing: { keysOf } }, received(await sign())), 'signature_invalid')
})
