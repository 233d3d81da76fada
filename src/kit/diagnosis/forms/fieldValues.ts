/**
 * The lists, truth values and numbers of a query or a form as other libraries write them: `ids=1&ids=2` may have been signed as
 * `ids[]=1&ids[]=2` or `ids=1,2`, and `dry=true` as `dry=True`. Every form keeps the escapes that were sent.
 */

import type { Telling } from '../Telling.ts'
import { withRarity } from './distinct.ts'
import { type Field, joinFields, rawFieldsOf } from './fields.ts'
import { inFields, otherLineEnds } from './lineEnds.ts'
import { missingTexts } from './missingValues.ts'
import { erlang, floatForms, writeDouble } from './numberText.ts'
import { decodeForm } from './percent.ts'
import { printedFields } from './printedFields.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

const asSent = (component: string): string => component
const queryOf = (fields: ReadonlyArray<Field>): string => joinFields(fields, { name: asSent, value: asSent })

// ---- Lists

/** All fields of one name. A group that is no list has one item, which is undefined if the field has no value. */
interface Group {
  readonly label: string
  readonly items: ReadonlyArray<string | undefined>
  readonly isList: boolean
}

const single = (field: Field): Group => ({ label: field.name, items: [field.value], isList: false })

/** The brackets of a list after its name, escaped or not. */
const brackets = /(?:\[\d*\]|%5B\d*%5D)$/i

/** A comma between two items of a list, escaped or not. */
const comma = /,|%2C/i

/** The fields grouped by name, each group where its first field is. */
const groupsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<Group> => {
  const byLabel = new Map<string, ReadonlyArray<Field>>()
  for (const field of fields) {
    const label = field.name.replace(brackets, '')
    byLabel.set(label, [...(byLabel.get(label) ?? []), field])
  }
  return Array.from(byLabel, ([label, grouped]) => ({
    label,
    items: grouped.map((field) => field.value),
    isList: grouped.length > 1 || grouped.some((field) => field.name !== label),
  }))
}

/** Writes a list as fields. */
type ListWriter = (label: string, items: Group['items']) => ReadonlyArray<Field>

const fieldOf = (label: string, item: string | undefined): Field =>
  item === undefined ? { name: label } : { name: label, value: item }

/** A field for each item. */
const eachItem =
  (suffix: (index: number) => string): ListWriter =>
  (label, items) =>
    items.map((item, i) => fieldOf(label + suffix(i), item))

/** One field that holds all items. */
const joined =
  (separator: string, opening = '', closing = ''): ListWriter =>
  (label, items) => [{ name: label, value: opening + items.map((item) => item ?? '').join(separator) + closing }]

const jsonArray = (
  quote: (item: string) => string,
  opening: string,
  separator: string,
  closing: string,
): ListWriter => {
  const writeList = joined(separator, opening, closing)
  return (label, items) => {
    const quoted = items.map((item) => quote(item ?? ''))
    return writeList(label, quoted)
  }
}

const listWriters: Readonly<Record<string, ListWriter>> = {
  'the name again for each item': eachItem(() => ''),
  'name[] for each item': eachItem(() => '[]'),
  'name[0], name[1] and so on': eachItem((i) => `[${i}]`),
  'name[] for each item, escaped': eachItem(() => '%5B%5D'),
  'name[0], name[1] and so on, escaped': eachItem((i) => `%5B${i}%5D`),
  'items joined by commas': joined(','),
  'items joined by escaped commas': joined('%2C'),
  'items joined by escaped commas and spaces': joined('%2C+'),
  'items joined by |': joined('|'),
  'items joined by escaped |': joined('%7C'),
  'items joined by spaces': joined('+'),
  'items joined by escaped spaces': joined('%20'),
  'name.0, name.1 and so on': eachItem((i) => `.${i}`),
  'items in brackets': joined(',', '[', ']'),
  'the last item alone': (label, items) => items.slice(-1).map((item) => fieldOf(label, item)),
  'the first item alone': (label, items) => items.slice(0, 1).map((item) => fieldOf(label, item)),
}

/** Few callers write these lists. */
const rareListWriters: Readonly<Record<string, ListWriter>> = {
  'a JSON array': jsonArray((item) => `"${item}"`, '[', ',', ']'),
  'a JSON array, escaped': jsonArray((item) => `%22${item}%22`, '%5B', '%2C', '%5D'),
  'a JSON array, its commas not escaped': jsonArray((item) => `%22${item}%22`, '%5B', ',', '%5D'),
  'a JSON array, its quotation marks escaped': jsonArray((item) => `%22${item}%22`, '[', ',', ']'),
  'a JSON array of numbers, escaped': jsonArray(asSent, '%5B', '%2C', '%5D'),
  'a list of Java': joined(', ', '[', ']'),
  'a list of Java, escaped': joined('%2C%20', '%5B', '%5D'),
  'a list of Java, escaped, +': joined('%2C+', '%5B', '%5D'),
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
  'Array (PHP)': (label) => [{ name: label, value: 'Array' }],
}

/** The items of a JSON array or a printed list of Python in a value, each escaped again. Undefined for any other value. */
const itemsInBrackets = (fieldValue: string | undefined): ReadonlyArray<string> | undefined => {
  const plain = decodeForm(fieldValue ?? '')
  const [, inner] = /^\[(.+)\]$/s.exec(plain) ?? []
  if (inner === undefined) return undefined
  const items = inner.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,"']+/g) ?? []
  return items.map((item) => encodeURIComponent(item.replace(/^(["'])(.*)\1$/s, '$2')))
}

/** A field whose value has commas, as a list. */
const splitAtCommas = (field: Field): Group =>
  comma.test(field.value ?? '')
    ? { label: field.name, items: (field.value ?? '').split(comma), isList: true }
    : single(field)

/** A field whose value is a list in brackets, as a list. */
const splitBrackets = (field: Field): Group => {
  const items = itemsInBrackets(field.value)
  return items === undefined ? single(field) : { label: field.name, items, isList: true }
}

/** The fields with each of their lists by each of these writers. `suffix` says how the lists were read. */
function* writtenLists(
  groups: ReadonlyArray<Group>,
  suffix: string,
  writers: Readonly<Record<string, ListWriter>>,
): Generator<Form> {
  if (!groups.some(({ isList }) => isList)) return
  for (const [detail, writeList] of Object.entries(writers)) {
    const fields = groups.flatMap(({ label, items, isList }) =>
      isList ? writeList(label, items) : items.map((item) => fieldOf(label, item)),
    )
    yield [`lists: ${detail}${suffix}`, queryOf(fields)]
  }
}

const atCommas = ', apart at their commas'

/** Lists as most callers write them, whether each item was sent in a field of its own or commas join them. */
function* usualLists(fields: ReadonlyArray<Field>): Generator<Form> {
  yield* writtenLists(groupsOf(fields), '', listWriters)
  yield* writtenLists(fields.map(splitAtCommas), atCommas, listWriters)
}

/** Lists as few callers write them, and any lists that were sent in brackets. */
function* rareLists(fields: ReadonlyArray<Field>): Generator<Form> {
  yield* writtenLists(groupsOf(fields), '', rareListWriters)
  yield* writtenLists(fields.map(splitAtCommas), atCommas, rareListWriters)
  const everyWriter = { ...listWriters, ...rareListWriters }
  yield* writtenLists(fields.map(splitBrackets), ', out of brackets', everyWriter)
}

// ---- Truth values and numbers

/** Each row: the spellings of one value in various languages. */
const scalars: ReadonlyArray<ReadonlyArray<string>> = [
  ['true', 'True', 'TRUE', '1', 'yes', 'on', 't'],
  ['false', 'False', 'FALSE', '0', 'no', 'off', '', 'f'],
  ['null', 'None', 'NULL', 'nil', 'undefined', '', 'Null'],
]

const isWord = (fieldValue: string | undefined): boolean => /^[A-Za-z]+$/.test(fieldValue ?? '')

/** Whether the value has other spellings. */
const isScalar = (fieldValue: string | undefined): boolean =>
  fieldValue !== undefined && scalars.some((spellings) => spellings.includes(fieldValue))

/** More such values have too many choices. */
const maxScalars = 4

/** Truth values and null in other spellings, in some of the fields. */
function* respelledScalars(fields: ReadonlyArray<Field>): Generator<Form> {
  const places = fields.flatMap((field, i) => (isScalar(field.value) ? [i] : []))
  for (const chosen of places.length > maxScalars ? [places] : subsets(places))
    for (const [row, spellings] of scalars.entries())
      for (const spelling of spellings) {
        const respell = (field: Field, i: number): Field => {
          const isChosen = chosen.includes(i) && field.value !== undefined && spellings.includes(field.value)
          return isChosen ? { ...field, value: spelling } : field
        }
        const labels = chosen.map((i) => fields[i]?.name).join(', ')
        yield [`${labels} as ${spelling || 'nothing'} (${row + 1})`, queryOf(fields.map(respell))]
      }
  yield ['truth values as 1 and 0', queryOf(replaceValues(fields, { true: '1', false: '0' }))]
  yield ['truth values as True and False', queryOf(replaceValues(fields, { true: 'True', false: 'False' }))]
}

const replaceValues = (
  fields: ReadonlyArray<Field>,
  replacements: Readonly<Record<string, string>>,
): ReadonlyArray<Field> =>
  fields.map((field) =>
    field.value !== undefined && Object.hasOwn(replacements, field.value)
      ? { ...field, value: replacements[field.value] as string }
      : field,
  )

/** Undefined for a value that is no such number. */
type NumberWriter = (fieldValue: string) => string | undefined

const numberWriters: Readonly<Record<string, NumberWriter>> = {
  'whole numbers with .0': (digits) => (/^-?\d{1,15}$/.test(digits) ? `${digits}.0` : undefined),
  'numbers without .0': (decimal) => /^(-?\d+)\.0+$/.exec(decimal)?.[1],
  'fractions without zeros at the end': (decimal) => /^(-?\d+\.\d*?[1-9])0+$/.exec(decimal)?.[1],
  'two decimals': (decimal) => (/^-?\d+\.\d+$/.test(decimal) ? Number(decimal).toFixed(2) : undefined),
  'values in quotation marks': (fieldValue) => `"${fieldValue}"`,
  'values in escaped quotation marks': (fieldValue) => `%22${fieldValue}%22`,
}

/** Fractions as languages print floating-point numbers: 1.0e-6 for 0.000001. */
const floatWriters: Readonly<Record<string, NumberWriter>> = Object.fromEntries(
  [...Object.values(floatForms).map((form) => (decimal: string) => writeDouble(decimal, form)), erlang].map(
    (write, i) => [
      `fractions with exponents, ${i + 1}`,
      (decimal: string) => (/^-?\d{1,15}\.\d{1,15}$/.test(decimal) ? write(decimal) : undefined),
    ],
  ),
)

function* respelledNumbers(fields: ReadonlyArray<Field>): Generator<Form> {
  for (const [detail, writeNumber] of Object.entries({ ...numberWriters, ...floatWriters })) {
    const respell = (field: Field): Field =>
      field.value === undefined ? field : { ...field, value: writeNumber(field.value) ?? field.value }
    yield [detail, queryOf(fields.map(respell))]
  }
}

// ---- Names without values, and other marks between the fields

/** What languages make of a field without a value: `age` becomes `age=true` in OpenResty. */
const valuesOfNames: ReadonlyArray<string> = ['true', '1', 'True', ...missingTexts('isCommon')]

function* valuesAdded(fields: ReadonlyArray<Field>): Generator<Form> {
  if (!fields.some(({ value }) => value === undefined)) return
  for (const added of valuesOfNames)
    yield [
      `names without a value as =${added}`,
      queryOf(fields.map((field) => (field.value === undefined ? { ...field, value: added } : field))),
    ]
}

/** Marks between fields, where & was sent. */
const otherJoints: Readonly<Record<string, string>> = {
  nothing: '',
  'a semicolon': ';',
  'a comma': ',',
  'a comma with a space': ', ',
  'a vertical bar': '|',
  'a space': ' ',
  'a line feed': '\n',
}

const joinedBy = 'fields joined by '

/** The words for fields that were joined otherwise. */
export const jointTelling = (detail: string): Telling | undefined => {
  if (!detail.startsWith(joinedBy)) return undefined
  const mark = detail.slice(joinedBy.length).replace(sortedToo, '')
  const markEscape = markEscapes[mark]
  return {
    what: `Between the fields, the caller signed ${mark}, where & was sent.${detail.endsWith(sortedToo) ? ' It sorted the fields, too.' : ''}`,
    remedy:
      markEscape === undefined
        ? 'Write the fields once, with & between them. Then sign and send exactly this text.'
        : `Write & between two fields. If ${mark} belongs to a value, write ${markEscape} instead. Then sign and send exactly this text.`,
  }
}

/** A mark that may be data as well, and how a value has it. */
const markEscapes: Readonly<Record<string, string>> = {
  'a semicolon': '%3B',
  'a comma': '%2C',
  'a vertical bar': '%7C',
  'a space': '%20',
}

const sortedToo = ', sorted'

function* otherwiseJoined(fields: ReadonlyArray<Field>): Generator<Form> {
  // A stray & joins no fields, so it is told as such.
  if (fields.filter(({ name, value = '' }) => name !== '' || value !== '').length < 2) return
  const sorted = fields.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const [mark, joint] of Object.entries(otherJoints))
    for (const [suffix, chosen] of [
      ['', fields],
      [sortedToo, sorted],
    ] as const)
      yield [`${joinedBy}${mark}${suffix}`, chosen.map((field) => queryOf([field])).join(joint)]
}

// ---- Names

/** Fields without a value left out, repeated names merged, and names as PHP reads them. */
function* respelledNames(fields: ReadonlyArray<Field>): Generator<Form> {
  const nonEmpty = fields.filter((field) => (field.value ?? '') !== '')
  yield ['empty fields left out', queryOf(nonEmpty)]
  const nothings = ['', 'null', 'undefined', 'None']
  const nonNull = fields.filter((field) => !nothings.includes(field.value ?? ''))
  yield ['empty and null fields left out', queryOf(nonNull)]
  const nonZero = nonEmpty.filter((field) => field.value !== '0')
  yield ['fields without a value and fields with 0 were left out (array_filter of PHP)', queryOf(nonZero)]
  // If no field is empty, only the order of the fields differs, and another mistake has that.
  if (nonEmpty.length < fields.length) {
    const sorted = nonEmpty.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    yield ['empty fields left out, sorted', queryOf(sorted)]
  }
  const lastOfEach = groupsOf(fields).map(({ label, items }) => fieldOf(label, items.at(-1)))
  yield ['the last field of each name', queryOf(lastOfEach)]
  yield* falsyFields(fields)
  const underscored = fields.map((field) => ({ ...field, name: underscore(field.name) }))
  yield ['names with _ for dots and spaces (PHP)', queryOf(underscored)]
  for (const [detail, rename] of Object.entries(otherNames))
    yield [detail, queryOf(fields.map((field) => ({ ...field, name: rename(field.name) })))]
  const unsigned = nonEmpty.filter(({ name }) => !signNames.includes(name.toLowerCase()))
  // A signature that is left out alone is another mistake.
  const sorted = unsigned.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (unsigned.length < nonEmpty.length) {
    if (queryOf(sorted) !== queryOf(unsigned))
      yield ['empty fields and the signature left out, sorted', queryOf(sorted)]
    if (nonEmpty.length < fields.length) yield ['empty fields and the signature left out', queryOf(unsigned)]
  }
}

/** As payment services call the parameters that they do not sign. */
const signNames: ReadonlyArray<string> = ['sign', 'signature', 'sig', 'sign_type', 'signtype']

/** Names as converters between languages write them, and the brackets of nested names as dots. */
const otherNames: Readonly<Record<string, (label: string) => string>> = {
  'names in camelCase': (label) => label.replace(/[_-]([a-z0-9])/g, (_, c: string) => c.toUpperCase()),
  'names in snake_case': (label) => label.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
  'names in kebab-case': (label) =>
    label
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replaceAll('_', '-'),
  'names in PascalCase': (label) => label.replace(/(?:^|[_-])([a-z])/g, (_, c: string) => c.toUpperCase()),
  'nested names with dots': (label) =>
    label.replace(/\[(\w+)\]|%5B(\w+)%5D/gi, (_, a?: string, b?: string) => `.${a ?? b}`),
  'nested names with brackets': (label) => label.replace(/\.(\w+)/g, '[$1]'),
  'nested names with escaped brackets': (label) => label.replace(/\.(\w+)/g, '%5B$1%5D'),
}

/** A nested name: `filter[status]`, with its brackets escaped or not. */
const nestedName = /^([^[\]%]+)(?:\[\w+\]|%5B\w+%5D)+$/i

/** The parameters of a nested object as the text of an object, once for each object. */
function* nestedAsText(fields: ReadonlyArray<Field>): Generator<Form> {
  const rootOf = ({ name }: Field): string | undefined => nestedName.exec(name)?.[1]
  if (!fields.some(rootOf)) return
  for (const text of [
    '[object Object]',
    '%5Bobject+Object%5D',
    '%5Bobject%20Object%5D',
    '[object%20Object]',
    'Array',
  ]) {
    const roots = new Set<string>()
    const written = fields.flatMap((field): ReadonlyArray<Field> => {
      const root = rootOf(field)
      if (root === undefined) return [field]
      if (roots.has(root)) return []
      roots.add(root)
      return [{ name: root, value: text }]
    })
    yield [`nested fields printed as ${text}`, queryOf(written)]
  }
}

/** Values that PHP, JavaScript and Python take for false. */
const falsy: ReadonlyArray<string> = ['0', 'false', 'False', 'null', 'None']

/** More such fields are not changed one by one. */
const maxFalsy = 8

/** A field whose value a program takes for none: it keeps the name alone, the name with `=`, or nothing. */
function* falsyFields(fields: ReadonlyArray<Field>): Generator<Form> {
  const places = fields.flatMap((field, i) => (falsy.includes(field.value ?? 'a value') ? [i] : []))
  for (const i of places.slice(0, maxFalsy)) {
    const { name: label, value = '' } = fields[i] as Field
    const detail = `${label}=${value} treated as missing`
    yield [`${detail}: its name alone`, queryOf(fields.with(i, { name: label }))]
    yield [`${detail}: its name and =`, queryOf(fields.with(i, { name: label, value: '' }))]
    yield [`${detail}: left out`, queryOf(fields.toSpliced(i, 1))]
  }
  if (places.length < 2) return
  const nameAlone = fields.map((field, i) => (places.includes(i) ? { name: field.name } : field))
  yield ['values treated as missing: their names alone', queryOf(nameAlone)]
}

/** A name as PHP reads it. A name without dots and spaces keeps its escapes, for they alone would be another mistake. */
const underscore = (label: string): string => {
  const plain = decodeForm(label)
  return /[. ]/.test(plain) ? plain.replace(/[. ]/g, '_') : label
}

// ---- All forms

/** More fields have too many forms. */
const maxFields = 36

/** Whether the two differ in their escapes alone. */
const isSpelledAlike = (a: string, b: string): boolean => decodeForm(a) === decodeForm(b)

function* everyForm(fields: ReadonlyArray<Field>): Generator<Form> {
  yield* usualLists(fields)
  const hasTruthWord = fields.some((field) => isWord(field.value) && isScalar(field.value))
  if (hasTruthWord) yield* respelledScalars(fields)
  else yield* withRarity('alone', respelledScalars(fields))
  yield* withRarity('alone', rareLists(fields))
  yield* withRarity('alone', respelledNumbers(fields))
  yield* withRarity('alone', valuesAdded(fields))
  yield* withRarity('alone', otherwiseJoined(fields))
  yield* withRarity('alone', otherLineEnds(queryOf(fields), inFields))
  yield* withRarity('alone', respelledNames(fields))
  yield* withRarity('alone', nestedAsText(fields))
  yield* withRarity('alone', printedFields(fields))
}

/**
 * The fields of a query or a form with their lists and values in other spellings. The rare forms come last. A form that differs in its
 * escapes alone belongs to another mistake.
 */
export function* respelledValues(query: string): Generator<Form> {
  const fields = rawFieldsOf(query)
  if (query === '' || fields.length > maxFields) return
  for (const form of everyForm(fields)) if (!isSpelledAlike(form[1], query)) yield form
}
