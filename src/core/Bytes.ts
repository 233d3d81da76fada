/**
 * Bytes, and text as bytes. The protocol signs bytes, so this module encodes text as UTF-8 without loss. A platform encoder
 * turns every lone surrogate into U+FFFD, so that two texts would share one signature.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Eq as Equality } from 'fp-ts/lib/Eq.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Fault } from './Fault.ts'

export type Bytes = Uint8Array

/**
 * Bytes without shared memory, as web APIs require: `Uint8Array<ArrayBuffer>` from TypeScript 5.7 on, `Uint8Array` before.
 */
export type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>

/** UTF-8 cannot encode the lone surrogate at `index` (in UTF-16 code units). */
export type LoneSurrogate = Fault<'body_not_unicode', { readonly index: number }>

/** The bytes are not UTF-8 from `offset` on. */
export type InvalidUtf8 = Fault<'InvalidUtf8', { readonly offset: number }>

/** The body of a request that has none. */
export const empty: Bytes = /* @__PURE__ */ new Uint8Array(0)

/**
 * Whether `value` is a Uint8Array. `instanceof` fails across realms (a frame, a test runner's sandbox).
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 *
 * assert.ok(Bytes.isBytes(new Uint8Array(2)))
 * assert.ok(!Bytes.isBytes([123, 125]))
 * ```
 */
export const isBytes = (value: unknown): value is Bytes => typedArrayName.call(value) === 'Uint8Array'

/** The getter of TypedArray.prototype: an own property of the value cannot shadow it. `undefined` for other values. */
const typedArrayName: (this: unknown) => unknown = /* @__PURE__ */ (() =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
    ?.get as () => unknown)()

/**
 * Encodes text as UTF-8. Fails with the index of a lone surrogate.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Bytes.ofText('é'), E.right(Uint8Array.of(0xc3, 0xa9)))
 * assert.deepEqual(Bytes.ofText('a\ud800'), E.left({ _tag: 'body_not_unicode', index: 1 }))
 * ```
 */
export const ofText = (text: string): E.Either<LoneSurrogate, Bytes> => {
  const out = new Uint8Array(text.length * 3)
  let n = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      out[n++] = unit
    } else if (unit < 0x800) {
      out[n++] = 0xc0 | (unit >> 6)
      out[n++] = 0x80 | (unit & 0x3f)
    } else if (unit < 0xd800 || unit > 0xdfff) {
      out[n++] = 0xe0 | (unit >> 12)
      out[n++] = 0x80 | ((unit >> 6) & 0x3f)
      out[n++] = 0x80 | (unit & 0x3f)
    } else {
      const low = text.charCodeAt(i + 1)
      if (unit > 0xdbff || !(low >= 0xdc00 && low <= 0xdfff)) return E.left({ _tag: 'body_not_unicode', index: i })
      const point = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
      out[n++] = 0xf0 | (point >> 18)
      out[n++] = 0x80 | ((point >> 12) & 0x3f)
      out[n++] = 0x80 | ((point >> 6) & 0x3f)
      out[n++] = 0x80 | (point & 0x3f)
      i++
    }
  }
  return E.right(out.slice(0, n))
}

/**
 * Encodes text that is known to be ASCII, such as the head of a string to sign.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 *
 * assert.deepEqual(Bytes.ofAscii('GET'), Uint8Array.of(0x47, 0x45, 0x54))
 * ```
 */
export const ofAscii = (text: string): Bytes => {
  const out = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i)
  return out
}

/** The smallest code point of a form of 1 + k bytes; a smaller one is overlong (RFC 3629 §3). */
const leastOf = [0, 0x80, 0x800, 0x10000]

/**
 * Decodes UTF-8 exactly: keeps a byte order mark and replaces nothing.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Bytes.toText(Uint8Array.of(0xc3, 0xa9)), E.right('é'))
 * assert.deepEqual(Bytes.toText(Uint8Array.of(0x61, 0xff)), E.left({ _tag: 'InvalidUtf8', offset: 1 }))
 * ```
 */
export const toText = (bytes: Bytes): E.Either<InvalidUtf8, string> =>
  E.tryCatch(
    () => utf8.decode(bytes),
    () => ({ _tag: 'InvalidUtf8', offset: firstInvalid(bytes) }),
  )

/** A pure function, on every platform: the one thing that this layer takes from it. */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { readonly decode: (bytes: Bytes) => string }

/** The platform's decoder takes a tenth of the time of one in JavaScript, but tells no offset. */
const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const firstInvalid = (bytes: Bytes): number => {
  let at = 0
  for (let length = 1; length > 0; at += length) length = validAt(bytes, at)
  return at
}

/** The length of the character that is well encoded here; 0 if there is none. */
const validAt = (bytes: Bytes, at: number): number => {
  const first = bytes[at] as number
  const more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1
  if (more < 0) return 0
  let point = more === 0 ? first : first & (0x3f >> more)
  for (let k = 1; k <= more; k++) {
    const next = bytes[at + k]
    if (next === undefined || (next & 0xc0) !== 0x80) return 0
    point = (point << 6) | (next & 0x3f)
  }
  const isPoint = point >= (leastOf[more] as number) && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return isPoint ? more + 1 : 0
}

/**
 * Copies the chunks into one array.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 *
 * assert.deepEqual(Bytes.concat([Bytes.ofAscii('GE'), Bytes.ofAscii('T')]), Bytes.ofAscii('GET'))
 * ```
 */
export const concat = (chunks: ReadonlyArray<Bytes>): OwnBytes => {
  const out = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    out.set(chunk, at)
    at += chunk.length
  }
  return out
}

/** Not constant-time: stops at the first difference. Not for secrets. */
export const Eq: Equality<Bytes> = {
  equals: (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]),
}

/**
 * Decodes hexadecimal digits of either case; none for any other text.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 * import * as O from 'fp-ts/lib/Option.js'
 *
 * assert.deepEqual(Bytes.ofHex('00fF'), O.some(Uint8Array.of(0, 255)))
 * assert.deepEqual(Bytes.ofHex('0'), O.none)
 * ```
 */
export const ofHex = (hex: string): O.Option<Bytes> => {
  const bytes = new Uint8Array(hex.length >> 1)
  let faults = hex.length & 1
  for (let i = 0; i < bytes.length; i++) {
    const pair = (digitOf(hex.charCodeAt(2 * i)) << 4) | digitOf(hex.charCodeAt(2 * i + 1))
    faults |= pair & -256
    bytes[i] = pair
  }
  return faults === 0 ? O.some(bytes) : O.none
}

/** -1 for any other character. */
const digitOf = (code: number): number => {
  const letter = code | 0x20
  return code >= 0x30 && code <= 0x39 ? code - 0x30 : letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/**
 * Lower-case hexadecimal, two digits a byte.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 *
 * assert.equal(Bytes.toHex(Uint8Array.of(0, 255)), '00ff')
 * ```
 */
export const toHex = (bytes: Bytes): string => {
  const pairs = new Array<string>(bytes.length)
  for (let i = 0; i < bytes.length; i++) pairs[i] = hexOf[bytes[i] as number] as string
  // Joined, and not added up: V8 would keep each sum for as long as the text lives, which is eighteen times its length.
  return pairs.join('')
}

const hexOf: ReadonlyArray<string> = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)
