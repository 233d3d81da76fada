/**
 * Why a request cannot be signed.
 */
import type { MalformedAppId } from './AppId.ts'
import type { LoneSurrogate } from './Bytes.ts'
import type { MalformedMethod } from './Method.ts'
import type { MalformedNonce } from './Nonce.ts'
import type { MalformedTarget } from './RequestTarget.ts'
import type { MalformedTimestamp } from './Timestamp.ts'
import { message as verifyMessage } from './VerifyError.ts'

/** The private key cannot be used at the moment, or at all; `detail` is the platform's or the service's word for it. */
export interface SignerUnavailable {
  readonly _tag: 'SignerUnavailable'
  readonly detail: string
}

export type SignError =
  | MalformedAppId
  | MalformedMethod
  | MalformedTarget
  | MalformedTimestamp
  | MalformedNonce
  | LoneSurrogate
  | SignerUnavailable

export const message = (e: SignError): string => {
  switch (e._tag) {
    case 'AppIdMalformed':
      return 'the app id is not 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -'
    case 'MethodInvalid':
    case 'TargetInvalid':
      return verifyMessage(e)
    case 'TimestampMalformed':
      return 'the timestamp is not a whole number of seconds from 0 to 9007199254740991, in plain decimal'
    case 'NonceMalformed':
      return 'the nonce is not 1 to 128 digits, letters or hyphens'
    case 'LoneSurrogate':
      return `the body's text holds half a surrogate pair at index ${e.index}, which no UTF-8 can carry`
    case 'SignerUnavailable':
      return `the request cannot be signed: ${e.detail}`
  }
}
