import { concat } from '../core/Bytes.ts'
import * as Gathering from '../core/Gathering.ts'
import type { Digest } from '../effects/Digest.ts'
import { source } from './subtle.ts'

// WebCrypto hashes no parts, so they are joined.
const sha256: Digest['sha256'] = (chunks) => async () =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', source(concat(chunks))))

export const digest: Digest = {
  sha256,
  begin: () => {
    const content = Gathering.upTo(Number.MAX_SAFE_INTEGER)
    return { update: (chunk) => void content.add(chunk), end: () => sha256([content.bytes()])() }
  },
}
