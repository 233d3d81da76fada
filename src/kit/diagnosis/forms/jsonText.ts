/**
 * A JSON text as a tree that keeps the spelling of numbers and the order of members, and the tree as a text in some style.
 */

/** A value of the text. Names and strings are literals without needless escapes. */
export type Node =
  | { readonly _tag: 'Scalar'; readonly literal: string }
  | { readonly _tag: 'Array'; readonly items: ReadonlyArray<Node> }
  | { readonly _tag: 'Object'; readonly members: ReadonlyArray<Member> }

type Member = readonly [literal: string, value: Node]

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
  /** The items of an array stand on one line all the same. */
  readonly flatArrays?: boolean
  /** Within the brackets, if all is on one line. */
  readonly padding?: string
  /** Padding stands within objects alone. */
  readonly flatItems?: boolean
  /** How an empty object or array is written where there is an indentation, if not as `{}`. */
  readonly hollow?: 'with an indented line' | 'as in Ruby'
  /** The order of the members of an object; unchanged if absent. */
  readonly before?: (a: string, b: string) => boolean
  /** How it writes a number, from its literal and the name of its member; unchanged if absent. */
  readonly number?: (literal: string, name: string) => string
  /** Members with these values are left out. */
  readonly dropped?: (value: Node) => boolean
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
  /** How it escapes; `\\u` and four lower-case digits if absent. */
  readonly escape?: (c: string) => string
  /** Behind the text. */
  readonly end?: string
}

export const unicode = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** As Python writes it. */
export const asciiJson = (json: string): string => json.replace(/[^ -~]/g, unicode)

export const isNumber = (literal: string): boolean => /^-?\d/.test(literal)

export interface Limits {
  /** A longer text is not written: a deeply nested one, indented, has many times its size. */
  readonly most: number
  /** The only text that is of use: the first character that differs ends the work. */
  readonly wanted?: string | undefined
}

/** What a style writes on. */
interface Paper {
  text: string
  /** Room for so many more characters. Below 0 all is in vain. */
  left: number
  readonly wanted: string | undefined
  /** Strings as the style escapes them, by their literals. */
  readonly spelled: ReadonlyMap<string, string>
}

export interface Writer {
  /** The text; undefined if it is longer than it may be, or another than the one that is wanted. */
  readonly write: (style: Style) => string | undefined
  /** The same for styles that write this tree alike, whether or not the text is wanted. */
  readonly keyOf: (style: Style) => string
}

/** The strings and the numbers of a tree: their literals, of a number with the name of its member. */
interface Leaves {
  readonly strings: Set<string>
  readonly numbers: Array<readonly [literal: string, name: string]>
}

const leavesOf = (tree: Node): Leaves => {
  const leaves: Leaves = { strings: new Set(), numbers: [] }
  const visit = (node: Node, name: string): void => {
    if (node._tag === 'Array') for (const item of node.items) visit(item, name)
    else if (node._tag === 'Object')
      for (const [literal, value] of node.members) {
        leaves.strings.add(literal)
        visit(value, literal)
      }
    else if (node.literal.startsWith('"')) leaves.strings.add(node.literal)
    else if (isNumber(node.literal)) leaves.numbers.push([node.literal, name])
  }
  visit(tree, '')
  return leaves
}

/** A number for each value, the same for equal ones. */
const numbering = <K>(): ((key: K) => number) => {
  const known = new Map<K, number>()
  return (key) => kept(known, key, () => known.size)
}

/**
 * Writes one tree in many styles. It keeps what they have in common: the order of the members, the strings, and the whole text
 * if they differ in nothing that this tree has.
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
  const texts = new Map<string, string | undefined>()

  const treeFor = (style: Style): readonly [Node, number] => {
    const { before, dropped, emptyAsArray, emptyAsObject, emptyAsNull, nullAsObject, arrayAsObject } = style
    const options = [before, dropped, emptyAsArray, emptyAsObject, emptyAsNull, nullAsObject, arrayAsObject]
    return kept(trees, options.map(nameOf).join(), () => {
      const own = arranged(tree, style)
      return [own, ofTree(JSON.stringify(own))]
    })
  }
  const stringsFor = ({ escaped, escape: escapeOf = unicode }: Style): readonly [Paper['spelled'], number] =>
    kept(spellings, `${nameOf(escapeOf)} ${escaped.source}`, () => {
      const spelled = new Map(Array.from(strings, (literal) => [literal, literal.replace(escaped, escapeOf)]))
      return [spelled, ofStrings([...spelled.values()].join())]
    })
  const numbersFor = ({ number = same }: Style): number =>
    kept(numberings, number, () => ofNumbers(numbers.map(([literal, name]) => number(literal, name)).join()))

  const keyOf = (style: Style): string => {
    const { comma, colon, indent, padding, end, flatArrays, flatItems, hollow } = style
    const layout = [comma, colon, indent, padding, end, flatArrays, flatItems, hollow].join('|')
    return `${treeFor(style)[1]} ${numbersFor(style)} ${stringsFor(style)[1]} ${layout}`
  }
  const written = (style: Style): string | undefined => {
    const paper: Paper = { text: '', left: most, wanted, spelled: stringsFor(style)[0] }
    write(treeFor(style)[0], style, 0, paper, '')
    put(paper, style.end ?? '')
    const { text, left } = paper
    return left < 0 || (wanted !== undefined && text.length !== wanted.length) ? undefined : text
  }
  return { keyOf, write: (style) => kept(texts, keyOf(style), () => written(style)) }
}

const same = (literal: string): string => literal

/** What a map has for the key; made and kept if it has nothing. */
const kept = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  if (!map.has(key)) map.set(key, make())
  return map.get(key) as V
}

/** The tree with the members that the style writes, in its order, and with what it takes for arrays and for objects. */
const arranged = (node: Node, style: Style): Node => {
  const { before, dropped, emptyAsArray = false, emptyAsObject = false, arrayAsObject = false } = style
  if (node._tag === 'Scalar')
    return style.nullAsObject && node.literal === 'null' ? { _tag: 'Object', members: [] } : node
  if (node._tag === 'Array') {
    const items = node.items.map((item) => arranged(item, style))
    return arrayAsObject || (emptyAsObject && items.length === 0)
      ? { _tag: 'Object', members: items.map((item, i) => [`"${i}"`, item]) }
      : { _tag: 'Array', items }
  }
  const members = node.members
    .filter(([, value]) => dropped?.(value) !== true)
    .map(([literal, value]) => [literal, arranged(value, style)] as const)
  if (emptyAsArray && members.length === 0) return { _tag: 'Array', items: [] }
  if (style.emptyAsNull && members.length === 0) return { _tag: 'Scalar', literal: 'null' }
  if (before === undefined) return { _tag: 'Object', members }
  const named = members.map((member) => ({ member, name: JSON.parse(member[0]) as string }))
  const sorted = named.toSorted((a, b) => (before(a.name, b.name) ? -1 : before(b.name, a.name) ? 1 : 0))
  return { _tag: 'Object', members: sorted.map(({ member }) => member) }
}

const put = (paper: Paper, piece: string): void => {
  if (paper.wanted?.startsWith(piece, paper.text.length) === false) paper.left = -1
  paper.text += piece
  paper.left -= piece.length
}

const spelling = (literal: string, { spelled }: Paper): string => spelled.get(literal) ?? literal

const leafOf = (literal: string, { number = same }: Style, paper: Paper, name: string): string => {
  if (literal.startsWith('"')) return spelling(literal, paper)
  return isNumber(literal) ? number(literal, name) : literal
}

/** `name` is the literal of the member that holds the value, or an array with it. */
const write = (node: Node, style: Style, level: number, paper: Paper, name: string): void => {
  if (node._tag === 'Scalar') {
    put(paper, leafOf(node.literal, style, paper, name))
    return
  }
  const [open, close] = node._tag === 'Array' ? ['[', ']'] : ['{', '}']
  const items = node._tag === 'Array' ? node.items : node.members
  const padding = style.flatItems && node._tag === 'Array' ? '' : (style.padding ?? '')
  const indent = node._tag === 'Array' && style.flatArrays ? undefined : style.indent
  const line = (depth: number): string => (indent === undefined ? padding : `\n${indent.repeat(depth)}`)
  const inner = items.length === 0 ? '' : line(level + 1)
  const gap = (indent === undefined ? style.comma : ',') + inner
  let lead = open + inner
  for (const item of items) {
    if (paper.left < 0) return
    put(paper, lead)
    lead = gap
    if (!('_tag' in item)) put(paper, spelling(item[0], paper) + style.colon)
    if ('_tag' in item) write(item, style, level + 1, paper, name)
    else write(item[1], style, level + 1, paper, item[0])
  }
  put(paper, items.length === 0 ? open + hollowOf(style, level, open) + close : line(level) + close)
}

/** What stands within empty brackets. */
const hollowOf = ({ hollow, indent = '' }: Style, level: number, open: string): string => {
  if (hollow === undefined) return ''
  const outer = `\n${indent.repeat(level)}`
  if (hollow === 'with an indented line') return outer + indent + outer
  return open === '{' ? outer : `\n${outer}`
}
