/**
 * The value of a JSON body as serde_json of Rust prints it for debugging. `{"a":1}` becomes `{"a": Number(1)}` where it is a map, and
 * with `{:#?}` each value is on lines of its own:
 *
 *     Object {
 *         "a": Number(
 *             1,
 *         ),
 *     }
 */
import { isString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import { printNode, serdeDebug } from '../Printing.ts'
import type { Form } from '../Respelling.ts'
import type { Document } from './Document.ts'

export function* rustForms({ tree, sorted }: Document): Generator<Form> {
  yield ['its value (Debug of a map of serde_json)', debugOfMap(tree)]
  yield ['its value (Debug of a map of serde_json), sorted', debugOfMap(sorted)]
  yield ['its value ({:#?} of serde_json)', prettyDebug(tree, '')]
  yield ['its value ({:#?} of serde_json), sorted', prettyDebug(sorted, '')]
}

/** `{:?}` of a map: only the objects within it are called `Object`. */
const debugOfMap = (node: Node): string => printNode(node, serdeDebug).replace(/^Object /, '')

/** `{:#?}` of a value. */
const prettyDebug = (node: Node, indentation: string): string => {
  const inner = `${indentation}    `
  const enclose = (open: string, entries: ReadonlyArray<string>, close: string): string => {
    if (entries.length === 0) return open + close
    const lines = entries.map((entry) => `${inner}${entry},\n`)
    return `${open}\n${lines.join('')}${indentation}${close}`
  }
  switch (node._tag) {
    case 'Array': {
      const items = node.items.map((child) => prettyDebug(child, inner))
      return enclose('Array [', items, ']')
    }
    case 'Object': {
      const members = node.members.map(([name, child]) => `${name}: ${prettyDebug(child, inner)}`)
      return enclose('Object {', members, '}')
    }
    case 'Scalar':
      return node.literal === 'null' ? 'Null' : enclose(`${typeOfScalar(node.literal)}(`, [node.literal], ')')
  }
}

const typeOfScalar = (literal: string): 'String' | 'Bool' | 'Number' => {
  if (isString(literal)) return 'String'
  return literal === 'true' || literal === 'false' ? 'Bool' : 'Number'
}
