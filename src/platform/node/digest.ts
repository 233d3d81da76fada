/** The effect `Digest` on Node: of a whole message, or chunk by chunk. */
import { createHash } from 'node:crypto'
import type { Digest } from '../../effects/Digest.ts'

/** SHA-256 by node:crypto. */
export const digest: Digest = {
  sha256: (chunks) => async () => {
    const hash = createHash('sha256')
    for (const chunk of chunks) hash.update(chunk)
    return new Uint8Array(hash.digest())
  },
  begin: () => {
    const hash = createHash('sha256')
    return { update: (chunk) => void hash.update(chunk), end: async () => new Uint8Array(hash.digest()) }
  },
}
