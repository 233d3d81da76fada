/**
 * Writes a JSON text in the style of any serializer. The text becomes a tree that keeps the spelling of numbers and the order of
 * members, which a parsed value would lose. A writer then writes the tree in one style after the other:
 *
 *   writerOf(treeOf('{"a":[1.0]}'), { most: 100 }).write({ comma: ', ', colon: ': ', escaped: /(?!)/g })  // '{"a": [1.0]}'
 *
 * A hot path: a body is written in hundreds of styles, of which most differ from the wanted text at its first characters.
 */

import { memoizeRecent } from './memoizeRecent.ts'

/** A value of the text. Names and strings are JSON literals without needless escapes. */
export type Node =
  | { readonly _tag: 'Scalar'; readonly literal: string }
  | { readonly _tag: 'Array'; readonly items: ReadonlyArray<Node> }
  | { readonly _tag: 'Object'; readonly members: ReadonlyArray<Member> }

type Member = readonly [literal: string, value: Node]

type ObjectNode = Extract<Node, { readonly _tag: 'Object' }>

const normalizeLiteral = (literal: string): string =>
  literal.startsWith('"') ? JSON.stringify(JSON.parse(literal)) : literal

/** One token of a JSON text. */
export const jsonToken: RegExp = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The tree of a valid JSON text. Many forms begin with it. */
export const treeOf: (json: string) => Node = memoizeRecent((json) => readTree(json))

const readTree = (json: string): Node => {
  const tokens = json.match(jsonToken) ?? []
  let at = 0
  const node = (): Node => {
    const lexeme = tokens[at++] as string
    if (lexeme === '[') {
      const children: Array<Node> = []
      while (tokens[at] !== ']') {
        children.push(node())
        if (tokens[at] === ',') at++
      }
      at++
      return { _tag: 'Array', items: children }
    }
    if (lexeme === '{') {
      const members: Array<readonly [string, Node]> = []
      while (tokens[at] !== '}') {
        const nameLiteral = normalizeLiteral(tokens[at] as string)
        at += 2 // the name and its colon
        members.push([nameLiteral, node()])
        if (tokens[at] === ',') at++
      }
      at++
      return { _tag: 'Object', members }
    }
    return { _tag: 'Scalar', literal: normalizeLiteral(lexeme) }
  }
  return node()
}

export interface Style {
  readonly comma: string
  readonly colon: string
  /** The indentation of a level. If absent, all is on one line. */
  readonly indent?: string
  /** The items of an array are on one line even if objects are indented. */
  readonly flatArrays?: boolean
  /** Written inside the brackets if all is on one line. */
  readonly padding?: string
  /** Only objects have padding. */
  readonly flatItems?: boolean
  /** How an empty object or array is written where there is an indentation, if not as `{}`. */
  readonly hollow?: 'with an indented line' | 'as in Ruby'
  /** The order of the members of an object. Unchanged if absent. */
  readonly before?: (a: string, b: string) => boolean
  /** Writes a number, given its literal and the literal of its member's name. Unchanged if absent. */
  readonly number?: (literal: string, memberName: string) => string
  /** Members with these values are left out. */
  readonly dropped?: (memberValue: Node) => boolean
  /** An empty object becomes an empty array, as in PHP. */
  readonly emptyAsArray?: boolean
  /** An empty array becomes an empty object, as PHP reads both alike. */
  readonly emptyAsObject?: boolean
  /** Null becomes an empty object, as in R. */
  readonly nullAsObject?: boolean
  /** An empty object becomes null, as in Emacs. */
  readonly emptyAsNull?: boolean
  /** An array becomes an object, as with JSON_FORCE_OBJECT of PHP. */
  readonly arrayAsObject?: boolean
  /** What the serializer escapes needlessly. */
  readonly escaped: RegExp
  /** Writes an escape. `\\u` and four lower-case digits if absent. */
  readonly escape?: (c: string) => string
  /** Written after the text. */
  readonly end?: string
}

export const unicodeEscape = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The JSON text with all characters beyond ASCII escaped, as Python writes it. */
export const asciiJson = (json: string): string => json.replace(/[^ -~]/g, unicodeEscape)

export const isNumber = (literal: string): boolean => /^-?\d/.test(literal)

export interface Limits {
  /** Longer texts are not written: an indented text of many levels is many times as long as the tree's. */
  readonly most: number
  /** The only text of use. Writing ends at the first character that differs from it. */
  readonly wanted?: string | undefined
}

/** The text that is being written. Its pieces are joined at the end: a text that grows by hundreds of pieces leaves as many halves. */
interface Paper {
  readonly pieces: Array<string>
  /** How many characters are written. */
  length: number
  /** How many more characters may be written. Below 0, the text is of no use. */
  left: number
  readonly wanted: string | undefined
  /** For each literal of a string, the literal with the escapes of the style. */
  readonly spelled: ReadonlyMap<string, string>
}

export interface Writer {
  /** The text in this style. Undefined if it is longer than allowed, or is not the wanted text. */
  readonly write: (style: Style) => string | undefined
  /** Equal for two styles if they write this tree in the same way. */
  readonly keyOf: (style: Style) => string
}

/** The literals of all strings and numbers of a tree, each number with the name of its member. */
interface Leaves {
  readonly strings: Set<string>
  readonly numbers: Array<readonly [literal: string, name: string]>
}

const leavesOf = (tree: Node): Leaves => {
  const leaves: Leaves = { strings: new Set(), numbers: [] }
  const visit = (node: Node, memberName: string): void => {
    if (node._tag === 'Array') for (const child of node.items) visit(child, memberName)
    else if (node._tag === 'Object')
      for (const [literal, child] of node.members) {
        leaves.strings.add(literal)
        visit(child, literal)
      }
    else if (node.literal.startsWith('"')) leaves.strings.add(node.literal)
    else if (isNumber(node.literal)) leaves.numbers.push([node.literal, memberName])
  }
  visit(tree, '')
  return leaves
}

/** The number of a tree in which a style changes nothing. The others are numbered from 0. */
const unchangedTree = -1

/** Numbers the keys that it is given: equal keys get the same number. */
const numbering = <K>(): ((key: K) => number) => {
  const known = new Map<K, number>()
  return (key) => computeOnce(known, key, () => known.size)
}

/**
 * Writes one tree in many styles. Styles that agree in a respect share the work for it: the ordered tree, the escaped strings, the
 * numbers, and the whole text if they differ in nothing that this tree has.
 */
export const writerOf = (tree: Node, { most, wanted }: Limits): Writer => {
  const { strings, numbers } = leavesOf(tree)
  const nameOf = numbering<unknown>()
  const ofTree = numbering<string>()
  const ofNumbers = numbering<string>()
  const ofStrings = numbering<string>()
  const trees = new Map<string, readonly [Node, number]>()
  const spellings = new Map<string, readonly [Paper['spelled'], number]>()
  const numberings = new Map<Style['number'], number>()
  const writtenTexts = new Map<string, string | undefined>()

  const treeFor = (style: Style): readonly [Node, number] => {
    const {
      before: comesBefore,
      dropped,
      emptyAsArray,
      emptyAsObject,
      emptyAsNull,
      nullAsObject,
      arrayAsObject,
    } = style
    const options = [comesBefore, dropped, emptyAsArray, emptyAsObject, emptyAsNull, nullAsObject, arrayAsObject]
    return computeOnce(trees, options.map(nameOf).join(), () => {
      const ownTree = arrange(tree, style)
      return [ownTree, ownTree === tree ? unchangedTree : ofTree(JSON.stringify(ownTree))]
    })
  }
  const stringsFor = ({ escaped, escape: escapeOf = unicodeEscape }: Style): readonly [Paper['spelled'], number] =>
    computeOnce(spellings, `${nameOf(escapeOf)} ${escaped.source}`, () => {
      const spelled = new Map(Array.from(strings, (literal) => [literal, literal.replace(escaped, escapeOf)]))
      return [spelled, ofStrings([...spelled.values()].join())]
    })
  const numbersFor = ({ number = same }: Style): number =>
    computeOnce(numberings, number, () =>
      ofNumbers(numbers.map(([literal, memberName]) => number(literal, memberName)).join()),
    )

  const keyOf = (style: Style): string => {
    const { comma, colon, indent, padding, end, flatArrays, flatItems, hollow } = style
    const layout = [comma, colon, indent, padding, end, flatArrays, flatItems, hollow].join('|')
    return `${treeFor(style)[1]} ${numbersFor(style)} ${stringsFor(style)[1]} ${layout}`
  }
  const writeTree = (style: Style): string | undefined => {
    const paper: Paper = { pieces: [], length: 0, left: most, wanted, spelled: stringsFor(style)[0] }
    write(treeFor(style)[0], style, 0, paper, '')
    put(paper, style.end ?? '')
    const { pieces, length, left: room } = paper
    return room < 0 || (wanted !== undefined && length !== wanted.length) ? undefined : pieces.join('')
  }
  return { keyOf, write: (style) => computeOnce(writtenTexts, keyOf(style), () => writeTree(style)) }
}

const same = (literal: string): string => literal

/** The value of a key. It is computed at the first request and kept in the map. */
const computeOnce = <K, V>(map: Map<K, V>, key: K, compute: () => V): V => {
  if (!map.has(key)) map.set(key, compute())
  return map.get(key) as V
}

/**
 * The tree as the style sees it: without dropped members, in its order, and with its view of empty arrays and objects. A node in which
 * nothing changes is the same object, so a tree that stays as it is can be told without a look at all of it.
 */
const arrange = (node: Node, style: Style): Node => {
  const { before: comesBefore, dropped, emptyAsArray = false, emptyAsObject = false, arrayAsObject = false } = style
  if (node._tag === 'Scalar')
    return style.nullAsObject && node.literal === 'null' ? { _tag: 'Object', members: [] } : node
  if (node._tag === 'Array') {
    const children = node.items.map((child) => arrange(child, style))
    if (arrayAsObject || (emptyAsObject && children.length === 0))
      return { _tag: 'Object', members: children.map((child, i) => [`"${i}"`, child]) }
    return children.every((child, i) => child === node.items[i]) ? node : { _tag: 'Array', items: children }
  }
  const members = node.members
    .filter(([, child]) => dropped?.(child) !== true)
    .map((member) => arrangeMember(member, style))
  if (emptyAsArray && members.length === 0) return { _tag: 'Array', items: [] }
  if (style.emptyAsNull && members.length === 0) return { _tag: 'Scalar', literal: 'null' }
  if (comesBefore === undefined) return withMembers(node, members)
  const namedMembers = members.map((member) => ({ member, name: JSON.parse(member[0]) as string }))
  const sorted = namedMembers.toSorted((a, b) =>
    comesBefore(a.name, b.name) ? -1 : comesBefore(b.name, a.name) ? 1 : 0,
  )
  return withMembers(
    node,
    sorted.map(({ member }) => member),
  )
}

const arrangeMember = (member: Member, style: Style): Member => {
  const child = arrange(member[1], style)
  return child === member[1] ? member : [member[0], child]
}

/** The object with these members; itself if they are its own. */
const withMembers = (node: ObjectNode, members: ReadonlyArray<Member>): Node =>
  members.length === node.members.length && members.every((member, i) => member === node.members[i])
    ? node
    : { _tag: 'Object', members }

const put = (paper: Paper, piece: string): void => {
  if (paper.wanted !== undefined && !paper.wanted.startsWith(piece, paper.length)) paper.left = -1
  paper.pieces.push(piece)
  paper.length += piece.length
  paper.left -= piece.length
}

const spellingOf = (literal: string, { spelled }: Paper): string => spelled.get(literal) ?? literal

const leafOf = (literal: string, { number = same }: Style, paper: Paper, memberName: string): string => {
  if (literal.startsWith('"')) return spellingOf(literal, paper)
  return isNumber(literal) ? number(literal, memberName) : literal
}

/** The white space before a value or a closing bracket of this node, at this depth. */
const whiteSpaceAt = (node: Node, { indent, padding = '', flatArrays, flatItems }: Style, depth: number): string => {
  const isArray = node._tag === 'Array'
  if (indent === undefined || (isArray && flatArrays)) return isArray && flatItems ? '' : padding
  return `\n${indent.repeat(depth)}`
}

/** Writes a value. `memberName` is the literal of the nearest member's name, also for items of an array. */
const write = (node: Node, style: Style, level: number, paper: Paper, memberName: string): void => {
  if (node._tag === 'Scalar') {
    put(paper, leafOf(node.literal, style, paper, memberName))
    return
  }
  const isArray = node._tag === 'Array'
  const open = isArray ? '[' : '{'
  const close = isArray ? ']' : '}'
  const entries = isArray ? node.items : node.members
  if (entries.length === 0) {
    put(paper, open + writeHollow(style, level, open) + close)
    return
  }
  const inner = whiteSpaceAt(node, style, level + 1)
  const isFlat = style.indent === undefined || (isArray && style.flatArrays === true)
  const gap = (isFlat ? style.comma : ',') + inner
  let lead = open + inner
  for (const entry of entries) {
    if (paper.left < 0) return
    put(paper, lead)
    lead = gap
    if ('_tag' in entry) write(entry, style, level + 1, paper, memberName)
    else {
      put(paper, spellingOf(entry[0], paper))
      put(paper, style.colon)
      write(entry[1], style, level + 1, paper, entry[0])
    }
  }
  put(paper, whiteSpaceAt(node, style, level) + close)
}

/** The white space inside empty brackets. */
const writeHollow = ({ hollow, indent = '' }: Style, level: number, open: string): string => {
  if (hollow === undefined) return ''
  const outer = `\n${indent.repeat(level)}`
  if (hollow === 'with an indented line') return outer + indent + outer
  return open === '{' ? outer : `\n${outer}`
}
