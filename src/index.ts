/**
 * countersign: the protocol, the job, the effects and the programs. No platform is in here; `countersign/node` and
 * `countersign/web` bring one, `countersign/client` and `countersign/server` are for those who do not write fp-ts.
 */

// The protocol, in the order of the wire.
export * as Method from './core/Method.ts'
export * as RequestTarget from './core/RequestTarget.ts'
export * as Timestamp from './core/Timestamp.ts'
export * as Nonce from './core/Nonce.ts'
export * as StringToSign from './core/StringToSign.ts'
export * as Signature from './core/Signature.ts'
export * as Base64 from './core/Base64.ts'
export * as AppId from './core/AppId.ts'
export * as AuthType from './core/AuthType.ts'
export * as Token from './core/Token.ts'
export * as Authorization from './core/Authorization.ts'
export * as Edition from './core/Edition.ts'
export * as Freshness from './core/Freshness.ts'
export * as BaseUrl from './core/BaseUrl.ts'
export * as Bytes from './core/Bytes.ts'
export * as HttpDate from './core/HttpDate.ts'
export * as Fingerprint from './core/Fingerprint.ts'
export * as PublicKey from './core/PublicKey.ts'
export * as PrivateKey from './core/PrivateKey.ts'
export type { Jwk, JwkSet, KeyInput, PemOrJwk, PlatformKey } from './core/KeyInput.ts'

// Settings.
export * as Policies from './core/Policies.ts'
export * as VerifyPolicy from './core/VerifyPolicy.ts'

// Errors, as data.
export * as VerifyError from './core/VerifyError.ts'
export * as SignError from './core/SignError.ts'
export * as SubmitError from './core/SubmitError.ts'
export * as KeyError from './core/KeyError.ts'

// The job.
export * as Job from './job/Job.ts'
export * as Stage from './job/Stage.ts'
export * as JobError from './job/JobError.ts'

// The effects.
export type { Authorizer } from './effects/Authorizer.ts'
export * as CheckQueue from './queue/CheckQueue.ts'
export type { Clock } from './effects/Clock.ts'
export type { ClockOffset } from './core/ClockOffset.ts'
export type { ClockOffsets } from './effects/ClockOffsets.ts'
export { type AccessToken, accessToken, type Credentials, type SigningApp } from './effects/Credentials.ts'
export type { Digest } from './effects/Digest.ts'
export type { Entropy } from './effects/Entropy.ts'
export type { HighWater } from './effects/HighWater.ts'
export type { Content, SignedContent } from './effects/Content.ts'
export type { Http, HttpRequest, HttpResponse, StopSignal } from './effects/Http.ts'
export * as KeyRing from './effects/KeyRing.ts'
export type { Platform, CryptoOn } from './effects/Platform.ts'
export type { ClaimAnswer, NonceClaim, ReplayGuard, SharedBy } from './effects/ReplayGuard.ts'
export * as Signer from './effects/Signer.ts'
export type { Timer } from './effects/Timer.ts'
export * as TokenBook from './effects/TokenBook.ts'

// The programs.
export {
  type OutgoingRequest,
  type SignEnv,
  type SignedRequest,
  type SignSettings,
  signRequest,
} from './programs/signRequest.ts'
export type { Retry, RetrySettings } from './programs/sendAuthorized.ts'
export { type Answer, type SubmitEnv, type SubmitSettings, submitJob } from './programs/submitJob.ts'
export {
  type BearerIdentity,
  type Identity,
  type IncomingRequest,
  type IncomingStream,
  type SignedIdentity,
  type Verified,
  type VerifiedLength,
  type VerifyEnv,
  verifyRequest,
  verifyStream,
} from './programs/verifyRequest.ts'
