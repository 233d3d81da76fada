/**
 * A whole request whose bytes a program has spelled another way: in Base64, in the escapes of URLs, of a shell, of `cat -A` and
 * `sed -n l`, as characters of `od -c`, or as words of 16 bits.
 *
 *     UE9TVCAvdjEvam9icyBIVFRQLzEuMQ0K                           base64, openssl
 *     POST%20/v1/jobs%20HTTP/1.1%0D%0A                           encodeURIComponent
 *     $'POST /v1/jobs HTTP/1.1\r\n'                              printf %q
 *     POST /v1/jobs HTTP/1.1^M$                                  cat -A
 *     POST /v1/jobs HTTP/1.1\r$                                  sed -n l
 *     0000000   P   O   S   T       /   v   1  \r  \n 347         od -c
 *     0000000 4f50 5453 2f20 3176                                hexdump
 *     0000000 047520 052123 027440 030566                        od
 *     0000000 50 4f 53 54 20 2f 76 31                            od -t x1, whose offsets are octal
 *     00000000: 01010000 01001111 01010011 01010100              xxd -b
 *
 * Texts have one character for each byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { latin1 } from '../Received.ts'
import { inBackslashes } from './wireText.ts'

const requestBegins = /^[A-Z]{3,10} [!-~]{1,65536} HTTP\/[0-9.]{1,3}\r?\n/

/** The request off the wire. Undefined if the text has no such form. */
export const respelledText = (text: string): string | undefined => {
  for (const respell of [inBase64, inPercents, inShellQuotes, inCarets, inSedLines, inNumbers]) {
    const bytes = respell(text.trim())
    if (bytes !== undefined && requestBegins.test(bytes.slice(0, 70_000))) return bytes
  }
  return undefined
}

const inBase64 = (text: string): string | undefined => {
  if (!/^[A-Za-z0-9+/]{16}[A-Za-z0-9+/=\s]*$/.test(text)) return undefined
  const bytes = Base64.decode(text.replace(/\s+/g, ''))
  return E.isRight(bytes) ? latin1(bytes.right) : undefined
}

/** Base64 of a method and a blank: `POST `, `GET `, `PUT `, `PATCH `, `DELETE `. PHP escapes the slashes of JSON. */
const messageInBase64 = /(?<![A-Za-z0-9+/])(?:UE9TVC|R0VUI|UFVUI|UEFUQ0|REVMRVRF)(?:[A-Za-z0-9+/]|\\\/){40,}={0,2}/g

/**
 * The first message in Base64 inside of a text that has an Authorization header. Undefined if the text has none. API gateways, and
 * programs that test, keep the wire in this way: `"rawrequest":"UE9TVCAvdjEvam9icyBIVFRQLzEuMQ0K…"` of Tyk.
 */
export const messageInRecord = (text: string): string | undefined => {
  for (const [written] of text.matchAll(messageInBase64)) {
    const wire = inBase64(written.replaceAll('\\/', '/'))
    if (wire !== undefined && requestBegins.test(wire.slice(0, 70_000)) && /\nauthorization:/i.test(wire)) return wire
  }
  return undefined
}

const inPercents = (text: string): string | undefined => {
  if (!/^[A-Z]{3,10}(?:%20|\+)(?:\/|%2F|http)[!-~]*$/i.test(text)) return undefined
  // An encoder of forms writes `POST+/v1/jobs`.
  const isOfForm = /^[A-Z]{3,10}\+/.test(text)
  const escaped = isOfForm ? text.replaceAll('+', ' ') : text
  return escaped.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const inShellQuotes = (text: string): string | undefined => {
  const [, inside] = /^\$'((?:[^'\\]|\\[\s\S])*)'$/.exec(text) ?? []
  return inside === undefined ? undefined : inBackslashes(inside)
}

/** `^M` is a control character, `M-g` a byte from 128 on, and `$` stands before each line end. */
const inCarets = (text: string): string | undefined => {
  if (!/^[^\n]*(?:\^M)?\$(?:\n|$)/.test(text) || !text.includes('^M$')) return undefined
  const lines = text.split('\n').map((line) => line.replace(/\$$/, '\n'))
  return lines.join('').replace(/(M-)?(\^[?-_]|[\s\S])/g, (_, meta: string | undefined, shown: string) => {
    const code = shown.length === 2 ? shown.charCodeAt(1) ^ 64 : shown.charCodeAt(0)
    return String.fromCharCode(meta === undefined ? code : code | 128)
  })
}

/** Lines end in `$`, and a long one goes on behind a backslash. */
const inSedLines = (text: string): string | undefined =>
  /^[^\n]*\\r\$\n|^[^\n]*\\\n/.test(text) && text.endsWith('$')
    ? inBackslashes(text.slice(0, -1).replace(/\\\n/g, '').replaceAll('$\n', '\n'))
    : undefined

// ---- Dumps

const dumpLine = /^(?:0x)?([0-9A-Fa-f]{6,8})[ :](.*)$/

/** The bytes of the units of a line; undefined for units that the notation does not have. */
type Units = (units: string) => string | undefined

const everyUnit = (units: string, pattern: RegExp, bytesOfUnit: (unit: string) => string): string | undefined => {
  const listed = units.trim().split(/\s+/)
  return listed.every((unit) => pattern.test(unit)) ? listed.map(bytesOfUnit).join('') : undefined
}

const word = (value: number): string => String.fromCharCode(value & 255) + String.fromCharCode(value >> 8)

/** `od -c` writes each byte in four columns: a character, an escape, or three octal digits. */
const charactersOf: Units = (units) => {
  const columns = ` ${units}`.match(/[\s\S]{1,4}/g) ?? []
  const bytes = columns.map((column) => byteOfColumn(column.trimStart()))
  return bytes.every((byte) => byte !== undefined) ? bytes.join('') : undefined
}

const byteOfColumn = (shown: string): string | undefined => {
  if (shown === '') return ' '
  if (/^[0-7]{3}$/.test(shown)) return String.fromCharCode(Number.parseInt(shown, 8))
  if (/^\\[abfnrtv0]$/.test(shown)) return inBackslashes(shown)
  return shown.length === 1 ? shown : undefined
}

/** By a command that writes so. Some commands add the bytes as text after the units: it is cut off first. */
const notations: Readonly<Record<string, Units>> = {
  'od -t x1z': (units) =>
    everyUnit(units.replace(/ {1,8}>.{0,32}<$/, ''), /^[0-9A-Fa-f]{2}$/, (hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  hexdump: (units) => everyUnit(units, /^[0-9A-Fa-f]{4}$/, (hex) => word(Number.parseInt(hex, 16))),
  od: (units) => everyUnit(units, /^[01]?[0-7]{5}$/, (octal) => word(Number.parseInt(octal, 8))),
  'xxd -b': (units) =>
    everyUnit(units.replace(/ {2}[\s\S]{1,6}$/, ''), /^[01]{8}$/, (bits) =>
      String.fromCharCode(Number.parseInt(bits, 2)),
    ),
  'od -c': charactersOf,
}

/** The bytes of a dump, by the first notation in which all lines are read and all offsets fit. */
const inNumbers = (text: string): string | undefined => {
  const lines = text.split(/\r?\n/)
  const [, firstOffset = ''] = dumpLine.exec(lines[0] ?? '') ?? []
  if (lines.length < 2 || !/^0+$/.test(firstOffset)) return undefined
  for (const unitsOf of Object.values(notations)) {
    const bytes = bytesOfDump(lines, unitsOf)
    if (bytes !== undefined && requestBegins.test(bytes.slice(0, 70_000))) return bytes
  }
  return undefined
}

const bytesOfDump = (lines: ReadonlyArray<string>, unitsOf: Units): string | undefined => {
  let bytes = ''
  for (const line of lines) {
    const [lengthDigits] = /^[0-9A-Fa-f]{6,8}(?=[ :]?$)/.exec(line) ?? []
    if (lengthDigits !== undefined) return bytesUpTo(lengthDigits, bytes)
    const [, offset = '', units = ''] = dumpLine.exec(line) ?? []
    const lineBytes = isOffset(offset, bytes.length) && units !== '' ? unitsOf(units) : undefined
    if (lineBytes === undefined) return undefined
    bytes += lineBytes
  }
  return bytes
}

/** Whether the digits are this offset. Programs write it in octal, decimal or hexadecimal digits. */
const isOffset = (digits: string, offset: number): boolean =>
  [8, 10, 16].some((base) => Number.parseInt(digits, base) === offset)

/** The bytes, if the last line gives their length. A last word of one byte was filled up with a zero byte. */
const bytesUpTo = (lengthDigits: string, bytes: string): string | undefined => {
  if (isOffset(lengthDigits, bytes.length)) return bytes
  return bytes.endsWith('\0') && isOffset(lengthDigits, bytes.length - 1) ? bytes.slice(0, -1) : undefined
}
