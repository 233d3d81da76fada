/**
 * Components that were decoded or encoded once too often before they were signed: all of them or one alone, the names or the values
 * alone, by every encoder. `/a/10%2B2.jpg` becomes `/a/10%202.jpg` where its plus sign was taken for a space, and `t=a+b` becomes
 * `t=a%2Bb`. The equals sign of an empty parameter may count as part of its name: `t=` becomes `t%3D=`. Also fields that were both
 * sorted and written by another encoder.
 */

import { distinct } from './distinct.ts'
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
  rawFieldsOf,
  valuesWritten,
} from './fields.ts'
import { decode, decodeForm, splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** Longer texts, and texts of more components, are left alone. */
const maxLength = 2048
const maxComponents = 12

type Writer = readonly [name: string, write: (component: string) => string]

const same = (component: string): string => component
const unwritten: Writer = ['by no encoder', same]
const writerOf = ({ name: encoderName, encode }: Encoder): Writer => [`by ${encoderName}`, encode]
const everyWriter: ReadonlyArray<Writer> = [unwritten, ...encoders.map(writerOf)]
const usualWriters: ReadonlyArray<Writer> = [unwritten, ...encoders.filter(({ isUsual }) => isUsual).map(writerOf)]
const twiceWriters = encoders.map(
  ({ name: encoderName, encode }): Writer => [`twice by ${encoderName}`, (component) => encode(encode(component))],
)

/** By their names, ways to decode a component. */
type Readings = Readonly<Record<string, (raw: string) => string>>

/** Wrong ways to decode a component: not at all, or once too often. */
const tooOften: Readings = {
  'as it was sent': same,
  'decoded, and + as a space afterwards': (raw) => decode(raw).replaceAll('+', ' '),
  'decoded twice': (raw) => decode(decode(raw)),
  'decoded twice, + as a space': (raw) => decode(decodeForm(raw)),
  'decoded, and then as of a form': (raw) => decodeForm(decode(raw)),
  'decoded twice as of a form': (raw) => decodeForm(decodeForm(raw)),
}

/** Right ways to decode a component, which are wrong only if one component alone is decoded so. */
const decodedOnce: Readings = {
  decoded: (raw) => decodeComponent(raw, 'a plus sign'),
  'decoded, + as a space': (raw) => decodeComponent(raw, 'a space'),
}

/** Components that were decoded and encoded again, and how. */
interface Recoding {
  readonly detail: string
  readonly components: ReadonlyArray<string>
}

/**
 * The components decoded by each reading, and encoded by each writer. A reading is skipped if it decodes these components like one
 * before it: most do, and all its forms would be texts that were made. `seen` keeps what was decoded.
 */
function* recode(
  raw: ReadonlyArray<string>,
  readings: Readings,
  writers: ReadonlyArray<Writer>,
  seen: Set<string> = new Set(),
): Generator<Recoding> {
  for (const [readingName, decodeAs] of Object.entries(readings)) {
    const decoded = raw.map(decodeAs)
    const key = JSON.stringify(decoded)
    if (seen.has(key)) continue
    seen.add(key)
    for (const [writerName, write] of writers)
      yield {
        detail: `${readingName}, then ${writerName}`,
        components: decoded.map((component) => (isPlainComponent(component) ? component : write(component))),
      }
  }
}

/** Each component in turn decoded and encoded again, the others as they were sent. `write` puts a component into the text. */
function* oneByOne(
  components: ReadonlyArray<string>,
  write: (index: number, component: string) => string,
): Generator<Form> {
  for (const [index, raw] of components.entries()) {
    if (isPlainComponent(raw)) continue
    for (const { detail, components: recoded } of recode([raw], { ...tooOften, ...decodedOnce }, usualWriters))
      yield [`component ${index + 1} alone ${detail}`, write(index, recoded[0] as string)]
  }
}

/** Components that are decoded, and encoded twice by one encoder. */
const twiceEncoded = (raw: ReadonlyArray<string>): Iterable<Recoding> => recode(raw, decodedOnce, twiceWriters)

/** All recodings of names, of values, or of both. */
function* everyRecoding(raw: ReadonlyArray<string>): Generator<Recoding> {
  const seen = new Set<string>()
  yield* recode(raw, tooOften, everyWriter, seen)
  yield* twiceEncoded(raw)
  // components.ts has the forms in which one encoder wrote both names and values.
  for (const { detail, components } of recode(raw, decodedOnce, everyWriter, seen))
    yield { detail: `alone ${detail}`, components }
}

/** If more parameters are empty, only all of them and each alone are tried. */
const maxEmpty = 5

/** Fields in which some empty parameters have this sign at the end of their names. */
const withSign = (
  raw: ReadonlyArray<Field>,
  chosen: ReadonlyArray<number>,
  sign: string,
  isValueKept: boolean,
): ReadonlyArray<Field> =>
  raw.map((field, i) => {
    if (!chosen.includes(i)) return field
    const signedName = field.name + sign
    return isValueKept ? { name: signedName, value: '' } : { name: signedName }
  })

/** The equals sign of empty parameters as part of their names, and escaped as such, with another equals sign after it or without. */
function* equalsInNames(raw: ReadonlyArray<Field>): Generator<Form> {
  const empty = raw.flatMap((field, i) => (field.value === '' ? [i] : []))
  const choices = empty.length > maxEmpty ? [empty, ...empty.map((i) => [i])] : subsets(empty)
  for (const chosen of choices.filter(({ length }) => length > 0))
    for (const isValueKept of [true, false]) {
      const detail = `${chosen.length} equals signs within names${isValueKept ? '' : ', no equals sign after the names'}`
      for (const sign of ['%3D', '%3d'])
        yield [`${detail}, written ${sign}`, joinFields(withSign(raw, chosen, sign, isValueKept), asSent)]
      const fields = decodeFields(withSign(raw, chosen, '=', isValueKept), 'a space')
      for (const { name: encoderName, encode } of chosen.length < empty.length ? [] : encoders)
        yield [`${detail}, by ${encoderName}`, joinFields(fields, { name: encode, value: encode })]
    }
  // The reverse: a name with an escaped equals sign was sent.
  const hasEscapedSign = (field: Field): boolean => (field.value ?? '') === '' && /%3D$/i.test(field.name)
  const withoutSigns = raw.map(
    (field): Field => ((field.value ?? '') === '' ? { name: field.name.replace(/%3D$/i, ''), value: '' } : field),
  )
  if (raw.some(hasEscapedSign)) yield ['equals signs behind their names', joinFields(withoutSigns, asSent)]
}

/** Writes names and values as they were sent. */
const asSent = { name: same, value: same }

/** All forms of a path. */
function* everyPath(path: string): Generator<Form> {
  const segments = path.split('/')
  if (isPlainPath(path) || path.length > maxLength || segments.length > maxComponents) return
  for (const recodings of [recode(segments, tooOften, everyWriter), twiceEncoded(segments)])
    for (const { detail, components } of recodings) yield [`each segment ${detail}`, components.join('/')]
  if (segments.filter((segment) => !isPlainComponent(segment)).length < 2) return
  yield* oneByOne(segments, (index, component) => segments.with(index, component).join('/'))
}

/** All forms of a query or a form. */
function* everyField(query: string): Generator<Form> {
  const raw = rawFieldsOf(query)
  if (query.length > maxLength || raw.length > maxComponents) return
  yield* equalsInNames(raw)
  if (arePlainFields(raw)) return
  const names = raw.map((field) => field.name)
  const values = valuesWritten(raw, same)
  const plainValues = values.map((fieldValue = '') => fieldValue)
  for (const { detail, components } of everyRecoding([...names, ...plainValues])) {
    const writtenNames = components.slice(0, raw.length)
    const writtenValues = values.map((fieldValue, i) => fieldValue && components[raw.length + i])
    yield [`each value ${detail}`, joinWritten(names, writtenValues)]
    yield [`each name ${detail}`, joinWritten(writtenNames, values)]
    yield [`each name and value ${detail}`, joinWritten(writtenNames, writtenValues)]
  }
  if (plainValues.filter((fieldValue) => !isPlainComponent(fieldValue)).length < 2) return
  yield* oneByOne(plainValues, (index, fieldValue) => joinWritten(names, values.with(index, fieldValue)))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const arrangements: Readonly<Record<string, (fields: ReadonlyArray<Field>) => ReadonlyArray<Field>>> = {
  'sorted by name': (fields) => fields.toSorted((a, b) => compare(a.name, b.name)),
  'sorted by name and value': (fields) =>
    fields.toSorted((a, b) => compare(a.name, b.name) || compare(a.value ?? '', b.value ?? '')),
  reversed: (fields) => fields.toReversed(),
}

/** Whether only the order of the fields differs. Another mistake has those forms. */
const isReordered = (written: string, unchanged: string): boolean =>
  written.length === unchanged.length &&
  written.split('&').toSorted().join('&') === unchanged.split('&').toSorted().join('&')

/** The fields both in another order and by another encoder. */
export function* sortedFields(query: string): Generator<Form> {
  const raw = rawFieldsOf(query)
  if (arePlainFields(raw) || query.length > maxLength || raw.length < 2 || raw.length > maxComponents) return
  for (const plus of query.includes('+') ? (['a space', 'a plus sign'] as const) : (['a space'] as const)) {
    const fields = decodeFields(raw, plus)
    for (const [order, arrange] of Object.entries(arrangements))
      for (const [writerName, write] of everyWriter)
        for (const [suffix, nameWriter] of [
          ['', write],
          [', values alone', same],
        ] as const) {
          const written = joinFields(arrange(fields), { name: nameWriter, value: write })
          const detail = `${order}, ${writerName}${plus === 'a space' ? '' : ', + kept'}${suffix}`
          if (!isReordered(written, query)) yield [detail, written]
        }
  }
}

const limits = { forms: 900 }

/** A query or a form whose components were decoded or encoded once too often. */
export const recodedFields = (query: string): Iterable<Form> => distinct([query], limits, everyField(query))

function* everyTarget(target: string): Generator<Form> {
  const [path, query] = splitTarget(target)
  for (const [detail, written] of everyPath(path)) yield [`the path: ${detail}`, written + query]
  if (query === '') return
  for (const [detail, written] of everyField(query.slice(1))) yield [`the query: ${detail}`, `${path}?${written}`]
  for (const [detail, written] of sortedFields(query.slice(1))) yield [`the query: ${detail}`, `${path}?${written}`]
}

/** The target whose path or query was decoded or encoded once too often, or whose query was sorted and encoded by another encoder. */
export const recodedTargets = (target: string): Iterable<Form> => distinct([target], limits, everyTarget(target))
