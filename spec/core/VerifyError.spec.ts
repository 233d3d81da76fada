import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import { offersBearer } from '../../src/core/Edition.ts'
import * as Freshness from '../../src/core/Freshness.ts'
import * as HttpDate from '../../src/core/HttpDate.ts'
import * as Method from '../../src/core/Method.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import type * as Timestamp from '../../src/core/Timestamp.ts'
import * as VerifyError from '../../src/core/VerifyError.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

type Tag = VerifyError.VerifyError['_tag']

const offer: VerifyError.Offer = { authType: Authorization.standard.authType, edition: 'international', tokens: true }

/** The documented reason, status and code of each error. */
const published: { readonly [T in Tag]: readonly [VerifyError.Reason, number, VerifyError.PublicCode] } = {
  authorization_missing: ['authorization_missing', 401, 'authorization_missing'],
  authorization_multiple: ['authorization_multiple', 400, 'authorization_multiple'],
  authorization_malformed: ['authorization_malformed', 400, 'authorization_malformed'],
  scheme_unsupported: ['scheme_unsupported', 401, 'scheme_unsupported'],
  bearer_not_offered: ['bearer_not_offered', 401, 'bearer_not_offered'],
  method_invalid: ['method_invalid', 400, 'method_invalid'],
  target_invalid: ['target_invalid', 400, 'target_invalid'],
  timestamp_expired: ['timestamp_expired', 401, 'timestamp_expired'],
  timestamp_in_future: ['timestamp_in_future', 401, 'timestamp_in_future'],
  app_unknown: ['app_unknown', 401, 'signature_invalid'],
  signature_malformed: ['signature_malformed', 401, 'signature_invalid'],
  signature_invalid: ['signature_invalid', 401, 'signature_invalid'],
  key_revoked: ['key_revoked', 401, 'signature_invalid'],
  nonce_replayed: ['nonce_replayed', 401, 'nonce_replayed'],
  token_unknown: ['token_unknown', 401, 'token_invalid'],
  body_too_large: ['body_too_large', 413, 'body_too_large'],
  body_incomplete: ['body_incomplete', 400, 'body_incomplete'],
  body_unsupported: ['body_unsupported', 415, 'body_unsupported'],
  body_consumed: ['body_consumed', 500, 'internal'],
  app_forbidden: ['app_forbidden', 403, 'app_forbidden'],
  key_source_unavailable: ['key_source_unavailable', 503, 'key_source_unavailable'],
  verifier_busy: ['verifier_busy', 503, 'verifier_busy'],
  verifier_starting: ['verifier_starting', 503, 'verifier_starting'],
  guard_unavailable: ['guard_unavailable', 503, 'guard_unavailable'],
  guard_full: ['guard_full', 503, 'guard_full'],
  misconfigured: ['misconfigured', 500, 'internal'],
}

/** The one error whose names are not its tag's: the guard's state, and not the caller's clock. */
const guardStarting = ['guard_starting', 503, 'guard_starting'] as const
const isForgotten = (error: VerifyError.VerifyError): boolean => 'because' in error && error.because === 'forgotten'

const tags = Object.keys(published) as Array<Tag>
/** Samples of one error that cover all its rules and causes. */
const samples = (tag: Tag): ReadonlyArray<VerifyError.VerifyError> =>
  fc.sample(arb.verifyErrors[tag] as fc.Arbitrary<VerifyError.VerifyError>, 200)

/** One word, a space, then parameters: enough to read our own challenges. */
const challenges = (header: string): ReadonlyArray<string> => header.split(', ')

const table = suite('VerifyError.reason and VerifyError.code')

for (const tag of tags) {
  table(`${tag} is ${published[tag].join(', ')}`, () => {
    for (const error of samples(tag)) {
      const [reason, status, code] = isForgotten(error) ? guardStarting : published[tag]
      assert.is(VerifyError.reason(error), reason)
      assert.is(VerifyError.code(error), code)
      assert.is(VerifyError.httpAnswer(offer)(error).status, status)
    }
  })
}

const message = suite('VerifyError.message')

message('for all errors: the message is not empty', () =>
  forAll([arb.verifyError()], { numRuns: 500 }, (error) => {
    assert.match(VerifyError.message(error), /^[a-z].{10,}/s)
    assert.not.match(VerifyError.message(error), /undefined|NaN|\[object/)
  }),
)

message('has a distinct message for every rule and cause', () => {
  const words = new Map<string, string>()
  for (const tag of tags) {
    for (const error of samples(tag)) {
      const kind = [tag, 'rule' in error ? error.rule : '', 'because' in error ? error.because : ''].join()
      if (!words.has(kind)) words.set(kind, VerifyError.message(error).replaceAll(/\d+/g, '0'))
    }
  }
  assert.is(new Set(words.values()).size, words.size)
})

message('its message has the numbers', () => {
  const now = 1_700_000_000 as Parameters<typeof HttpDate.serialize>[0]
  const figures: Array<[VerifyError.VerifyError, RegExp]> = [
    [{ _tag: 'authorization_multiple', count: 2 }, /\b2\b/],
    [{ _tag: 'authorization_malformed', rule: 'quote', offset: 41 }, /\b41\b/],
    [{ _tag: 'target_invalid', rule: 'character', offset: 17 }, /\b17\b/],
    [{ _tag: 'timestamp_expired', because: 'age', ageSeconds: 301, maxAgeSeconds: 300, now }, /\b301 s\b.*\b300 s\b/],
    [
      { _tag: 'timestamp_expired', because: 'forgotten', now, retryAfterSeconds: 7 },
      /has lost its store, .*; wait 7 s, then sign the request again$/,
    ],
    [{ _tag: 'timestamp_expired', because: 'forgotten', now }, /; sign the request again$/],
    [{ _tag: 'timestamp_in_future', aheadSeconds: 61, maxSkewSeconds: 60, now }, /\b61 s\b.*\b60 s\b/],
    [{ _tag: 'signature_malformed', rule: 'padding', offset: 99 }, /\b99\b/],
    [{ _tag: 'signature_malformed', rule: 'modulus', bytes: 128 }, /\b128 bytes\b/],
    [{ _tag: 'signature_invalid', keys: 3 }, /\b3 keys\b/],
    [{ _tag: 'signature_invalid', keys: 1 }, /the app's key$/],
    [{ _tag: 'body_too_large', limitBytes: 1_048_576 }, /\b1048576 bytes\b/],
    [{ _tag: 'verifier_busy' }, /timeoutMs/],
    [{ _tag: 'guard_full', quota: 5000 }, /\b5000\b/],
  ]
  for (const [error, pattern] of figures) assert.match(VerifyError.message(error), pattern)
})

const answer = suite('VerifyError.httpAnswer')

answer('is JSON with code and message, not to be stored', () => {
  assert.equal(VerifyError.httpAnswer(offer)({ _tag: 'nonce_replayed' }), {
    status: 401,
    headers: {
      'Content-Type': 'application/json; charset=UTF-8',
      'Cache-Control': 'no-store',
      'WWW-Authenticate': 'SVC-SHA256-RSA error="nonce_replayed", Bearer realm="jobs"',
    },
    body: '{"error":{"code":"nonce_replayed","message":"this nonce has been used; sign again with a new one"}}',
  })
})

answer('for all errors and offers: the body is {"error":{"code","message"}}, and nothing else', () =>
  forAll([arb.verifyError(), like.offer()], { numRuns: 500 }, (error, any) => {
    const body = JSON.parse(VerifyError.httpAnswer(any)(error).body)
    assert.equal(Object.keys(body), ['error'])
    assert.equal(Object.keys(body.error), ['code', 'message'])
    assert.is(body.error.code, VerifyError.code(error))
    assert.ok(body.error.message.length > 10)
  }),
)

answer(
  'for all errors and offers: WWW-Authenticate comes with a 401, Date with a timestamp, Retry-After where waiting helps',
  () =>
    forAll([arb.verifyError(), like.offer()], { numRuns: 500 }, (error, any) => {
      const { status, headers } = VerifyError.httpAnswer(any)(error)
      assert.is('WWW-Authenticate' in headers, status === 401)
      assert.is('Retry-After' in headers, status === 503 || 'retryAfterSeconds' in error)
      assert.is('Date' in headers, /^timestamp_|^guard_starting$/.test(VerifyError.code(error)))
    }),
)

answer('for all refused timestamps: Date is the verifier’s time of the check', () =>
  forAll([fc.oneof(arb.verifyErrors.timestamp_expired, arb.verifyErrors.timestamp_in_future)], (error) =>
    assert.is(VerifyError.httpAnswer(offer)(error).headers.Date, HttpDate.serialize(error.now)),
  ),
)

answer('for all offers: the challenge names the auth type, and Bearer only if tokens are offered', () =>
  forAll([arb.verifyError(), like.offer()], (error, any) => {
    const header = VerifyError.httpAnswer(any)(error).headers['WWW-Authenticate']
    if (header === undefined) return
    const [own, ...others] = challenges(header)
    assert.is(own?.split(' ')[0], any.authType)
    assert.is(others.length, any.tokens && offersBearer(any.edition) ? 1 : 0)
    for (const other of others) assert.match(other, /^Bearer [a-z]+="[a-z_]+"$/)
  }),
)

answer('no error code without credentials, invalid_token for a bad token (RFC 6750 §3)', () => {
  const challenge = (error: VerifyError.VerifyError) => VerifyError.httpAnswer(offer)(error).headers['WWW-Authenticate']
  assert.is(challenge({ _tag: 'authorization_missing' }), 'SVC-SHA256-RSA, Bearer realm="jobs"')
  assert.is(challenge({ _tag: 'token_unknown' }), 'SVC-SHA256-RSA, Bearer error="invalid_token"')
})

answer('for all offers: unknown app, malformed or wrong signature and revoked key get the same answer bytes', () =>
  forAll(
    [
      fc.tuple(
        arb.verifyErrors.app_unknown,
        arb.verifyErrors.signature_malformed,
        arb.verifyErrors.signature_invalid,
        arb.verifyErrors.key_revoked,
      ),
      like.offer(),
    ],
    (errors, any) => {
      const answers = errors.map((error) => JSON.stringify(VerifyError.httpAnswer(any)(error)))
      assert.is(new Set(answers).size, 1)
    },
  ),
)

answer('for all errors: depends only on the kind; for a timestamp also on the time and the floor', () =>
  forAll(
    [
      fc
        .constantFrom(...tags)
        .chain(
          (tag) =>
            fc.tuple(arb.verifyErrors[tag], arb.verifyErrors[tag]) as fc.Arbitrary<
              [VerifyError.VerifyError, VerifyError.VerifyError]
            >,
        ),
      like.offer(),
    ],
    { numRuns: 500 },
    ([one, other], any) => {
      fc.pre(isForgotten(one) === isForgotten(other))
      const at = (error: VerifyError.VerifyError) => {
        const sameSecond = 'now' in error && 'now' in one ? { ...error, now: one.now } : error
        const { headers, ...answer } = VerifyError.httpAnswer(any)(sameSecond)
        const { 'Retry-After': _, ...others } = headers
        return { ...answer, headers: others }
      }
      assert.equal(at(one), at(other))
    },
  ),
)

answer('for all requests that core refuses: neither answer nor message contains any of the request', async () => {
  const marked = fc.constantFrom('ZqX', 'zQx7', 'q-ZQX-q')
  await forAll([like.headerLike(), marked, fc.nat()], { numRuns: 500 }, (text, mark, place) => {
    const at = place % (text.length + 1)
    const dirty = `${text.slice(0, at)}${mark}${text.slice(at)}`
    const results: ReadonlyArray<E.Either<VerifyError.VerifyError, unknown>> = [
      Authorization.parse(dirty),
      Authorization.parse(`SVC-SHA256-RSA ${dirty}`),
      Authorization.parse(`SVC-SHA256-RSA app_id=${dirty},nonce_str=${dirty},timestamp=${dirty},signature=${dirty}`),
      Authorization.parse(`Bearer ${dirty}\n`),
      Method.parse(`${dirty}\n`),
      RequestTarget.parse(dirty),
    ]
    for (const result of results) {
      if (E.isRight(result)) continue
      assert.not.match(JSON.stringify(VerifyError.httpAnswer(offer)(result.left)), mark)
      assert.not.match(VerifyError.message(result.left), mark)
      assert.not.match(JSON.stringify(result.left), mark)
    }
  })
})

answer('for all operator-only details: none is in the answer', () =>
  forAll(
    [
      fc.constantFrom('key_source_unavailable', 'guard_unavailable', 'verifier_starting', 'misconfigured'),
      like.unicodeText().map((s) => `«${s}»`),
    ],
    (_tag, detail) => {
      const error = { _tag, detail, retryAfterSeconds: 1 } as const
      assert.match(VerifyError.message(error), detail)
      assert.not.match(JSON.stringify(VerifyError.httpAnswer(offer)(error)), /[«»]/)
    },
  ),
)

answer('isReason: the names of refusals, and no other text', () => {
  assert.ok(VerifyError.isReason('nonce_replayed'))
  for (const text of ['', 'toString', 'internal', 'Nonce_replayed']) assert.not.ok(VerifyError.isReason(text))
})

answer(
  'a guard that has started is the server’s state: 503, Retry-After of a second or more, and *sign it again*',
  () =>
    forAll([arb.verifyErrors.timestamp_expired, like.offer()], (error, any) => {
      fc.pre(isForgotten(error))
      const { status, headers, body } = VerifyError.httpAnswer(any)(error)
      assert.is(status, 503)
      assert.ok(Number(headers['Retry-After']) >= 1)
      assert.match(JSON.parse(body).error.message, /sign it again$/)
      assert.not.match(body, 'clock')
      // Vectors and ports keep the tag.
      assert.is(error._tag, 'timestamp_expired')
    }),
)

message('a timestamp of another unit is told at once: milliseconds, a date in digits, microseconds', () => {
  const now = 1_700_000_000
  const wordsOf = (timestamp: number): string => {
    const fresh = Freshness.check(Freshness.defaults, timestamp as Timestamp.Timestamp, now as Timestamp.Timestamp)
    return E.isLeft(fresh) ? VerifyError.message(fresh.left) : ''
  }
  assert.match(wordsOf(1_700_000_000_417), /^the timestamp looks like milliseconds; seconds since 1970 are expected$/)
  assert.match(wordsOf(20_231_114_221_320), /^the timestamp looks like a date in digits/)
  assert.match(wordsOf(1_700_000_000_417_000), /^the timestamp looks like microseconds/)
  assert.match(wordsOf(now + 61), /^the timestamp is 61 s in the future/)
})
