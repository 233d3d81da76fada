/** `countersign/client` on the web platform: browsers, workers, edge runtimes. */
import type * as Job from '../job/Job.ts'
import { clock, entropy, random, timer } from '../platform/common/system.ts'
import { digest } from '../platform/web/digest.ts'
import { httpClient } from '../platform/web/httpClient.ts'
import { signer } from '../platform/web/signer.ts'
import { verificationKeys } from '../platform/web/verificationKey.ts'
import {
  type Client,
  type ClientOptions,
  createClientOn,
  type JobOptions,
  type SigningClient,
  type SigningClientOptions,
  type TokenClientOptions,
} from './createClient.ts'
import { createSignerOn, type RequestSigner, type SignerOptions } from './createSigner.ts'

export * from './shared.ts'

/**
 * Signs requests that you send by other means. Takes a private key, or a function that signs elsewhere and the public key, with
 * which each signature is verified. Rejects with a `ClientError` if a key or an option is wrong.
 *
 * @example
 * ```ts
 * import { createSigner } from 'countersign/client'
 *
 * const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
 * const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
 * const privateKey = await crypto.subtle.exportKey('jwk', pair.privateKey)
 * const signer = await createSigner({ appId: 'app-1', privateKey })
 * const url = 'https://jobs.example/v1/jobs?dry'
 * const { authorization, target } = await signer.sign({ method: 'POST', url, body: '{}' })
 * assert.ok(authorization.startsWith('SVC-SHA256-RSA app_id=app-1,'))
 * assert.equal(target, '/v1/jobs?dry')
 * ```
 *
 * @example
 * ```ts
 * import { createSigner } from 'countersign/client'
 *
 * // A key that no script can read. The browser signs with it and can keep it in IndexedDB.
 * const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
 * const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
 * const signer = await createSigner({
 *   appId: 'app-1',
 *   publicKey: await crypto.subtle.exportKey('jwk', pair.publicKey),
 *   sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, message)),
 * })
 * const { authorization } = await signer.sign({ method: 'GET', url: '/v1/jobs/1' })
 * assert.ok(authorization.startsWith('SVC-SHA256-RSA app_id=app-1,'))
 * ```
 */
export function createSigner(options: SignerOptions): Promise<RequestSigner> {
  return createSignerOn(signing)(options)
}

const signing = { clock, timer, entropy, digest, signer, verificationKeys }

/**
 * Submits jobs, and sends any other request by an authorized `fetch`. Takes the key as `createSigner` does. Rejects with a
 * `ClientError` if a key or an option is wrong.
 *
 * @example
 * ```ts
 * import { createClient } from 'countersign/client'
 *
 * const fetch = async (_: string, init: RequestInit) => new Response(new Headers(init.headers).get('authorization'))
 * const client = await createClient({ baseUrl: 'https://jobs.example/api', token: 'abc', fetch })
 * const answer = await client.fetch('/v1/jobs/1?full')
 * assert.equal(await answer.text(), 'Bearer abc')
 * ```
 */
export function createClient<J = Job.Job>(options: SigningClientOptions & JobOptions<J>): Promise<SigningClient<J>>
export function createClient<J = Job.Job>(options: TokenClientOptions & JobOptions<J>): Promise<Client<J>>
/** For a program that learns only at run time which kind of options it has. */
export function createClient<J = Job.Job>(options: ClientOptions & JobOptions<J>): Promise<Client<J>>
export function createClient<J>(options: ClientOptions & JobOptions<J>): Promise<Client<J>> {
  return createClientOn(sending)<J>(options)
}

const sending = { ...signing, http: httpClient(), httpClient, random }
