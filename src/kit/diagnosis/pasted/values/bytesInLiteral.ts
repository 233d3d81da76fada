/**
 * Bytes that a program printed in digits or in Base64, as they were sent. Texts have one character for each byte.
 *
 *     [123, 125]                 a list of bytes, of most languages       →  {}
 *     7B-22-61-22-3A-31-7D       BitConverter of .NET                     →  {"a":1}
 *     \x7b7d                     a column of PostgreSQL of type bytea     →  {}
 *     eyJhIjoxfQ==               Base64 of JSON                           →  {"a":1}
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../../core/Base64.ts'
import type * as Bytes from '../../../../core/Bytes.ts'
import { latin1 } from '../../Received.ts'
import { isFormText, isJson } from '../escapedBody.ts'
import { bytesOfHex } from '../hexText.ts'

/** The bytes of a text that is a list of bytes, or Base64 of JSON or of a form. Undefined if it is none of these. */
export const bytesInLiteral = (literal: string): string | undefined => {
  const listed = bytesOfList(literal)
  if (listed !== undefined) return listed
  if (numbersWithSpaces.test(literal)) return bytesOfNumbers(literal)
  if (separatedHex.test(literal)) return bytesOfHex(literal.replace(/[-:]/g, ''))
  const undashed = bodyOfHex(literal)
  if (undashed !== undefined) return undashed
  if (byteaHex.test(literal)) return bytesOfHex(literal.slice(2))
  const bytes = base64OfBody(literal)
  return bytes === undefined ? undefined : latin1(bytes)
}

// ---- Numbers

/** `123 34 125`. One number alone is the size of something. */
const numbersWithSpaces = /^\d{1,3}(?: \d{1,3})+$/

const bytesOfNumbers = (numbers: string): string =>
  numbers.replace(/(\d+)(?: |$)/g, (_, byte: string) => String.fromCharCode(Number(byte) & 255))

/**
 * A list of bytes, in brackets or without. Most languages print commas between the numbers, and Go prints blanks.
 *
 *     [123, 34, 97]      123,34,97      [123 34 97]      {123, -61, -87}      [0x7b, 0x22]
 */
const byteList =
  /^(?:[[{]\s*)?(?:-?\d{1,3}(?:(?:,\s*| )-?\d{1,3})+|0x[0-9A-Fa-f]{1,2}(?:,\s*0x[0-9A-Fa-f]{1,2})+),?(?:\s*[\]}])?$/

/** A text that is JSON or XML from its first character to its last. */
const looksWhole = /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\]|<[\s\S]*>|"[\s\S]*")\s*$/

/** A shorter list of numbers, such as `[97, 61, 98]`, may be JSON. */
const minBytesOfForm = 12

/**
 * The bytes of a list of numbers, signed or not, in decimal or in hexadecimal. Undefined if it is none, or if its bytes are no JSON, XML or
 * form: the list may then be a body of JSON itself.
 */
export const bytesOfList = (span: string): string | undefined => {
  const decoded = bytesOfNumberList(span)
  if (decoded === undefined) return undefined
  // A list that is cut within its last number, `125, 12` for `125, 125`, seems to end in white space.
  const mayBeCut = /\s$/.test(decoded) && !isJson(decoded)
  // Each beginning of a form looks like a form, so only its brackets show that a list of its bytes is whole.
  const isWholeForm = /^[[{][\s\S]*[\]}]$/.test(span) && decoded.length >= minBytesOfForm && isFormText(decoded)
  return !mayBeCut && (looksWhole.test(decoded) || isWholeForm) ? decoded : undefined
}

/** The bytes of a list of numbers, whatever they are. Undefined if the text is no such list, or if a number is larger than a byte. */
export const bytesOfNumberList = (span: string): string | undefined => {
  if (!byteList.test(span)) return undefined
  const values = span.match(/-?\w+/g) ?? []
  const bytes = values.map((written) => (written.startsWith('-') ? 256 - Number(written.slice(1)) : Number(written)))
  return bytes.some((byte) => byte > 255) ? undefined : bytes.map((byte) => String.fromCharCode(byte)).join('')
}

// ---- Hexadecimal digits

/** `7B-22-61-22`, `7b:22:61:22`: .NET and tshark print bytes so. A shorter one, such as `7B-7D`, may be no list of bytes. */
const separatedHex = /^(?:(?:[0-9A-F]{2}-){3,}|(?:[0-9a-f]{2}:){3,})[0-9A-Fa-f]{2}$/

/** `\x7b7d`: PostgreSQL prints bytes so. */
const byteaHex = /^\\x(?:[0-9a-f]{2}){2,}$/

/** The bytes of a text of digits in hexadecimal, as tshark prints a body: `7b2261223a317d`. Undefined if they do not look like JSON. */
export const bodyOfHex = (literal: string): string | undefined => {
  if (!/^(?:7b|5b)(?:[0-9a-f]{2})+$/.test(literal)) return undefined
  const decoded = bytesOfHex(literal)
  return /^(?:\{[\t\n\r -\xff]*\}|\[[\t\n\r -\xff]*\])\s{0,4}$/.test(decoded) ? decoded : undefined
}

// ---- Base64

/** How Base64 of `{` or `[`, and what follows it in JSON, begins: `eyJhIjoxfQ==` is `{"a":1}`, and `W10=` is `[]`. */
export const base64OfJson = '(?:e[wy3]|W[wyz1-3])'
const beginsLikeBase64OfJson = new RegExp(`^${base64OfJson}`)

/** A shorter text in Base64 is a form by chance. */
const minBase64OfForm = 8

/** The bytes of a text that is Base64 of an object or a list of JSON, or of a form. Such a text is no JSON itself. Undefined if it is none. */
export const base64OfBody = (candidate: string): Bytes.Bytes | undefined => {
  if (!/^[A-Za-z0-9+/]{3,}={0,2}$/.test(candidate)) return undefined
  const bytes = Base64.decode(candidate)
  if (E.isLeft(bytes)) return undefined
  const isForm = candidate.length >= minBase64OfForm && isFormText(latin1(bytes.right))
  return beginsLikeBase64OfJson.test(candidate) || isForm ? bytes.right : undefined
}

/** A shorter text may be Base64 by chance. */
const minBase64 = 16

/** The bytes of a text in hexadecimal digits or in Base64, whatever they are. */
export const decodedText = (written: string): ReadonlyArray<string> => {
  const ofHex = /^(?:[0-9A-Fa-f]{2}){8,}$/.test(written) ? [bytesOfHex(written)] : []
  const bytes = Base64.decode(written)
  return E.isRight(bytes) && written.length >= minBase64 ? [...ofHex, latin1(bytes.right)] : ofHex
}
