/**
 * Everything for which a request is refused: the closed union, its words for the operator, and the HTTP answer, in which
 * nothing of the request is echoed. Reasons, statuses and codes are ours; the interface shows none (§7).
 */
import type { AuthorizationMalformed, SchemeUnsupported, SignatureMalformed } from './Authorization.ts'
import type { AuthType } from './AuthType.ts'
import { type Edition, offersBearer } from './Edition.ts'
import type { TimestampExpired, TimestampInFuture } from './Freshness.ts'
import * as HttpDate from './HttpDate.ts'
import type { MalformedMethod } from './Method.ts'
import type { MalformedTarget } from './RequestTarget.ts'
import type { Timestamp } from './Timestamp.ts'

/** The request has no Authorization header. */
export interface AuthorizationMissing {
  readonly _tag: 'AuthorizationMissing'
}

/** The request has `count` Authorization headers; which one counts would be a matter of who reads it. */
export interface AuthorizationMultiple {
  readonly _tag: 'AuthorizationMultiple'
  readonly count: number
}

/** Token authentication is not offered here: by this edition, or because no token book is configured. */
export interface BearerNotOffered {
  readonly _tag: 'BearerNotOffered'
  readonly because: 'edition' | 'no-token-book'
}

/**
 * The timestamp lies before the first that the replay guard takes. A caller signs again and passes: at once, or where that
 * first one is yet to come, in `retryAfterSeconds`.
 */
export interface TimestampForgotten {
  readonly _tag: 'TimestampForgotten'
  readonly now: Timestamp
  readonly retryAfterSeconds?: number
}

export interface AppUnknown {
  readonly _tag: 'AppUnknown'
}

/** The signature's `bytes` are not as many as the modulus of any of the app's keys has. */
export interface SignatureLengthWrong {
  readonly _tag: 'SignatureLengthWrong'
  readonly bytes: number
}

/** None of the app's `keys` keys of fitting length verifies the signature over the string to sign. */
export interface SignatureInvalid {
  readonly _tag: 'SignatureInvalid'
  readonly keys: number
}

/** The signature is right, and its key is not valid at this time. */
export interface KeyRevoked {
  readonly _tag: 'KeyRevoked'
  readonly because: 'revoked' | 'not-yet-valid' | 'no-longer-valid'
}

export interface NonceReplayed {
  readonly _tag: 'NonceReplayed'
}

export interface TokenUnknown {
  readonly _tag: 'TokenUnknown'
}

export interface BodyTooLarge {
  readonly _tag: 'BodyTooLarge'
  readonly limitBytes: number
}

/** The connection ended before the body did. */
export interface BodyIncomplete {
  readonly _tag: 'BodyIncomplete'
}

/** Something in front has read the body already, so the bytes that were signed are gone. */
export interface BodyConsumed {
  readonly _tag: 'BodyConsumed'
}

export interface AppForbidden {
  readonly _tag: 'AppForbidden'
}

/** The keys, the tokens or the decision about an app cannot be had at the moment; `detail` is for the operator. */
export interface KeySourceUnavailable {
  readonly _tag: 'KeySourceUnavailable'
  readonly detail: string
}

export interface GuardUnavailable {
  readonly _tag: 'GuardUnavailable'
  readonly detail: string
}

/** One key has `quota` nonces remembered, and may not crowd out the others. */
export interface GuardFull {
  readonly _tag: 'GuardFull'
  readonly quota: number
}

/** The embedding program's fault; `detail` says what to change. */
export interface Misconfigured {
  readonly _tag: 'Misconfigured'
  readonly detail: string
}

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
  | KeySourceUnavailable
  | GuardUnavailable
  | GuardFull
  | Misconfigured

/** What a caller is told. A caller must not learn whether an app exists, so four causes share `signature_invalid`. */
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
  body_too_large: 'the body is larger than this service takes',
  body_incomplete: 'the body ended early',
  app_forbidden: 'this app may not do this',
  key_source_unavailable: 'the request cannot be checked at the moment; sign again later',
  guard_unavailable: 'the request cannot be checked at the moment; sign again later',
  guard_full: 'too many requests with this key; sign again later',
  internal: 'the service is not set up rightly',
} as const

export type PublicCode = keyof typeof publicWords

/** By which a refusal is called in logs, vectors and ports: finer than what the caller is told. */
export type Reason =
  | Exclude<PublicCode, 'token_invalid' | 'internal'>
  | 'app_unknown'
  | 'signature_malformed'
  | 'key_revoked'
  | 'token_unknown'
  | 'body_consumed'
  | 'misconfigured'

interface Row {
  readonly reason: Reason
  readonly status: 400 | 401 | 403 | 413 | 500 | 503
  readonly code: PublicCode
}

const row = (reason: Reason, status: Row['status'], code: PublicCode): Row => ({ reason, status, code })

/** One row an error: its reason, the status, and the code that the caller sees. */
const table: Record<VerifyError['_tag'], Row> = {
  AuthorizationMissing: row('authorization_missing', 401, 'authorization_missing'),
  AuthorizationMultiple: row('authorization_multiple', 400, 'authorization_multiple'),
  AuthorizationMalformed: row('authorization_malformed', 400, 'authorization_malformed'),
  SchemeUnsupported: row('scheme_unsupported', 401, 'scheme_unsupported'),
  BearerNotOffered: row('bearer_not_offered', 401, 'bearer_not_offered'),
  MethodInvalid: row('method_invalid', 400, 'method_invalid'),
  TargetInvalid: row('target_invalid', 400, 'target_invalid'),
  TimestampExpired: row('timestamp_expired', 401, 'timestamp_expired'),
  TimestampForgotten: row('timestamp_expired', 401, 'timestamp_expired'),
  TimestampInFuture: row('timestamp_in_future', 401, 'timestamp_in_future'),
  AppUnknown: row('app_unknown', 401, 'signature_invalid'),
  SignatureMalformed: row('signature_malformed', 401, 'signature_invalid'),
  SignatureLengthWrong: row('signature_malformed', 401, 'signature_invalid'),
  SignatureInvalid: row('signature_invalid', 401, 'signature_invalid'),
  KeyRevoked: row('key_revoked', 401, 'signature_invalid'),
  NonceReplayed: row('nonce_replayed', 401, 'nonce_replayed'),
  TokenUnknown: row('token_unknown', 401, 'token_invalid'),
  BodyTooLarge: row('body_too_large', 413, 'body_too_large'),
  BodyIncomplete: row('body_incomplete', 400, 'body_incomplete'),
  BodyConsumed: row('body_consumed', 500, 'internal'),
  AppForbidden: row('app_forbidden', 403, 'app_forbidden'),
  KeySourceUnavailable: row('key_source_unavailable', 503, 'key_source_unavailable'),
  GuardUnavailable: row('guard_unavailable', 503, 'guard_unavailable'),
  GuardFull: row('guard_full', 503, 'guard_full'),
  Misconfigured: row('misconfigured', 500, 'internal'),
}

/**
 * The refusal's name in logs, vectors and ports. It may tell an unknown app from a wrong signature, so the caller gets
 * `code`.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.reason({ _tag: 'AuthorizationMissing' }), 'authorization_missing')
 * ```
 */
export const reason = (e: VerifyError): Reason => table[e._tag].reason

/**
 * What the caller is told: the reason, or a wider one where the reason would give something away.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.code({ _tag: 'BodyConsumed' }), 'internal')
 * ```
 */
export const code = (e: VerifyError): PublicCode => table[e._tag].code

/**
 * What happened and what to do, for the operator's eyes: it may tell an unknown app from a wrong signature.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 *
 * assert.equal(VerifyError.message({ _tag: 'AuthorizationMissing' }), 'the request has no Authorization header')
 * ```
 */
export const message = (e: VerifyError): string => {
  switch (e._tag) {
    case 'AuthorizationMissing':
      return 'the request has no Authorization header'
    case 'AuthorizationMultiple':
      return `the request has ${e.count} Authorization headers; exactly one is accepted`
    case 'AuthorizationMalformed':
      return `the Authorization header is malformed at character ${e.offset}: ${ruleWords[e.rule]}`
    case 'SchemeUnsupported':
      return 'the Authorization header opens with an auth type that is neither the configured one nor Bearer'
    case 'BearerNotOffered':
      return e.because === 'edition'
        ? 'the mainland edition does not offer token authentication; sign the request'
        : 'no token book is configured, so token authentication is not offered; sign the request'
    case 'MethodInvalid':
      return `the method is invalid: ${methodWords[e.rule]}`
    case 'TargetInvalid':
      return `the request target is invalid at character ${e.offset}: ${targetWords[e.rule]}`
    case 'TimestampExpired':
      return `the timestamp is ${e.ageSeconds} s old; at most ${e.maxAgeSeconds} s are accepted`
    case 'TimestampForgotten':
      return e.retryAfterSeconds === undefined
        ? 'the timestamp lies before what the replay guard remembers (it has started anew or is at its cap); sign again'
        : `the timestamp lies before the first that the replay guard takes (it has started anew, its store was lost, or it is at its cap); sign again in ${e.retryAfterSeconds} s`
    case 'TimestampInFuture':
      return `the timestamp lies ${e.aheadSeconds} s in the future; at most ${e.maxSkewSeconds} s are accepted`
    case 'AppUnknown':
      return 'no key is registered for this app id'
    case 'SignatureMalformed':
      return `the signature is not canonical Base64 at character ${e.offset} of the header: ${base64Words[e.rule]}`
    case 'SignatureLengthWrong':
      return `the signature is ${e.bytes} bytes long; no key of this app makes signatures of that length`
    case 'SignatureInvalid':
      return `the signature does not verify over the string to sign with ${e.keys === 1 ? "the app's key" : `any of the app's ${e.keys} keys`}`
    case 'KeyRevoked':
      return `the signature is right, but its key is ${keyWords[e.because]}`
    case 'NonceReplayed':
      return 'the nonce has been used before; each request needs a new one'
    case 'TokenUnknown':
      return 'the token is not in the token book'
    case 'BodyTooLarge':
      return `the body is larger than ${e.limitBytes} bytes`
    case 'BodyIncomplete':
      return 'the connection ended before the body did'
    case 'BodyConsumed':
      return 'something read the body before it could be verified; put the verifier in front of every body parser, and of whatever else reads or replaces it'
    case 'AppForbidden':
      return 'the identity is proven, and authorize said no'
    case 'KeySourceUnavailable':
      return `keys, tokens or the authorization decision cannot be had: ${e.detail}`
    case 'GuardUnavailable':
      return `the replay guard cannot answer: ${e.detail}`
    case 'GuardFull':
      return `this key has ${e.quota} nonces remembered, its quota; later requests must wait until some expire`
    case 'Misconfigured':
      return `misconfigured: ${e.detail}`
  }
}

const ruleWords: Record<AuthorizationMalformed['rule'], string> = {
  length: 'it is longer than 8 KiB',
  'auth-type': 'it does not open with an auth type',
  space: 'a space is missing after the auth type',
  'key=value': 'an item is not of the form key=value',
  'empty-element': 'nothing stands between two commas, before the first or after the last',
  'unknown-key': 'the key is not one of app_id, nonce_str, timestamp, signature, with no blank before it',
  'repeated-key': 'the key stands twice (app_id and appid are one key)',
  'missing-key': 'one of app_id, nonce_str, timestamp, signature is missing',
  'empty-value': 'the value is empty',
  quote: 'a value holds a double quote',
  app_id: 'app_id is not 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -',
  nonce_str: 'nonce_str is not 1 to 128 digits, letters or hyphens',
  timestamp: 'timestamp is not a canonical decimal number of whole seconds',
  token68: 'what follows Bearer and one space is not a token',
}

const methodWords: Record<MalformedMethod['rule'], string> = {
  token: 'it is not a token of ASCII letters, digits and marks',
  length: 'it is longer than 32 characters',
  'upper-case': 'it is not upper-case',
}

const targetWords: Record<MalformedTarget['rule'], string> = {
  empty: 'it is empty',
  length: 'it is longer than 8 KiB',
  form: 'it neither starts with / nor is an absolute URL',
  authority: 'the authority of the absolute URL is not well formed',
  character: 'only visible ASCII may stand in it; percent-encode the rest',
  fragment: 'a fragment is never part of a request',
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

/** What a server answers: status, headers, and the JSON text `{"error":{"code","message"}}`. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How the service names itself in a challenge. */
export interface Offer {
  readonly authType: AuthType
  readonly edition: Edition
  readonly tokens: boolean
}

/**
 * The answer to a refused request. Depends on the error's kind alone, and for a timestamp on the server's second and on when
 * one would be taken.
 *
 * @example
 * ```ts
 * import { AuthType, VerifyError } from 'countersign'
 *
 * const offer = { authType: AuthType.standard, edition: 'international', tokens: false } as const
 * const { status, body } = VerifyError.httpAnswer({ _tag: 'AuthorizationMissing' }, offer)
 * assert.equal(status, 401)
 * assert.equal(JSON.parse(body).error.code, 'authorization_missing')
 * ```
 */
export const httpAnswer = (e: VerifyError, offer: Offer): HttpAnswer => {
  const { status, code } = table[e._tag]
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=UTF-8',
    'Cache-Control': 'no-store',
  }
  if (status === 401) headers['WWW-Authenticate'] = challenge(code, offer)
  if (status === 503) headers['Retry-After'] = '1'
  if ('now' in e) headers.Date = HttpDate.serialize(e.now)
  if (e._tag === 'TimestampForgotten' && e.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(e.retryAfterSeconds)
  }
  return { status, headers, body: JSON.stringify({ error: { code, message: publicWords[code] } }) }
}

/** RFC 9110 §11.6.1; without an error code where no credentials came (RFC 6750 §3), and Bearer only where it is offered. */
const challenge = (code: PublicCode, { authType, edition, tokens }: Offer): string => {
  const error = code === 'authorization_missing' || code === 'token_invalid' ? '' : ` error="${code}"`
  const bearer = code === 'token_invalid' ? 'Bearer error="invalid_token"' : 'Bearer realm="jobs"'
  return tokens && offersBearer(edition) ? `${authType}${error}, ${bearer}` : `${authType}${error}`
}
