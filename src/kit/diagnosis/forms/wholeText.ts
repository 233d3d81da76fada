/**
 * How programs write the whole string to sign, or each of its parts, before they give it to a signing function: in Base64, in
 * UTF-16, as a list that JSON or Python prints.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { utf8 } from './charsets.ts'
import { encode } from './percentEncode.ts'
import { pythonBytes } from './pythonText.ts'
import { jsonOfPhp, stringLiterals } from './stringLiterals.ts'

/** How a joined text is written, which is never left as it is; or a piece of it. */
export interface WholeForm {
  readonly name: string
  readonly write: (text: Bytes.Bytes) => Bytes.Bytes
  /** Not even the first byte is known before all of the text is written. */
  readonly isKnownLate?: true
}

/** So many bytes of ASCII decide about as many bytes of every form but those that are known late; the last waits for the next. */
const firstBytes = 12

/** A mark that languages choose, or escape, by the marks that stand in all of the text. */
const isQuotationMark = (byte: number): boolean => byte === 0x22 || byte === 0x27 || byte === 0x60

/** Whether a form of a text may be this one, by the beginning of the text: most are another one from there on. */
export const mayWrite = ({ write, isKnownLate }: WholeForm, text: Bytes.Bytes, wanted: Bytes.Bytes): boolean => {
  const first = text.subarray(0, firstBytes)
  const isPlain = first.length === firstBytes && !first.some((byte) => byte > 0x7f || isQuotationMark(byte))
  if (isKnownLate || !isPlain) return true
  const begin = write(first)
  const count = Math.min(begin.length, firstBytes) - 1
  const isAlike = (byte: number, i: number): boolean =>
    byte === wanted[i] || (isQuotationMark(byte) && isQuotationMark(wanted[i] as number))
  return wanted.length >= count && begin.subarray(0, count).every(isAlike)
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

export const littleEndian: Bytes.Bytes = Uint8Array.of(0xff, 0xfe)
export const bigEndian: Bytes.Bytes = Uint8Array.of(0xfe, 0xff)

/** A form of a text, by its text. */
const ofText =
  (form: (text: string) => string) =>
  (bytes: Bytes.Bytes): Bytes.Bytes =>
    utf8(form(read(bytes)))

/** Base64 in the alphabet of URLs, without padding. */
export const base64url = (bytes: Bytes.Bytes): Bytes.Bytes =>
  utf8(Base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))

/** They begin with the length of the text, or with the quotation mark that it does not have. */
const knownLate: ReadonlyArray<string> = ['as writeUTF writes it (Java)', 'its repr (Python)', 'its bytes (Python)']

const formsOf = (writers: Readonly<Record<string, WholeForm['write']>>): ReadonlyArray<WholeForm> =>
  Object.entries(writers).map(([name, write]) =>
    knownLate.includes(name) ? { name, write, isKnownLate: true } : { name, write },
  )

/** With such a header in front of it. */
export const jsonWebSignature =
  (header: string): WholeForm['write'] =>
  (bytes) =>
    Bytes.concat([base64url(utf8(header)), utf8('.'), base64url(bytes)])

const encodings = formsOf({
  'utf-16le': (bytes) => utf16(read(bytes), true),
  'utf-16be': (bytes) => utf16(read(bytes), false),
  'utf-16le, with a byte order mark': (bytes) => Bytes.concat([littleEndian, utf16(read(bytes), true)]),
  'utf-16be, with a byte order mark': (bytes) => Bytes.concat([bigEndian, utf16(read(bytes), false)]),
  base64: (bytes) => utf8(Base64.encode(bytes)),
  'base64, and a line feed': (bytes) => utf8(`${Base64.encode(bytes)}\n`),
  'base64, lines of 76': (bytes) => utf8(Base64.encode(bytes).replace(/.{1,76}/g, '$&\n')),
  base64url,
  hex: (bytes) => utf8(Bytes.toHex(bytes)),
  HEX: (bytes) => utf8(Bytes.toHex(bytes).toUpperCase()),
  'a JSON Web Signature': jsonWebSignature('{"alg":"RS256","typ":"JWT"}'),
  'a JSON Web Signature without a type': jsonWebSignature('{"alg":"RS256"}'),
  'as writeUTF writes it (Java)': (bytes) => javaUtf(bytes),
  'percent escapes': ofText((text) => encode(text, /^[0-9A-Za-z_.!~*'()-]$/)),
  'percent escapes (urlencode)': ofText((text) => encode(text, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')),
  'its bytes (Python)': (bytes) => utf8(pythonBytes(bytes)),
  'a JSON string, its quotation marks taken off': ofText((text) => JSON.stringify(text).slice(1, -1)),
  'a string literal of PHP, its quotation marks taken off': ofText((text) => jsonOfPhp(text).slice(1, -1)),
})

/** Encodings of a whole text, none of which leaves a text as it is. */
export const textEncodings: ReadonlyArray<WholeForm> = [
  ...encodings,
  ...stringLiterals.map(({ name, write }): WholeForm => ({ name: `a string literal: ${name}`, write: ofText(write) })),
]

/** The length of its bytes and the bytes themselves, two for NUL and three for each half of a surrogate pair. */
const javaUtf: WholeForm['write'] = (bytes) => {
  const text = read(bytes)
  const written = new Uint8Array(3 * text.length)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0 && code < 0x80) written[length++] = code
    else if (code < 0x800) {
      written[length++] = 0xc0 | (code >> 6)
      written[length++] = 0x80 | (code & 63)
    } else {
      written[length++] = 0xe0 | (code >> 12)
      written[length++] = 0x80 | ((code >> 6) & 63)
      written[length++] = 0x80 | (code & 63)
    }
  }
  return Bytes.concat([Uint8Array.of(length >> 8, length), written.subarray(0, length)])
}

/**
 * As `md.update(text)` of node-forge reads a text without `'utf8'`: the upper half of each UTF-16 unit is mixed into the byte before
 * it, except at the beginning of a word of four bytes. A text of ASCII stays as it is.
 */
export const forgeText: WholeForm = {
  name: "UTF-16 units without 'utf8' (node-forge)",
  write: (bytes) => {
    const text = read(bytes)
    const written = new Uint8Array(text.length)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      written[i] = (written[i] as number) ^ (unit & 255)
      if (i % 4 !== 0) written[i - 1] = (written[i - 1] as number) ^ (unit >> 8)
    }
    return written
  },
}

/** Appended to itself, as where a text is built up in a variable that is not emptied. */
export const repeatedText: WholeForm = { name: 'twice', write: (bytes) => Bytes.concat([bytes, bytes]) }

export const upperCase: WholeForm = { name: 'in upper case', write: ofText((text) => text.toUpperCase()) }
export const lowerCase: WholeForm = { name: 'in lower case', write: ofText((text) => text.toLowerCase()) }

/** What a shell makes of a text that stands in it without quotes. */
export const squeezed: WholeForm = {
  name: 'white space as single spaces',
  write: ofText((text) => text.replace(/\s+/g, ' ').trim()),
}

/** How each part is written in a list. An empty body is written all the same. */
export const jsonPieces: WholeForm = { name: 'json', write: ofText((text) => JSON.stringify(text)) }

export const escapedPieces: WholeForm = {
  name: 'with escapes',
  write: ofText((text) => JSON.stringify(text).slice(1, -1)),
}

export const percentPieces: WholeForm = {
  name: 'percent escapes',
  write: ofText((text) => encode(text, /^[0-9A-Za-z._~-]$/)),
}
