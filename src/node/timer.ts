import { ofTimeouts, type Timer } from '../effects/Timer.ts'

/** Node's timers, and a clock that is never set. */
export const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
