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
  const index = text.search(loneSurrogate)
  return index < 0 ? E.right(encoder().encode(text)) : E.left({ _tag: 'body_not_unicode', index })
}

const loneSurrogate = /[\ud800-\udfff]/u

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
    () => utf8().decode(bytes),
    () => ({ _tag: 'InvalidUtf8', offset: firstInvalid(bytes) }),
  )

/** Pure functions, on every platform: all that this layer takes from the platform. */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: boolean; readonly ignoreBOM: true },
) => { readonly decode: (bytes: Bytes) => string }
declare const TextEncoder: new () => { readonly encode: (text: string) => Bytes }

/** Made at the first use, and kept: an environment of tests may lack them, and importing this package must not fail there. */
const once = <A extends object>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The platform's decoder takes a tenth of the time of one in JavaScript, but tells no offset. */
const utf8 = /* @__PURE__ */ once(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))
const lenient = /* @__PURE__ */ once(() => new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }))
const encoder = /* @__PURE__ */ once(() => new TextEncoder())

/** The first fault is where the lenient decoder shows a replacement character that the bytes do not hold. */
const firstInvalid = (bytes: Bytes): number => {
  const shown = lenient().decode(bytes)
  let at = shown.indexOf('\ufffd')
  let offset = encoder().encode(shown.slice(0, at)).length
  while (bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd) {
    const next = shown.indexOf('\ufffd', at + 1)
    offset += 3 + encoder().encode(shown.slice(at + 1, next)).length
    at = next
  }
  return offset
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
export const Eq: Equality<Bytes> = { equals: (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]) }

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
  if (hex.length % 2 !== 0 || /[^\da-f]/i.test(hex)) return O.none
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = 16 * digitOf(hex.charCodeAt(2 * i)) + digitOf(hex.charCodeAt(2 * i + 1))
  return O.some(bytes)
}

/** The value of a hexadecimal digit: `0` to `9`, or a letter, made small. */
const digitOf = (code: number): number => (code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57)

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
