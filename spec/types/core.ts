/**
 * Compiled, never run: what the compiler must refuse. Where it no longer does, `@ts-expect-error` is itself an error.
 */
import type { AppId } from '../../src/core/AppId.ts'
import type { Authorization, Signed } from '../../src/core/Authorization.ts'
import * as AuthorizationModule from '../../src/core/Authorization.ts'
import type { AuthType } from '../../src/core/AuthType.ts'
import type { Base64 } from '../../src/core/Base64.ts'
import type { BaseUrl } from '../../src/core/BaseUrl.ts'
import * as BaseUrlModule from '../../src/core/BaseUrl.ts'
import type { Bytes } from '../../src/core/Bytes.ts'
import type { Edition } from '../../src/core/Edition.ts'
import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import type { Method } from '../../src/core/Method.ts'
import * as MethodModule from '../../src/core/Method.ts'
import type { Nonce } from '../../src/core/Nonce.ts'
import * as NonceModule from '../../src/core/Nonce.ts'
import type { Policies } from '../../src/core/Policies.ts'
import type { RequestTarget } from '../../src/core/RequestTarget.ts'
import type { Signature } from '../../src/core/Signature.ts'
import { make, type Parts } from '../../src/core/StringToSign.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import * as TimestampModule from '../../src/core/Timestamp.ts'
import type { Token } from '../../src/core/Token.ts'
import type { Reason, VerifyError } from '../../src/core/VerifyError.ts'
import type { AccessToken, Credentials, SigningApp } from '../../src/effects/Credentials.ts'
import { type SubmitEnv, type SubmitSettings, submitJob } from '../../src/programs/submitJob.ts'

declare const text: string
declare const number: number
declare const bytes: Bytes

// Each scalar has one way in.

// @ts-expect-error a plain string is not a Method
export const method: Method = text
// @ts-expect-error a plain string is not a RequestTarget
export const target: RequestTarget = text
// @ts-expect-error a plain number is not a Timestamp
export const timestamp: Timestamp = number
// @ts-expect-error a plain string is not a Nonce
const nonce: Nonce = text
// @ts-expect-error a plain string is not an AppId
const appId: AppId = text
// @ts-expect-error a plain string is not an AuthType
const authType: AuthType = text
// @ts-expect-error a plain string is not a Token
const token: Token = text
// @ts-expect-error a plain string is not Base64
export const base64: Base64 = text
// @ts-expect-error a plain string is not a Signature
const signature: Signature = text
// @ts-expect-error bytes are not a Signature, which is their Base64
export const signatureOfBytes: Signature = bytes
// @ts-expect-error a plain string is not a BaseUrl
const baseUrl: BaseUrl = text
// @ts-expect-error a plain string is not a Fingerprint
export const fingerprint: Fingerprint = text
// @ts-expect-error any other word is not an Edition
export const edition: Edition = 'china'

// One scalar is never another.

declare const parts: Parts
declare const signed: Signed
declare const any64: Base64

// @ts-expect-error a Nonce is not an AppId
export const nonceForAppId: AppId = parts.nonce
// @ts-expect-error an AppId is not a Nonce
export const appIdForNonce: Nonce = signed.appId
// @ts-expect-error a Method is not a RequestTarget
export const methodForTarget: RequestTarget = parts.method
// @ts-expect-error an AppId is not a Token
export const appIdForToken: Token = signed.appId
// @ts-expect-error an AuthType is not a Method, though both are tokens
export const authTypeForMethod: Method = signed.authType
// @ts-expect-error Base64 of anything is not a Signature
export const base64ForSignature: Signature = any64
export const signatureIsBase64: Base64 = signed.signature
export const nonceIsText: string = parts.nonce
export const timestampIsNumber: number = parts.timestamp

// What a parser gives may have failed.

// @ts-expect-error the outcome of parsing is not yet a Nonce
export const unchecked: Nonce = NonceModule.parse(text)
// @ts-expect-error the outcome of parsing is not yet a Method
export const uncheckedMethod: Method = MethodModule.parse(text)
// @ts-expect-error milliseconds as text are no clock
TimestampModule.ofMillis('1700000000000')
// @ts-expect-error the path of a resource starts with /
BaseUrlModule.target(baseUrl, 'v1/jobs')

// The string to sign takes branded parts and bytes.

// @ts-expect-error a plain string for a nonce
make({ ...parts, nonce: text }, bytes)
// @ts-expect-error text for a body: it is encoded first, once
make(parts, text)
// @ts-expect-error a part is missing
make({ method: parts.method, target: parts.target, timestamp: parts.timestamp }, bytes)
// @ts-expect-error nothing is changed in place
parts.nonce = signed.nonce

// The two forms of an authorization do not mix.

// @ts-expect-error a token beside a signature
export const mixed: Authorization = { ...signed, token }
// @ts-expect-error a signed authorization without its timestamp
AuthorizationModule.serialize({ _tag: 'Signed', authType, appId, nonce, signature })
// @ts-expect-error a token of plain text
AuthorizationModule.serialize({ _tag: 'Bearer', token: text })

// Closed lists.

declare const policies: Policies
// @ts-expect-error there is no such policy
policies['short-nonce']
// @ts-expect-error a policy is true or false
export const wrongPolicies: Policies = { ...policies, ows: 'yes' }
// @ts-expect-error there is no such reason
export const reason: Reason = 'token_invalid'
// @ts-expect-error there is no such error
export const error: VerifyError = { _tag: 'NonceStale' }
/** Every member is met: one more, and what is left over is no longer `never`. */
export const wordFor = (e: VerifyError['_tag']): string => {
  switch (e) {
    case 'authorization_missing':
    case 'authorization_multiple':
    case 'authorization_malformed':
    case 'scheme_unsupported':
    case 'bearer_not_offered':
    case 'method_invalid':
    case 'target_invalid':
    case 'timestamp_expired':
    case 'timestamp_in_future':
    case 'app_unknown':
    case 'signature_malformed':
    case 'signature_invalid':
    case 'key_revoked':
    case 'nonce_replayed':
    case 'token_unknown':
    case 'body_too_large':
    case 'body_incomplete':
    case 'body_consumed':
    case 'app_forbidden':
    case 'verifier_busy':
    case 'key_source_unavailable':
    case 'guard_unavailable':
    case 'guard_full':
    case 'misconfigured':
      return e
  }
}

// The mainland edition offers no token authentication (interface §5.1, rule 3).

declare const accessToken: AccessToken
declare const app: SigningApp
declare const env: Omit<SubmitEnv<Edition>, 'credentials'>
declare const mainland: SubmitSettings<'mainland'>
declare const international: SubmitSettings<'international'>

export const appForMainland: Credentials<'mainland'> = app
export const appForInternational: Credentials<'international'> = app
export const tokenForInternational: Credentials<'international'> = accessToken
// @ts-expect-error a mainland client cannot be given a token
export const tokenForMainland: Credentials<'mainland'> = accessToken
// @ts-expect-error nor either of the two, whichever it turns out to be
export const eitherForMainland: Credentials<'mainland'> = app as SigningApp | AccessToken

submitJob(mainland)(bytes)({ ...env, credentials: app })
submitJob(international)(bytes)({ ...env, credentials: app })
submitJob(international)(bytes)({ ...env, credentials: accessToken })
// @ts-expect-error a job for the mainland edition cannot be submitted with a token
submitJob(mainland)(bytes)({ ...env, credentials: accessToken })
// @ts-expect-error an environment of the other edition does not fit
submitJob(mainland)(bytes)({ ...env, credentials: accessToken } as SubmitEnv<'international'>)
// @ts-expect-error a job is bytes: text is encoded first, once
submitJob(international)(text)({ ...env, credentials: app })
