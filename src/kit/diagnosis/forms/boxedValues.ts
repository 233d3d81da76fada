/**
 * Values that a program put into arrays of one item, or took out of them. R has no scalars: its jsonlite writes `{"a":[1],"b":["x"]}`
 * for `{"a":1,"b":"x"}` unless `auto_unbox` is set. Programs that turn XML into JSON write a list of one item as the item.
 */

import { distinct } from './distinct.ts'
import { isNumber, type Node, type Style, treeOf, unicodeEscape, writerOf } from './jsonText.ts'
import { fourDecimals, inC } from './numberText.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'

/** How R puts values into arrays. */
interface Boxing {
  readonly number: (literal: string) => string
  /** Whether a list of scalars is a vector, whose items are not in arrays of their own. */
  readonly vectors: boolean
  /** A key of `nothings`: how null is written. */
  readonly nothing: string
}

const boxNode = (node: Node, boxing: Boxing): Node => {
  switch (node._tag) {
    case 'Scalar':
      if (node.literal === 'null') return nothings[boxing.nothing] ?? node
      return { _tag: 'Array', items: [{ _tag: 'Scalar', literal: boxing.number(node.literal) }] }
    case 'Array': {
      const isVector = boxing.vectors && node.items.every(({ _tag }) => _tag === 'Scalar')
      const number = (child: Node): Node =>
        child._tag === 'Scalar' ? { _tag: 'Scalar', literal: boxing.number(child.literal) } : child
      return { _tag: 'Array', items: node.items.map((child) => (isVector ? number(child) : boxNode(child, boxing))) }
    }
    case 'Object':
      return {
        _tag: 'Object',
        members: node.members.map(([memberName, child]) => [memberName, boxNode(child, boxing)]),
      }
  }
}

const scalarNull: Node = { _tag: 'Scalar', literal: 'null' }

const nothings: Readonly<Record<string, Node>> = {
  '': scalarNull,
  ', null as {}': { _tag: 'Object', members: [] },
  ', null in an array': { _tag: 'Array', items: [scalarNull] },
}

/** Writes an array of one item as the item, if `isUnboxed` says so. */
const unboxNode = (node: Node, isUnboxed: (child: Node) => boolean): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Object')
    return {
      _tag: 'Object',
      members: node.members.map(([memberName, child]) => [memberName, unboxNode(child, isUnboxed)]),
    }
  const children = node.items.map((child) => unboxNode(child, isUnboxed))
  const [only] = children
  return only !== undefined && children.length === 1 && isUnboxed(only) ? only : { _tag: 'Array', items: children }
}

const same = (literal: string): string => literal
const inR = (literal: string): string => (isNumber(literal) ? inC(15)(fourDecimals(literal)) : literal)

function* everyBoxing(json: string): Generator<readonly [detail: string, tree: Node]> {
  const tree = treeOf(json)
  for (const [digits, number] of [
    ['', same],
    [', four decimals', inR],
  ] as const)
    for (const vectors of [true, false])
      for (const nothing of Object.keys(nothings))
        yield [
          `every value in an array${vectors ? '' : ', the items of lists too'}${nothing}${digits} (R)`,
          boxNode(tree, { number, vectors, nothing }),
        ]
  yield ['arrays of one value as the value', unboxNode(tree, ({ _tag }) => _tag === 'Scalar')]
  yield ['arrays of one item as the item (from XML)', unboxNode(tree, () => true)]
}

/** jsonlite escapes the slash of a closing tag. */
const closingTags: Style = {
  comma: ',',
  colon: ':',
  escaped: /(?<=<)\//g,
  escape: (c) => (c === '/' ? '\\/' : unicodeEscape(c)),
}
const stylesOfR: ReadonlyArray<readonly [detail: string, style: Style]> = [
  ['compact', { comma: ',', colon: ':', escaped: /(?!)/g }],
  ['</ escaped', closingTags],
  ['pretty', { ...closingTags, colon: ': ', indent: '  ' }],
]

function* inStyles(json: string): Generator<Form> {
  const plain = usualStyles().filter(
    ([, { before: comesBefore, number }]) => comesBefore === undefined && number === undefined,
  )
  // A tree in which nothing was boxed is only written in another style, which is another family of forms.
  const seen = new Set([JSON.stringify(treeOf(json))])
  for (const [detail, tree] of everyBoxing(json)) {
    const key = JSON.stringify(tree)
    if (seen.has(key)) continue
    seen.add(key)
    const writer = writerOf(tree, { most: 4 * json.length + 1024 })
    for (const [style, how] of detail.endsWith('(R)') ? stylesOfR : plain) {
      const written = writer.write(how)
      if (written !== undefined) yield [`${detail}, ${style}`, written]
    }
  }
}

const limits = { forms: 200, characters: 200_000 }

/** The JSON text with its values in arrays of one item, or out of them, each text once. */
export const boxedValues = (json: string): Iterable<Form> => distinct([json], limits, inStyles(json))
