/**
 * The platform's fetch with an Authorization header for each attempt.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import { type Bytes, empty } from '../core/Bytes.ts'
import type { HttpError } from '../core/SubmitError.ts'
import { type Timer, within } from '../effects/Timer.ts'
import { type Attempted, type SendEnv, sendAuthorized } from '../programs/sendAuthorized.ts'
import { errorOfFetch } from '../web/errorOfFetch.ts'
import { ClientError } from './ClientError.ts'
import { type PreparedRequest, prepare } from './PreparedRequest.ts'

/** `fetch`, with an Authorization header of its own for each request. */
export type SignedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** What sends for `client.fetch`: the platform's fetch, or what takes its place. */
export type SendingFetch = (url: string, init: RequestInit) => Promise<Response>

export interface SignedFetchSettings {
  readonly baseUrl: BaseUrl.BaseUrl
  readonly retries: number
  /** For each attempt, until the head of the answer has come. */
  readonly timeoutMs: number
  readonly send: SendingFetch
}

export interface SignedFetchEnv extends SendEnv {
  readonly timer: Timer
}

/** The caller has had enough. What `fetch` rejects with is then the caller's, and is handed on. */
interface Aborted {
  readonly _tag: 'Aborted'
  readonly reason: unknown
}

type Failure = HttpError | Aborted

export const signedFetch =
  (settings: SignedFetchSettings) =>
  (env: SignedFetchEnv): SignedFetch =>
  async (input, init) => {
    const { baseUrl, retries } = settings
    const request = await prepare(baseUrl, input, init)
    const send = (authorization: string) => sendOnce(settings, env.timer, request, authorization)
    const program = sendAuthorized({ origin: BaseUrl.origin(baseUrl), retries }, send)(request)
    const answers = program({ ...env, timer: { wait: waitUnlessAborted(env.timer, request.signal) } })()
    // A key that lies elsewhere may take its time to sign. What is sent of it afterwards meets a signal that has aborted.
    const answer = await (request.signal === undefined ? answers : Promise.race([answers, endOf(request.signal)]))
    if (E.isLeft(answer)) throw answer.left._tag === 'Aborted' ? answer.left.reason : new ClientError(answer.left)
    return answer.right
  }

const sendOnce =
  (
    { timeoutMs, send }: SignedFetchSettings,
    timer: Timer,
    { url, init, signal }: PreparedRequest,
    authorization: string,
  ): TaskEither<Failure, Attempted<Response>> =>
  async () => {
    const late = new AbortController()
    const cancel = timer.after(timeoutMs, () => late.abort())
    const headers = new Headers(init.headers)
    headers.set('authorization', authorization)
    try {
      const ends = signal === undefined ? late.signal : anyOf([signal, late.signal])
      const answer = await Promise.race([send(url, { ...init, headers, signal: ends }), endOf(ends)])
      return E.right(attempted(answer, timer, timeoutMs))
    } catch (error) {
      if (signal?.aborted) return E.left({ _tag: 'Aborted', reason: signal.reason })
      return E.left(late.signal.aborted ? { _tag: 'timed_out', afterMs: timeoutMs } : errorOfFetch(error))
    } finally {
      // From here on the answer's body takes as long as it takes, and the caller's signal alone ends it.
      cancel()
    }
  }

/** The platform's own, which lets go of the signals; edge runtimes have none, and there they are held. */
const anyOf = (signals: ReadonlyArray<AbortSignal>): AbortSignal => {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([...signals])
  const either = new AbortController()
  for (const each of signals) {
    if (each.aborted) either.abort(each.reason)
    else each.addEventListener('abort', () => either.abort(each.reason), { once: true })
  }
  return either.signal
}

/** Rejects when the signal aborts: what sends may be a program's own, and may not look at it. */
const endOf = (signal: AbortSignal): Promise<never> => {
  // By a signal of one's own, for one that lives long would keep every listener.
  const own = anyOf([signal])
  const end = new Promise<never>((_, reject) =>
    own.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  // Later it is nobody's.
  end.catch(() => {})
  return end
}

/** A refusal is short; of what is longer nobody needs to know the code. */
const longestRefusal = 64 * 1024

const attempted = (response: Response, timer: Timer, timeoutMs: number): Attempted<Response> => ({
  answer: response,
  status: response.status,
  headers: Object.fromEntries(response.headers),
  // Of a copy, since the answer may yet be handed back; and in its time, since nobody has promised that it ends.
  body: () => {
    const reader = response.clone().body?.getReader()
    const stop = () => {
      reader?.cancel().catch(() => {})
      return empty
    }
    return within(timer, timeoutMs)(() => beginning(reader).catch(() => undefined), stop)().then(
      (read) => read ?? stop(),
    )
  },
  drop: async () => {
    // Else its connection would be held by an answer that nobody reads.
    await response.body?.cancel().catch(() => {})
  },
})

/** All that comes, or undefined if that is more than a refusal would be. */
const beginning = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Bytes | undefined> => {
  const content = ByteBuffer.upTo(longestRefusal)
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    if (!content.add(read.value)) return undefined
  }
  return content.bytes()
}

/** A pause between attempts that ends when the caller aborts: the attempt after it then fails before it sends anything. */
const waitUnlessAborted =
  (timer: Timer, signal: AbortSignal | undefined): Timer['wait'] =>
  (ms) =>
  () =>
    new Promise((resolve) => {
      const end = () => {
        cancel()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = timer.after(ms, end)
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
    })
