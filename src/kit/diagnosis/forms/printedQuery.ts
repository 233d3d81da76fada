/**
 * The query as languages print its parameters, where a program put the map or the list of them into the target.
 *
 *     /v1/jobs?a=1&b=2     /v1/jobs{a=1, b=2}     /v1/jobs?[('a', '1'), ('b', '2')]     /v1/jobs?[object Object]
 */

import { rawFieldsOf } from './fields.ts'
import { byName } from './jsonLiterals.ts'
import { capitalized } from './namings.ts'
import type { ChangedTarget } from './operations/Operation.ts'
import { decodeForm, splitTarget } from './percent.ts'
import { printedQueries } from './printedFields.ts'
import { fillHole, type Template } from './template.ts'

export type Pair = readonly [name: string, value: string]

/** A name with all of its values. */
export type NamedValues = readonly [name: string, values: ReadonlyArray<string>]

/** Between the path and what was printed. */
const joints = ['?', '', ' ']

/** The query as a program prints the parameters that it read, behind the path. */
export function* printedQuery(target: string): Generator<ChangedTarget> {
  const [path, question] = splitTarget(target)
  const query = question.slice(1)
  for (const printed of [...printedAnyway, ...(query === '' ? [] : printedTexts(query))])
    for (const joint of joints) yield ['printed parameters', path + joint + printed]
}

export const inJsonQuotes = (text: string): string => JSON.stringify(text)
/** Python and Node take double quotation marks only for a text that has single ones alone. */
export const inPythonQuotes = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replace(/[\\']/g, '\\$&')}'`

type Printer = (pairs: ReadonlyArray<Pair>) => string

/** Prints the entries with a text before the first, between two, and after the last. */
const listing =
  (open: string, between: string, close: string, entry: (pair: Pair) => string): Printer =>
  (pairs) =>
    open + pairs.map(entry).join(between) + close

const tclWord = (word: string): string => (word === '' || /[\s"[\]{}$;\\]/.test(word) ? `{${word}}` : word)
const wordInSwift = (text: string): string => (/^[\w.]+$/.test(text) ? text : inJsonQuotes(text))
const bareKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : inPythonQuotes(name))

/** Print a map, which has one value for each name. */
const mapPrinters: ReadonlyArray<Printer> = [
  listing('{ ', ', ', ' }', ([name, value]) => `${name} = ${value}`),
  listing('{', ' ', '}', ([name, value]) => `${capitalized(name)}:${value}`),
  listing('&{', ' ', '}', ([name, value]) => `${capitalized(name)}:${value}`),
  listing('{', ' ', '}', ([, value]) => value),
  listing('@{', '; ', '}', ([name, value]) => `${name}=${value}`),
  listing('Dict(', ', ', ')', ([name, value]) => `${inJsonQuotes(name)} => ${inJsonQuotes(value)}`),
  listing('c(', ', ', ')', ([name, value]) => `${name} = ${inJsonQuotes(value)}`),
  listing('list(', ', ', ')', ([name, value]) => `${name} = ${inJsonQuotes(value)}`),
  listing('OrderedDict([', ', ', '])', ([name, value]) => `(${inPythonQuotes(name)}, ${inPythonQuotes(value)})`),
  listing('OrderedDict({', ', ', '})', ([name, value]) => `${inPythonQuotes(name)}: ${inPythonQuotes(value)}`),
  listing('{', ', ', '}', ([name, value]) => `:${name} ${inJsonQuotes(value)}`),
  listing('{', ', ', '}', ([name, value]) => `${inJsonQuotes(name)} ${inJsonQuotes(value)}`),
  listing('{', ', ', '}', ([name, value]) => `${name} ${value}`),
  listing('[', ', ', ']', ([name, value]) => `${name}: ${inJsonQuotes(value)}`),
  listing('[', ', ', ']', ([name, value]) => `${inJsonQuotes(name)}: ${inJsonQuotes(value)}`),
  listing('[', ', ', ']', ([name, value]) => `${name}:${value}`),
  listing('[', ', ', ']', ([name, value]) => `'${name}':'${value}'`),
  listing('{', ', ', '}', ([name, value]) => `${name}=${value}`),
  listing('{', ', ', '}', ([name, value]) => `${name}: ${value}`),
  listing('{', ',', '}', ([name, value]) => `${name}:${value}`),
  listing('%{', ', ', '}', ([name, value]) => `${inJsonQuotes(name)} => ${inJsonQuotes(value)}`),
  listing('%{', ', ', '}', ([name, value]) => `${name}: ${inJsonQuotes(value)}`),
  listing('Map(', ', ', ')', ([name, value]) => `${name} -> ${value}`),
  listing('HashMap(', ', ', ')', ([name, value]) => `${name} -> ${value}`),
  listing('map [', '; ', ']', ([name, value]) => `(${name}, ${value})`),
  listing('fromList [', ',', ']', ([name, value]) => `(${inJsonQuotes(name)},${inJsonQuotes(value)})`),
  listing('array (\n', '', ')', ([name, value]) => `  ${inPythonQuotes(name)} => ${inPythonQuotes(value)},\n`),
  listing('Array\n(\n', '', ')\n', ([name, value]) => `    [${name}] => ${value}\n`),
  listing('{\n', '', '}', ([name, value]) => `    ${wordInSwift(name)} = ${wordInSwift(value)};\n`),
  listing('{ ', ', ', ' }', ([name, value]) => `${bareKey(name)}: ${inPythonQuotes(value)}`),
  listing('[Object: null prototype] { ', ', ', ' }', ([name, value]) => `${bareKey(name)}: ${inPythonQuotes(value)}`),
  listing('', ', ', '', ([name, value]) => `${name} = ${value}`),
  listing('', ', ', '', ([name, value]) => `${name}=${value}`),
  listing('', '\n', '', ([name, value]) => `${name}: ${value}`),
  listing('', '', '', ([name, value]) => `[${name}, ${value}]`),
  listing('', '&', '', ([name, value]) => `[${name}, ${value}]`),
  listing('', ', ', '', ([, value]) => value),
  listing('', ' ', '', ([, value]) => value),
  listing('', ',', '', ([, value]) => value),
  listing('', ' ', '', ([name]) => name),
  listing('', ',', '', ([name]) => name),
  listing('', '&', '', ([name]) => name),
  listing('', '&', '', ([, value]) => value),
  (pairs) => JSON.stringify(Object.fromEntries(pairs), undefined, 2),
  (pairs) => JSON.stringify(Object.fromEntries(pairs), undefined, 4),
]

/** Print a list of all parameters. */
const listPrinters: ReadonlyArray<Printer> = [
  listing('[', ', ', ']', ([name, value]) => `(${inPythonQuotes(name)}, ${inPythonQuotes(value)})`),
  listing('[', ', ', ']', ([name, value]) => `(${inJsonQuotes(name)}, ${inJsonQuotes(value)})`),
  listing('[', ',', ']', ([name, value]) => `(${inJsonQuotes(name)},${inJsonQuotes(value)})`),
  listing('[', '; ', ']', ([name, value]) => `(${inJsonQuotes(name)}, ${inJsonQuotes(value)})`),
  listing('[', ',', ']', ([name, value]) => `(${inJsonQuotes(name)},Just ${inJsonQuotes(value)})`),
  listing('[', ',', ']', ([name, value]) => `{<<${inJsonQuotes(name)}>>,<<${inJsonQuotes(value)}>>}`),
  listing('[', ', ', ']', ([name, value]) => `{${inJsonQuotes(name)}, ${inJsonQuotes(value)}}`),
  listing('[', ', ', ']', ([name, value]) => `${name}=${value}`),
  listing('[', ' ', ']', ([name, value]) => `{${name} ${value}}`),
  listing('List(', ', ', ')', ([name, value]) => `(${name},${value})`),
  listing('URLSearchParams { ', ', ', ' }', ([name, value]) => `${inPythonQuotes(name)} => ${inPythonQuotes(value)}`),
  listing('ImmutableMultiDict([', ', ', '])', ([name, value]) => `(${inPythonQuotes(name)}, ${inPythonQuotes(value)})`),
  listing('<MultiDictProxy(', ', ', ')>', ([name, value]) => `${inPythonQuotes(name)}: ${inPythonQuotes(value)}`),
  listing('<MultiDict(', ', ', ')>', ([name, value]) => `${inPythonQuotes(name)}: ${inPythonQuotes(value)}`),
  listing('', ' ', '', ([name, value]) => `${tclWord(name)} ${tclWord(value)}`),
  listing('', ' ', '', ([name, value]) => `${name} ${value}`),
  listing('', ',', '', ([name, value]) => `${name},${value}`),
  listing('', ', ', '', ([name, value]) => `${name}, ${value}`),
  listing('', ' ', '', ([name, value]) => `--${name} ${value}`),
]

/** The same for names that have all of their values. */
const nested =
  (open: string, between: string, close: string, entry: (name: string, list: ReadonlyArray<string>) => string) =>
  (lists: ReadonlyArray<NamedValues>): string =>
    open + lists.map(([name, list]) => entry(name, list)).join(between) + close

/** Print a map that has all values of each name. */
const nestedPrinters: ReadonlyArray<(lists: ReadonlyArray<NamedValues>) => string> = [
  nested(
    '<QueryDict: {',
    ', ',
    '}>',
    (name, list) => `${inPythonQuotes(name)}: [${list.map(inPythonQuotes).join(', ')}]`,
  ),
  nested('{', ', ', '}', (name, list) => `${name}: [${list.join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${name}=[${list.join(', ')}]`),
  nested('{', ',', '}', (name, list) => `${name}:[${list.join(',')}]`),
  nested(
    'url.Values{',
    ', ',
    '}',
    (name, list) => `${inJsonQuotes(name)}:[]string{${list.map(inJsonQuotes).join(', ')}}`,
  ),
  nested('Parameters [', ', ', ']', (name, list) => `${name}=[${list.join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${inJsonQuotes(name)}=>[${list.map(inJsonQuotes).join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${inJsonQuotes(name)} => [${list.map(inJsonQuotes).join(', ')}]`),
]

/** What is printed for any map, or for one without entries. */
const printedAnyway: ReadonlyArray<string> = [
  'Array',
  'Array()',
  'System.Collections.Hashtable',
  'System.Collections.Generic.Dictionary`2[System.String,System.String]',
  'System.Collections.Generic.List`1[System.String]',
  'System.Collections.Specialized.NameValueCollection',
  'Microsoft.AspNetCore.Http.QueryCollection',
  'System.Object[]',
  'System.String[]',
  '[object Object]',
  '[object URLSearchParams]',
  '[object Map]',
  '[object Undefined]',
  'map[]',
  '{}',
  '[]',
  '()',
  '%{}',
  '{ }',
  '<QueryDict: {}>',
  'ImmutableMultiDict([])',
  'CombinedMultiDict([])',
  '<MultiDictProxy()>',
  'QueryParams()',
  "QueryParams('')",
  'Optional.empty',
  'None',
  'null',
  'nil',
  'undefined',
]

/** Objects that keep the query as it is. */
const aroundQueries: ReadonlyArray<Template> = ["QueryParams('…')", 'QueryString(…)', 'QueryString("…")', '?…']

/** The parameters that a program read from the query, printed in every form. */
const printedTexts = (query: string): ReadonlySet<string> => {
  const fields = rawFieldsOf(query)
  const decoded = fields.map(({ name, value = '' }): Pair => [decodeForm(name), decodeForm(value)])
  const raw = fields.map(({ name, value = '' }): Pair => [name, value])
  const printed = new Set<string>()
  for (const pairs of [decoded, raw]) {
    const map = [...new Map(pairs)]
    for (const print of mapPrinters) printed.add(print(map)).add(print(map.toSorted(byName)))
    for (const print of listPrinters) printed.add(print(pairs))
    const lists = valuesByName(pairs)
    for (const print of nestedPrinters) printed.add(print(lists)).add(print(lists.toSorted(byName)))
  }
  for (const template of aroundQueries) printed.add(fillHole(template, query))
  for (const [, text] of printedQueries(query, { hasJson: true })) printed.add(text)
  return printed
}

/** Each name once, with all of its values in order. */
export const valuesByName = (pairs: ReadonlyArray<Pair>): ReadonlyArray<NamedValues> => {
  const lists = new Map<string, ReadonlyArray<string>>()
  for (const [name, value] of pairs) lists.set(name, [...(lists.get(name) ?? []), value])
  return [...lists]
}
