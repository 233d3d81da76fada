/**
 * Encoders that turn letters beyond ASCII into bytes of another encoding than UTF-8 before they are escaped:
 * `URLEncoder.encode(text, "GBK")` of Java, `escape` of JavaScript.
 */
import { charsets, encoded } from './charsets.ts'
import type { Encoder } from './encoders.ts'

const beyondAscii = /[^\0-\u007f]/

/** Latin-1, with a question mark for what it has not, as Java writes it. */
const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (c) => (c.charCodeAt(0) < 0x100 ? c.charCodeAt(0) : 0x3f))

const writers: ReadonlyArray<readonly [name: string, bytesOf: (text: string) => Uint8Array]> = [
  ...charsets.map((name) => [name, (text: string) => encoded(name, text)] as const),
  ['iso-8859-1', latin1],
]

const hexOf = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

const escapedBytes = (bytes: Uint8Array, space: '+' | '%20'): string =>
  Array.from(bytes, (byte) => {
    const c = String.fromCharCode(byte)
    return c === ' ' ? space : /[0-9A-Za-z._*-]/.test(c) ? c : `%${hexOf(byte)}`
  }).join('')

/** `escape` of JavaScript. */
const javascriptEscape = (text: string): string =>
  text.replace(/[^0-9A-Za-z@*_+./-]/g, (c) => {
    const code = c.charCodeAt(0)
    return code < 0x100 ? `%${hexOf(code)}` : `%u${code.toString(16).toUpperCase().padStart(4, '0')}`
  })

const inLowerCase = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())

const all: ReadonlyArray<Encoder> = [
  { name: 'escape (JavaScript)', encode: javascriptEscape, isUsual: false },
  ...writers.flatMap(([charset, bytesOf]) =>
    (['+', '%20'] as const).flatMap((space): ReadonlyArray<Encoder> => {
      const encode = (text: string): string => escapedBytes(bytesOf(text), space)
      const name = `an encoder in ${charset}, ${space} for a space`
      return [
        { name, encode, isUsual: false },
        { name: `${name}, in lower case`, encode: (text) => inLowerCase(encode(text)), isUsual: false },
      ]
    }),
  ),
]

/** None for a text that is ASCII, also without its escapes. */
export const charsetEncoders = (text: string): ReadonlyArray<Encoder> =>
  beyondAscii.test(text) || /%[89A-Fa-f][0-9A-Fa-f]/.test(text) ? all : []
