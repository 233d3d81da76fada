/**
 * Percent encoders that take the number of characters for the number of bytes, so the end of a text with letters beyond ASCII is lost.
 * R on Windows wrote `写輪眼` so: its Shift_JIS has six bytes, `8E CA 97 D6 8A E1`, and three of them were escaped.
 *
 *     写輪眼        %8E%CA%97
 */
import { charsets, encodeInCharset } from './charsets.ts'
import type { Encoder } from './encoders.ts'

/** The characters that these encoders keep. */
const unreserved = /[0-9A-Za-z._~-]/

const percentEncode = (byte: number): string => {
  const character = String.fromCharCode(byte)
  return unreserved.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** As many bytes of a text as the text has characters. */
const firstBytes = (charset: string, component: string): Uint8Array =>
  encodeInCharset(charset, component).subarray(0, Array.from(component).length)

const encodeShort = (charset: string, component: string): string =>
  Array.from(firstBytes(charset, component), percentEncode).join('')

const everyShortEncoder: ReadonlyArray<Encoder> = charsets.map((charset) => ({
  name: `an encoder that writes as many bytes as the text has characters, in ${charset}`,
  encode: (component) => encodeShort(charset, component),
  isUsual: false,
}))

/** The encoders of this kind that may have written a text. A text of ASCII alone loses nothing. */
export const shortEncoders = (encodedText: string): ReadonlyArray<Encoder> =>
  /[^\0-\u007f]|%[89A-Fa-f][0-9A-Fa-f]/.test(encodedText) ? everyShortEncoder : []

/** How a component was cut off: the bytes that it has in the encoding, and those that were written. */
export interface ShortComponent {
  readonly charset: string
  readonly bytes: number
  readonly written: number
}

/** Undefined if no encoder of this kind writes the signed component. */
export const shortComponent = (plain: string, signed: string): ShortComponent | undefined => {
  for (const charset of charsets) {
    const bytes = encodeInCharset(charset, plain).length
    const written = firstBytes(charset, plain).length
    if (written < bytes && encodeShort(charset, plain) === signed) return { charset, bytes, written }
  }
  return undefined
}
