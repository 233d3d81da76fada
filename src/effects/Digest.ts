import type { Task } from 'fp-ts/lib/Task.js'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import type { Bytes } from '../core/Bytes.ts'

/** SHA-256 by the platform. */
export interface Digest {
  /** The 32 bytes for the chunks read one after the other; never rejects. */
  readonly sha256: (chunks: ReadonlyArray<Bytes>) => Task<Bytes>
  /** The same for chunks that come one by one. Absent where the platform hashes whole messages only; then they are kept. */
  readonly begin?: () => Hashing
}

/** A hash whose message is still coming. */
export interface Hashing {
  /** Takes the next chunk, which may be overwritten afterwards. */
  readonly update: (chunk: Bytes) => void
  /** Run once. */
  readonly end: Task<Bytes>
}

/** A hash of a message that is still coming, by whatever the platform offers. */
export const begin = (digest: Digest): Hashing => {
  if (digest.begin !== undefined) return digest.begin()
  const chunks = ByteBuffer.upTo(Number.MAX_SAFE_INTEGER)
  return { update: (chunk) => void chunks.add(chunk), end: () => digest.sha256([chunks.bytes()])() }
}
