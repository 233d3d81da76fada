/**
 * The lists, truth values and numbers of a query or a form as other libraries write them: `ids=1&ids=2` may have been signed as
 * `ids[]=1&ids[]=2` or `ids=1,2`, and `dry=true` as `dry=True`. Every text keeps the escapes that were sent.
 */
import { rarely } from './distinct.ts'
import { type Field, fieldsText, rawFieldsOf } from './fields.ts'
import { decode } from './percent.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

const same = (text: string): string => text
const textOf = (fields: ReadonlyArray<Field>): string => fieldsText(fields, { name: same, value: same })

/** A field with all values of its name; one that is no list has one value, or none. */
interface Group {
  readonly name: string
  readonly values: ReadonlyArray<string | undefined>
  readonly isList: boolean
}

/** The brackets of a list behind its name, escaped or not. */
const brackets = /(?:\[\d*\]|%5B\d*%5D)$/i

/** A comma between two items of a list, escaped or not. */
const comma = /,|%2C/i

/** The fields by name, each where its name stands first. */
const groupsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<Group> => {
  const byName = new Map<string, ReadonlyArray<Field>>()
  for (const field of fields) {
    const name = field.name.replace(brackets, '')
    byName.set(name, [...(byName.get(name) ?? []), field])
  }
  return Array.from(byName, ([name, some]) => ({
    name,
    values: some.map(({ value }) => value),
    isList: some.length > 1 || some.some((field) => field.name !== name),
  }))
}

type Spelling = (name: string, values: ReadonlyArray<string | undefined>) => ReadonlyArray<Field>

const field = (name: string, value: string | undefined): Field => (value === undefined ? { name } : { name, value })

const eachNamed =
  (suffix: (index: number) => string): Spelling =>
  (name, values) =>
    values.map((value, i) => field(name + suffix(i), value))

const joined =
  (between: string, start = '', end = ''): Spelling =>
  (name, values) => [{ name, value: start + values.map((value = '') => value).join(between) + end }]

const jsonArray = (item: (text: string) => string, start: string, between: string, end: string): Spelling => {
  const list = joined(between, start, end)
  return (name, values) =>
    list(
      name,
      values.map((value = '') => item(value)),
    )
}

const listSpellings: Readonly<Record<string, Spelling>> = {
  'the name again for each item': eachNamed(() => ''),
  'name[] for each item': eachNamed(() => '[]'),
  'name[0], name[1] and so on': eachNamed((i) => `[${i}]`),
  'name[] for each item, escaped': eachNamed(() => '%5B%5D'),
  'name[0], name[1] and so on, escaped': eachNamed((i) => `%5B${i}%5D`),
  'items joined by commas': joined(','),
  'items joined by escaped commas': joined('%2C'),
  'items joined by escaped commas and spaces': joined('%2C+'),
  'items joined by |': joined('|'),
  'items joined by escaped |': joined('%7C'),
  'items joined by spaces': joined('+'),
  'items joined by escaped spaces': joined('%20'),
  'name.0, name.1 and so on': eachNamed((i) => `.${i}`),
  'items in brackets': joined(',', '[', ']'),
  'the last item alone': (name, values) => values.slice(-1).map((value) => field(name, value)),
  'the first item alone': (name, values) => values.slice(0, 1).map((value) => field(name, value)),
}

/** Spellings that few callers use. */
const rareSpellings: Readonly<Record<string, Spelling>> = {
  'a JSON array': jsonArray((item) => `"${item}"`, '[', ',', ']'),
  'a JSON array, escaped': jsonArray((item) => `%22${item}%22`, '%5B', '%2C', '%5D'),
  'a JSON array, its commas not escaped': jsonArray((item) => `%22${item}%22`, '%5B', ',', '%5D'),
  'a JSON array, its quotation marks escaped': jsonArray((item) => `%22${item}%22`, '[', ',', ']'),
  'a JSON array of numbers, escaped': jsonArray(same, '%5B', '%2C', '%5D'),
  'a list of Python': jsonArray((item) => `'${item}'`, '[', ', ', ']'),
  'a list of Python, escaped': jsonArray((item) => `%27${item}%27`, '%5B', '%2C+', '%5D'),
  'a list of Python, escaped, %20': jsonArray((item) => `%27${item}%27`, '%5B', '%2C%20', '%5D'),
  'items in brackets, spaces between them (Go)': joined('+', '%5B', '%5D'),
  'items in braces (PostgreSQL)': joined(',', '{', '}'),
  'items joined by semicolons': joined(';'),
  'items joined by escaped semicolons': joined('%3B'),
  'items joined by commas and spaces': joined(', '),
  'items joined by line feeds': joined('%0A'),
  'items joined by nothing': joined(''),
  'Array (PHP)': (name) => [{ name, value: 'Array' }],
}

/** The items of a JSON array in a value, or of a list as Python prints it, each escaped again. */
const itemsWithin = (value: string | undefined): ReadonlyArray<string> | undefined => {
  const text = decode((value ?? '').replaceAll('+', ' '))
  const [, inner] = /^\[(.+)\]$/s.exec(text) ?? []
  if (inner === undefined) return undefined
  const items = inner.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,"']+/g) ?? []
  return items.map((item) => encodeURIComponent(item.replace(/^(["'])(.*)\1$/s, '$2')))
}

/** Lists that few callers write, and lists that stand in brackets. */
function* rareLists(fields: ReadonlyArray<Field>): Generator<Form> {
  const inBrackets = fields.map(({ name, value }): Group => {
    const items = itemsWithin(value)
    return items === undefined ? { name, values: [value], isList: false } : { name, values: items, isList: true }
  })
  const atCommas = fields.map(
    (one): Group => (comma.test(one.value ?? '') ? apart(one) : { name: one.name, values: [one.value], isList: false }),
  )
  const readings: ReadonlyArray<readonly [says: string, groups: ReadonlyArray<Group>]> = [
    ['', groupsOf(fields)],
    [', apart at their commas', atCommas],
    [', out of brackets', inBrackets],
  ]
  for (const [says, groups] of readings)
    for (const [detail, spelling] of groups.some(({ isList }) => isList)
      ? Object.entries(says === ', out of brackets' ? { ...listSpellings, ...rareSpellings } : rareSpellings)
      : [])
      yield [
        `lists: ${detail}${says}`,
        textOf(
          groups.flatMap(({ name, values, isList }) =>
            isList ? spelling(name, values) : values.map((value) => field(name, value)),
          ),
        ),
      ]
}

/** A list in one field, its items apart. */
const apart = ({ name, value = '' }: Field): Group => ({ name, values: value.split(comma), isList: true })

/** The lists of the fields in each spelling, whether each item has a field of its own or commas join them. */
function* lists(fields: ReadonlyArray<Field>): Generator<Form> {
  const groups = groupsOf(fields)
  const readings: ReadonlyArray<readonly [says: string, groups: ReadonlyArray<Group>]> = [
    ['', groups],
    [
      ', apart at their commas',
      fields.map((one) =>
        comma.test(one.value ?? '') ? apart(one) : { name: one.name, values: [one.value], isList: false },
      ),
    ],
  ]
  for (const [says, some] of readings)
    for (const [detail, spelling] of some.some(({ isList }) => isList) ? Object.entries(listSpellings) : []) {
      const written = some.flatMap(({ name, values, isList }) =>
        isList ? spelling(name, values) : values.map((value) => field(name, value)),
      )
      yield [`lists: ${detail}${says}`, textOf(written)]
    }
}

/** What languages print for one value, in each set one spelling. */
const scalars: ReadonlyArray<ReadonlyArray<string>> = [
  ['true', 'True', 'TRUE', '1', 'yes', 'on', 't'],
  ['false', 'False', 'FALSE', '0', 'no', 'off', '', 'f'],
  ['null', 'None', 'NULL', 'nil', 'undefined', '', 'Null'],
]

const isWord = (value: string | undefined): boolean => /^[A-Za-z]+$/.test(value ?? '')

/** The other spellings of a value. */
const othersOf = (value: string | undefined): ReadonlyArray<string> => [
  ...new Set(scalars.filter((set) => value !== undefined && set.includes(value)).flat()),
]

/** More such values have too many choices. */
const maxScalars = 4

/** Truth values and nothing, in some of the fields; then numbers. */
function* scalarsRespelled(fields: ReadonlyArray<Field>): Generator<Form> {
  const places = fields.flatMap(({ value }, i) => (othersOf(value).length > 0 ? [i] : []))
  for (const some of places.length > maxScalars ? [places] : subsets(places))
    for (const [row, set] of scalars.entries())
      for (const spelled of set) {
        const isMeant = (value: string | undefined, i: number): boolean =>
          some.includes(i) && value !== undefined && set.includes(value)
        const written = fields.map((one, i) => (isMeant(one.value, i) ? { ...one, value: spelled } : one))
        yield [
          `${some.map((i) => fields[i]?.name).join(', ')} as ${spelled || 'nothing'} (${row + 1})`,
          textOf(written),
        ]
      }
  yield ['truth values as 1 and 0', textOf(valuesBy(fields, { true: '1', false: '0' }))]
  yield ['truth values as True and False', textOf(valuesBy(fields, { true: 'True', false: 'False' }))]
}

const valuesBy = (fields: ReadonlyArray<Field>, by: Readonly<Record<string, string>>): ReadonlyArray<Field> =>
  fields.map((one) =>
    one.value !== undefined && Object.hasOwn(by, one.value) ? { ...one, value: by[one.value] as string } : one,
  )

const numbers: ReadonlyArray<readonly [detail: string, of: (value: string) => string | undefined]> = [
  ['whole numbers with .0', (value) => (/^-?\d{1,15}$/.test(value) ? `${value}.0` : undefined)],
  ['numbers without .0', (value) => /^(-?\d+)\.0+$/.exec(value)?.[1]],
  ['fractions without zeros at the end', (value) => /^(-?\d+\.\d*?[1-9])0+$/.exec(value)?.[1]],
  ['two decimals', (value) => (/^-?\d+\.\d+$/.test(value) ? Number(value).toFixed(2) : undefined)],
  ['values in quotation marks', (value) => `"${value}"`],
  ['values in escaped quotation marks', (value) => `%22${value}%22`],
]

function* numbersRespelled(fields: ReadonlyArray<Field>): Generator<Form> {
  for (const [detail, of] of numbers)
    yield [
      detail,
      textOf(fields.map((one) => (one.value === undefined ? one : { ...one, value: of(one.value) ?? one.value }))),
    ]
}

/** Fields without a value, left out; and names as PHP reads them. */
function* namesRespelled(fields: ReadonlyArray<Field>): Generator<Form> {
  const full = fields.filter(({ value = '' }) => value !== '')
  yield ['empty fields left out', textOf(full)]
  const nothings = ['', 'null', 'undefined', 'None']
  yield ['empty and null fields left out', textOf(fields.filter(({ value = '' }) => !nothings.includes(value)))]
  yield ['fields of no value and 0 left out (array_filter of PHP)', textOf(full.filter(({ value }) => value !== '0'))]
  // Sorted alone is the order of the fields, which another mistake names.
  if (full.length < fields.length)
    yield ['empty fields left out, sorted', textOf(full.toSorted((a, b) => (a.name < b.name ? -1 : 1)))]
  yield [
    'the last field of each name',
    textOf(groupsOf(fields).flatMap(({ name, values }) => [field(name, values.at(-1))])),
  ]
  // Other names keep their escapes: where only those differ, another mistake says so.
  const underscored = (name: string): string => {
    const plain = decode(name.replaceAll('+', ' '))
    return /[. ]/.test(plain) ? plain.replace(/[. ]/g, '_') : name
  }
  yield [
    'names with _ for dots and spaces (PHP)',
    textOf(fields.map((one) => ({ ...one, name: underscored(one.name) }))),
  ]
}

/** More fields have too many forms. */
const maxFields = 36

/** Escapes apart, this is the same text. */
const isSpelledAlike = (a: string, b: string): boolean =>
  decode(a.replaceAll('+', ' ')) === decode(b.replaceAll('+', ' '))

function* everyForm(fields: ReadonlyArray<Field>): Generator<Form> {
  yield* lists(fields)
  const isUsual = fields.some(({ value }) => isWord(value) && othersOf(value).length > 0)
  if (isUsual) yield* scalarsRespelled(fields)
  else yield* rarely('alone', scalarsRespelled(fields))
  yield* rarely('alone', rareLists(fields))
  yield* rarely('alone', numbersRespelled(fields))
  yield* rarely('alone', namesRespelled(fields))
}

/**
 * The fields of a query or a form with their lists and values in other spellings; the rare ones come last. Where only the
 * escapes differ, another mistake says so.
 */
export function* respelledValues(text: string): Generator<Form> {
  const fields = rawFieldsOf(text)
  if (text === '' || fields.length > maxFields) return
  for (const form of everyForm(fields)) if (!isSpelledAlike(form[1], text)) yield form
}
