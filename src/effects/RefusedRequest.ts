/** Connects a verifier with a diagnosis, so that neither imports the other. */
import type { Bytes } from '../core/Bytes.ts'
import type { RequestHead } from '../core/Caller.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { Settings } from '../core/VerifyPolicy.ts'
import { type Header, misnamedLine } from './evidenceHeaders.ts'

/**
 * A refused request, with its unauthenticated text: keep this out of logs and out of answers. Method and target are as they
 * arrived. An Authorization line that is not signed is cut to the name of its scheme, because it may contain a token.
 */
export interface RefusedRequest extends RequestHead {
  readonly reason: Reason
  /** For the operator; holds no text of the request. */
  readonly message: string
  /**
   * Other headers that show what happened to the request: of its body, its sender, its time and the proxies on its way. Names
   * are in lower case; absent if there is none. Cookies and tokens are not among them.
   */
  readonly headers?: ReadonlyArray<Header> | undefined
  /** The bytes that the verifier checked; absent if it read none, or read a stream. */
  readonly body?: Bytes
  /** Seconds since 1970, by the verifier's clock. */
  readonly now: number
  /** The app that the request claims to come from; absent if no key was looked up. */
  readonly appId?: string
  /** The app's keys, in DER (SubjectPublicKeyInfo); empty if no key was looked up. */
  readonly keys: ReadonlyArray<{ readonly spki: Bytes }>
  /** The keys of all other apps, if the verifier's ring holds them: a record or a folder does, a key source does not. */
  readonly otherKeys?: ReadonlyArray<{ readonly appId: string; readonly spki: Bytes }>
  readonly settings: Settings
}

/** The reasons of which a diagnosis can say more than the reason itself. */
const reasons: ReadonlySet<Reason> = new Set<Reason>([
  'authorization_malformed',
  // Which of the lines is signed.
  'authorization_multiple',
  'scheme_unsupported',
  'signature_malformed',
  'signature_invalid',
  'timestamp_expired',
  'timestamp_in_future',
  // Perhaps the key of another app.
  'app_unknown',
  // Perhaps a nonce that is made of the clock.
  'nonce_replayed',
  // The request line; the signature shows what the caller meant.
  'target_invalid',
])

/** The reasons with which a request is refused whose signature stands under another name than Authorization. */
const unsigned: ReadonlySet<Reason> = new Set<Reason>(['authorization_missing', 'bearer_not_offered'])

/** Whether a diagnosis can say more of a refusal than its reason. */
export const isExplainable = ({ reason, headers }: Pick<RefusedRequest, 'reason' | 'headers'>): boolean =>
  reasons.has(reason) || (unsigned.has(reason) && misnamedLine(headers) !== undefined)
