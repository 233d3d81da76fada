/** `countersign/client` on Node and what is compatible with it. */
import { platform } from '../node/platform.ts'
import { type CreateClient, createClientOn } from './createClient.ts'
import { type CreateSigner, createSignerOn } from './createSigner.ts'

export type { Edition } from '../core/Edition.ts'
export type { KeyInput } from '../core/KeyInput.ts'
export type { Job, JobFields } from '../job/Job.ts'
export type { Diffusion, InputInitialize, Stage } from '../job/Stage.ts'
export { ClientError, type ClientReason } from './ClientError.ts'
export type {
  Client,
  ClientOptions,
  SigningClient,
  SigningClientOptions,
  SubmissionAnswer,
  TokenClientOptions,
} from './createClient.ts'
export type { RequestSigner, RequestToSign, SignedHeaders, SignerOptions } from './createSigner.ts'

/** Signs requests for whoever sends them by other means. Rejects with a `ClientError` if the key does not do. */
export const createSigner: CreateSigner = createSignerOn(platform)

/** Submits jobs. Rejects with a `ClientError` if a key or a setting does not do. */
export const createClient: CreateClient = createClientOn(platform)
