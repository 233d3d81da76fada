/**
 * JSON whose empty members a program left out before it signed. `array_filter` of PHP and the rules of payment services do so in the
 * outermost object alone, serializers at every depth. `{"a":1,"b":"","c":{"d":null}}` becomes `{"a":1,"c":{"d":null}}`,
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
  return node.members.flatMap(([, child]) => [kindOf(child) ?? [], kindsIn(child)].flat())
}

type Depth = 'at the top' | 'within' | 'at every depth' | 'at every depth, and what became empty'

const isLeftOut = (node: Node, chosenKinds: ReadonlyArray<string>): boolean => chosenKinds.includes(kindOf(node) ?? '')

/** The tree without members of these kinds, down to this depth. */
const leaveOut = (node: Node, chosenKinds: ReadonlyArray<string>, depth: Depth): Node => {
  if (node._tag === 'Scalar') return node
  if (depth === 'within') return leaveOutWithin(node, chosenKinds)
  const withinChild = (child: Node): Node => (depth === 'at the top' ? child : leaveOut(child, chosenKinds, depth))
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map(withinChild) }
  const members = node.members
    .filter(([, child]) => !isLeftOut(child, chosenKinds))
    .map(([memberName, child]) => [memberName, withinChild(child)] as const)
    .filter(
      ([, child]) => depth !== 'at every depth, and what became empty' || !isLeftOut(child, [...chosenKinds, '{}']),
    )
  return { _tag: 'Object', members }
}

/** The outermost object keeps its members. */
const leaveOutWithin = (node: Node, chosenKinds: ReadonlyArray<string>): Node => {
  if (node._tag !== 'Object') return node
  return {
    _tag: 'Object',
    members: node.members.map(([memberName, child]) => [memberName, leaveOut(child, chosenKinds, 'at every depth')]),
  }
}

const depths: ReadonlyArray<Depth> = ['at the top', 'at every depth', 'at every depth, and what became empty', 'within']

/** More kinds have too many choices: then only all of them, null alone, and all but the last are tried. */
const maxKinds = 5

const choicesOf = (kindsFound: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  kindsFound.length > maxKinds
    ? [kindsFound, ['null'], kindsFound.slice(0, -1)]
    : subsets(kindsFound).toSorted((a, b) => b.length - a.length)

function* everyChoice(json: string): Generator<Form> {
  const tree = treeOf(json)
  const kindsFound = Object.keys(kinds).filter((kind) => kindsIn(tree).includes(kind))
  const most = 4 * json.length + 1024
  // A tree from which nothing was left out is only written in another style, which is another family of forms.
  const seen = new Set([JSON.stringify(tree)])
  for (const chosenKinds of choicesOf(kindsFound))
    for (const depth of depths) {
      const shorter = leaveOut(tree, chosenKinds, depth)
      const key = JSON.stringify(shorter)
      if (seen.has(key)) continue
      seen.add(key)
      const writer = writerOf(shorter, { most })
      for (const [style, how] of usualStyles()) {
        const written = writer.write(how)
        if (written !== undefined) yield [`without ${chosenKinds.join(', ')} ${depth}, ${style}`, written]
      }
    }
}

const limits = { forms: 600, characters: 400_000 }

/** The JSON text without some kinds of its empty members, in the usual styles, each text once. */
export const withoutEmptyMembers = (json: string): Iterable<Form> =>
  /(?:null|""|\[\s*\]|\{\s*\}|\bfalse|:\s*-?0(?:\.0+)?|"0")\s*[,}]/.test(json)
    ? distinct([json], limits, everyChoice(json))
    : []
