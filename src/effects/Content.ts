/**
 * The body of an outgoing request that is read in chunks and not kept, so that it may have any size, such as a file. It is read twice:
 * `readOver` hashes it for the signature, and the HTTP client reads it again to send it.
 *
 *     readOver(digest, () => {})(content)    { open, length: 5_000_000_000, sha256 }
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { BodyUnreadable } from '../core/BodyUnreadable.ts'
import type { Bytes } from '../core/Bytes.ts'
import { nameOf } from '../core/untrusted.ts'
import { begin, type Digest } from './Digest.ts'

/** Bytes that can be read again: once to sign them, once to send them. */
export interface Content {
  /** All chunks, from the first on. A chunk may be overwritten when the next one is asked for. */
  readonly open: () => AsyncIterable<Bytes>
  /** The same bytes as an object of the platform that never changes, such as a Blob. */
  readonly native?: unknown
}

/** A content as it was signed. */
export interface SignedContent extends Content {
  /** In bytes. */
  readonly length: number
  readonly sha256: Bytes
}

/** Marks the chunks of a file with how to read the file again. All copies of this package share the symbol. */
export const partsMark: unique symbol = Symbol.for('countersign.fileParts') as never

/** How to read a body again, if it consists of the chunks of a file that was given by its path. */
export const reopened = (parts: unknown): Content['open'] | undefined => {
  const open = (parts as { readonly [partsMark]?: unknown } | null | undefined)?.[partsMark]
  return typeof open === 'function' ? (open as Content['open']) : undefined
}

export const unreadable = (thrown: unknown): BodyUnreadable => ({ _tag: 'body_unreadable', detail: nameOf(thrown) })

/** Reads a content once, from beginning to end; `onChunk` gets each chunk. */
export const readOver =
  (digest: Digest, onChunk: (chunk: Bytes) => void) =>
  (content: Content): TaskEither<BodyUnreadable, SignedContent> =>
  () =>
    readChunks(digest, onChunk, content).then(E.right, (thrown) => E.left(unreadable(thrown)))

const readChunks = async (
  digest: Digest,
  onChunk: (chunk: Bytes) => void,
  content: Content,
): Promise<SignedContent> => {
  const hash = begin(digest)
  let length = 0
  for await (const chunk of content.open()) {
    onChunk(chunk)
    hash.update(chunk)
    length += chunk.length
  }
  return { ...content, length, sha256: await hash.end() }
}
