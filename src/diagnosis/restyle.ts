/**
 * One JSON text in the styles of common serializers. The order of members and the spelling of numbers stay as they are:
 * a value that went through a number or a map would lose both.
 */
import * as E from 'fp-ts/lib/Either.js'
import { read } from '../job/JsonReader.ts'
import type { Respelling } from './Mistake.ts'

/** A value as it stands in the text. Names and strings are kept as literals. */
type Node =
  | { readonly _tag: 'Scalar'; readonly literal: string }
  | { readonly _tag: 'Array'; readonly items: ReadonlyArray<Node> }
  | { readonly _tag: 'Object'; readonly members: ReadonlyArray<readonly [literal: string, value: Node]> }

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The tree of a text that is known to be JSON. */
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
        const name = tokens[at] as string
        at += 2 // the name and its colon
        members.push([name, node()])
        if (tokens[at] === ',') at++
      }
      at++
      return { _tag: 'Object', members }
    }
    return { _tag: 'Scalar', literal: first }
  }
  return node()
}

interface Style {
  readonly detail: string
  readonly comma: string
  readonly colon: string
  /** How many spaces a level is indented; on one line if absent. */
  readonly indent?: number
  readonly sorted?: boolean
  /** What the serializer escapes beside what it must. */
  readonly escaped: RegExp
}

const nothing = /(?!)/g
const unicode = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** From the literal in the text, whatever its escapes were, to that of the style. */
const restyled = (literal: string, { escaped }: Style): string =>
  literal.startsWith('"')
    ? JSON.stringify(JSON.parse(literal)).replace(escaped, (c) => (c === '/' ? '\\/' : unicode(c)))
    : literal

const write = (node: Node, style: Style, level: number): string => {
  if (node._tag === 'Scalar') return restyled(node.literal, style)
  const inner = (value: Node): string => write(value, style, level + 1)
  const [open, parts, close] =
    node._tag === 'Array'
      ? (['[', node.items.map(inner), ']'] as const)
      : (['{', inOrder(node.members, style).map(([n, v]) => restyled(n, style) + style.colon + inner(v)), '}'] as const)
  if (parts.length === 0) return open + close
  if (style.indent === undefined) return open + parts.join(style.comma) + close
  const line = (depth: number): string => `\n${' '.repeat((style.indent as number) * depth)}`
  return open + line(level + 1) + parts.join(`,${line(level + 1)}`) + line(level) + close
}

const inOrder = <A>(members: ReadonlyArray<readonly [string, A]>, style: Style): typeof members => {
  const name = ([literal]: readonly [string, A]): string => JSON.parse(literal) as string
  return style.sorted === true ? members.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) : members
}

const compact = { comma: ',', colon: ':', escaped: nothing }
const spaced = { comma: ', ', colon: ': ', escaped: nothing }
// Python escapes DEL as well, PHP does not; Go escapes what could end a script element or a line of JavaScript.
const python = { ...spaced, escaped: /[^ -~]/g }
const php = { ...compact, escaped: /\/|[\u0080-\uffff]/g }
const go = { ...compact, escaped: /[<>&\u2028\u2029]/g }

const styles: ReadonlyArray<Style> = [
  { detail: 'compact', ...compact },
  { detail: 'spaced', ...spaced },
  { detail: 'pretty-2', ...spaced, indent: 2 },
  { detail: 'pretty-4', ...spaced, indent: 4 },
  { detail: 'sorted', ...compact, sorted: true },
  { detail: 'python', ...python },
  { detail: 'python-sorted', ...python, sorted: true },
  { detail: 'php', ...php },
  { detail: 'go', ...go },
  { detail: 'go-sorted', ...go, sorted: true },
]

/**
 * A JSON text in each style, its own among them perhaps; nothing for a text that is no JSON.
 *
 * @example
 * ```ts
 * import { restyle } from './restyle.ts'
 *
 * const [compact, spaced] = restyle('{"b": [1.0,\n2],"a":"\\/"}')
 * assert.deepEqual(compact, { detail: 'compact', text: '{"b":[1.0,2],"a":"/"}' })
 * assert.deepEqual(spaced, { detail: 'spaced', text: '{"b": [1.0, 2], "a": "/"}' })
 * ```
 */
export const restyle = (json: string): ReadonlyArray<Respelling> => {
  if (E.isLeft(read(json))) return []
  const tree = treeOf(json)
  return styles.map((style) => ({ detail: style.detail, text: write(tree, style, 0) }))
}
