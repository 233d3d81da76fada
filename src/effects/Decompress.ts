/**
 * The effect that takes a content coding off a body: a caller may have signed the body before it was compressed. Which codings a
 * body may have shows in its bytes, so no header is needed.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, toText } from '../core/Bytes.ts'

/**
 * The body without its content coding, at most `limit` bytes; undefined if it has none, is damaged, or is larger. Must not throw.
 */
export type Decompress = (body: Bytes, limit: number) => Bytes | undefined | Promise<Bytes | undefined>

/** RFC 9110 §8.4.1; `deflate-raw` is what some programs send as `deflate`. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'deflate-raw'

/** RFC 1950 §2.2: the method 8, and two bytes that are a multiple of 31. */
const isZlib = ([first = 0, second = 0]: Bytes): boolean => (first & 15) === 8 && (first * 256 + second) % 31 === 0

export const isText = (bytes: Bytes): boolean => E.isRight(toText(bytes))

/** The codings that a body may have, the likeliest first. Brotli and a bare deflate stream have no mark: they are no text. */
export const codingsOf = (body: Bytes): ReadonlyArray<Coding> => {
  if (body[0] === 0x1f && body[1] === 0x8b) return ['gzip']
  if (isText(body)) return []
  return isZlib(body) ? ['deflate', 'br', 'deflate-raw'] : ['br', 'deflate-raw']
}

/** Of what several codings make of a body: a text, for chance makes none; else the first. */
export const likeliest = (contents: ReadonlyArray<Bytes>): Bytes | undefined => contents.find(isText) ?? contents[0]
