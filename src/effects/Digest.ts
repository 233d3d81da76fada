/**
 * The effect of hashing with SHA-256, which the platform does (node:crypto or WebCrypto). Verifiers hash the string to sign with it,
 * and token books hash tokens. A body that arrives in chunks is hashed by `begin`:
 *
 *     const hashing = begin(digest)
 *     hashing.update(chunk)              // for each chunk
 *     const sha256 = await hashing.end()
 */
import type { Task } from 'fp-ts/lib/Task.js'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import type { Bytes } from '../core/Bytes.ts'

/** SHA-256 by the platform. */
export interface Digest {
  /** The 32 bytes for the concatenated chunks; never rejects. */
  readonly sha256: (chunks: ReadonlyArray<Bytes>) => Task<Bytes>
  /** The same for chunks that arrive one by one. Absent if the platform hashes whole messages only. */
  readonly begin?: () => Hashing
}

/** A hash of an unfinished message. */
export interface Hashing {
  /** Adds a chunk. The caller may overwrite the chunk afterwards. */
  readonly update: (chunk: Bytes) => void
  /** Run once. */
  readonly end: Task<Bytes>
}

/** Streams through the platform's hash if it can; otherwise buffers the whole message. */
export const begin = (digest: Digest): Hashing => {
  if (digest.begin !== undefined) return digest.begin()
  const chunks = ByteBuffer.upTo(Number.MAX_SAFE_INTEGER)
  return { update: (chunk) => void chunks.add(chunk), end: () => digest.sha256([chunks.bytes()])() }
}
