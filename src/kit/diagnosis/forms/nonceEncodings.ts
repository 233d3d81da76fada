/**
 * A nonce that the caller decoded before signing, or encoded: it sends `4b6f6f50` and signs the four bytes of these digits, or their
 * Base64. The bytes are seldom text, so they stand in the joined text, not in a part of a draft.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { withoutAtEnd } from '../Received.ts'
import { utf8 } from './charsets.ts'
import type { Form } from './Respelling.ts'
import type { WholeForm } from './wholeText.ts'

/** The line of the nonce has this number of line feeds before it. */
const lineFeedsBefore = 3

/** A shorter nonce is hardly the encoding of random bytes. */
const leastDigits = 16

const encodedBytes = (bytes: Bytes.Bytes, source: string): ReadonlyArray<Form> => {
  const base64 = Base64.encode(bytes)
  const inUrls = base64.replaceAll('+', '-').replaceAll('/', '_')
  const forms: ReadonlyArray<Form> = [
    [`Base64 of ${source}`, base64],
    [`Base64 of ${source}, in the URL alphabet`, inUrls],
    [`Base64 of ${source}, in the URL alphabet, without =`, withoutAtEnd(inUrls, '=')],
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

/** A nonce of digits that a program read as a number, or a longer one that was cut. */
const readOtherwise = (nonce: string): ReadonlyArray<Form> => {
  const forms: Array<Form> = []
  if (/^0\d+$/.test(nonce)) forms.push([zerosLost, String(BigInt(nonce))])
  if (/^\d{16,40}$/.test(nonce)) forms.push([asFloat, String(Number(nonce))])
  for (const length of [8, 16, 32, 64])
    if (nonce.length > length) forms.push([firstCharacters(length), nonce.slice(0, length)])
  return forms
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
