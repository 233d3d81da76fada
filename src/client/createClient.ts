/** `createClient`: submits jobs and sends any other request, authorized. For programs that call the service. */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import type { ClockOffset } from '../core/ClockOffset.ts'
import type { Edition } from '../core/Edition.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import type { Content } from '../effects/Content.ts'
import { type AccessToken, accessToken, type SigningApp } from '../effects/Credentials.ts'
import type { Http } from '../effects/Http.ts'
import type { Platform } from '../effects/Platform.ts'
import type * as Job from '../job/Job.ts'
import { httpClient as fetching, type SendingFetch } from '../platform/web/httpClient.ts'
import { whole } from '../programs/readAnswer.ts'
import { defaults, mostAnswered, offered, type SubmitSettings, submitJob } from '../programs/submitJob.ts'
import type { AttemptChannel, AttemptWatch, Watch } from './attempts.ts'
import { type CallOptions, effectsFor, type RetryOptions, settingsFor, under, unlessAborted } from './CallOptions.ts'
import { type ClientFault, type CodeNotLoaded, orReject, type SettingInvalid, settingInvalid } from './ClientError.ts'
import { readCallerHeaders } from './callerHeaders.ts'
import {
  type AppOptions,
  type KeyOptions,
  type RequestSigner,
  requestSigner,
  type SigningPlatform,
  signingApp,
} from './createSigner.ts'
import { type BodyReader, bodyReader, isReadable, type ReadableBody } from './outgoingBody.ts'
import { type OwnEffects, withOwn } from './ownEffects.ts'
import type { PollAnswer, PollOptions } from './PollOptions.ts'
import type { pollBy } from './poll.ts'
import type { Without } from './remoteKey.ts'
import type { SubmissionAnswer } from './SubmissionAnswer.ts'
import { type ClientSettings, readCall, readClient } from './settings.ts'
import { type SignedFetch, signedFetch } from './signedFetch.ts'

/** Options of a client with a key and of a client with a token. */
export interface CommonOptions extends OwnEffects, RetryOptions {
  /** An https URL, with a path if needed; plain http for a loopback host only. */
  readonly baseUrl: string
  /**
   * Sends all requests in place of the client's own transport. The client refuses a target that the platform's URL parser would
   * change, because fetch sends what that parser writes.
   */
  readonly fetch?: SendingFetch | undefined
  /**
   * On Node: the URL of a proxy, or `false` for none. Unless set, `https_proxy`, `all_proxy` and `no_proxy` of the environment
   * count.
   */
  readonly proxy?: string | false | undefined
  /** On Node: certificates (PEM) to trust instead of the platform's own. */
  readonly ca?: string | undefined
  /** On Node: an agent of node:http or node:https, in place of the client's own. */
  readonly agent?: object | undefined
  /** The service takes a job of one `request_id` once only, so `submitJob` may be repeated even if the job was perhaps taken. */
  readonly requestIdIsIdempotencyKey?: boolean | undefined
  /** What `attemptHooks` answers: functions that are told of each attempt. */
  readonly hooks?: AttemptWatch | undefined
  /**
   * By origin, how far each service's clock is ahead of ours. A `Map` of your own can be read, and shared by the clients of a
   * process.
   */
  readonly clockOffsets?: Map<string, ClockOffset | undefined> | undefined
  /** The most bytes of a body that are kept, where it cannot be read twice, or the key signs whole texts only; 64 MiB unless set. */
  readonly bodyLimit?: number | undefined
}

export type SigningClientOptions = CommonOptions &
  AppOptions &
  KeyOptions & {
    readonly edition?: Edition | undefined
    readonly token?: never
  }

/** The mainland edition offers no token authentication, so its options have no `token`. */
export interface TokenClientOptions
  extends CommonOptions,
    Without<'appId' | 'privateKey' | 'publicKey' | 'signDigest' | 'sign'> {
  readonly edition?: 'international' | undefined
  readonly token: string
}

export type ClientOptions = SigningClientOptions | TokenClientOptions

/** Jobs with stages that the interface does not show. */
export interface JobOptions<J> {
  /** What `Job.withStages` answers. */
  readonly jobs?: { readonly encode: (job: J) => { readonly _tag: 'Left' | 'Right' } } | undefined
}

export interface Client<J = Job.Job> {
  /** Submits a job. A value is encoded; JSON text, bytes, or a body of any size are sent unchanged. */
  readonly submitJob: (job: J | Uint8Array | string | ReadableBody, options?: CallOptions) => Promise<SubmissionAnswer>
  /**
   * `fetch`, authorized. Takes a path that starts with `/` and is joined to `baseUrl`, or a URL or Request of the same origin;
   * its target is sent as it is written. Answers a `Response`, whose body is not read ahead. Beside fetch's own options it
   * takes those of `CallOptions`.
   *
   * A redirect is returned and never followed. Refused are an Authorization header of yours, another origin, and
   * `redirect: 'follow'`. Rejects with a `ClientError`, with the reason of your signal if you abort, or with the error of a
   * stream that is your body.
   */
  readonly fetch: SignedFetch
  /**
   * Asks for `target` until `until` accepts an answer; each poll is signed anew. Resolves to that answer with `done: true`, or
   * to a 4xx or a redirect with `done: false`. Goes on after other 2xx, 5xx and failed connections, `everyMs` later and no
   * sooner than `Retry-After` asks. Rejects with reason `poll_timed_out` after `totalMs`, and otherwise as `fetch` does.
   */
  readonly poll: (target: string | URL, options: PollOptions) => Promise<PollAnswer>
}

/** A client with a private key, here or elsewhere, can also sign other requests. */
export interface SigningClient<J = Job.Job> extends Client<J>, RequestSigner {}

/** How far each origin's clock is ahead of ours. */
const offsetsIn = (byOrigin: Map<string, ClockOffset | undefined>): ClockOffsets => ({
  get: (origin) => () => byOrigin.get(origin),
  set: (origin, offset) => () => void byOrigin.set(origin, offset),
})

const bodyOf =
  <J>(encoding: TaskEither<CodeNotLoaded, Job.Encoding<J>>, read: BodyReader, signal: AbortSignal | undefined) =>
  async (job: J | Uint8Array | string | ReadableBody): Promise<Bytes.Bytes | Content> => {
    if (typeof job === 'string') return orReject(Bytes.ofText(job))
    if (Bytes.isBytes(job)) return job
    if (isReadable(job)) return read(job, signal)
    const { encode, message } = orReject(await encoding())
    const encoded = encode(job)
    return orReject(
      E.isLeft(encoded) ? E.left({ ...encoded.left, words: message?.(encoded.left) ?? 'the job is invalid' }) : encoded,
    )
  }

/** What a client needs of a platform. */
export interface ClientPlatform extends SigningPlatform, Pick<Platform, 'http' | 'httpClient' | 'random'> {
  /** What writes the jobs that the interface shows. */
  readonly jobs: (timeoutMs: number) => TaskEither<CodeNotLoaded, Job.Encoding<Job.Job>>
  /** What polls. */
  readonly polling: (timeoutMs: number) => TaskEither<CodeNotLoaded, typeof pollBy>
  /** Throws for members of a fetch's `init` that this platform's own transport would ignore. */
  readonly checkInit?: (init: object | undefined) => void
  /** Who is told of attempts without hooks, and where. */
  readonly watch?: Watch
  readonly channel?: AttemptChannel
}

export const createClientOn =
  (platform: ClientPlatform) =>
  async <J>(options: ClientOptions & JobOptions<J>): Promise<SigningClient<J>> => {
    const settings = orReject(readClient<J>(options))
    const own = withOwn(platform, settings)
    const baseUrl = orReject(BaseUrl.parse(settings.baseUrl))
    const credentials = orReject(await credentialsOf(own, settings)())
    const http = orReject(httpOf(platform, settings, baseUrl))
    return clientOf({ ...own, http }, settings, baseUrl, credentials)
  }

/** The transport of all requests. */
const httpOf = <J>(
  platform: ClientPlatform,
  { fetch, proxy, ca, agent }: ClientSettings<J>,
  baseUrl: BaseUrl.BaseUrl,
): E.Either<SettingInvalid, Http> => {
  const given = Object.entries({ proxy, ca, agent }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return E.right(fetch === undefined ? platform.http : fetching({ fetch }))
  if (isFetch(platform, fetch))
    return E.left(
      settingInvalid(
        `${given.map(([name]) => name).join(', ')}: your own fetch sends the requests; set these options in your fetch`,
      ),
    )
  if (agent !== undefined && given.length > 1)
    return E.left(settingInvalid('an agent makes its own connections; set the proxy and the certificates there'))
  const scheme = baseUrl.replace(/:.*$/s, ':').toLowerCase()
  const protocol = Object.getOwnPropertyDescriptor(Object(agent), 'protocol')?.value
  if (protocol !== undefined && protocol !== scheme)
    return E.left(settingInvalid(`the agent is for ${protocol}, and baseUrl begins with ${scheme}`))
  return E.tryCatch(
    () => platform.httpClient(Object.fromEntries(given)),
    (error) => settingInvalid((error as Error).message.replace(/^httpClient/, 'createClient')),
  )
}

/** A caller's own encoding is here; this package's may have to be loaded. */
const encodingOf = <J>(
  platform: ClientPlatform,
  { jobs, timeoutMs = defaults.timeoutMs }: ClientSettings<J>,
): TaskEither<CodeNotLoaded, Job.Encoding<J>> =>
  jobs === undefined
    ? (platform.jobs(timeoutMs) as TaskEither<CodeNotLoaded, Job.Encoding<J>>)
    : async () => E.right(jobs)

const isFetch = (platform: ClientPlatform, fetch: SendingFetch | undefined): boolean =>
  fetch !== undefined || platform.httpClient === fetching

const credentialsOf = <J>(
  platform: SigningPlatform,
  settings: ClientSettings<J>,
): TaskEither<ClientFault, SigningApp | AccessToken> => {
  const { edition, token } = settings
  return token === undefined ? signingApp(platform)(settings) : async () => offered(edition)(accessToken(token))
}

const clientOf = <J>(
  platform: ClientPlatform,
  settings: ClientSettings<J>,
  baseUrl: BaseUrl.BaseUrl,
  credentials: SigningApp | AccessToken,
): SigningClient<J> => {
  const { edition, bodyLimit, fetch, requestIdIsIdempotencyKey, clockOffsets, hooks = platform.watch } = settings
  const { clock, digest, entropy, http, random, timer } = platform
  const watched = hooks?.(platform)
  const env = { clock, digest, entropy, http, random, timer, offsets: offsetsIn(clockOffsets), credentials, watched }
  const streams =
    digest.begin !== undefined && (credentials._tag === 'AccessToken' || credentials.signer.begin !== undefined)
  const body = bodyReader(streams ? (platform.httpClient === fetching ? 'blobs' : 'all') : 'none', bodyLimit)
  const own = settingsFor({ ...defaults, baseUrl }, settings)
  const jobs = encodingOf(platform, settings)
  const forFetch = { ...own, body, checkInit: fetch === undefined ? platform.checkInit : undefined }
  const client: Client<J> = {
    submitJob: async (job, options = {}) => {
      const call = orReject(readCall(options))
      const { signal, headers } = call
      const content = await bodyOf(jobs, body, signal)(job)
      const forJob = {
        ...settingsFor(own, under({ idempotent: requestIdIsIdempotencyKey || undefined } as CallOptions, call)),
        edition,
        // By their names in lower case, so that each takes the place of the interface's.
        headers: Object.fromEntries(readCallerHeaders(headers)),
      }
      const run = submitJob(forJob as SubmitSettings<'international'>)(content)(effectsFor(env, under(settings, call)))
      const answer = await unlessAborted(signal, run)
      if (E.isLeft(answer) && answer.left._tag === 'aborted') throw signal?.reason
      return orReject(answer) as SubmissionAnswer
    },
    fetch: signedFetch(forFetch)(env, settings),
    poll: async (target, options) => {
      const load = platform.polling(settings.timeoutMs ?? defaults.timeoutMs)
      const wholeFetch = signedFetch(forFetch)({ ...env, http: whole(http, timer, mostAnswered) }, settings)
      const pollWith = orReject(await load())
      return orReject(await pollWith(wholeFetch, timer, clock)(target, options))
    },
  }
  const signer = credentials._tag === 'SigningApp' ? requestSigner(platform, credentials, bodyLimit) : {}
  // The overloads of createClient show `sign` only to a caller who gave a key.
  return { ...client, ...signer } as SigningClient<J>
}
