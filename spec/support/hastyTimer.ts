/**
 * A timer and a clock for which time passes `times` as fast, so that pauses and time limits of seconds cost milliseconds, beside
 * real input and output.
 */
import { ofTimeouts, type Timer } from '../../src/effects/Timer.ts'

export interface Hasty {
  readonly timer: Timer
  /** Seconds since 1970; now at the start. */
  readonly clock: () => number
}

export const hasty = (times: number): Hasty => {
  const [since, begun] = [performance.now(), Date.now() / 1000]
  return {
    timer: ofTimeouts(
      (then, ms) => setTimeout(then, ms / times),
      clearTimeout,
      () => performance.now() * times,
    ),
    clock: () => begun + ((performance.now() - since) / 1000) * times,
  }
}
