/**
 * A bounded queue that is fair between its users, in front of work that few may do at once. `FairOrder` decides who is next, and
 * `Capacity` whether there is room. This file carries it out: it runs jobs, settles promises, and sets one alarm.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import type { Checked } from '../effects/KeyRing.ts'
import type { Timer } from '../effects/Timer.ts'
import * as Capacity from './Capacity.ts'
import * as FairOrder from './FairOrder.ts'

/** Work that asks for its turn. */
export interface QueuedWork {
  /** Jobs of one user wait for each other. */
  readonly user: string
  /** Relative to other jobs. */
  readonly cost: number
  /** Milliseconds that it may wait. */
  readonly timeoutMs: number
  /** Does it, now or later. */
  readonly run: () => Checked
}

/**
 * Runs the job when its turn comes: synchronously if nothing waits. `undefined`: it was not run, because its time is over or
 * because too many of its user wait already.
 */
export interface FairQueue {
  (job: QueuedWork): Checked
  /** How many jobs wait. */
  readonly waiting: () => number
}

export interface Resources extends Capacity.Limits {
  readonly timer: Timer
  /** Calls `then` once the event loop has looked for input and output again. */
  readonly nextTurn: (then: () => void) => void
  /** Jobs that may wait; of one user, at most as many as there are free places. */
  readonly mostWaiting: number
}

interface Waiting {
  readonly run: QueuedWork['run']
  readonly answer: (answer: Checked) => void
  readonly fail: (error: unknown) => void
}

interface Alarm {
  readonly at: number
  readonly cancel: () => void
}

interface Queue extends Pick<Resources, 'timer' | 'nextTurn'> {
  readonly order: FairOrder.FairOrder<Waiting>
  readonly capacity: Capacity.Capacity
  /** At the first deadline of all that wait, or before it. One for all: a timer for each cost as much as the rest of a turn. */
  alarm: Alarm | undefined
}

/** An empty queue. */
export const make = ({ timer, nextTurn, mostWaiting, ...limits }: Resources): FairQueue => {
  const queue: Queue = {
    timer,
    nextTurn,
    order: FairOrder.empty(mostWaiting),
    capacity: Capacity.free(limits),
    alarm: undefined,
  }
  const ask = (job: QueuedWork): Checked =>
    FairOrder.first(queue.order) === undefined && Capacity.hasRoom(queue.capacity, job.cost)
      ? begin(queue, job.cost, job.run)
      : wait(queue, job)
  return Object.assign(ask, { waiting: () => queue.order.waiting.length })
}

const begin = (queue: Queue, cost: number, run: QueuedWork['run']): Checked => {
  const { timer, nextTurn, capacity } = queue
  const began = timer.elapsed()
  const answer = run()
  // Also of a later answer: one check of a suspect begins in a turn, wherever it runs.
  if (Capacity.hold(capacity, timer.elapsed() - began)) nextTurn(() => beginTurn(queue))
  if (typeof answer === 'object') {
    const size = Capacity.sizeOf(capacity, cost)
    const onEnd = (): void => end(queue, size)
    Capacity.enter(capacity, size)
    answer.then(onEnd, onEnd)
  }
  return answer
}

/** Begins a job that has waited. One that throws, against its law, fails alone. */
const beginLater = (queue: Queue, { cost, job }: FairOrder.Entry<Waiting>): void => {
  const begun = E.tryCatch(() => begin(queue, cost, job.run), identity)
  if (E.isRight(begun)) job.answer(begun.right)
  else job.fail(begun.left)
}

const beginTurn = (queue: Queue): void => {
  Capacity.endTurn(queue.capacity)
  serve(queue)
}

const end = (queue: Queue, size: number): void => {
  Capacity.leave(queue.capacity, size)
  serve(queue)
}

/** Begins the jobs that there is room for. */
const serve = (queue: Queue): void => {
  const { order, capacity } = queue
  for (let next = FairOrder.first(order); next !== undefined; next = FairOrder.first(order)) {
    if (!Capacity.hasRoom(capacity, next.cost)) return
    FairOrder.take(order)
    beginLater(queue, next)
  }
  cancelAlarm(queue)
}

const wait = (queue: Queue, { user, cost, timeoutMs, run }: QueuedWork): Checked => {
  const { order, timer } = queue
  if (!FairOrder.hasPlace(order, user)) return undefined
  return new Promise((answer, fail) => {
    const deadline = timer.elapsed() + timeoutMs
    FairOrder.add(order, { user, cost, deadline, job: { run, answer, fail } })
    setAlarm(queue, deadline)
  })
}

const setAlarm = (queue: Queue, at: number): void => {
  if (queue.alarm !== undefined && queue.alarm.at <= at) return
  cancelAlarm(queue)
  const cancel = queue.timer.after(at - queue.timer.elapsed(), () => onAlarm(queue))
  queue.alarm = { at, cancel }
}

const cancelAlarm = (queue: Queue): void => {
  queue.alarm?.cancel()
  queue.alarm = undefined
}

/** Gives up the jobs whose time is over. */
const onAlarm = (queue: Queue): void => {
  const { order, timer } = queue
  const late = FairOrder.takeLate(order, timer.elapsed())
  queue.alarm = undefined
  const deadline = FairOrder.firstDeadline(order)
  if (deadline !== undefined) setAlarm(queue, deadline)
  for (const { job } of late) job.answer(undefined)
}
