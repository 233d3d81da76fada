import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import { type Edition, editions } from '../core/Edition.ts'
import * as Token from '../core/Token.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import { type AccessToken, accessToken, type SigningApp } from '../effects/Credentials.ts'
import type { Platform } from '../effects/Platform.ts'
import * as Job from '../job/Job.ts'
import { defaults, submitJob } from '../programs/submitJob.ts'
import { ClientError, type ClientFault } from './ClientError.ts'
import {
  type AppOptions,
  type KeyOptions,
  keyNames,
  knowing,
  milliseconds,
  orReject,
  type RequestSigner,
  requestSigner,
  signingApp,
  wrong,
} from './createSigner.ts'
import { type SendingFetch, type SignedFetch, signedFetch } from './signedFetch.ts'

/** What both kinds of client have. */
export interface CommonOptions {
  /** An https URL, perhaps with a path; plain http for a loopback host only. */
  readonly baseUrl: string
  /** How many more times to try after a refused connection, a 503, a refusal that says when to come again, or one for a wrong clock; 0 unless set. */
  readonly retries?: number | undefined
  /**
   * For each attempt, and for each call of `signDigest` or `sign`, in milliseconds; 30,000 unless set. For `fetch` it ends when
   * the head of the answer has come.
   */
  readonly timeoutMs?: number | undefined
  /** What `client.fetch` sends with, such as one that goes through a proxy; the platform's own unless set. `submitJob` does not use it. */
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
  /** The parsed body, if the answer says that it is JSON, and is. */
  readonly json?: unknown
}

export interface Client {
  /** Submits a job: a value, which is encoded, or JSON text or bytes, which are sent as they are. */
  readonly submitJob: (job: Job.Job | Uint8Array | string) => Promise<SubmissionAnswer>
  /**
   * The platform's fetch, authorized: for a path that starts with `/`, which is joined to `baseUrl` as it is, or a URL or
   * Request of the same origin. The body is read into memory, and those bytes are signed and sent; the answer is the
   * platform's own `Response`, whose body comes as it is read. `retries` and `timeoutMs` hold as for `submitJob`.
   *
   * A redirect is handed back and never followed. An Authorization header of yours, another origin and `redirect: 'follow'`
   * are refused, and so is a URL that ends in a bare `?`, which some platforms send and some drop. Rejects with a
   * `ClientError`, with the reason of your signal if you abort, or with the error of a stream that is your body.
   */
  readonly fetch: SignedFetch
}

/** With a private key, wherever it lies, the client can also sign other requests; with a token it cannot. */
export interface SigningClient extends Client, RequestSigner {}

export interface CreateClient {
  (options: SigningClientOptions): Promise<SigningClient>
  (options: TokenClientOptions): Promise<Client>
  /** For whoever learns only at run time which it is. */
  (options: ClientOptions): Promise<Client>
}

const names: ReadonlyArray<string> = [
  ...(['baseUrl', 'retries', 'timeoutMs', 'fetch', 'edition', 'token'] satisfies ReadonlyArray<keyof ClientOptions>),
  ...keyNames,
]

/** By how much each origin's clock is ahead of ours, for as long as the client lives. */
const offsetsInMemory = (): ClockOffsets => {
  const byOrigin = new Map<string, number>()
  return {
    get: (origin) => () => byOrigin.get(origin) ?? 0,
    set: (origin, seconds) => () => {
      byOrigin.set(origin, seconds)
    },
  }
}

const bytesOf = (job: Job.Job | Uint8Array | string): E.Either<ClientFault, Bytes.Bytes> => {
  if (typeof job === 'string') return Bytes.ofText(job)
  return Bytes.isBytes(job) ? E.right(job) : Job.encode(job)
}

export const createClientOn =
  (platform: Platform): CreateClient =>
  async (options: ClientOptions): Promise<SigningClient> => {
    knowing(names, options)
    const { edition = 'international', retries = defaults.retries, timeoutMs = defaults.timeoutMs } = options
    if (!editions.includes(edition)) throw wrong(`edition is one of ${editions.join(', ')}`)
    if (!Number.isSafeInteger(retries) || retries < 0) throw wrong('retries is a whole number, 0 or more')
    milliseconds(timeoutMs)
    // Looked up at each call, and not here: a program may replace the platform's fetch later.
    const { fetch: send = (url, init) => fetch(url, init) } = options
    if (typeof send !== 'function')
      throw wrong('fetch is a function that takes a URL and what the platform’s fetch takes')
    if (typeof options.baseUrl !== 'string') throw wrong('baseUrl is text')
    const baseUrl = orReject(BaseUrl.parse(options.baseUrl))
    const credentials = await credentialsOf(platform, options, timeoutMs)
    if (credentials._tag === 'AccessToken' && edition === 'mainland')
      throw new ClientError({ _tag: 'bearer_not_offered' })

    const { clock, entropy, http, timer } = platform
    const env = { clock, entropy, http, timer, offsets: offsetsInMemory(), credentials }
    const submit = submitJob({ baseUrl, edition: edition as 'international', retries, timeoutMs })
    const client: Client = {
      submitJob: async (job) => orReject(await submit(orReject(bytesOf(job)))(env)()) as SubmissionAnswer,
      fetch: signedFetch({ baseUrl, retries, timeoutMs, send })(env),
    }
    const signer = credentials._tag === 'SigningApp' ? requestSigner(platform, credentials) : {}
    // The overloads show `sign` to those alone who gave a key.
    return { ...client, ...signer } as SigningClient
  }

const credentialsOf = async (
  platform: Platform,
  options: ClientOptions,
  timeoutMs: number,
): Promise<SigningApp | AccessToken> => {
  const { token, appId, privateKey, publicKey, signDigest, sign } = options
  const ofApp = [appId, privateKey, publicKey, signDigest, sign].some((given) => given !== undefined)
  if (token === undefined) {
    if (!ofApp) throw wrong('give an appId and a privateKey, or a token')
    return signingApp(platform, options, timeoutMs)
  }
  if (ofApp) throw wrong('give either a token, or an appId and a privateKey')
  if (typeof token !== 'string' || !Token.isToken(token)) {
    throw wrong('the token is not of the form of RFC 6750: letters, digits and -._~+/, then = signs')
  }
  return accessToken(token)
}
