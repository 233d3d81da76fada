/**
 * `client.poll`: asks for something until it has come, such as the state of a job. `Polling.ts` decides what follows an
 * answer; this file asks and waits.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { fn, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Timer } from '../effects/Timer.ts'
import { jsonOf } from '../programs/jsonOf.ts'
import { retryAfterMs } from '../programs/retryAfterMs.ts'
import { unlessAborted } from './CallOptions.ts'
import { ClientError, type PollTimedOut, wrong } from './ClientError.ts'
import { afterPoll, type PollEnd, type PollPace } from './Polling.ts'
import type { PollAnswer, PollOptions } from './PollOptions.ts'
import type { FetchInit } from './PreparedRequest.ts'
import type { SignedFetch } from './signedFetch.ts'

interface PollSettings extends PollPace {
  readonly until: (answer: PollAnswer) => boolean
}

const fields: Settings.Fields<PollSettings> = {
  until: Settings.required(fn<(answer: PollAnswer) => boolean>()),
  everyMs: Settings.defaulting(wholeNumber('milliseconds', 1), 2000),
  totalMs: Settings.defaulting(wholeNumber('milliseconds', 1), 600_000),
}

/** One poll, and its answer, if there is one. */
interface Polled {
  readonly end: PollEnd
  readonly answer?: PollAnswer
  /** What the call rejected with. */
  readonly thrown?: unknown
}

/**
 * `fetch` reads an answer to its end before it answers. The end of the time is data, `PollTimedOut`, and the client has the words for
 * it. With an import of these words here, a page that only signs would load them too.
 */
export const pollBy =
  (fetch: SignedFetch, timer: Timer, clock: Clock) =>
  async (target: string | URL, options: PollOptions): Promise<E.Either<PollTimedOut, PollAnswer>> => {
    const { settings, init } = read(options)
    const whole = wholeTime(timer, settings.totalMs, init.signal ?? undefined)
    const began = timer.elapsed()
    const poll = async (polls: number): Promise<E.Either<PollTimedOut, PollAnswer>> => {
      const polled = await pollOnce(fetch, clock, settings, target, { ...init, signal: whole.signal() }, polls)
      if (init.signal?.aborted) throw init.signal.reason
      const next =
        polled.answer === undefined && whole.isOver()
          ? timeIsOver
          : afterPoll(settings)(polled.end, timer.elapsed() - began)
      if (next._tag === 'TimeIsOver')
        return E.left({ _tag: 'poll_timed_out', totalMs: settings.totalMs, polls, last: lastOf(polled.end) })
      if (next._tag === 'Wait') {
        await unlessAborted(init.signal ?? undefined, timer.wait(next.ms))
        return poll(polls + 1)
      }
      if (polled.answer === undefined) throw polled.thrown
      return E.right({ ...polled.answer, done: next.done })
    }
    return poll(1).finally(whole.end)
  }

const timeIsOver = { _tag: 'TimeIsOver' } as const

const lastOf = (end: PollEnd): string => (end._tag === 'Answered' ? `${end.status}` : (end.reason ?? 'an error'))

/** The options of polling, and those of fetch, which reads them itself. */
const read = (options: PollOptions): { readonly settings: PollSettings; readonly init: FetchInit } => {
  const settings = Settings.read(fields)(options)
  if (E.isLeft(settings)) throw wrong(Settings.message('poll')(settings.left))
  const init = Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(fields, name)))
  return { settings: settings.right, init }
}

const pollOnce = async (
  fetch: SignedFetch,
  clock: Clock,
  { until }: PollSettings,
  target: string | URL,
  init: FetchInit,
  polls: number,
): Promise<Polled> => {
  const sent = await fetch(target, init).then(E.right, E.left<unknown>)
  if (E.isLeft(sent)) {
    const reason = sent.left instanceof ClientError ? sent.left.reason : undefined
    return { end: { _tag: 'Failed', reason }, thrown: sent.left }
  }
  const { status, ok } = sent.right
  const headers = Object.fromEntries(sent.right.headers)
  const body = new Uint8Array(await sent.right.arrayBuffer())
  const unread: PollAnswer = { status, ok, headers, body, polls, done: false }
  const json = jsonOf(headers['content-type'], body)
  const answer = O.isSome(json) ? { ...unread, json: json.value } : unread
  const isDone = ok && until(answer) === true
  return { end: { _tag: 'Answered', status, isDone, askedMs: retryAfterMs(headers, clock.now()) }, answer }
}

/** Ends the poll that is under way when the total is over, or the caller aborts. */
const wholeTime = (timer: Timer, totalMs: number, signal: AbortSignal | undefined) => {
  let current = new AbortController()
  let isOver = false
  const cancel = timer.after(totalMs, () => {
    isOver = true
    current.abort()
  })
  const abort = () => current.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return {
    /** The signal of the next poll. Each poll has its own: on one signal for all polls, the listeners of transports would accumulate. */
    signal: (): AbortSignal => {
      current = new AbortController()
      if (signal?.aborted) abort()
      return current.signal
    },
    isOver: () => isOver,
    end: () => {
      cancel()
      signal?.removeEventListener('abort', abort)
    },
  }
}
