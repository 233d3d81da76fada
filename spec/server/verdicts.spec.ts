/**
 * The verdict reported for each request: to the `onVerdict` callback, and on Node to a diagnostics channel.
 */
import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import process from 'node:process'
import fc from 'fast-check'
import * as node from '../../src/server/node.ts'
import * as web from '../../src/server/web.ts'
import { rsa, type TestKey } from '../support/keys.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { warningsOf } from '../support/warnings.ts'
import { app2, now, sign } from '../support/world.ts'
import { canary, endOf, everythingOf, keepsSecret } from './secrets.ts'
import { clock, faces, key, keys, signed } from './verdictOf.ts'

const request = async (change: Partial<node.ReceivedRequest> = {}): Promise<node.ReceivedRequest> => ({
  ...(await signed({ target: `/v1/jobs?q=${canary}` })),
  ...change,
})

/** `sha256:` and 8 digits, as openssl and other tools compute a key's fingerprint. */
const shortOf = async ({ publicKey }: TestKey): Promise<string> =>
  `sha256:${createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 8)}`

const without = ({ milliseconds, ...rest }: node.Verdict): object => {
  assert.ok(milliseconds >= 0 && milliseconds < 10_000)
  return rest
}

for (const [name, { createVerifier }] of faces) {
  const reporting = suite(`onVerdict (${name})`)

  /** A verifier, and the verdicts it has reported. */
  const watched = async (options: Partial<node.VerifierOptions> = {}) => {
    const verdicts: Array<node.Verdict> = []
    const onVerdict = (verdict: node.Verdict) => verdicts.push(verdict)
    return { verifier: await createVerifier({ keys, clock, onVerdict, ...options }), verdicts }
  }

  reporting('an accepted request: the app, the method, the path without its query, and the key', async () => {
    const { verifier, verdicts } = await watched({ tokens: { t: 'abc' } })
    await verifier.verify(await request())
    await verifier.verify(await request({ authorization: 'Bearer abc' }))
    assert.equal(verdicts.map(without), [
      {
        outcome: 'accept',
        appId: 'app-1',
        scheme: 'signed',
        method: 'POST',
        path: '/v1/jobs',
        key: await shortOf(key),
        timestamp: now,
      },
      { outcome: 'accept', appId: 't', scheme: 'bearer', method: 'POST', path: '/v1/jobs' },
    ])
  })

  reporting('a refused request: the reason, and the claims that are well formed', async () => {
    const { verifier, verdicts } = await watched()
    const { authorization } = await request()
    for (const change of [
      { body: 'x' },
      { authorization: [] },
      { authorization: [String(authorization), String(authorization)] },
      { authorization: `${authorization},x` },
      { method: 'a b', target: 'nowhere' },
      { authorization: String(authorization).replace('app-1', 'app-9') },
    ]) {
      await endOf(verifier.verify(await request(change)))
    }
    const told = verdicts.map((verdict) => without(verdict) as Record<string, unknown>)
    assert.equal(told[0], {
      outcome: 'reject',
      reason: 'signature_invalid',
      code: 'signature_invalid',
      status: 401,
      message: "the signature is not valid for the string to sign and the app's key",
      appId: 'app-1',
      timestamp: now,
      method: 'POST',
      path: '/v1/jobs',
      keys: [await shortOf(key)],
    })
    assert.equal(
      told.map(({ reason, appId, method, path }) => [reason, appId, method, path]),
      [
        ['signature_invalid', 'app-1', 'POST', '/v1/jobs'],
        ['authorization_missing', undefined, 'POST', '/v1/jobs'],
        ['authorization_multiple', undefined, 'POST', '/v1/jobs'],
        ['authorization_malformed', undefined, 'POST', '/v1/jobs'],
        ['method_invalid', 'app-1', undefined, undefined],
        ['app_unknown', 'app-9', 'POST', '/v1/jobs'],
      ],
    )
  })

  const other = rsa(2048, 'app-2')
  const longer = rsa(3072, 'app-1')
  const stranger = rsa(2048, 'stranger')
  const named = { one: key, other, longer }

  /** `verify` and `verifyStream`, for the same request. */
  const ways = [
    (verifier: node.Verifier, { body, ...head }: node.ReceivedRequest) =>
      verifier.verify({ ...head, body: body as Uint8Array }),
    (verifier: node.Verifier, { body, ...head }: node.ReceivedRequest) =>
      verifier.verifyStream({
        ...head,
        body: (async function* () {
          yield body as Uint8Array
        })(),
      }),
  ]

  reporting(
    'for all keys of an app: a signature that none of them made names those of its length, in their order',
    () =>
      forAll(
        [fc.shuffledSubarray(['one', 'other', 'longer'] as const, { minLength: 1 }), fc.constantFrom(...ways)],
        { numRuns: 15 },
        async (names, ask) => {
          const own = names.map((each) => named[each])
          const { verifier, verdicts } = await watched({ keys: { 'app-1': own.map(({ publicPem }) => publicPem) } })
          const { method, target, authorization } = await sign({ key: stranger })
          await endOf(ask(verifier, { method, target, authorization, body: new Uint8Array(2) }))
          const [verdict] = verdicts as ReadonlyArray<node.RefusedVerdict>
          const tried = await Promise.all(own.filter((each) => each !== longer).map(shortOf))
          const expected = tried.length === 0 ? ['signature_malformed', undefined] : ['signature_invalid', tried]
          assert.equal([verdict?.reason, verdict?.keys], expected)
        },
      ),
  )

  reporting('a right signature that is refused all the same names the key that made it, and no other', async () => {
    for (const ask of ways) {
      for (const signer of [other, longer]) {
        const own = [longer, key, other].map(({ publicPem }) => publicPem)
        const revoked = own.map((pem) => ({ key: pem, revoked: pem === signer.publicPem }))
        for (const [reason, options] of [
          ['key_revoked', { keys: { 'app-1': revoked } }],
          ['app_forbidden', { authorize: () => false }],
          ['key_source_unavailable', { authorize: () => Promise.reject(new Error('down')) }],
          ['guard_unavailable', { guard: { sharedBy: 'cluster', claim: () => Promise.reject(new Error('down')) } }],
          ['nonce_replayed', {}],
        ] as const) {
          const { verifier, verdicts } = await watched({ keys: { 'app-1': own }, ...options })
          const received = await signed({ key: signer })
          for (const _ of [1, 2]) await endOf(ask(verifier, received))
          const verdict = verdicts.at(-1) as node.RefusedVerdict
          assert.equal([verdict.reason, verdict.keys], [reason, [await shortOf(signer)]])
        }
      }
    }
  })

  reporting('names no key where none was tried', async () => {
    for (const ask of ways) {
      const { verifier, verdicts } = await watched({ tokens: { t: 'abc' }, bodyLimit: 10 })
      for (const [reason, change] of [
        ['app_unknown', await sign({ appId: app2 })],
        ['timestamp_expired', await sign({ timestamp: now - 301 })],
        ['signature_malformed', await sign({ key: longer })],
        ['body_too_large', { body: new Uint8Array(11) }],
        ['token_unknown', { authorization: 'Bearer abcd' }],
      ] as const) {
        await endOf(ask(verifier, await request(change)))
        const verdict = verdicts.at(-1) as node.RefusedVerdict
        assert.equal([verdict.reason, verdict.keys], [reason, undefined])
      }
    }
  })

  reporting('the answer to the caller names no key', async () => {
    const { verifier } = await watched()
    const error = await endOf(verifier.verify(await request({ body: 'x' })))
    assert.not.match(everythingOf(error), (await shortOf(key)).replace('sha256:', ''))
  })

  reporting('the reported verdict agrees with the promise, also for a stream and an invalid call', async () => {
    const { verifier, verdicts } = await watched()
    const body = (async function* () {
      yield new Uint8Array(3)
    })()
    for (const ask of [
      async () => verifier.verify(await request({ body: 'x' })),
      async () => verifier.verifyStream({ ...(await request()), body }),
      () => verifier.verify({ method: 7 } as never),
      () => verifier.verify(undefined as never),
    ]) {
      const error = (await endOf(ask())) as node.VerificationError
      const { outcome, reason, code, status, message } = verdicts.at(-1) as node.RefusedVerdict
      assert.equal(
        { outcome, reason, code, status, message },
        { outcome: 'reject', reason: error.reason, code: error.code, status: error.status, message: error.message },
      )
    }
    assert.is(verdicts.length, 4)
  })

  reporting('is reported when the answer is known, and its duration includes reading the body', async () => {
    const { verifier, verdicts } = await watched()
    const { body, ...rest } = await request()
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      assert.equal(verdicts, [])
      return body as Uint8Array
    }
    await verifier.verify({ ...rest, body: slow })
    assert.ok((verdicts[0]?.milliseconds ?? 0) >= 29)
  })

  reporting('a callback that throws or rejects changes no verdict and ends no process', async () => {
    for (const onVerdict of [
      () => {
        throw new Error('mine')
      },
      () => Promise.reject(new Error('mine')),
    ]) {
      const verifier = await createVerifier({ keys, clock, onVerdict })
      assert.is((await verifier.verify(await request())).appId, 'app-1')
      assert.instance(await endOf(verifier.verify(await request({ body: 'x' }))), node.VerificationError)
    }
    // By now, an unhandled rejection would have failed this spec.
    await new Promise(setImmediate)
  })

  reporting('shows no query, no token, no signature, no nonce, no body', async () => {
    const { verifier, verdicts } = await watched({ tokens: { t: `${canary}.token` } })
    const { authorization } = await request()
    const [, nonce, signature] = /nonce_str=([^,]*).*signature=(.*)$/.exec(String(authorization)) ?? []
    for (const change of [
      {},
      { body: canary },
      { authorization: `Bearer ${canary}.token` },
      { authorization: `Bearer ${canary}` },
      { authorization: `${canary} x` },
      { authorization: `${authorization},x=${canary}` },
      { method: `${canary} ${canary}` },
      { target: canary },
    ]) {
      await endOf(verifier.verify(await request({ authorization: String(authorization), ...change })))
    }
    assert.is(verdicts.length, 8)
    const text = everythingOf(verdicts)
    keepsSecret(text, signature as string, key.privatePem)
    assert.not.match(text, nonce as string)
  })
}

const warnings = suite('a fault of the server that nobody listens to')

const codes = (seen: ReadonlyArray<{ readonly code?: string }>): ReadonlyArray<string | undefined> =>
  seen.map(({ code }) => code)

const broken = (): never => {
  throw new Error(canary)
}
const silent = { keys, clock, guard: { claim: broken as never }, authorize: () => true }
const consumed: Partial<node.ReceivedRequest> = {
  body: () => Promise.reject(new node.BodyUnreadable({ _tag: 'body_consumed', remedy: 'Change this line.' })),
}

for (const [name, { createVerifier }] of faces) {
  warnings(`is warned of once for each reason of 500 and 503, with a code and no secret (${name})`, async () => {
    const seen = await warningsOf(async () => {
      const misconfigured = await createVerifier(silent)
      const unavailable = await createVerifier({ ...silent, authorize: broken })
      for (let i = 0; i < 3; i++) {
        for (const verifier of [misconfigured, unavailable]) await endOf(verifier.verify(await request()))
      }
    })
    assert.equal([...codes(seen)].sort(), ['COUNTERSIGN_GUARD_UNAVAILABLE', 'COUNTERSIGN_KEY_SOURCE_UNAVAILABLE'])
    assert.equal([...new Set(seen.map((warning) => warning.name))], ['CountersignWarning'])
    keepsSecret(seen.map(({ message }) => message).join(), key.privatePem)
  })

  warnings(`is left to who listens, and refusals of callers are never warned of (${name})`, async () => {
    const seen = await warningsOf(async () => {
      const heard = await createVerifier({ ...silent, onVerdict: () => {} })
      await endOf(heard.verify(await request()))
      const quiet = await createVerifier({ keys, clock })
      await endOf(quiet.verify(await request({ body: 'x' })))
      await endOf(quiet.verify(await request({ authorization: null })))
    })
    assert.equal(codes(seen), [])
  })

  warnings(
    `a consumed body is warned of once also where somebody listens, with the line to change (${name})`,
    async () => {
      const seen = await warningsOf(async () => {
        const verifier = await createVerifier({ keys, clock, onVerdict: () => {} })
        for (let i = 0; i < 2; i++) await endOf(verifier.verify(await request(consumed)))
      })
      assert.equal(codes(seen), ['COUNTERSIGN_BODY_CONSUMED'])
      assert.match(seen[0]?.message ?? '', /put the verifier before every body parser.*\. Change this line\.$/)
    },
  )
}

warnings('is left to a subscriber of the channel', async () => {
  const listen = (): void => {}
  subscribe('countersign:verdict', listen)
  const seen = await warningsOf(async () => endOf((await node.createVerifier(silent)).verify(await request())))
  unsubscribe('countersign:verdict', listen)
  assert.equal(codes(seen), [])
})

warnings('goes to console.warn where there is no process', async () => {
  const { emitWarning } = process
  const { warn } = console
  const said: Array<unknown> = []
  try {
    process.emitWarning = undefined as never
    console.warn = (...words) => void said.push(...words)
    await endOf((await web.createVerifier({ keys, clock })).verify(await request(consumed)))
  } finally {
    process.emitWarning = emitWarning
    console.warn = warn
  }
  assert.match(String(said[0]), /^COUNTERSIGN_BODY_CONSUMED: internal error/)
})

const channel = suite('countersign:verdict')

channel('each verdict is published to the subscribers of the channel', async () => {
  const published: Array<unknown> = []
  const listen = (verdict: unknown) => void published.push(verdict)
  const verifier = await node.createVerifier({ keys, clock })
  await verifier.verify(await request())
  subscribe('countersign:verdict', listen)
  await verifier.verify(await request())
  await endOf(verifier.verify(await request({ body: 'x' })))
  unsubscribe('countersign:verdict', listen)
  await verifier.verify(await request())
  const shown = published.map((verdict) => (verdict as node.Verdict).outcome)
  assert.equal(shown, ['accept', 'reject'])
})
