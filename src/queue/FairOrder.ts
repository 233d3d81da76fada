/**
 * Who of those that wait is next: the decisions of `FairQueue`, as a record and functions of it. No promise, timer or clock:
 * deadlines come in, and late jobs are asked for by the time that it is.
 *
 * The order is start-time fair queueing (Goyal, Vin, Cheng 1996). A job starts in virtual time where the previous job of its
 * user ends, or now if that is later; the earliest start is next. So a user with few jobs waits for about one job of each
 * other user, however many they have. Virtual time also passes with each job, by its cost shared among the users that wait,
 * so that ever new users do not stop the others. Costs are modelled: a measured time would include other work.
 *
 * For example, `a` adds two jobs of cost 1, then `b` adds one. They start at 0, 1 and 0, and run as a, b, a.
 */
import * as Heap from './Heap.ts'

/** What is remembered of a user while jobs wait. */
interface Account {
  /** The virtual time at which the user's last job ends. */
  end: number
  waiting: number
}

/** A job that asks for its turn. */
export interface Asking<A> {
  readonly user: string
  /** Relative to other jobs. */
  readonly cost: number
  /** The job is late from this moment on. */
  readonly deadline: number
  readonly job: A
}

/** A job that waits. */
export interface Entry<A> {
  readonly job: A
  readonly cost: number
  readonly deadline: number
  readonly account: Account
  /** In virtual time. */
  readonly start: number
  /** Counts the jobs that were added. */
  readonly number: number
}

export interface FairOrder<A> {
  /** As many jobs wait; of one user, at most as many as there are free places. */
  readonly mostWaiting: number
  /** A heap by `isBefore`. */
  waiting: Array<Entry<A>>
  /** By user. Empty while nothing waits. */
  readonly accounts: Map<string, Account>
  /** At this number of accounts, those whose turn is past are removed. */
  sweepAt: number
  virtualNow: number
  /** By how much virtual time passes with the job that was taken last. */
  share: number
  usersWaiting: number
  added: number
}

/** Nothing waits. */
export const empty = <A>(mostWaiting: number): FairOrder<A> => ({
  mostWaiting,
  waiting: [],
  accounts: new Map(),
  sweepAt: mostWaiting,
  virtualNow: 0,
  share: 0,
  usersWaiting: 0,
  added: 0,
})

/** The job that is next. */
export const first = <A>(order: FairOrder<A>): Entry<A> | undefined => order.waiting[0]

/** Whether a job of this user may wait. */
export const hasPlace = <A>({ accounts, mostWaiting, waiting }: FairOrder<A>, user: string): boolean =>
  (accounts.get(user)?.waiting ?? 0) < mostWaiting - waiting.length

/** Adds a job of a user who has a place. */
export const add = <A>(order: FairOrder<A>, { user, cost, deadline, job }: Asking<A>): void => {
  const account = order.accounts.get(user) ?? openAccount(order, user)
  const start = Math.max(order.virtualNow, account.end)
  account.end = start + cost
  if (account.waiting === 0) order.usersWaiting++
  account.waiting++
  order.added++
  Heap.push(order.waiting, { job, cost, deadline, account, start, number: order.added }, isBefore)
}

/** Removes the job that is next. Virtual time passes. */
export const take = <A>(order: FairOrder<A>): Entry<A> | undefined => {
  const entry = Heap.pop(order.waiting, isBefore)
  if (entry === undefined) return undefined
  order.virtualNow = Math.max(entry.start, order.virtualNow + order.share)
  order.share = entry.cost / order.usersWaiting
  depart(order, entry)
  return entry
}

/** Removes the jobs that are late now, and answers them. */
export const takeLate = <A>(order: FairOrder<A>, now: number): ReadonlyArray<Entry<A>> => {
  const late = order.waiting.filter(({ deadline }) => deadline <= now)
  if (late.length === 0) return late
  order.waiting = Heap.of(
    order.waiting.filter(({ deadline }) => deadline > now),
    isBefore,
  )
  for (const entry of late) depart(order, entry)
  return late
}

/** The first deadline of all that wait. */
export const firstDeadline = <A>({ waiting }: FairOrder<A>): number | undefined =>
  waiting.length === 0
    ? undefined
    : waiting.reduce((earliest, { deadline }) => Math.min(earliest, deadline), Number.POSITIVE_INFINITY)

/** Of two jobs with the same start, the one that was added first. */
const isBefore = (one: Entry<unknown>, other: Entry<unknown>): boolean =>
  one.start < other.start || (one.start === other.start && one.number < other.number)

const openAccount = <A>(order: FairOrder<A>, user: string): Account => {
  if (order.accounts.size >= order.sweepAt) sweep(order)
  const account = { end: 0, waiting: 0 }
  order.accounts.set(user, account)
  return account
}

/** A job of the account waits no longer. Once nothing waits, no user has to wait for another. */
const depart = <A>(order: FairOrder<A>, { account }: Entry<A>): void => {
  account.waiting--
  if (account.waiting === 0) order.usersWaiting--
  if (order.waiting.length === 0) order.accounts.clear()
}

/** Forgets users whose turn is past, so that the map does not grow with their number. */
const sweep = <A>(order: FairOrder<A>): void => {
  for (const [user, { waiting, end }] of order.accounts)
    if (waiting === 0 && end <= order.virtualNow) order.accounts.delete(user)
  order.sweepAt = Math.max(order.mostWaiting, 2 * order.accounts.size)
}
