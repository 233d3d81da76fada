import { ofTimeouts, type Timer } from '../effects/Timer.ts'

// Wrapped: a browser's own functions take no receiver but the global object.
/** The platform's timers, and a clock that is never set. */
export const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
