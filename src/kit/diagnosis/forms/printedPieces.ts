/**
 * One value of the target as a program prints it where the value has another type, or was not there: `/v1/jobs/Optional[7]`,
 * `/v1/jobs/1.2345678901e+10`, `/v1/jobs/8,812`. A *piece* is a segment of the path or the value of a parameter.
 *
 *     [...printedPieces('/v1/jobs/8812')]  // '/v1/jobs/Optional[8812]', '/v1/jobs/8,812', …
 */

import { missingTexts } from './missingValues.ts'
import { floatForms, goNumber, padExponent, phpNumber, shortest, writeDouble } from './numberText.ts'
import { decode } from './percent.ts'
import { mayBecome } from './replacing.ts'
import { fillHole, type Template } from './template.ts'

/** What became of the value. */
export type PieceKind =
  | 'object'
  | 'glob'
  | 'decimal'
  | 'alphabet'
  | 'padding'
  | 'alphabet and padding'
  | 'missing'
  | 'separators'
  | 'float'
  | 'rounded'
  | 'overflow'
  | 'zeros'
  | 'hexadecimal'
  | 'digits'
  | 'uuid'
  | 'unwrapped'
  | 'neighbour'

/** How languages print an object that holds a value x, and a format that does not fit its type. */
const aroundValue: ReadonlyArray<Template> = [
  'Optional[…]',
  'Some(…)',
  'Some("…")',
  'Optional(…)',
  'Optional("…")',
  'Just …',
  'Just "…"',
  '"…"',
  "'…'",
  "b'…'",
  '["…"]',
  "['…']",
  '(…,)',
  "('…',)",
  '%!d(string=…)',
  '%!s(int=…)',
  '%!s(float64=…)',
  '%!d(float64=…)',
  '{id=…}',
  "{'id': …}",
  "{'id': '…'}",
  '{"id":…}',
  '{"id":"…"}',
  'map[id:…]',
  '{:id=>…}',
  '{id: …}',
  'ObjectId("…")',
  "ObjectId('…')",
  '…\n',
  '… ',
  ' …',
]

/** What languages print for a value that is not there, or is of a type without a text. The common ones stand in targets.ts. */
const missing: ReadonlyArray<string> = [
  '',
  '0',
  '-1',
  '[object Promise]',
  '[object Map]',
  ...missingTexts('seldom'),
  'Array',
  'true',
  'false',
]

const isInteger = (value: string): boolean => /^\d{1,40}$/.test(value)

/** The digits in groups of three, for people. */
const groupsOf = (value: string): ReadonlyArray<string> =>
  value.length < 4
    ? []
    : [',', '.', ' ', "'", '\u2019', '_', '\u00a0', '\u202f', '%2C', '%20', '+'].map((mark) =>
        value.replace(/\B(?=(?:\d{3})+$)/g, mark),
      )

/** The number as languages print it if it is a floating-point number. */
const floatsOf = (value: string): ReadonlyArray<string> => {
  const literals = Object.values(floatForms).map((form) => writeDouble(value, form))
  const [mantissa = '', power = ''] = Number(value).toExponential().split('e')
  return [
    `${value}.0`,
    `${value}.00`,
    ...literals,
    ...literals.map((literal) => literal.toUpperCase()),
    goNumber(value),
    phpNumber(value),
    shortest(value),
    padExponent(`${mantissa}e${power}`),
    Number(value).toExponential(5).toUpperCase(),
  ]
}

/** The number as a whole number of 53 bits, which JavaScript and JSON of other languages keep. */
const roundedOf = (value: string): ReadonlyArray<string> =>
  value.length < 16 || value.length > 20 ? [] : [String(BigInt(Math.round(Number(value)))), String(Number(value))]

/** The number in 32 bits, with and without a sign. */
const overflowOf = (value: string): ReadonlyArray<string> =>
  value.length < 10 || value.length > 20
    ? []
    : [String(BigInt.asIntN(32, BigInt(value))), String(BigInt.asUintN(32, BigInt(value))), '2147483647']

/** The first of ten digits in the scripts of other languages. */
const zeroDigits: ReadonlyArray<number> = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

const otherDigits = (value: string): ReadonlyArray<string> =>
  zeroDigits.map((zero) => value.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))))

const withoutZeros = (value: string): ReadonlyArray<string> =>
  value.startsWith('0') && value.length > 1 ? [value.replace(/^0+(?=\d)/, '')] : []

/** The numbers next to this one: a counter that went on between signing and sending. */
const neighboursOf = (value: string): ReadonlyArray<string> =>
  value.length > 15 || /^0\d/.test(value)
    ? []
    : [-1, 1, -2, 2, -3, 3]
        .map((step) => Number(value) + step)
        .filter((near) => near >= 0)
        .map(String)

const uuid = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i

const uuidsOf = (value: string): ReadonlyArray<string> => {
  const groups = uuid.exec(value)?.slice(1)
  if (groups === undefined) return []
  const joined = groups.join('-')
  const bare = groups.join('')
  return [
    joined,
    bare,
    `{${joined}}`,
    `(${joined})`,
    `urn:uuid:${joined}`,
    `UUID('${joined}')`,
    `%7B${joined}%7D`,
  ].flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
}

/** The value without the marks round it. */
const unwrapped = (value: string): ReadonlyArray<string> => {
  const [, inner] =
    /^(?:b?'(.+)'|b?"(.+)"|\[(.+)\]|\{(.+)\})$/.exec(decode(value))?.filter((text) => text !== undefined) ?? []
  return inner === undefined ? [] : [inner, encodeURIComponent(inner)]
}

/** A decimal fraction with a comma, without zeros at its end, and with an exponent as languages print it. */
const decimalsOf = (value: string): ReadonlyArray<string> => {
  if (!/^\d{1,15}\.\d{1,15}$/.test(value)) return []
  const literals = Object.values(floatForms).map((form) => writeDouble(value, form))
  return [
    value.replace('.', ','),
    value.replace('.', '%2C'),
    value.replace(/^0(?=\.)/, ''),
    ...literals,
    ...literals.map((literal) => literal.toUpperCase()),
    shortest(value),
    ...[0, 1, 2, 3, 6, 8].map((places) => Number(value).toFixed(places)),
  ]
}

const isBase64 = (value: string): boolean => /^[0-9A-Za-z+/_=%-]{4,}$/.test(value) && /[-_+/=]|%2B|%2F|%3D/i.test(value)

/** The two alphabets of Base64. A value without their marks is the same in both. */
const inBothAlphabets = (value: string): ReadonlyArray<string> => {
  const plain = decode(value)
  return [plain.replaceAll('-', '+').replaceAll('_', '/'), plain.replaceAll('+', '-').replaceAll('/', '_')]
}

const andEscaped = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => [text, encodeURIComponent(text)])

const otherAlphabet = (value: string): ReadonlyArray<string> =>
  isBase64(value) ? andEscaped(inBothAlphabets(value).filter((text) => text !== decode(value))) : []

/** A text without the padding that it needs. In `jobs=`, the mark is none: Base64 of four letters needs no padding. */
const unpadded = (text: string): ReadonlyArray<string> =>
  text.length % 4 === 0 ? [text.replace(/={1,2}$/, '')].filter((bare) => bare !== text) : []

const withoutPadding = (value: string): ReadonlyArray<string> =>
  isBase64(value) ? andEscaped(unpadded(decode(value))) : []

const otherAlphabetUnpadded = (value: string): ReadonlyArray<string> =>
  isBase64(value) ? andEscaped(inBothAlphabets(value).flatMap(unpadded)) : []

/** Writes for numbers alone, and for any value. */
const ofIntegers: ReadonlyArray<readonly [PieceKind, (value: string) => ReadonlyArray<string>]> = [
  ['separators', groupsOf],
  ['rounded', roundedOf],
  ['overflow', overflowOf],
  ['zeros', withoutZeros],
  ['float', floatsOf],
  ['hexadecimal', (value) => [`0x${BigInt(value).toString(16)}`]],
  ['digits', otherDigits],
  ['neighbour', neighboursOf],
]

const ofValues: ReadonlyArray<readonly [PieceKind, (value: string) => ReadonlyArray<string>]> = [
  ['uuid', uuidsOf],
  ['unwrapped', unwrapped],
  ['decimal', decimalsOf],
  ['alphabet', otherAlphabet],
  ['padding', withoutPadding],
  ['alphabet and padding', otherAlphabetUnpadded],
  ['glob', (value) => [`{${value}}`, `[${value}]`, `%7B${value}%7D`, `%5B${value}%5D`]],
  [
    'object',
    (value) => {
      const printed = aroundValue.map((template) => fillHole(template, value))
      return [...printed, ...printed.map(encodeURIComponent)]
    },
  ],
  ['missing', () => missing.flatMap((text) => [text, encodeURIComponent(text)])],
]

/** The texts that a program may print for a value, each with what became of the value. */
export const pieceForms = (value: string): ReadonlyMap<string, PieceKind> => {
  const forms = new Map<string, PieceKind>()
  for (const [kind, write] of [...(isInteger(value) ? ofIntegers : []), ...ofValues])
    for (const text of write(value)) if (text !== value && !forms.has(text)) forms.set(text, kind)
  return forms
}

/** Where a piece stands in its target. */
export interface Piece {
  readonly from: number
  readonly to: number
}

const isVersion = (segment: string): boolean => /^v\d{1,2}$/i.test(segment)

/** The segments of the path that are no version, and the values of the query. */
export const piecesOf = (target: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let isQuery = false
  for (const match of target.matchAll(/[/?&]([^/?&]*)/g)) {
    const [whole, text = ''] = match
    isQuery ||= whole.startsWith('?')
    const equals = text.indexOf('=')
    const from = match.index + 1 + (isQuery ? equals + 1 : 0)
    const to = match.index + whole.length
    if (from < to && !(isQuery ? equals < 0 : isVersion(text))) pieces.push({ from, to })
  }
  return pieces
}

/** The first segment is a collection, and the last pieces are values more often. */
const maxPieces = 6

/** Longer targets have too many forms. */
const maxLength = 1024

/**
 * The target with one of its pieces as a program prints it. The same text may come more than once. With `wanted`, at least those that are
 * this text: only the pieces in which it differs are printed.
 */
export function* printedPieces(target: string, wanted?: string): Generator<string> {
  if (target.length > maxLength) return
  const isOpen = wanted === undefined ? () => true : mayBecome(target, wanted)
  const pieces = piecesOf(target).slice(-maxPieces)
  for (const { from, to } of pieces.filter((piece) => isOpen([piece])))
    for (const text of pieceForms(target.slice(from, to)).keys()) yield target.slice(0, from) + text + target.slice(to)
}
