/**
 * One rule for components: a path, a query or a form is decoded, and written again by every encoder, for the caller may have
 * signed it as another library writes it. `/v1/jobs/7:stop?at=10:00` may have been signed as `/v1/jobs/7%3Astop?at=10%3A00`.
 */
import { charsetEncoders } from './charsetEncoders.ts'
import { type Encoder, encoders } from './encoders.ts'
import {
  arePlainFields,
  decoded,
  decodedFields,
  type Field,
  fieldsText,
  isPlainPath,
  type Plus,
  rawFieldsOf,
} from './fields.ts'
import { split } from './percent.ts'
import { encode } from './percentEncode.ts'
import type { Form, Rare } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** Nothing in a longer text is written anew, nor in one of more components. */
const maxLength = 4096
const maxComponents = 64

/** What a plus sign may stand for in a text. */
const plusesOf = (text: string): ReadonlyArray<Plus> => (text.includes('+') ? ['a space', 'a plus sign'] : ['a space'])

/** The readings that mix up plus signs and spaces, where the text has such. */
const mixedPluses = (text: string): ReadonlyArray<Plus> => [
  ...(/%2B|\+/i.test(text) ? ['a space, escaped or not' as const] : []),
  ...(/%20| |\+/.test(text) ? ['itself, as each space does' as const] : []),
]

const plusWords: Readonly<Record<Plus, string>> = {
  'a space': '',
  'a plus sign': ', + kept',
  'a space, escaped or not': ', a space for each +',
  'itself, as each space does': ', + for each space',
}

const rarityOf = ({ isUsual }: Encoder): Rare | undefined => (isUsual ? undefined : 'alone')

const same = (text: string): string => text

/** The encoders that may have written a text. */
type EncodersFor = (text: string) => ReadonlyArray<Encoder>

const everyEncoder: EncodersFor = (text) => [...encoders, ...charsetEncoders(text)]

const ofUsual = encoders.filter((encoder) => encoder.isUsual)
const usualEncoders: EncodersFor = () => ofUsual

/** A query or a form, its names and values by each encoder. Callers often write the names themselves. */
export function* respelledFields(text: string, some: EncodersFor = everyEncoder): Generator<Form> {
  const raw = rawFieldsOf(text)
  if (arePlainFields(raw) || text.length > maxLength || raw.length > maxComponents) return
  const readings = plusesOf(text).map((plus) => [plus, decodedFields(raw, plus)] as const)
  for (const encoder of some(text))
    for (const [plus, fields] of readings) {
      const rare = rarityOf(encoder)
      yield [
        `by ${encoder.name}${plusWords[plus]}`,
        fieldsText(fields, { name: encoder.encode, value: encoder.encode }),
        rare,
      ]
      yield [
        `values by ${encoder.name}${plusWords[plus]}`,
        fieldsText(fields, { name: same, value: encoder.encode }),
        rare,
      ]
      const values = fields.map((field, i): Field => ({ ...field, name: raw[i]?.name ?? '' }))
      yield [
        `values by ${encoder.name}, names as sent${plusWords[plus]}`,
        fieldsText(values, { name: same, value: encoder.encode }),
        rare,
      ]
    }
}

/** As it is, for a caller that signs what a framework has decoded. */
const unescaped: Encoder = { name: 'nothing', encode: same, isUsual: false }

/** The same with plus signs and spaces mixed up: a time such as `10:00+08:00` comes to be `10:00 08:00`. */
export function* fieldsWithMixedPluses(text: string): Generator<Form> {
  const raw = rawFieldsOf(text)
  if (text.length > maxLength || raw.length > maxComponents) return
  for (const plus of mixedPluses(text))
    for (const { name, encode } of [unescaped, ...encoders]) {
      const written = fieldsText(decodedFields(raw, plus), { name: encode, value: encode })
      yield [`by ${name}${plusWords[plus]}`, written, 'alone']
    }
  // Nothing else changes.
  const isPlus = /\+|%2B/gi
  for (const space of spacesWritten) yield [`${JSON.stringify(space)} for each +`, text.replace(isPlus, space), 'alone']
  for (const plus of ['+', '%2B', '%2b']) yield [`${plus} for each space`, text.replace(/%20| |\+/g, plus), 'alone']
}

/** A path, its segments by each encoder. An escaped slash is part of its segment. */
export function* respelledPaths(path: string, some: EncodersFor = everyEncoder): Generator<Form> {
  const raw = path.split('/')
  if (isPlainPath(path) || path.length > maxLength || raw.length > maxComponents) return
  for (const encoder of some(path))
    for (const plus of plusesOf(path).toReversed()) {
      const text = raw.map((segment) => encoder.encode(decoded(segment, plus))).join('/')
      yield [`each segment by ${encoder.name}${plusWords[plus]}`, text, rarityOf(encoder)]
    }
}

function* pathsWithMixedPluses(path: string): Generator<Form> {
  const raw = path.split('/')
  if (path.length > maxLength || raw.length > maxComponents) return
  for (const plus of mixedPluses(path))
    for (const { name, encode } of [unescaped, ...encoders])
      yield [
        `each segment by ${name}${plusWords[plus]}`,
        raw.map((segment) => encode(decoded(segment, plus))).join('/'),
        'alone',
      ]
}

/** More kinds of characters have too many choices. */
const maxKinds = 6

/** The kinds of characters that one library escapes and another does not; letters beyond ASCII are one. */
const kindsIn = (text: string): ReadonlyArray<string> => [
  ...new Set(Array.from(text.match(/[^0-9A-Za-z._-]/gu) ?? [], (c) => (c > '\u007f' ? 'é' : c))),
]

const spacesWritten = ['%20', '+', ' ']

/** Every choice of the kinds of characters that are escaped, in all components alike. */
function* everyChoice(plain: string, write: (component: (text: string) => string) => string): Generator<Form> {
  const kinds = kindsIn(plain).filter((kind) => kind !== ' ')
  if (kinds.length > maxKinds) return
  for (const escaped of subsets(kinds)) {
    const isKept = (c: string): boolean => /^[0-9A-Za-z._ -]$/.test(c) || !escaped.includes(c > '\u007f' ? 'é' : c)
    const component = (text: string): string => Array.from(text, (c) => (isKept(c) ? c : encode(c, /(?!)/))).join('')
    for (const space of plain.includes(' ') ? spacesWritten : ['%20']) {
      const spaced = plain.includes(' ') ? `, ${JSON.stringify(space)} for a space` : ''
      yield [`escaped: ${escaped.join(' ')}${spaced}`, write((text) => component(text).replaceAll(' ', space)), 'alone']
    }
  }
}

/** A query or a form with every choice of what is escaped. */
export function* halfRespelledFields(text: string): Generator<Form> {
  const raw = rawFieldsOf(text)
  if (arePlainFields(raw) || text.length > maxLength || raw.length > maxComponents) return
  for (const plus of plusesOf(text)) {
    const fields = decodedFields(raw, plus)
    const plain = fields.map(({ name, value = '' }) => name + value).join('')
    const forms = everyChoice(plain, (component) => fieldsText(fields, { name: component, value: component }))
    for (const [detail, written, rare] of forms) yield [detail + plusWords[plus], written, rare]
  }
}

function* halfRespelledPaths(path: string): Generator<Form> {
  const raw = path.split('/')
  if (isPlainPath(path) || path.length > maxLength || raw.length > maxComponents) return
  for (const plus of plusesOf(path).toReversed()) {
    const segments = raw.map((segment) => decoded(segment, plus))
    const forms = everyChoice(segments.join(''), (component) => segments.map(component).join('/'))
    for (const [detail, written, rare] of forms) yield [detail + plusWords[plus], written, rare]
  }
}

/** More segments have too many runs. */
const maxSegments = 10

/**
 * Some segments that follow one another as a single one, by each encoder: the slashes between them were signed as escapes, and
 * a proxy or a library decoded them.
 */
function* slashesEscaped(path: string): Generator<Form> {
  const segments = path.split('/').map((segment) => decoded(segment, 'a plus sign'))
  if (path.length > maxLength || segments.length > maxSegments) return
  const escaping = encoders.filter(({ isUsual: isOften, encode: write }) => isOften && write('/') !== '/')
  for (const { name, encode: write } of isPlainPath(path) ? escaping.slice(0, 1) : escaping)
    for (let from = 1; from < segments.length - 1; from++)
      for (let to = from + 2; to <= segments.length; to++) {
        const run = write(segments.slice(from, to).join('/'))
        const written = [...segments.slice(0, from).map(write), run, ...segments.slice(to).map(write)].join('/')
        const detail = `slashes ${from + 1} to ${to - 1} as escapes, each segment by ${name}`
        yield [detail, written, 'alone']
        yield [`${detail}, in lower case`, written.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()), 'alone']
      }
}

/** The forms of the path and of the query, as forms of the target. */
const ofPath = (forms: Iterable<Form>, query: string): ReadonlyArray<Form> =>
  Array.from(forms, ([detail, text, rare]) => [`the path: ${detail}`, text + query, rare])

const ofQuery = (forms: Iterable<Form>, path: string): ReadonlyArray<Form> =>
  Array.from(forms, ([detail, text, rare]) => [`the query: ${detail}`, `${path}?${text}`, rare])

const isUsual = ([, , rare]: Form): boolean => rare === undefined

/** The target with its path or its query as usual encoders write it. */
export const respelledTargets = (target: string): ReadonlyArray<Form> => {
  const [path, query] = split(target)
  return [
    ...ofPath(respelledPaths(path, usualEncoders), query),
    ...(query === '' ? [] : ofQuery(respelledFields(query.slice(1), usualEncoders), path)),
  ]
}

/** The same by rare encoders, by one for the path and another for the query, and with every choice of what is escaped. */
export function* rarelyRespelledTargets(target: string): Generator<Form> {
  const [path, query] = split(target)
  const paths = [...respelledPaths(path)]
  const queries = query === '' ? [] : [...respelledFields(query.slice(1))]
  const isRare = (form: Form): boolean => !isUsual(form)
  yield* ofPath(paths.filter(isRare), query)
  yield* ofQuery(queries.filter(isRare), path)
  for (const [first, pathText] of firstOfEach(paths, path))
    for (const [second, queryText] of firstOfEach(queries, query.slice(1)))
      yield [`the path: ${first}; the query: ${second}`, `${pathText}?${queryText}`, 'alone']
  yield* ofPath(halfRespelledPaths(path), query)
  yield* ofPath(slashesEscaped(path), query)
  yield* ofPath(pathsWithMixedPluses(path), query)
  if (query === '') return
  yield* ofQuery(halfRespelledFields(query.slice(1)), path)
  yield* ofQuery(fieldsWithMixedPluses(query.slice(1)), path)
}

/** The first form of each other text. */
const firstOfEach = (forms: ReadonlyArray<Form>, sent: string): ReadonlyArray<Form> => {
  const byText = new Map(forms.toReversed().map((form) => [form[1], form]))
  byText.delete(sent)
  return [...byText.values()].toReversed()
}
