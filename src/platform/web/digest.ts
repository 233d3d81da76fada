/** The effect `Digest` on the web platform. WebCrypto hashes whole messages only, so there is no `begin`. */
import { concat } from '../../core/Bytes.ts'
import type { Digest } from '../../effects/Digest.ts'

/** SHA-256 by WebCrypto. */
export const digest: Digest = {
  // WebCrypto hashes one array only.
  sha256: (chunks) => async () => new Uint8Array(await crypto.subtle.digest('SHA-256', concat(chunks))),
}
