/**
 * The clock, the randomness and the timeouts that every runtime has among its globals, for a guard that is made without an
 * environment.
 */
import * as Nonce from '../core/Nonce.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'
import { ofTimeouts, type Timer } from '../effects/Timer.ts'

export const clock: Clock = { now: () => Timestamp.ofMillis(Date.now()) }

export const entropy: Entropy = { nonce: () => Nonce.ofRandom(globalThis.crypto.getRandomValues(new Uint8Array(16))) }

export const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)
