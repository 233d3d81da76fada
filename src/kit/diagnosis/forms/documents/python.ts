/**
 * The value of a JSON body as Python prints it, other than by `repr`: over several lines by `pprint`, and as an OrderedDict.
 * `{"a":[1,null]}` becomes `OrderedDict([('a', [1, None])])`, and since Python 3.12 `OrderedDict({'a': [1, None]})`.
 */
import type { Node } from '../jsonText.ts'
import { joinMembers, type Printing, printNode, pythonPrinting, pythonRepr, pythonString } from '../Printing.ts'
import type { Form } from '../Respelling.ts'
import type { Document } from './Document.ts'

export function* pythonForms({ tree, sorted }: Document): Generator<Form> {
  const repr = pythonRepr(tree)
  for (const [order, node] of [
    ['', sorted],
    [', not sorted', tree],
  ] as const) {
    const text = pprint(node, { column: 0, closing: 0 })
    // The text on one line is a form of `printedValue.ts`.
    if (text === repr) continue
    yield [`its value (pprint of Python)${order}`, text]
    yield [`its value (pprint of Python)${order}, a line feed behind it`, `${text}\n`]
  }
  yield ['its value (OrderedDict of Python)', printNode(tree, orderedDict)]
  yield ['its value (OrderedDict of Python), since 3.12', printNode(tree, laterOrderedDict)]
}

// ---- pprint

const pprintWidth = 80

/** Where pprint writes a value. */
interface Place {
  readonly column: number
  /** How many brackets and commas follow on the last line of the value. */
  readonly closing: number
}

/** A value on one line if there is room for it. pprint breaks a long string into pieces, which this does not. */
const pprint = (node: Node, place: Place): string => {
  const repr = pythonRepr(node)
  if (node._tag === 'Scalar' || repr.length <= pprintWidth - place.column - place.closing) return repr
  const column = place.column + 1
  const separator = `,\n${' '.repeat(column)}`
  if (node._tag === 'Array') {
    const items = node.items.map((child, i) =>
      pprint(child, { column, closing: closingAfter(i, node.items.length, place) }),
    )
    return `[${items.join(separator)}]`
  }
  const members = node.members.map(([name, child], i) => {
    const start = `${pythonString(name)}: `
    const closing = closingAfter(i, node.members.length, place)
    return start + pprint(child, { column: column + start.length, closing })
  })
  return `{${members.join(separator)}}`
}

/** A comma follows each entry but the last. The bracket of the list follows the last, and all that follows the list. */
const closingAfter = (i: number, count: number, { closing }: Place): number => (i === count - 1 ? closing + 1 : 1)

// ---- OrderedDict

const orNoMembers =
  (print: Printing['object']): Printing['object'] =>
  (members) =>
    members.length === 0 ? 'OrderedDict()' : print(members)

const orderedDict: Printing = {
  ...pythonPrinting,
  object: orNoMembers(
    (members) => `OrderedDict([${members.map(([name, value]) => `(${name}, ${value})`).join(', ')}])`,
  ),
}

const laterOrderedDict: Printing = {
  ...pythonPrinting,
  object: orNoMembers(joinMembers(': ', 'OrderedDict({', ', ', '})')),
}
