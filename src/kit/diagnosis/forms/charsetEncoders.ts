/**
 * Encoders that do not escape the UTF-8 of a letter: they turn it into bytes of another encoding first, as
 * `URLEncoder.encode(text, "GBK")` of Java does, or they write the number of its UTF-16 units, as `escape` of JavaScript does.
 * So `é` becomes `%E9`, and `中` `%D6%D0`, `%u4E2D`, `%4e2d` or `%4E%2D`.
 */
import { charsets, encoded, utf8 } from './charsets.ts'
import type { Encoder } from './encoders.ts'

const beyondAscii = /[^\0-\u007f]/

/** Latin-1, with a question mark for what it has not, as Java writes it. */
const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (c) => (c.charCodeAt(0) < 0x100 ? c.charCodeAt(0) : 0x3f))

const ascii = (text: string): Uint8Array =>
  Uint8Array.from(text, (c) => (c.charCodeAt(0) < 0x80 ? c.charCodeAt(0) : 0x3f))

/** Its UTF-8 taken for Latin-1, and turned into UTF-8 again. */
const utf8Twice = (text: string): Uint8Array =>
  utf8(Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join(''))

const hexOf = (code: number, digits = 2): string => code.toString(16).toUpperCase().padStart(digits, '0')

const percent = (byte: number): string => `%${hexOf(byte)}`

const inUnits =
  (write: (unit: number) => string) =>
  (c: string): string =>
    Array.from({ length: c.length }, (_, i) => write(c.charCodeAt(i))).join('')

const inBytes =
  (bytesOf: (text: string) => Uint8Array) =>
  (c: string): string =>
    Array.from(bytesOf(c), percent).join('')

/** The UTF-8 of each half of a surrogate pair by itself, as Java writes modified UTF-8. */
const cesu8 = inUnits((unit) =>
  unit < 0x800
    ? percent(0xc0 | (unit >> 6)) + percent(0x80 | (unit & 63))
    : percent(0xe0 | (unit >> 12)) + percent(0x80 | ((unit >> 6) & 63)) + percent(0x80 | (unit & 63)),
)

/** How a letter beyond ASCII is escaped. */
interface LetterWriter {
  readonly name: string
  readonly write: (c: string) => string
}

const letterWriters: ReadonlyArray<LetterWriter> = [
  { name: 'by the number of its UTF-16 unit, %u and four digits', write: inUnits((unit) => `%u${hexOf(unit, 4)}`) },
  { name: 'by the number of its UTF-16 unit, without zeros in front', write: inUnits((unit) => `%${hexOf(unit, 1)}`) },
  { name: 'by the number of its UTF-16 unit, four digits', write: inUnits((unit) => `%${hexOf(unit, 4)}`) },
  {
    name: 'by the number of its UTF-16 unit, two digits or %u and four',
    write: inUnits((unit) => (unit < 0x100 ? percent(unit) : `%u${hexOf(unit, 4)}`)),
  },
  { name: 'by the two bytes of its UTF-16 unit', write: inUnits((unit) => percent(unit >> 8) + percent(unit & 255)) },
  {
    name: 'by the two bytes of its UTF-16 unit, the lower first',
    write: inUnits((unit) => percent(unit & 255) + percent(unit >> 8)),
  },
  { name: 'by the low byte of its UTF-16 unit', write: inUnits((unit) => percent(unit & 255)) },
  { name: 'by its code point, %u and braces', write: (c) => `%u{${hexOf(c.codePointAt(0) as number, 1)}}` },
  { name: 'as an escape of JSON, percent-encoded', write: inUnits((unit) => `%5Cu${hexOf(unit, 4).toLowerCase()}`) },
  { name: 'as an HTML entity, percent-encoded', write: (c) => `%26%23${c.codePointAt(0)}%3B` },
  { name: 'in modified UTF-8', write: cesu8 },
  { name: 'in UTF-8 twice', write: inBytes(utf8Twice) },
  { name: 'in us-ascii', write: inBytes(ascii) },
  { name: 'in iso-8859-1', write: inBytes(latin1) },
  ...charsets.map((name) => ({ name: `in ${name}`, write: inBytes((text) => encoded(name, text)) })),
]

/** What is kept of ASCII beside letters and digits, and what becomes of a space. */
const asciiWriters: ReadonlyArray<readonly [name: string, keeps: RegExp, space: '+' | '%20']> = [
  ['+ for a space', /[0-9A-Za-z._*-]/, '+'],
  ['%20 for a space', /[0-9A-Za-z._~-]/, '%20'],
  ['as escape (JavaScript)', /[0-9A-Za-z@*_+./-]/, '%20'],
  ['marks as they are', /[!-$&-~]/, '%20'],
]

const lettersEscaped =
  ({ write }: LetterWriter, keeps: RegExp, space: string) =>
  (text: string): string =>
    Array.from(text, (c) => {
      if (c === ' ') return space
      if (c > '\u007f') return write(c)
      return keeps.test(c) ? c : percent(c.charCodeAt(0))
    }).join('')

const inLowerCase = (text: string): string =>
  text.replace(/%(?!u)[0-9A-F]+|%u\{?[0-9A-F]+/g, (one) => one.toLowerCase())

const ofLetters: ReadonlyArray<Encoder> = letterWriters.flatMap((letters) =>
  asciiWriters.flatMap(([says, keeps, space]): ReadonlyArray<Encoder> => {
    const encode = lettersEscaped(letters, keeps, space)
    const name = `an encoder that writes letters ${letters.name}, ${says}`
    return [
      { name, encode, isUsual: false },
      { name: `${name}, in lower case`, encode: (text) => inLowerCase(encode(text)), isUsual: false },
    ]
  }),
)

const short = (c: string): string => `%${hexOf(c.charCodeAt(0), 1)}`

/** `'%' + c.charCodeAt(0).toString(16)`: a line feed is `%a`. */
const ofControls: ReadonlyArray<Encoder> = asciiWriters.flatMap(([says, keeps, space]): ReadonlyArray<Encoder> => {
  const encode = (text: string): string =>
    Array.from(text, (c) => (c === ' ' ? space : keeps.test(c) ? c : short(c))).join('')
  const name = `an encoder without zeros in front, ${says}`
  return [
    { name, encode, isUsual: false },
    { name: `${name}, in lower case`, encode: (text) => inLowerCase(encode(text)), isUsual: false },
  ]
})

/** None for a text that is ASCII without control characters, also without its escapes. */
export const charsetEncoders = (text: string): ReadonlyArray<Encoder> => [
  ...(beyondAscii.test(text) || /%[89A-Fa-f][0-9A-Fa-f]/.test(text) ? ofLetters : []),
  ...(/%[01][0-9A-Fa-f]/.test(text) ? ofControls : []),
]

const lostLetter = '%3f'

/** How the letters beyond ASCII of a plain text stand in an escaped one, if all of them by one rule: the first, its escape, and each rule. */
export const letterEscapeIn = (
  plain: string,
  escapedText: string,
): readonly [letter: string, written: string, how: string] | undefined => {
  const letters = [...new Set(plain.match(/[^\0-\u007f]/gu) ?? [])]
  const [first] = letters
  if (first === undefined) return undefined
  const folded = escapedText.toLowerCase()
  const writers = letterWriters.filter(({ write }) => letters.every((c) => folded.includes(write(c).toLowerCase())))
  const [written] = writers.map(({ write }) => write(first).toLowerCase())
  if (written === undefined) return undefined
  const same = writers.filter(({ write }) => write(first).toLowerCase() === written)
  const how =
    written === lostLetter
      ? 'a question mark, which replaces a letter that an encoding lacks'
      : same.map(({ name }) => name).join(' or ')
  const at = folded.indexOf(written)
  return [first, escapedText.slice(at, at + written.length), how]
}
