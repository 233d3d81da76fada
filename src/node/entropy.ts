import { randomBytes } from 'node:crypto'
import { ofRandom } from '../core/Nonce.ts'
import type { Entropy } from '../effects/Entropy.ts'

export const entropy: Entropy = { nonce: () => ofRandom(randomBytes(16)) }
