/**
 * Components that were decoded once too often, or encoded once more, before they were signed: all of them or one alone, the
 * names or the values alone, by every encoder. `/a/10%2B2.jpg` becomes `/a/10%202.jpg` where its plus sign was taken for a
 * space, and `t=a+b` becomes `t=a%2Bb`. The equals sign of an empty parameter may count as a part of its name: `t%3D=`.
 * And fields that were sorted and written by another encoder at once.
 */
import { distinct } from './distinct.ts'
import { encoders } from './encoders.ts'
import {
  arePlainFields,
  decoded,
  decodedFields,
  type Field,
  fieldsText,
  isPlainComponent,
  isPlainPath,
  rawFieldsOf,
} from './fields.ts'
import { decode, split } from './percent.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** In longer texts, or in those of more components, nothing is written anew. */
const maxLength = 2048
const maxComponents = 12

type Writer = readonly [name: string, write: (text: string) => string]

const same = (text: string): string => text
const unwritten: Writer = ['no encoder', same]
const everyWriter: ReadonlyArray<Writer> = [unwritten, ...encoders.map(({ name, encode }): Writer => [name, encode])]
const usualWriters: ReadonlyArray<Writer> = [
  unwritten,
  ...encoders.filter(({ isUsual }) => isUsual).map(({ name, encode }): Writer => [name, encode]),
]

/** What a program takes for the component without its escapes. */
const tooOften: Readonly<Record<string, (raw: string) => string>> = {
  'as it was sent': same,
  'decoded, and + as a space afterwards': (raw) => decode(raw).replaceAll('+', ' '),
  'decoded twice': (raw) => decode(decode(raw)),
  'decoded twice, + as a space': (raw) => decode(decode(raw.replaceAll('+', ' '))),
  'decoded, and then as of a form': (raw) => decode(decode(raw).replaceAll('+', ' ')),
  'decoded twice as of a form': (raw) => decode(decode(raw.replaceAll('+', ' ')).replaceAll('+', ' ')),
}

const once: Readonly<Record<string, (raw: string) => string>> = {
  decoded: (raw) => decoded(raw, 'a plus sign'),
  'decoded, + as a space': (raw) => decoded(raw, 'a space'),
}

/** Each component in turn, the others as they were sent; `write` puts one in its place. */
function* oneByOne(
  components: ReadonlyArray<string>,
  write: (at: number, text: string) => string,
  readings: Readonly<Record<string, (raw: string) => string>>,
): Generator<Form> {
  for (const [at, raw] of components.entries())
    for (const [says, read] of isPlainComponent(raw) ? [] : Object.entries(readings))
      for (const [name, encode] of usualWriters)
        yield [`component ${at + 1} alone ${says}, then by ${name}`, write(at, encode(read(raw)))]
}

/** What is made of one component as it was sent. */
interface Recoding {
  readonly says: string
  readonly write: (raw: string) => string
}

/** Decoded, and encoded twice by one encoder. */
function* twiceEncoded(): Generator<Recoding> {
  for (const [says, read] of Object.entries(once))
    for (const { name, encode } of encoders)
      yield { says: `${says}, then twice by ${name}`, write: (raw) => encode(encode(read(raw))) }
}

function* everyRecoding(): Generator<Recoding> {
  for (const [says, read] of Object.entries(tooOften))
    for (const [name, encode] of everyWriter)
      yield { says: `${says}, then by ${name}`, write: (raw) => encode(read(raw)) }
  yield* twiceEncoded()
  // Both by one encoder are a form of components.ts.
  for (const [says, read] of Object.entries(once))
    for (const [name, encode] of everyWriter)
      yield { says: `alone ${says}, then by ${name}`, write: (raw) => encode(read(raw)) }
}

/** Of more empty parameters all are taken, or each alone. */
const maxEmpty = 5

/** The equals sign of an empty parameter as the end of its name, escaped as that, with another one behind it or without. */
function* equalsInNames(raw: ReadonlyArray<Field>): Generator<Form> {
  const empty = raw.flatMap(({ value }, i) => (value === '' ? [i] : []))
  const choices = empty.length > maxEmpty ? [empty, ...empty.map((i) => [i])] : subsets(empty)
  const within = (some: ReadonlyArray<number>, sign: string, isValueKept: boolean): ReadonlyArray<Field> =>
    raw.map((field, i) => {
      if (!some.includes(i)) return field
      const name = field.name + sign
      return isValueKept ? { name, value: '' } : { name }
    })
  for (const some of choices.filter(({ length }) => length > 0))
    for (const isValueKept of [true, false]) {
      const says = `${some.length} equals signs within names${isValueKept ? '' : ', none behind them'}`
      for (const sign of ['%3D', '%3d'])
        yield [`${says}, written ${sign}`, fieldsText(within(some, sign, isValueKept), { name: same, value: same })]
      const fields = decodedFields(within(some, '=', isValueKept), 'a space')
      for (const { name, encode } of some.length < empty.length ? [] : encoders)
        yield [`${says}, by ${name}`, fieldsText(fields, { name: encode, value: encode })]
    }
  // The other way round: such a name was sent.
  const trimmed = raw.map(
    (field): Field =>
      field.value === undefined || field.value === '' ? { name: field.name.replace(/%3D$/i, ''), value: '' } : field,
  )
  if (raw.some(({ name, value = '' }) => value === '' && /%3D$/i.test(name)))
    yield ['equals signs behind their names', fieldsText(trimmed, { name: same, value: same })]
}

function* everyPath(path: string): Generator<Form> {
  const segments = path.split('/')
  if (isPlainPath(path) || path.length > maxLength || segments.length > maxComponents) return
  for (const [says, read] of Object.entries(tooOften))
    for (const [name, encode] of everyWriter)
      yield [`each segment ${says}, then by ${name}`, segments.map((segment) => encode(read(segment))).join('/')]
  for (const { says, write } of twiceEncoded())
    yield [`each segment ${says}`, segments.map((segment) => write(segment)).join('/')]
  if (segments.filter((segment) => !isPlainComponent(segment)).length < 2) return
  yield* oneByOne(segments, (at, text) => segments.with(at, text).join('/'), { ...tooOften, ...once })
}

function* everyField(text: string): Generator<Form> {
  const raw = rawFieldsOf(text)
  if (text.length > maxLength || raw.length > maxComponents) return
  yield* equalsInNames(raw)
  if (arePlainFields(raw)) return
  for (const { says, write } of everyRecoding()) {
    yield [`each value ${says}`, fieldsText(raw, { name: same, value: write })]
    yield [`each name ${says}`, fieldsText(raw, { name: write, value: same })]
    yield [`each name and value ${says}`, fieldsText(raw, { name: write, value: write })]
  }
  if (raw.filter(({ value = '' }) => !isPlainComponent(value)).length < 2) return
  const withValue = (at: number, value: string): string =>
    fieldsText(raw.with(at, { ...(raw[at] as Field), value }), { name: same, value: same })
  yield* oneByOne(
    raw.map(({ value = '' }) => value),
    withValue,
    { ...tooOften, ...once },
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const orders: Readonly<Record<string, (fields: ReadonlyArray<Field>) => ReadonlyArray<Field>>> = {
  'sorted by name': (fields) => fields.toSorted((a, b) => compare(a.name, b.name)),
  'sorted by name and value': (fields) =>
    fields.toSorted((a, b) => compare(a.name, b.name) || compare(a.value ?? '', b.value ?? '')),
  reversed: (fields) => fields.toReversed(),
}

/** Whether nothing but the order of the fields differs, which another mistake says. */
const isReordered = (written: string, sent: string): boolean =>
  written.split('&').toSorted().join('&') === sent.split('&').toSorted().join('&')

/** The fields in another order and by another encoder at once. */
export function* sortedFields(text: string): Generator<Form> {
  const raw = rawFieldsOf(text)
  if (arePlainFields(raw) || text.length > maxLength || raw.length < 2 || raw.length > maxComponents) return
  for (const plus of text.includes('+') ? (['a space', 'a plus sign'] as const) : (['a space'] as const)) {
    const fields = decodedFields(raw, plus)
    for (const [order, arrange] of Object.entries(orders))
      for (const [name, encode] of everyWriter)
        for (const [says, nameWriter] of [
          ['', encode],
          [', values alone', same],
        ] as const) {
          const written = fieldsText(arrange(fields), { name: nameWriter, value: encode })
          const way = `${order}, by ${name}${plus === 'a space' ? '' : ', + kept'}${says}`
          if (!isReordered(written, text)) yield [way, written]
        }
  }
}

const limits = { forms: 900 }

/** A query or a form. */
export const recodedFields = (text: string): Iterable<Form> => distinct([text], limits, everyField(text))

function* everyTarget(target: string): Generator<Form> {
  const [path, query] = split(target)
  for (const [detail, text] of everyPath(path)) yield [`the path: ${detail}`, text + query]
  if (query === '') return
  for (const [detail, text] of everyField(query.slice(1))) yield [`the query: ${detail}`, `${path}?${text}`]
  for (const [detail, text] of sortedFields(query.slice(1))) yield [`the query: ${detail}`, `${path}?${text}`]
}

/** The target with its path or its query like that. */
export const recodedTargets = (target: string): Iterable<Form> => distinct([target], limits, everyTarget(target))
