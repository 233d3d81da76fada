/** What `countersign/server` exports on every platform, beside the functions that need one. */

export type { BearerCaller, ProvenRequest, SignedCaller, VerifiedCaller } from '../core/Caller.ts'
export type { KeyInput } from '../core/KeyInput.ts'
export type { JobPolicies } from '../core/Policies.ts'
export type { AppKey, DatedKey, KeyRecord } from '../effects/KeyRecord.ts'
export type { RefusedRequest } from '../effects/RefusedRequest.ts'
export type { SharedBy } from '../effects/ReplayGuard.ts'
export type { Job, JobFields } from '../job/Job.ts'
export type { Diffusion, InputInitialize, Stage } from '../job/Stage.ts'
export type { AdapterOptions, RawBody } from './adapters/AdapterOptions.ts'
export type { Cors } from './adapters/cors.ts'
export { decodeJob, type JobReader } from './decodeJob.ts'
export {
  type ClaimedNonce,
  type Guard,
  type GuardAnswer,
  type GuardFault,
  type GuardVerdict,
  noReplayGuard,
} from './Guard.ts'
export { JobRefused, type RefusedJob } from './JobRefused.ts'
export type { KeyFolder, KeyFolderOptions, TokenFile, TokenFileOptions } from './keys/keyImport.ts'
export type {
  BatchLookup,
  CreateKeySource,
  KeyLookup,
  KeySource,
  KeySourceOptions,
  KeysByApp,
} from './keys/keySource.ts'
export type { KeysFromUrl, KeysFromUrlOptions, UrlKeys, UrlKeysState } from './keys/keysFromUrl.ts'
export type { AcceptedVerdict, RefusedVerdict, Verdict } from './Verdict.ts'
export { type Refusal, VerificationError } from './VerificationError.ts'
export {
  BodyUnreadable,
  type Keys,
  type ReceivedRequest,
  type StreamedRequest,
  type Tokens,
  type VerifiedJob,
  type VerifiedRequest,
  type VerifiedStream,
  type Verifier,
  type VerifierOptions,
  type VerifierSource,
} from './Verifier.ts'
