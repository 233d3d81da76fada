/**
 * One JSON text in the styles of common serializers. It works on the text, because a parsed value would lose the spelling of
 * numbers and the order of members.
 */
import * as E from 'fp-ts/lib/Either.js'
import { read } from '../job/JsonReader.ts'
import type { Respelling } from './Mistake.ts'

/** A value of the text. Names and strings are literals without needless escapes. */
type Node =
  | { readonly _tag: 'Scalar'; readonly literal: string }
  | { readonly _tag: 'Array'; readonly items: ReadonlyArray<Node> }
  | { readonly _tag: 'Object'; readonly members: ReadonlyArray<readonly [literal: string, value: Node]> }

const plain = (literal: string): string => (literal.startsWith('"') ? JSON.stringify(JSON.parse(literal)) : literal)

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The tree of a valid JSON text. */
const treeOf = (json: string): Node => {
  const tokens = json.match(token) ?? []
  let at = 0
  const node = (): Node => {
    const first = tokens[at++] as string
    if (first === '[') {
      const items: Array<Node> = []
      while (tokens[at] !== ']') {
        items.push(node())
        if (tokens[at] === ',') at++
      }
      at++
      return { _tag: 'Array', items }
    }
    if (first === '{') {
      const members: Array<readonly [string, Node]> = []
      while (tokens[at] !== '}') {
        const name = plain(tokens[at] as string)
        at += 2 // the name and its colon
        members.push([name, node()])
        if (tokens[at] === ',') at++
      }
      at++
      return { _tag: 'Object', members }
    }
    return { _tag: 'Scalar', literal: plain(first) }
  }
  return node()
}

interface Style {
  readonly detail: string
  readonly comma: string
  readonly colon: string
  /** The indentation of a level; all on one line if absent. */
  readonly indent?: string
  /** The order of the members of an object; unchanged if absent. */
  readonly before?: (a: string, b: string) => boolean
  /** Numbers as JavaScript writes floating-point numbers: 7 for 7.0. */
  readonly shortest?: boolean
  /** Arrays are on one line and add no indentation. */
  readonly arraysInline?: boolean
  /** An empty object becomes an empty array, as in PHP. */
  readonly emptyAsArray?: boolean
  /** What the serializer escapes needlessly. */
  readonly escaped: RegExp
  /** How it escapes; `\\u` and four lower-case digits if absent. */
  readonly escape?: (c: string) => string
}

const nothing = /(?!)/g
const unicode = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

const restyled = (literal: string, { escaped, escape: written = unicode, shortest }: Style): string => {
  if (literal.startsWith('"')) return literal.replace(escaped, written)
  return shortest === true && /^-?\d/.test(literal) ? String(Number(literal)) : literal
}

/** How much a style may still write: a deeply nested text, indented, has many times its size. */
interface Room {
  left: number
}

const write = (node: Node, style: Style, level: number, room: Room): string => {
  if (room.left < 0) return ''
  if (node._tag === 'Scalar') {
    const text = restyled(node.literal, style)
    room.left -= text.length
    return text
  }
  if (style.indent !== undefined) room.left -= (level + 1) * style.indent.length * childrenOf(node)
  if (room.left < 0) return ''
  const isInline = node._tag === 'Array' && style.arraysInline === true
  const inner = (value: Node): string => write(value, style, isInline ? level : level + 1, room)
  const [open, parts, close] =
    node._tag === 'Array'
      ? (['[', node.items.map(inner), ']'] as const)
      : (['{', inOrder(node.members, style).map(([n, v]) => restyled(n, style) + style.colon + inner(v)), '}'] as const)
  if (isInline) return parts.length === 0 ? '[ ]' : `[ ${parts.join(', ')} ]`
  if (parts.length === 0) return style.emptyAsArray === true ? '[]' : open + close
  if (style.indent === undefined) return open + parts.join(style.comma) + close
  const line = (depth: number): string => `\n${(style.indent as string).repeat(depth)}`
  return open + line(level + 1) + parts.join(`,${line(level + 1)}`) + line(level) + close
}

const childrenOf = (node: Node): number =>
  node._tag === 'Array' ? node.items.length : node._tag === 'Object' ? node.members.length : 0

const inOrder = <A>(members: ReadonlyArray<readonly [string, A]>, { before }: Style): typeof members => {
  if (before === undefined) return members
  return members
    .map((member) => ({ member, name: JSON.parse(member[0]) as string }))
    .toSorted((a, b) => (before(a.name, b.name) ? -1 : before(b.name, a.name) ? 1 : 0))
    .map(({ member }) => member)
}

const alphabetical = (a: string, b: string): boolean => a < b

/** The members of a job, in the order in which the interface documents them. */
const documented = [
  ...['request_id', 'stages', 'type', 'inputInitialize', 'diffusion', 'seed', 'count', 'width', 'height', 'prompts'],
  ...['text', 'steps', 'sd_model', 'clip_skip', 'cfg_scale'],
]
const asDocumented = (a: string, b: string): boolean => {
  const [first, second] = [documented.indexOf(a), documented.indexOf(b)]
  return first >= 0 && (second < 0 || first < second)
}

const compact = { comma: ',', colon: ':', escaped: nothing }
const spaced = { comma: ', ', colon: ': ', escaped: nothing }
// Python escapes DEL, PHP does not. Go escapes what could end a script element or a line of JavaScript, Gson more. .NET escapes
// nearly everything, with upper-case digits.
const python = { ...spaced, escaped: /[^ -~]/g }
const php = {
  ...compact,
  escaped: /\/|[\u0080-\uffff]/g,
  escape: (c: string): string => (c === '/' ? '\\/' : unicode(c)),
}
const go = { ...compact, escaped: /[<>&\u2028\u2029]/g }
const gson = { ...compact, escaped: /[<>&='\u2028\u2029]/g }
const dotnet = {
  ...compact,
  escaped: /\\.|[<>&'+`]|[^ -~]/g,
  escape: (c: string): string =>
    c === '\\"' ? '\\u0022' : c.startsWith('\\') ? c : unicode(c).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
}
const two = '  '
const four = '    '

const styles: ReadonlyArray<Style> = [
  { detail: 'compact', ...compact },
  { detail: 'spaced', ...spaced },
  { detail: 'pretty-2', ...spaced, indent: two },
  { detail: 'pretty-4', ...spaced, indent: four },
  { detail: 'pretty-tab', ...spaced, indent: '\t' },
  { detail: 'sorted', ...compact, before: alphabetical },
  { detail: 'javascript-pretty', ...spaced, indent: two, shortest: true },
  { detail: 'python', ...python },
  { detail: 'python-sorted', ...python, before: alphabetical },
  { detail: 'python-pretty', ...python, indent: four },
  { detail: 'python-pretty-2', ...python, indent: two },
  { detail: 'python-compact', ...python, ...compact, escaped: python.escaped },
  { detail: 'php', ...php },
  { detail: 'php-pretty', ...php, colon: ': ', indent: four },
  { detail: 'php-unicode', ...php, escaped: /\//g },
  { detail: 'php-unicode, decoded before', ...php, escaped: /\//g, shortest: true, emptyAsArray: true },
  { detail: 'php, decoded before', ...php, shortest: true, emptyAsArray: true },
  { detail: 'php-pretty, decoded before', ...php, colon: ': ', indent: four, shortest: true, emptyAsArray: true },
  { detail: 'go', ...go },
  { detail: 'go, decoded before', ...go, shortest: true },
  { detail: 'go-sorted, decoded before', ...go, before: alphabetical, shortest: true },
  { detail: 'go-sorted', ...go, before: alphabetical },
  { detail: 'go-pretty', ...go, colon: ': ', indent: two },
  { detail: 'go-pretty-tab', ...go, colon: ': ', indent: '\t' },
  { detail: 'gson', ...gson },
  { detail: 'jackson-pretty', ...spaced, colon: ' : ', indent: two, arraysInline: true },
  { detail: "in the interface's order", ...compact, before: asDocumented },
  { detail: "in the interface's order, spaced", ...spaced, before: asDocumented },
  { detail: "in the interface's order, pretty-2", ...spaced, indent: two, before: asDocumented },
  { detail: 'dotnet', ...dotnet },
]

/**
 * A JSON text in each style, perhaps its own among them; nothing if the text is not JSON.
 */
export function* restyle(json: string): Generator<Respelling> {
  if (E.isLeft(read(json))) return
  const tree = treeOf(json)
  const most = 4 * json.length + 65_536
  for (const style of styles) {
    const room = { left: most }
    const text = write(tree, style, 0, room)
    if (room.left >= 0) yield { detail: style.detail, text }
  }
  // JavaScript also respells numbers: `1.0` becomes `1`.
  const value: unknown = JSON.parse(json)
  yield { detail: 'javascript', text: JSON.stringify(value) }
}

/** The `repr` in Python of the value of a JSON text; undefined if the text is not JSON. */
export const pythonLiteral = (json: string): string | undefined => {
  if (E.isLeft(read(json))) return undefined
  const written = (node: Node): string => {
    switch (node._tag) {
      case 'Array':
        return `[${node.items.map(written).join(', ')}]`
      case 'Object':
        return `{${node.members.map(([name, value]) => `${pythonString(name)}: ${written(value)}`).join(', ')}}`
      case 'Scalar':
        return pythonWords[node.literal] ?? (node.literal.startsWith('"') ? pythonString(node.literal) : node.literal)
    }
  }
  return written(treeOf(json))
}

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** In double quotes only if there are single quotes within, and no double ones; unprintable characters are escaped. */
const pythonString = (literal: string): string => {
  const text = JSON.parse(literal) as string
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text.replace(/[\\'"\p{C}\p{Z}]/gu, (c) => {
    if (c === ' ' || ((c === '"' || c === "'") && c !== quote)) return c
    if (c === '\\' || c === quote) return `\\${c}`
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[c]
    if (short !== undefined) return short
    const point = c.codePointAt(0) as number
    const hex = point.toString(16)
    return point < 0x100
      ? `\\x${hex.padStart(2, '0')}`
      : point < 0x10000
        ? `\\u${hex.padStart(4, '0')}`
        : `\\U${hex.padStart(8, '0')}`
  })
  return quote + inner + quote
}
