/**
 * How programs write the whole string to sign, or each of its parts, before they give it to a signing function: in Base64, in
 * UTF-16, as a list that JSON or Python prints.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { type HtmlEscape, escaped as htmlEscaped } from './htmlEntities.ts'
import { pythonBytes, pythonText } from './pythonText.ts'

/** The text of bytes; one character a byte where they are not UTF-8. */
const read = (bytes: Bytes.Bytes): string => {
  const text = Bytes.toText(bytes)
  return E.isRight(text) ? text.right : Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

const written = (text: string): Bytes.Bytes => E.getOrElse(() => Bytes.empty)(Bytes.ofText(text))

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

/** As `encodeURIComponent` does, and as an encoder of forms does. */
const percent = (text: string, kept: RegExp): string =>
  Array.from(text, (c) =>
    kept.test(c)
      ? c
      : Array.from(written(c), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  ).join('')

const wrapped = (base64: string, columns: number): string =>
  base64.replace(new RegExp(`.{1,${columns}}`, 'g'), (line) => `${line}\n`)

/** A form of a text, by its text. */
const ofText =
  (form: (text: string) => string) =>
  (bytes: Bytes.Bytes): Bytes.Bytes =>
    written(form(read(bytes)))

const encodings = {
  'utf-16le': (bytes: Bytes.Bytes) => utf16(read(bytes), true),
  'utf-16be': (bytes: Bytes.Bytes) => utf16(read(bytes), false),
  'utf-16le, with a byte order mark': (bytes: Bytes.Bytes) => Bytes.concat([littleEndian, utf16(read(bytes), true)]),
  'utf-16be, with a byte order mark': (bytes: Bytes.Bytes) => Bytes.concat([bigEndian, utf16(read(bytes), false)]),
  'utf-32le': (bytes: Bytes.Bytes) => utf32(read(bytes), true),
  'utf-32be': (bytes: Bytes.Bytes) => utf32(read(bytes), false),
  'utf-32le, with a byte order mark': (bytes: Bytes.Bytes) => utf32(`\ufeff${read(bytes)}`, true),
  base64: (bytes: Bytes.Bytes) => written(Base64.encode(bytes)),
  'base64, and a line feed': (bytes: Bytes.Bytes) => written(`${Base64.encode(bytes)}\n`),
  'base64, lines of 76': (bytes: Bytes.Bytes) => written(wrapped(Base64.encode(bytes), 76)),
  'base64, lines of 60': (bytes: Bytes.Bytes) => written(wrapped(Base64.encode(bytes), 60)),
  base64url: (bytes: Bytes.Bytes) =>
    written(Base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
  hex: (bytes: Bytes.Bytes) => written(Bytes.toHex(bytes)),
  HEX: (bytes: Bytes.Bytes) => written(Bytes.toHex(bytes).toUpperCase()),
  'percent escapes': ofText((text) => percent(text, /^[0-9A-Za-z_.!~*'()-]$/)),
  'percent escapes (quote of Python)': ofText((text) => percent(text, /^[0-9A-Za-z_.~/-]$/)),
  'percent escapes (rawurlencode of PHP)': ofText((text) => percent(text, /^[0-9A-Za-z_.~-]$/)),
  'percent escapes (urlencode)': ofText((text) => percent(text, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')),
  'percent escapes (URLEncoder of Java)': ofText((text) => percent(text, /^[0-9A-Za-z_.* -]$/).replaceAll(' ', '+')),
  'its repr (Python)': ofText(pythonText),
  'its bytes (Python)': (bytes: Bytes.Bytes) => written(pythonBytes(bytes)),
  'the numbers of its bytes (Go)': (bytes: Bytes.Bytes) => written(`[${bytes.join(' ')}]`),
  'the numbers of its bytes (JavaScript)': (bytes: Bytes.Bytes) => written(bytes.join(',')),
  'the numbers of its bytes (Java)': (bytes: Bytes.Bytes) => written(`[${Int8Array.from(bytes).join(', ')}]`),
  'a JSON string': ofText((text) => JSON.stringify(text)),
  'a JSON string (Python)': ofText((text) => ascii(JSON.stringify(text))),
  'a JSON string, its quotation marks taken off': ofText((text) => JSON.stringify(text).slice(1, -1)),
} as const

type Html = `html: ${HtmlEscape}`

const htmls = Object.fromEntries(
  Object.entries(htmlEscaped).map(([name, form]) => [`html: ${name}`, ofText(form)]),
) as Readonly<Record<Html, (bytes: Bytes.Bytes) => Bytes.Bytes>>

/** Encodings of a whole text, none of which leaves a text as it is. */
export const textEncodings = Object.keys(encodings) as ReadonlyArray<keyof typeof encodings>

/** How the joined text is written. */
export type WholeForm = keyof typeof encodings | Html

export const wholeForms: Readonly<Record<WholeForm, (bytes: Bytes.Bytes) => Bytes.Bytes>> = { ...encodings, ...htmls }

/** How each part is written in a list or an object. */
export type PieceForm =
  | 'json'
  | 'json, the timestamp a number'
  | 'json, the body as it is'
  | 'json, the timestamp a number, the body as it is'
  | 'json (Python)'
  | 'python'
  | 'python, the timestamp a number'
  | 'csv'
  | 'double quotes'
  | 'single quotes'

type WritesPiece = (bytes: Bytes.Bytes, piece: string) => Bytes.Bytes

/** A form of each piece, without some that stay as they are. */
const except =
  (form: (text: string) => string, kept: ReadonlyArray<string> = []): WritesPiece =>
  (bytes, piece) =>
    kept.includes(piece) ? bytes : written(form(read(bytes)))

export const pieceForms: Readonly<Record<PieceForm, WritesPiece>> = {
  json: except(JSON.stringify),
  'json, the timestamp a number': except(JSON.stringify, ['timestamp']),
  'json, the body as it is': (bytes, piece) => except(JSON.stringify, bytes.length === 0 ? [] : ['body'])(bytes, piece),
  'json, the timestamp a number, the body as it is': (bytes, piece) =>
    except(JSON.stringify, bytes.length === 0 ? ['timestamp'] : ['timestamp', 'body'])(bytes, piece),
  'json (Python)': except((text) => ascii(JSON.stringify(text))),
  python: except(pythonText),
  'python, the timestamp a number': except(pythonText, ['timestamp']),
  csv: except((text) => `"${text.replaceAll('"', '""')}"`),
  'double quotes': except((text) => `"${text}"`),
  'single quotes': except((text) => `'${text}'`),
}
