/**
 * Why a verifier refuses a request: the closed union, its messages for the operator, and the HTTP answer, which echoes nothing
 * of the request. The interface shows no reasons, statuses or codes (§7).
 */

import { rule as appIdRule } from './AppId.ts'
import type { AuthorizationMalformed, SchemeUnsupported, SignatureMalformed } from './Authorization.ts'
import type { AuthType } from './AuthType.ts'
import { type Edition, offersBearer } from './Edition.ts'
import type { TimestampExpired, TimestampInFuture } from './Freshness.ts'
import { answer, type HttpAnswer } from './HttpAnswer.ts'
import * as HttpDate from './HttpDate.ts'
import type { MalformedMethod } from './Method.ts'
import { rule as nonceRule } from './Nonce.ts'
import type { MalformedTarget } from './RequestTarget.ts'
import { mustBe } from './Rule.ts'
import { requestLineMessage } from './requestLineMessage.ts'
import type { Timestamp } from './Timestamp.ts'

export interface AuthorizationMissing {
  readonly _tag: 'authorization_missing'
}

/** The request has `count` Authorization headers; two programs could each choose another header. */
export interface AuthorizationMultiple {
  readonly _tag: 'authorization_multiple'
  readonly count: number
}

/** Token authentication is not offered here: by this edition, or because no token book is configured. */
export interface BearerNotOffered {
  readonly _tag: 'bearer_not_offered'
  readonly because: 'edition' | 'no-token-book'
}

/**
 * The timestamp is before the first timestamp that the replay guard accepts. The caller may sign again now, or after
 * `retryAfterSeconds` if that timestamp is still in the future.
 */
export interface TimestampForgotten {
  readonly _tag: 'timestamp_expired'
  readonly because: 'forgotten'
  readonly now: Timestamp
  readonly retryAfterSeconds?: number
}

export interface AppUnknown {
  readonly _tag: 'app_unknown'
}

/** The signature has `bytes` bytes; no key of the app has a modulus of this length. */
export interface SignatureLengthWrong {
  readonly _tag: 'signature_malformed'
  readonly rule: 'modulus'
  readonly bytes: number
}

/** None of the app's `keys` keys of fitting length verifies the signature over the string to sign. */
export interface SignatureInvalid {
  readonly _tag: 'signature_invalid'
  readonly keys: number
}

/** The signature is right, but its key is not valid now. */
export interface KeyRevoked {
  readonly _tag: 'key_revoked'
  readonly because: 'revoked' | 'not-yet-valid' | 'no-longer-valid'
}

export interface NonceReplayed {
  readonly _tag: 'nonce_replayed'
}

export interface TokenUnknown {
  readonly _tag: 'token_unknown'
}

export interface BodyTooLarge {
  readonly _tag: 'body_too_large'
  readonly limitBytes: number
}

/** The connection ended before the body did. */
export interface BodyIncomplete {
  readonly _tag: 'body_incomplete'
}

/** A body parser consumed the body before the verifier, so the signed bytes are gone. `remedy` says which line of the program to change. */
export interface BodyConsumed {
  readonly _tag: 'body_consumed'
  readonly remedy?: string
}

export interface AppForbidden {
  readonly _tag: 'app_forbidden'
}

/** The signature was not checked: too many others waited, and this one got no turn in time. */
export interface VerifierBusy {
  readonly _tag: 'verifier_busy'
}

/** The key source, the token book or `authorize` failed; `detail` is for the operator. */
export interface KeySourceUnavailable {
  readonly _tag: 'key_source_unavailable'
  readonly detail: string
}

export interface GuardUnavailable {
  readonly _tag: 'guard_unavailable'
  readonly detail: string
}

/** The guard remembers `quota` nonces of this key; more would evict those of other keys. */
export interface GuardFull {
  readonly _tag: 'guard_full'
  readonly quota: number
}

export interface Misconfigured {
  readonly _tag: 'misconfigured'
  readonly detail: string
}

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

export type BodyError = BodyTooLarge | BodyIncomplete | BodyConsumed

export type VerifyError =
  | AuthorizationMissing
  | AuthorizationMultiple
  | AuthorizationMalformed
  | SchemeUnsupported
  | BearerNotOffered
  | MalformedMethod
  | MalformedTarget
  | TimestampExpired
  | TimestampForgotten
  | TimestampInFuture
  | AppUnknown
  | SignatureMalformed
  | SignatureLengthWrong
  | SignatureInvalid
  | KeyRevoked
  | NonceReplayed
  | TokenUnknown
  | BodyError
  | AppForbidden
  | VerifierBusy
  | KeySourceUnavailable
  | GuardUnavailable
  | GuardFull
  | Misconfigured

/** Messages for the caller, who must not learn whether an app exists: four causes share `signature_invalid`. */
const publicWords = {
  authorization_missing: 'this request needs an Authorization header',
  authorization_multiple: 'send exactly one Authorization header',
  authorization_malformed: 'the Authorization header is not of the required form',
  scheme_unsupported: 'this authorization scheme is not offered',
  bearer_not_offered: 'token authentication is not offered here; sign the request',
  method_invalid: 'the method is not of the required form',
  target_invalid: 'the request target is not of the required form',
  timestamp_expired: 'the timestamp is too old; compare your clock with the Date header and sign again',
  timestamp_in_future: 'the timestamp lies in the future; compare your clock with the Date header and sign again',
  signature_invalid: 'the signature does not fit this request',
  nonce_replayed: 'this nonce has been used; sign again with a new one',
  token_invalid: 'the token is not valid',
  body_too_large: 'the body is larger than this service accepts',
  body_incomplete: 'the body ended early',
  app_forbidden: 'this app may not do this',
  verifier_busy: 'this service is busy; sign again later',
  key_source_unavailable: 'the request cannot be checked at the moment; sign again later',
  guard_unavailable: 'the request cannot be checked at the moment; sign again later',
  guard_full: 'too many requests with this key; sign again later',
  internal: 'internal error',
} as const

export type PublicCode = keyof typeof publicWords

/** The refusal's name in logs, vectors and ports: an error's tag. More precise than the public code. */
export type Reason =
  | Exclude<PublicCode, 'token_invalid' | 'internal'>
  | 'app_unknown'
  | 'signature_malformed'
  | 'key_revoked'
  | 'token_unknown'
  | 'body_consumed'
  | 'misconfigured'

interface Row {
  readonly status: 400 | 401 | 403 | 413 | 500 | 503
  readonly code?: PublicCode
}

/** The status; and a less precise code for the caller where the reason would leak information. */
const answers: Readonly<Record<Reason, Row>> = {
  authorization_missing: { status: 401 },
  authorization_multiple: { status: 400 },
  authorization_malformed: { status: 400 },
  scheme_unsupported: { status: 401 },
  bearer_not_offered: { status: 401 },
  method_invalid: { status: 400 },
  target_invalid: { status: 400 },
  timestamp_expired: { status: 401 },
  timestamp_in_future: { status: 401 },
  app_unknown: { status: 401, code: 'signature_invalid' },
  signature_malformed: { status: 401, code: 'signature_invalid' },
  signature_invalid: { status: 401 },
  key_revoked: { status: 401, code: 'signature_invalid' },
  nonce_replayed: { status: 401 },
  token_unknown: { status: 401, code: 'token_invalid' },
  body_too_large: { status: 413 },
  body_incomplete: { status: 400 },
  body_consumed: { status: 500, code: 'internal' },
  app_forbidden: { status: 403 },
  verifier_busy: { status: 503 },
  key_source_unavailable: { status: 503 },
  guard_unavailable: { status: 503 },
  guard_full: { status: 503 },
  misconfigured: { status: 500, code: 'internal' },
}

/**
 * The refusal's name in logs, vectors and ports. It reveals whether an app exists, so send `code` to the caller.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.reason({ _tag: 'authorization_missing' }), 'authorization_missing')
 * ```
 */
export const reason = (e: VerifyError): Reason => e._tag

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
export const isReason = (text: string): text is Reason => Object.hasOwn(answers, text)

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
export const code = (e: VerifyError): PublicCode => answers[e._tag].code ?? (e._tag as PublicCode)

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
export const message = (e: VerifyError): string => {
  switch (e._tag) {
    case 'authorization_missing':
      return 'the request has no Authorization header'
    case 'authorization_multiple':
      return `the request has ${e.count} Authorization headers; exactly one is accepted`
    case 'authorization_malformed':
      return `the Authorization header is malformed at character ${e.offset}: ${ruleWords[e.rule]}`
    case 'scheme_unsupported':
      return 'the Authorization header opens with an auth type that is neither the configured one nor Bearer'
    case 'bearer_not_offered':
      return e.because === 'edition'
        ? 'the mainland edition does not offer token authentication; sign the request'
        : 'no token book is configured, so token authentication is not offered; sign the request'
    case 'method_invalid':
    case 'target_invalid':
      return requestLineMessage(e)
    case 'timestamp_expired':
      if (e.because === 'forgotten') return forgottenWords(e)
      return `the timestamp is ${e.ageSeconds} s old; at most ${e.maxAgeSeconds} s are accepted`
    case 'timestamp_in_future':
      return `the timestamp lies ${e.aheadSeconds} s in the future; at most ${e.maxSkewSeconds} s are accepted`
    case 'app_unknown':
      return 'no key is registered for this app id'
    case 'signature_malformed':
      return e.rule === 'modulus'
        ? `the signature is ${e.bytes} bytes long; no key of this app makes signatures of that length`
        : `the signature is not canonical Base64 at character ${e.offset} of the header: ${base64Words[e.rule]}`
    case 'signature_invalid':
      return `the signature does not verify over the string to sign with ${e.keys === 1 ? "the app's key" : `any of the app's ${e.keys} keys`}`
    case 'key_revoked':
      return `the signature is right, but its key is ${keyWords[e.because]}`
    case 'nonce_replayed':
      return 'the nonce has been used before; each request needs a new one'
    case 'token_unknown':
      return 'the token is not in the token book'
    case 'body_too_large':
      return `the body is larger than ${e.limitBytes} bytes`
    case 'body_incomplete':
      return 'the connection ended before the body did'
    case 'body_consumed':
      return 'internal error: the request body was consumed before verification; put the verifier in front of every body parser, and of whatever else reads or replaces the body'
    case 'app_forbidden':
      return 'the identity is proven, but authorize refused the app'
    case 'verifier_busy':
      return 'the signature was not checked: too many requests of this app wait for their check, or it waited for timeoutMs'
    case 'key_source_unavailable':
      return `keys, tokens or the authorization decision are unavailable: ${e.detail}`
    case 'guard_unavailable':
      return `the replay guard cannot answer: ${e.detail}`
    case 'guard_full':
      return `the replay guard remembers ${e.quota} nonces of this key, its quota; later requests must wait until some expire`
    case 'misconfigured':
      return `misconfigured: ${e.detail}`
  }
}

const forgottenWords = ({ retryAfterSeconds }: TimestampForgotten): string =>
  retryAfterSeconds === undefined
    ? 'the timestamp is older than what the replay guard remembers (the guard has restarted or is full); sign again'
    : `the timestamp is before the first one that the replay guard accepts (the guard has restarted, its store was lost, or it is full); sign again in ${retryAfterSeconds} s`

const ruleWords: Record<AuthorizationMalformed['rule'], string> = {
  length: 'it is longer than 8 KiB',
  'auth-type': 'it does not open with an auth type',
  space: 'a space is missing after the auth type',
  'key=value': 'an item is not of the form key=value',
  'empty-element': 'an item is empty: two commas in a row, or a comma at the start or the end',
  'unknown-key': 'the key is not one of app_id, nonce_str, timestamp, signature, with no blank before it',
  'repeated-key': 'the key is repeated (app_id and appid are one key)',
  'missing-key': 'one of app_id, nonce_str, timestamp, signature is missing',
  'empty-value': 'the value is empty',
  quote: 'a value contains a double quote',
  app_id: /* @__PURE__ */ mustBe('app_id', appIdRule),
  nonce_str: /* @__PURE__ */ mustBe('nonce_str', nonceRule),
  timestamp: 'timestamp is not a canonical decimal number of whole seconds',
  token68: 'the text after Bearer and one space is not a token',
}

const base64Words: Record<SignatureMalformed['rule'], string> = {
  alphabet: 'a character is not of the standard alphabet',
  length: 'a last group of one character encodes nothing',
  padding: 'the padding is missing or too long',
  'spare-bits': 'the unused bits of the last character are not zero',
}

const keyWords: Record<KeyRevoked['because'], string> = {
  revoked: 'revoked',
  'not-yet-valid': 'not yet valid',
  'no-longer-valid': 'no longer valid',
}

export type { HttpAnswer }

/** The authentication schemes for a challenge. */
export interface Offer {
  readonly authType: AuthType
  readonly edition: Edition
  readonly tokens: boolean
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
    const { status } = answers[e._tag]
    const told = code(e)
    const headers: Record<string, string> = {}
    if (status === 401) headers['WWW-Authenticate'] = challenge(told, offer)
    if (status === 503) headers['Retry-After'] = '1'
    if ('now' in e) headers.Date = HttpDate.serialize(e.now)
    if ('retryAfterSeconds' in e) headers['Retry-After'] = String(e.retryAfterSeconds)
    return answer(status, { code: told, message: publicWords[told] }, headers)
  }

/** RFC 9110 §11.6.1. No error code for a request without credentials (RFC 6750 §3). */
const challenge = (code: PublicCode, { authType, edition, tokens }: Offer): string => {
  const error = code === 'authorization_missing' || code === 'token_invalid' ? '' : ` error="${code}"`
  const bearer = code === 'token_invalid' ? 'Bearer error="invalid_token"' : 'Bearer realm="jobs"'
  return tokens && offersBearer(edition) ? `${authType}${error}, ${bearer}` : `${authType}${error}`
}
