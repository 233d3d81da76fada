/**
 * Base64 with one spelling for each value (RFC 4648 §4): the standard alphabet, padding present, spare bits zero, nothing else.
 *
 * Platform decoders are lenient: Node's accepts the URL alphabet, missing padding, white space and non-zero spare bits. One
 * signature would then have many spellings, which defeats a cache or log keyed by the text.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from './Bytes.ts'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import * as Rule from './Rule.ts'

export type Base64 = Named<string, 'Base64'>

export interface MalformedBase64 {
  readonly _tag: 'MalformedBase64'
  readonly rule: 'alphabet' | 'length' | 'padding' | 'spare-bits'
  readonly offset: number
}

export const rule: Rule.Rule<Base64> = /* @__PURE__ */ Rule.textThat(
  'canonical Base64 of RFC 4648 §4, with padding',
  (s) => isBase64(s),
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<Base64, string> = /* @__PURE__ */ codecOf('Base64', rule)
export const Eq: Rule.Equality<Base64> = Rule.equality
export const Show: Rule.Shown<Base64> = Rule.show

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const invalid = 64
/** Has an entry for every UTF-16 code unit, so a look-up needs no bounds check. */
const sextetOf = /* @__PURE__ */ (() => {
  const sextets = new Uint8Array(65536).fill(invalid)
  for (let i = 0; i < 64; i++) sextets[alphabet.charCodeAt(i)] = i
  return sextets
})()

const digit = (text: string, at: number): number => sextetOf[text.charCodeAt(at)] as number

/** How many characters of padding end `text` at `to`: none, one or two. */
const paddingBefore = (text: string, to: number): number =>
  text.charCodeAt(to - 1) !== 0x3d ? 0 : text.charCodeAt(to - 2) !== 0x3d ? 1 : 2

const malformed = (rule: MalformedBase64['rule'], offset: number): MalformedBase64 => ({
  _tag: 'MalformedBase64',
  rule,
  offset,
})

/**
 * The first broken clause in `text.slice(from, to)`, or undefined. Allocates nothing: decoding a signature to check its
 * spelling cost more than all other header parsing.
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 *
 * assert.equal(Base64.fault('AAA='), undefined)
 * assert.deepEqual(Base64.fault('AA-='), { _tag: 'MalformedBase64', rule: 'alphabet', offset: 2 })
 * ```
 */
export const fault = (text: string, from = 0, to: number = text.length): MalformedBase64 | undefined => {
  const padding = to > from ? paddingBefore(text, to) : 0
  const end = Math.max(from, to - padding)
  let seen = 0
  let next = from
  // Hot path: this loop is most of the cost of parsing a header.
  const sextets = sextetOf
  for (; next + 4 <= end; next += 4) {
    seen |=
      (sextets[text.charCodeAt(next)] as number) |
      (sextets[text.charCodeAt(next + 1)] as number) |
      (sextets[text.charCodeAt(next + 2)] as number) |
      (sextets[text.charCodeAt(next + 3)] as number)
  }
  for (; next < end; next++) seen |= digit(text, next)
  if (seen & invalid) {
    let at = from
    while (digit(text, at) !== invalid) at++
    return malformed('alphabet', at)
  }
  const rest = (end - from) & 3
  if (rest === 1) return malformed('length', end)
  // `-rest & 3`: the padding that completes a group of four.
  if (padding !== (-rest & 3)) return malformed('padding', end)
  // RFC 4648 §3.5: unused bits, two for each padding character, must be zero; otherwise one value has several spellings.
  const spareBits = 4 ** padding - 1
  // Without padding no bit is spare, so the empty text, which has no last digit, has none either.
  return digit(text, end - 1) & spareBits ? malformed('spare-bits', end - 1) : undefined
}

/**
 * Whether `text` is the one spelling of some bytes (RFC 4648 §4).
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 *
 * assert.ok(Base64.isBase64('AAA='))
 * assert.ok(!Base64.isBase64('AAA'))
 * ```
 */
export const isBase64 = (text: string): text is Base64 => fault(text) === undefined

/**
 * Parses Base64. Fails with the broken clause and the character's offset, from 0.
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Base64.parse('AAA='), E.right('AAA='))
 * assert.deepEqual(Base64.parse('AAB='), E.left({ _tag: 'MalformedBase64', rule: 'spare-bits', offset: 2 }))
 * ```
 */
export const parse = (text: string): E.Either<MalformedBase64, Base64> => {
  const broken = fault(text)
  return broken === undefined ? E.right(text as Base64) : E.left(broken)
}

/**
 * The length of the decoded bytes.
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 *
 * assert.equal(Base64.byteLength(Base64.encode(new Uint8Array(256))), 256)
 * ```
 */
export const byteLength = (text: Base64): number => (text.length / 4) * 3 - paddingBefore(text, text.length)

/**
 * Decodes checked Base64.
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 *
 * const bytes = Uint8Array.of(1, 2, 3, 4)
 * assert.deepEqual(Base64.toBytes(Base64.encode(bytes)), bytes)
 * ```
 */
export const toBytes = (text: Base64): Bytes => {
  const out = new Uint8Array(byteLength(text))
  for (let at = 0, n = 0; at < text.length; at += 4) {
    // `& 63`: the `digit` of padding is 64, whose bit would fall into the digit before it.
    const group =
      (digit(text, at) << 18) |
      (digit(text, at + 1) << 12) |
      ((digit(text, at + 2) & 63) << 6) |
      (digit(text, at + 3) & 63)
    // Padding decodes to bytes beyond the end, where a typed array ignores writes.
    out[n++] = group >> 16
    out[n++] = group >> 8
    out[n++] = group
  }
  return out
}

/**
 * Checks and decodes any text.
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Base64.decode('AQI='), E.right(Uint8Array.of(1, 2)))
 * assert.ok(E.isLeft(Base64.decode('AQI')))
 * ```
 */
export const decode = (text: string): E.Either<MalformedBase64, Bytes> => {
  const broken = fault(text)
  return broken === undefined ? E.right(toBytes(text as Base64)) : E.left(broken)
}

/**
 * Encodes `bytes` with padding.
 *
 * @example
 * ```ts
 * import { Base64 } from 'countersign'
 *
 * assert.equal(Base64.encode(Uint8Array.of(1, 2)), 'AQI=')
 * ```
 */
export const encode = (bytes: Bytes): Base64 => {
  let text = ''
  const letter = (v: number) => alphabet[v & 63] as string
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    text += letter(group >> 18) + letter(group >> 12)
    text += (left > 1 ? letter(group >> 6) : '=') + (left > 2 ? letter(group) : '=')
  }
  return text as Base64
}
