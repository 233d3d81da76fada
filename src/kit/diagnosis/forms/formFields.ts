/** The members of a JSON object as fields without escapes, as payment services sign them. */

import { type Node, writerOf } from './jsonText.ts'
import type { Respelling } from './Respelling.ts'

const textOf = (literal: string): string => (literal.startsWith('"') ? (JSON.parse(literal) as string) : literal)

const rawText = (node: Node): string =>
  node._tag === 'Scalar'
    ? textOf(node.literal)
    : (writerOf(node, { most: 1_000_000 }).write({ comma: ',', colon: ':', escaped: /(?!)/g }) ?? '')

type Field = readonly [name: string, value: string]

const byName = ([a]: Field, [b]: Field): number => (a < b ? -1 : 1)

/** The fields of an object; none of anything else. */
export function* rawFields(tree: Node): Generator<Respelling> {
  if (tree._tag !== 'Object') return
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
      yield {
        detail: `fields without escapes, ${says}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`,
        text: some.map(([name, value]) => name + sign + value).join(separator),
        rare: 'alone',
      }
}
