/** The members of a JSON object as the fields of a form: a caller gave the object to a function that encodes forms. */

import { type Node, writerOf } from './jsonText.ts'
import { encode } from './percentEncode.ts'
import type { Respelling } from './Respelling.ts'

/** What the encoder of HTML forms keeps. */
const kept = /^[0-9A-Za-z*._-]$/

const field = (text: string): string => encode(text, kept).replaceAll('%20', '+')

const textOf = (literal: string): string => (literal.startsWith('"') ? (JSON.parse(literal) as string) : literal)

/** As `String` makes a text of a value in JavaScript. */
const asString = (node: Node): string => {
  switch (node._tag) {
    case 'Scalar':
      return textOf(node.literal)
    case 'Array':
      return node.items.map((item) => (isNull(item) ? '' : asString(item))).join(',')
    case 'Object':
      return '[object Object]'
  }
}

const isNull = (node: Node): boolean => node._tag === 'Scalar' && node.literal === 'null'

/** As PHP and qs write what is nested: `a[0][b]=1`. */
const nested = (node: Node, name: string): ReadonlyArray<string> => {
  switch (node._tag) {
    case 'Scalar':
      return isNull(node) ? [] : [`${field(name)}=${field(textOf(node.literal))}`]
    case 'Array':
      return node.items.flatMap((item, i) => nested(item, `${name}[${i}]`))
    case 'Object':
      return node.members.flatMap(([literal, value]) => nested(value, `${name}[${textOf(literal)}]`))
  }
}

const json = (node: Node): string =>
  writerOf(node, { most: 1_000_000 }).write({ comma: ',', colon: ':', escaped: /(?!)/g }) ?? ''

const rawText = (node: Node): string => (node._tag === 'Scalar' ? textOf(node.literal) : json(node))

/** The forms of an object; none of anything else. */
export function* formFields(tree: Node): Generator<Respelling> {
  if (tree._tag !== 'Object') return
  const fields = (value: (node: Node) => string): string =>
    tree.members.map(([name, node]) => `${field(textOf(name))}=${field(value(node))}`).join('&')
  yield { detail: 'fields of a form (URLSearchParams)', text: fields(asString) }
  yield {
    detail: 'fields of a form (PHP, qs)',
    text: tree.members.flatMap(([name, node]) => nested(node, textOf(name))).join('&'),
  }
  yield { detail: 'fields of a form, nested ones as JSON', text: fields(rawText) }
}

type Field = readonly [name: string, value: string]

const byName = ([a]: Field, [b]: Field): number => (a < b ? -1 : 1)

/** The members of an object without escapes, as payment services sign them; none of anything else. */
export function* rawFields(tree: Node): Generator<Respelling> {
  if (tree._tag !== 'Object') return
  const fields = tree.members.map(([name, node]) => [textOf(name), rawText(node)] as const)
  const full = fields.filter(([, value]) => value !== '' && value !== 'null')
  for (const [sign, separator] of [
    ['=', '&'],
    ['=', ''],
    ['', ''],
    ['', '&'],
    ['=', ','],
    ['=', '\n'],
  ] as const)
    for (const [says, some] of [
      ['in order', fields],
      ['sorted', fields.toSorted(byName)],
      ['in order, empty ones left out', full],
      ['sorted, empty ones left out', full.toSorted(byName)],
    ] as const)
      yield {
        detail: `fields without escapes, ${says}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`,
        text: some.map(([name, value]) => name + sign + value).join(separator),
        rare: 'alone',
      }
}
