/**
 * When claims are forgotten. A generation holds the claims of some seconds, or a 64th of the cap, and is forgotten as a
 * whole. Then the floor rises above its newest timestamp, so every claim at or above the floor is still remembered.
 * A clock that steps is therefore safe: it decides when to forget, never what to accept.
 *
 * A record and functions that change it, without a clock. A search over small histories copies the record (spec/guards/memory).
 */
import { type Alive, parts } from './ClaimTable.ts'

/** How many claims of one key are remembered. */
export interface Holder {
  live: number
  /** Of these, those in the open generation. */
  recent: number
}

export interface Share<H extends Holder> {
  readonly holder: H
  readonly claims: number
}

export interface Generation<H extends Holder> {
  readonly number: number
  /** The latest clock reading at one of its claims. */
  readonly lastReading: number
  readonly newestTimestamp: number
  readonly size: number
  readonly shares: ReadonlyArray<Share<H>>
}

/** The generation that takes new claims. */
export interface OpenGeneration<H extends Holder> {
  number: number
  openedAt: number
  size: number
  lastReading: number
  newestTimestamp: number
  holders: Array<H>
}

/** The number of a dead generation: a slot of the table may bear it until this round. */
export interface Resting {
  readonly number: number
  readonly until: number
}

/** What the host of the generations does. */
export interface Setting<H extends Holder> {
  readonly alive: Alive
  /** A generation is forgotten so many seconds after its last claim, by the clock. */
  readonly life: number
  readonly cap: number
  /** Called once per generation: frees a 64th of the dead slots. */
  readonly sweep: () => void
  /** Called when no claim of a holder is left. */
  readonly release: (holder: H) => void
}

export interface Generations<H extends Holder> {
  readonly setting: Setting<H>
  /** The smallest timestamp of which no claim was forgotten. It only rises. */
  floor: number
  /** How many claims are remembered. */
  size: number
  open: OpenGeneration<H>
  closed: ReadonlyArray<Generation<H>>
  /** The earliest reading at which a closed generation expires. */
  due: number
  /**
   * Numbers for new generations. A number is reused once all of the table has been swept since its generation died. At most
   * 141 generations live, and at most 64 more can be opened during such a round, so 255 numbers never run out.
   */
  readonly numbers: Array<number>
  readonly resting: Array<Resting>
  round: number
}

// With a steady clock, at most 66 generations live that were closed for their age, and 64 that were closed for their size.
// A clock that jumps to and fro would close one per claim. At this limit the open generation stays open instead.
const most = 140

const never = Number.POSITIVE_INFINITY

/** For how many seconds a generation takes claims. */
const spanOf = (life: number): number => Math.ceil(life / 64) + 1

/** How many claims it takes. */
const largestOf = (cap: number): number => Math.ceil(cap / 64)

/** No claim is remembered, and none below `floor` is accepted. */
export const make = <H extends Holder>(setting: Setting<H>, floor: number): Generations<H> => {
  const numbers = Array.from({ length: 255 }, (_, i) => 255 - i)
  const open = openGeneration<H>(setting.alive, numbers, 0)
  return { setting, floor, size: 0, open, closed: [], due: never, numbers, resting: [], round: 0 }
}

const openGeneration = <H extends Holder>(
  alive: Alive,
  numbers: Array<number>,
  openedAt: number,
): OpenGeneration<H> => {
  const number = numbers.pop() as number
  alive[number] = 1
  return { number, openedAt, size: 0, lastReading: Number.NEGATIVE_INFINITY, newestTimestamp: 0, holders: [] }
}

/** Forgets expired generations, and opens a new one when the open one is old or large enough. */
export const advance = <H extends Holder>(generations: Generations<H>, now: number): void => {
  const { life, cap } = generations.setting
  forgetOld(generations, now)
  const { size, openedAt } = generations.open
  if (size < largestOf(cap) && now >= openedAt && now < openedAt + spanOf(life)) return
  if (size > 0 && generations.closed.length < most) {
    close(generations)
    forgetOld(generations, now)
  }
  generations.open.openedAt = now
}

/** Forgets the closed generation that raises the floor the least. At the cap, there is one. */
export const forgetOne = <H extends Holder>(generations: Generations<H>): void => {
  const least = generations.closed.reduce((lowest, generation) =>
    generation.newestTimestamp < lowest.newestTimestamp ? generation : lowest,
  )
  forget(generations, [least])
}

/** Counts a claim in the open generation. */
export const add = <H extends Holder>(generations: Generations<H>, holder: H, timestamp: number, now: number): void => {
  const { open } = generations
  if (holder.recent === 0) open.holders.push(holder)
  holder.recent++
  holder.live++
  open.size++
  generations.size++
  if (now > open.lastReading) open.lastReading = now
  if (timestamp > open.newestTimestamp) open.newestTimestamp = timestamp
}

const close = <H extends Holder>(generations: Generations<H>): void => {
  const { setting, open, numbers, resting } = generations
  // First, because it may throw for lack of memory; then nothing has changed.
  setting.sweep()
  const { number, lastReading, newestTimestamp, size, holders } = open
  const shares = holders.map((holder) => ({ holder, claims: holder.recent }))
  for (const holder of holders) holder.recent = 0
  generations.closed = generations.closed.concat({ number, lastReading, newestTimestamp, size, shares })
  generations.due = Math.min(generations.due, dueOf(setting, lastReading))
  generations.round++
  while (resting.length > 0 && (resting[0] as Resting).until <= generations.round)
    numbers.push((resting.shift() as Resting).number)
  generations.open = openGeneration(setting.alive, numbers, open.openedAt)
}

/** The first reading at which a generation has expired. */
const dueOf = ({ life }: { readonly life: number }, lastReading: number): number => lastReading + life + 1

const forget = <H extends Holder>(generations: Generations<H>, gone: ReadonlyArray<Generation<H>>): void => {
  const { setting, resting } = generations
  for (const generation of gone) {
    generations.floor = Math.max(generations.floor, generation.newestTimestamp + 1)
    generations.size -= generation.size
    setting.alive[generation.number] = 0
    resting.push({ number: generation.number, until: generations.round + parts })
    for (const { holder, claims } of generation.shares) {
      holder.live -= claims
      if (holder.live === 0) setting.release(holder)
    }
  }
  generations.closed = generations.closed.filter((generation) => !gone.includes(generation))
  generations.due = generations.closed.reduce(
    (first, { lastReading }) => Math.min(first, dueOf(setting, lastReading)),
    never,
  )
}

const forgetOld = <H extends Holder>(generations: Generations<H>, now: number): void => {
  const { setting, closed, due } = generations
  if (now < due) return
  forget(
    generations,
    closed.filter(({ lastReading }) => now >= dueOf(setting, lastReading)),
  )
}
