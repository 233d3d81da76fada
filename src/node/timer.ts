import { ofTimeouts, type Timer } from '../effects/Timer.ts'

export const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
