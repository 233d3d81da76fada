/**
 * What a program learns of each attempt: the hook `onRequest` before it, `onResponse` after it, and on Node a tracing channel
 * around it. For logs, metrics and spans. `attemptHooks` is a function of its own, so a page without hooks does not carry this file.
 */
import * as E from 'fp-ts/lib/Either.js'
import { origin } from '../core/BaseUrl.ts'
import { fn } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { HttpError } from '../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../effects/Http.ts'
import type { Timer } from '../effects/Timer.ts'
import { wrong } from './ClientError.ts'
import { readCallerHeaders } from './callerHeaders.ts'

/** One attempt of a call, before it is sent. */
export interface Attempt {
  /** 1 for the first of its call. Each is signed anew. */
  readonly attempt: number
  readonly method: string
  /** With its query. */
  readonly url: string
  /**
   * What is sent beside Authorization, which is not shown. A hook may add headers, such as `traceparent`: they are sent with this
   * attempt, by the rules of the option `headers`.
   */
  readonly headers: Record<string, string>
}

/** How an attempt ended: with the head of an answer, or with a reason. */
export interface AttemptEnd extends Omit<Attempt, 'headers'> {
  /**
   * Until the head of the answer came, or the attempt failed; with `submitJob` and `poll`, until the whole answer came. In
   * milliseconds, fractions included.
   */
  readonly durationMs: number
  /** Of the answer. */
  readonly status?: number
  /** Of the answer, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Why there is no answer, such as `timed_out`. */
  readonly reason?: HttpError['_tag']
}

/** Functions for `attemptHooks`. A call rejects with what one of them throws. */
export interface AttemptHooks {
  /** Called before each attempt. If it throws, nothing is sent. */
  readonly onRequest?: ((attempt: Attempt) => void) | undefined
  /** Called after each attempt, whatever came of it. */
  readonly onResponse?: ((end: AttemptEnd) => void) | undefined
}

/** What `attemptHooks` answers, for the option `hooks`. */
export type AttemptWatch = (tools: never) => (http: never) => unknown

/** A tracing channel of node:diagnostics_channel, as far as a client needs one. */
export interface AttemptChannel {
  readonly hasSubscribers: boolean
  readonly tracePromise: (run: () => Promise<AttemptEnd>, attempt: Attempt) => Promise<AttemptEnd>
}

/** What watching needs of the client. */
export interface WatchTools {
  readonly timer: Timer
  readonly channel?: AttemptChannel
}

/** Makes the transport of one call from the client's: it tells of its attempts. */
export type Watch = (tools: WatchTools) => (http: Http) => Http

const readHooks = /* @__PURE__ */ Settings.decode<Settings.Decoded<AttemptHooks>>({
  onRequest: /* @__PURE__ */ Settings.optional(/* @__PURE__ */ fn<(attempt: Attempt) => void>()),
  onResponse: /* @__PURE__ */ Settings.optional(/* @__PURE__ */ fn<(end: AttemptEnd) => void>()),
})

/**
 * Tells of each attempt of a client, for the option `hooks` of `createClient`: retries, polls and corrections of the clock are
 * attempts of their own. Throws a `ClientError` if an option makes no sense.
 *
 * @example
 * ```ts
 * import { attemptHooks, createClient } from 'countersign/client'
 *
 * const seen: Array<string> = []
 * const hooks = attemptHooks({
 *   onRequest: ({ headers }) => {
 *     headers['x-trace'] = '7'
 *   },
 *   onResponse: ({ attempt, method, url, status }) => seen.push(`${attempt} ${method} ${url} ${status}`),
 * })
 * let failures = 1
 * const fetch = async (_: string, init: RequestInit) =>
 *   new Response(new Headers(init.headers).get('x-trace'), { status: failures-- > 0 ? 503 : 200 })
 * const client = await createClient({ baseUrl: 'https://jobs.example', token: 'abc', fetch, hooks, retries: 1, maxPauseMs: 0 })
 * const answer = await client.fetch('/v1/jobs/1')
 * assert.equal(await answer.text(), '7')
 * assert.deepEqual(seen, ['1 GET https://jobs.example/v1/jobs/1 503', '2 GET https://jobs.example/v1/jobs/1 200'])
 * ```
 */
export const attemptHooks = (hooks: AttemptHooks): AttemptWatch => {
  const read = readHooks(hooks)
  if (E.isLeft(read)) throw wrong(Settings.message('attemptHooks')(read.left))
  return watchBy(read.right)
}

/** The same transport, if nobody listens. */
export const watchBy =
  (hooks: AttemptHooks): Watch =>
  (tools) =>
  (http) => {
    const isHeard = hooks.onRequest !== undefined || hooks.onResponse !== undefined
    if (!isHeard && tools.channel?.hasSubscribers !== true) return http
    let attempts = 0
    return {
      send: (request) => () => {
        attempts += 1
        return sendWatched({ ...tools, hooks, http }, request, attempts)
      },
    }
  }

interface Watching extends WatchTools {
  readonly hooks: AttemptHooks
  readonly http: Http
}

type Outcome = E.Either<HttpError, HttpResponse>

const sendWatched = async (
  { timer, channel, hooks, http }: Watching,
  request: HttpRequest,
  number: number,
): Promise<Outcome> => {
  const { Authorization = '', ...others } = request.headers
  const seen = { attempt: number, method: request.method, url: origin(request.base) + request.target }
  const attempt: Attempt = { ...seen, headers: others }
  hooks.onRequest?.(attempt)
  const sent: { outcome?: Outcome } = {}
  const run = async (): Promise<AttemptEnd> => {
    const headers = { ...Object.fromEntries(readCallerHeaders(attempt.headers)), Authorization }
    const began = timer.elapsed()
    sent.outcome = await http.send({ ...request, headers })()
    return { ...seen, ...answerOf(sent.outcome), durationMs: timer.elapsed() - began }
  }
  try {
    const end = await (channel === undefined ? run() : channel.tracePromise(run, attempt))
    hooks.onResponse?.(end)
  } catch (thrown) {
    // Nobody will read the answer.
    if (sent.outcome !== undefined && E.isRight(sent.outcome)) sent.outcome.right.drop?.()
    throw thrown
  }
  return sent.outcome as Outcome
}

const answerOf = (outcome: Outcome): Pick<AttemptEnd, 'status' | 'headers' | 'reason'> =>
  E.isLeft(outcome) ? { reason: outcome.left._tag } : { status: outcome.right.status, headers: outcome.right.headers }
