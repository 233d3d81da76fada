import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import type { Edition } from '../core/Edition.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import { type AccessToken, accessToken, type SigningApp } from '../effects/Credentials.ts'
import type { Platform } from '../effects/Platform.ts'
import type * as Job from '../job/Job.ts'
import { defaults, offered, submitJob } from '../programs/submitJob.ts'
import { type ClientFault, orReject } from './ClientError.ts'
import {
  type AppOptions,
  type KeyOptions,
  type RequestSigner,
  requestSigner,
  type SigningPlatform,
  signingApp,
} from './createSigner.ts'
import { type OwnEffects, withOwn } from './ownEffects.ts'
import { type ClientSettings, readClient } from './settings.ts'
import { type SendingFetch, type SignedFetch, signedFetch } from './signedFetch.ts'

/** Options of a client with a key and of a client with a token. */
export interface CommonOptions extends OwnEffects {
  /** An https URL, with a path if needed; plain http for a loopback host only. */
  readonly baseUrl: string
  /** Further attempts: after a refused connection, a 503, a 429 or `timestamp_expired` with `Retry-After`, or one refusal for a wrong clock; 0 unless set. */
  readonly retries?: number | undefined
  /**
   * For each attempt, and for each call of `signDigest` or `sign`, in milliseconds; 30,000 unless set. An attempt of `fetch`
   * ends with the head of the answer.
   */
  readonly timeoutMs?: number | undefined
  /** Replaces the platform's fetch in `client.fetch`, for example to go through a proxy. `submitJob` does not use it. */
  readonly fetch?: SendingFetch | undefined
}

export type SigningClientOptions = CommonOptions &
  AppOptions &
  KeyOptions & {
    readonly edition?: Edition | undefined
    readonly token?: never
  }

/** The mainland edition offers no token authentication, so its options have no `token`. */
export interface TokenClientOptions extends CommonOptions {
  readonly edition?: 'international' | undefined
  readonly token: string
  readonly appId?: never
  readonly privateKey?: never
  readonly publicKey?: never
  readonly signDigest?: never
  readonly sign?: never
}

export type ClientOptions = SigningClientOptions | TokenClientOptions

export interface SubmissionAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes.OwnBytes
  /** The parsed body, if its Content-Type says JSON and it is JSON. */
  readonly json?: unknown
}

/** Jobs with stages that the interface does not show. */
export interface JobOptions<J> {
  /** What `Job.withStages` answers. */
  readonly jobs?: { readonly encode: (job: J) => { readonly _tag: 'Left' | 'Right' } } | undefined
}

export interface Client<J = Job.Job> {
  /** Submits a job. A value is encoded; JSON text or bytes are sent unchanged. */
  readonly submitJob: (job: J | Uint8Array | string) => Promise<SubmissionAnswer>
  /**
   * The platform's fetch, authorized. Takes a path that starts with `/` and is joined to `baseUrl`, or a URL or Request of
   * the same origin. The body is read into memory, signed and sent. The answer is the platform's own `Response`, whose body
   * is not read ahead. `retries` and `timeoutMs` apply as for `submitJob`.
   *
   * A redirect is returned and never followed. A bare `?` at the end of the URL is dropped, signed and sent. Refused are an
   * Authorization header of yours, another origin, and `redirect: 'follow'`. Rejects with a `ClientError`, with
   * the reason of your signal if you abort, or with the error of a stream that is your body.
   */
  readonly fetch: SignedFetch
}

/** A client with a private key, here or elsewhere, can also sign other requests. */
export interface SigningClient<J = Job.Job> extends Client<J>, RequestSigner {}

/** How far each origin's clock is ahead of ours, kept as long as the client. */
const offsetsInMemory = (): ClockOffsets => {
  const byOrigin = new Map<string, number>()
  return {
    get: (origin) => () => byOrigin.get(origin) ?? 0,
    set: (origin, seconds) => () => void byOrigin.set(origin, seconds),
  }
}

const bytesOf =
  <J>({ encode }: Job.Encoding<J>) =>
  (job: J | Uint8Array | string): E.Either<ClientFault, Bytes.Bytes> => {
    if (typeof job === 'string') return Bytes.ofText(job)
    return Bytes.isBytes(job) ? E.right(job) : encode(job)
  }

/** What a client needs of a platform. */
export type ClientPlatform = Omit<Platform, 'verificationKey'>

export const createClientOn =
  (platform: ClientPlatform) =>
  async <J>(options: ClientOptions & JobOptions<J>): Promise<SigningClient<J>> =>
    pipe(
      TE.fromEither(readClient<J>(options)),
      TE.bindTo('settings'),
      TE.bindW('baseUrl', ({ settings }) => TE.fromEither(BaseUrl.parse(settings.baseUrl))),
      TE.bindW('credentials', ({ settings }) => credentialsOf(platform, settings)),
      TE.map(({ settings, baseUrl, credentials }) =>
        clientOf(withOwn(platform, settings), settings, baseUrl, credentials),
      ),
    )().then(orReject)

const credentialsOf = <J>(
  platform: SigningPlatform,
  settings: ClientSettings<J>,
): TE.TaskEither<ClientFault, SigningApp | AccessToken> =>
  settings.token === undefined
    ? signingApp(platform)(settings)
    : TE.fromEither(offered(settings.edition)(accessToken(settings.token)))

const clientOf = <J>(
  platform: ClientPlatform,
  { edition, retries, timeoutMs = defaults.timeoutMs, fetch, jobs }: ClientSettings<J>,
  baseUrl: BaseUrl.BaseUrl,
  credentials: SigningApp | AccessToken,
): SigningClient<J> => {
  const { clock, entropy, http, timer } = platform
  const env = { clock, entropy, http, timer, offsets: offsetsInMemory(), credentials }
  const submit = submitJob({ baseUrl, edition: edition as 'international', retries, timeoutMs })
  const client: Client<J> = {
    submitJob: async (job) =>
      pipe(
        TE.fromEither(bytesOf(jobs)(job)),
        TE.chainW((body) => submit(body)(env)),
      )().then(orReject) as Promise<SubmissionAnswer>,
    fetch: signedFetch({ baseUrl, retries, timeoutMs, send: fetch })(env),
  }
  const signer = credentials._tag === 'SigningApp' ? requestSigner(platform, credentials) : {}
  // The overloads of createClient show `sign` only to a caller who gave a key.
  return { ...client, ...signer } as SigningClient<J>
}
