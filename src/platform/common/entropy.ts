import { ofRandom } from '../../core/Nonce.ts'
import type { Entropy } from '../../effects/Entropy.ts'

/** Nonces of 128 bits by `crypto.getRandomValues`. */
export const entropy: Entropy = { nonce: () => ofRandom(crypto.getRandomValues(new Uint8Array(16))) }
