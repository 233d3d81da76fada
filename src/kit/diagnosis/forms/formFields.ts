/** The members of a JSON object as the fields of a form, and as fields without escapes, as payment services sign them. */

import { isJson } from './isJson.ts'
import { type Node, treeOf, writerOf } from './jsonText.ts'
import { encode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'

const textOf = (literal: string): string => (literal.startsWith('"') ? (JSON.parse(literal) as string) : literal)

const rawText = (node: Node): string =>
  node._tag === 'Scalar'
    ? textOf(node.literal)
    : (writerOf(node, { most: 1_000_000 }).write({ comma: ',', colon: ':', escaped: /(?!)/g }) ?? '')

type Field = readonly [name: string, value: string]

export type Fields = ReadonlyArray<Field>

const byName = ([a]: Field, [b]: Field): number => (a < b ? -1 : 1)

/** A form of the fields, with the escapes of the languages, and without any. */
export const formsOf = (fields: Fields): ReadonlyArray<string> => {
  const written = (field: (text: string) => string): string => fields.map((pair) => pair.map(field).join('=')).join('&')
  return [
    written((text) => encode(text, /^[0-9A-Za-z*._-]$/).replaceAll('%20', '+')),
    written((text) => encode(text, /^[0-9A-Za-z._~-]$/).replaceAll('%20', '+')),
    written((text) => encode(text, /^[0-9A-Za-z._~-]$/)),
    written((text) => text),
  ]
}

/** As PHP and qs write what is nested: `a[0][b]=1`. */
const nested = (node: Node, name: string): Fields => {
  if (node._tag === 'Scalar') return node.literal === 'null' ? [] : [[name, textOf(node.literal)]]
  const entries = node._tag === 'Object' ? node.members : node.items.map((item, i) => [String(i), item] as const)
  return entries.flatMap(([key, value]) => nested(value, `${name}[${textOf(key)}]`))
}

/** The fields of an object; none of anything else. */
export function* rawFields(tree: Node): Generator<Form> {
  if (tree._tag !== 'Object') return
  const form = tree.members.flatMap(([name, value]) => nested(value, textOf(name)))
  for (const [i, text] of formsOf(form).entries()) yield [`fields of a form (PHP, qs), ${i + 1}`, text, 'alone']
  const fields = tree.members.map(([name, node]) => [textOf(name), rawText(node)] as const)
  const full = fields.filter(([, value]) => value !== '' && value !== 'null')
  for (const [sign, separator] of [
    ['=', '&'],
    ['=', ''],
    ['', ''],
  ] as const)
    for (const [says, some] of [
      ['in order', fields],
      ['sorted', fields.toSorted(byName)],
      ['in order, empty ones left out', full],
      ['sorted, empty ones left out', full.toSorted(byName)],
    ] as const)
      yield [
        `fields without escapes, ${says}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`,
        some.map(([name, value]) => name + sign + value).join(separator),
        'alone',
      ]
}

/** The fields of a JSON object in the order of their names, alone and with others, as payment services sign them. */
export const sortedForms = (
  json: string,
  ...others: ReadonlyArray<Readonly<Record<string, string>>>
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const tree = isJson(json) ? treeOf(json) : undefined
  if (tree?._tag !== 'Object') return {}
  const fields = tree.members.map(([name, node]): Field => [textOf(name), rawText(node)])
  const all = [{}, ...others].map((some): Fields => [...fields, ...Object.entries(some)].toSorted(byName))
  return {
    form: all.map((some) => some.map((field) => field.join('=')).join('&')),
    joined: all.map((some) => some.flat().join('')),
  }
}
