/**
 * Why a verifier refuses a request: the closed union, its messages for the operator, and the HTTP answer, which echoes nothing
 * of the request. The interface shows no reasons, statuses or codes (§7).
 */

import * as Authorization from './Authorization.ts'
import type { AuthType } from './AuthType.ts'
import { type Edition, offersBearer } from './Edition.ts'
import { type Fault, messageOf } from './Fault.ts'
import type { TimestampExpired, TimestampInFuture } from './Freshness.ts'
import { answer, type HttpAnswer } from './HttpAnswer.ts'
import * as HttpDate from './HttpDate.ts'
import type { MalformedMethod } from './Method.ts'
import type { MalformedTarget } from './RequestTarget.ts'
import { requestLineMessage } from './requestLineMessage.ts'
import type { Timestamp } from './Timestamp.ts'

export type AuthorizationMissing = Fault<'authorization_missing'>

/** The request has `count` Authorization headers; two programs could each choose another header. */
export type AuthorizationMultiple = Fault<'authorization_multiple', { readonly count: number }>

/** Token authentication is not offered here: by this edition, or because no token book is configured. */
export type BearerNotOffered = Fault<'bearer_not_offered', { readonly because: 'edition' | 'no-token-book' }>

/**
 * The request is right and in time, and its timestamp is before the first timestamp that the replay guard accepts: it has just
 * started, or evicted claims. Vectors and ports know no starting guard, so the tag is theirs; logs and callers get
 * `guard_starting`. The caller signs anew, at once or after `retryAfterSeconds` if that first timestamp is still in the future.
 */
export interface TimestampForgotten {
  readonly _tag: 'timestamp_expired'
  readonly because: 'forgotten'
  readonly now: Timestamp
  readonly retryAfterSeconds?: number
}

export type AppUnknown = Fault<'app_unknown'>

/** The signature has `bytes` bytes; no key of the app has a modulus of this length. */
export type SignatureLengthWrong = Fault<'signature_malformed', { readonly rule: 'modulus'; readonly bytes: number }>

/** None of the app's `keys` keys of fitting length verifies the signature over the string to sign. */
export type SignatureInvalid = Fault<'signature_invalid', { readonly keys: number }>

/** The signature is right, but its key is not valid now. */
export type KeyRevoked = Fault<'key_revoked', { readonly because: 'revoked' | 'not-yet-valid' | 'no-longer-valid' }>

export type NonceReplayed = Fault<'nonce_replayed'>

export type TokenUnknown = Fault<'token_unknown'>

export type BodyTooLarge = Fault<'body_too_large', { readonly limitBytes: number }>

/** The connection ended before the body did. */
export type BodyIncomplete = Fault<'body_incomplete'>

/**
 * The caller chose a form of the body of which a parser before the verifier keeps no bytes as they arrived: a Content-Encoding, or
 * text that is not UTF-8.
 */
export type BodyUnsupported = Fault<'body_unsupported', { readonly because: 'coding' | 'text' }>

/** A body parser consumed the body before the verifier, so the signed bytes are gone. `remedy` says which line of the program to change. */
export type BodyConsumed = Fault<'body_consumed', { readonly remedy?: string }>

export type AppForbidden = Fault<'app_forbidden'>

/** The signature was not checked: too many others waited, and this one got no turn in time. */
export type VerifierBusy = Fault<'verifier_busy'>

/** What the embedding program threw, if it did: for its error path and debugger. Nothing here prints it, for it may hold a secret. */
interface Caused {
  readonly detail: string
  readonly cause?: unknown
}

/** The key source, the token book or `authorize` failed; `detail` is for the operator. */
export type KeySourceUnavailable = Fault<'key_source_unavailable', Caused>

/** There is no verifier yet; `detail` is for the operator. */
export type VerifierStarting = Fault<'verifier_starting', Caused & { readonly retryAfterSeconds: number }>

export type GuardUnavailable = Fault<'guard_unavailable', Caused>

/** The guard remembers `quota` nonces of this key; more would evict those of other keys. */
export type GuardFull = Fault<'guard_full', { readonly quota: number }>

export type Misconfigured = Fault<'misconfigured', Caused>

/**
 * The embedding program's fault; `detail` says what to change.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.reason(VerifyError.misconfigured('give a guard')), 'misconfigured')
 * ```
 */
export const misconfigured = (detail: string): Misconfigured => ({ _tag: 'misconfigured', detail })

export type BodyError = BodyTooLarge | BodyIncomplete | BodyUnsupported | BodyConsumed

export type VerifyError =
  | AuthorizationMissing
  | AuthorizationMultiple
  | Authorization.AuthorizationMalformed
  | Authorization.SchemeUnsupported
  | BearerNotOffered
  | MalformedMethod
  | MalformedTarget
  | TimestampExpired
  | TimestampForgotten
  | TimestampInFuture
  | AppUnknown
  | Authorization.SignatureMalformed
  | SignatureLengthWrong
  | SignatureInvalid
  | KeyRevoked
  | NonceReplayed
  | TokenUnknown
  | BodyError
  | AppForbidden
  | VerifierBusy
  | VerifierStarting
  | KeySourceUnavailable
  | GuardUnavailable
  | GuardFull
  | Misconfigured

/**
 * What the caller is told of each public code: the status, and the message. Nothing else decides it, for the caller must not
 * learn whether an app exists: four causes share `signature_invalid`.
 */
const told = {
  authorization_missing: [401, 'this request needs an Authorization header'],
  authorization_multiple: [400, 'send exactly one Authorization header'],
  authorization_malformed: [400, 'the Authorization header is not of the required form'],
  scheme_unsupported: [401, 'this service does not accept this authorization scheme'],
  bearer_not_offered: [401, 'token authentication is not offered here; sign the request'],
  method_invalid: [400, 'the method is not of the required form'],
  target_invalid: [400, 'the request target is not of the required form'],
  timestamp_expired: [401, 'the timestamp is too old; compare your clock with the Date header and sign again'],
  timestamp_in_future: [
    401,
    'the timestamp lies in the future; compare your clock with the Date header and sign again',
  ],
  signature_invalid: [401, 'the signature does not fit this request'],
  nonce_replayed: [401, 'this nonce has been used; sign again with a new one'],
  token_invalid: [401, 'the token is not valid'],
  body_too_large: [413, 'the body is larger than this service accepts'],
  body_incomplete: [400, 'the body ended early'],
  body_unsupported: [415, 'send this body without a Content-Encoding; if the body is text, send it as UTF-8'],
  app_forbidden: [403, 'this app may not do this'],
  verifier_busy: [503, 'this service is busy; sign again later'],
  verifier_starting: [503, 'this service is starting; sign again later'],
  guard_starting: [503, 'the request was signed before this service was ready; sign it again'],
  key_source_unavailable: [503, 'the request cannot be checked at the moment; sign again later'],
  guard_unavailable: [503, 'the request cannot be checked at the moment; sign again later'],
  guard_full: [503, 'too many requests with this key; sign again later'],
  internal: [500, 'internal error'],
} as const

export type PublicCode = keyof typeof told

/** The less precise code of each reason that would leak information. */
const vague = {
  app_unknown: 'signature_invalid',
  signature_malformed: 'signature_invalid',
  key_revoked: 'signature_invalid',
  token_unknown: 'token_invalid',
  body_consumed: 'internal',
  misconfigured: 'internal',
} as const

/**
 * The refusal's name in logs. More precise than the public code. Vectors and ports have no `guard_starting`, and know it as
 * `timestamp_expired`. Not derived from the errors, for their types name those of io-ts.
 */
export type Reason = Exclude<PublicCode, 'token_invalid' | 'internal'> | keyof typeof vague

const isForgotten = (e: VerifyError): e is TimestampForgotten =>
  e._tag === 'timestamp_expired' && e.because === 'forgotten'

/**
 * The refusal's name in logs. It reveals whether an app exists, so send `code` to the caller.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.reason({ _tag: 'authorization_missing' }), 'authorization_missing')
 * ```
 */
export const reason = (e: VerifyError): Reason => (isForgotten(e) ? 'guard_starting' : e._tag)

/**
 * Whether a text is a refusal's name.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.ok(VerifyError.isReason('authorization_missing'))
 * assert.ok(!VerifyError.isReason('toString'))
 * ```
 */
export const isReason = (text: string): text is Reason =>
  Object.hasOwn(vague, text) || (Object.hasOwn(told, text) && text !== 'token_invalid' && text !== 'internal')

const listReasons = (): ReadonlyArray<Reason> => [...Object.keys(told), ...Object.keys(vague)].filter(isReason)

/**
 * Every reason, for what counts refusals: a counter of each exists before the first one comes.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.ok(VerifyError.reasons.includes('guard_unavailable'))
 * assert.ok(VerifyError.reasons.every(VerifyError.isReason))
 * ```
 */
export const reasons: ReadonlyArray<Reason> = /* @__PURE__ */ listReasons()

/**
 * The code for the caller: the reason, or a less precise code where the reason would leak information.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.code({ _tag: 'body_consumed' }), 'internal')
 * ```
 */
export const code = (e: VerifyError): PublicCode => {
  const name = reason(e)
  // Own members: a polluted Object.prototype changes no code.
  return Object.hasOwn(vague, name) ? vague[name as keyof typeof vague] : (name as PublicCode)
}

/**
 * The cause and the remedy, for the operator only: the message reveals whether an app exists.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.message({ _tag: 'authorization_missing' }), 'the request has no Authorization header')
 * ```
 */
export const message: (e: VerifyError) => string = /* @__PURE__ */ messageOf<VerifyError>({
  authorization_missing: 'the request has no Authorization header',
  authorization_multiple: (e) => `the request has ${e.count} Authorization headers; exactly one is accepted`,
  authorization_malformed: (e) =>
    `the Authorization header is malformed at character ${e.offset}: ${Authorization.headerFaults[e.rule]}`,
  scheme_unsupported: 'the Authorization header has a wrong auth type; the configured auth type or Bearer is expected',
  bearer_not_offered: (e) =>
    e.because === 'edition'
      ? 'the mainland edition does not offer token authentication; sign the request'
      : 'this service has no tokens; sign the request',
  method_invalid: requestLineMessage,
  target_invalid: (e) =>
    e.detail === undefined ? requestLineMessage(e) : `the request target is unknown: ${e.detail}`,
  timestamp_expired: (e) =>
    e.because === 'forgotten'
      ? forgottenWords(e)
      : `the timestamp is ${e.ageSeconds} s old; at most ${e.maxAgeSeconds} s are accepted`,
  timestamp_in_future: (e) => {
    const unit = otherUnit(e.now + e.aheadSeconds)
    return unit === undefined
      ? `the timestamp is ${e.aheadSeconds} s in the future; at most ${e.maxSkewSeconds} s are accepted`
      : `the timestamp looks like ${unit}; seconds since 1970 are expected`
  },
  app_unknown: 'no key is registered for this app id',
  signature_malformed: (e) =>
    e.rule === 'modulus'
      ? `the signature is ${e.bytes} ${e.bytes === 1 ? 'byte' : 'bytes'} long; no key of this app makes signatures of that length`
      : `the signature is not canonical Base64 at character ${e.offset} of the header: ${base64Words[e.rule]}`,
  signature_invalid: (e) =>
    `the signature is not valid for the string to sign and ${e.keys === 1 ? "the app's key" : `any of the app's ${e.keys} keys`}`,
  key_revoked: (e) => `the signature is right, but its key is ${e.because.replaceAll('-', ' ')}`,
  nonce_replayed: 'the nonce has been used before; each request needs a new one',
  token_unknown: 'the token is not registered',
  body_too_large: (e) => `the body is larger than ${e.limitBytes} bytes`,
  body_incomplete: 'the connection ended before the whole body arrived',
  body_unsupported: (e) =>
    e.because === 'coding'
      ? 'the body has a Content-Encoding, and a parser before the verifier keeps only the decompressed bytes; put the verifier before the parser to accept such bodies'
      : 'the body is not UTF-8 (other bytes, another charset, or a byte order mark), and a parser before the verifier keeps the body only as text; put the verifier before the parser, or let the parser keep the bytes',
  body_consumed:
    'internal error: other code read the request body before the verifier; put the verifier before every body parser, and before all other code that reads or replaces the body',
  app_forbidden: 'the request is valid, but authorize refused the app',
  verifier_busy:
    'the signature was not checked: too many requests of this app wait for a check, or this request waited longer than timeoutMs',
  verifier_starting: (e) => `there is no verifier yet: ${e.detail}`,
  key_source_unavailable: (e) => `keys, tokens or the authorization decision are unavailable: ${e.detail}`,
  guard_unavailable: (e) => `the replay guard cannot answer: ${e.detail}`,
  guard_full: (e) =>
    `the replay guard remembers ${e.quota} nonces of this key, which is its quota; send the request again when some of them have expired`,
  misconfigured: (e) => `misconfigured: ${e.detail}`,
})

/** What a timestamp counts that lies thousands of years ahead: a date in digits has 14 of them. */
const otherUnit = (timestamp: number): string | undefined => {
  if (timestamp < 1e11) return undefined
  return timestamp < 1e13 ? 'milliseconds' : timestamp < 1e14 ? 'a date in digits' : 'microseconds'
}

const forgottenWords = ({ retryAfterSeconds }: TimestampForgotten): string =>
  retryAfterSeconds === undefined
    ? 'the replay guard cannot know whether this nonce was used before: the guard has just started or is full, and does not have all nonces with this timestamp; sign the request again'
    : `the replay guard cannot know whether this nonce was used before: the guard has just started, is full or has lost its store, and does not have all nonces with this timestamp; wait ${retryAfterSeconds} s, then sign the request again`

const base64Words: Record<Authorization.SignatureMalformed['rule'], string> = {
  alphabet: 'a character is not in the standard alphabet',
  length: 'the last group has only one character, which encodes nothing',
  padding: 'the padding is missing or too long',
  'spare-bits': 'the unused bits of the last character are not zero',
}

export type { HttpAnswer }

/** The authentication schemes for a challenge. */
export interface Offer {
  readonly authType: AuthType
  readonly edition: Edition
  readonly tokens: boolean
  /** The name of what the credentials open. Absent: `jobs` for tokens, and none for signatures. */
  readonly realm?: string | undefined
}

/**
 * The answer to a refused request. It depends on the error's kind only; for a timestamp, also on the server's time and the
 * retry delay.
 *
 * @example
 * ```ts
 * import { AuthType, VerifyError } from 'countersign'
 *
 * const offer = { authType: AuthType.standard, edition: 'international', tokens: false } as const
 * const { status, body } = VerifyError.httpAnswer(offer)({ _tag: 'authorization_missing' })
 * assert.equal(status, 401)
 * assert.equal(JSON.parse(body).error.code, 'authorization_missing')
 * ```
 */
export const httpAnswer =
  (offer: Offer) =>
  (e: VerifyError): HttpAnswer => {
    const publicCode = code(e)
    const [status, words] = told[publicCode]
    const headers: Record<string, string> = {}
    if (status === 401) headers['WWW-Authenticate'] = challenge(publicCode, offer)
    if (status === 503) headers['Retry-After'] = '1'
    if ('now' in e) headers.Date = HttpDate.serialize(e.now)
    if ('retryAfterSeconds' in e) headers['Retry-After'] = String(e.retryAfterSeconds)
    return answer(status, { code: publicCode, message: words }, headers)
  }

/** RFC 9110 §11.6.1. No error code for a request without credentials (RFC 6750 §3). */
const challenge = (code: PublicCode, { authType, edition, tokens, realm }: Offer): string => {
  const isOfToken = code === 'token_invalid'
  const error = code === 'authorization_missing' || isOfToken ? undefined : code
  const signed = challengeOf(authType, { realm, error })
  const bearer = challengeOf(
    'Bearer',
    isOfToken ? { realm, error: 'invalid_token' } : { realm: realm ?? 'jobs', error: undefined },
  )
  return tokens && offersBearer(edition) ? `${signed}, ${bearer}` : signed
}

const challengeOf = (scheme: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value}"`],
  )
  return [scheme, given.join(', ')].filter(Boolean).join(' ')
}
