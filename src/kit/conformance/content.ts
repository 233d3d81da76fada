/**
 * The bytes and texts of a vector as values of this program, and the intermediate values of a signature. For the runner, our own port
 * and the generators.
 *
 *     toBytes({ hex: '0a0d' })                                bytes 10, 13
 *     toBytes({ repeat: { hex: '61', times: 4 }, sha256 })    bytes of aaaa
 *     toText({ utf16: 'd800' })                               a lone surrogate, which no UTF-8 can hold
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../core/Bytes.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import type { Digest } from '../../effects/Digest.ts'
import type { Trace, VectorBytes, VectorText } from './Vector.ts'

// ---- Bytes and texts

export const hex = (bytes: Bytes.Bytes): { readonly hex: string } => ({ hex: Bytes.toHex(bytes) })

/** Decodes hexadecimal digits of either case; undefined for any other value. */
export const ofHex = (digits: unknown): Bytes.Bytes | undefined =>
  typeof digits === 'string' ? O.toUndefined(Bytes.ofHex(digits)) : undefined

/** Throws a TypeError for an input without two digits for each byte. */
export const toBytes = (input: VectorBytes): Bytes.Bytes =>
  'hex' in input ? decodeHex(input.hex) : repeated(decodeHex(input.repeat.hex), input.repeat.times)

const decodeHex = (digits: string): Bytes.Bytes => {
  const bytes = ofHex(digits)
  if (bytes !== undefined) return bytes
  throw new TypeError('the input has the wrong shape: hex must have two hexadecimal digits for each byte')
}

const repeated = (unit: Bytes.Bytes, times: number): Bytes.Bytes => {
  const bytes = new Uint8Array(unit.length * times)
  if (bytes.length > 0) bytes.set(unit)
  // Each step copies twice as many bytes as the one before: a unit of one byte may be repeated millions of times.
  for (let filled = unit.length; filled < bytes.length; filled *= 2) bytes.copyWithin(filled, 0, filled)
  return bytes
}

/** A text from its UTF-16BE code units; may contain lone surrogates. */
export const toText = ({ utf16 }: VectorText): string =>
  (utf16.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

/** The bytes of a body. On the left: why a text has no bytes. */
export const toBody = (body: VectorBytes | VectorText): E.Either<Bytes.LoneSurrogate, Bytes.Bytes> =>
  'utf16' in body ? Bytes.ofText(toText(body)) : E.right(toBytes(body))

/** A JSON value with each of its elements or members changed, one level deep; a string, a number and the like stay. */
export const within = (json: unknown, change: (inner: unknown, key: string) => unknown): unknown => {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((inner, index) => change(inner, String(index)))
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, change(inner, key)]))
}

// ---- The trace: the intermediate values of a signature, which locate a mistake

/** DigestInfo ::= SEQUENCE { SEQUENCE { id-sha256, NULL }, OCTET STRING of 32 bytes }, up to the digest (RFC 8017 §9.2). */
export const digestInfo: Bytes.Bytes = decodeHex('3031300d060960864801650304020105000420')

/** EMSA-PKCS1-v1_5 (RFC 8017 §9.2): 00 01 FF … FF 00 and the content at its end, as long as the modulus. */
export const padded = (content: Bytes.Bytes, length: number): Bytes.Bytes =>
  Bytes.concat([Uint8Array.of(0, 1), new Uint8Array(length - 3 - content.length).fill(0xff), Uint8Array.of(0), content])

/** The block that the signature of a digest holds. */
export const block = (digest: Bytes.Bytes, length: number): Bytes.Bytes =>
  padded(Bytes.concat([digestInfo, digest]), length)

/** The trace of a string to sign. `modulusLength`, in bytes, adds the padded block. */
export const traceOf = async (
  digest: Digest,
  message: StringToSign.StringToSign,
  body: VectorBytes | VectorText,
  modulusLength?: number,
): Promise<Trace> => {
  const sha256 = await digest.sha256([Bytes.ofAscii(message.head), message.body])()
  // A repeated body may have megabytes, so its trace has only the digest.
  const stringToSign = 'repeat' in body ? undefined : hex(StringToSign.toBytes(message))
  return {
    ...(stringToSign && { stringToSign }),
    sha256: Bytes.toHex(sha256),
    ...(modulusLength === undefined ? {} : { block: Bytes.toHex(block(sha256, modulusLength)) }),
  }
}
