/**
 * Whether a proxy or a framework on the way may have made the body that arrived of the body that was signed, so that the caller may have
 * signed and sent the right one. A list of deeds says so; each looks at the two bodies alone.
 *
 *     signed {"b":1,"a":2}    arrived {"a":2,"b":1}    a program on the way wrote the JSON anew
 *     signed a=%2A            arrived a=*              a program on the way encoded the form again
 *     signed {'a': 1}         arrived {"a":1}          none: only a program of the caller prints a value so
 *
 * Most deeds have a direction: a program on the way removes white space of a value, and invents none.
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

/** Two bodies, as bytes and as texts. A body that is not UTF-8 is the empty text. */
interface Bodies {
  readonly signedBytes: Bytes.Bytes
  readonly sentBytes: Bytes.Bytes
  readonly signed: string
  readonly sent: string
  /** The form of the mistake. */
  readonly detail: string
}

/** Whether a program on the way may have done this to the signed body. */
type Deed = (bodies: Bodies) => boolean

/** Mistakes whose texts no program on the way makes. All others of the body are looked at by the deeds. */
const ofCallerAlone: ReadonlyArray<string> = ['body-missing', 'body-hashed', 'body-through-shell', 'body-left-over']

/** Mistakes that are a deed of such programs whatever the texts are. */
const alwaysPossible: ReadonlyArray<string> = ['body-compressed', 'xml-reserialized', 'body-lost']

/** Whether something on the way may have made the second body of the first one. `id` and `detail` are those of the mistake. */
export const mayBodyBeRewritten = (
  { id, detail }: { readonly id: string; readonly detail: string },
  signedBytes: Bytes.Bytes,
  sentBytes: Bytes.Bytes,
): boolean => {
  if (ofCallerAlone.includes(id) || Bytes.Eq.equals(signedBytes, sentBytes)) return false
  const [signed, sent] = [signedBytes, sentBytes].map((bytes) => rewritable(bytes) ?? '') as [string, string]
  const bodies = { signedBytes, sentBytes, signed, sent, detail }
  return alwaysPossible.includes(id) || deeds.some((may) => may(bodies))
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

/** Other line ends, white space round the body, a byte order mark, or white space that is lost. */
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

/** Whether a program may make the second value of the first: the same content, trimmed strings, members that it dropped or added. */
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

const isStringChanged = (signed: string, arrived: unknown): boolean =>
  arrived === (signed.trim() || null) || arrived === signed.trim() || arrived === withLineFeeds(signed)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const isScalar = (value: unknown): boolean => typeof value !== 'object' && value !== null

/** Members are dropped or added, and at least one is left. Both at once is another name, which only a program of the caller writes. */
const mayObjectBecome = (
  signed: Readonly<Record<string, unknown>>,
  arrived: Readonly<Record<string, unknown>>,
): boolean => {
  const names = Object.keys(signed)
  const common = names.filter((name) => Object.hasOwn(arrived, name))
  const isOfSome = common.length === names.length || common.length === Object.keys(arrived).length
  return common.length > 0 && isOfSome && common.every((name) => mayBecome(signed[name], arrived[name]))
}

const numbersOf = (json: string): ReadonlyArray<string> => (json.match(jsonToken) ?? []).filter(isNumber)

/** More digits than a double has. */
const isLong = (literal: string): boolean => literal.replace(/\D/g, '').length > 15

/** Whether digits arrived that the signed text does not have. No program on the way invents them. */
const areDigitsLost = (signed: string, sent: string): boolean => {
  const signedNumbers = new Set(numbersOf(signed))
  return numbersOf(sent).some((literal) => isLong(literal) && !signedNumbers.has(literal))
}

const isContainer = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text)

const jsonAnew: Deed = ({ signed, sent }) =>
  isContainer(signed) &&
  isContainer(sent) &&
  !hasNamesOnce(signed, sent) &&
  !areDigitsLost(signed, sent) &&
  mayBecome(JSON.parse(signed), JSON.parse(sent))

// ---- Forms

/** A form that a client sends: one with a space or a quotation mark was not escaped yet. */
const isSentForm = (text: string): boolean => isForm(text) && /^[!-~]+$/.test(text)

/** A field in the spelling that all encoders have in common. Decoded twice, for what was escaped twice. */
const plainField = (field: string): string => decode(decodeForm(field)).replaceAll('+', ' ').replace(/=$/, '')

const plainFields = (form: string): ReadonlyArray<string> =>
  plainField(form)
    .split('&')
    .map((field) => field.replace(/=$/, ''))

/** Whether the second list has only fields of the first one, trimmed perhaps. */
const areAmong = (some: ReadonlyArray<string>, fields: ReadonlyArray<string>): boolean => {
  const untaken = new Map<string, number>()
  for (const field of fields) untaken.set(field, (untaken.get(field) ?? 0) + 1)
  return some.every((field) => {
    const count = untaken.get(field) ?? 0
    untaken.set(field, count - 1)
    return count > 0
  })
}

const trimValue = (field: string): string => field.replace(/=\s+/, '=').trimEnd()

/** Other escapes or another order, fields that were dropped or added, values that were trimmed. */
const formAnew: Deed = ({ signed, sent }) => {
  if (!isSentForm(signed) || !isForm(sent) || countAmpersands(signed) > countAmpersands(sent) + dropped(signed, sent))
    return false
  const signedFields = plainFields(signed)
  const sentFields = plainFields(sent)
  return [signedFields, signedFields.map(trimValue)].some(
    (fields) => areAmong(fields, sentFields) || areAmong(sentFields, fields),
  )
}

const countAmpersands = (form: string): number => form.split('&').length

/** How many fields are missing in the form that arrived. */
const dropped = (signed: string, sent: string): number =>
  Math.max(0, plainFields(signed).length - plainFields(sent).length)

// ---- Other content

/** The names of the fields of a form, without the brackets of inner names. */
const formNames = (form: string): ReadonlyArray<string> => [
  ...new Set(form.split('&').map((field) => /^[^=[.]*/.exec(decodeForm(field))?.[0] ?? '')),
]

/** A form that became JSON, or JSON that became a form. Its names are the same, in the same order. */
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

/** One kind of content became another, as gateways convert it. A form and JSON are compared more closely. */
const otherKind: Deed = ({ signed, sent }) => {
  const kinds = [kindOf(signed), kindOf(sent)]
  return (
    !kinds.includes(undefined) &&
    kinds[0] !== kinds[1] &&
    kinds.some((kind) => kind === 'XML' || kind === 'a multipart form')
  )
}

/** A body that arrived as a text within JSON, or with escapes of a URL, or that was decoded. */
const escaped: Deed = ({ signed, sent }) => {
  if (signed === '' || sent === '') return false
  const isQuoted = /^"/.test(sent) && isJson(sent) && JSON.parse(sent) === signed
  const isWithEscapes =
    isContainer(signed) && /%[0-9A-Fa-f]{2}/.test(sent) && [decode(sent), decodeForm(sent)].includes(signed)
  const isDecoded = isForm(signed) === isForm(sent) && /^[!-~]+$/.test(signed) && decodeForm(signed) === sent
  return isQuoted || isWithEscapes || isDecoded
}

const deeds: ReadonlyArray<Deed> = [otherSpace, otherCharset, jsonAnew, formAnew, formAndJson, otherKind, escaped]
