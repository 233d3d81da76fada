/**
 * JSON as formatters of code and some shells lay it out: a list or an object stays on one line if it fits.
 *
 *     {"size":[512,512],"prompts":[{"text":"a fox"}]}        {
 *                                                              "size": [512, 512],
 *                                                              "prompts": [
 *                                                                {
 *                                                                  "text": "a fox"
 *                                                                }
 *                                                              ]
 *                                                            }
 */
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { type Node, treeOf } from './jsonText.ts'
import { windowsLayout } from './powerShellJson.ts'
import type { Form, Traits } from './Respelling.ts'

/** A longer text is not laid out anew. */
const maxLength = 16_384

/** How a formatter lays out a tree. */
interface Formatter {
  readonly detail: string
  readonly indent: string
  /** The most characters of a line that has a list or an object. */
  readonly width: number
  /** An object has lines of its own, whether it fits or not. */
  readonly breaksObjects: boolean
}

const everywhere = Number.POSITIVE_INFINITY

const formatters: ReadonlyArray<Formatter> = [
  { detail: 'laid out by Prettier', indent: '  ', width: 80, breaksObjects: true },
  { detail: 'laid out by Prettier, short objects on one line', indent: '  ', width: 80, breaksObjects: false },
  { detail: 'lists of values on one line, indented by 2', indent: '  ', width: everywhere, breaksObjects: true },
  { detail: 'lists of values on one line, indented by 4', indent: '    ', width: everywhere, breaksObjects: true },
  { detail: 'lists of values on one line, indented by tabs', indent: '\t', width: everywhere, breaksObjects: true },
]

const isHollow = (node: Node): boolean =>
  node._tag !== 'Scalar' && (node._tag === 'Array' ? node.items : node.members).length === 0

const onOneLine = (node: Node): string => {
  if (node._tag === 'Scalar') return node.literal
  if (node._tag === 'Array') return `[${node.items.map(onOneLine).join(', ')}]`
  const members = node.members.map(([name, child]) => `${name}: ${onOneLine(child)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const hasObject = (node: Node): boolean =>
  node._tag === 'Object' ? !isHollow(node) : node._tag === 'Array' && node.items.some(hasObject)

const sizeOf = (node: Node): number =>
  node._tag === 'Scalar' ? 0 : (node._tag === 'Array' ? node.items : node.members).length

/** Prettier breaks a list of several objects, or of several lists, if each has more than one entry. */
const isTable = (node: Node): boolean =>
  node._tag === 'Array' &&
  node.items.length > 1 &&
  node.items.every((child) => sizeOf(child) > 1 && child._tag === node.items[0]?._tag)

const mustBreak = (node: Node, formatter: Formatter): boolean => {
  if (node._tag === 'Scalar') return false
  if (formatter.breaksObjects && hasObject(node)) return true
  const children = node._tag === 'Array' ? node.items : node.members.map(([, child]) => child)
  return (formatter.width !== everywhere && isTable(node)) || children.some((child) => mustBreak(child, formatter))
}

/** The node at this level. `taken`: the characters before it on its line, and a comma after it. */
const layOut = (node: Node, formatter: Formatter, level: number, taken: number): string => {
  const flat = onOneLine(node)
  const fits = taken + flat.length <= formatter.width
  if (node._tag === 'Scalar' || isHollow(node) || (fits && !mustBreak(node, formatter))) return flat
  const inner = formatter.indent.repeat(level + 1)
  const count = sizeOf(node)
  const place = (start: string, i: number): number => inner.length + start.length + (i < count - 1 ? 1 : 0)
  const lines =
    node._tag === 'Array'
      ? node.items.map((child, i) => layOut(child, formatter, level + 1, place('', i)))
      : node.members.map(([name, child], i) => {
          const start = `${name}: `
          return start + layOut(child, formatter, level + 1, place(start, i))
        })
  const [open, close] = node._tag === 'Array' ? ['[', ']'] : ['{', '}']
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${formatter.indent.repeat(level)}${close}`
}

/** A line feed behind a layout: the usual mistake of that name leads to the same text. */
const withLineEnd: Traits = { contains: ['trailing-line-feed'] }

function* everyLayout(json: string): Generator<Form> {
  const tree = treeOf(json)
  const windows = windowsLayout(tree)
  yield ['laid out by Windows PowerShell', windows]
  yield ['laid out by Windows PowerShell, and a line end', `${windows}\r\n`, undefined, withLineEnd]
  for (const formatter of formatters) {
    const text = layOut(tree, formatter, 0, 0)
    yield [formatter.detail, text]
    yield [`${formatter.detail}, and a line end`, `${text}\n`, undefined, withLineEnd]
  }
}

/** The JSON text in these layouts. None if it is no object or list. */
export const codeLayouts = (json: string): Iterable<Form> =>
  json.length <= maxLength && /^\s*[[{]\s*[^\s\]}]/.test(json) && isJson(json)
    ? distinct([json], {}, everyLayout(json))
    : []
