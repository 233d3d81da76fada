/**
 * The bytes and texts of a vector, as values.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../core/Bytes.ts'
import type { VectorBytes, VectorText } from './Vector.ts'

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
