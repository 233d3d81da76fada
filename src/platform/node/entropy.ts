/** The effect `Entropy` on Node: nonces from a pool of random bytes, because a call of the generator for each one is slow. */
import { randomFillSync } from 'node:crypto'
import { ofRandom } from '../../core/Nonce.ts'
import type { Entropy } from '../../effects/Entropy.ts'

const size = 16

/** Random bytes for 64 nonces at a time: a draw for each took 10 µs; a signature takes 250. */
const pool = new Uint8Array(64 * size)
let used = pool.length

/** Node's cryptographic generator. Each byte of the pool is used once, and wiped. */
export const entropy: Entropy = {
  nonce: () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.subarray(used, used + size)
    used += size
    const nonce = ofRandom(bytes)
    bytes.fill(0)
    return nonce
  },
}
