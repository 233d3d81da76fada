/** The body of an outgoing request that is read and not kept, so that it may be of any size. */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { BodyUnreadable } from '../core/BodyUnreadable.ts'
import type { Bytes } from '../core/Bytes.ts'
import { nameOf } from '../core/untrusted.ts'
import { begin, type Digest } from './Digest.ts'

/** Bytes that can be read again: once to sign them, once to send them. */
export interface Content {
  /** All of them, from the first on. A part may be overwritten when the next one is asked for. */
  readonly open: () => AsyncIterable<Bytes>
  /** The same as the platform has it, such as a Blob, which never changes. */
  readonly native?: unknown
}

/** A content as it was signed. */
export interface SignedContent extends Content {
  /** In bytes. */
  readonly length: number
  readonly sha256: Bytes
}

/** The parts of a file bear it; shared by all copies of this package. */
export const partsMark: unique symbol = Symbol.for('countersign.fileParts') as never

/** How to read them again, if these are the parts of a file that was given by its path. */
export const reopened = (parts: unknown): Content['open'] | undefined => {
  const open = (parts as { readonly [partsMark]?: unknown } | null | undefined)?.[partsMark]
  return typeof open === 'function' ? (open as Content['open']) : undefined
}

export const unreadable = (thrown: unknown): BodyUnreadable => ({ _tag: 'body_unreadable', detail: nameOf(thrown) })

/** Reads all of it once; `each` gets every part. */
export const readOver =
  (digest: Digest, each: (part: Bytes) => void) =>
  (content: Content): TaskEither<BodyUnreadable, SignedContent> =>
  () =>
    readInto(digest, each, content).then(E.right, (thrown) => E.left(unreadable(thrown)))

const readInto = async (digest: Digest, each: (part: Bytes) => void, content: Content): Promise<SignedContent> => {
  const hash = begin(digest)
  let length = 0
  for await (const part of content.open()) {
    each(part)
    hash.update(part)
    length += part.length
  }
  return { ...content, length, sha256: await hash.end() }
}
