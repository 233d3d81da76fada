/** The bytes and texts of a vector, as values, and the intermediate values of a signature. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../core/Bytes.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import type { Digest } from '../../effects/Digest.ts'
import type { Trace, VectorBytes, VectorText } from './Vector.ts'

export const hex = (bytes: Bytes.Bytes): { readonly hex: string } => ({ hex: Bytes.toHex(bytes) })

/** Decodes hexadecimal digits of either case; undefined for any other value. */
export const ofHex = (digits: unknown): Bytes.Bytes | undefined =>
  typeof digits === 'string' ? O.toUndefined(Bytes.ofHex(digits)) : undefined

const wrong = (what: string): never => {
  throw new TypeError(`the input has the wrong shape: ${what}`)
}

export const toBytes = (b: VectorBytes): Bytes.Bytes => {
  if ('hex' in b) return ofHex(b.hex) ?? wrong('hex must have two hexadecimal digits for each byte')
  const one = ofHex(b.repeat.hex) ?? wrong('hex must have two hexadecimal digits for each byte')
  const bytes = new Uint8Array(one.length * b.repeat.times)
  if (bytes.length > 0) bytes.set(one)
  // Twice as many at each step: one byte may come millions of times.
  for (let at = one.length; at < bytes.length; at *= 2) bytes.copyWithin(at, 0, at)
  return bytes
}

/** A text from its UTF-16BE code units; may contain lone surrogates. */
export const toText = ({ utf16 }: VectorText): string =>
  (utf16.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

export const toBody = (body: VectorBytes | VectorText): E.Either<Bytes.LoneSurrogate, Bytes.Bytes> =>
  'utf16' in body ? Bytes.ofText(toText(body)) : E.right(toBytes(body))

/** A value of JSON with each of its items or members changed. */
export const within = (value: unknown, to: (inner: unknown, name: string) => unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner, i) => to(inner, String(i)))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, to(inner, name)]))
}

// ---- The trace: what locates a mistake

/** DigestInfo ::= SEQUENCE { SEQUENCE { id-sha256, NULL }, OCTET STRING of 32 bytes }, up to the digest (RFC 8017 §9.2). */
export const digestInfo: Bytes.Bytes = ofHex('3031300d060960864801650304020105000420') as Bytes.Bytes

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
  return {
    ...('repeat' in body ? {} : { stringToSign: hex(StringToSign.toBytes(message)) }),
    sha256: Bytes.toHex(sha256),
    ...(modulusLength === undefined ? {} : { block: Bytes.toHex(block(sha256, modulusLength)) }),
  }
}
