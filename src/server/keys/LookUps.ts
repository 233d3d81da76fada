/**
 * Calls of a registry, at a bounded rate. One call may ask for many apps: apps gather until the next call is due. A stranger
 * can name any number of apps, so unknown apps wait in a bounded queue, and known apps have a queue and calls of their own.
 *
 * A `Schedule` says who waits and when the next call may begin; its functions take the time and call nothing. `turn` makes the calls.
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

type Queue = Map<AppId, Waiting>

/** A call in progress. */
interface Running {
  readonly since: number
}

interface Schedule extends Pick<Limits, 'idsPerCall' | 'timeout'> {
  /** Milliseconds between the beginnings of two calls. */
  readonly gap: number
  /** More unknown apps would not get a call in time. */
  readonly mostWaiting: number
  readonly known: Queue
  readonly unknown: Queue
  /** The queue of the last call. */
  lastQueue: Queue | undefined
  readonly running: Set<Running>
  /** When the next call may begin. */
  nextCallAt: number
  /** When the last timer fires. */
  armedAt: number
}

/** Nobody waits. */
const emptySchedule = ({ maxCallsPerSecond, idsPerCall, timeout }: Limits): Schedule => {
  // With the slack: no second has more calls than it may.
  const gap = (1000 + slack) / maxCallsPerSecond
  const mostWaiting = Math.max(1, Math.floor(timeout / gap)) * idsPerCall
  return {
    idsPerCall,
    timeout,
    gap,
    mostWaiting,
    known: new Map(),
    unknown: new Map(),
    lastQueue: undefined,
    running: new Set(),
    nextCallAt: Number.NEGATIVE_INFINITY,
    armedAt: Number.NEGATIVE_INFINITY,
  }
}

const isEmpty = ({ known, unknown }: Schedule): boolean => known.size + unknown.size === 0

const hasRoom = ({ unknown, mostWaiting }: Schedule): boolean => unknown.size < mostWaiting

const isOverdue = ({ timeout }: Schedule, { since }: { readonly since: number }, now: number): boolean =>
  now - since > timeout

/** Whether a further call has to wait for the end of another. */
const isFull = (schedule: Schedule, now: number): boolean => {
  const { running } = schedule
  if (running.size < mostCalls) return false
  // A worker's runtime ends a call silently, with the request that began it.
  for (const call of running) if (isOverdue(schedule, call, now)) running.delete(call)
  return running.size >= mostCalls
}

/** Apps that leave a queue: those of the next call, and those that have waited too long for one. */
interface Taken {
  readonly batch: ReadonlyArray<Waiting>
  readonly late: ReadonlyArray<Waiting>
  /** What came of the late ones. */
  readonly lateFinding: Finding
}

/** Known apps first, then in turns: a steady stream of either must not keep the other waiting. */
const take = (schedule: Schedule, now: number): Taken => {
  const { known, unknown, idsPerCall, timeout } = schedule
  const queue = known.size > 0 && (unknown.size === 0 || schedule.lastQueue !== known) ? known : unknown
  schedule.lastQueue = queue
  const batch: Array<Waiting> = []
  const late: Array<Waiting> = []
  for (const waiting of queue.values()) {
    if (batch.length === idsPerCall) break
    queue.delete(waiting.appId)
    if (isOverdue(schedule, waiting, now)) late.push(waiting)
    else batch.push(waiting)
  }
  const detail = `all look-up calls were busy for ${timeout} ms, so this look-up could not start`
  return { batch, late, lateFinding: { _tag: queue === known ? 'Away' : 'Busy', detail } }
}

/** A call begins now. */
const noteCall = (schedule: Schedule, now: number): Running => {
  const call = { since: now }
  schedule.nextCallAt = Math.max(schedule.nextCallAt, now - slack) + schedule.gap
  schedule.running.add(call)
  return call
}

interface Registry {
  readonly timer: Pick<Timer, 'elapsed' | 'after'>
  readonly call: Call
  readonly schedule: Schedule
}

/** Nobody waits for a call. */
export const make = (timer: Registry['timer'], limits: Limits, call: Call): LookUps => {
  const registry: Registry = { timer, call, schedule: emptySchedule(limits) }
  return { find: (appId, rank) => find(registry, appId, rank) }
}

const find = (registry: Registry, appId: AppId, rank: Rank): Promise<Finding> => {
  const { schedule, timer } = registry
  const { known, unknown, idsPerCall, mostWaiting } = schedule
  const before = known.get(appId) ?? unknown.get(appId)
  if (before !== undefined) return before.finding
  const asking = newWaiting(appId, timer.elapsed())
  // One call for each known app in a time to live: a stranger cannot make it more, so it need not wait.
  if (rank === 'refresh' && idsPerCall === 1) {
    void begin(registry, [asking])
    return asking.finding
  }
  // First a turn, which may be overdue: a worker's runtime may have dropped every timer.
  if (rank === 'unknown' && !hasRoom(schedule)) turn(registry)
  if (rank === 'unknown' && !hasRoom(schedule))
    return Promise.resolve({ _tag: 'Busy', detail: `${mostWaiting} unknown apps already wait for a look-up` })
  const queue = rank === 'unknown' ? unknown : known
  queue.set(appId, asking)
  turn(registry)
  // Each its own timer: a worker's runtime drops timers with the request that set them.
  if (queue.has(appId)) arm(registry)
  return asking.finding
}

/** Makes the calls that are due, and sets a timer for the next one. */
const turn = (registry: Registry): void => {
  const { schedule, timer } = registry
  while (!isEmpty(schedule) && timer.elapsed() >= schedule.nextCallAt && !isFull(schedule, timer.elapsed())) {
    const { batch, late, lateFinding } = take(schedule, timer.elapsed())
    for (const { resolve } of late) resolve(lateFinding)
    if (batch.length > 0) makeCall(registry, batch)
  }
  const now = timer.elapsed()
  if (!isEmpty(schedule) && schedule.armedAt <= now && !isFull(schedule, now)) arm(registry)
}

const makeCall = (registry: Registry, batch: ReadonlyArray<Waiting>): void => {
  const { schedule, timer } = registry
  const call = noteCall(schedule, timer.elapsed())
  void begin(registry, batch).then(() => {
    schedule.running.delete(call)
    turn(registry)
  })
}

const begin = ({ call }: Registry, batch: ReadonlyArray<Waiting>): Promise<void> => {
  const byApp = new Map(batch.map((waiting) => [waiting.appId, waiting]))
  return call([...byApp.keys()], (appId, finding) => byApp.get(appId)?.resolve(finding)).catch((thrown) => {
    for (const { reject } of batch) reject(thrown)
  })
}

const arm = (registry: Registry): void => {
  const { schedule, timer } = registry
  schedule.armedAt = schedule.nextCallAt
  timer.after(schedule.nextCallAt - timer.elapsed(), () => turn(registry))
}

const newWaiting = (appId: AppId, since: number): Waiting => {
  let resolve: Waiting['resolve'] = () => {}
  let reject: Waiting['reject'] = () => {}
  const finding = new Promise<Finding>((onFound, onThrown) => {
    resolve = onFound
    reject = onThrown
  })
  return { appId, since, finding, resolve, reject }
}
