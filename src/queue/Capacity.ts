/**
 * How much work may run at once, and how long it may hold one turn of the event loop: whether `FairQueue` begins another job.
 * A record and functions of it. No clock: milliseconds come in.
 */
export interface Limits {
  /** By cost, how much asynchronous work is under way at once. */
  readonly window: number
  /** What a job takes of the window at most, so that none fills it. */
  readonly largest: number
  /** In one turn of the event loop, synchronous jobs may hold it for this many milliseconds; one job always may. */
  readonly sliceMs: number
}

export interface Capacity extends Limits {
  /** The size of all that runs. */
  taken: number
  /** Milliseconds that jobs have held this turn of the event loop; undefined before the first job of the turn. */
  heldMs: number | undefined
}

/** Nothing runs. */
export const free = ({ window, largest, sliceMs }: Limits): Capacity => ({
  window,
  largest,
  sliceMs,
  taken: 0,
  heldMs: undefined,
})

/** What a job takes of the window. In sixty-fourths, of which sums are exact. */
export const sizeOf = ({ largest }: Capacity, cost: number): number => Math.min(Math.round(cost * 64) / 64, largest)

/** Whether a job of this cost may begin now. */
export const hasRoom = (capacity: Capacity, cost: number): boolean =>
  capacity.taken + sizeOf(capacity, cost) <= capacity.window &&
  (capacity.heldMs === undefined || capacity.heldMs < capacity.sliceMs)

/** A job has held the event loop. Answers whether it was the first in this turn. */
export const hold = (capacity: Capacity, ms: number): boolean => {
  const isFirst = capacity.heldMs === undefined
  capacity.heldMs = (capacity.heldMs ?? 0) + ms
  return isFirst
}

/** The event loop has begun another turn. */
export const endTurn = (capacity: Capacity): void => {
  capacity.heldMs = undefined
}

/** A job of this size goes on elsewhere. */
export const enter = (capacity: Capacity, size: number): void => {
  capacity.taken += size
}

/** That job has ended. */
export const leave = (capacity: Capacity, size: number): void => {
  capacity.taken -= size
}
