/**
 * A request that was refused, whole, for whoever looks into the cause afterwards: what a verifier hands over and a diagnosis
 * takes, without either knowing the other.
 */
import type { Bytes } from '../core/Bytes.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { Settings } from '../core/VerifyPolicy.ts'

/** It carries the request's own text, which nobody has vouched for: not for a log, and never for an answer to the caller. */
export interface RefusedRequest {
  readonly reason: Reason
  /** For the operator; nothing of the request stands in it. */
  readonly message: string
  /** As it arrived. */
  readonly method: string
  /** As it arrived. */
  readonly target: string
  /** Every Authorization line, without its name. Of one that is none of a signed request, only the first word is left. */
  readonly authorization: ReadonlyArray<string>
  /** The very bytes that were judged; absent if they were not read, or came as a stream. */
  readonly body?: Bytes
  /** Seconds since 1970, by the verifier's clock. */
  readonly now: number
  /** The app that it claims to be from; absent if no key was looked up. */
  readonly appId?: string
  /** The keys that were found for this app, in DER (SubjectPublicKeyInfo); none if none was looked up. */
  readonly keys: ReadonlyArray<{ readonly spki: Bytes }>
  /** By which it was judged. */
  readonly settings: Settings
}
