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
import { errorOfFetch } from '../platform/web/errorOfFetch.ts'
import { type Attempted, type SendEnv, sendAuthorized } from '../programs/sendAuthorized.ts'
import { clientError } from './ClientError.ts'
import { type PreparedRequest, prepare } from './PreparedRequest.ts'

/** `fetch`, with an Authorization header of its own for each request. */
export type SignedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The platform's fetch, or its replacement. */
export type SendingFetch = (url: string, init: RequestInit) => Promise<Response>

export interface SignedFetchSettings {
  readonly baseUrl: BaseUrl.BaseUrl
  readonly retries: number
  /** For each attempt, until the head of the answer arrives. */
  readonly timeoutMs: number
  readonly send: SendingFetch
}

export interface SignedFetchEnv extends SendEnv {
  readonly timer: Timer
}

/** The caller has aborted; `fetch` rejects with the caller's reason. */
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
    // A remote key may sign slowly. A request that it signs after an abort is not sent: its signal has aborted.
    const answer = await (request.signal === undefined ? answers : Promise.race([answers, endOf(request.signal)]))
    if (E.isLeft(answer)) throw answer.left._tag === 'Aborted' ? answer.left.reason : clientError(answer.left)
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
      // The time limit ends here: only the caller's signal ends the reading of the body.
      cancel()
    }
  }

/** `AbortSignal.any` releases its sources; edge runtimes lack it, and there they are kept. */
const anyOf = (signals: ReadonlyArray<AbortSignal>): AbortSignal => {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([...signals])
  const either = new AbortController()
  for (const each of signals) {
    if (each.aborted) either.abort(each.reason)
    else each.addEventListener('abort', () => either.abort(each.reason), { once: true })
  }
  return either.signal
}

/** Rejects when the signal aborts: a replacement of fetch may ignore the signal. */
const endOf = (signal: AbortSignal): Promise<never> => {
  // A derived signal: a long-lived one would keep every listener.
  const own = anyOf([signal])
  const end = new Promise<never>((_, reject) =>
    own.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  // Nobody awaits this after the race; keep it from being an unhandled rejection.
  end.catch(() => {})
  return end
}

/** In bytes. A refusal is short; a longer answer is not searched for an error code. */
const longestRefusal = 64 * 1024

const attempted = (response: Response, timer: Timer, timeoutMs: number): Attempted<Response> => ({
  answer: response,
  status: response.status,
  headers: Object.fromEntries(response.headers),
  // From a clone, as the answer may still be returned. Within the time limit, as the body may never end.
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
    // An unread answer would keep its connection open.
    await response.body?.cancel().catch(() => {})
  },
})

/** The whole body, or undefined if it is longer than a refusal. */
const beginning = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Bytes | undefined> => {
  const content = ByteBuffer.upTo(longestRefusal)
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    if (!content.add(read.value)) return undefined
  }
  return content.bytes()
}

/** A pause between attempts. Ends when the caller aborts; the next attempt then fails before it sends anything. */
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
