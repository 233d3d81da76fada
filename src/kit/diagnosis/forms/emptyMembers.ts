/**
 * JSON without its empty members, which a program leaves out before it signs: `array_filter` of PHP at the top alone, the rule
 * of payment services, serializers at every depth. `{"a":1,"b":"","c":{"d":null}}` becomes `{"a":1,"c":{"d":null}}` or
 * `{"a":1,"c":{}}` or `{"a":1}`.
 */
import { distinct } from './distinct.ts'
import { isNumber, type Node, treeOf, writerOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'
import { subsets } from './subsets.ts'

const isScalar =
  (matches: (literal: string) => boolean) =>
  (node: Node): boolean =>
    node._tag === 'Scalar' && matches(node.literal)

const kinds: Readonly<Record<string, (node: Node) => boolean>> = {
  null: isScalar((literal) => literal === 'null'),
  '""': isScalar((literal) => literal === '""'),
  '[]': (node) => node._tag === 'Array' && node.items.length === 0,
  '{}': (node) => node._tag === 'Object' && node.members.length === 0,
  false: isScalar((literal) => literal === 'false'),
  '0': isScalar((literal) => isNumber(literal) && Number(literal) === 0),
  '"0"': isScalar((literal) => literal === '"0"'),
}

const kindOf = (node: Node): string | undefined => Object.entries(kinds).find(([, isKind]) => isKind(node))?.[0]

const kindsIn = (node: Node): ReadonlyArray<string> => {
  if (node._tag === 'Scalar') return []
  if (node._tag === 'Array') return node.items.flatMap(kindsIn)
  return node.members.flatMap(([, value]) => [kindOf(value) ?? [], kindsIn(value)].flat())
}

type Depth = 'at the top' | 'at every depth' | 'at every depth, and what became empty'

const isLeftOut = (node: Node, some: ReadonlyArray<string>): boolean => some.includes(kindOf(node) ?? '')

const without = (node: Node, some: ReadonlyArray<string>, depth: Depth): Node => {
  if (node._tag === 'Scalar') return node
  const inner = (value: Node): Node => (depth === 'at the top' ? value : without(value, some, depth))
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map(inner) }
  const members = node.members
    .filter(([, value]) => !isLeftOut(value, some))
    .map(([name, value]) => [name, inner(value)] as const)
    .filter(([, value]) => depth !== 'at every depth, and what became empty' || !isLeftOut(value, [...some, '{}']))
  return { _tag: 'Object', members }
}

const depths: ReadonlyArray<Depth> = ['at the top', 'at every depth', 'at every depth, and what became empty']

/** More kinds have too many choices: all of them, or none but null. */
const maxKinds = 5

const choicesOf = (found: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  found.length > maxKinds
    ? [found, ['null'], found.slice(0, -1)]
    : subsets(found).toSorted((a, b) => b.length - a.length)

function* everyChoice(json: string): Generator<Form> {
  const tree = treeOf(json)
  const found = Object.keys(kinds).filter((kind) => kindsIn(tree).includes(kind))
  const most = 4 * json.length + 1024
  const seen = new Set<string>()
  for (const some of choicesOf(found))
    for (const depth of depths) {
      const shorter = without(tree, some, depth)
      const key = JSON.stringify(shorter)
      if (seen.has(key)) continue
      seen.add(key)
      const writer = writerOf(shorter, { most })
      for (const [style, how] of usualStyles()) {
        const text = writer.write(how)
        if (text !== undefined) yield [`without ${some.join(', ')} ${depth}, ${style}`, text]
      }
    }
}

const limits = { forms: 600, characters: 400_000 }

/** The text without some kinds of its empty members, each text once. */
export const withoutEmptyMembers = (json: string): Iterable<Form> =>
  /(?:null|""|\[\s*\]|\{\s*\}|\bfalse|:\s*-?0(?:\.0+)?|"0")\s*[,}]/.test(json)
    ? distinct([json], limits, everyChoice(json))
    : []
