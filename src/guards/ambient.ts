/**
 * The clock and the randomness that every runtime has among its globals, for a guard that is made without an environment.
 */
import * as Nonce from '../core/Nonce.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'

export const clock: Clock = { now: () => Timestamp.ofMillis(Date.now()) }

export const entropy: Entropy = { nonce: () => Nonce.ofRandom(globalThis.crypto.getRandomValues(new Uint8Array(16))) }
