/**
 * Whether a proxy or a framework on the way may have changed the signed body into the body that arrived, so that the caller may have signed
 * and sent the right one. Each deed in a list is a change that such programs make.
 *
 *     signed {"b":1,"a":2}    arrived {"a":2,"b":1}    a program on the way wrote the JSON anew
 *     signed a=%2A            arrived a=*              a program on the way encoded the form again
 *     signed {'a': 1}         arrived {"a":1}          no deed: only a program of the caller prints a value so
 *
 * Most deeds have a direction: a program on the way removes the white space round a value, but never adds it.
 */
import * as Bytes from '../../core/Bytes.ts'
import { areLettersLost, areSameButLetters, isCharsetDetail } from './charsetWords.ts'
import { rewritable } from './Draft.ts'
import { isForm } from './forms/formText.ts'
import { isJson } from './forms/isJson.ts'
import { isNumber, jsonToken } from './forms/jsonText.ts'
import { multipartParts } from './forms/multipart.ts'
import { decode, decodeForm } from './forms/percent.ts'
import { hasNamesOnce } from './forms/readJson.ts'
import { latin1 } from './Received.ts'

/** The signed body and the body that arrived (`sent`), as bytes and as texts. A body that is not UTF-8 is the empty text. */
interface Bodies {
  readonly signedBytes: Bytes.Bytes
  readonly sentBytes: Bytes.Bytes
  readonly signed: string
  readonly sent: string
  /** The form of the mistake. */
  readonly detail: string
}

/** Whether a program on the way may have made this change to the signed body. */
type Deed = (bodies: Bodies) => boolean

/** Mistakes whose texts no program on the way makes. */
const ofCallerAlone: ReadonlyArray<string> = ['body-missing', 'body-hashed', 'body-through-shell', 'body-left-over']

/** Mistakes that such programs may make whatever the texts are. For all other mistakes, the deeds decide. */
const alwaysPossible: ReadonlyArray<string> = ['body-compressed', 'xml-reserialized', 'body-lost']

/** Whether something on the way may have changed the signed body into the sent one. `id` and `detail` are those of the mistake. */
export const mayBodyBeRewritten = (
  { id, detail }: { readonly id: string; readonly detail: string },
  signedBytes: Bytes.Bytes,
  sentBytes: Bytes.Bytes,
): boolean => {
  if (ofCallerAlone.includes(id) || Bytes.Eq.equals(signedBytes, sentBytes)) return false
  const [signed, sent] = [signedBytes, sentBytes].map((bytes) => rewritable(bytes) ?? '') as [string, string]
  const bodies = { signedBytes, sentBytes, signed, sent, detail }
  return alwaysPossible.includes(id) || deeds.some((isPossible) => isPossible(bodies))
}

// ---- White space and letters

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '')

/** A line end in each notation as a line feed: as it is, in a string of JSON, in a form. */
const withLineFeeds = (text: string): string =>
  text
    .replace(/\r+\n?/g, '\n')
    .replace(/\\r\\n/g, '\\n')
    .replace(/%0d%0a/gi, '%0A')

const withoutSpace = (text: string): string => withoutMark(text).replace(/\s/g, '')

/** Other line ends, other white space round the body, a byte order mark, or white space that was lost within the body. */
const otherSpace: Deed = ({ signed, sent }) => {
  if (signed.trim() === '' || sent === '') return false
  const [signedLines, sentLines] = [signed, sent].map((text) => withLineFeeds(withoutMark(text)).trim())
  return signedLines === sentLines || (sent.length < signed.length && withoutSpace(signed) === withoutSpace(sent))
}

/**
 * One text in two encodings. Letters may be lost where the text arrived: a mark stands in their place. If they are lost where it was
 * signed, no program on the way has found them again.
 */
const otherCharset: Deed = ({ signed, sent, signedBytes, sentBytes, detail }) => {
  if (isCharsetDetail(detail)) return true
  if (!/[\u0080-\uffff]/.test(signed) || signed.includes('\ufffd')) return false
  // Each byte of the UTF-8 was taken for a letter.
  if (sent === latin1(signedBytes)) return true
  return sent === '' ? areSameButLetters(signed, latin1(sentBytes)) : areLettersLost(signed, sent)
}

// ---- JSON

/**
 * Whether a program on the way may turn the signed value into the other one: the same content, trimmed strings, members that it dropped
 * or added, or a number, a boolean or null as a string.
 */
const mayBecome = (signed: unknown, arrived: unknown): boolean => {
  if (signed === arrived) return true
  if (typeof signed === 'string' && isStringChanged(signed, arrived)) return true
  if (Array.isArray(signed) && Array.isArray(arrived))
    return signed.length === arrived.length && signed.every((item, i) => mayBecome(item, arrived[i]))
  // PHP reads an empty object and an empty list as one value.
  if (isEmpty(signed) && isEmpty(arrived)) return true
  if (isObject(signed) && isObject(arrived)) return mayObjectBecome(signed, arrived)
  return isScalar(signed) && isScalar(arrived) && String(signed) === String(arrived)
}

/** Trimmed, or with other line ends. Laravel also makes null of an empty string. */
const isStringChanged = (signed: string, arrived: unknown): boolean =>
  arrived === (signed.trim() || null) || arrived === signed.trim() || arrived === withLineFeeds(signed)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const isScalar = (value: unknown): boolean => typeof value !== 'object' && value !== null

/**
 * Members may be dropped or added, and at least one stays. If some are dropped and others added, a member has another name, which only a
 * program of the caller writes.
 */
const mayObjectBecome = (
  signed: Readonly<Record<string, unknown>>,
  arrived: Readonly<Record<string, unknown>>,
): boolean => {
  const names = Object.keys(signed)
  const common = names.filter((name) => Object.hasOwn(arrived, name))
  const isNoneDropped = common.length === names.length
  const isNoneAdded = common.length === Object.keys(arrived).length
  return (
    common.length > 0 &&
    (isNoneDropped || isNoneAdded) &&
    common.every((name) => mayBecome(signed[name], arrived[name]))
  )
}

const numbersOf = (json: string): ReadonlyArray<string> => (json.match(jsonToken) ?? []).filter(isNumber)

/** More digits than every double keeps. */
const isLong = (literal: string): boolean => literal.replace(/\D/g, '').length > 15

/** The digits of a number without its sign, its exponent, and the zeros at both ends: `12345` of `-0.0123450e-7`. */
const significantDigits = (literal: string): string =>
  literal
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')

/** Whether a program that reads numbers as doubles may print this number: `12345678901234567000`, but not `12345678901234567891`. */
const isPrintedDouble = (literal: string): boolean =>
  significantDigits(literal) === significantDigits(String(Number(literal)))

/** Whether digits arrived that no program on the way prints. It prints a long number as it was signed, or as a double. */
const areDigitsInvented = (signed: string, sent: string): boolean => {
  const signedNumbers = new Set(numbersOf(signed))
  return numbersOf(sent).some((literal) => isLong(literal) && !signedNumbers.has(literal) && !isPrintedDouble(literal))
}

const isContainer = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text)

/** JSON that was read and written anew. */
const jsonAnew: Deed = ({ signed, sent }) =>
  isContainer(signed) &&
  isContainer(sent) &&
  !hasNamesOnce(signed, sent) &&
  !areDigitsInvented(signed, sent) &&
  mayBecome(JSON.parse(signed), JSON.parse(sent))

// ---- Forms

/** A form as a client sends it. A form with a space or a letter beyond ASCII is not escaped yet. */
const isSentForm = (text: string): boolean => isForm(text) && /^[!-~]+$/.test(text)

/**
 * The fields of a form without escapes, and without `=` before an empty value. The form is decoded twice, because some programs escape
 * twice. An escaped `&` divides fields too.
 */
const plainFields = (form: string): ReadonlyArray<string> =>
  decode(decodeForm(form))
    .replaceAll('+', ' ')
    .split('&')
    .map((field) => field.replace(/=$/, ''))

const countEach = (fields: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1)
  return counts
}

/** Whether the second list has each field of the first one at least as often. */
const areAmong = (some: ReadonlyArray<string>, fields: ReadonlyArray<string>): boolean => {
  const counts = countEach(fields)
  return Array.from(countEach(some)).every(([field, count]) => count <= (counts.get(field) ?? 0))
}

const trimValue = (field: string): string => field.replace(/=\s+/, '=').trimEnd()

/** Other escapes or another order, fields that were dropped or added, values that were trimmed. */
const formAnew: Deed = ({ signed, sent }) => {
  if (!isSentForm(signed) || !isForm(sent) || isDividerEscaped(signed, sent)) return false
  const signedFields = plainFields(signed)
  const sentFields = plainFields(sent)
  return [signedFields, signedFields.map(trimValue)].some(
    (fields) => areAmong(fields, sentFields) || areAmong(sentFields, fields),
  )
}

const countFields = (form: string): number => form.split('&').length

/** Whether the signed form has a `&` that arrived as an escape. No program on the way escapes it: it divides two fields. */
const isDividerEscaped = (signed: string, sent: string): boolean => {
  const droppedFields = Math.max(0, plainFields(signed).length - plainFields(sent).length)
  return countFields(signed) > countFields(sent) + droppedFields
}

// ---- Other content

/** The names of the fields of a form, without the brackets of inner names. */
const formNames = (form: string): ReadonlyArray<string> => [
  ...new Set(form.split('&').map((field) => /^[^=[.]*/.exec(decodeForm(field))?.[0] ?? '')),
]

/** A form that became JSON, or JSON that became a form. Both have the same names in the same order. */
const formAndJson: Deed = ({ signed, sent }) => {
  const [form, json] = isContainer(sent) ? [signed, sent] : [sent, signed]
  if (!isSentForm(form) || !isContainer(json)) return false
  const parsed: unknown = JSON.parse(json)
  return isObject(parsed) && Object.keys(parsed).join('&') === formNames(form).join('&')
}

type Kind = 'JSON' | 'XML' | 'a multipart form' | 'a form'

const kindOf = (text: string): Kind | undefined => {
  if (isContainer(text)) return 'JSON'
  if (/^\s*<[?A-Za-z]/.test(text) && /<\/[^<>]+>\s*$/.test(text)) return 'XML'
  if (text.startsWith('--') && multipartParts(text) !== undefined) return 'a multipart form'
  return isSentForm(text) ? 'a form' : undefined
}

/** A gateway converted XML or a multipart form to another kind of content, or back. `formAndJson` compares a form and JSON. */
const otherKind: Deed = ({ signed, sent }) => {
  const kinds = [kindOf(signed), kindOf(sent)]
  return (
    !kinds.includes(undefined) &&
    kinds[0] !== kinds[1] &&
    kinds.some((kind) => kind === 'XML' || kind === 'a multipart form')
  )
}

/** A body that arrived as a string of JSON, JSON that arrived with percent escapes, or a body whose escapes were decoded. */
const escaped: Deed = ({ signed, sent }) => {
  if (signed === '' || sent === '') return false
  const isQuoted = /^"/.test(sent) && isJson(sent) && JSON.parse(sent) === signed
  const isWithEscapes =
    isContainer(signed) && /%[0-9A-Fa-f]{2}/.test(sent) && [decode(sent), decodeForm(sent)].includes(signed)
  const isDecoded = isForm(signed) === isForm(sent) && /^[!-~]+$/.test(signed) && decodeForm(signed) === sent
  return isQuoted || isWithEscapes || isDecoded
}

const deeds: ReadonlyArray<Deed> = [otherSpace, otherCharset, jsonAnew, formAnew, formAndJson, otherKind, escaped]
