/** A whole refused request: a verifier hands it over and a diagnosis takes it, and neither imports the other. */
import type { Bytes } from '../core/Bytes.ts'
import type { RequestHead } from '../core/Caller.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { Settings } from '../core/VerifyPolicy.ts'

/**
 * Holds the request's own text, which is unproven: keep it out of logs, and never answer the caller with it. The method and
 * the target are as they arrived. Of an Authorization line that signs nothing only the first word is left.
 */
export interface RefusedRequest extends RequestHead {
  readonly reason: Reason
  /** For the operator; holds no text of the request. */
  readonly message: string
  /** The very bytes that were judged; absent if they were not read, or came as a stream. */
  readonly body?: Bytes
  /** Seconds since 1970, by the verifier's clock. */
  readonly now: number
  /** The app that the request claims to come from; absent if no key was looked up. */
  readonly appId?: string
  /** The keys found for this app, in DER (SubjectPublicKeyInfo); empty if none was looked up. */
  readonly keys: ReadonlyArray<{ readonly spki: Bytes }>
  /** The settings by which the request was judged. */
  readonly settings: Settings
}
