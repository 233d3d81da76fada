/**
 * The part of DER (ITU-T X.690) that RSA keys need. Strict: each value has one encoding, and no bytes may follow.
 *
 * For key import only. No signature is parsed here: the platform's crypto verifies signatures.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat, empty } from './Bytes.ts'
import { type KeyResult, refused } from './KeyError.ts'
import { unsigned } from './KeyNumbers.ts'

// Tags, by the names of X.680. Separate constants, so that a bundle keeps only the tags in use.
export const INTEGER = 0x02
export const BIT_STRING = 0x03
export const OCTET_STRING = 0x04
export const OBJECT_IDENTIFIER = 0x06
export const SEQUENCE = 0x30
/** `[0]`, constructed: where PKCS#8 keeps its attributes. */
export const CONTEXT_0 = 0xa0

export interface Element {
  readonly tag: number
  readonly content: Bytes
  /** The bytes after the element. */
  readonly rest: Bytes
}

/** The element at the start of `bytes`. */
export const first = (bytes: Bytes): KeyResult<Element> => {
  // By index, here and below: an iterator over a typed array takes longer than all the rest. A missing byte is refused.
  const type = bytes[0] ?? 0x1f
  const short = bytes[1] ?? 0x80
  // X.690 §8.1.2.4: five low bits set mean a tag of several bytes; RSA keys have none.
  if ((type & 0x1f) === 0x1f) return refused('der')
  let start = 2
  let length = short
  if (short >= 0x80) {
    // §10.1: a definite length in the fewest bytes. 0x80, an indefinite length, reads as 0; bytes that are missing end too late.
    start += short - 0x80
    length = unsigned(bytes.subarray(2, start))
    if (length < 0x80 || bytes[2] === 0) return refused('der')
  }
  const end = start + length
  if (end > bytes.length) return refused('der')
  return E.right({ tag: type, content: bytes.subarray(start, end), rest: bytes.subarray(end) })
}

/** The contents of a sequence of elements with exactly these tags; refuses trailing bytes. */
export const all = (bytes: Bytes, tags: ReadonlyArray<number>): KeyResult<ReadonlyArray<Bytes>> => {
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

/** Whether `bytes` are elements with this tag one after the other, perhaps none. */
export const areAll = (bytes: Bytes, tag: number): boolean => {
  for (let rest = bytes; rest.length > 0; ) {
    const element = first(rest)
    if (E.isLeft(element) || element.right.tag !== tag) return false
    rest = element.right.rest
  }
  return true
}

/** `bytes` must be one SEQUENCE of elements with exactly these tags; returns their contents. */
export const members = (bytes: Bytes, tags: ReadonlyArray<number>): KeyResult<ReadonlyArray<Bytes>> => {
  const outer = all(bytes, [SEQUENCE])
  return E.isLeft(outer) ? outer : all(outer.right[0] as Bytes, tags)
}

/** The bytes of a non-negative INTEGER without leading zeros; zero becomes the empty array. */
export const magnitude = (content: Bytes): KeyResult<Bytes> => {
  const high = content[0]
  const next = content[1] ?? 0x80
  // §8.3.2: the first nine bits must not all be equal. The first bit is the sign.
  if (high === undefined || high >= 0x80 || (high === 0 && next < 0x80)) return refused('der')
  return E.right(high === 0 ? content.subarray(1) : content)
}

/** An element with these bytes as its content. */
export const write = (type: number, ...contents: ReadonlyArray<Bytes>): Bytes => {
  const length = contents.reduce((sum, content) => sum + content.length, 0)
  return concat([Uint8Array.from([type, ...lengthBytes(length)]), ...contents])
}

/** Below 64 KiB, which no key reaches; the array of bytes keeps the low eight bits of each. */
const lengthBytes = (length: number): ReadonlyArray<number> =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length]

/** The INTEGER of a magnitude. A leading zero byte keeps the first bit from being the sign; zero is one zero byte. */
export const integer = (big: Bytes): Bytes => write(INTEGER, (big[0] ?? 0x80) >= 0x80 ? zero : empty, big)
const zero = /* @__PURE__ */ new Uint8Array(1)
