/** `countersign/client` on Node and what is compatible with it. */
import { platform } from '../node/platform.ts'
import { type CreateClient, createClientOn } from './createClient.ts'
import { type CreateSigner, createSignerOn } from './createSigner.ts'

export * from './shared.ts'

/** Signs requests for whoever sends them by other means. Rejects with a `ClientError` if the key does not do. */
export const createSigner: CreateSigner = createSignerOn(platform)

/** Submits jobs. Rejects with a `ClientError` if a key or a setting does not do. */
export const createClient: CreateClient = createClientOn(platform)
