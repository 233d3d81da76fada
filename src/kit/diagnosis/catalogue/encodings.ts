/**
 * A body in the other encodings in which a caller may have signed its text, character by character as common languages
 * write them. The pure layers have no encoder but that of UTF-8.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { charsets, encoded, replaced, utf8 } from '../forms/charsets.ts'
import { littleEndian, utf16 } from '../forms/wholeText.ts'
import type { Rare } from '../Mistake.ts'
import { latin1 } from '../Received.ts'

/** What Windows has between 0x80 and 0x9f, where Latin-1 has control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** One byte a character; what the encoding has not becomes a question mark, as in Java. */
const single = (text: string, byteOf: (c: string) => number): Bytes.Bytes => {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (const c of text) bytes[length++] = byteOf(c)
  return bytes.slice(0, length)
}

const question = 0x3f
const latin = (c: string): number => (c <= '\u00ff' ? (c.codePointAt(0) as number) : question)
const ascii = (c: string): number => (c <= '\u007f' ? (c.codePointAt(0) as number) : question)
const windows = (c: string): number => {
  const at = c < '\u0080' ? -1 : windows1252.indexOf(c)
  return at >= 0 && c.length === 1 ? 0x80 + at : c >= '\u0080' && c < '\u00a0' ? question : latin(c)
}

const isAscii = (text: string): boolean => /^[\0-\u007f]*$/.test(text)

export function* encodings(
  bytes: Bytes.Bytes,
): Generator<readonly [detail: string, bytes: Bytes.Bytes, rare?: Rare | undefined]> {
  const read = Bytes.toText(bytes)
  if (E.isRight(read)) {
    const text = read.right
    yield ['latin-1', single(text, latin)]
    yield ['us-ascii', single(text, ascii)]
    yield ['windows-1252', single(text, windows)]
    // Its UTF-8 was taken for Latin-1, and turned into UTF-8 again.
    yield ['utf-8 twice', utf8(latin1(bytes))]
    yield ['base64', utf8(Base64.encode(bytes))]
    yield ['composed characters', utf8(text.normalize('NFC'))]
    yield ['decomposed characters', utf8(text.normalize('NFD'))]
    yield ['utf-16, with a byte order mark', Bytes.concat([littleEndian, utf16(text, true)])]
    yield ['utf-16le', utf16(text, true)]
    yield ['utf-16be', utf16(text, false)]
    if (isAscii(text)) return
    for (const charset of charsets) yield [charset, encoded(charset, text), true]
    return
  }
  yield ['bytes that are not UTF-8 became U+FFFD', utf8(replaced(bytes))]
  // It was sent in another encoding, and signed in UTF-8.
  const text = latin1(bytes)
  yield ['latin-1 sent, UTF-8 signed', utf8(text)]
  const windowsText = text.replace(/[\u0080-\u009f]/g, (c) => windows1252[c.charCodeAt(0) - 0x80] as string)
  yield ['windows-1252 sent, UTF-8 signed', utf8(windowsText)]
}
