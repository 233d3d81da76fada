import { ofTimeouts, type Timer } from '../effects/Timer.ts'

// Wrapped: a browser's own functions take no receiver but the global object.
export const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
