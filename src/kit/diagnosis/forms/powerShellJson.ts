/**
 * JSON as `ConvertTo-Json` of PowerShell writes it. Windows PowerShell indents a member by the place of its object's brace. Every version writes
 * the objects and lists below a depth, which is 2 unless the caller sets it, as the text that PowerShell prints for them:
 *
 *     {"a":{"b":[{"c":1,"d":[2]}]}}     {"a":{"b":["@{c=1; d=System.Object[]}"]}}         objects that were read from JSON
 *                                       {"a":{"b":["System.Collections.Hashtable"]}}      objects that were written as @{c = 1}
 */
import { textOfLiteral } from './jsonLiterals.ts'
import { type Node, unicodeEscape } from './jsonText.ts'

/** Windows PowerShell escapes the signs of HTML. */
const inWindows = (literal: string): string => literal.replace(/[<>&']/g, unicodeEscape)

const indentation = 4

/** The text as Windows PowerShell 5.1 lays it out. The bracket of this node is in `column`. */
export const windowsLayout = (node: Node, column = 0): string => {
  if (node._tag === 'Scalar') return inWindows(node.literal)
  const inner = column + indentation
  const lines =
    node._tag === 'Array'
      ? node.items.map((item) => windowsLayout(item, inner))
      : node.members.map(([name, value]) => {
          const start = `${inWindows(name)}:  `
          return start + windowsLayout(value, inner + start.length)
        })
  const [open, close] = node._tag === 'Array' ? ['[', ']'] : ['{', '}']
  const end = `\r\n${' '.repeat(column)}${close}`
  return lines.length === 0
    ? `${open}\r\n${end}`
    : `${open}\r\n${lines.map((line) => ' '.repeat(inner) + line).join(',\r\n')}${end}`
}

const printedWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: '' }

const printScalar = (literal: string): string => printedWords[literal] ?? textOfLiteral(literal)

type Members = ReadonlyArray<readonly [name: string, value: Node]>

/** How a version of PowerShell prints an object of some class. */
interface Printer {
  readonly detail: string
  readonly printObject: (members: Members) => string
  /** Prints an item of a list: as the same printer if absent. */
  readonly printItem?: (item: Node) => string
}

const asTable =
  (write: (value: Node) => string): Printer['printObject'] =>
  (members) =>
    `@{${members.map(([name, value]) => `${JSON.parse(name)}=${write(value)}`).join('; ')}}`

/** PowerShell prints nothing for an object within an object, and the class of a list there. */
const printShallow = (node: Node): string => {
  if (node._tag === 'Scalar') return printScalar(node.literal)
  return node._tag === 'Array' ? 'System.Object[]' : ''
}

const printDeep = (node: Node): string => {
  if (node._tag === 'Scalar') return printScalar(node.literal)
  return node._tag === 'Array' ? node.items.map(printDeep).join(' ') : asTable(printDeep)(node.members)
}

const printers: ReadonlyArray<Printer> = [
  { detail: '@{…}', printObject: asTable(printShallow), printItem: printShallow },
  { detail: '@{…} at every depth', printObject: asTable(printDeep) },
  ...['System.Collections.Hashtable', 'System.Collections.Specialized.OrderedDictionary'].map(
    (className): Printer => ({ detail: className, printObject: () => className }),
  ),
]

/** A list prints its items with spaces between them. */
const printNode = (node: Node, printer: Printer): string => {
  if (node._tag === 'Object') return printer.printObject(node.members)
  if (node._tag === 'Scalar') return printScalar(node.literal)
  const { printItem = (item: Node) => printNode(item, printer) } = printer
  return node.items.map(printItem).join(' ')
}

const limitDepth = (node: Node, levels: number, printer: Printer): Node => {
  if (node._tag === 'Scalar') return node
  if (levels < 0) return { _tag: 'Scalar', literal: JSON.stringify(printNode(node, printer)) }
  return node._tag === 'Array'
    ? { _tag: 'Array', items: node.items.map((item) => limitDepth(item, levels - 1, printer)) }
    : { _tag: 'Object', members: node.members.map(([name, value]) => [name, limitDepth(value, levels - 1, printer)]) }
}

/** The depths that callers set, after the default. */
const depths: ReadonlyArray<number> = [2, 1, 3, 4, 5, 0]

const deepest = (node: Node): number => {
  if (node._tag === 'Scalar') return 0
  const children = node._tag === 'Array' ? node.items : node.members.map(([, value]) => value)
  return 1 + children.reduce((most, child) => Math.max(most, deepest(child)), 0)
}

/** The tree with everything below a depth as one text, for each depth and each way in which PowerShell prints it. */
export function* withDepthLimits(tree: Node): Generator<readonly [detail: string, tree: Node]> {
  const levels = deepest(tree)
  for (const depth of depths)
    if (depth + 1 < levels)
      for (const printer of printers)
        yield [
          `objects below depth ${depth} as ${printer.detail} (ConvertTo-Json of PowerShell)`,
          limitDepth(tree, depth, printer),
        ]
}
