/**
 * Why a request cannot be signed.
 */
import { rule as appIdRule, type MalformedAppId } from './AppId.ts'
import type { LoneSurrogate } from './Bytes.ts'
import type { MalformedMethod } from './Method.ts'
import { type MalformedNonce, rule as nonceRule } from './Nonce.ts'
import type { MalformedTarget } from './RequestTarget.ts'
import { mustBe } from './Rule.ts'
import type { MalformedTimestamp } from './Timestamp.ts'
import { message as verifyMessage } from './VerifyError.ts'

/** The private key cannot be used at the moment, or at all; `detail` is the platform's or the service's word for it. */
export interface SignerUnavailable {
  readonly _tag: 'signer_unavailable'
  readonly detail: string
}

/** Whoever holds the private key has not answered in time. */
export interface SignerTimedOut {
  readonly _tag: 'signer_timed_out'
  readonly afterMs: number
}

/** What was handed back as a signature is none of this request under the public key; so it is not sent. */
export interface SignatureWrong {
  readonly _tag: 'signature_wrong'
  readonly fault: SignatureFault
  /** What was found, where that says more: a length in bytes, or what else came than bytes. */
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
  | SignerError

/**
 * What kept a request from being signed, for the caller: without the text that was wrong, and without anything of the key.
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
export const message = (e: SignError): string => {
  switch (e._tag) {
    case 'app_id_malformed':
      return mustBe('the app id', appIdRule)
    case 'method_invalid':
    case 'target_invalid':
      return verifyMessage(e)
    case 'timestamp_malformed':
      return 'the timestamp is not a whole number of seconds from 0 to 9007199254740991, in plain decimal'
    case 'nonce_malformed':
      return mustBe('the nonce', nonceRule)
    case 'body_not_unicode':
      return `the body's text holds half a surrogate pair at index ${e.index}, which no UTF-8 can carry`
    case 'signer_unavailable':
      return `the request cannot be signed: ${e.detail}`
    case 'signer_timed_out':
      return `the request cannot be signed: the signing function did not answer within ${e.afterMs} ms; is the HSM or KMS reachable?`
    case 'signature_wrong':
      return `the signature that was made is wrong, and was not sent: ${faults[e.fault]}${e.found === undefined ? '' : ` (found ${e.found})`}`
  }
}

/** What goes wrong between a program and the key it cannot see, and what to do about it. */
const faults = {
  'not-bytes': 'the signing function answered with something else than bytes; let it answer with a Uint8Array',
  base64: 'these are the characters of Base64; let the signing function answer with the bytes they stand for',
  length:
    'its length is not that of the public key’s modulus; it is of another key, or is not the signature’s bytes alone',
  pss: 'it was made by RSASSA-PSS; choose RSASSA-PKCS1-v1_5 with SHA-256 (CKM_RSA_PKCS, RSASSA_PKCS1_V1_5_SHA_256, RSA_SIGN_PKCS1_…_SHA256, RS256)',
  'hashed-twice':
    'the digest was hashed once more; have it signed as a digest (CKM_RSA_PKCS, MessageType DIGEST), or give sign, and not signDigest',
  'no-digest-info':
    'what the token was given is padded as it is; give CKM_RSA_PKCS the DigestInfo, which is 3031300d060960864801650304020105000420 in hexadecimal and then the 32 bytes of the digest',
  'digest-info-twice':
    'the DigestInfo of SHA-256 stands in it twice, for the token adds its own; hand it the 32 bytes of the digest alone',
  'other-digest-info': 'its DigestInfo is not that of SHA-256: another hash was chosen',
  'other-text':
    'the key is the right one, but other bytes were signed; sign what the signing function is given, unchanged',
  'other-key': 'it is of another key than the public key’s, or not of RSASSA-PKCS1-v1_5 at all',
} as const
