/**
 * Alphabets that services write Base64 in so that it fits into a URL. They have other characters than `+`, `/` and `=`.
 *
 *     ab+/cd==     standard Base64
 *     ab-~cd__     the alphabet of CloudFront
 *     ab-_cd2      UrlTokenEncode of .NET: the number of `=` stands at the end
 *
 * Base64url, the usual one of them, is not here.
 */
import { withoutAtEnd } from './Received.ts'

export interface Alphabet {
  readonly name: string
  readonly plus: string
  readonly slash: string
  /** Stands for `=`. Undefined if the number of `=` stands at the end. */
  readonly padding: string | undefined
}

export const alphabets: ReadonlyArray<Alphabet> = [
  { name: 'the alphabet of CloudFront', plus: '-', slash: '~', padding: '_' },
  { name: 'the alphabet of Tencent Cloud', plus: '*', slash: '-', padding: '_' },
  { name: 'the alphabet of YUI (Y64)', plus: '.', slash: '_', padding: '-' },
  { name: 'the URL alphabet with dots at the end', plus: '-', slash: '_', padding: '.' },
  { name: 'the URL alphabet with tildes at the end', plus: '-', slash: '_', padding: '~' },
  { name: 'UrlTokenEncode of .NET', plus: '-', slash: '_', padding: undefined },
]

/** Standard Base64 in this alphabet. */
export const writeIn = ({ plus, slash, padding }: Alphabet, base64: string): string => {
  const digits = withoutAtEnd(base64, '=')
  const count = base64.length - digits.length
  const written = digits.replaceAll('+', plus).replaceAll('/', slash)
  return written + (padding === undefined ? String(count) : padding.repeat(count))
}

/** More characters of padding are no Base64. */
const maxPadding = 2

/** Standard Base64 of a text in this alphabet. Undefined if the text is not written in it, or looks the same in standard Base64. */
export const readFrom = (alphabet: Alphabet, text: string): string | undefined => {
  const { plus, slash, padding } = alphabet
  const digits = padding === undefined ? text.slice(0, -1) : withoutAtEnd(text, padding)
  const count = padding === undefined ? Number(text.slice(-1)) : text.length - digits.length
  if (!(count <= maxPadding) || (digits.length + count) % 4 !== 0) return undefined
  const base64 = digits.replaceAll('+', ' ').replaceAll('/', ' ').replaceAll(plus, '+').replaceAll(slash, '/')
  const written = base64 + '='.repeat(count)
  return /^[0-9A-Za-z+/]+$/.test(base64) && written !== text ? written : undefined
}
