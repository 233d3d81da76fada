import { ofRandom } from '../core/Nonce.ts'
import type { Entropy } from '../effects/Entropy.ts'

export const entropy: Entropy = { nonce: () => ofRandom(crypto.getRandomValues(new Uint8Array(16))) }
