/**
 * The bytes and texts of a vector, as values.
 */
import { createHash } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import type { VectorBytes, VectorText } from './Vector.ts'

export const hex = (bytes: Bytes.Bytes): { readonly hex: string } => ({ hex: Bytes.toHex(bytes) })

/** The bytes that hexadecimal digits of either case stand for; undefined if they do not. */
export const ofHex = (digits: unknown): Bytes.Bytes | undefined =>
  typeof digits === 'string' && digits.length % 2 === 0 && /^[0-9a-f]*$/i.test(digits)
    ? new Uint8Array(Buffer.from(digits, 'hex'))
    : undefined

const wrong = (what: string): never => {
  throw new TypeError(`the input is of another shape: ${what}`)
}

export const toBytes = (b: VectorBytes): Bytes.Bytes => {
  if ('hex' in b) return ofHex(b.hex) ?? wrong('hex has two hexadecimal digits for each byte')
  const { hex: one, times } = b.repeat
  return new Uint8Array(Buffer.alloc((one.length / 2) * times, one, 'hex'))
}

/** A text from its UTF-16BE code units, lone surrogates and all. */
export const toText = ({ utf16 }: VectorText): string =>
  (utf16.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

export const toBody = (body: VectorBytes | VectorText): E.Either<Bytes.LoneSurrogate, Bytes.Bytes> =>
  'utf16' in body ? Bytes.ofText(toText(body)) : E.right(toBytes(body))

export const sha256 = (...chunks: ReadonlyArray<Bytes.Bytes | string>): Buffer => {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}
