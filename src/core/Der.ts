/**
 * As much of DER (ITU-T X.690) as an RSA key is written in. Strict: each value has one encoding, and nothing may follow it.
 *
 * This reads keys when they are imported. Signatures are never parsed: the platform's crypto verifies them.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat } from './Bytes.ts'
import { type KeyError, refused } from './KeyError.ts'

// Tags, by the names of X.680. Each by itself, so that a page that verifies carries only those of public keys.
export const INTEGER = 0x02
export const BIT_STRING = 0x03
export const OCTET_STRING = 0x04
export const NULL = 0x05
export const OBJECT_IDENTIFIER = 0x06
export const SEQUENCE = 0x30
/** `[0]`, constructed: where PKCS#8 keeps its attributes. */
export const CONTEXT_0 = 0xa0

export interface Element {
  readonly tag: number
  readonly content: Bytes
  /** What stands behind the element. */
  readonly rest: Bytes
}

/** The element that `bytes` begin with. */
export const first = (bytes: Bytes): E.Either<KeyError, Element> => {
  const [type, short] = bytes
  // X.690 §8.1.2.4: all five low bits set announce a tag of several bytes; no key has one.
  if (type === undefined || short === undefined || (type & 0x1f) === 0x1f) return refused('der')
  let start = 2
  let length = short
  if (short >= 0x80) {
    // §10.1: a definite length in the fewest bytes. 0x80 announces an indefinite one.
    start += short - 0x80
    if (short === 0x80 || start > bytes.length) return refused('der')
    length = bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (length < 0x80 || bytes[2] === 0) return refused('der')
  }
  const end = start + length
  if (end > bytes.length) return refused('der')
  return E.right({ tag: type, content: bytes.subarray(start, end), rest: bytes.subarray(end) })
}

/** The contents of elements with exactly these tags, one after the other, and nothing behind the last. */
export const all = (bytes: Bytes, tags: ReadonlyArray<number>): E.Either<KeyError, ReadonlyArray<Bytes>> => {
  const contents: Array<Bytes> = []
  let rest = bytes
  for (const expected of tags) {
    const element = first(rest)
    if (E.isLeft(element)) return element
    if (element.right.tag !== expected) return refused('der')
    contents.push(element.right.content)
    rest = element.right.rest
  }
  return rest.length === 0 ? E.right(contents) : refused('trailing-data')
}

/** The contents of the elements with exactly these tags of which the one SEQUENCE consists that `bytes` are. */
export const members = (bytes: Bytes, tags: ReadonlyArray<number>): E.Either<KeyError, ReadonlyArray<Bytes>> => {
  const outer = all(bytes, [SEQUENCE])
  return E.isLeft(outer) ? outer : all(outer.right[0] as Bytes, tags)
}

/** The magnitude of an INTEGER that is not negative, without leading zero bytes; zero has none at all. */
export const magnitude = (content: Bytes): E.Either<KeyError, Bytes> => {
  const [high, next = 0x80] = content
  // §8.3.2: the first nine bits are not all equal. The sign stands in the first bit.
  if (high === undefined || high >= 0x80 || (high === 0 && content.length > 1 && next < 0x80)) return refused('der')
  return E.right(high === 0 ? content.subarray(1) : content)
}

/** How many bits a magnitude has. */
export const bitLength = (big: Bytes): number =>
  big.length === 0 ? 0 : big.length * 8 - Math.clz32(big[0] as number) + 24

export const write = (type: number, ...contents: ReadonlyArray<Bytes>): Bytes => {
  const content = concat(contents)
  return concat([Uint8Array.of(type, ...lengthBytes(content.length)), content])
}

const lengthBytes = (length: number): ReadonlyArray<number> => {
  if (length < 0x80) return [length]
  const bytes: Array<number> = []
  for (let left = length; left > 0; left >>= 8) bytes.unshift(left & 0xff)
  return [0x80 + bytes.length, ...bytes]
}

/** The INTEGER of a magnitude: a zero byte in front where its first bit would be taken for a sign, and alone for zero. */
export const integer = (big: Bytes): Bytes => write(INTEGER, new Uint8Array((big[0] ?? 0x80) >= 0x80 ? 1 : 0), big)
