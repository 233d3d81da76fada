import type { Task } from 'fp-ts/lib/Task.js'
import type { Bytes } from '../core/Bytes.ts'

/** SHA-256 by the platform. */
export interface Digest {
  /** The 32 bytes for the chunks read one after the other; never rejects. */
  readonly sha256: (chunks: ReadonlyArray<Bytes>) => Task<Bytes>
}
