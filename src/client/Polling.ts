/**
 * What follows one poll, decided from data alone. `poll.ts` carries it out: it asks, waits and asks again.
 *
 * The law. A 2xx that `until` accepts ends the polling, and so does every answer that another poll would not change: 4xx and
 * redirects. Pending are: a 2xx that `until` does not accept yet, 304, 5xx, a 429 that says when to come again, and a
 * connection that failed. The next poll comes `everyMs` after the last one ended, and never sooner than `Retry-After`
 * asks. No poll begins `totalMs` after the first, or later.
 */
import type { ClientReason } from './ClientError.ts'

export interface PollPace {
  readonly everyMs: number
  readonly totalMs: number
}

/** How one poll ended. */
export type PollEnd =
  | {
      readonly _tag: 'Answered'
      readonly status: number
      /** `until` has accepted the answer. */
      readonly isDone: boolean
      /** The pause that `Retry-After` asks for. */
      readonly askedMs: number | undefined
    }
  | { readonly _tag: 'Failed'; readonly reason: ClientReason | undefined }

export type AfterPoll =
  /** Hand the answer, or the failure, to the caller. */
  | { readonly _tag: 'Return'; readonly done: boolean }
  | { readonly _tag: 'Wait'; readonly ms: number }
  /** The next poll would begin after the total. */
  | { readonly _tag: 'TimeIsOver' }

/** `elapsedMs`: since the first poll began. */
export const afterPoll =
  ({ everyMs, totalMs }: PollPace) =>
  (end: PollEnd, elapsedMs: number): AfterPoll => {
    if (end._tag === 'Answered' && end.isDone) return { _tag: 'Return', done: true }
    if (!isPending(end)) return { _tag: 'Return', done: false }
    const ms = pauseMs(end, everyMs)
    if (elapsedMs + ms >= totalMs) return { _tag: 'TimeIsOver' }
    return { _tag: 'Wait', ms }
  }

const isPending = (end: PollEnd): boolean => {
  if (end._tag === 'Failed') return end.reason !== undefined && passing.has(end.reason)
  const { status, askedMs } = end
  if (status === 429) return askedMs !== undefined
  return (status >= 200 && status < 300) || status === 304 || status >= 500
}

/** What may be otherwise at the next poll. */
const passing: ReadonlySet<ClientReason> = new Set([
  'connection_refused',
  'network_failed',
  'proxy_failed',
  'timed_out',
  'signer_unavailable',
  'signer_timed_out',
])

const pauseMs = (end: PollEnd, everyMs: number): number =>
  end._tag === 'Answered' && end.askedMs !== undefined ? Math.max(end.askedMs, everyMs) : everyMs
