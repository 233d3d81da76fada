/**
 * A URL that is a value of the body or of the query, and that a class for URLs wrote in its normal form on one side alone:
 *
 *     signed {"to":"https://Example.com:443"}, sent {"to":"https://example.com/"}     the same URL
 *     signed to=https%3A%2F%2Fa.com, sent to=https%3A%2F%2Fa.com%2F                   the same URL
 */
import { inspect } from '../../core/untrusted.ts'
import { utf8 } from './forms/charsets.ts'
import { isJson } from './forms/isJson.ts'
import { decodeForm } from './forms/percent.ts'
import { shownPair } from './shownPair.ts'
import type { Telling } from './Telling.ts'

export type Carrier = 'JSON' | 'query' | 'form'

/** A value as it was signed, and as it was sent. */
export interface ValuePair {
  readonly signed: string
  readonly sent: string
}

const url = /^(https?):\/\/([^/?#\s]+)([^?#\r\n\t]*)([^\r\n\t]*)$/i
const defaultPorts: Readonly<Record<string, RegExp>> = { http: /:80$/, https: /:443$/ }

/** What each class for URLs escapes in a path and a query. */
const unescaped = /[^!-~]|["<>`{}]/gu

/** The normal form of a URL but for a host beyond ASCII. Undefined if the text is no URL. */
const normalForm = (text: string): { readonly host: string; readonly others: string } | undefined => {
  const [, scheme = '', host = '', path = '', rest = ''] = url.exec(text) ?? []
  if (scheme === '' || /\s$|\p{Cs}/u.test(text)) return undefined
  const name = scheme.toLowerCase()
  const address = `${path === '' ? '/' : path}${rest}`
    .replace(unescaped, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (digits) => digits.toUpperCase())
  return { host: host.toLowerCase().replace(defaultPorts[name] as RegExp, ''), others: `${name} ${address}` }
}

const beyondAscii = /[^\0-\u007f]/gu

/** Whether a label in Punycode keeps the ASCII letters of the other: `xn--mnchen-3ya` those of `münchen`. */
const isPunycodeOf = (label: string, written: string): boolean => {
  const letters = written.replace(beyondAscii, '')
  return letters !== written && label.startsWith(letters === '' ? 'xn--' : `xn--${letters}-`)
}

const isSameHost = (signed: string, sent: string): boolean => {
  const signedLabels = signed.split('.')
  const sentLabels = sent.split('.')
  return (
    signedLabels.length === sentLabels.length &&
    signedLabels.every((label, i) => {
      const other = sentLabels[i] ?? ''
      return label === other || isPunycodeOf(label, other) || isPunycodeOf(other, label)
    })
  )
}

/** Whether both texts are the same URL in two spellings. */
export const isSameUrl = ({ signed, sent }: ValuePair): boolean => {
  const signedForm = normalForm(signed)
  const sentForm = normalForm(sent)
  return (
    signed !== sent &&
    signedForm !== undefined &&
    sentForm !== undefined &&
    signedForm.others === sentForm.others &&
    isSameHost(signedForm.host, sentForm.host)
  )
}

const stringOfJson = /"(?:[^"\\]|\\.)*"/g

/** The strings that differ in two texts of JSON that are the same but for strings. */
const stringPairs = (signed: string, sent: string): ReadonlyArray<ValuePair> => {
  if (signed.replace(stringOfJson, '""') !== sent.replace(stringOfJson, '""') || !isJson(signed) || !isJson(sent))
    return []
  const sentStrings = sent.match(stringOfJson) ?? []
  const read = (literal: string): string => String(inspect<unknown>(() => JSON.parse(literal), ''))
  return (signed.match(stringOfJson) ?? [])
    .map((literal, i) => [literal, sentStrings[i] ?? ''] as const)
    .filter(([signedString, sentString]) => signedString !== sentString)
    .map(([signedString, sentString]) => ({ signed: read(signedString), sent: read(sentString) }))
}

const fieldValueOf = (field: string): string => decodeForm(field.slice(field.indexOf('=') + 1))

/** The values that differ in two lists of fields with the same names. */
const fieldPairs = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): ReadonlyArray<ValuePair> => {
  const nameOf = (field: string): string => field.slice(0, field.indexOf('=') + 1)
  if (signed.length !== sent.length || !signed.every((field, i) => nameOf(field) === nameOf(sent[i] ?? ''))) return []
  return signed
    .map((field, i) => ({ field, sentField: sent[i] ?? '' }))
    .filter(({ field, sentField }) => field !== sentField)
    .map(({ field, sentField }) => ({ signed: fieldValueOf(field), sent: fieldValueOf(sentField) }))
}

const urlTelling = (pairs: ReadonlyArray<ValuePair>, carrier: Carrier): Telling | undefined => {
  const [first] = pairs
  if (first === undefined || !pairs.every(isSameUrl)) return undefined
  const [signed, sent] = shownPair(first.signed, first.sent)
  return {
    detail: `${signed} where ${sent} was sent`,
    what: `The caller signed the URL ${signed} in the ${carrier}, but ${sent} was sent. Both are the same URL. Probably a class for URLs, such as URL of JavaScript or System.Uri of .NET, wrote one of them in its normal form.`,
    remedy: 'Make the text of the URL once. Sign and send this text, not the URL object.',
  }
}

/** Undefined unless each value that differs is the same URL in two spellings. */
export const urlsOfFields = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  carrier: 'query' | 'form',
): Telling | undefined => urlTelling(fieldPairs(signed, sent), carrier)

/** As `urlsOfFields`, for the strings of JSON. */
export const urlsOfJson = (signed: string, sent: string): Telling | undefined =>
  urlTelling(stringPairs(signed, sent), 'JSON')

// ---- Values that were cut

const byteCount = (text: string): number => utf8(text).length

/** Numbers of characters and bytes up to which programs shorten a value. */
const isRound = (count: number): boolean =>
  count >= 8 && (count % 10 === 0 || (count & (count - 1)) === 0 || count === 255)

/**
 * Whether a count explains where the value was cut: at a round number, within a letter, or after as many bytes as the whole value has
 * characters. Without such a sign, the bytes show only that the ends differ.
 */
export const isCountedCut = ({ signed, sent }: ValuePair): boolean => {
  if (!sent.startsWith(signed)) return /%[89A-F][0-9A-F]|\ufffd/i.test(signed)
  const bytes = byteCount(signed)
  return (
    isRound(signed.length) ||
    isRound(bytes) ||
    (byteCount(sent) > sent.length && (bytes === sent.length || bytes === Array.from(sent).length))
  )
}

/** A string of JSON of which only the beginning was signed. Undefined if a count explains the cut, or several strings were cut. */
export const endOfString = (signed: string, sent: string): Telling | undefined => {
  const [pair, ...others] = stringPairs(signed, sent)
  if (pair === undefined || others.length > 0 || isCountedCut(pair)) return undefined
  const [signedValue, sentValue] = shownPair(JSON.stringify(pair.signed), JSON.stringify(pair.sent))
  return {
    detail: `${signedValue} where ${sentValue} was sent`,
    what: `The caller signed ${signedValue} in the JSON, but ${sentValue} was sent.`,
    remedy: 'Make the value once. Then sign and send exactly this value.',
  }
}
