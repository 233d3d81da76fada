/**
 * A path, a query or a form as another library writes it: its components are decoded, and encoded again by every encoder.
 * `/v1/jobs/7:stop?at=10:00` may have been signed as `/v1/jobs/7%3Astop?at=10%3A00`.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { charsetEncoders } from './charsetEncoders.ts'
import { utf8 } from './charsets.ts'
import { type Encoder, encoders } from './encoders.ts'
import {
  arePlainFields,
  decodeComponent,
  decodeFields,
  type Field,
  isPlainComponent,
  isPlainPath,
  joinFields,
  joinWritten,
  type Plus,
  rawFieldsOf,
  valuesWritten,
} from './fields.ts'
import { splitTarget } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form, Rare } from './Respelling.ts'
import { shortEncoders } from './shortEncoders.ts'
import { subsets } from './subsets.ts'

/** Longer texts, and texts of more components, are left alone. */
const maxLength = 4096
const maxComponents = 64

/** The meanings that a plus sign may have in a text. */
const plusesOf = (encodedText: string): ReadonlyArray<Plus> =>
  encodedText.includes('+') ? ['a space', 'a plus sign'] : ['a space']

/** The meanings of a plus sign that confuse it with a space, if the text has one of the two. */
const mixedPluses = (encodedText: string): ReadonlyArray<Plus> => [
  ...(/%2B|\+/i.test(encodedText) ? ['a space, escaped or not' as const] : []),
  ...(/%20| |\+/.test(encodedText) ? ['itself, as each space does' as const] : []),
]

const plusWords: Readonly<Record<Plus, string>> = {
  'a space': '',
  'a plus sign': ', + kept',
  'a space, escaped or not': ', a space for each +',
  'itself, as each space does': ', + for each space',
}

const rarityOf = ({ isUsual }: Encoder): Rare | undefined => (isUsual ? undefined : 'alone')

const same = (component: string): string => component

/** A component by an encoder. No encoder changes letters and digits, and to see that there are no others is faster than to encode. */
const encodeComponent = (component: string, { encode }: Encoder): string =>
  isPlainComponent(component) ? component : encode(component)

const namesOf = (fields: ReadonlyArray<Field>): ReadonlyArray<string> => fields.map((field) => field.name)

/** Chooses the encoders that may have written a text. */
type EncodersFor = (encodedText: string) => ReadonlyArray<Encoder>

const everyEncoder: EncodersFor = (encodedText) => [
  ...encoders,
  ...charsetEncoders(encodedText),
  ...shortEncoders(encodedText),
]

const ofUsual = encoders.filter((encoder) => encoder.isUsual)
const usualEncoders: EncodersFor = () => ofUsual

/** A query or a form by each encoder: names and values, or values alone, because callers often write the names themselves. */
export function* respelledFields(query: string, encodersFor: EncodersFor = everyEncoder): Generator<Form> {
  const raw = rawFieldsOf(query)
  if (arePlainFields(raw) || query.length > maxLength || raw.length > maxComponents) return
  const readings = plusesOf(query).map((plus) => [plus, decodeFields(raw, plus)] as const)
  for (const encoder of encodersFor(query))
    for (const [plus, fields] of readings) {
      const rare = rarityOf(encoder)
      const names = fields.map((field) => encodeComponent(field.name, encoder))
      const values = valuesWritten(fields, (fieldValue) => encodeComponent(fieldValue, encoder))
      yield [`by ${encoder.name}${plusWords[plus]}`, joinWritten(names, values), rare]
      yield [`values by ${encoder.name}${plusWords[plus]}`, joinWritten(namesOf(fields), values), rare]
      yield [`values by ${encoder.name}, names as sent${plusWords[plus]}`, joinWritten(namesOf(raw), values), rare]
    }
}

/** Writes a component without escapes, for a caller that signs what a framework has decoded. */
const unescaped: Encoder = { name: 'nothing', encode: same, isUsual: false }

/** A query or a form with plus signs and spaces confused: the time `10:00+08:00` becomes `10:00 08:00`. */
export function* fieldsWithMixedPluses(query: string): Generator<Form> {
  const raw = rawFieldsOf(query)
  if (query.length > maxLength || raw.length > maxComponents) return
  for (const plus of mixedPluses(query))
    for (const { name: encoderName, encode } of [unescaped, ...encoders]) {
      const written = joinFields(decodeFields(raw, plus), { name: encode, value: encode })
      yield [`by ${encoderName}${plusWords[plus]}`, written, 'alone']
    }
  // Only the plus signs change, or only the spaces.
  const isPlus = /\+|%2B/gi
  for (const space of spacesWritten)
    yield [`${JSON.stringify(space)} for each +`, query.replace(isPlus, space), 'alone']
  for (const plus of ['+', '%2B', '%2b']) yield [`${plus} for each space`, query.replace(/%20| |\+/g, plus), 'alone']
}

/** A path, each of its segments by each encoder. An escaped slash is part of its segment. */
export function* respelledPaths(path: string, encodersFor: EncodersFor = everyEncoder): Generator<Form> {
  const raw = path.split('/')
  if (isPlainPath(path) || path.length > maxLength || raw.length > maxComponents) return
  const readings = plusesOf(path)
    .toReversed()
    .map((plus) => [plus, raw.map((segment) => decodeComponent(segment, plus))] as const)
  for (const encoder of encodersFor(path))
    for (const [plus, segments] of readings) {
      const written = segments.map((segment) => encodeComponent(segment, encoder)).join('/')
      yield [`each segment by ${encoder.name}${plusWords[plus]}`, written, rarityOf(encoder)]
    }
}

/** A path with plus signs and spaces confused. */
function* pathsWithMixedPluses(path: string): Generator<Form> {
  const raw = path.split('/')
  if (path.length > maxLength || raw.length > maxComponents) return
  for (const plus of mixedPluses(path))
    for (const { name: encoderName, encode } of [unescaped, ...encoders])
      yield [
        `each segment by ${encoderName}${plusWords[plus]}`,
        raw.map((segment) => encode(decodeComponent(segment, plus))).join('/'),
        'alone',
      ]
}

/** More kinds of characters have too many choices. */
const maxKinds = 6

/** The characters that one library escapes and another does not. All letters beyond ASCII are one kind. */
const kindsIn = (plain: string): ReadonlyArray<string> => [
  ...new Set(Array.from(plain.match(/[^0-9A-Za-z._-]/gu) ?? [], (c) => (c > '\u007f' ? 'é' : c))),
]

const spacesWritten = ['%20', '+', ' ']

/** Every choice of the kinds of characters that are escaped, the same in all components. */
function* everyChoice(plain: string, write: (component: (component: string) => string) => string): Generator<Form> {
  const kinds = kindsIn(plain).filter((kind) => kind !== ' ')
  if (kinds.length > maxKinds) return
  for (const escaped of subsets(kinds)) {
    const isKept = (c: string): boolean => /^[0-9A-Za-z._ -]$/.test(c) || !escaped.includes(c > '\u007f' ? 'é' : c)
    const component = (plainComponent: string): string =>
      Array.from(plainComponent, (c) => (isKept(c) ? c : percentEncode(c, /(?!)/))).join('')
    for (const space of plain.includes(' ') ? spacesWritten : ['%20']) {
      const spaced = plain.includes(' ') ? `, ${JSON.stringify(space)} for a space` : ''
      yield [
        `escaped: ${escaped.join(' ')}${spaced}`,
        write((plainComponent) => component(plainComponent).replaceAll(' ', space)),
        'alone',
      ]
    }
  }
}

/** A query or a form with every choice of the kinds that are escaped. */
export function* halfRespelledFields(query: string): Generator<Form> {
  const raw = rawFieldsOf(query)
  if (arePlainFields(raw) || query.length > maxLength || raw.length > maxComponents) return
  for (const plus of plusesOf(query)) {
    const fields = decodeFields(raw, plus)
    const plain = fields.map(({ name: fieldName, value: fieldText = '' }) => fieldName + fieldText).join('')
    const forms = everyChoice(plain, (component) => joinFields(fields, { name: component, value: component }))
    for (const [detail, written, rare] of forms) yield [detail + plusWords[plus], written, rare]
  }
}

/** A path with every choice of the kinds that are escaped. */
function* halfRespelledPaths(path: string): Generator<Form> {
  const raw = path.split('/')
  if (isPlainPath(path) || path.length > maxLength || raw.length > maxComponents) return
  for (const plus of plusesOf(path).toReversed()) {
    const segments = raw.map((segment) => decodeComponent(segment, plus))
    const forms = everyChoice(segments.join(''), (component) => segments.map(component).join('/'))
    for (const [detail, written, rare] of forms) yield [detail + plusWords[plus], written, rare]
  }
}

/** More segments have too many runs. */
const maxSegments = 10

/**
 * Neighbouring segments joined to one, by each encoder: the caller signed the slashes between them as escapes, and a proxy or a
 * library decoded them.
 */
function* slashesEscaped(path: string): Generator<Form> {
  const segments = path.split('/').map((segment) => decodeComponent(segment, 'a plus sign'))
  if (path.length > maxLength || segments.length > maxSegments) return
  const escaping = encoders.filter(({ isUsual: isOften, encode: write }) => isOften && write('/') !== '/')
  const fitting = isPlainPath(path) ? escaping.slice(0, 1) : escaping
  for (const { name: encoderName, encode: write } of [...fitting, ...escapingMarks(segments, fitting[0])])
    for (let start = 1; start < segments.length - 1; start++)
      for (let stop = start + 2; stop <= segments.length; stop++) {
        const joinedSegment = write(segments.slice(start, stop).join('/'))
        const written = [
          ...segments.slice(0, start).map(write),
          joinedSegment,
          ...segments.slice(stop).map(write),
        ].join('/')
        const detail = `slashes ${start + 1} to ${stop - 1} as escapes, each segment by ${encoderName}`
        yield [detail, written, 'alone']
        yield [
          `${detail}, in lower case`,
          written.replace(/%[0-9A-F]{2}/g, (escapeText) => escapeText.toLowerCase()),
          'alone',
        ]
      }
}

/** The same encoder with escapes for one more mark, as each encoder that escapes an unreserved mark writes: `%2D` for a hyphen. */
const escapingMarks = (segments: ReadonlyArray<string>, encoder: Encoder | undefined): ReadonlyArray<Encoder> =>
  encoder === undefined
    ? []
    : ['-', '.', '_', '~']
        .filter((mark) => segments.some((segment) => segment.includes(mark)))
        .map((mark) => [mark, `%${Bytes.toHex(utf8(mark)).toUpperCase()}`] as const)
        .map(([mark, escaped]) => ({
          ...encoder,
          name: `${encoder.name} + ${escaped}`,
          encode: (text) => encoder.encode(text).replaceAll(mark, escaped),
        }))

/** Turns forms of the path, or of the query, into forms of the target. */
const ofPath = (forms: Iterable<Form>, query: string): ReadonlyArray<Form> =>
  Array.from(forms, ([detail, written, rare]) => [`the path: ${detail}`, written + query, rare])

const ofQuery = (forms: Iterable<Form>, path: string): ReadonlyArray<Form> =>
  Array.from(forms, ([detail, written, rare]) => [`the query: ${detail}`, `${path}?${written}`, rare])

const isUsual = ([, , rare]: Form): boolean => rare === undefined

/** The target with its path or its query written by the usual encoders. */
export const respelledTargets = (target: string): ReadonlyArray<Form> => {
  const [path, query] = splitTarget(target)
  return [
    ...ofPath(respelledPaths(path, usualEncoders), query),
    ...(query === '' ? [] : ofQuery(respelledFields(query.slice(1), usualEncoders), path)),
  ]
}

/** The rare forms: by rare encoders, by one for the path and another for the query, or with every choice of the escaped kinds. */
export function* rarelyRespelledTargets(target: string): Generator<Form> {
  const [path, query] = splitTarget(target)
  const paths = [...respelledPaths(path)]
  const queries = query === '' ? [] : [...respelledFields(query.slice(1))]
  const isRare = (form: Form): boolean => !isUsual(form)
  yield* ofPath(paths.filter(isRare), query)
  yield* ofQuery(queries.filter(isRare), path)
  for (const [pathDetail, pathText] of firstOfEach(paths, path))
    for (const [second, queryText] of firstOfEach(queries, query.slice(1)))
      yield [`the path: ${pathDetail}; the query: ${second}`, `${pathText}?${queryText}`, 'alone']
  yield* ofPath(halfRespelledPaths(path), query)
  yield* ofPath(slashesEscaped(path), query)
  yield* ofPath(pathsWithMixedPluses(path), query)
  if (query === '') return
  yield* ofQuery(halfRespelledFields(query.slice(1)), path)
  yield* ofQuery(queryAsOneValue(query.slice(1)), path)
  yield* ofQuery(fieldsWithMixedPluses(query.slice(1)), path)
}

/** The whole query as one value, so that the signs between its parameters are escaped too. */
function* queryAsOneValue(query: string): Generator<Form> {
  if (!query.includes('=') || query.length > maxLength) return
  const seen = new Set<string>()
  for (const [suffix, text] of [
    ['', query],
    [', decoded before', decodeComponent(query, 'a space')],
  ] as const)
    for (const { name: encoderName, encode } of ofUsual) {
      const written = encode(text)
      if (written.includes('=') || seen.has(written)) continue
      seen.add(written)
      yield [`escaped as a whole, by ${encoderName}${suffix}`, written, 'alone']
    }
}

/** The first form of each other text. */
const firstOfEach = (forms: ReadonlyArray<Form>, unchanged: string): ReadonlyArray<Form> => {
  const byText = new Map(forms.toReversed().map((form) => [form[1], form]))
  byText.delete(unchanged)
  return [...byText.values()].toReversed()
}
