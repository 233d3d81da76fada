/** `countersign/client` on the web platform: browsers, workers, edge runtimes. */
import * as E from 'fp-ts/lib/Either.js'
import type * as Job from '../job/Job.ts'
import { clock, entropy, random, timer } from '../platform/common/system.ts'
import { digest } from '../platform/web/digest.ts'
import { httpClient } from '../platform/web/httpClient.ts'
import { defaults } from '../programs/submitJob.ts'
import {
  type Client,
  type ClientOptions,
  type ClientPlatform,
  createClientOn,
  type JobOptions,
  type SigningClient,
  type SigningClientOptions,
  type TokenClientOptions,
} from './createClient.ts'
import { createSignerOn, type RequestSigner, type SignerOptions } from './createSigner.ts'
import { loadLate } from './loadLate.ts'
import { type AnswerCodec, type AnswerToRead, readAnswerBy } from './readAnswer.ts'
import { readKeyLate } from './readKeyLate.ts'

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

const signing = { clock, timer, entropy, digest, readKey: readKeyLate }

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

const writingJobs = (timeoutMs: number) => loadLate(timer, timeoutMs)('writes jobs', () => import('./webJobs.ts'))

const polling = (timeoutMs: number) =>
  loadLate(timer, timeoutMs)('polls', async () => (await import('./webPolls.ts')).pollBy)

const sending: ClientPlatform = { ...signing, http: httpClient(), httpClient, random, jobs: writingJobs, polling }

/**
 * The JSON of an answer, by a codec of io-ts. Rejects with a `ClientError`: `answer_refused`, whose `refusal` has status, code
 * and words, for every status but 2xx; `answer_malformed` with the place if the body is no JSON of this form.
 *
 * @example
 * ```ts
 * import { readAnswer } from 'countersign/client'
 * import * as t from 'io-ts'
 *
 * const Job = t.type({ job_id: t.string })
 * assert.equal((await readAnswer(Job, Response.json({ job_id: '7' }))).job_id, '7')
 *
 * const refused = Response.json({ error: { code: 'nonce_replayed', message: 'seen before' } }, { status: 401 })
 * const error = await readAnswer(Job, refused).catch((error) => error)
 * assert.equal(error.message, 'the service refused the request: 401 nonce_replayed: seen before')
 * assert.deepEqual(error.refusal, { status: 401, code: 'nonce_replayed', words: 'seen before' })
 * ```
 */
export const readAnswer: <A>(codec: AnswerCodec<A>, answer: AnswerToRead) => Promise<A> = readAnswerBy(
  async (failures) => {
    const words = await writingJobs(defaults.timeoutMs)()
    return E.isLeft(words) ? 'its JSON does not match the codec' : words.right.mismatchWords(failures)
  },
)
