/** The exports of `countersign/client` that are the same on every platform. */
export type { ClockOffset } from '../core/ClockOffset.ts'
export type { Edition } from '../core/Edition.ts'
export type { KeyInput } from '../core/KeyInput.ts'
export type { Job, JobFields } from '../job/Job.ts'
export type { Diffusion, InputInitialize, Stage } from '../job/Stage.ts'
export type { SendingFetch } from '../platform/web/httpClient.ts'
export type { Retry } from '../programs/sendAuthorized.ts'
export { type Attempt, type AttemptEnd, type AttemptHooks, type AttemptWatch, attemptHooks } from './attempts.ts'
export type { CallOptions, RetryOptions } from './CallOptions.ts'
export { ClientError, type ClientReason, type Refusal } from './ClientError.ts'
export type {
  Client,
  ClientOptions,
  CommonOptions,
  SigningClient,
  SigningClientOptions,
  TokenClientOptions,
} from './createClient.ts'
export type {
  AppOptions,
  KeyOptions,
  PrivateKeyOptions,
  RequestSigner,
  RequestToSign,
  SignedHead,
  SignedHeaders,
  SignerOptions,
  Timeout,
} from './createSigner.ts'
export type { ReadableBody } from './outgoingBody.ts'
export type { OwnEffects, OwnHash } from './ownEffects.ts'
export type { PollAnswer, PollOptions } from './PollOptions.ts'
export type { FetchInit } from './PreparedRequest.ts'
export type { AnswerCodec, AnswerToRead, ReadAnswer } from './readAnswer.ts'
export type { RemoteKeyOptions, SignDigestOptions, SignMessageOptions } from './remoteKey.ts'
export type { SubmissionAnswer } from './SubmissionAnswer.ts'
export type { SignedFetch } from './signedFetch.ts'
