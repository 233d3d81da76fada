/**
 * Places that are few, such as requests at an upstream, shared fairly between those who want them.
 *
 * A share is what a user is sure of, and no limit: a place that nobody else wants is lent. The laws:
 *
 * - A place is free only while nobody waits for one.
 * - A holder loses its place only to a user who waits, and only if it is lent, or makes no progress.
 * - A place is lent if its user has at least two more than the one who waits, and no other has more. So no place goes back and
 *   forth, and nobody loses its share.
 * - A lent place stays for a term, which the wait of the other shortens: quick work ends by itself, and is not disturbed.
 */
import type { Timer } from './Timer.ts'

/** Why a place is lost: it was lent, or no progress was made on it. */
export type Loss = 'recalled' | 'stalled'

export interface Holder {
  /** Who wants a place, from the widest group to the narrowest, such as address and app. Each group shares among its members. */
  readonly path: ReadonlyArray<string>
  /** For how many milliseconds the user has owed progress. Undefined: the place cannot be lost any more. */
  readonly behind: () => number | undefined
  /** The place is lost, and is to be left soon. Called once at most. */
  readonly onLoss: (why: Loss) => void
}

/** Leaves a place; a second call does nothing. */
export type Leave = () => void

export interface Places {
  /**
   * Takes a place, or waits for one so many milliseconds. Undefined: none was to be had. As many wait as there are places; of
   * one user, as many as there is room for others.
   */
  readonly take: (holder: Holder, waitMs: number) => Leave | undefined | Promise<Leave | undefined>
  /** Whether a user who asked now would be sure of a place within a term. The path is asked for only if no place is free. */
  readonly hasRoom: (path: () => Holder['path']) => boolean
}

export interface Resources {
  readonly timer: Timer
  readonly most: number
  /** How long a lent place is safe, in milliseconds. */
  readonly termMs: number
  /** A user who owes progress for so many milliseconds loses its place to whoever waits. */
  readonly stallMs: number
}

interface Asking {
  readonly holder: Holder
  /** A key for each group of the path. */
  readonly groups: ReadonlyArray<string>
  readonly since: number
}

interface Held extends Asking {
  isLost: boolean
}

interface Waiting extends Asking {
  readonly deadline: number
  readonly answer: (leave: Leave | undefined) => void
  /** Somebody is leaving a place for this one. */
  isPromised: boolean
}

const groupsOf = (path: ReadonlyArray<string>): ReadonlyArray<string> =>
  path.length === 1 ? path : path.map((_, i) => path.slice(0, i + 1).join('\n'))

/** How often those who wait are looked at, in a term. */
const looks = 10

export const make = ({ timer, most, termMs, stallMs }: Resources): Places => {
  /** Lost places, too, until they are left. */
  const held = new Set<Held>()
  /** Of each group: the places that it holds and has not lost, and those that it was promised. */
  const counts = new Map<string, number>()
  let waiting: ReadonlyArray<Waiting> = []
  let stopLooking: (() => void) | undefined

  const count = (groups: ReadonlyArray<string>, by: 1 | -1): void => {
    for (const group of groups) {
      const now = (counts.get(group) ?? 0) + by
      if (now === 0) counts.delete(group)
      else counts.set(group, now)
    }
  }

  /** How many places the one has more than the other, in the widest of their groups that differ. */
  const lead = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
    const level = one.findIndex((group, i) => group !== other[i])
    return level < 0 ? 0 : (counts.get(one[level] as string) ?? 0) - (counts.get(other[level] as string) ?? 0)
  }

  const enter = (holder: Holder, groups: ReadonlyArray<string>): Leave => {
    const place: Held = { holder, groups, since: timer.elapsed(), isLost: false }
    held.add(place)
    return () => {
      if (!held.delete(place)) return
      if (!place.isLost) count(place.groups, -1)
      serve()
    }
  }

  const neediest = (all: ReadonlyArray<Waiting>): Waiting | undefined =>
    all.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || lead(best.groups, one.groups) > 0 ? one : best),
      undefined,
    )

  /** Gives the free places to those who were promised one, then to those who have the fewest. */
  const serve = (): void => {
    while (held.size < most && waiting.length > 0) {
      const next = (waiting.find(({ isPromised }) => isPromised) ?? neediest(waiting)) as Waiting
      if (!next.isPromised) count(next.groups, 1)
      depart(next, enter(next.holder, next.groups))
    }
    recall()
  }

  const depart = (one: Waiting, leave: Leave | undefined): void => {
    waiting = waiting.filter((other) => other !== one)
    if (one.isPromised && leave === undefined) count(one.groups, -1)
    one.answer(leave)
    if (waiting.length > 0) return
    stopLooking?.()
    stopLooking = undefined
  }

  /** The place that is lent before this one: of the user with the most, where most progress is owed, the oldest. */
  const lentBefore = (one: Waiting): Held | undefined => {
    const now = timer.elapsed()
    let best: Held | undefined
    let farthest = 2
    let longest = -1
    for (const place of held) {
      const behind = place.holder.behind()
      const ahead = lead(place.groups, one.groups)
      if (place.isLost || behind === undefined || ahead < farthest) continue
      // A user with fewer does not lose its place because the term of who has the most is not over.
      if (ahead > farthest) {
        best = undefined
        farthest = ahead
        longest = -1
      }
      if (behind > longest && now - place.since + now - one.since >= termMs) {
        best = place
        longest = behind
      }
    }
    return best
  }

  /** Finds a place for each who waits, where the laws allow it. */
  const recall = (): void => {
    if (waiting.length === 0) return
    let open = waiting.filter(({ isPromised }) => !isPromised)
    /** Places that are being left, beyond those that are promised. */
    let spare = [...held].filter(({ isLost }) => isLost).length - (waiting.length - open.length)
    const lost: Array<readonly [Held, Loss]> = []
    const lose = (place: Held, why: Loss): void => {
      place.isLost = true
      spare++
      count(place.groups, -1)
      lost.push([place, why])
    }
    for (const place of held)
      if (spare < open.length && !place.isLost && (place.holder.behind() ?? 0) >= stallMs) lose(place, 'stalled')
    for (let one = neediest(open); one !== undefined; one = neediest(open)) {
      const { groups } = one
      const lent = spare > 0 ? undefined : lentBefore(one)
      if (lent !== undefined) lose(lent, 'recalled')
      if (spare-- > 0) {
        open = open.filter((other) => other !== one)
        one.isPromised = true
        count(one.groups, 1)
      }
      // Where one of a user gets none, the next gets none either.
      else {
        spare = 0
        open = open.filter((other) => other.groups.at(-1) !== groups.at(-1))
      }
    }
    // At last: they may leave at once.
    for (const [place, why] of lost) place.holder.onLoss(why)
  }

  const waitingOf = (groups: ReadonlyArray<string>): ReadonlyArray<Waiting> =>
    waiting.filter((one) => one.groups.at(-1) === groups.at(-1))

  const look = (): void => {
    stopLooking = undefined
    const now = timer.elapsed()
    for (const one of waiting) if (one.deadline <= now) depart(one, undefined)
    recall()
    lookAgain()
  }

  const lookAgain = (): void => {
    if (waiting.length > 0) stopLooking ??= timer.after(termMs / looks, look)
  }

  return {
    take: (holder, waitMs) => {
      const groups = groupsOf(holder.path)
      if (held.size < most) {
        count(groups, 1)
        return enter(holder, groups)
      }
      if (waitingOf(groups).length >= most - waiting.length) return undefined
      return new Promise((answer) => {
        const since = timer.elapsed()
        waiting = [...waiting, { holder, groups, since, deadline: since + waitMs, answer, isPromised: false }]
        recall()
        lookAgain()
      })
    },
    hasRoom: (path) => {
      if (held.size < most) return true
      const groups = groupsOf(path())
      const before = waitingOf(groups).filter(({ isPromised }) => !isPromised).length
      for (const place of held) {
        const behind = place.holder.behind()
        if (place.isLost || behind === undefined) continue
        if (behind >= stallMs || lead(place.groups, groups) > 1 + before) return true
      }
      return false
    },
  }
}
