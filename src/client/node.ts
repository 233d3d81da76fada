/** `countersign/client` on Node and what is compatible with it. */
import { tracingChannel } from 'node:diagnostics_channel'
import * as E from 'fp-ts/lib/Either.js'
import * as Job from '../job/Job.ts'
import * as JobError from '../job/JobError.ts'
import { platform as nodePlatform } from '../platform/node/platform.ts'
import { type AttemptChannel, watchBy } from './attempts.ts'
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
import { mismatchWords } from './mismatchWords.ts'
import { pollBy } from './poll.ts'
import { type AnswerCodec, type AnswerToRead, readAnswerBy } from './readAnswer.ts'
import { readKeyBy } from './readKey.ts'
import { checkInit } from './transportInit.ts'

export * from './shared.ts'

const platform: ClientPlatform = {
  ...nodePlatform,
  readKey: readKeyBy(nodePlatform),
  jobs: () => async () => E.right({ encode: Job.encode, message: JobError.message }),
  polling: () => async () => E.right(pollBy),
  checkInit,
  watch: watchBy({}),
  channel: tracingChannel('countersign:client') as unknown as AttemptChannel,
}

/**
 * Signs requests that you send by other means. Takes a private key, or a function that signs elsewhere and the public key, with
 * which each signature is verified. Rejects with a `ClientError` if a key or an option is wrong.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { createSigner } from 'countersign/client'
 *
 * const { privateKey } = generateKeyPairSync('rsa', {
 *   modulusLength: 2048,
 *   privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
 *   publicKeyEncoding: { type: 'spki', format: 'pem' },
 * })
 * const signer = await createSigner({ appId: 'app-1', privateKey })
 * const url = 'https://jobs.example/v1/jobs?dry'
 * const { authorization, target } = await signer.sign({ method: 'POST', url, body: '{}' })
 * assert.ok(authorization.startsWith('SVC-SHA256-RSA app_id=app-1,'))
 * assert.equal(target, '/v1/jobs?dry')
 * ```
 *
 * @example
 * ```ts
 * import { constants, generateKeyPairSync, privateEncrypt } from 'node:crypto'
 * import { createSigner } from 'countersign/client'
 *
 * // Instead of an HSM or a KMS: it receives a digest, and the private key stays there.
 * const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')
 * const token = async (sha256: Uint8Array) =>
 *   privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([digestInfo, sha256]))
 *
 * const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
 * const signer = await createSigner({ appId: 'app-1', publicKey: pem, signDigest: token, timeoutMs: 2000 })
 * const { authorization } = await signer.sign({ method: 'GET', url: '/v1/jobs/1' })
 * assert.ok(authorization.startsWith('SVC-SHA256-RSA app_id=app-1,'))
 * ```
 */
export function createSigner(options: SignerOptions): Promise<RequestSigner> {
  return createSignerOn(platform)(options)
}

/**
 * Submits jobs, and sends any other request by an authorized `fetch`. Takes the key as `createSigner` does. Rejects with a
 * `ClientError` if a key or an option is wrong.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { once } from 'node:events'
 * import { createServer } from 'node:http'
 * import { createClient } from 'countersign/client'
 *
 * const server = createServer((req, res) => res.end(`${req.url} ${req.headers.authorization?.slice(0, 27)}`))
 * await once(server.listen(0, '127.0.0.1'), 'listening')
 * const { port } = server.address() as { port: number }
 * const { privateKey } = generateKeyPairSync('rsa', {
 *   modulusLength: 2048,
 *   privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
 *   publicKeyEncoding: { type: 'spki', format: 'pem' },
 * })
 * const client = await createClient({ baseUrl: `http://127.0.0.1:${port}`, appId: 'app-1', privateKey, retries: 2 })
 * const submitted = await client.submitJob({ request_id: '1', stages: [] })
 * const fetched = await client.fetch('/v1/jobs/1?full')
 * const text = await fetched.text()
 * server.closeAllConnections()
 * server.close()
 * assert.equal(submitted.status, 200)
 * assert.equal(text, '/v1/jobs/1?full SVC-SHA256-RSA app_id=app-1')
 * ```
 */
export function createClient<J = Job.Job>(options: SigningClientOptions & JobOptions<J>): Promise<SigningClient<J>>
export function createClient<J = Job.Job>(options: TokenClientOptions & JobOptions<J>): Promise<Client<J>>
/** For a program that learns only at run time which kind of options it has. */
export function createClient<J = Job.Job>(options: ClientOptions & JobOptions<J>): Promise<Client<J>>
export function createClient<J>(options: ClientOptions & JobOptions<J>): Promise<Client<J>> {
  return createClientOn(platform)<J>(options)
}

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
  async (failures) => mismatchWords(failures),
)
