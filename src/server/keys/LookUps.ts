/**
 * Calls of a registry, at a bounded rate. One call may ask for many apps: apps gather until the next call is due. A stranger
 * can name any number of apps, so unknown apps wait in a bounded queue, and known apps have a queue and calls of their own.
 */
import type { AppId } from '../../core/AppId.ts'
import type { Timer } from '../../effects/Timer.ts'
import type { Keys } from './KnownApps.ts'

/** The registry's answer: keys (none if there is no such app), keys that are not acceptable, or no answer. */
export type Finding =
  | { readonly _tag: 'Found'; readonly keys: Keys }
  | { readonly _tag: 'Wrong'; readonly detail: string }
  | { readonly _tag: 'Away'; readonly detail: string }
  /** The registry was not asked: too many unknown apps wait. */
  | { readonly _tag: 'Busy'; readonly detail: string }

/** Asks for all of these apps, and answers for each as soon as it can. */
export type Call = (appIds: ReadonlyArray<AppId>, answer: (appId: AppId, finding: Finding) => void) => Promise<void>

/** Why an app is looked up: its keys are old, it is proven and has no keys, or anyone may have named it. */
export type Rank = 'refresh' | 'known' | 'unknown'

export interface LookUps {
  /** Rejects only if the call does. */
  readonly find: (appId: AppId, rank: Rank) => Promise<Finding>
}

export interface Limits {
  readonly maxCallsPerSecond: number
  readonly idsPerCall: number
  /** An app waits at most this many milliseconds for its call; so long may the call itself take. */
  readonly timeout: number
}

/** Calls in progress. */
export const mostCalls = 64

/** A timer may fire this late, in milliseconds, without lowering the rate. */
const slack = 10

interface Waiting {
  readonly appId: AppId
  readonly since: number
  readonly finding: Promise<Finding>
  readonly resolve: (finding: Finding) => void
  readonly reject: (thrown: unknown) => void
}

export const make = (
  timer: Pick<Timer, 'elapsed' | 'after'>,
  { maxCallsPerSecond, idsPerCall, timeout }: Limits,
  call: Call,
): LookUps => {
  // With the slack: no second has more calls than it may.
  const gap = (1000 + slack) / maxCallsPerSecond
  /** Apps beyond these would not get a call in time. */
  const mostWaiting = Math.max(1, Math.floor(timeout / gap)) * idsPerCall
  const known = new Map<AppId, Waiting>()
  const unknown = new Map<AppId, Waiting>()
  /** The queue of the last call. */
  let last: typeof known | undefined
  const running = new Set<{ readonly since: number }>()
  /** When the next call may begin. */
  let next = Number.NEGATIVE_INFINITY
  /** When the last timer fires. */
  let armed = Number.NEGATIVE_INFINITY

  const isOverdue = ({ since }: { readonly since: number }): boolean => timer.elapsed() - since > timeout

  const isFull = (): boolean => {
    // A worker's runtime ends a call silently, with the request that began it.
    if (running.size >= mostCalls) for (const one of running) if (isOverdue(one)) running.delete(one)
    return running.size >= mostCalls
  }

  /** Known apps first, then in turns: a steady stream of either must not keep the other waiting. */
  const take = (): ReadonlyArray<Waiting> => {
    const queue = known.size > 0 && (unknown.size === 0 || last !== known) ? known : unknown
    last = queue
    const taken: Array<Waiting> = []
    for (const one of queue.values()) {
      if (taken.length === idsPerCall) break
      queue.delete(one.appId)
      if (!isOverdue(one)) taken.push(one)
      else one.resolve({ _tag: queue === known ? 'Away' : 'Busy', detail: `no call was free within ${timeout} ms` })
    }
    return taken
  }

  const begin = (batch: ReadonlyArray<Waiting>): Promise<void> => {
    const byApp = new Map(batch.map((one) => [one.appId, one]))
    return call([...byApp.keys()], (appId, finding) => byApp.get(appId)?.resolve(finding)).catch((thrown) => {
      for (const one of batch) one.reject(thrown)
    })
  }

  const arm = (): void => {
    armed = next
    timer.after(next - timer.elapsed(), turn)
  }

  const turn = (): void => {
    while (known.size + unknown.size > 0 && timer.elapsed() >= next && !isFull()) {
      const batch = take()
      if (batch.length === 0) continue
      const one = { since: timer.elapsed() }
      next = Math.max(next, one.since - slack) + gap
      running.add(one)
      void begin(batch).then(() => {
        running.delete(one)
        turn()
      })
    }
    if (known.size + unknown.size > 0 && armed <= timer.elapsed() && !isFull()) arm()
  }

  return {
    find: (appId, rank) => {
      const before = known.get(appId) ?? unknown.get(appId)
      if (before !== undefined) return before.finding
      const one = waiting(appId, timer.elapsed())
      // One call for each known app in a time to live: a stranger cannot make it more, so it need not wait.
      if (rank === 'refresh' && idsPerCall === 1) {
        void begin([one])
        return one.finding
      }
      // First a turn, which may be overdue: a worker's runtime may have dropped every timer.
      if (rank === 'unknown' && unknown.size >= mostWaiting) turn()
      if (rank === 'unknown' && unknown.size >= mostWaiting)
        return Promise.resolve({ _tag: 'Busy', detail: `${mostWaiting} unknown apps wait for a look-up already` })
      const queue = rank === 'unknown' ? unknown : known
      queue.set(appId, one)
      turn()
      // Each its own timer: a worker's runtime drops timers with the request that set them.
      if (queue.has(appId)) arm()
      return one.finding
    },
  }
}

const waiting = (appId: AppId, since: number): Waiting => {
  let resolve: Waiting['resolve'] = () => {}
  let reject: Waiting['reject'] = () => {}
  const finding = new Promise<Finding>((onFound, onThrown) => {
    resolve = onFound
    reject = onThrown
  })
  return { appId, since, finding, resolve, reject }
}
