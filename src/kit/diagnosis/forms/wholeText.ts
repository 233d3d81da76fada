/**
 * How programs write the whole string to sign, or each of its parts, before they give it to a signing function: in Base64, in
 * UTF-16, as a list that JSON or Python prints.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { utf8 } from './charsets.ts'
import { escaped } from './htmlEntities.ts'
import { asciiJson } from './jsonText.ts'
import { encode } from './percentEncode.ts'
import { pythonBytes, pythonText } from './pythonText.ts'

/** How a joined text is written. */
export interface WholeForm {
  readonly name: string
  readonly write: (text: Bytes.Bytes) => Bytes.Bytes
}

/** The text of bytes; one character a byte where they are not UTF-8. */
const read = (bytes: Bytes.Bytes): string => {
  const text = Bytes.toText(bytes)
  return E.isRight(text) ? text.right : Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

/** The UTF-16 of a text. */
export const utf16 = (text: string, littleEndian: boolean): Bytes.Bytes => {
  const bytes = new Uint8Array(text.length * 2)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 * i] = littleEndian ? unit & 255 : unit >> 8
    bytes[2 * i + 1] = littleEndian ? unit >> 8 : unit & 255
  }
  return bytes
}

const utf32 = (text: string, littleEndian: boolean): Bytes.Bytes => {
  const points = Array.from(text, (c) => c.codePointAt(0) as number)
  const view = new DataView(new ArrayBuffer(4 * points.length))
  for (const [i, point] of points.entries()) view.setUint32(4 * i, point, littleEndian)
  return new Uint8Array(view.buffer)
}

export const littleEndian: Bytes.Bytes = Uint8Array.of(0xff, 0xfe)
export const bigEndian: Bytes.Bytes = Uint8Array.of(0xfe, 0xff)

const wrapped = (base64: string, columns: number): string =>
  base64.replace(new RegExp(`.{1,${columns}}`, 'g'), (line) => `${line}\n`)

/** A form of a text, by its text. */
const ofText =
  (form: (text: string) => string) =>
  (bytes: Bytes.Bytes): Bytes.Bytes =>
    utf8(form(read(bytes)))

/** Base64 in the alphabet of URLs, without padding. */
export const base64url = (bytes: Bytes.Bytes): Bytes.Bytes =>
  utf8(Base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))

/** As writeUTF of Java, or a frame of a protocol. */
const lengthFirst = (size: number, little: boolean): readonly [string, WholeForm['write']] => [
  `its length in ${size} bytes in front, ${little ? 'the least' : 'the most'} significant first`,
  (text) => {
    const bytes = Uint8Array.from({ length: size }, (_, i) => Math.floor(text.length / 256 ** i) % 256)
    return Bytes.concat([little ? bytes : bytes.toReversed(), text])
  },
]

const plus = (kept: RegExp): WholeForm['write'] => ofText((text) => encode(text, kept).replaceAll(' ', '+'))

const formsOf = (writers: Readonly<Record<string, WholeForm['write']>>): ReadonlyArray<WholeForm> =>
  Object.entries(writers).map(([name, write]) => ({ name, write }))

/** Encodings of a whole text, none of which leaves a text as it is. */
export const textEncodings: ReadonlyArray<WholeForm> = formsOf({
  'utf-16le': (bytes) => utf16(read(bytes), true),
  'utf-16be': (bytes) => utf16(read(bytes), false),
  'utf-16le, with a byte order mark': (bytes) => Bytes.concat([littleEndian, utf16(read(bytes), true)]),
  'utf-16be, with a byte order mark': (bytes) => Bytes.concat([bigEndian, utf16(read(bytes), false)]),
  'utf-32le': (bytes) => utf32(read(bytes), true),
  'utf-32be': (bytes) => utf32(read(bytes), false),
  'utf-32le, with a byte order mark': (bytes) => utf32(`\ufeff${read(bytes)}`, true),
  base64: (bytes) => utf8(Base64.encode(bytes)),
  'base64, and a line feed': (bytes) => utf8(`${Base64.encode(bytes)}\n`),
  'base64, lines of 76': (bytes) => utf8(wrapped(Base64.encode(bytes), 76)),
  'base64, lines of 60': (bytes) => utf8(wrapped(Base64.encode(bytes), 60)),
  base64url,
  hex: (bytes) => utf8(Bytes.toHex(bytes)),
  HEX: (bytes) => utf8(Bytes.toHex(bytes).toUpperCase()),
  'percent escapes': ofText((text) => encode(text, /^[0-9A-Za-z_.!~*'()-]$/)),
  'percent escapes (quote of Python)': ofText((text) => encode(text, /^[0-9A-Za-z_.~/-]$/)),
  'percent escapes (rawurlencode of PHP)': ofText((text) => encode(text, /^[0-9A-Za-z_.~-]$/)),
  'percent escapes (urlencode)': plus(/^[0-9A-Za-z_. -]$/),
  'percent escapes (URLEncoder of Java)': plus(/^[0-9A-Za-z_.* -]$/),
  'its repr (Python)': ofText(pythonText),
  'its bytes (Python)': (bytes) => utf8(pythonBytes(bytes)),
  'the numbers of its bytes (Go)': (bytes) => utf8(`[${bytes.join(' ')}]`),
  'the numbers of its bytes (JavaScript)': (bytes) => utf8(bytes.join(',')),
  'the numbers of its bytes (Java)': (bytes) => utf8(`[${Int8Array.from(bytes).join(', ')}]`),
  ...Object.fromEntries([2, 4, 8].flatMap((size) => [false, true].map((little) => lengthFirst(size, little)))),
  'a JSON string': ofText((text) => JSON.stringify(text)),
  'a JSON string (Python)': ofText((text) => asciiJson(JSON.stringify(text))),
  'a JSON string, its quotation marks taken off': ofText((text) => JSON.stringify(text).slice(1, -1)),
})

/** A whole text with entities. */
export const htmlTexts: ReadonlyArray<WholeForm> = formsOf(
  Object.fromEntries(Object.entries(escaped).map(([name, form]) => [`written by ${name}`, ofText(form)])),
)

/** How each part is written in a list or an object. */
export interface PieceForm {
  readonly name: string
  readonly write: (bytes: Bytes.Bytes, piece: string) => Bytes.Bytes
}

/** Each piece but some, which stay as they are. An empty body is written all the same. */
const pieces = (name: string, form: (text: string) => string, kept: ReadonlyArray<string> = []): PieceForm => {
  // Many layouts have the same body.
  const known = new WeakMap<Bytes.Bytes, Bytes.Bytes>()
  return {
    name,
    write: (bytes, piece) => {
      if (kept.includes(piece) && bytes.length > 0) return bytes
      const made = known.get(bytes) ?? utf8(form(read(bytes)))
      known.set(bytes, made)
      return made
    },
  }
}

export const jsonPieces: ReadonlyArray<PieceForm> = [
  pieces('json', JSON.stringify),
  pieces('json, the timestamp a number', JSON.stringify, ['timestamp']),
  pieces('json, the body as it is', JSON.stringify, ['body']),
  pieces('json, the timestamp a number, the body as it is', JSON.stringify, ['timestamp', 'body']),
]

export const asciiPieces: PieceForm = pieces('json (Python)', (text) => asciiJson(JSON.stringify(text)))

export const percentPieces: PieceForm = pieces('percent escapes', (text) => encode(text, /^[0-9A-Za-z._~-]$/))

export const quotedPieces: ReadonlyArray<PieceForm> = [
  pieces('csv', (text) => `"${text.replaceAll('"', '""')}"`),
  pieces('double quotes', (text) => `"${text}"`),
  pieces('single quotes', (text) => `'${text}'`),
]
