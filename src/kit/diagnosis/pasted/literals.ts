/**
 * What the readers of calls and scripts share. Such a reader goes through the source from literal to literal: each step takes an
 * offset, and gives the value that begins there with the offset after it, or a fault with its place.
 *
 *     stringAt("'POST', url", 0)     right: { value: 'POST', end: 6 }
 *     stringAt("'POST", 0)           left: { at: 0, what: 'a quotation mark opens here and is not closed; …' }
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, textOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { encoded } from './librarySent.ts'

/** A value, and the offset behind it in characters. */
export interface Read<A> {
  readonly value: A
  readonly end: number
}

export interface Fault {
  readonly at: number
  readonly what: string
  /** The reader has not recognised a request. */
  readonly kind?: 'unrecognized'
}

export type Reading<A> = E.Either<Fault, Read<A>>

export const fault = (offset: number, problem: string): E.Either<Fault, never> => E.left({ at: offset, what: problem })

/** The letters behind a backslash, or a backtick, that most languages know. */
export const letterEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
}

/** What a sticky expression matches at this offset. */
export const matchAt = (pattern: RegExp, source: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(source)
}

export type Reader = (bytes: Bytes.Bytes) => E.Either<Unreadable, Received>

/** The reader of a text, for bytes. */
export const ofText =
  (readText: (source: string) => E.Either<Fault, Received>): Reader =>
  (bytes) => {
    const source = textOf(bytes).replace(/^\ufeff/, '')
    const request = readText(source)
    if (E.isRight(request)) return request
    const { at: offset, what: problem, kind } = request.left
    const refuse = kind === undefined ? unreadable : unrecognized
    return refuse(bytes, encoded(source.slice(0, offset)).length, problem)
  }

/** The same for a text of one character for each byte, from an offset on. */
export const ofLatin1 =
  <A>(readLatin1: (source: string, start: number) => E.Either<Fault, A>) =>
  (bytes: Bytes.Bytes, start = 0): E.Either<Unreadable, A> => {
    const result = readLatin1(latin1(bytes), start)
    return E.isRight(result) ? result : unreadable(bytes, result.left.at, result.left.what)
  }
