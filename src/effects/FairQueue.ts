/**
 * A bounded queue that is fair between its users, in front of work that few may do at once.
 *
 * The order is start-time fair queueing (Goyal, Vin, Cheng 1996). A job starts in virtual time where the previous job of its
 * user ends, or now if that is later; the earliest start runs first. So a user with few jobs waits for about one job of each
 * other user, however many they have. Virtual time also passes with each job, by its cost shared among the users that wait,
 * so that ever new users do not stop the others. Costs are modelled: a measured time would include other work.
 */
import type { Checked } from './KeyRing.ts'
import type { Timer } from './Timer.ts'

/** Work that asks for its turn. */
export interface Job {
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
export type FairQueue = (job: Job) => Checked

export interface Resources {
  readonly timer: Timer
  /** By cost, how much asynchronous work is under way at once. */
  readonly window: number
  /** What a job takes of the window at most, so that none fills it. */
  readonly largest: number
  /** In one turn of the event loop, synchronous jobs may hold it for this many milliseconds; one job always may. */
  readonly sliceMs: number
  /** Calls `then` once the event loop has looked for input and output again. */
  readonly nextTurn: (then: () => void) => void
  /** Jobs that may wait; of one user, at most as many as there are free places. */
  readonly mostWaiting: number
}

interface User {
  /** The virtual time at which its last job ends. */
  end: number
  waiting: number
}

interface Waiting {
  readonly cost: number
  readonly run: Job['run']
  readonly account: User
  /** In virtual time. */
  readonly start: number
  /** In the timer's milliseconds. */
  readonly deadline: number
  readonly answer: (answer: Checked) => void
}

/** An empty queue. */
export const make = ({ timer, window, largest, sliceMs, nextTurn, mostWaiting }: Resources): FairQueue => {
  const users = new Map<string, User>()
  /** The latest start first: the next job is at the end. */
  let waiting: Array<Waiting> = []
  /** At the first deadline of all that wait, or before it. One for all: a timer for each cost as much as the rest of a turn. */
  let alarm: { readonly at: number; readonly cancel: () => void } | undefined
  let sweepAt = mostWaiting
  let virtualNow = 0
  /** By how much virtual time passes with the job that began last. */
  let share = 0
  let usersWaiting = 0
  /** The cost of what is running. */
  let taken = 0
  /** Milliseconds that jobs have held this turn of the event loop; undefined before the first job of the turn. */
  let held: number | undefined

  /** In sixty-fourths, of which sums are exact. */
  const sizeOf = (cost: number): number => Math.min(Math.round(cost * 64) / 64, largest)

  const hasRoom = (cost: number): boolean => taken + sizeOf(cost) <= window && (held === undefined || held < sliceMs)

  const begin = ({ cost, run }: Pick<Job, 'cost' | 'run'>): Checked => {
    const began = timer.elapsed()
    const answer = run()
    // Also of a later answer: one check of a suspect begins in a turn, wherever it runs.
    if (held === undefined) nextTurn(onNextTurn)
    held = (held ?? 0) + timer.elapsed() - began
    if (typeof answer === 'object') {
      const size = sizeOf(cost)
      const onEnd = (): void => leave(size)
      taken += size
      answer.then(onEnd, onEnd)
    }
    return answer
  }

  const onNextTurn = (): void => {
    held = undefined
    serve()
  }

  const leave = (size: number): void => {
    taken -= size
    serve()
  }

  const serve = (): void => {
    for (let next = waiting.at(-1); next !== undefined && hasRoom(next.cost); next = waiting.at(-1)) {
      waiting.pop()
      virtualNow = Math.max(next.start, virtualNow + share)
      share = next.cost / usersWaiting
      depart(next)
      // In a promise of its own: a job that throws is a rejection.
      next.answer(new Promise((answer) => answer(begin(next))))
    }
    if (waiting.length > 0) return
    users.clear()
    alarm?.cancel()
    alarm = undefined
  }

  const depart = ({ account }: Waiting): void => {
    if (--account.waiting === 0) usersWaiting--
  }

  const setAlarm = (at: number): void => {
    if (alarm !== undefined && alarm.at <= at) return
    alarm?.cancel()
    alarm = { at, cancel: timer.after(at - timer.elapsed(), giveUp) }
  }

  /** Gives up the jobs whose time is over. */
  const giveUp = (): void => {
    const now = timer.elapsed()
    const late = waiting.filter(({ deadline }) => deadline <= now)
    const inTime = waiting.filter(({ deadline }) => deadline > now)
    waiting = inTime
    alarm = undefined
    if (waiting.length > 0) setAlarm(waiting.reduce((first, { deadline }) => Math.min(first, deadline), Infinity))
    for (const one of late) {
      depart(one)
      one.answer(undefined)
    }
  }

  /** Forgets users whose turn is past, so that the map does not grow with their number. */
  const sweep = (): void => {
    for (const [user, { waiting, end }] of users) if (waiting === 0 && end <= virtualNow) users.delete(user)
    sweepAt = Math.max(mostWaiting, 2 * users.size)
  }

  const accountOf = (user: string): User => {
    const before = users.get(user)
    if (before !== undefined) return before
    if (users.size >= sweepAt) sweep()
    const account = { end: 0, waiting: 0 }
    users.set(user, account)
    return account
  }

  /** Behind every job that starts at the same time or earlier. */
  const placeOf = (start: number): number => {
    let low = 0
    let high = waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((waiting[middle] as Waiting).start > start) low = middle + 1
      else high = middle
    }
    return low
  }

  const wait = (job: Job): Checked => {
    const account = accountOf(job.user)
    if (account.waiting >= mostWaiting - waiting.length) return undefined
    const start = Math.max(virtualNow, account.end)
    account.end = start + job.cost
    if (account.waiting++ === 0) usersWaiting++
    return new Promise((answer) => {
      const { cost, run, timeoutMs } = job
      const deadline = timer.elapsed() + timeoutMs
      waiting.splice(placeOf(start), 0, { cost, run, account, start, deadline, answer })
      setAlarm(deadline)
    })
  }

  return (job) => (waiting.length === 0 && hasRoom(job.cost) ? begin(job) : wait(job))
}
