/**
 * Texts in an encoding that lacks some of their letters, with the replacements that encoders write: `Encoding.ASCII` of .NET writes a
 * question mark for each UTF-16 unit, Java writes one for each character, and a decoder of single bytes writes a U+FFFD for each byte.
 * So `café` becomes `caf?`, or `caf` and two U+FFFD.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import { utf8 } from './charsets.ts'
import type { Form } from './Respelling.ts'

/** The characters of Windows-1252 from 0x80 on, where Latin-1 has control characters. Node decodes Windows-1252 as Latin-1. */
export const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

interface Charset {
  readonly name: string
  /** The byte of a character. Undefined if the encoding lacks it. */
  readonly byteOf: (c: string) => number | undefined
}

const ascii: Charset = { name: 'us-ascii', byteOf: (c) => (c <= '\u007f' ? c.charCodeAt(0) : undefined) }

const latin1: Charset = { name: 'latin-1', byteOf: (c) => (c <= '\u00ff' ? c.charCodeAt(0) : undefined) }

const windows: Charset = {
  name: 'windows-1252',
  byteOf: (c) => {
    const index = windows1252.indexOf(c)
    if (index >= 0) return 0x80 + index
    return /[\u0080-\u009f]/.test(c) ? undefined : latin1.byteOf(c)
  },
}

/** What encoders replace one by one: a character, a UTF-16 unit or a byte. `count` is the number of replacements for a character. */
const units: ReadonlyArray<readonly [name: string, count: (c: string) => number]> = [
  ['character', () => 1],
  ['UTF-16 unit', (c) => c.length],
  ['byte of UTF-8', (c) => utf8(c).length],
]

const replacements: ReadonlyArray<readonly [name: string, text: string]> = [
  ['?', '?'],
  ['U+FFFD', '\ufffd'],
  ['_', '_'],
  ['a space', ' '],
  ['a dot', '.'],
  ['nothing', ''],
  // Oracle writes it in its own encodings.
  ['an inverted question mark', '¿'],
]

const bytesIn = ({ byteOf }: Charset, replacement: string): Bytes.Bytes => {
  const byte = replacement === '¿' ? byteOf(replacement) : undefined
  return byte === undefined ? utf8(replacement) : Uint8Array.of(byte)
}

/** A text split at its letters beyond ASCII, so that the ASCII between them is encoded only once for all encodings. */
interface Pieces {
  readonly letters: ReadonlyArray<string>
  /** The stretches of ASCII between the letters, one more than there are letters. */
  readonly ascii: ReadonlyArray<Bytes.Bytes>
}

const splitAtLetters = (body: string): Pieces => ({
  letters: body.match(everyLetter) ?? [],
  ascii: body.split(everyLetter).map(Bytes.ofAscii),
})

const everyLetter = /[^\0-\u007f]/gu

/** The text in this encoding, with `instead` for each letter that it lacks. Most texts repeat few letters, so their bytes are kept. */
const encodeIn = (
  { byteOf }: Charset,
  { letters, ascii }: Pieces,
  instead: (c: string) => Bytes.Bytes,
): Bytes.Bytes => {
  const bytesOf = memoized((c: string): Bytes.Bytes => {
    const byte = byteOf(c)
    return byte === undefined ? instead(c) : Uint8Array.of(byte)
  })
  return Bytes.concat(
    ascii.flatMap((stretch, i) => (i === 0 ? [stretch] : [bytesOf(letters[i - 1] as string), stretch])),
  )
}

/** The text with a question mark for each character that the encoding lacks, as Java writes it. */
export const withQuestionMarks = (body: string): ReadonlyArray<Form<Bytes.Bytes>> =>
  [latin1, ascii, windows].map((charset) => [
    charset.name,
    encodeIn(charset, splitAtLetters(body), () => Uint8Array.of(0x3f)),
  ])

/** The text with other replacements. None for a text of ASCII. */
export function* lostLetters(body: string): Generator<Form<Bytes.Bytes>> {
  // Another mistake has the forms with a byte order mark.
  if (!/[^\0-\u007f\ufeff]/.test(body)) return
  const stretches = splitAtLetters(body)
  for (const [unit, count] of units)
    for (const [replacementName, replacement] of replacements) {
      if (replacementName === '?' && unit === 'character') continue
      if (replacement === '¿' && unit !== 'character') continue
      for (const charset of [ascii, latin1, windows])
        yield [
          `${charset.name}, ${replacementName} for each ${unit} that it does not have`,
          encodeIn(charset, stretches, (c) => {
            const bytes = bytesIn(charset, replacement)
            return Bytes.concat(Array.from({ length: count(c) }, () => bytes))
          }),
          charset === ascii && (replacementName === '?' || replacementName === 'U+FFFD') ? true : 'alone',
        ]
    }
}
