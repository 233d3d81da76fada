/**
 * The values of a query or a form, or all of a query, as languages print them where a program puts something else than a string into a
 * string: `q=b'lamp'` of Python, `q=Optional[lamp]` of Java, `?Some(q=lamp)` of Rust, `?{q=lamp}` of a map.
 */
import { type Field, joinFields, rawFieldsOf } from './fields.ts'
import { treeOf } from './jsonText.ts'
import { missingTexts } from './missingValues.ts'
import { decodeForm } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import { printedValues } from './printedValue.ts'
import { pythonText } from './pythonText.ts'
import type { Form } from './Respelling.ts'
import { fillHole, type Template } from './template.ts'
import { optionalWraps } from './wraps.ts'

/** Bytes of Python, values that may be missing, and lists of one item. The likeliest come first. */
const aroundValues: ReadonlyArray<Template> = ["b'…'", ...optionalWraps, "'…'", '<…>', '[…]', "['…']", 'Just "…"', ':…']

/** What languages print for a value that is not there, or is none. */
const nothings: ReadonlyArray<string> = [...missingTexts('isCommon'), '<nil>']

const asWritten = (component: string): string => component
const ofUrl = /^[0-9A-Za-z._~%-]$/
const escapeMarks = (printedText: string): string => percentEncode(printedText, ofUrl)

/** More fields are not printed one by one. */
const maxAlone = 8

/** Which values are printed: all, those that are no numbers, or one. */
const choicesOf = (
  fields: ReadonlyArray<Field>,
): ReadonlyArray<readonly [label: string, indexes: ReadonlyArray<number>]> => {
  const all = fields.flatMap((field, i) => ((field.value ?? '') === '' ? [] : [i]))
  const texts = all.filter((i) => !/^-?\d+(?:\.\d+)?$/.test(fields[i]?.value ?? ''))
  return [
    ['the values', all],
    ...(texts.length === all.length ? [] : [['the values that are no numbers', texts] as const]),
    ...(all.length > maxAlone || all.length < 2 ? [] : all.map((i) => [`value ${i + 1}`, [i]] as const)),
  ]
}

/** Some values as each language prints them, and the same, percent-encoded. */
export function* printedFields(fields: ReadonlyArray<Field>): Generator<Form> {
  for (const [label, chosen] of choicesOf(fields))
    for (const [suffix, escapeValue] of [
      ['', asWritten],
      [', escaped', escapeMarks],
    ] as const) {
      const write = (print: (fieldValue: string) => string): string => {
        const printed = fields.map((field, i) =>
          chosen.includes(i) ? { ...field, value: escapeValue(print(field.value ?? '')) } : field,
        )
        return joinFields(printed, { name: asWritten, value: asWritten })
      }
      for (const wrap of chosen.length === 0 ? [] : aroundValues)
        yield [`${label} printed as ${wrap}${suffix}`, write((value) => fillHole(wrap, value))]
      for (const nothing of chosen.length === 0 ? [] : nothings)
        yield [`${label} printed as ${nothing}${suffix}`, write(() => nothing)]
    }
}

/** How the values of a query are read. */
type Reading = 'texts' | 'lists of texts' | 'numbers'

/** JSON of the fields, each value a text or, as in parsed queries, a list of texts. Numbers have no quotation marks if they are read. */
const jsonOf = (fields: ReadonlyArray<Field>, reading: Reading): string => {
  const valuesByName = new Map<string, ReadonlyArray<string>>()
  for (const { name: fieldName, value = '' } of fields) {
    const label = decodeForm(fieldName)
    valuesByName.set(label, [...(valuesByName.get(label) ?? []), decodeForm(value)])
  }
  const typed = (text = ''): string | number | boolean =>
    reading === 'numbers' && /^(?:0|-?[1-9]\d{0,14}|true|false)$/.test(text) ? (JSON.parse(text) as number) : text
  return JSON.stringify(
    Object.fromEntries(
      Array.from(valuesByName, ([label, values]) => [
        label,
        reading === 'lists of texts' ? values : typed(values.at(-1)),
      ]),
    ),
  )
}

type Pair = readonly [name: string, value: string]

const decodedPairs = (fields: ReadonlyArray<Field>): ReadonlyArray<Pair> =>
  fields.map(({ name, value = '' }) => [decodeForm(name), decodeForm(value)])

/** The fields as the objects of frameworks print them that hold the parameters of a request. */
function* collectionsOf(pairs: ReadonlyArray<Pair>): Generator<readonly [detail: string, printed: string]> {
  const tuples = `[${pairs.map((pair) => `(${pair.map(pythonText).join(', ')})`).join(', ')}]`
  yield ['a list of tuples (Python)', tuples]
  for (const name of ['ImmutableMultiDict', 'MultiDict', 'FormData', 'QueryParams', 'CombinedMultiDict'])
    yield [`an object ${name} (Python)`, `${name}(${tuples})`]
  const names = [...new Set(pairs.map(([name]) => name))]
  const lists = names.map((name) => {
    const values = pairs.filter(([other]) => other === name).map(([, value]) => pythonText(value))
    return `${pythonText(name)}: [${values.join(', ')}]`
  })
  yield ['an object QueryDict (Django)', `<QueryDict: {${lists.join(', ')}}>`]
  const ofRuby = names.map(
    (name) => `${JSON.stringify(name)}=>${JSON.stringify(pairs.findLast(([other]) => other === name)?.[1])}`,
  )
  yield [
    'ActionController::Parameters (Rails)',
    `#<ActionController::Parameters {${ofRuby.join(', ')}} permitted: false>`,
  ]
}

/** Longer queries are not printed. */
const maxPrinted = 2048

/**
 * The query as a whole, printed as a value that may be missing, as no value, or as the map that it was parsed into. JSON of the map is
 * among them if `hasJson`.
 */
export function* printedQueries(query: string, { hasJson }: { readonly hasJson: boolean }): Generator<Form> {
  if (query === '' || query.length > maxPrinted) return
  for (const wrap of aroundValues) yield [`the query printed as ${wrap}`, fillHole(wrap, query)]
  for (const nothing of nothings) yield [`the query printed as ${nothing}`, nothing]
  const fields = rawFieldsOf(query)
  if (!query.includes('=')) return
  const pairs = decodedPairs(fields)
  for (const [detail, printed] of collectionsOf(pairs)) yield [`the query printed, its fields as ${detail}`, printed]
  for (const separator of ['', ',', '|', '&'])
    for (const [order, chosen] of [
      ['in order', pairs],
      ['sorted', pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))],
    ] as const)
      if (chosen.length > 1)
        yield [
          `the query printed, its values ${order}, ${JSON.stringify(separator)} between`,
          chosen.map(([, value]) => value).join(separator),
        ]
  for (const [suffix, reading] of [
    ['', 'texts'],
    [', lists of values', 'lists of texts'],
    [', numbers', 'numbers'],
  ] as const) {
    const json = jsonOf(fields, reading)
    if (hasJson) yield [`the query printed, JSON${suffix}`, json]
    for (const [detail, printed] of printedValues(treeOf(json)))
      yield [`the query printed, ${detail}${suffix}`, printed]
  }
}
