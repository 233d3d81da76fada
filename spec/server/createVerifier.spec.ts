import { createSign } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { make as memoryGuard } from '../../src/guards/memory/memory.ts'
import { platform } from '../../src/platform/node/platform.ts'
import * as node from '../../src/server/node.ts'
import * as web from '../../src/server/web.ts'
import * as der from '../support/der.ts'
import { inFolder } from '../support/folder.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { warningsOf } from '../support/warnings.ts'
import { app2, now, sign, type ToSign, verificationKey } from '../support/world.ts'
import { endOf } from './secrets.ts'
import { clock, faces, key, refusal, toReceived as request, verdictOf } from './verdictOf.ts'

const keys = { 'app-1': key.publicPem, 'app-2': rsa(2048, 'app-2').publicPem }

type Options = Partial<node.VerifierOptions>

const verdict = (verifier: node.Verifier, received: node.ReceivedRequest): Promise<string> =>
  verdictOf(verifier.verify(received))

for (const [name, { createVerifier, noReplayGuard }] of faces) {
  const verifierOf = (options: Options = {}): Promise<node.Verifier> => createVerifier({ keys, clock, ...options })
  const verdictOf = async (
    options: Options,
    toSign: ToSign = {},
    change: Partial<node.ReceivedRequest> = {},
  ): Promise<string> => verdict(await verifierOf(options), { ...request(await sign(toSign)), ...change })

  const verifying = suite(`createVerifier (${name}): accepted requests`)

  verifying('resolves to the signer, and to the request in its signed form', async () => {
    const verifier = await verifierOf()
    const signed = await sign({ body: '{"a":1}', nonce: 'n-1', target: '/v1/jobs?x' })
    const verified = await verifier.verify({
      ...request(signed),
      method: 'post',
      target: 'https://h.example/v1/jobs?x',
    })
    assert.equal(verified, {
      appId: 'app-1',
      scheme: 'signed',
      method: 'POST',
      target: '/v1/jobs?x',
      body: new TextEncoder().encode('{"a":1}'),
      timestamp: now as number,
      nonce: 'n-1',
      fingerprint: (await verificationKey(key)).fingerprint,
    })
  })

  verifying('resolves to the holder of a token', async () => {
    const verifier = await verifierOf({ tokens: { 'app-7': ['abc', 'def'], 'app-8': 'ghi' } })
    const bearer = { method: 'get', target: '/a', authorization: 'Bearer def', body: 'x' }
    const body = new TextEncoder().encode('x')
    assert.equal(await verifier.verify(bearer), { appId: 'app-7', scheme: 'bearer', method: 'GET', target: '/a', body })
    assert.is((await verifier.verify({ ...bearer, authorization: 'Bearer ghi' })).appId, 'app-8')
    assert.is(await verdict(verifier, { ...bearer, authorization: 'Bearer jkl' }), 'token_unknown')
  })

  verifying('takes a body as bytes, as text, as a function, or none', async () => {
    const verifier = await verifierOf()
    const received = async (body: ToSign['body']) => request(await sign({ body: body as string }))
    const text = 'ä€😀\n'
    const bytes = new TextEncoder().encode(text)
    for (const body of [
      bytes,
      Buffer.from(bytes),
      text,
      async () => bytes,
      runInNewContext(`new Uint8Array([${bytes}])`),
    ]) {
      const verified = await verifier.verify({ ...(await received(text)), body })
      assert.equal(Buffer.from(verified.body), Buffer.from(bytes))
    }
    for (const body of [undefined, null, '', new Uint8Array(0)]) {
      assert.is(await verdict(verifier, { ...(await received('')), body }), 'accept')
    }
    const { body: _, ...without } = await received('')
    assert.is(await verdict(verifier, without), 'accept')
  })

  verifying('hands on the bytes that it verified, whenever and wherever their owner writes into them', () =>
    forAll(
      [
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.nat(60),
        fc.boolean(),
        fc.constantFrom('loop', 'pool'),
        fc.boolean(),
      ],
      { numRuns: 60 },
      async (sent, turns, isFunction, where, isSlow) => {
        const slow = node.keySource(async (appId) => keys[appId as 'app-1'])
        const verifier = await verifierOf({ cryptoOn: where, ...(isSlow && name === 'node' ? { keys: slow } : {}) })
        const memory = new Uint8Array(sent)
        const body = isFunction ? async () => memory : memory
        const verifying = verifier.verify({ ...request(await sign({ body: sent })), body })
        for (let i = 0; i < turns; i++) await (i % 5 === 4 ? new Promise(setImmediate) : undefined)
        memory.fill((sent[0] as number) ^ 1)
        // A function's bytes are taken when it has resolved.
        const verified = await verifying.catch((error) => assert.is(isFunction && error.reason, 'signature_invalid'))
        if (verified) assert.equal(Buffer.from(verified.body), Buffer.from(sent))
      },
    ),
  )

  verifying('whatever spelling of a header is taken, it is the same credential, and counts once', () =>
    forAll(
      [
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        fc.constantFrom(' ', '  ', '    '),
        fc.constantFrom('SVC-SHA256-RSA', 'svc-sha256-rsa'),
        fc.constantFrom('app_id', 'appid'),
      ],
      { numRuns: 20 },
      async (order, spaces, authType, appId) => {
        const verifier = await verifierOf()
        const signed = request(await sign())
        const items = String(signed.authorization).split(' ')[1]?.replace('app_id', appId).split(',') ?? []
        const authorization = `${authType}${spaces}${order.map((i) => items[i])}`
        assert.is(await verdict(verifier, signed), 'accept')
        assert.is(await verdict(verifier, { ...signed, authorization }), 'nonce_replayed', authorization)
      },
    ),
  )

  verifying('takes authorization as one line or as the list of all lines', async () => {
    const verifier = await verifierOf()
    const { authorization, ...rest } = request(await sign())
    for (const [lines, expected] of [
      [[authorization as string], 'accept'],
      [[], 'authorization_missing'],
      [undefined, 'authorization_missing'],
      [null, 'authorization_missing'],
      [[authorization as string, authorization as string], 'authorization_multiple'],
      ['', 'authorization_malformed'],
    ] as const) {
      assert.is(await verdict(verifier, { ...rest, authorization: lines }), expected)
    }
  })

  verifying('a body function that fails sets the reason of the refusal', async () => {
    const verifier = await verifierOf()
    const signed = request(await sign())
    for (const [thrown, reason] of [
      [new node.BodyUnreadable({ _tag: 'body_too_large', limitBytes: 1 }), 'body_too_large'],
      [new node.BodyUnreadable({ _tag: 'body_incomplete' }), 'body_incomplete'],
      [new node.BodyUnreadable({ _tag: 'body_consumed' }), 'body_consumed'],
      [new Error('ECONNRESET'), 'body_incomplete'],
    ] as const) {
      assert.is(await verdict(verifier, { ...signed, body: () => Promise.reject(thrown) }), reason)
    }
    const thrower = () => {
      throw new Error('at once')
    }
    assert.is(await verdict(verifier, { ...signed, body: thrower }), 'body_incomplete')
  })

  const options = suite(`createVerifier (${name}): options`)

  options('keys: PEM, JWK, several, with dates, revoked, or a ring', async () => {
    const jwk = key.publicKey.export({ format: 'jwk' })
    const old = rsa(2048, 'old')
    const ring: node.Keys = { keysOf: (_: never) => async () => E.right([await verificationKey(key)]) }
    for (const [given, expected] of [
      [{ 'app-1': jwk }, 'accept'],
      [{ 'app-1': [old.publicPem, jwk] }, 'accept'],
      [{ 'app-1': [{ key: key.publicPem, notBefore: now, notAfter: now }] }, 'accept'],
      [{ 'app-1': { key: key.publicPem, notBefore: now + 1 } }, 'key_revoked'],
      [{ 'app-1': { key: key.publicPem, notAfter: now - 1 } }, 'key_revoked'],
      [{ 'app-1': { key: key.publicPem, revoked: true } }, 'key_revoked'],
      [{ 'app-1': old.publicPem }, 'signature_invalid'],
      [{}, 'app_unknown'],
      [ring, 'accept'],
    ] as const) {
      assert.is(await verdictOf({ keys: given as node.VerifierOptions['keys'] }), expected)
    }
  })

  options('tokens and edition: who may come with a token', async () => {
    const bearer = { authorization: 'Bearer abc' }
    const book: node.Tokens = { find: (_: never) => async () => E.right({ _tag: 'Some', value: 'x' }) }
    for (const [given, expected] of [
      [{}, 'bearer_not_offered'],
      [{ tokens: { a: 'abc' } }, 'accept'],
      [{ tokens: book }, 'accept'],
      [{ tokens: { a: 'abd' } }, 'token_unknown'],
      [{ tokens: {} }, 'token_unknown'],
      [{ tokens: { a: 'abc' }, edition: 'international' }, 'accept'],
      [{ tokens: { a: 'abc' }, edition: 'mainland' }, 'bearer_not_offered'],
    ] as const) {
      assert.is(await verdictOf(given as Options, {}, bearer), expected)
    }
    assert.is(await verdictOf({ edition: 'mainland' }), 'accept')
  })

  options('maxAge, maxSkew: inclusive', async () => {
    for (const [given, timestamp, expected] of [
      [{}, now - 300, 'accept'],
      [{}, now - 301, 'timestamp_expired'],
      [{ maxAge: 301 }, now - 301, 'accept'],
      [{ maxAge: 0 }, now - 1, 'timestamp_expired'],
      [{}, now + 60, 'accept'],
      [{}, now + 61, 'timestamp_in_future'],
      [{ maxSkew: 61 }, now + 61, 'accept'],
      [{ maxSkew: 0 }, now + 1, 'timestamp_in_future'],
    ] as const) {
      // The memory guard would refuse a timestamp before its start.
      const guard = noReplayGuard('the clock stands still')
      assert.is(await verdictOf({ guard, ...given }, { timestamp }), expected)
    }
  })

  options('bodyLimit: inclusive', async () => {
    for (const [given, length, expected] of [
      [{}, 1_048_576, 'accept'],
      [{}, 1_048_577, 'body_too_large'],
      [{ bodyLimit: 3 }, 3, 'accept'],
      [{ bodyLimit: 3 }, 4, 'body_too_large'],
      [{ bodyLimit: 0 }, 0, 'accept'],
      [{ bodyLimit: 0 }, 1, 'body_too_large'],
    ] as const) {
      assert.is(await verdictOf(given, { body: new Uint8Array(length) }), expected)
      assert.is((await verifierOf(given)).bodyLimit, (given as Options).bodyLimit ?? 1_048_576)
    }
  })

  options('authType: only the configured one is accepted', async () => {
    const { authorization } = await sign()
    const other = { authorization: authorization.replace('SVC-SHA256-RSA', 'NEXT') }
    assert.is(await verdictOf({ authType: 'NEXT' }), 'scheme_unsupported')
    assert.is(await verdict(await verifierOf(), { ...request(await sign()), ...other }), 'scheme_unsupported')
    assert.is(await verdict(await verifierOf({ authType: 'NEXT' }), { ...request(await sign()), ...other }), 'accept')
  })

  options('clock: read twice for each request, rounded down to whole seconds', async () => {
    let seconds = now + 0.999
    const verifier = await verifierOf({ clock: () => seconds, maxAge: 0, maxSkew: 0 })
    assert.is(await verdict(verifier, request(await sign())), 'accept')
    seconds = now + 1
    assert.is(await verdict(verifier, request(await sign())), 'timestamp_expired')
    const slow = request(await sign({ timestamp: now + 1, body: '' }))
    const body = async () => {
      seconds = now + 2
      return new Uint8Array(0)
    }
    assert.is(await verdict(verifier, { ...slow, body }), 'timestamp_expired')
    const real = await createVerifier({ keys })
    assert.is(await verdict(real, request(await sign({ timestamp: Math.floor(Date.now() / 1000) + 1 }))), 'accept')
    assert.is(await verdict(real, request(await sign())), 'timestamp_expired')
  })

  options('clock: one that returns no valid time accepts nothing', async () => {
    let seconds: unknown = now
    const verifier = await verifierOf({ clock: () => seconds as number })
    for (const broken of [Number.NaN, -1, Number.POSITIVE_INFINITY, undefined, 'now', 2 ** 53]) {
      seconds = broken
      assert.is(await verdict(verifier, request(await sign())), 'misconfigured', String(broken))
    }
    seconds = now
    assert.is(await verdict(verifier, request(await sign())), 'accept')
  })

  options('authorize: only `true` accepts, and it is called after the signature has verified', async () => {
    for (const [answer, expected] of [
      [() => true, 'accept'],
      [async () => true, 'accept'],
      [() => false, 'app_forbidden'],
      [async () => false, 'app_forbidden'],
      [() => 'yes', 'app_forbidden'],
      [() => 1, 'app_forbidden'],
      [() => undefined, 'app_forbidden'],
      [
        () => {
          throw new Error('down')
        },
        'key_source_unavailable',
      ],
      [() => Promise.reject(new Error('down')), 'key_source_unavailable'],
      [() => Promise.reject('down'), 'key_source_unavailable'],
    ] as const) {
      assert.is(await verdictOf({ authorize: answer as () => boolean }), expected)
    }
    const asked: Array<unknown> = []
    const authorize = (who: node.ProvenRequest) => asked.push(who) > 0
    const verifier = await verifierOf({ authorize, tokens: { t: 'abc' } })
    const signed = request(await sign({ target: '/x' }))
    await verdict(verifier, { ...signed, method: 'PUT' })
    await verdict(verifier, { ...signed, authorization: 'Bearer x' })
    assert.equal(asked, [])
    await verdict(verifier, signed)
    await verdict(verifier, { ...signed, authorization: 'Bearer abc' })
    assert.equal(asked, [
      { appId: 'app-1', scheme: 'signed', method: 'POST', target: '/x' },
      { appId: 't', scheme: 'bearer', method: 'POST', target: '/x' },
    ])
  })

  options('authorize: the timestamp is checked again after a slow call', async () => {
    let seconds: number = now
    const authorize = async () => {
      seconds = now + 301
      return true
    }
    const verifier = await verifierOf({ authorize, clock: () => seconds })
    assert.is(await verdict(verifier, request(await sign())), 'timestamp_expired')
  })

  options('guard: the memory guard detects replays, and its floor is the second of its creation', async () => {
    const verifier = await verifierOf()
    const signed = request(await sign())
    assert.is(await verdict(verifier, signed), 'accept')
    assert.is(await verdict(verifier, signed), 'nonce_replayed')
    assert.is(await verdict(verifier, request(await sign({ timestamp: now - 1 }))), 'guard_starting')
    assert.is(await verdict(verifier, request(await sign({ key: rsa(2048, 'app-2'), appId: app2 }))), 'accept')
  })

  options('guard: a custom guard is called last, with key, nonce and timestamp', async () => {
    const claims: Array<node.ClaimedNonce> = []
    let answer: unknown = E.right('first')
    const guard: node.Guard = {
      claim: (claim) => async () => {
        claims.push(claim)
        return answer as node.GuardAnswer
      },
    }
    const verifier = await verifierOf({ guard })
    await verdict(verifier, { ...request(await sign()), method: 'PUT' })
    assert.equal(claims, [])
    for (const [given, expected] of [
      [E.right('first'), 'accept'],
      [E.right('repeated'), 'nonce_replayed'],
      [E.right('forgotten'), 'guard_starting'],
      [E.left({ _tag: 'guard_unavailable', detail: 'x' }), 'guard_unavailable'],
      [E.left({ _tag: 'guard_full', quota: 3 }), 'guard_full'],
    ] as const) {
      answer = given
      assert.is(await verdict(verifier, request(await sign({ nonce: 'n-1' }))), expected)
    }
    const { fingerprint } = await verificationKey(key)
    assert.equal(claims[0], { fingerprint, unique: 'n-1', timestamp: now as number })
  })

  /** A callable thenable, as a call to a Durable Object returns. */
  const callable = (answer: string) =>
    Object.assign(() => Promise.reject(new Error('it was called')), {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is the point of this test.
      then: (resolve: (answer: string) => void) => resolve(answer),
    })

  /** A getter that may be read as often as there are words. */
  const changing = (...words: ReadonlyArray<unknown>) => {
    const left = [...words]
    return () => {
      if (left.length === 0) throw new Error('it is read again')
      return left.shift()
    }
  }

  options(
    'guard: a custom one may answer by a promise; its answer is read once, and any other fails closed',
    async () => {
      const thrower = () => {
        throw new Error('at once')
      }
      const of = (...words: ReadonlyArray<unknown>) =>
        Object.defineProperty({ _tag: 'Right' }, 'right', { get: changing(...words) })
      const then = changing(undefined, undefined, () => {})
      const odd = [true, false, undefined, null, 'first', {}, { _tag: 'Right' }, { _tag: 'Right', right: true }]
      const lefts = ['down', undefined, { _tag: 'Other' }, { _tag: 'guard_full', quota: Number.NaN }]
      const wrong = [...odd, E.right('ok'), ...lefts.map((left) => E.left(left))]
      for (const [claim, expected] of [
        [async () => 'first', 'accept'],
        [async () => 'repeated', 'nonce_replayed'],
        [async () => 'forgotten', 'guard_starting'],
        [() => callable('first'), 'accept'],
        [() => callable('repeated'), 'nonce_replayed'],
        [() => async () => of('repeated', 'first'), 'nonce_replayed'],
        [() => async () => of('repeated'), 'nonce_replayed'],
        [() => async () => of('first'), 'accept'],
        ...[
          thrower,
          () => async () => thrower(),
          () => () => Promise.reject(undefined),
          () => Promise.reject(new Error('the store is away')),
          async () => 'no',
          async () => true,
          async () => E.right('first'),
          () => undefined,
          () => 'first',
          () => Object.defineProperty({}, 'then', { get: then }),
          ...wrong.map((answer) => () => async () => answer),
        ].map((claim) => [claim, 'guard_unavailable'] as const),
      ] as const) {
        const received = request(await sign())
        const verifier = await verifierOf({ guard: { claim } as unknown as node.Guard })
        const error = await endOf(verifier.verify(received))
        const reason = error instanceof node.VerificationError ? error.reason : 'accept'
        assert.is(reason, expected, String(claim))
        if (expected === 'guard_unavailable') assert.is((error as node.VerificationError).headers['Retry-After'], '1')
      }
    },
  )

  options('guard: claim may be a Workers RPC stub, which has a member of every name', async () => {
    const claim = new Proxy(async () => 'first', { get: () => () => Promise.reject(new Error('it was called')) })
    assert.is(await verdictOf({ guard: { claim } as unknown as node.Guard }), 'accept')
  })

  options('guard: atOnce counts as the claim, and an unknown answer from it fails closed', async () => {
    const runs: Array<string> = []
    const run = (answer: unknown) =>
      Object.assign(
        () => async () => {
          runs.push('task')
          return E.right('first')
        },
        {
          atOnce: () => {
            runs.push('at once')
            if (answer instanceof Error) throw answer
            return answer
          },
        },
      )
    for (const [answer, expected, ran] of [
      [E.right('first'), 'accept', 'at once'],
      [E.right('repeated'), 'nonce_replayed', 'at once'],
      [E.left({ _tag: 'guard_full', quota: 3 }), 'guard_full', 'at once'],
      [undefined, 'accept', 'at once,task'],
      [new Error('x'), 'guard_unavailable', 'at once'],
      ...[null, true, 'first', {}, E.right('ok'), E.right(true), E.left('down'), Promise.resolve(E.right('first'))].map(
        (odd) => [odd, 'guard_unavailable', 'at once'] as const,
      ),
    ] as ReadonlyArray<readonly [unknown, string, string]>) {
      const guard = { claim: run(answer) } as unknown as node.Guard
      assert.is(await verdictOf({ guard }), expected, String(answer))
      assert.is(runs.splice(0).join(), ran, String(answer))
    }
  })

  options('guard: a spread copy with its own claim is called only through that claim', async () => {
    const made = await memoryGuard({ floor: 0 }, { clock: { now: () => now }, entropy: platform.entropy })()
    assert.ok(E.isRight(made))
    const guard = { ...made.right, claim: () => async () => E.right('repeated' as const) }
    const verifier = await verifierOf({ guard })
    assert.is(await verdict(verifier, request(await sign())), 'nonce_replayed')
    guard.claim = () => async () => E.right('forgotten' as never)
    assert.is(await verdict(verifier, request(await sign())), 'guard_starting')
    assert.is(made.right.stats().claims, 0)
  })

  options('guard: a floor in the future becomes Retry-After; an invalid floor is a second', async () => {
    const refusedAt = async (floor: unknown) => {
      const guard = { claim: () => async () => E.right('forgotten'), floor } as unknown as node.Guard
      const error = await refusal((await verifierOf({ guard })).verify(request(await sign())))
      assert.is(error.reason, 'guard_starting')
      assert.is(error.status, 503)
      assert.ok('Date' in error.headers)
      return error
    }
    const later = await refusedAt(() => now + 7)
    assert.is(later.headers['Retry-After'], '7')
    assert.match(later.message, /wait 7 s, then sign the request again$/)
    assert.not.match(later.body, '7')
    const fails = () => {
      throw new Error('at once')
    }
    const numbers = [undefined, now, now + 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, BigInt(now + 7)]
    const odd = [...numbers, String(now + 7), Promise.resolve(now + 7)].map((answer) => () => answer)
    for (const floor of [undefined, null, now + 7, ...odd, fails, async () => fails()])
      assert.is((await refusedAt(floor)).headers['Retry-After'], '1', String(floor))
    class Own implements node.Guard {
      readonly lowest = now + 3
      claim() {
        return async () => ({ _tag: 'Right', right: 'forgotten' }) as const
      }
      floor() {
        return this.lowest
      }
    }
    const error = await refusal((await verifierOf({ guard: new Own() })).verify(request(await sign())))
    assert.is(error.headers['Retry-After'], '3')
  })

  options('guard: memoryGuard of the functional API and noReplayGuard are accepted', async () => {
    const env = { clock: { now: () => now }, entropy: platform.entropy }
    const made = await memoryGuard({ floor: now - 300 }, env)()
    assert.ok(E.isRight(made))
    assert.is(await verdictOf({ guard: made.right }, { timestamp: now - 300 }), 'accept')
    const verifier = await verifierOf({ guard: noReplayGuard('a test') })
    const signed = request(await sign())
    assert.equal([await verdict(verifier, signed), await verdict(verifier, signed)], ['accept', 'accept'])
    for (const because of ['', '  ', undefined]) {
      assert.throws(
        () => noReplayGuard(because as string),
        (error: unknown) => error instanceof TypeError,
      )
    }
  })

  const change = (from: string | RegExp, to: string) => async (): Promise<Partial<node.ReceivedRequest>> => {
    const { authorization } = await sign()
    assert.ok(authorization !== authorization.replace(from, to))
    return { authorization: authorization.replace(from, to) }
  }
  for (const [policy, ours, off, received] of [
    ['method-case', true, 'method_invalid', async () => ({ method: 'post' })],
    ['scheme-case', true, 'scheme_unsupported', change('SVC-SHA', 'svc-sha')],
    ['quoted-values', false, 'authorization_malformed', change(/app_id=([^,]*)/, 'app_id="$1"')],
  ] as const) {
    options(`policies: ${policy}, ${ours ? 'on' : 'off'} unless set`, async () => {
      const verdictWith = async (given: Options) => verdictOf(given, {}, await received())
      assert.is(await verdictWith({ policies: { [policy]: true } }), 'accept')
      assert.is(await verdictWith({ policies: { [policy]: false } }), off)
      assert.is(await verdictWith({}), ours ? 'accept' : off)
    })
  }

  options('policies: nonce-per-timestamp and nonce-per-message, off unless set', async () => {
    const twice = async (given: Options, first: ToSign, second: ToSign): Promise<string> => {
      const verifier = await verifierOf(given)
      assert.is(await verdict(verifier, request(await sign({ nonce: 'n-1', ...first }))), 'accept')
      return verdict(verifier, request(await sign({ nonce: 'n-1', ...second })))
    }
    const later = { timestamp: now + 1 }
    const perTimestamp = { policies: { 'nonce-per-timestamp': true } }
    const perMessage = { policies: { 'nonce-per-message': true } }
    assert.is(await twice({}, {}, later), 'nonce_replayed')
    assert.is(await twice(perTimestamp, {}, later), 'accept')
    assert.is(await twice(perTimestamp, {}, { body: 'other' }), 'nonce_replayed')
    assert.is(await twice({}, {}, { body: 'other' }), 'nonce_replayed')
    assert.is(await twice(perMessage, {}, { body: 'other' }), 'accept')
    assert.is(await twice(perMessage, {}, {}), 'nonce_replayed')
  })

  options('policies: small-exponent, off unless set', async () => {
    const small = rsa(2048, 'small', 3)
    const signed = await sign()
    const text = Buffer.concat([Buffer.from(signed.stringToSign.head), signed.stringToSign.body])
    const signature = createSign('RSA-SHA256').update(text).sign(small.privateKey, 'base64')
    const authorization = signed.authorization.replace(/signature=.*/, `signature=${signature}`)
    const given = { keys: { 'app-1': small.publicPem } }
    const verifier = await verifierOf({ ...given, policies: { 'small-exponent': true } })
    assert.is(await verdict(verifier, { ...request(signed), authorization }), 'accept')
    const error = await refusal(verifierOf(given))
    assert.is(error.reason, 'misconfigured')
    assert.match(error.message, 'keys: app-1: the public exponent is not')
  })

  options('maxKeyBits: a longer key is refused, above 4096 bits unless set', async () => {
    const keysOf = (size: number) => ({ keys: { 'app-1': [key.publicPem, der.publicOf(size)] } })
    const verifier = await verifierOf({ ...keysOf(8192), maxKeyBits: 8192 })
    assert.is(await verdict(verifier, request(await sign())), 'accept')
    await verifierOf(keysOf(4096))
    for (const [given, found] of [
      [keysOf(8192), '8192 bits, above 4096'],
      [{ ...keysOf(2056), maxKeyBits: 2048 }, '2056 bits, above 2048'],
    ] as const) {
      const error = await refusal(verifierOf(given))
      assert.is(
        error.message,
        `misconfigured: keys: app-1: the modulus is longer than the setting maxKeyBits; raise it to accept the key (found ${found})`,
      )
    }
  })

  const misconfiguring = suite(`createVerifier (${name}): invalid settings and requests`)

  const wrong: ReadonlyArray<readonly [options: unknown, words: string]> = [
    [undefined, 'createVerifier: the options must be a record of keys, tokens, guard'],
    [{}, 'createVerifier: keys must be a record of app id and public key'],
    [{ keys: key.publicKey }, 'createVerifier: keys must be a record of app id and public key'],
    [
      { keys: key.publicPem },
      'createVerifier: keys must be a record of app id and public key; for a folder, await keyFolder(path)',
    ],
    [{ keys: Promise.resolve({}) }, 'createVerifier: keys is a promise: await it first'],
    [{ keys: {}, tokens: Promise.resolve({}) }, 'createVerifier: tokens is a promise: await it first'],
    [
      { keys: {}, guard: { claim: async () => 'first', window: null } },
      'maxAge is 300 s in the verifier, but undefined s in its replay guard; set it to 300 s in the guard',
    ],
    [{ keys: {}, guard: Promise.resolve({}) }, 'createVerifier: guard is a promise: await it first'],
    [
      { keys: { 'app-1': key.publicPem.replaceAll('\n', '\\n') } },
      'keys: app-1: the PEM has backslash-n where its lines should end',
    ],
    [{ keys: { 'app-1': key.privatePem } }, 'keys: app-1: this is a private key instead of a public key'],
    [{ keys: { 'app-1': [key.publicPem, 'x'] } }, 'keys: app-1: this is not a key'],
    [{ keys: { 'app-1': key.publicPem, 'app-2': key.publicPem } }, 'keys: app-2: the same key is given to two apps'],
    [{ keys, maxAge: -1 }, 'createVerifier: maxAge must be a whole number of seconds, 0 or more'],
    [{ keys, maxSkew: 0.5 }, 'createVerifier: maxSkew must be a whole number of seconds, 0 or more'],
    [{ keys, bodyLimit: Number.NaN }, 'createVerifier: bodyLimit must be a whole number of bytes, 0 or more'],
    [{ keys, maxKeyBits: 2047 }, 'createVerifier: maxKeyBits must be a whole number of bits, 2048 to 8192'],
    [{ keys, edition: 'Mainland' }, 'createVerifier: edition must be international or mainland'],
    [{ keys, authType: 'Bearer' }, 'createVerifier: authType must be'],
    [{ keys, policies: { owl: true } }, 'createVerifier: policies: "owl" is not an option here'],
    [{ keys, policies: { ows: 1 } }, 'createVerifier: policies: ows must be true or false'],
    [{ keys, tokens: 'abc' }, 'createVerifier: tokens must be a record of holder and token'],
    [{ keys, tokens: { a: 'two words' } }, 'tokens: line 1: the token must be a token as in RFC 6750'],
    [{ keys, tokens: { a: 'abc', b: 'abc' } }, 'tokens: line 2: this token is already in the list'],
    [{ keys, guard: {} }, 'createVerifier: guard must be an object with the function claim'],
    [{ keys, authorize: true }, 'createVerifier: authorize must be a function'],
    [{ keys, onRefusal: 'log' }, 'createVerifier: onRefusal must be a function'],
    [{ keys, scope: 'host' }, 'createVerifier: "scope" is not an option here; it is called sharedBy now'],
    [{ keys, where: 'loop' }, 'createVerifier: "where" is not an option here; it is called cryptoOn now'],
    [{ keys, guard: { claim: () => {}, scope: 'host' } }, 'createVerifier: guard.scope is called guard.sharedBy now'],
    [{ keys, sharedBy: 'world' }, 'createVerifier: sharedBy must be process, host or cluster'],
    [
      { keys, guard: { claim: () => {}, sharedBy: 'Cluster' } },
      'createVerifier: guard.sharedBy must be process, host or cluster',
    ],
    [{ keys, timeoutMs: 0.5 }, 'createVerifier: timeoutMs must be a whole number of milliseconds, 1 or more'],
    [{ keys, clock: 1_700_000_000 }, 'createVerifier: clock must be a function'],
    [{ keys, clock: () => Number.NaN }, 'clock does not return the seconds since 1970'],
    [{ keys, cryptoOn: 'thread' }, 'createVerifier: cryptoOn must be loop or pool'],
    [{ keys, maxAge: -1, clock: 1 }, 'createVerifier: clock must be a function; maxAge must be a whole number'],
    [
      { keys, authorise: () => false },
      'createVerifier: "authorise" is not an option here; the options are keys, tokens, guard, authorize',
    ],
  ]
  misconfiguring('every one', async () => {
    for (const [options, words] of wrong) {
      const error = await refusal(createVerifier(options as node.VerifierOptions))
      assert.is(error.reason, 'misconfigured')
      assert.match(error.message, `misconfigured: ${words}`)
      assert.equal([error.status, error.code], [500, 'internal'])
    }
  })

  misconfiguring('a clock that throws', async () => {
    const clock = () => {
      throw new RangeError('no time')
    }
    const error = await refusal(createVerifier({ keys, clock }))
    assert.is(error.message, 'misconfigured: an effect threw RangeError: no time')
    assert.instance(error.cause, RangeError)
  })

  misconfiguring('an option set to undefined counts as left out', async () => {
    const names = [
      'tokens',
      'guard',
      'authorize',
      'cryptoOn',
      'edition',
      'authType',
      'maxAge',
      'maxSkew',
      'bodyLimit',
      'policies',
    ]
    const unset = Object.fromEntries(names.map((option) => [option, undefined]))
    assert.is(await verdictOf(unset as Options), 'accept')
  })

  misconfiguring('an invalid request object is `internal`, the program’s fault, and never accepted', async () => {
    const verifier = await verifierOf()
    const signed = request(await sign({ body: '' }))
    for (const [change, words] of [
      [{ method: undefined }, 'method and target must be text'],
      [{ target: new URL('https://h.example/v1/jobs') }, 'method and target must be text'],
      [{ authorization: 7 }, 'authorization must be the header line, or a list of all Authorization lines'],
      [{ authorization: [undefined] }, 'authorization must be the header line, or a list of all Authorization lines'],
      [{ body: {} }, 'body is bytes, text, or a function that reads the bytes'],
      [{ body: new ArrayBuffer(0) }, 'body is bytes, text, or a function that reads the bytes'],
      [{ body: new DataView(new ArrayBuffer(0)) }, 'body is bytes, text, or a function that reads the bytes'],
      [{ body: '\ud800' }, 'the body is text with a lone surrogate'],
      [{ body: async () => '' }, 'the body function resolves to bytes'],
      [{ body: async () => undefined }, 'the body function resolves to bytes'],
    ] as const) {
      const error = await refusal(verifier.verify({ ...signed, ...change } as unknown as node.ReceivedRequest))
      assert.is(error.reason, 'misconfigured')
      assert.match(error.message, words)
    }
    assert.is(await verdict(verifier, signed), 'accept')
  })

  const revoked = (): object => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }

  misconfiguring(
    'a request whose members throw, whatever they throw, is refused with no word of what was thrown',
    async () => {
      const verifier = await verifierOf()
      const signed = { ...request(await sign()), limit: 9 }
      for (const thrown of [new RangeError('S3CRET'), null, undefined, 'S3CRET', Symbol('x'), revoked()])
        for (const member of ['method', 'target', 'authorization', 'body', 'limit'] as const) {
          const thrower = () => {
            throw thrown
          }
          const odd = Object.defineProperty({ ...signed }, member, { get: thrower }) as never
          const calls = [() => verifier.verifyStream(odd), ...(member === 'limit' ? [] : [() => verifier.verify(odd)])]
          for (const call of calls) {
            const error = await refusal(call())
            assert.is(error.reason, 'misconfigured', member)
            assert.match(error.message, /the request cannot be read: it threw (?:RangeError|something)$/)
          }
        }
      assert.is((await refusal(verifier.verify(revoked() as never))).reason, 'misconfigured')
    },
  )

  misconfiguring('a list of Authorization lines as long as a list can be is refused at once', async () => {
    const verifier = await verifierOf()
    for (const [line, reason] of [
      ['x', 'authorization_multiple'],
      [undefined, 'misconfigured'],
    ] as const) {
      const sparse = new Array(2 ** 32 - 1)
      if (line !== undefined) sparse.fill(line, 0, 20_000)
      const before = performance.now()
      assert.is((await refusal(verifier.verify({ ...request(await sign()), authorization: sparse }))).reason, reason)
      assert.ok(performance.now() - before < 1000)
    }
  })

  misconfiguring('bytes in shared memory, which another thread may change, are refused in words', async () => {
    const verifier = await verifierOf()
    const shared = new Uint8Array(new SharedArrayBuffer(2))
    shared.set(Buffer.from('{}'))
    const parts = async function* () {
      yield shared
    }
    const head = request(await sign({ body: '{}' }))
    for (const call of [
      () => verifier.verify({ ...head, body: shared }),
      () => verifier.verify({ ...head, body: async () => shared }),
      () => verifier.verifyStream({ ...head, body: parts() }),
    ]) {
      const error = await refusal(call())
      assert.is(error.reason, 'misconfigured')
      assert.match(error.message, /shared memory, where another thread may change it; pass a copy/)
    }
  })

  misconfiguring('a key ring or token book that breaks its contract', async () => {
    const thrower = () => {
      throw new Error('S3CRET')
    }
    for (const given of [
      { keys: { keysOf: thrower } },
      { keys: { keysOf: () => thrower } },
      { keys: { keysOf: () => async () => [] } },
      { keys: { keysOf: () => async () => undefined } },
      { keys: { keysOf: () => async () => E.right([null]) }, onRefusal: () => {} },
      { keys: { keysOf: Object.assign(() => async () => E.right([]), { atOnce: thrower }) } },
      { keys: { keysOf: Object.assign(() => async () => E.right([]), { atOnce: () => [] }) } },
      { keys: { keysOf: Object.assign(() => async () => E.right([]), { atOnce: async () => E.right([]) }) } },
    ] as unknown as ReadonlyArray<Options>) {
      const error = await refusal((await verifierOf(given)).verify(request(await sign())))
      assert.is(error.reason, 'misconfigured')
      assert.not.match(error.message, 'S3CRET')
    }
    for (const left of [new Error('S3CRET'), 'S3CRET', undefined, { detail: Symbol('S3CRET') }]) {
      const odd = () => async () => E.left(left)
      const signed = request(await sign())
      for (const [given, received] of [
        [{ keys: { keysOf: odd } }, signed],
        [{ keys: { keysOf: Object.assign(() => async () => E.right([]), { atOnce: () => E.left(left) }) } }, signed],
        [{ tokens: { find: odd } }, { ...signed, authorization: 'Bearer abc' }],
        [{ guard: { claim: odd } }, signed],
      ] as unknown as ReadonlyArray<readonly [Options, node.ReceivedRequest]>) {
        const verdicts: Array<node.Verdict> = []
        const error = await refusal(
          (await verifierOf({ ...given, onVerdict: (v) => verdicts.push(v) })).verify(received),
        )
        assert.ok(['misconfigured', 'guard_unavailable'].includes(error.reason), error.reason)
        assert.not.match(`${error.message} ${JSON.stringify(verdicts)}`, 'S3CRET')
      }
    }
    for (const find of [thrower, () => thrower, () => async () => true, () => async () => E.right(undefined)]) {
      const verifier = await verifierOf({ tokens: { find } as unknown as node.Tokens })
      const bearer = { ...request(await sign()), authorization: 'Bearer abc' }
      assert.is(await verdict(verifier, bearer), 'misconfigured')
    }
  })
}

const onNode = suite('createVerifier: node only')

onNode('policies: missing-null', async () => {
  assert.is((await refusal(web.createVerifier({ keys, policies: { 'missing-null': true } }))).reason, 'misconfigured')
  const verifier = await node.createVerifier({ keys, clock, policies: { 'missing-null': true } })
  assert.is(await verdict(verifier, request(await sign())), 'accept')
})

onNode('keyFolder and tokenFile: read from disk, and their faults are named', async () => {
  const folder = await inFolder(async (folder) => {
    writeFileSync(join(folder, 'app-1.pem'), key.publicPem)
    writeFileSync(join(folder, 'tokens'), 'app-9 abc\n')
    for (const where of ['loop', 'pool'] as const) {
      const verifier = await node.createVerifier({
        keys: await node.keyFolder(folder, { cryptoOn: where }),
        tokens: await node.tokenFile(join(folder, 'tokens')),
        clock,
      })
      assert.is(await verdict(verifier, request(await sign())), 'accept')
      assert.is((await verifier.verify({ ...request(await sign()), authorization: 'Bearer abc' })).appId, 'app-9')
    }
    const problemsOf = async (options: node.KeyFolderOptions = {}): Promise<ReadonlyArray<string>> => {
      const told: Array<string> = []
      const keys = await node.keyFolder(folder, {
        ...options,
        onProblem: (file, words) => told.push(`${file}: ${words}`),
      })
      assert.is(await verdict(await node.createVerifier({ keys, clock }), request(await sign())), 'accept')
      return told
    }
    writeFileSync(join(folder, 'app-3.pem'), rsa(2048, 'e3', 3).publicPem)
    assert.match(String(await problemsOf()), 'app-3.pem: the public exponent')
    assert.equal(await problemsOf({ policies: { 'small-exponent': true } }), [])
    rmSync(join(folder, 'app-3.pem'))
    writeFileSync(join(folder, 'app-3.pem'), der.publicOf(8192))
    assert.equal(await problemsOf(), [
      'app-3.pem: the modulus is longer than the setting maxKeyBits; raise it to accept the key (found 8192 bits, above 4096)',
    ])
    assert.equal(await problemsOf({ maxKeyBits: 8192 }), [])
    return folder
  })
  for (const [given, words] of [
    [
      { onproblem: () => {} },
      'keyFolder: "onproblem" is not an option here; the options are onProblem, policies, maxKeyBits, cryptoOn',
    ],
    [null, 'keyFolder: the options must be a record'],
  ] as const) {
    assert.match((await refusal(node.keyFolder(folder, given as unknown as node.KeyFolderOptions))).message, words)
  }
  const gone = await refusal(node.keyFolder(folder))
  assert.match(gone.message, `misconfigured: keys: ${folder} does not exist; a relative path starts at`)
  const message = (await refusal(node.tokenFile(folder))).message
  assert.match(message, `misconfigured: tokens: ${folder}: the file cannot be read`)
})

onNode('keyFolder and tokenFile: refused on the web platform, which has no files', async () => {
  for (const asked of [web.keyFolder('keys', { cryptoOn: 'loop' }), web.tokenFile('tokens')]) {
    assert.match(
      (await refusal(asked)).message,
      /^misconfigured: this runtime has no files: give .*exportConditions: \['node'\]$/,
    )
  }
})

onNode('a record that lets nobody in: the process warns of it', async () => {
  for (const [options, words] of [
    [
      { keys: {} },
      [
        'COUNTERSIGN_KEYS: keys is empty, and there are no tokens, so every request is refused; perhaps the program did not wait until all keys were read',
      ],
    ],
    [
      { keys: { 'app-1': key.publicPem, 'app-2': [] } },
      [
        'COUNTERSIGN_KEYS: keys: app-2 has an empty list of keys, so its requests are refused as app_unknown; give a key, or leave the app out',
      ],
    ],
    [{ keys: {}, tokens: { 'app-1': 'a-token' } }, []],
    [{ keys: { 'app-1': key.publicPem } }, []],
  ] as ReadonlyArray<readonly [node.VerifierOptions, ReadonlyArray<string>]>) {
    const warnings = await warningsOf(() => node.createVerifier(options))
    assert.equal(
      warnings.map(({ code, message }) => `${code}: ${message}`),
      words,
    )
  }
})

onNode('keyFolder: without onProblem, the process warns of a later problem once', () =>
  inFolder(async (folder) => {
    const warnings = await warningsOf(async (heard) => {
      writeFileSync(join(folder, 'app-1.pem'), key.publicPem)
      const verifier = await node.createVerifier({ keys: await node.keyFolder(folder), clock })
      writeFileSync(join(folder, 'app-2.jwk'), '{')
      while (heard.length === 0) {
        assert.is(await verdict(verifier, request(await sign())), 'accept')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    const told = warnings.map(({ code, message }) => `${code}: ${message}`)
    assert.equal(told, [
      'COUNTERSIGN_KEYS: keyFolder: app-2.jwk: this begins like a JWK, but is not JSON; until the fault is corrected, requests of the app "app-2" are refused with 503; set onProblem to see each fault',
    ])
  }),
)
