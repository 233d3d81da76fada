import { ofTimeouts, type Timer } from '../../effects/Timer.ts'

/** The runtime's timeouts and its monotonic clock. Wrapped: a browser's functions take no receiver but the global object. */
export const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
