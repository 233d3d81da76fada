/** Letters beyond ASCII that a program writes in another charset or with other escapes, and units that another encoder escapes. */
import { decodeCharset, encodeInCharset, utf8 } from '../charsets.ts'
import { encoders } from '../encoders.ts'
import { decode, decodeForm } from '../percent.ts'
import { type Operation, operation, textUnits } from './Operation.ts'

const lettersBeyondAscii = /[^\0-\u007f]/gu
const escapesBeyondAscii = /(?:%[89A-F][0-9A-F])+/gi

const hexOfCode = (letter: string, digits = 0): string =>
  (letter.codePointAt(0) as number).toString(16).padStart(digits, '0')

/** Writes each UTF-16 unit of a letter. */
const byUnits =
  (write: (unit: number) => string) =>
  (letter: string): string =>
    Array.from({ length: letter.length }, (_, i) => write(letter.charCodeAt(i))).join('')

/** Writes each byte of the UTF-8 of letters. */
const byBytes =
  (write: (byte: number) => string) =>
  (letter: string): string =>
    Array.from(utf8(letter), write).join('')

const hexOfByte = (byte: number): string => byte.toString(16).padStart(2, '0')
const percentOf = (byte: number): string => `%${hexOfByte(byte).toUpperCase()}`
const readAsLatin1 = (letter: string): string => Array.from(utf8(letter), (byte) => String.fromCharCode(byte)).join('')
/** UTF-8 that a program read as another charset. */
const readAs =
  (charset: string) =>
  (letters: string): string =>
    decodeCharset(charset, utf8(letters))

/** What programs write for a letter beyond ASCII, in place of the percent escapes of its UTF-8. */
const letterWriters: ReadonlyArray<(letter: string) => string> = [
  (letter) => letter,
  () => '?',
  () => '??',
  () => '',
  () => '%3F',
  () => '_',
  () => '\ufffd',
  (letter) => '?'.repeat(utf8(letter).length),
  (letter) => '\ufffd'.repeat(utf8(letter).length),
  (letter) => `&#${letter.codePointAt(0)};`,
  (letter) => `&#x${hexOfCode(letter)};`,
  (letter) => `&#x${hexOfCode(letter).toUpperCase()};`,
  byUnits((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  byUnits((unit) => `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`),
  byUnits((unit) => `%u${unit.toString(16).toUpperCase().padStart(4, '0')}`),
  byUnits((unit) => `${percentOf(unit >> 8)}${percentOf(unit & 255)}`),
  (letter) => `\\u{${hexOfCode(letter)}}`,
  (letter) => `\\x{${hexOfCode(letter)}}`,
  (letter) => `U+${hexOfCode(letter, 4).toUpperCase()}`,
  byBytes((byte) => `\\x${hexOfByte(byte)}`),
  byBytes((byte) => `\\x${hexOfByte(byte).toUpperCase()}`),
  byBytes((byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  byBytes((byte) => `=${hexOfByte(byte).toUpperCase()}`),
  byBytes((byte) => `\\${byte}`),
  readAsLatin1,
  (letter) => encodeURIComponent(readAsLatin1(letter)),
  readAs('windows-1252'),
  (letter) => encodeURIComponent(readAs('windows-1252')(letter)),
  ...['gbk', 'big5', 'shift_jis', 'euc-kr'].map((charset) => (letter: string): string => {
    const bytes = encodeInCharset(charset, letter)
    return Array.from(bytes, percentOf).join('')
  }),
  (letter) => letter.normalize('NFD'),
  (letter) => encodeURIComponent(letter.normalize('NFD')),
  (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''),
]

/** What programs write for a run of letters: its UTF-8 read as another charset, or the bytes that Python prints. */
const runWriters: ReadonlyArray<(run: string) => string> = [
  ...['gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251'].map((charset) => readAs(charset)),
  (run) => `b'${byBytes((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${hexOfByte(byte)}`))(run)}'`,
]

/** Writes each letter beyond ASCII of a unitText with escapes anew, and leaves the rest as it is. */
const rewriteLetters =
  (write: (letter: string) => string) =>
  (unitText: string): string =>
    unitText.replace(escapesBeyondAscii, (run) => decode(run).replace(lettersBeyondAscii, write))

export const otherLetters: ReadonlyArray<Operation> = [
  ...letterWriters.map((write) => operation('letters rewritten', ['letters', 'value'], rewriteLetters(write))),
  // All other escapes of the value are decoded too.
  ...letterWriters.map((write) =>
    operation('letters rewritten', ['value', 'segment', 'query', 'target'], (unitText) =>
      decode(unitText).replace(lettersBeyondAscii, write),
    ),
  ),
  ...runWriters.map((write) =>
    operation('letters rewritten', ['letters', 'value', 'query', 'target'], (unitText) =>
      /%[89A-F]/i.test(unitText) ? write(decode(unitText)) : unitText,
    ),
  ),
]

/** The encoders that most callers use: on the unit as it is, which is then escaped twice, and on the decoded unit. */
export const encodedAnew: ReadonlyArray<Operation> = encoders
  .filter(({ isUsual }) => isUsual)
  .flatMap(({ encode }) => [
    operation('letters rewritten', textUnits, encode),
    operation('letters rewritten', textUnits, (unitText) => encode(decode(unitText))),
    operation('letters rewritten', textUnits, (unitText) => encode(decodeForm(unitText))),
    operation('letters rewritten', textUnits, (unitText) =>
      encode(unitText).replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
    ),
  ])
