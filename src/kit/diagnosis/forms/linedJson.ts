/**
 * JSON on lines as programs and people lay it out, beyond the indentations of serializers: with CR LF, with lines for the outer levels
 * alone, with one line for each item of a list.
 *
 *     {"a":[{"b":1},{"c":2}]}        [{"b":1},        {
 *                                    {"c":2}]           "a": [{"b":1},{"c":2}]
 *                                                     }
 */
import { memoized } from '../../values/memoized.ts'
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { type Node, treeOf } from './jsonText.ts'
import type { Form, Traits } from './Respelling.ts'

/** How the lines lie. */
interface Lines {
  readonly lineEnd: '\r\n' | '\n'
  readonly indent: string
  /** So many levels have lines, counted from the outermost. */
  readonly levels: number
  /** The brackets of these levels have lines of their own. */
  readonly isOpen: boolean
  /** Between a name and its value where there are lines. */
  readonly colon: string
  /** Where there are none. */
  readonly inner: Inner
  /** Only the objects within an array have lines. */
  readonly isRows: boolean
}

interface Inner {
  readonly comma: string
  readonly colon: string
}

const compact: Inner = { comma: ',', colon: ':' }
const spaced: Inner = { comma: ', ', colon: ': ' }

const textOnOneLine = (node: Node, inner: Inner): string => {
  if (node._tag === 'Scalar') return node.literal
  if (node._tag === 'Array') return `[${node.items.map((item) => textOnOneLine(item, inner)).join(inner.comma)}]`
  return `{${node.members.map(([name, child]) => name + inner.colon + textOnOneLine(child, inner)).join(inner.comma)}}`
}

/** Writes a value on one line. */
type OneLineWriter = (inner: Inner) => (node: Node) => string

/** Hundreds of layouts have lines for the outer levels alone, so each value within them is written once. */
const oneLineWriter = (): OneLineWriter => memoized((inner) => memoized((node) => textOnOneLine(node, inner)))

const hasRows = (node: Node): boolean =>
  node._tag === 'Array' && node.items.length > 0 && node.items.every(({ _tag }) => _tag === 'Object')

/** The items of an array, or the members of an object with their names, each as `writeChild` writes its value. */
const entriesOf = (
  node: Exclude<Node, { readonly _tag: 'Scalar' }>,
  colon: string,
  writeChild: (child: Node) => string,
): ReadonlyArray<string> =>
  node._tag === 'Array'
    ? node.items.map(writeChild)
    : node.members.map(([name, child]) => name + colon + writeChild(child))

const bracketed = (node: Node, inside: string): string => (node._tag === 'Array' ? `[${inside}]` : `{${inside}}`)

/** Each entry on a line of its own. Empty brackets have no lines. */
const onLines = (node: Node, entries: ReadonlyArray<string>, level: number, lines: Lines): string => {
  if (entries.length === 0) return bracketed(node, '')
  const { lineEnd, indent, isOpen } = lines
  const lineStart = lineEnd + indent.repeat(level + 1)
  const inside = entries.join(`,${lineStart}`)
  return bracketed(node, isOpen ? lineStart + inside + lineEnd + indent.repeat(level) : inside)
}

const writeLevels = (node: Node, level: number, lines: Lines, onOneLine: OneLineWriter): string => {
  if (node._tag === 'Scalar') return node.literal
  if (level >= lines.levels) return onOneLine(lines.inner)(node)
  const entries = entriesOf(node, lines.colon, (child) => writeLevels(child, level + 1, lines, onOneLine))
  return onLines(node, entries, level, lines)
}

/** Only an array of objects has lines, and they are set in by the number of such arrays round it. */
const writeRows = (node: Node, level: number, lines: Lines): string => {
  if (node._tag === 'Scalar') return node.literal
  const { inner } = lines
  if (hasRows(node)) {
    const rows = entriesOf(node, inner.colon, (child) => writeRows(child, level + 1, lines))
    return onLines(node, rows, level, lines)
  }
  return bracketed(node, entriesOf(node, inner.colon, (child) => writeRows(child, level, lines)).join(inner.comma))
}

const write = (node: Node, lines: Lines, onOneLine: OneLineWriter): string =>
  lines.isRows ? writeRows(node, 0, lines) : writeLevels(node, 0, lines, onOneLine)

const lineEnds = ['\r\n', '\n'] as const
const indents = ['  ', '    ', '\t', '', ' ', '   ']
const colons = [': ', ':', ' : ']
const everyLevel = Number.POSITIVE_INFINITY

function* layouts(): Generator<Lines> {
  const usual = { isOpen: true, colon: ': ', inner: compact, isRows: false }
  for (const lineEnd of lineEnds) {
    for (const isOpen of [true, false])
      for (const inner of [compact, spaced])
        for (const indent of ['', ' ', '  ', '    ', '\t'])
          yield { ...usual, lineEnd, indent, levels: everyLevel, isOpen, inner, isRows: true }
    for (const levels of [everyLevel, 1, 2])
      for (const isOpen of [true, false])
        for (const indent of indents)
          for (const colon of colons)
            for (const inner of levels === everyLevel ? [compact] : [compact, spaced])
              yield { ...usual, lineEnd, indent, levels, isOpen, colon, inner }
  }
}

/** A longer text is not laid out anew. */
const maxLength = 16_384

/** The most characters in all texts, where each counts as long as the sent one: the search hashes each text. */
const maxCharacters = 900_000

/** Whether a text may lie on lines like this: by its line ends, and by what stands before the first value. */
const mayLieOn = ({ lineEnd, indent, isOpen, isRows }: Lines, text: string): boolean => {
  const hasLines = text.trimEnd().includes('\n')
  if (!hasLines || text.includes('\r\n') !== (lineEnd === '\r\n')) return false
  return isRows || /^\S\s*/.exec(text)?.[0].slice(1) === (isOpen ? lineEnd + indent : '')
}

const withLineEnd: Traits = { contains: ['trailing-line-feed'] }

/** The text in each layout. With `wanted`, those that cannot be this text are not written, and count all the same. */
function* everyLayout(json: string, wanted?: string): Generator<Form> {
  const tree = treeOf(json)
  const onOneLine = oneLineWriter()
  const most = maxCharacters / json.length
  let count = 0
  for (const [i, lines] of [...layouts()].entries()) {
    count += lines.lineEnd === '\r\n' ? 2 : 1
    if (count > most) return
    if (wanted !== undefined && !mayLieOn(lines, wanted)) continue
    const text = write(tree, lines, onOneLine)
    if (!text.includes('\n')) continue
    yield [`on lines (${i + 1})`, text]
    // The sent text may end in a line end: then the signed one may, too.
    if (lines.lineEnd === '\n' && json.endsWith('\n'))
      yield [`on lines (${i + 1}), with the line end that was sent`, `${text}\n`]
    // With a line feed after it, the text has two causes: its lines, and what wrote the line feed.
    if (lines.lineEnd === '\r\n') yield [`on lines (${i + 1}), and a line end`, `${text}\r\n`, undefined, withLineEnd]
  }
}

/**
 * The JSON text in each of these layouts, and those with CR LF also with one after the text. None if it is no object or array. With
 * `wanted`, at least those that are this text.
 */
export function* linedJson(json: string, wanted?: string): Generator<Form> {
  if (json.length <= maxLength && /^\s*[[{]\s*[^\s\]}]/.test(json) && isJson(json))
    yield* distinct([json], {}, everyLayout(json, wanted))
}
