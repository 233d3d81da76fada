/**
 * When claims are forgotten. A generation holds the claims of some seconds, or a 64th of the cap, and is forgotten as a
 * whole. Then the floor rises above its newest timestamp, so every claim at or above the floor is still remembered.
 * A clock that steps is therefore safe: it decides when to forget, never what to accept.
 */
import { type Alive, parts } from './ClaimTable.ts'

/** How many claims of one key are remembered. */
export interface Holder {
  live: number
  /** Of these, those in the open generation. */
  recent: number
}

interface Generation<H extends Holder> {
  readonly number: number
  /** The latest clock reading at one of its claims. */
  readonly lastReading: number
  readonly newestTimestamp: number
  readonly size: number
  readonly shares: ReadonlyArray<readonly [holder: H, claims: number]>
}

export interface Generations<H extends Holder> {
  /** Forgets expired generations, and opens a new one when the open one is old or large enough. */
  readonly advance: (now: number) => void
  /** Forgets the closed generation that raises the floor the least. At the cap, there is one. */
  readonly forgetOne: () => void
  /** The number of the open generation. */
  readonly open: () => number
  /** Counts a claim in the open generation. */
  readonly add: (holder: H, timestamp: number, now: number) => void
  /** The smallest timestamp of which no claim was forgotten. */
  readonly floor: () => number
  /** How many claims are remembered. */
  readonly size: () => number
}

export interface Setting<H extends Holder> {
  readonly alive: Alive
  /** A generation is forgotten so many seconds after its last claim, by the clock. */
  readonly life: number
  readonly cap: number
  /** The initial floor. */
  readonly floor: number
  /** Called once per generation: frees a 64th of the dead slots. */
  readonly sweep: () => void
  /** Called when no claim of a holder is left. */
  readonly release: (holder: H) => void
}

// With a steady clock, at most 66 generations live that were closed for their age, and 64 that were closed for their size.
// A clock that jumps to and fro would close one per claim. At this limit the open generation stays open instead.
const most = 140

export const make = <H extends Holder>(setting: Setting<H>): Generations<H> => {
  const { alive, life, cap, sweep, release } = setting
  const span = Math.ceil(life / 64) + 1
  const largest = Math.ceil(cap / 64)

  let { floor } = setting
  let size = 0
  let closed: ReadonlyArray<Generation<H>> = []
  // The earliest reading at which a closed generation expires.
  let due = Number.POSITIVE_INFINITY

  // A number is reused once all of the table has been swept since its generation died. At most 141 generations live, and
  // at most 64 more can be opened during such a round, so 255 numbers never run out.
  const numbers = Array.from({ length: 255 }, (_, i) => 255 - i)
  const resting: Array<readonly [number: number, until: number]> = []
  let round = 0

  let open = numbers.pop() as number
  let openedAt = 0
  let opened = 0
  let lastReading = Number.NEGATIVE_INFINITY
  let newestTimestamp = 0
  let holders: Array<H> = []
  alive[open] = 1

  const close = (): void => {
    // First, because it may throw for lack of memory; then nothing has changed.
    sweep()
    const shares = holders.map((holder) => [holder, holder.recent] as const)
    for (const holder of holders) holder.recent = 0
    closed = [...closed, { number: open, lastReading, newestTimestamp, size: opened, shares }]
    due = Math.min(due, lastReading + life + 1)

    round++
    while (resting.length > 0 && (resting[0] as readonly [number, number])[1] <= round)
      numbers.push((resting.shift() as readonly [number, number])[0])
    open = numbers.pop() as number
    alive[open] = 1
    opened = 0
    lastReading = Number.NEGATIVE_INFINITY
    newestTimestamp = 0
    holders = []
  }

  const forget = (gone: ReadonlyArray<Generation<H>>): void => {
    for (const generation of gone) {
      floor = Math.max(floor, generation.newestTimestamp + 1)
      size -= generation.size
      alive[generation.number] = 0
      resting.push([generation.number, round + parts])
      for (const [holder, claims] of generation.shares) {
        holder.live -= claims
        if (holder.live === 0) release(holder)
      }
    }
    closed = closed.filter((generation) => !gone.includes(generation))
    due = closed.reduce((first, { lastReading }) => Math.min(first, lastReading + life + 1), Number.POSITIVE_INFINITY)
  }

  const forgetOld = (now: number): void => {
    if (now >= due) forget(closed.filter((generation) => now > generation.lastReading + life))
  }

  const advance = (now: number): void => {
    forgetOld(now)
    if (opened < largest && now >= openedAt && now < openedAt + span) return
    if (opened > 0 && closed.length < most) {
      close()
      forgetOld(now)
    }
    openedAt = now
  }

  const forgetOne = (): void => {
    forget([
      closed.reduce((least, generation) => (generation.newestTimestamp < least.newestTimestamp ? generation : least)),
    ])
  }

  const add = (holder: H, timestamp: number, now: number): void => {
    if (holder.recent === 0) holders.push(holder)
    holder.recent++
    holder.live++
    opened++
    size++
    if (now > lastReading) lastReading = now
    if (timestamp > newestTimestamp) newestTimestamp = timestamp
  }

  return { advance, forgetOne, open: () => open, add, floor: () => floor, size: () => size }
}
