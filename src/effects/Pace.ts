import type { Timer } from './Timer.ts'

/** Measures something that must keep a least rate. Being faster for a while saves nothing up. */
export interface Pace {
  /** So many units were done. */
  readonly advance: (units: number) => void
  /** For how many milliseconds the rate has not been kept. */
  readonly behind: () => number
  readonly stop: () => void
}

export interface Resources {
  readonly timer: Timer
  readonly perSecond: number
  readonly graceMs: number
}

/** Begins to measure. Calls `onLate` once, when it is `graceMs` behind. */
export const begin = ({ timer, perSecond, graceMs }: Resources, onLate: () => void): Pace => {
  /** Up to this moment the rate was kept. */
  let kept = timer.elapsed()
  const behind = (): number => timer.elapsed() - kept
  const check = (): void => {
    const left = graceMs - behind()
    if (left > 0) stop = timer.after(Math.ceil(left), check)
    else onLate()
  }
  let stop = timer.after(graceMs, check)
  return {
    advance: (units) => {
      kept = Math.min(timer.elapsed(), kept + (units * 1000) / perSecond)
    },
    behind,
    stop: () => stop(),
  }
}
