import type { Reason } from '../core/VerifyError.ts'

/** The reasons of which a diagnosis can say more than the reason itself. */
const reasons: ReadonlySet<Reason> = new Set<Reason>([
  'authorization_malformed',
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

/** Whether a diagnosis can say more of a refusal than its reason. */
export const isExplainable = (reason: Reason): boolean => reasons.has(reason)
