/**
 * Letters that an encoding does not have, and what encoders write in their place: `Encoding.ASCII` of .NET writes a question mark
 * for each UTF-16 unit, Java one for each character, and a decoder that reads UTF-8 byte by byte a U+FFFD for each byte.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import { utf8 } from './charsets.ts'
import type { Form } from './Respelling.ts'

/** What Windows has from 0x80 on, where Latin-1 has control characters. Node decodes it as Latin-1. */
export const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

interface Charset {
  readonly name: string
  /** The byte of a character; undefined if the encoding does not have it. */
  readonly byteOf: (c: string) => number | undefined
}

const ascii: Charset = { name: 'us-ascii', byteOf: (c) => (c <= '\u007f' ? c.charCodeAt(0) : undefined) }

const latin1: Charset = { name: 'latin-1', byteOf: (c) => (c <= '\u00ff' ? c.charCodeAt(0) : undefined) }

const windows: Charset = {
  name: 'windows-1252',
  byteOf: (c) => {
    const at = windows1252.indexOf(c)
    if (at >= 0) return 0x80 + at
    return /[\u0080-\u009f]/.test(c) ? undefined : latin1.byteOf(c)
  },
}

/** What the encoder takes for one letter, and how many replacements it writes for a character. */
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
]

/** A text as it is encoded again and again: the ASCII in it once, and each letter beyond ASCII between two pieces of that. */
interface Pieces {
  readonly letters: ReadonlyArray<string>
  /** One piece more than there are letters. */
  readonly ascii: ReadonlyArray<Bytes.Bytes>
}

const piecesOf = (text: string): Pieces => ({
  letters: text.match(everyLetter) ?? [],
  ascii: text.split(everyLetter).map(Bytes.ofAscii),
})

const everyLetter = /[^\0-\u007f]/gu

/** Few letters are in a text many times each. */
const encodedIn = (
  { byteOf }: Charset,
  { letters, ascii }: Pieces,
  instead: (c: string) => Bytes.Bytes,
): Bytes.Bytes => {
  const bytesOf = memoized((c: string): Bytes.Bytes => {
    const byte = byteOf(c)
    return byte === undefined ? instead(c) : Uint8Array.of(byte)
  })
  return Bytes.concat(ascii.flatMap((piece, i) => (i === 0 ? [piece] : [bytesOf(letters[i - 1] as string), piece])))
}

/** With a question mark for each character that the encoding does not have, as Java writes it. */
export const withQuestionMarks = (text: string): ReadonlyArray<Form<Bytes.Bytes>> =>
  [latin1, ascii, windows].map((charset) => [
    charset.name,
    encodedIn(charset, piecesOf(text), () => Uint8Array.of(0x3f)),
  ])

/** The other forms of a text that is not ASCII. */
export function* lostLetters(text: string): Generator<Form<Bytes.Bytes>> {
  // Of a byte order mark alone another mistake tells.
  if (!/[^\0-\u007f\ufeff]/.test(text)) return
  const pieces = piecesOf(text)
  for (const [unit, count] of units)
    for (const [name, replacement] of replacements) {
      if (name === '?' && unit === 'character') continue
      for (const charset of [ascii, latin1, windows])
        yield [
          `${charset.name}, ${name} for each ${unit} that it does not have`,
          encodedIn(charset, pieces, (c) => utf8(replacement.repeat(count(c)))),
          charset === ascii && (name === '?' || name === 'U+FFFD') ? true : 'alone',
        ]
    }
}
