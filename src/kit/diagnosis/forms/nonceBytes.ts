/**
 * The bytes of a nonce as programs print them. The program draws random bytes and sends their hexadecimal digits, but it puts the bytes
 * themselves into the text to sign.
 *
 *     4b6fff     75,111,255     [75 111 255]     [75, 111, -1]     b'Ko\xff'     <Buffer 4b 6f ff>     Ko\ufffd
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { decodeReplacing } from './charsets.ts'
import { pythonBytes } from './pythonText.ts'
import type { Form } from './Respelling.ts'

/** A language, and how it prints bytes. */
interface Printer {
  readonly languages: string
  readonly print: (bytes: Bytes.Bytes) => string
}

const signedByte = (byte: number): number => (byte > 127 ? byte - 256 : byte)

/** The hexadecimal digits in groups of so many bytes. */
const hexGroups = (bytes: Bytes.Bytes, size: number): string =>
  Bytes.toHex(bytes).replace(new RegExp(`.{${2 * size}}(?=.)`, 'g'), '$& ')

/** A byte in a text of Ruby, between double quotes. */
const rubyByte = (byte: number): string => {
  const named = { 7: '\\a', 8: '\\b', 9: '\\t', 10: '\\n', 11: '\\v', 12: '\\f', 13: '\\r', 27: '\\e' }[byte]
  if (named !== undefined) return named
  if (byte < 0x20 || byte > 0x7e) return `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
  const character = String.fromCharCode(byte)
  return character === '"' || character === '\\' ? `\\${character}` : character
}

const printers: ReadonlyArray<Printer> = [
  { languages: 'JavaScript', print: (bytes) => bytes.join(',') },
  { languages: 'PowerShell', print: (bytes) => bytes.join(' ') },
  { languages: 'Go', print: (bytes) => `[${bytes.join(' ')}]` },
  { languages: 'Rust, Dart or Swift', print: (bytes) => `[${bytes.join(', ')}]` },
  { languages: 'Java or Kotlin', print: (bytes) => `[${Array.from(bytes, signedByte).join(', ')}]` },
  { languages: 'Elixir', print: (bytes) => `<<${bytes.join(', ')}>>` },
  { languages: 'Erlang', print: (bytes) => `<<${bytes.join(',')}>>` },
  { languages: 'Node', print: (bytes) => `<Buffer ${hexGroups(bytes, 1)}>` },
  { languages: 'Objective-C', print: (bytes) => `<${hexGroups(bytes, 4)}>` },
  { languages: 'Python', print: pythonBytes },
  { languages: 'bytearray of Python', print: (bytes) => `bytearray(${pythonBytes(bytes)})` },
  { languages: 'Ruby', print: (bytes) => `"${Array.from(bytes, rubyByte).join('')}"` },
  { languages: 'PostgreSQL', print: (bytes) => `\\x${Bytes.toHex(bytes)}` },
]

const printedBy = 'its bytes as they are printed by '

/** The languages of a form. Undefined for the other forms of a nonce. */
export const languagesOfBytes = (detail: string): string | undefined =>
  detail.startsWith(printedBy) ? detail.slice(printedBy.length) : undefined

export const bytesAsUtf8 = 'its bytes read as UTF-8'
export const bytesAsLatin1 = 'its bytes read as ISO 8859-1'

/** What programs make of the bytes where a text is needed: each language prints them in its way, or reads them as letters. */
export const printedBytes = (bytes: Bytes.Bytes): ReadonlyArray<Form> => [
  ...printers.map(({ languages, print }): Form => [`${printedBy}${languages}`, print(bytes), 'late']),
  [bytesAsUtf8, decodeReplacing(bytes), 'late'],
  [bytesAsLatin1, latin1(bytes), 'late'],
]
