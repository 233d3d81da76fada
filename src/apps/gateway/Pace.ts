/**
 * Watches things that must keep a least rate, such as a body that has to come at 1,000 bytes a second or faster. What falls behind by
 * more than the grace is late. Every request has a pace, so a pace is a record without functions of its own.
 */
import type { Timer } from '../../effects/Timer.ts'

/** One thing that must keep a least rate. */
export interface Pace {
  /** The moment up to which the rate was kept, by the timer. A faster stretch saves nothing up for later. */
  kept: number
  readonly onLate: () => void
}

export interface Paces {
  readonly begin: (onLate: () => void) => Pace
  /** Notes that so many units, such as bytes, were done. */
  readonly advance: (pace: Pace, units: number) => void
  /** For how many milliseconds the rate has not been kept. */
  readonly behind: (pace: Pace) => number
  readonly end: (pace: Pace) => void
}

export interface Resources {
  readonly timer: Timer
  readonly perSecond: number
  readonly graceMs: number
}

/** How often the paces are looked at within the time of the grace. */
const looksPerGrace = 20

/**
 * Paces of one rate. `onLate` is called once, when a pace falls `graceMs` behind. All paces share a timer. The timer is not cancelled
 * when the last pace ends: to cancel it for each request cost a tenth of the gateway's time.
 */
export const make = ({ timer, perSecond, graceMs }: Resources): Paces => {
  const paces = new Set<Pace>()
  let isWatched = false
  const behind = ({ kept }: Pace): number => timer.elapsed() - kept

  const look = (): void => {
    isWatched = false
    for (const pace of paces) {
      if (behind(pace) < graceMs) continue
      paces.delete(pace)
      pace.onLate()
    }
    watch()
  }

  const watch = (): void => {
    if (isWatched || paces.size === 0) return
    isWatched = true
    timer.after(graceMs / looksPerGrace, look)
  }

  return {
    begin: (onLate) => {
      const pace = { kept: timer.elapsed(), onLate }
      paces.add(pace)
      watch()
      return pace
    },
    advance: (pace, units) => {
      pace.kept = Math.min(timer.elapsed(), pace.kept + (units * 1000) / perSecond)
    },
    behind,
    end: (pace) => void paces.delete(pace),
  }
}
