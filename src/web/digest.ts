import { type Bytes, concat } from '../core/Bytes.ts'
import type { Digest } from '../effects/Digest.ts'
import { source } from './subtle.ts'

// WebCrypto hashes no parts, so they are joined.
const sha256: Digest['sha256'] = (chunks) => async () =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', source(concat(chunks))))

export const digest: Digest = {
  sha256,
  begin: () => {
    const chunks: Array<Bytes> = []
    return { update: (chunk) => void chunks.push(chunk.slice()), end: () => sha256(chunks)() }
  },
}
