/**
 * What the readers of calls and scripts share: they go through the text from literal to literal. A reading is a value and the
 * offset after it, or a fault with its place.
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

export const fault = (at: number, what: string): E.Either<Fault, never> => E.left({ at, what })

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
export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

export type Reader = (bytes: Bytes.Bytes) => E.Either<Unreadable, Received>

/** The reader of a text, for bytes. */
export const ofText =
  (read: (text: string) => E.Either<Fault, Received>): Reader =>
  (bytes) => {
    const text = textOf(bytes).replace(/^\ufeff/, '')
    const request = read(text)
    if (E.isRight(request)) return request
    const { at, what, kind } = request.left
    const refuse = kind === undefined ? unreadable : unrecognized
    return refuse(bytes, encoded(text.slice(0, at)).length, what)
  }

/** The same for a text of one character for each byte, from an offset on. */
export const ofLatin1 =
  <A>(read: (text: string, from: number) => E.Either<Fault, A>) =>
  (bytes: Bytes.Bytes, from = 0): E.Either<Unreadable, A> => {
    const result = read(latin1(bytes), from)
    return E.isRight(result) ? result : unreadable(bytes, result.left.at, result.left.what)
  }
