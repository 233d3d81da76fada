/**
 * The members of a JSON object as the fields of a form. Payment services sign the fields without escapes and sorted by name:
 * `{"b":"x y","a":1}` becomes `a=1&b=x y`.
 */

import { isJson } from './isJson.ts'
import { textOfLiteral } from './jsonLiterals.ts'
import { type Node, treeOf } from './jsonText.ts'
import { decodeForm } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'

/** Longer JSON is no value of a field. */
const maxValue = 1_000_000

/** The text of a scalar, and compact JSON of anything else. */
export const rawText = (node: Node): string => {
  if (node._tag === 'Scalar') return textOfLiteral(node.literal)
  const json = compactJson(node)
  return json.length > maxValue ? '' : json
}

const compactJson = (node: Node): string => {
  if (node._tag === 'Scalar') return node.literal
  return node._tag === 'Array'
    ? `[${node.items.map(compactJson).join()}]`
    : `{${node.members.map(([nameLiteral, child]) => `${nameLiteral}:${compactJson(child)}`).join()}}`
}

type NamedText = readonly [name: string, value: string]

/** Names and values without escapes. */
export type Fields = ReadonlyArray<NamedText>

const byName = ([a]: NamedText, [b]: NamedText): number => (a < b ? -1 : 1)

/** The forms that languages write of these fields, and the fields without any escape. They are made one by one: each takes long. */
export function* writeFields(fields: Fields): Generator<string> {
  const write = (encodeText: (component: string) => string): string =>
    fields.map((pair) => pair.map(encodeText).join('=')).join('&')
  yield write((component) => percentEncode(component, /^[0-9A-Za-z*._-]$/).replaceAll('%20', '+'))
  yield write((component) => percentEncode(component, /^[0-9A-Za-z._~-]$/).replaceAll('%20', '+'))
  yield write((component) => percentEncode(component, /^[0-9A-Za-z._~-]$/))
  yield write((component) => component)
}

/** The fields that PHP and qs make of nested values: `a[0][b]=1`. */
const nested = (node: Node, name: string): Fields => {
  if (node._tag === 'Scalar') return node.literal === 'null' ? [] : [[name, textOfLiteral(node.literal)]]
  const entries = node._tag === 'Object' ? node.members : node.items.map((child, i) => [String(i), child] as const)
  return entries.flatMap(([key, child]) => nested(child, `${name}[${textOfLiteral(key)}]`))
}

/** The forms of the members of an object. None for any other value. */
export function* formsOfMembers(tree: Node): Generator<Form> {
  if (tree._tag !== 'Object') return
  const nestedFields = tree.members.flatMap(([nameLiteral, child]) => nested(child, textOfLiteral(nameLiteral)))
  let count = 0
  for (const formText of writeFields(nestedFields)) yield [`fields of a form (PHP, qs), ${++count}`, formText, 'alone']
  const fields = tree.members.map(([nameLiteral, node]) => [textOfLiteral(nameLiteral), rawText(node)] as const)
  const nonEmptyFields = fields.filter(([, fieldText]) => fieldText !== '' && fieldText !== 'null')
  for (const [sign, separator] of [
    ['=', '&'],
    ['=', ''],
    ['', ''],
  ] as const)
    for (const [selection, chosen] of [
      ['in order', fields],
      ['sorted', fields.toSorted(byName)],
      ['in order, empty ones left out', nonEmptyFields],
      ['sorted, empty ones left out', nonEmptyFields.toSorted(byName)],
    ] as const)
      yield [
        `fields without escapes, ${selection}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`,
        chosen.map(([name, fieldText]) => name + sign + fieldText).join(separator),
        'alone',
      ]
}

const fieldsOfJson = (json: string): Fields | undefined => {
  const tree = isJson(json) ? treeOf(json) : undefined
  return tree?._tag === 'Object'
    ? tree.members.map(([nameLiteral, node]): NamedText => [textOfLiteral(nameLiteral), rawText(node)])
    : undefined
}

/** The fields of a form without escapes: `a=1&a=b=c+d` gives `a` with `1` and `a` with `b=c d`. */
export const decodedFields = (form: string): Fields =>
  form.split('&').map((field): NamedText => {
    const [name = '', ...values] = field.split('=').map(decodeForm)
    return [name, values.join('=')]
  })

const fieldsOfForm = (form: string): Fields | undefined =>
  /^[^\s=&{}<>"]+=[^\r\n]*$/.test(form) ? decodedFields(form) : undefined

/**
 * The fields of a JSON object sorted by name, alone and with further fields, as payment services sign them: `form` with signs between
 * them, `joined` without.
 */
export const sortedForms = (
  json: string,
  ...extraFields: ReadonlyArray<Readonly<Record<string, string>>>
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const fields = fieldsOfJson(json) ?? fieldsOfForm(json)
  if (fields === undefined) return {}
  const fieldLists = [{}, ...extraFields].map((extra): Fields => [...fields, ...Object.entries(extra)].toSorted(byName))
  return {
    form: fieldLists.map((chosen) => chosen.map((field) => field.join('=')).join('&')),
    joined: fieldLists.map((chosen) => chosen.flat().join('')),
  }
}
