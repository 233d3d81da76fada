/** Least rates. They are measured for every request, so one that is measured is a record without functions of its own. */
import type { Timer } from '../../effects/Timer.ts'

/** One thing that must keep a least rate. */
export interface Pace {
  /** Up to this moment the rate was kept. Being faster for a while saves nothing up. */
  kept: number
  readonly onLate: () => void
}

export interface Paces {
  readonly begin: (onLate: () => void) => Pace
  /** So many units were done. */
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

/** How often all are looked at while the grace passes. */
const looks = 20

/**
 * Things that keep one rate. What falls `graceMs` behind is late, once. They share a timer, which goes on for a look when all
 * have ended: to cancel it for each request cost a tenth of what a gateway does.
 */
export const make = ({ timer, perSecond, graceMs }: Resources): Paces => {
  const all = new Set<Pace>()
  let isWatched = false
  const behind = ({ kept }: Pace): number => timer.elapsed() - kept

  const look = (): void => {
    isWatched = false
    for (const pace of all) {
      if (behind(pace) < graceMs) continue
      all.delete(pace)
      pace.onLate()
    }
    watch()
  }

  const watch = (): void => {
    if (isWatched || all.size === 0) return
    isWatched = true
    timer.after(graceMs / looks, look)
  }

  return {
    begin: (onLate) => {
      const pace = { kept: timer.elapsed(), onLate }
      all.add(pace)
      watch()
      return pace
    },
    advance: (pace, units) => {
      pace.kept = Math.min(timer.elapsed(), pace.kept + (units * 1000) / perSecond)
    },
    behind,
    end: (pace) => void all.delete(pace),
  }
}
