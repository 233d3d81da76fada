/**
 * Percent encoders that do not escape the UTF-8 of a letter. Some escape its bytes in another encoding, as
 * `URLEncoder.encode(text, "GBK")` of Java does, and some write the number of its UTF-16 units, as `escape` of JavaScript does.
 * So `é` becomes `%E9`, and `中` becomes `%D6%D0`, `%u4E2D`, `%4e2d` or `%4E%2D`.
 */
import { charsets, encodeInCharset, utf8 } from './charsets.ts'
import type { Encoder } from './encoders.ts'

const beyondAscii = /[^\0-\u007f]/

/** Latin-1, with a question mark for each letter that it lacks, as Java writes it. */
const latin1 = (letter: string): Uint8Array =>
  Uint8Array.from(letter, (c) => (c.charCodeAt(0) < 0x100 ? c.charCodeAt(0) : 0x3f))

const ascii = (letter: string): Uint8Array =>
  Uint8Array.from(letter, (c) => (c.charCodeAt(0) < 0x80 ? c.charCodeAt(0) : 0x3f))

/** The UTF-8 of a letter, read as Latin-1 and turned into UTF-8 again. */
const utf8Twice = (letter: string): Uint8Array =>
  utf8(Array.from(utf8(letter), (byte) => String.fromCharCode(byte)).join(''))

const hexOf = (code: number, digits = 2): string => code.toString(16).toUpperCase().padStart(digits, '0')

const percent = (byte: number): string => `%${hexOf(byte)}`

const inUnits =
  (write: (unit: number) => string) =>
  (c: string): string =>
    Array.from({ length: c.length }, (_, i) => write(c.charCodeAt(i))).join('')

const inBytes =
  (bytesOf: (letter: string) => Uint8Array) =>
  (c: string): string =>
    Array.from(bytesOf(c), percent).join('')

/** The UTF-8 of each half of a surrogate pair, as in Java's modified UTF-8. */
const cesu8 = inUnits((unit) =>
  unit < 0x800
    ? percent(0xc0 | (unit >> 6)) + percent(0x80 | (unit & 63))
    : percent(0xe0 | (unit >> 12)) + percent(0x80 | ((unit >> 6) & 63)) + percent(0x80 | (unit & 63)),
)

/** Writes a letter beyond ASCII as an escape. */
interface LetterWriter {
  readonly name: string
  readonly write: (c: string) => string
}

/** As Apex wrote `%f09f9885` for an emoji. */
export const oneEscape = 'with one percent sign before all its UTF-8 bytes'

const letterWriters: ReadonlyArray<LetterWriter> = [
  {
    name: 'as %u and the four hexadecimal digits of its UTF-16 code unit',
    write: inUnits((unit) => `%u${hexOf(unit, 4)}`),
  },
  {
    name: 'as the hexadecimal digits of its UTF-16 code unit without zeros in front',
    write: inUnits((unit) => `%${hexOf(unit, 1)}`),
  },
  { name: 'as the four hexadecimal digits of its UTF-16 code unit', write: inUnits((unit) => `%${hexOf(unit, 4)}`) },
  {
    name: 'as escape() of JavaScript does',
    write: inUnits((unit) => (unit < 0x100 ? percent(unit) : `%u${hexOf(unit, 4)}`)),
  },
  {
    name: 'as the two bytes of its UTF-16 code unit',
    write: inUnits((unit) => percent(unit >> 8) + percent(unit & 255)),
  },
  {
    name: 'as the two bytes of its UTF-16 code unit with the lower byte first',
    write: inUnits((unit) => percent(unit & 255) + percent(unit >> 8)),
  },
  { name: oneEscape, write: (c) => `%${Array.from(utf8(c), (byte) => hexOf(byte)).join('')}` },
  { name: 'as the low byte of its UTF-16 code unit', write: inUnits((unit) => percent(unit & 255)) },
  { name: 'by its code point, %u and braces', write: (c) => `%u{${hexOf(c.codePointAt(0) as number, 1)}}` },
  { name: 'as an escape of JSON, percent-encoded', write: inUnits((unit) => `%5Cu${hexOf(unit, 4).toLowerCase()}`) },
  { name: 'as an HTML entity, percent-encoded', write: (c) => `%26%23${c.codePointAt(0)}%3B` },
  { name: 'in modified UTF-8', write: cesu8 },
  { name: 'in UTF-8 twice', write: inBytes(utf8Twice) },
  { name: 'in us-ascii', write: inBytes(ascii) },
  { name: 'in iso-8859-1', write: inBytes(latin1) },
  ...charsets.map((charset) => ({
    name: `in ${charset}`,
    write: inBytes((letter) => encodeInCharset(charset, letter)),
  })),
]

/** The characters of ASCII that stay as they are, and what becomes of a space. */
const asciiWriters: ReadonlyArray<readonly [name: string, keeps: RegExp, space: '+' | '%20']> = [
  ['+ for a space', /[0-9A-Za-z._*-]/, '+'],
  ['%20 for a space', /[0-9A-Za-z._~-]/, '%20'],
  ['as escape (JavaScript)', /[0-9A-Za-z@*_+./-]/, '%20'],
  ['marks as they are', /[!-$&-~]/, '%20'],
]

/** Writes a text character by character: a space, a character that stays as it is, or an escape. */
const encodeEach =
  (keeps: RegExp, space: string, escapeOf: (c: string) => string) =>
  (component: string): string =>
    Array.from(component, (c) => {
      if (c === ' ') return space
      return c <= '\u007f' && keeps.test(c) ? c : escapeOf(c)
    }).join('')

/** The encoder, and the one that writes its escapes in lower case: `é Be` becomes `%E9%20Be` and `%e9%20Be`. */
const inBothCases = (
  encoderName: string,
  keeps: RegExp,
  space: string,
  escapeOf: (c: string) => string,
): ReadonlyArray<Encoder> => [
  { name: encoderName, encode: encodeEach(keeps, space, escapeOf), isUsual: false },
  {
    name: `${encoderName}, in lower case`,
    encode: encodeEach(keeps, space, (c) => escapeOf(c).toLowerCase()),
    isUsual: false,
  },
]

const letterEncoders: ReadonlyArray<Encoder> = letterWriters.flatMap((letters) => {
  const escapeOf = (c: string): string => (c > '\u007f' ? letters.write(c) : percent(c.charCodeAt(0)))
  return asciiWriters.flatMap(([spaceRule, keeps, space]) =>
    inBothCases(`an encoder that writes letters ${letters.name}, ${spaceRule}`, keeps, space, escapeOf),
  )
})

const escapeShort = (c: string): string => `%${hexOf(c.charCodeAt(0), 1)}`

/** Encoders that write `'%' + c.charCodeAt(0).toString(16)`: a line feed becomes `%a`. */
const controlEncoders: ReadonlyArray<Encoder> = asciiWriters.flatMap(([spaceRule, keeps, space]) =>
  inBothCases(`an encoder without zeros in front, ${spaceRule}`, keeps, space, escapeShort),
)

/**
 * The encoders that may have written a text. A letter beyond ASCII counts as it is or escaped, a control character only escaped; a text
 * without both has no such encoder.
 */
export const charsetEncoders = (component: string): ReadonlyArray<Encoder> => [
  ...(beyondAscii.test(component) || /%[89A-Fa-f][0-9A-Fa-f]/.test(component) ? letterEncoders : []),
  ...(/%[01][0-9A-Fa-f]/.test(component) ? controlEncoders : []),
]

const lostLetter = '%3f'

const inUtf8 = inBytes(utf8)

/** The first letter of the plain text that the signed text holds neither as it is nor as its UTF-8 escapes. */
const firstOtherwiseWritten = (letters: ReadonlyArray<string>, signedText: string): string | undefined => {
  const foldedSigned = signedText.toLowerCase()
  return letters.find((c) => !signedText.includes(c) && !foldedSigned.includes(inUtf8(c).toLowerCase()))
}

/**
 * How the signed text writes the letters beyond ASCII: the first letter that it writes neither as it is nor in UTF-8, the escape of that
 * letter, and the names of the rules that give this escape. Undefined if there is no such letter, if no rule gives the escapes of all
 * letters, or if the sent text has the same escape.
 *
 *     plain 中, sent %E4%B8%AD, signed %u4E2D                  中, %u4E2D, as %u and the four hexadecimal digits of …
 *     plain ä中, sent %C3%A4%E4%B8%AD, signed %E4%D6%D0        undefined: no single rule writes both letters so
 */
export const letterEscapeIn = (
  plain: string,
  sentText: string,
  signedText: string,
): readonly [letter: string, written: string, how: string] | undefined => {
  const runs = [...new Set(plain.match(lettersTogether) ?? [])]
  const letter = firstOtherwiseWritten([...new Set(runs.flatMap((run) => [...run]))], signedText)
  const runOfLetter = runs.find((run) => letter !== undefined && run.includes(letter))
  if (letter === undefined || runOfLetter === undefined) return undefined
  const foldedSigned = signedText.toLowerCase()
  // The UTF-8 of £ is %C2%A3, and %A3 within it is no escape of its own.
  const foldedSent = runs.reduce((text, run) => text.replaceAll(inUtf8(run).toLowerCase(), ' '), sentText.toLowerCase())
  const otherRuns = runs.filter((run) => firstOtherwiseWritten([...run], signedText) !== undefined)
  const writers = letterWriters
    .map(({ name, write }) => ({ name, foldedWrite: (run: string) => Array.from(run, write).join('').toLowerCase() }))
    .filter(({ foldedWrite }) => otherRuns.every((run) => offsetOfRun(foldedSigned, foldedWrite(run)) >= 0))
    .filter(({ foldedWrite }) => !foldedSent.includes(foldedWrite(letter)))
  const [first] = writers
  if (first === undefined) return undefined
  const foldedEscape = first.foldedWrite(letter)
  const before = first.foldedWrite(runOfLetter.slice(0, runOfLetter.indexOf(letter)))
  const offset = offsetOfRun(foldedSigned, first.foldedWrite(runOfLetter)) + before.length
  const ruleNames = writers.filter(({ foldedWrite }) => foldedWrite(letter) === foldedEscape).map(({ name }) => name)
  return [
    letter,
    signedText.slice(offset, offset + foldedEscape.length),
    foldedEscape === lostLetter
      ? 'a question mark, which replaces a letter that an encoding lacks'
      : ruleNames.join(' or '),
  ]
}

const lettersTogether = /[^\0-\u007f]+/gu

/** An escape of a byte that is not ASCII: with one before or after it, a text is only a part of the escapes of a letter. */
const escapeBefore = /%[89a-f][0-9a-f]$/
const escapeAfter = /^%[89a-f][0-9a-f]/

/** Where the escapes of letters that stand together begin. Negative if the text has them nowhere, or only as a part of longer ones. */
const offsetOfRun = (foldedText: string, foldedEscapes: string): number => {
  for (let at = foldedText.indexOf(foldedEscapes); at >= 0; at = foldedText.indexOf(foldedEscapes, at + 1)) {
    const isPart =
      escapeBefore.test(foldedText.slice(0, at)) || escapeAfter.test(foldedText.slice(at + foldedEscapes.length))
    if (!isPart) return at
  }
  return -1
}
