/**
 * JSON on lines as programs and people lay it out, beyond the indentations of serializers: with CR LF, with lines for the outer levels
 * alone, with one line for each item of a list.
 *
 *     {"a":[{"b":1},{"c":2}]}        [{"b":1},        {
 *                                    {"c":2}]           "a": [{"b":1},{"c":2}]
 *                                                     }
 */
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

const hasRows = (node: Node): boolean =>
  node._tag === 'Array' && node.items.length > 0 && node.items.every(({ _tag }) => _tag === 'Object')

const write = (node: Node, level: number, lines: Lines): string => {
  const { lineEnd, indent, levels, isOpen, colon, inner, isRows } = lines
  if (node._tag === 'Scalar') return node.literal
  if (level >= levels && !isRows) return textOnOneLine(node, inner)
  const isOnLines = isRows ? hasRows(node) : true
  const below = isRows && !isOnLines ? level : level + 1
  const entries =
    node._tag === 'Array'
      ? node.items.map((item) => write(item, below, lines))
      : node.members.map(([name, child]) => name + (isRows ? inner.colon : colon) + write(child, below, lines))
  const [open, close] = node._tag === 'Array' ? '[]' : '{}'
  if (entries.length === 0 || !isOnLines) return open + entries.join(inner.comma) + close
  const lineStart = lineEnd + indent.repeat(level + 1)
  const [first, last] = isOpen ? [lineStart, lineEnd + indent.repeat(level)] : ['', '']
  return open + first + entries.join(`,${lineStart}`) + last + close
}

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
  const most = maxCharacters / json.length
  let count = 0
  for (const [i, lines] of [...layouts()].entries()) {
    count += lines.lineEnd === '\r\n' ? 2 : 1
    if (count > most) return
    if (wanted !== undefined && !mayLieOn(lines, wanted)) continue
    const text = write(tree, 0, lines)
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
