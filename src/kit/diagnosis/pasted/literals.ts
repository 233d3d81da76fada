/**
 * What the readers of calls and scripts share. Such a reader goes through the source from literal to literal: each step takes an
 * offset, and gives the value that begins there with the offset after it, or a fault with its place.
 *
 * `readFetch.ts`, for example, has such a step for a string:
 *
 *     stringAt("'POST', url", 0)     right: { value: 'POST', end: 6 }
 *     stringAt("'POST", 0)           left: { at: 0, what: 'a quotation mark opens here and is not closed; …' }
 *
 * Readers count characters, and a refusal counts bytes. `ofText` and `ofLatin1` make a reader of bytes from a reader of characters.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, textOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { encoded } from './librarySent.ts'

/** A value, and the offset of the character after it. */
export interface Read<A> {
  readonly value: A
  readonly end: number
}

export interface Fault {
  /** The offset of a character. */
  readonly at: number
  readonly what: string
  /** `unrecognized`: the text is not in the reader's language. `not closed`: a string or a bracket goes on to the end of the text. */
  readonly kind?: 'unrecognized' | 'not closed'
}

export type Reading<A> = E.Either<Fault, Read<A>>

export const fault = (offset: number, problem: string): E.Either<Fault, never> => E.left({ at: offset, what: problem })

/** The letters after a backslash, or a backtick, that most languages know. */
export const letterEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
}

export type Reader = (bytes: Bytes.Bytes) => E.Either<Unreadable, Received>

/**
 * Makes a reader of bytes from a reader of texts. The text is the bytes in UTF-8, without a byte order mark; in Latin-1 if they are
 * not UTF-8. A refusal has the offset of the byte, and says `unrecognized` if the fault does.
 */
export const ofText =
  (readText: (source: string) => E.Either<Fault, Received>): Reader =>
  (bytes) => {
    const pastedText = textOf(bytes)
    const source = pastedText.replace(/^\ufeff/, '')
    const request = readText(source)
    if (E.isRight(request)) return request
    const { at: offset, what: problem, kind } = request.left
    const refuse = kind === 'unrecognized' ? unrecognized : unreadable
    const markLength = pastedText.length - source.length
    return refuse(bytes, byteOffset(bytes, pastedText, markLength + offset), problem)
  }

/** The offset of the byte with which a character of the text begins. The text is what `textOf` makes of the bytes. */
const byteOffset = (bytes: Bytes.Bytes, pastedText: string, offset: number): number => {
  // ASCII and Latin-1 have a character for each byte; any other text in UTF-8 has fewer characters than bytes.
  const isByteEach = pastedText.length === bytes.length
  return isByteEach ? offset : encoded(pastedText.slice(0, offset)).length
}

/**
 * Makes a function of bytes from a reader of Latin-1, where the offset of a character is that of its byte. The reader starts at
 * `start`. A byte order mark stays in the text. Every fault is a refusal `unreadable`: a caller has recognised the command before.
 */
export const ofLatin1 =
  <A>(readLatin1: (source: string, start: number) => E.Either<Fault, A>) =>
  (bytes: Bytes.Bytes, start = 0): E.Either<Unreadable, A> => {
    const result = readLatin1(latin1(bytes), start)
    return E.isRight(result) ? result : unreadable(bytes, result.left.at, result.left.what)
  }
