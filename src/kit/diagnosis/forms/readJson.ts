/**
 * JSON that a program read and wrote again, and of which it lost something: a name that was repeated, or an object whose names were the
 * numbers of a list, as PHP reads it.
 *
 *     {"a":1,"b":2,"a":3}      {"a":3,"b":2}
 *     {"0":"x","1":"y"}        ["x","y"]
 */
import { inspect } from '../../../core/untrusted.ts'
import { isJson } from './isJson.ts'
import { type Node, treeOf, writerOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'

/** A longer text is not read. */
const maxLength = 65_536

const parse = (text: string): unknown => inspect<unknown>(() => JSON.parse(text), undefined)

/** JSON.parse keeps the last value of a repeated name. Undefined unless names are repeated and nothing else is wrong. */
const withoutRepeatedNames = (text: string): string | undefined => {
  if (text.length > maxLength || !/^\s*[[{]/.test(text) || isJson(text)) return undefined
  const parsed = parse(text)
  const written = parsed === undefined ? undefined : JSON.stringify(parsed)
  return written !== undefined && isJson(written) ? written : undefined
}

const isNumberedList = (node: Node): boolean =>
  node._tag === 'Object' && node.members.length > 0 && node.members.every(([name], i) => name === `"${i}"`)

const listsOf = (node: Node): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map(listsOf) }
  if (isNumberedList(node)) return { _tag: 'Array', items: node.members.map(([, child]) => listsOf(child)) }
  return { _tag: 'Object', members: node.members.map(([name, child]) => [name, listsOf(child)]) }
}

function* inUsualStyles(detail: string, tree: Node, most: number): Generator<Form> {
  const writer = writerOf(tree, { most })
  for (const [style, how] of usualStyles()) {
    const written = writer.write(how)
    if (written !== undefined) yield [`${detail}, ${style}`, written]
  }
}

/** Numbers of more digits than a double holds, in quotes or without. */
const longNumber = /(?<!\d)\d{16,}(?!\d)(?=\s*[,\]}])/g
const longString = /"(\d{16,})"(?=\s*[,\]}])/g

/** Whether a value begins at this offset: only white space stands after a colon, a bracket or a comma. */
const beginsValue = (json: string, offset: number): boolean => {
  let before = offset - 1
  while (/\s/.test(json.charAt(before))) before--
  return /[:[,]/.test(json.charAt(before))
}

const quoteLongNumbers = (json: string): string =>
  json.replace(longNumber, (digits, offset: number) => (beginsValue(json, offset) ? `"${digits}"` : digits))

const unquoteLongNumbers = (json: string): string =>
  json.replace(longString, (literal, digits: string, offset: number) => (beginsValue(json, offset) ? digits : literal))

/** None if no name is repeated, no object is numbered, and no number is long. */
export function* rewrittenAfterReading(text: string): Generator<Form> {
  const most = 4 * text.length + 1024
  const single = withoutRepeatedNames(text)
  if (single !== undefined) yield* inUsualStyles('repeated names once', treeOf(single), most)
  if (text.length <= maxLength && /"0"\s*:/.test(text) && isJson(text))
    yield* inUsualStyles('numbered objects as lists (PHP)', listsOf(treeOf(text)), most)
  if (text.length > maxLength || !isJson(text)) return
  const inQuotes = quoteLongNumbers(text)
  if (inQuotes !== text) yield ['long numbers as strings', inQuotes]
  const withoutQuotes = unquoteLongNumbers(text)
  if (withoutQuotes !== text) yield ['long numbers without quotes', withoutQuotes]
}

/** Whether the sent text has repeated names, and the signed one has each of them once. */
export const hasNamesOnce = (signed: string, sentText: string): boolean => {
  const single = withoutRepeatedNames(sentText)
  return single !== undefined && isJson(signed) && JSON.stringify(parse(signed)) === single
}

/** Whether the texts differ in the quotes of long numbers alone. A double would not hold their digits, so they are compared as texts. */
export const isLongNumberQuoted = (signed: string, sentText: string): boolean =>
  signed !== sentText &&
  [signed, sentText].every((text) => text.length <= maxLength) &&
  quoteLongNumbers(signed) === quoteLongNumbers(sentText)
