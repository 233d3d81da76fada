/**
 * A JSON text as a tree that keeps the spelling of numbers and the order of members, and the tree as a text in some style.
 */

/** A value of the text. Names and strings are literals without needless escapes. */
export type Node =
  | { readonly _tag: 'Scalar'; readonly literal: string }
  | { readonly _tag: 'Array'; readonly items: ReadonlyArray<Node> }
  | { readonly _tag: 'Object'; readonly members: ReadonlyArray<readonly [literal: string, value: Node]> }

const plain = (literal: string): string => (literal.startsWith('"') ? JSON.stringify(JSON.parse(literal)) : literal)

/** One token of a JSON text. */
export const token: RegExp = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The tree of a valid JSON text. */
export const treeOf = (json: string): Node => {
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

export interface Style {
  readonly comma: string
  readonly colon: string
  /** The indentation of a level; all on one line if absent. */
  readonly indent?: string
  /** The order of the members of an object; unchanged if absent. */
  readonly before?: (a: string, b: string) => boolean
  /** How it writes a number, from its literal and the name of its member; unchanged if absent. */
  readonly number?: (literal: string, name: string) => string
  /** Members with these values are left out. */
  readonly dropped?: (value: Node) => boolean
  /** Arrays are on one line and add no indentation. */
  readonly arraysInline?: boolean
  /** An empty object becomes an empty array, as in PHP. */
  readonly emptyAsArray?: boolean
  /** What the serializer escapes needlessly. */
  readonly escaped: RegExp
  /** How it escapes; `\\u` and four lower-case digits if absent. */
  readonly escape?: (c: string) => string
  /** Behind the text. */
  readonly end?: string
}

export const unicode = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

export const isNumber = (literal: string): boolean => /^-?\d/.test(literal)

/** How much a style may still write: a deeply nested text, indented, has many times its size. */
interface Room {
  left: number
  /** Strings that were written before, by their literals: the names of the members of a list come again and again. */
  readonly spelled: Map<string, string>
}

/** The text of a tree; undefined if it is longer than `most`. */
export const written = (tree: Node, style: Style, most: number): string | undefined => {
  const room: Room = { left: most, spelled: new Map() }
  const text = write(tree, style, 0, room, '') + (style.end ?? '')
  return room.left < 0 ? undefined : text
}

const scalar = (literal: string, style: Style, name: string, { spelled }: Room): string => {
  const { escaped, escape: escapeOf = unicode, number } = style
  if (literal.startsWith('"')) {
    const text = spelled.get(literal) ?? literal.replace(escaped, escapeOf)
    spelled.set(literal, text)
    return text
  }
  return number !== undefined && isNumber(literal) ? number(literal, name) : literal
}

const write = (node: Node, style: Style, level: number, room: Room, name: string): string => {
  if (room.left < 0) return ''
  if (node._tag === 'Scalar') {
    const text = scalar(node.literal, style, name, room)
    room.left -= text.length
    return text
  }
  if (style.indent !== undefined) room.left -= (level + 1) * style.indent.length * childrenOf(node)
  if (room.left < 0) return ''
  const isInline = node._tag === 'Array' && style.arraysInline === true
  const inner = (value: Node, of: string): string => write(value, style, isInline ? level : level + 1, room, of)
  const [open, parts, close] =
    node._tag === 'Array'
      ? (['[', node.items.map((item) => inner(item, name)), ']'] as const)
      : ([
          '{',
          membersOf(node, style).map(([n, v]) => scalar(n, style, '', room) + style.colon + inner(v, n)),
          '}',
        ] as const)
  if (isInline) return parts.length === 0 ? '[ ]' : `[ ${parts.join(', ')} ]`
  if (parts.length === 0) return style.emptyAsArray === true ? '[]' : open + close
  if (style.indent === undefined) return open + parts.join(style.comma) + close
  const line = (depth: number): string => `\n${(style.indent as string).repeat(depth)}`
  return open + line(level + 1) + parts.join(`,${line(level + 1)}`) + line(level) + close
}

const childrenOf = (node: Node): number =>
  node._tag === 'Array' ? node.items.length : node._tag === 'Object' ? node.members.length : 0

type Members = Extract<Node, { _tag: 'Object' }>['members']

const membersOf = ({ members }: { readonly members: Members }, { before, dropped }: Style): Members => {
  const kept = dropped === undefined ? members : members.filter(([, value]) => !dropped(value))
  if (before === undefined) return kept
  return kept
    .map((member) => ({ member, name: JSON.parse(member[0]) as string }))
    .toSorted((a, b) => (before(a.name, b.name) ? -1 : before(b.name, a.name) ? 1 : 0))
    .map(({ member }) => member)
}
