/**
 * Writers of a whole string to sign, or of each of its parts: a program may encode the text in Base64 or UTF-16, or print it as a
 * string literal, before it signs. A search tries each, so `mayWrite` looks at the first bytes before a whole text is written.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { base64Url } from './base64Url.ts'
import { utf8 } from './charsets.ts'
import { lazily } from './lazily.ts'
import { memoizeRecent } from './memoizeRecent.ts'
import { percentEncode } from './percentEncode.ts'
import { pythonBytes } from './pythonText.ts'
import { jsonOfPhp, stringLiterals } from './stringLiterals.ts'

/** A writer of a joined text, which it always changes, or of a part. */
export interface WholeForm {
  readonly name: string
  readonly write: (plain: Bytes.Bytes) => Bytes.Bytes
  /** The first byte depends on all of the text. */
  readonly isKnownLate?: true
  /** The form of any text has no line feed, for it escapes or encodes each. */
  readonly hasNoLineFeed?: boolean
  /** How many bytes longer the form is than the text, if that does not depend on the text. */
  readonly adds?: () => number
  /** Whether the form of a text of `plainLength` bytes may have `length` bytes. If absent, it may have any length. */
  readonly mayHaveLength?: (length: number, plainLength: number) => boolean
}

/** The first 12 bytes of a text decide the first 11 bytes of its form, unless the form is known late. */
const firstBytes = 12

const lineFeed = 0x0a

/** Languages choose and escape quotation marks by the marks in all of the text. */
const isQuotationMark = (byte: number): boolean => byte === 0x22 || byte === 0x27 || byte === 0x60

/** What the forms make of the first bytes of a text. The texts of one service often begin alike, so the last few beginnings are kept. */
const beginningsOf = memoizeRecent((_beginning) => new WeakMap<WholeForm, Bytes.Bytes>())

/** Whether the form of a text may be the wanted text. Most forms differ at their beginnings, which are written first. */
export const mayWrite = (form: WholeForm, plain: Bytes.Bytes, wanted: Bytes.Bytes): boolean => {
  const { write, isKnownLate, hasNoLineFeed } = form
  if (hasNoLineFeed && wanted.includes(lineFeed)) return false
  const beginning = plain.subarray(0, firstBytes)
  const isPlain = beginning.length === firstBytes && !beginning.some((byte) => byte > 0x7f || isQuotationMark(byte))
  if (isKnownLate || !isPlain) return true
  const begun = beginningsOf(latin1(beginning))
  const begin = begun.get(form) ?? write(beginning)
  begun.set(form, begin)
  const count = Math.min(begin.length, firstBytes) - 1
  const isAlike = (byte: number, i: number): boolean =>
    byte === wanted[i] || (isQuotationMark(byte) && isQuotationMark(wanted[i] as number))
  return wanted.length >= count && begin.subarray(0, count).every(isAlike)
}

/** The text of bytes. One character for each byte if they are not UTF-8. */
const readText = (bytes: Bytes.Bytes): string => {
  const decoded = Bytes.toText(bytes)
  return E.isRight(decoded) ? decoded.right : Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

/** The UTF-16 of a text, without a byte order mark. */
export const utf16 = (plain: string, littleEndian: boolean): Bytes.Bytes => {
  const bytes = new Uint8Array(plain.length * 2)
  for (let i = 0; i < plain.length; i++) {
    const unit = plain.charCodeAt(i)
    bytes[2 * i] = littleEndian ? unit & 255 : unit >> 8
    bytes[2 * i + 1] = littleEndian ? unit >> 8 : unit & 255
  }
  return bytes
}

/**
 * As many bytes of the UTF-16 as the text has UTF-16 units: a program copied the memory of a string by its length, as
 * `Move(s[1], buffer[0], Length(s))` of Delphi does.
 */
export const halfUtf16 = (plain: string): Bytes.Bytes => utf16(plain, true).subarray(0, plain.length)

export const littleEndian: Bytes.Bytes = Uint8Array.of(0xff, 0xfe)
export const bigEndian: Bytes.Bytes = Uint8Array.of(0xfe, 0xff)

/** `toString('ascii')` of a Buffer in Node takes the top bit off each byte: `ü`, which is C3 BC, becomes `C<`. */
export const topBitsCleared = "each byte without its top bit ('ascii' of Node)"

/** Turns a function of text into a writer. */
const onText =
  (form: (plain: string) => string) =>
  (bytes: Bytes.Bytes): Bytes.Bytes =>
    utf8(form(readText(bytes)))

/** Base64 in the alphabet of URLs, without padding. */
export const base64url = (bytes: Bytes.Bytes): Bytes.Bytes => utf8(base64Url(bytes))

/** These forms begin with the length of the text, or with a quotation mark that the text does not have. */
const knownLate: ReadonlyArray<string> = ['as writeUTF writes it (Java)', 'its repr (Python)', 'its bytes (Python)']

const formsOf = (writers: Readonly<Record<string, WholeForm['write']>>): ReadonlyArray<WholeForm> =>
  Object.entries(writers).map(([formName, write]) => {
    const form = withTraits({ name: formName, write })
    return knownLate.includes(formName) ? { ...form, isKnownLate: true } : form
  })

/** A form that writes a line feed without one does so wherever the line feed is. The spec shows it. */
const withTraits = (form: WholeForm): WholeForm => ({
  ...form,
  hasNoLineFeed: !form.write(Uint8Array.of(lineFeed)).includes(lineFeed),
})

/** A JSON Web Signature with this header and the text as its payload. */
export const jsonWebSignature =
  (header: string): WholeForm['write'] =>
  (bytes) =>
    Bytes.concat([base64url(utf8(header)), utf8('.'), base64url(bytes)])

/** `writeUTF` of Java: the length in bytes, then modified UTF-8, with two bytes for NUL and three for each half of a surrogate pair. */
const javaUtf: WholeForm['write'] = (bytes) => {
  const plain = readText(bytes)
  const written = new Uint8Array(3 * plain.length)
  let length = 0
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i)
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

const plainWriters: Readonly<Record<string, WholeForm['write']>> = {
  'utf-16le': (bytes) => utf16(readText(bytes), true),
  'utf-16be': (bytes) => utf16(readText(bytes), false),
  'half of its utf-16le': (bytes) => halfUtf16(readText(bytes)),
  'utf-16le, with a byte order mark': (bytes) => Bytes.concat([littleEndian, utf16(readText(bytes), true)]),
  'utf-16be, with a byte order mark': (bytes) => Bytes.concat([bigEndian, utf16(readText(bytes), false)]),
  base64: (bytes) => utf8(Base64.encode(bytes)),
  'base64, and a line feed': (bytes) => utf8(`${Base64.encode(bytes)}\n`),
  'base64, lines of 76': (bytes) => utf8(Base64.encode(bytes).replace(/.{1,76}/g, '$&\n')),
  base64url,
  hex: (bytes) => utf8(Bytes.toHex(bytes)),
  HEX: (bytes) => utf8(Bytes.toHex(bytes).toUpperCase()),
  'a JSON Web Signature': jsonWebSignature('{"alg":"RS256","typ":"JWT"}'),
  'a JSON Web Signature without a type': jsonWebSignature('{"alg":"RS256"}'),
  'as writeUTF writes it (Java)': (bytes) => javaUtf(bytes),
  'percent escapes': onText((plain) => percentEncode(plain, /^[0-9A-Za-z_.!~*'()-]$/)),
  'percent escapes (urlencode)': onText((plain) => percentEncode(plain, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')),
  'its bytes (Python)': (bytes) => utf8(pythonBytes(bytes)),
  'a JSON string, its quotation marks taken off': onText((plain) => JSON.stringify(plain).slice(1, -1)),
  'a string literal of PHP, its quotation marks taken off': onText((plain) => jsonOfPhp(plain).slice(1, -1)),
}

/** Encodings of a whole text. Each changes every text. To write a line feed needs the platform, which an import must not. */
export const textEncodings: () => ReadonlyArray<WholeForm> = lazily(() => [
  ...formsOf(plainWriters),
  ...stringLiterals.map(({ name: literalName, write }) =>
    withTraits({ name: `a string literal: ${literalName}`, write: onText(write) }),
  ),
])

/**
 * `md.update(text)` of node-forge without `'utf8'`: the upper half of each UTF-16 unit is mixed into the byte before it, except at the
 * beginning of a word of four bytes. A text of ASCII stays as it is.
 */
export const forgeText: WholeForm = {
  name: "UTF-16 units without 'utf8' (node-forge)",
  write: (bytes) => {
    const plain = readText(bytes)
    const written = new Uint8Array(plain.length)
    for (let i = 0; i < plain.length; i++) {
      const unit = plain.charCodeAt(i)
      written[i] = (written[i] as number) ^ (unit & 255)
      if (i % 4 !== 0) written[i - 1] = (written[i - 1] as number) ^ (unit >> 8)
    }
    return written
  },
}

/** The text twice, as where a program builds it in a variable that it does not empty. */
export const repeatedText: WholeForm = {
  name: 'twice',
  mayHaveLength: (length, plainLength) => length === 2 * plainLength,
  write: (bytes) => Bytes.concat([bytes, bytes]),
}

/** Writes each UTF-16 unit in another case, as Go and .NET do. A letter whose other case is two letters, such as `ß`, stays. */
const unitByUnit =
  (write: (unit: string) => string) =>
  (plain: string): string =>
    Array.from({ length: plain.length }, (_, i) => {
      const unit = plain.charAt(i)
      const written = write(unit)
      return written.length === 1 ? written : unit
    }).join('')

const toUpper = (letters: string): string => letters.toUpperCase()
const toLower = (letters: string): string => letters.toLowerCase()

/** The three ways in which languages write all letters in upper case. They differ only in letters beyond ASCII. */
export const upperCases: ReadonlyArray<WholeForm> = [
  { name: 'in upper case', write: onText(toUpper) },
  { name: 'in upper case, letter by letter', write: onText(unitByUnit(toUpper)) },
  { name: 'in upper case, ASCII letters alone', write: onText((plain) => plain.replace(/[a-z]+/g, toUpper)) },
]

/** The same for lower case. */
export const lowerCases: ReadonlyArray<WholeForm> = [
  { name: 'in lower case', write: onText(toLower) },
  { name: 'in lower case, letter by letter', write: onText(unitByUnit(toLower)) },
  { name: 'in lower case, ASCII letters alone', write: onText((plain) => plain.replace(/[A-Z]+/g, toLower)) },
]

/** A shell writes an argument without quotation marks so. */
export const singleSpaces: WholeForm = {
  name: 'white space as single spaces',
  write: onText((plain) => plain.replace(/\s+/g, ' ').trim()),
}

/** Another text in place of one line feed, the first with index 0. A text with fewer line feeds stays as it is; no layout makes one. */
export const lineFeedReplaced = (index: number, replacement: string): WholeForm => ({
  name: `${JSON.stringify(replacement)} for line feed ${index + 1}`,
  adds: () => utf8(replacement).length - 1,
  mayHaveLength: (length, plainLength) =>
    length === plainLength || length === plainLength + utf8(replacement).length - 1,
  write: (plain) => {
    let place = plain.indexOf(0x0a)
    for (let i = 0; i < index && place >= 0; i++) place = plain.indexOf(0x0a, place + 1)
    return place < 0 ? plain : Bytes.concat([plain.subarray(0, place), utf8(replacement), plain.subarray(place + 1)])
  },
})

/** Writes each part of a list as JSON. An empty body is written too, as `""`. */
export const jsonPieces: WholeForm = { name: 'json', write: onText((plain) => JSON.stringify(plain)) }

export const escapedPieces: WholeForm = {
  name: 'with escapes',
  write: onText((plain) => JSON.stringify(plain).slice(1, -1)),
}

export const percentPieces: WholeForm = {
  name: 'percent escapes',
  write: onText((plain) => percentEncode(plain, /^[0-9A-Za-z._~-]$/)),
}
