/**
 * Why a request cannot be signed.
 */
import { rule as appIdRule, type MalformedAppId } from './AppId.ts'
import { type HeaderTooLong, maxLength } from './Authorization.ts'
import type { LoneSurrogate } from './Bytes.ts'
import { type Fault, messageOf } from './Fault.ts'
import type { MalformedMethod } from './Method.ts'
import { type MalformedNonce, rule as nonceRule } from './Nonce.ts'
import type { MalformedTarget } from './RequestTarget.ts'
import { mustBe } from './Rule.ts'
import { requestLineMessage } from './requestLineMessage.ts'
import type { MalformedTimestamp } from './Timestamp.ts'

/** The private key cannot be used now, or at all; `detail` comes from the platform or the service. */
export type SignerUnavailable = Fault<'signer_unavailable', { readonly detail: string }>

/** The signing function did not answer in time. */
export type SignerTimedOut = Fault<'signer_timed_out', { readonly afterMs: number }>

/** The returned signature does not verify under the public key, so it is not sent. */
export interface SignatureWrong {
  readonly _tag: 'signature_wrong'
  readonly fault: SignatureFault
  /** More detail, such as a length in bytes or the type of the returned value. */
  readonly found?: string
}

export type SignatureFault = keyof typeof faults

/** Why there is no signature. */
export type SignerError = SignerUnavailable | SignerTimedOut | SignatureWrong

export type SignError =
  | MalformedAppId
  | MalformedMethod
  | MalformedTarget
  | MalformedTimestamp
  | MalformedNonce
  | LoneSurrogate
  | HeaderTooLong
  | SignerError

/**
 * The cause, for the caller; contains neither the malformed text nor anything of the key.
 *
 * @example
 * ```ts
 * import { SignError } from 'countersign'
 *
 * assert.equal(
 *   SignError.message({ _tag: 'app_id_malformed' }),
 *   'the app id must be 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -',
 * )
 * ```
 */
export const message: (e: SignError) => string = /* @__PURE__ */ messageOf<SignError>({
  app_id_malformed: mustBe('the app id', appIdRule),
  method_invalid: requestLineMessage,
  target_invalid: requestLineMessage,
  timestamp_malformed: 'the timestamp is not a whole number of seconds from 0 to 9007199254740991, in plain decimal',
  nonce_malformed: mustBe('the nonce', nonceRule),
  body_not_unicode: (e) =>
    `the body's text contains half a surrogate pair at index ${e.index}, which UTF-8 cannot encode`,
  header_too_long: (e) =>
    `the Authorization header would have ${e.length} characters; at most ${maxLength} are accepted, so give a shorter signature or token`,
  signer_unavailable: (e) => `the request cannot be signed: ${e.detail}`,
  signer_timed_out: (e) =>
    `the request cannot be signed: the signing function did not answer within ${e.afterMs} ms; is the HSM or KMS reachable?`,
  signature_wrong: (e) =>
    `the signature that was made is wrong, and was not sent: ${faults[e.fault]}${e.found === undefined ? '' : ` (found ${e.found})`}`,
})

/** Mistakes of a program that signs with a remote key, and their remedies. */
const faults = {
  'not-bytes': 'the signing function did not return bytes; let it return a Uint8Array',
  base64: 'the signing function returned Base64 text; let it return the decoded bytes',
  length:
    'it is not as long as the modulus of the public key; another key made it, or there are other bytes around the signature',
  pss: 'it was made by RSASSA-PSS; choose RSASSA-PKCS1-v1_5 with SHA-256 (CKM_RSA_PKCS, RSASSA_PKCS1_V1_5_SHA_256, RSA_SIGN_PKCS1_…_SHA256, RS256)',
  'hashed-twice':
    'the remote key hashed the digest again; tell the key that the input is a digest (CKM_RSA_PKCS, MessageType DIGEST), or give the option `sign` instead of `signDigest`',
  'no-digest-info':
    'the DigestInfo is missing; give CKM_RSA_PKCS the DigestInfo, which is 3031300d060960864801650304020105000420 in hexadecimal and then the 32 bytes of the digest',
  'digest-info-twice':
    'it has the DigestInfo of SHA-256 twice, because the token adds its own; give the token only the 32 bytes of the digest',
  'other-digest-info': 'its DigestInfo does not name SHA-256: another hash was chosen',
  'other-text': 'the key is right, but other bytes were signed; sign exactly the bytes that the signing function gets',
  'other-key': 'another key made it, or it is no RSASSA-PKCS1-v1_5 signature',
} as const
