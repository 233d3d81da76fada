/**
 * How programs write the whole string to sign, or each of its parts, before they give it to a signing function: in Base64, in
 * UTF-16, as a list that JSON or Python prints.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { utf8 } from './charsets.ts'
import { escaped } from './htmlEntities.ts'
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

const ascii = (json: string): string =>
  json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const wrapped = (base64: string, columns: number): string =>
  base64.replace(new RegExp(`.{1,${columns}}`, 'g'), (line) => `${line}\n`)

/** A form of a text, by its text. */
const ofText =
  (form: (text: string) => string) =>
  (bytes: Bytes.Bytes): Bytes.Bytes =>
    utf8(form(read(bytes)))

/** Encodings of a whole text, none of which leaves a text as it is. */
export const textEncodings: ReadonlyArray<WholeForm> = [
  { name: 'utf-16le', write: (bytes) => utf16(read(bytes), true) },
  { name: 'utf-16be', write: (bytes) => utf16(read(bytes), false) },
  {
    name: 'utf-16le, with a byte order mark',
    write: (bytes) => Bytes.concat([littleEndian, utf16(read(bytes), true)]),
  },
  { name: 'utf-16be, with a byte order mark', write: (bytes) => Bytes.concat([bigEndian, utf16(read(bytes), false)]) },
  { name: 'utf-32le', write: (bytes) => utf32(read(bytes), true) },
  { name: 'utf-32be', write: (bytes) => utf32(read(bytes), false) },
  { name: 'utf-32le, with a byte order mark', write: (bytes) => utf32(`\ufeff${read(bytes)}`, true) },
  { name: 'base64', write: (bytes) => utf8(Base64.encode(bytes)) },
  { name: 'base64, and a line feed', write: (bytes) => utf8(`${Base64.encode(bytes)}\n`) },
  { name: 'base64, lines of 76', write: (bytes) => utf8(wrapped(Base64.encode(bytes), 76)) },
  { name: 'base64, lines of 60', write: (bytes) => utf8(wrapped(Base64.encode(bytes), 60)) },
  {
    name: 'base64url',
    write: (bytes) => utf8(Base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
  },
  { name: 'hex', write: (bytes) => utf8(Bytes.toHex(bytes)) },
  { name: 'HEX', write: (bytes) => utf8(Bytes.toHex(bytes).toUpperCase()) },
  { name: 'percent escapes', write: ofText((text) => encode(text, /^[0-9A-Za-z_.!~*'()-]$/)) },
  { name: 'percent escapes (quote of Python)', write: ofText((text) => encode(text, /^[0-9A-Za-z_.~/-]$/)) },
  { name: 'percent escapes (rawurlencode of PHP)', write: ofText((text) => encode(text, /^[0-9A-Za-z_.~-]$/)) },
  {
    name: 'percent escapes (urlencode)',
    write: ofText((text) => encode(text, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')),
  },
  {
    name: 'percent escapes (URLEncoder of Java)',
    write: ofText((text) => encode(text, /^[0-9A-Za-z_.* -]$/).replaceAll(' ', '+')),
  },
  { name: 'its repr (Python)', write: ofText(pythonText) },
  { name: 'its bytes (Python)', write: (bytes) => utf8(pythonBytes(bytes)) },
  { name: 'the numbers of its bytes (Go)', write: (bytes) => utf8(`[${bytes.join(' ')}]`) },
  { name: 'the numbers of its bytes (JavaScript)', write: (bytes) => utf8(bytes.join(',')) },
  { name: 'the numbers of its bytes (Java)', write: (bytes) => utf8(`[${Int8Array.from(bytes).join(', ')}]`) },
  { name: 'a JSON string', write: ofText((text) => JSON.stringify(text)) },
  { name: 'a JSON string (Python)', write: ofText((text) => ascii(JSON.stringify(text))) },
  { name: 'a JSON string, its quotation marks taken off', write: ofText((text) => JSON.stringify(text).slice(1, -1)) },
]

/** A whole text with entities. */
export const htmlTexts: ReadonlyArray<WholeForm> = Object.entries(escaped).map(([name, form]) => ({
  name: `written by ${name}`,
  write: ofText(form),
}))

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

export const asciiPieces: PieceForm = pieces('json (Python)', (text) => ascii(JSON.stringify(text)))

export const pythonPieces: ReadonlyArray<PieceForm> = [
  pieces('python', pythonText),
  pieces('python, the timestamp a number', pythonText, ['timestamp']),
]

export const percentPieces: PieceForm = pieces('percent escapes', (text) => encode(text, /^[0-9A-Za-z._~-]$/))

export const quotedPieces: ReadonlyArray<PieceForm> = [
  pieces('csv', (text) => `"${text.replaceAll('"', '""')}"`),
  pieces('double quotes', (text) => `"${text}"`),
  pieces('single quotes', (text) => `'${text}'`),
]
