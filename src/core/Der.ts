/**
 * As much of DER (ITU-T X.690) as an RSA key is written in. Strict: each value has one encoding, and nothing may follow it.
 *
 * This reads keys when they are imported. Signatures are never parsed: the platform's crypto verifies them.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat } from './Bytes.ts'

export const tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  sequence: 0x30,
  /** `[0]`, constructed: where PKCS#8 keeps its attributes. */
  context0: 0xa0,
} as const

export type MalformedDer = 'der' | 'trailing-data'

export interface Element {
  readonly tag: number
  readonly content: Bytes
  /** What stands behind the element. */
  readonly rest: Bytes
}

const malformed: E.Either<'der', never> = E.left('der')

/** The element that `bytes` begin with. */
export const first = (bytes: Bytes): E.Either<'der', Element> => {
  const [type, short] = bytes
  // X.690 §8.1.2.4: all five low bits set announce a tag of several bytes; no key has one.
  if (type === undefined || short === undefined || (type & 0x1f) === 0x1f) return malformed
  let start = 2
  let length = short
  if (short >= 0x80) {
    // §10.1: a definite length in the fewest bytes. 0x80 announces an indefinite one.
    start += short - 0x80
    if (short === 0x80 || start > bytes.length) return malformed
    length = bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (length < 0x80 || bytes[2] === 0) return malformed
  }
  const end = start + length
  if (end > bytes.length) return malformed
  return E.right({ tag: type, content: bytes.subarray(start, end), rest: bytes.subarray(end) })
}

/** The contents of elements with exactly these tags, one after the other, and nothing behind the last. */
export const all = (bytes: Bytes, tags: ReadonlyArray<number>): E.Either<MalformedDer, ReadonlyArray<Bytes>> => {
  const contents: Array<Bytes> = []
  let rest = bytes
  for (const expected of tags) {
    const element = first(rest)
    if (E.isLeft(element)) return element
    if (element.right.tag !== expected) return malformed
    contents.push(element.right.content)
    rest = element.right.rest
  }
  return rest.length === 0 ? E.right(contents) : E.left('trailing-data')
}

/** The magnitude of an INTEGER that is not negative, without leading zero bytes; zero has none at all. */
export const magnitude = (content: Bytes): E.Either<'der', Bytes> => {
  const [high, next = 0x80] = content
  // §8.3.2: the first nine bits are not all equal. The sign stands in the first bit.
  if (high === undefined || high >= 0x80 || (high === 0 && content.length > 1 && next < 0x80)) return malformed
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
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return [0x80 + bytes.length, ...bytes]
}

/** The INTEGER of a magnitude; leading zero bytes do not matter. */
export const integer = (big: Bytes): Bytes => {
  const significant = big.findIndex((byte) => byte !== 0)
  const digits = significant < 0 ? big.subarray(0, 0) : big.subarray(significant)
  const sign = digits.length === 0 || (digits[0] as number) >= 0x80 ? [0] : []
  return write(tag.integer, Uint8Array.from(sign), digits)
}
