/**
 * Values in arrays of one, and out of them. R knows no scalars: jsonlite writes `{"a":[1],"b":["x"]}` for `{"a":1,"b":"x"}`
 * unless told `auto_unbox`; and what turns XML into JSON writes a list of one item as the item.
 */
import { distinct } from './distinct.ts'
import { isNumber, type Node, type Style, treeOf, unicode, writerOf } from './jsonText.ts'
import { fourDecimals, inC } from './numberText.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'

interface Boxing {
  readonly number: (literal: string) => string
  /** A list of values is a vector, whose items are not in arrays of their own. */
  readonly vectors: boolean
  /** For null. */
  readonly nothing: string
}

const boxed = (node: Node, how: Boxing): Node => {
  switch (node._tag) {
    case 'Scalar':
      if (node.literal === 'null') return nothings[how.nothing] ?? node
      return { _tag: 'Array', items: [{ _tag: 'Scalar', literal: how.number(node.literal) }] }
    case 'Array': {
      const isVector = how.vectors && node.items.every(({ _tag }) => _tag === 'Scalar')
      const number = (item: Node): Node =>
        item._tag === 'Scalar' ? { _tag: 'Scalar', literal: how.number(item.literal) } : item
      return { _tag: 'Array', items: node.items.map((item) => (isVector ? number(item) : boxed(item, how))) }
    }
    case 'Object':
      return { _tag: 'Object', members: node.members.map(([name, value]) => [name, boxed(value, how)]) }
  }
}

const scalarNull: Node = { _tag: 'Scalar', literal: 'null' }

const nothings: Readonly<Record<string, Node>> = {
  '': scalarNull,
  ', null as {}': { _tag: 'Object', members: [] },
  ', null in an array': { _tag: 'Array', items: [scalarNull] },
}

/** Arrays of one item as the item: all of them, or those of one value alone. */
const unboxed = (node: Node, isUnboxed: (item: Node) => boolean): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Object')
    return { _tag: 'Object', members: node.members.map(([name, value]) => [name, unboxed(value, isUnboxed)]) }
  const items = node.items.map((item) => unboxed(item, isUnboxed))
  const [only] = items
  return only !== undefined && items.length === 1 && isUnboxed(only) ? only : { _tag: 'Array', items }
}

const same = (literal: string): string => literal
const inR = (literal: string): string => (isNumber(literal) ? inC(15)(fourDecimals(literal)) : literal)

function* everyWay(json: string): Generator<readonly [detail: string, tree: Node]> {
  const tree = treeOf(json)
  for (const [digits, number] of [
    ['', same],
    [', four decimals', inR],
  ] as const)
    for (const vectors of [true, false])
      for (const nothing of Object.keys(nothings))
        yield [
          `every value in an array${vectors ? '' : ', the items of lists too'}${nothing}${digits} (R)`,
          boxed(tree, { number, vectors, nothing }),
        ]
  yield ['arrays of one value as the value', unboxed(tree, ({ _tag }) => _tag === 'Scalar')]
  yield ['arrays of one item as the item (from XML)', unboxed(tree, () => true)]
}

/** jsonlite escapes the slash of a closing tag. */
const closingTags: Style = {
  comma: ',',
  colon: ':',
  escaped: /(?<=<)\//g,
  escape: (c) => (c === '/' ? '\\/' : unicode(c)),
}
const stylesOfR: ReadonlyArray<readonly [detail: string, style: Style]> = [
  ['compact', { comma: ',', colon: ':', escaped: /(?!)/g }],
  ['</ escaped', closingTags],
  ['pretty', { ...closingTags, colon: ': ', indent: '  ' }],
]

function* inStyles(json: string): Generator<Form> {
  const plain = usualStyles().filter(([, { before, number }]) => before === undefined && number === undefined)
  for (const [detail, tree] of everyWay(json)) {
    const writer = writerOf(tree, { most: 4 * json.length + 1024 })
    for (const [style, how] of detail.endsWith('(R)') ? stylesOfR : plain) {
      const text = writer.write(how)
      if (text !== undefined) yield [`${detail}, ${style}`, text]
    }
  }
}

const limits = { forms: 200, characters: 200_000 }

/** The text with its values in arrays of one, or out of them, each text once. */
export const boxedValues = (json: string): Iterable<Form> => distinct([json], limits, inStyles(json))
