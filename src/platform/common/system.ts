/** The effects that every runtime gives alike. */
import type { IO } from 'fp-ts/lib/IO.js'
import { ofRandom } from '../../core/Nonce.ts'
import { ofMillis } from '../../core/Timestamp.ts'
import type { Clock } from '../../effects/Clock.ts'
import type { Entropy } from '../../effects/Entropy.ts'
import { ofTimeouts, type Timer } from '../../effects/Timer.ts'

/** The system's clock. */
export const clock: Clock = { now: () => ofMillis(Date.now()) }

/** Nonces of 128 bits by `crypto.getRandomValues`. */
export const entropy: Entropy = { nonce: () => ofRandom(crypto.getRandomValues(new Uint8Array(16))) }

/** Evenly between 0 and 1. For the lengths of pauses only: whoever sees many of these numbers can tell the next ones. */
export const random: IO<number> = () => Math.random()

/** The runtime's timeouts and its monotonic clock. Wrapped: a browser's functions take no receiver but the global object. */
export const timer: Timer = /* @__PURE__ */ ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
