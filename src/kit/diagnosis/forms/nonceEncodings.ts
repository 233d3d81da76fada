/**
 * A nonce that the caller decoded before signing, or encoded: it sends `4b6f6f50` and signs the four bytes of these digits, or their
 * Base64. The bytes are seldom text, so they stand in the joined text, not in a part of a draft.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { withoutAtEnd } from '../Received.ts'
import { base64Url, inUrlAlphabet } from './base64Url.ts'
import { utf8 } from './charsets.ts'
import { distinct, withRarity } from './distinct.ts'
import { doubles } from './doubles.ts'
import { printedBytes } from './nonceBytes.ts'
import type { Form } from './Respelling.ts'
import type { WholeForm } from './wholeText.ts'

/** The line of the nonce has this number of line feeds before it. */
const lineFeedsBefore = 3

/** A shorter nonce is hardly the encoding of random bytes. */
const leastDigits = 16

const encodedBytes = (bytes: Bytes.Bytes, source: string): ReadonlyArray<Form> => {
  const base64 = Base64.encode(bytes)
  const inUrls = inUrlAlphabet(base64)
  const forms: ReadonlyArray<Form> = [
    [`Base64 of ${source}`, base64],
    [`Base64 of ${source}, in the URL alphabet`, inUrls],
    [`Base64 of ${source}, in the URL alphabet, without =`, base64Url(bytes)],
  ]
  return forms.filter(([, written], i) => forms.findIndex(([, earlier]) => earlier === written) === i)
}

const ofHex = (nonce: string): Bytes.Bytes | undefined => {
  const digits = nonce.replaceAll('-', '').toLowerCase()
  if (digits.length < leastDigits || digits.length % 2 > 0 || !/^[0-9a-f]+$/.test(digits)) return undefined
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}

/** In either alphabet, with its padding or without. */
const ofBase64 = (nonce: string): Bytes.Bytes | undefined => {
  if (nonce.length < leastDigits || !/^[0-9A-Za-z+/_-]+={0,2}$/.test(nonce)) return undefined
  const digits = withoutAtEnd(nonce, '=').replaceAll('-', '+').replaceAll('_', '/')
  const padded = digits + '='.repeat((4 - (digits.length % 4)) % 4)
  const decoded = Base64.decode(padded)
  return E.isRight(decoded) ? decoded.right : undefined
}

export const zerosLost = 'without the zeros in front'
export const asFloat = 'as a floating-point number'

const firstCharacters = (length: number): string => `its first ${length} characters`

/** The number of characters that were signed, by the form of a nonce that was cut. Undefined for other forms. */
export const firstCharactersIn = (detail: string): string | undefined =>
  /^its first (\d+) characters$/.exec(detail)?.[1]

const lastCharactersOf = (length: number): string => `its last ${length} characters`

/** The number of characters that were signed, by the form of a nonce whose beginning was cut off. Undefined for other forms. */
export const lastCharactersIn = (detail: string): string | undefined => /^its last (\d+) characters$/.exec(detail)?.[1]

const lastCharacters = (nonce: string): ReadonlyArray<Form> =>
  [8, 12, 16, 32]
    .filter((length) => nonce.length > length)
    .map((length): Form => [lastCharactersOf(length), nonce.slice(-length), 'late'])

/** A nonce of digits that a program read as a number, or a longer one that was cut. */
const readOtherwise = (nonce: string): ReadonlyArray<Form> => {
  const forms: Array<Form> = []
  if (/^0\d+$/.test(nonce)) forms.push([zerosLost, String(BigInt(nonce))])
  if (/^\d{16,40}$/.test(nonce)) forms.push([asFloat, String(Number(nonce))])
  for (const length of [8, 16, 32, 64])
    if (nonce.length > length) forms.push([firstCharacters(length), nonce.slice(0, length)])
  return forms
}

const readAsNumber = 'read as a number'

export const isReadAsNumber = (detail: string): boolean => detail.startsWith(`${readAsNumber}: `)

/** The digits of a nonce as programs print them once they have read them as a number. */
function* numbersOf(nonce: string): Generator<string> {
  if (!/^\d{1,40}$/.test(nonce)) return
  const whole = BigInt(nonce)
  const double = Number(nonce)
  for (const write of Object.values(doubles)) yield write(nonce)
  for (const write of Object.values(doubles)) yield write(`${nonce}.0`)
  // As %.0f prints it, and an integer that was read as a double.
  if (double < 1e21) yield String(BigInt(double))
  // A float of 32 bits, as FLOAT of MySQL.
  if (double < 1e38) yield String(BigInt(Math.fround(double)))
  for (const bits of [32, 64]) {
    yield String(BigInt.asIntN(bits, whole))
    yield String(BigInt.asUintN(bits, whole))
    // A database keeps the largest number in place of a larger one.
    if (whole >= 1n << BigInt(bits - 1)) yield String((1n << BigInt(bits - 1)) - 1n)
  }
  // A spreadsheet keeps fifteen digits.
  yield nonce.slice(0, 15) + '0'.repeat(Math.max(0, nonce.length - 15))
  yield whole.toString(16)
  for (const mark of ['L', 'n', '.0', '.00']) yield `${whole}${mark}`
  for (const width of [10, 16, 18, 19, 20, 32]) yield nonce.padStart(width, '0')
  for (const mark of [',', '.', ' ', '_']) yield nonce.replace(/\B(?=(?:\d{3})+$)/g, mark)
}

const asNumbers = (nonce: string): ReadonlyArray<Form> =>
  [...new Set(numbersOf(nonce))]
    .filter((written) => written !== nonce)
    .map((written): Form => [`${readAsNumber}: ${written}`, written, 'late'])

const joinedWithOther = 'with another value'

export const isJoinedWithOther = (detail: string): boolean => detail.startsWith(`${joinedWithOther}: `)

/** A nonce with the app id or the timestamp at its end or beginning. */
export const joinedNonces = (
  nonce: string,
  { appId, seconds }: { readonly appId: string; readonly seconds: string },
): ReadonlyArray<Form> => {
  const others = [appId, seconds].filter((other) => other !== '')
  const joined = others.flatMap((other) =>
    ['', '-', '_', ':'].flatMap((mark) => [other + mark + nonce, nonce + mark + other]),
  )
  return [...new Set(joined)].map((written): Form => [`${joinedWithOther}: ${written}`, written, 'late'])
}

/** `Integer.toHexString(b & 0xff)` of Java and `b.toString(16)` of JavaScript write one digit for a byte below 16. */
export const bytesUnpadded = 'its bytes below 16 with one digit'
/** `Integer.toHexString(b)` of Java extends a byte above 127 to 32 bits. */
export const bytesExtended = 'its bytes above 127 with ffffff before them'

/** Hexadecimal digits in other forms: the number, and the bytes with marks between them. */
const respelledHex = (bytes: Bytes.Bytes): ReadonlyArray<Form> => {
  const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return [
    ['as a number in decimal digits', String(BigInt(`0x${pairs.join('')}`))],
    ['its bytes with hyphens between them', pairs.join('-')],
    ['its bytes with hyphens between them, in upper case', pairs.join('-').toUpperCase()],
    ['its bytes with colons between them', pairs.join(':')],
    ['its bytes with blanks between them', pairs.join(' ')],
    ['with 0x before it', `0x${pairs.join('')}`],
    ['with 0x before it, in upper case', `0x${pairs.join('').toUpperCase()}`],
    [bytesUnpadded, Array.from(bytes, (byte) => byte.toString(16)).join('')],
    [bytesExtended, Array.from(bytes, (byte) => (((byte << 24) >> 24) >>> 0).toString(16)).join('')],
  ]
}

/** A Guid of .NET has its first three numbers with the lowest byte first. */
const guidOrder: ReadonlyArray<number> = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]

const ofGuid = 'its bytes in the order of a Guid of .NET'
export const isInGuidOrder = (detail: string): boolean => detail.startsWith(ofGuid)

const sameUuid = 'the same UUID in another form'
export const isSameUuid = (detail: string): boolean => detail.startsWith(sameUuid)

/** A replacement that changes only the first place, as `replace('-', '')` of JavaScript does. */
const withoutFirstHyphen = (uuid: string): string => uuid.replace('-', '')

/** The ways to write a UUID of 32 digits: with its hyphens, with none and without the first one; in marks; in both cases. */
const uuidForms = (digits: string): ReadonlyArray<string> => {
  const hyphened = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const texts = [
    hyphened,
    digits,
    `{${hyphened}}`,
    `(${hyphened})`,
    `{${digits}}`,
    withoutFirstHyphen(hyphened),
    hyphened.replaceAll('-', '_'),
    hyphened.replaceAll('-', ' '),
  ]
  return [...texts, ...texts.map((text) => text.toUpperCase()), `urn:uuid:${hyphened}`, `UUID('${hyphened}')`]
}

/** A UUID in other forms. Of .NET or of Python, for example. */
const respelledUuid = (bytes: Bytes.Bytes): ReadonlyArray<Form> => {
  if (bytes.length !== guidOrder.length) return []
  const inGuidOrder = Uint8Array.from(guidOrder, (i) => bytes[i] as number)
  return [
    ...uuidForms(Bytes.toHex(bytes)).map((text): Form => [`${sameUuid}: ${text}`, text]),
    ...uuidForms(Bytes.toHex(inGuidOrder)).map((text): Form => [`${ofGuid}: ${text}`, text]),
  ]
}

const respelledBytes = (nonce: string): ReadonlyArray<Form> => {
  const bytes = ofHex(nonce)
  if (bytes === undefined) return []
  const forms = [...respelledHex(bytes), ...respelledUuid(bytes)]
  return [...withRarity('late', distinct([nonce], {}, forms)), ...printedBytes(bytes)]
}

/** Texts that the caller may have signed in place of the nonce. */
export const nonceEncodings = (nonce: string): ReadonlyArray<Form> => {
  const bytes = ofHex(nonce)
  return [
    ...readOtherwise(nonce),
    ...(bytes === undefined ? [] : encodedBytes(bytes, 'its bytes')),
    ...(nonce === ''
      ? []
      : [...encodedBytes(utf8(nonce), 'its text'), ['hexadecimal', Bytes.toHex(utf8(nonce))] as const]),
  ]
}

/** Texts of a nonce of digits, or of bytes such as those of a UUID, that few programs make. */
export const rareNonceEncodings = (nonce: string): ReadonlyArray<Form> => [
  ...asNumbers(nonce),
  ...respelledBytes(nonce),
  ...lastCharacters(nonce),
]

/** The bytes of this nonce in place of its line. A text without that line stays as it is. */
const withBytes = (name: string, nonce: Bytes.Bytes, bytes: Bytes.Bytes): WholeForm => ({
  name,
  write: (plain) => {
    let start = 0
    for (let i = 0; i < lineFeedsBefore; i++) start = plain.indexOf(0x0a, start) + 1
    const end = start + nonce.length
    const isThere = plain[end] === 0x0a && Bytes.Eq.equals(plain.subarray(start, end), nonce)
    return isThere ? Bytes.concat([plain.subarray(0, start), bytes, plain.subarray(end)]) : plain
  },
})

const decodedFrom = 'decoded from '

export const isNonceDecoded = (detail: string): boolean => detail.startsWith(decodedFrom)

/** The bytes that the digits of the nonce stand for. */
export const nonceDecodings = (nonce: string): ReadonlyArray<WholeForm> =>
  (
    [
      ['hexadecimal', ofHex(nonce)],
      ['Base64', ofBase64(nonce)],
    ] as const
  ).flatMap(([encoding, bytes]) => (bytes === undefined ? [] : [withBytes(decodedFrom + encoding, utf8(nonce), bytes)]))
