/** What `countersign/server` exports on every platform, beside the functions that need one. */
export type { KeyInput } from '../core/KeyInput.ts'
export type { AppKey, DatedKey, KeyRecord } from '../effects/KeyRecord.ts'
export type { RefusedRequest } from '../effects/RefusedRequest.ts'
export type { Scope } from '../effects/ReplayGuard.ts'
export type { KeyFolder, KeyFolderOptions, TokenFile } from './files.ts'
export {
  type ClaimedNonce,
  type Guard,
  type GuardAnswer,
  type GuardFault,
  type GuardVerdict,
  noReplayGuard,
} from './Guard.ts'
export type { CreateKeySource, KeyLookup, KeySource, KeySourceOptions } from './keySource.ts'
export type { AcceptedVerdict, RefusedVerdict, Verdict } from './Verdict.ts'
export { type Refusal, VerificationError } from './VerificationError.ts'
export {
  type BearerCaller,
  BodyUnreadable,
  type Keys,
  type ProvenRequest,
  type ReceivedRequest,
  type SignedCaller,
  type StreamedRequest,
  type Tokens,
  type VerifiedCaller,
  type VerifiedRequest,
  type VerifiedStream,
  type Verifier,
  type VerifierOptions,
} from './Verifier.ts'
