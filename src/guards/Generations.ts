/**
 * When claims are forgotten. A generation is a stretch of some seconds, or a 64th of the cap; it is forgotten as a whole,
 * and then the floor rises above the newest timestamp in it: what lies below the floor may have been forgotten, what does
 * not has not. So no step of the clock opens a gap: a reading says when to forget, and never what may be accepted.
 */
import { type Alive, parts } from './ClaimTable.ts'

/** One key's part of what is remembered. */
export interface Holder {
  /** Its claims that live. */
  live: number
  /** Of these, the ones in the open generation. */
  recent: number
}

interface Generation<H extends Holder> {
  readonly number: number
  /** The latest reading of the clock at one of its claims. */
  readonly lastReading: number
  readonly newestTimestamp: number
  readonly size: number
  readonly shares: ReadonlyArray<readonly [holder: H, claims: number]>
}

export interface Generations<H extends Holder> {
  /** Opens a new generation when the open one is old or large enough, and forgets those whose life is over. */
  readonly advance: (now: number) => void
  /** Forgets one generation: of the closed ones, that which raises the floor the least. At the cap, there is one. */
  readonly forgetOne: () => void
  /** The number of the open generation. */
  readonly open: () => number
  /** Counts a claim in the open generation. */
  readonly add: (holder: H, timestamp: number, now: number) => void
  /** The smallest timestamp that is remembered in full. */
  readonly floor: () => number
  /** The claims that live. */
  readonly size: () => number
}

export interface Setting<H extends Holder> {
  readonly alive: Alive
  /** How long after its last claim, in seconds by the clock's readings, a generation is forgotten. */
  readonly life: number
  readonly cap: number
  /** The floor to begin with. */
  readonly floor: number
  /** Called once a generation: frees a 64th of the slots that dead generations hold. */
  readonly sweep: () => void
  /** Called when nothing of a holder's lives. */
  readonly release: (holder: H) => void
}

// With a right clock at most 66 generations live that were closed for their age and 64 that were closed for their size.
// A clock that jumps to and fro would close one a claim: from here on, the open one goes on instead.
const most = 140

export const make = <H extends Holder>({
  alive,
  life,
  cap,
  floor: start,
  sweep,
  release,
}: Setting<H>): Generations<H> => {
  const span = Math.ceil(life / 64) + 1
  const largest = Math.ceil(cap / 64)

  let floor = start
  let size = 0
  let closed: ReadonlyArray<Generation<H>> = []
  // The earliest reading at which some closed generation has outlived its life.
  let due = Number.POSITIVE_INFINITY

  // A number is used again when the table has been swept once round since its generation died. At most 141 live, and at
  // most 64 more can have been opened in one round, so 255 numbers never run out.
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
    // First, because it may find no memory; nothing has changed then.
    sweep()
    const shares = holders.map((holder) => [holder, holder.recent] as const)
    for (const holder of holders) holder.recent = 0
    closed = [...closed, { number: open, lastReading, newestTimestamp, size: opened, shares }]
    due = Math.min(due, lastReading + life + 1)

    round++
    while (resting.length > 0 && (resting[0] as readonly [number, number])[1] <= round) {
      numbers.push((resting.shift() as readonly [number, number])[0])
    }
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
    due = closed.reduce(
      (least, generation) => Math.min(least, generation.lastReading + life + 1),
      Number.POSITIVE_INFINITY,
    )
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
