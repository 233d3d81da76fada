/** `countersign/server` on the web platform: workers, edge runtimes. Signatures are checked by WebCrypto. */
import { platform } from '../web/platform.ts'
import { createVerifierOn } from './createVerifier.ts'
import type { CreateVerifier } from './Verifier.ts'

export type { KeyInput } from '../core/KeyInput.ts'
export type { AppKey, DatedKey, KeyRecord } from '../effects/KeyRecord.ts'
export { type ClaimedNonce, type Guard, type GuardAnswer, type GuardFault, noReplayGuard } from './Guard.ts'
export { type Refusal, VerificationError } from './VerificationError.ts'
export {
  BodyUnreadable,
  type Keys,
  type ProvenRequest,
  type ReceivedRequest,
  type Tokens,
  type VerifiedRequest,
  type Verifier,
  type VerifierOptions,
} from './Verifier.ts'

/** A verifier on WebCrypto. Rejects with a `VerificationError` if a key or a setting does not do. */
export const createVerifier: CreateVerifier = createVerifierOn(platform)
