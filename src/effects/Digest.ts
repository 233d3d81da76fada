import type { Task } from 'fp-ts/lib/Task.js'
import type { Bytes } from '../core/Bytes.ts'

/** SHA-256 by the platform. */
export interface Digest {
  /** The 32 bytes for the chunks read one after the other; never rejects. */
  readonly sha256: (chunks: ReadonlyArray<Bytes>) => Task<Bytes>
  /** The same for chunks that come one by one, and may be overwritten afterwards. `end` is called once. */
  readonly begin: () => { readonly update: (chunk: Bytes) => void; readonly end: Task<Bytes> }
}
