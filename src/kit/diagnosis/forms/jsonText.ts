/**
 * Writes a JSON text in the style of any serializer. The text becomes a tree that keeps the spelling of numbers and the order of
 * members, which a parsed value would lose. A writer then writes the tree in one style after the other:
 *
 *   writerOf(treeOf('{"a":[1.0]}'), { most: 100 }).write({ comma: ', ', colon: ': ', escaped: /(?!)/g })  // '{"a": [1.0]}'
 *
 * A hot path: a body is written in hundreds of styles, of which most differ from the wanted text at its first characters.
 */

import { memoized } from '../../values/memoized.ts'
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
  readonly hollow?: 'with an indented line' | 'with an empty line' | 'as in Ruby' | 'with a space'
  /** Only objects indent what is within them. */
  readonly byObjects?: boolean
  /** Where there is an indentation. A line feed if absent. */
  readonly lineEnd?: string
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

const isBeyondDoubles = (literal: string): boolean => isNumber(literal) && !Number.isFinite(Number(literal))

/** What programs print for a number that is too large for a double. Free Pascal adds an exponent. */
const infinityWord = /^-?Infinity(?:E000)?$/

/**
 * The printed text with a number for each `Infinity`, so that it can be read as JSON. The text stays as it is if the JSON text has no number
 * that is too large for a double.
 */
export const withNumbersForInfinity = (printed: string, json: string): string =>
  printed.includes('Infinity') && json.match(jsonToken)?.some(isBeyondDoubles)
    ? printed.replace(jsonToken, (token) => (infinityWord.test(token) ? '1e999' : token))
    : printed

export interface Limits {
  /** Longer texts are not written: an indented text of many levels is many times as long as the tree's. */
  readonly most: number
  /** The only text of use. Writing ends at the first character that differs from it. */
  readonly wanted?: string | undefined
}

export interface Writer {
  /** The text in this style. Undefined if it is longer than allowed, or is not the wanted text. */
  readonly write: (style: Style) => string | undefined
  /** Equal for two styles if they write this tree in the same way. */
  readonly keyOf: (style: Style) => string
}

/** The distinct literals of the strings of a tree, and its numbers, each with the name of its member. Each has a number. */
interface Leaves {
  readonly strings: ReadonlyMap<string, number>
  readonly numbers: ReadonlyMap<string, NumberLeaf>
}

interface NumberLeaf {
  readonly id: number
  readonly literal: string
  readonly memberName: string
}

const keyOfNumber = (literal: string, memberName: string): string => `${literal} ${memberName}`

const leavesOf = (tree: Node): Leaves => {
  const strings = new Map<string, number>()
  const numbers = new Map<string, NumberLeaf>()
  const addString = (literal: string): void => {
    if (!strings.has(literal)) strings.set(literal, strings.size)
  }
  const addNumber = (literal: string, memberName: string): void => {
    const key = keyOfNumber(literal, memberName)
    if (!numbers.has(key)) numbers.set(key, { id: numbers.size, literal, memberName })
  }
  const visit = (node: Node, memberName: string): void => {
    if (node._tag === 'Array') for (const child of node.items) visit(child, memberName)
    else if (node._tag === 'Object')
      for (const [literal, child] of node.members) {
        addString(literal)
        visit(child, literal)
      }
    else if (node.literal.startsWith('"')) addString(node.literal)
    else if (isNumber(node.literal)) addNumber(node.literal, memberName)
  }
  visit(tree, '')
  return { strings, numbers }
}

// ---- The writer of one tree

/** A part of the work that several styles share, such as the ordered tree. Equal results have the same number. */
interface Shared<A> {
  readonly result: A
  readonly number: number
}

/** The results that were made so far, by what the styles agree in. */
interface SharedResults<K, A> {
  readonly byKey: Map<K, Shared<A>>
  /** The number of a result, by its text. */
  readonly numberOf: (text: string) => number
}

const noResults = <K, A>(): SharedResults<K, A> => ({ byKey: new Map(), numberOf: numbering() })

/** Numbers the keys that it is given, from 0 on: equal keys get the same number. */
const numbering = <K>(): ((key: K) => number) => {
  const known = new Map<K, number>()
  return (key) => computeOnce(known, key, () => known.size)
}

/** The number of a tree, of strings or of numbers in which a style changes nothing. */
const unchanged = -1

/** One tree, and what was made of it for the styles so far. */
interface TreeWork {
  readonly tree: Node
  readonly limits: Limits
  readonly leaves: Leaves
  readonly literals: ReadonlyArray<string>
  /** All of them in one text: one search tells whether a style escapes anything. */
  readonly everyLiteral: string
  readonly numberLeaves: ReadonlyArray<NumberLeaf>
  /** The numbers of options of styles, many of which are functions. */
  readonly numberOfOption: (option: unknown) => number
  readonly trees: SharedResults<string, Node>
  readonly strings: SharedResults<string, ReadonlyArray<string>>
  readonly numbers: SharedResults<Style['number'], ReadonlyArray<string>>
  /** By the number of the ordered tree. */
  readonly outlines: Map<number, Outline>
  /** By the key of the style. */
  readonly texts: Map<string, string | undefined>
}

/**
 * Writes one tree in many styles. Styles that agree in a respect share the work for it: the ordered tree, the escaped strings, the
 * numbers, and the whole text if they differ in nothing that this tree has.
 */
export const writerOf = (tree: Node, limits: Limits): Writer => {
  const leaves = leavesOf(tree)
  const literals = [...leaves.strings.keys()]
  const work: TreeWork = {
    tree,
    limits,
    leaves,
    literals,
    everyLiteral: literals.join(' '),
    numberLeaves: [...leaves.numbers.values()],
    numberOfOption: numbering(),
    trees: noResults(),
    strings: noResults(),
    numbers: noResults(),
    outlines: new Map(),
    texts: new Map(),
  }
  const mayWrite = limits.wanted === undefined ? () => true : testOfStyle(limits.wanted)
  return {
    keyOf: (style) => keyOfStyle(work, style),
    write: (style) =>
      mayWrite(style) ? computeOnce(work.texts, keyOfStyle(work, style), () => writeTree(work, style)) : undefined,
  }
}

/** An object up to its first value. */
const firstMember = /^\{(\s*)"(?:[^"\\]|\\.)*"(\s*:\s*)/

/**
 * Tells whether a style may have written the wanted text, by the white space at the first name, and by the characters that the style
 * escapes. Most styles of hundreds are ruled out so, and nothing is written in them.
 */
const testOfStyle = (wanted: string): ((style: Style) => boolean) => {
  const [, lead, colon] = firstMember.exec(wanted) ?? []
  const strings = wanted.match(/"(?:[^"\\]|\\.)*"/g) ?? []
  // An escaped slash is still a slash.
  const unescaped = strings.join(' ').replaceAll('\\/', 'x')
  const hasNoneOf = memoized((escaped: string) => unescaped.search(new RegExp(escaped)) < 0)
  return (style) => {
    const { indent, padding = '', lineEnd = '\n', escaped } = style
    const ownLead = indent === undefined ? padding : lineEnd + indent
    if (lead !== undefined && (lead !== ownLead || colon !== style.colon)) return false
    return hasNoneOf(escaped.source)
  }
}

const keyOfStyle = (work: TreeWork, style: Style): string => {
  const { comma, colon, indent, padding, end, flatArrays, flatItems, hollow, byObjects, lineEnd } = style
  const layout = [comma, colon, indent, padding, end, flatArrays, flatItems, hollow, byObjects, lineEnd].join('|')
  const sharedParts = [treeFor(work, style), numbersFor(work, style), stringsFor(work, style)]
  return `${sharedParts.map(({ number }) => number).join(' ')} ${layout}`
}

const writeTree = (work: TreeWork, style: Style): string | undefined => {
  const { result: ownTree, number: treeNumber } = treeFor(work, style)
  const outline = computeOnce(work.outlines, treeNumber, () => outlineOf(ownTree, work.leaves))
  const spelled: Spelled = { strings: stringsFor(work, style).result, numbers: numbersFor(work, style).result }
  return writeOutline(outline, spelled, style, work.limits)
}

const treeFor = ({ tree, trees, numberOfOption }: TreeWork, style: Style): Shared<Node> => {
  const { before: comesBefore, dropped, emptyAsArray, emptyAsObject, emptyAsNull, nullAsObject, arrayAsObject } = style
  const options = [comesBefore, dropped, emptyAsArray, emptyAsObject, emptyAsNull, nullAsObject, arrayAsObject]
  // Most styles have none of these options.
  if (options.every((option) => option === undefined)) return { result: tree, number: unchanged }
  return computeOnce(trees.byKey, options.map(numberOfOption).join(), () => {
    const ownTree = arrange(tree, style)
    return {
      result: ownTree,
      number: ownTree === tree ? unchanged : trees.numberOf(JSON.stringify(ownTree)),
    }
  })
}

const stringsFor = (
  { literals, everyLiteral, strings, numberOfOption }: TreeWork,
  { escaped, escape: escapeOf = unicodeEscape }: Style,
): Shared<ReadonlyArray<string>> =>
  computeOnce(strings.byKey, `${numberOfOption(escapeOf)} ${escaped.source}`, () => {
    if (everyLiteral.search(escaped) < 0) return { result: literals, number: unchanged }
    const spelled = literals.map((literal) => literal.replace(escaped, escapeOf))
    return { result: spelled, number: numberOfTexts(strings.numberOf, spelled, literals) }
  })

const numbersFor = ({ numberLeaves, numbers }: TreeWork, { number = same }: Style): Shared<ReadonlyArray<string>> =>
  computeOnce(numbers.byKey, number, () => {
    const written = numberLeaves.map(({ literal, memberName }) => number(literal, memberName))
    const literals = numberLeaves.map(({ literal }) => literal)
    return { result: written, number: numberOfTexts(numbers.numberOf, written, literals) }
  })

/** The number of these texts. Most styles change none, so the texts are joined only if one is not as it was. */
const numberOfTexts = (
  numberOf: (joined: string) => number,
  texts: ReadonlyArray<string>,
  literals: ReadonlyArray<string>,
): number => (texts.every((text, i) => text === literals[i]) ? unchanged : numberOf(texts.join()))

const same = (literal: string): string => literal

/** The value of a key. It is computed at the first request and kept in the map. */
const computeOnce = <K, V>(map: Map<K, V>, key: K, compute: () => V): V => {
  const kept = map.get(key)
  if (kept !== undefined || map.has(key)) return kept as V
  const computed = compute()
  map.set(key, computed)
  return computed
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
  const sorted = namedMembers.toSorted((a, b) => {
    if (comesBefore(a.name, b.name)) return -1
    return comesBefore(b.name, a.name) ? 1 : 0
  })
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
export const withMembers = (node: ObjectNode, members: ReadonlyArray<Member>): Node =>
  members.length === node.members.length && members.every((member, i) => member === node.members[i])
    ? node
    : { _tag: 'Object', members }

/** The strings and numbers of a tree as a style writes them, by their numbers. */
interface Spelled {
  readonly strings: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<string>
}

/** The brackets of an array or an object, and how deep they are. */
interface Brackets {
  readonly isArray: boolean
  readonly depth: number
  /** The same, if only objects are counted. */
  readonly objectDepth: number
}

/** What a style writes between the leaves: brackets, commas, colons and white space. */
interface Joint extends Brackets {
  readonly kind: 'nothing' | 'start' | 'gap' | 'colon' | 'end' | 'empty'
}

/** The places, in the joints of an outline, of those that some brackets need. */
type PlacesOfBrackets = Readonly<Record<Exclude<Joint['kind'], 'nothing'>, number>>

/** A string or number by its number, or a leaf that every style writes as it is, or the number of a member that a style has added. */
type Leaf =
  | { readonly _tag: 'String' | 'Number'; readonly id: number }
  | { readonly _tag: 'Literal'; readonly literal: string }
  | { readonly _tag: 'NewNumber'; readonly literal: string; readonly memberName: string }

/** A tree as a list of joints, each with the leaf behind it. Its styles differ in the few joints that occur, and in the leaves. */
interface Outline {
  readonly joints: ReadonlyArray<Joint>
  /** For each step, the place of its joint in `joints`. */
  readonly places: ReadonlyArray<number>
  /** For each step, the leaf behind its joint. */
  readonly leaves: ReadonlyArray<Leaf>
}

const noLeaf: Leaf = { _tag: 'Literal', literal: '' }

const outlineOf = (tree: Node, { strings, numbers }: Leaves): Outline => {
  const outermost: Brackets = { isArray: false, depth: 0, objectDepth: 0 }
  const joints: Array<Joint> = [{ kind: 'nothing', ...outermost }]
  const placesByBrackets = new Map<string, PlacesOfBrackets>()
  const placesOf = (brackets: Brackets): PlacesOfBrackets =>
    computeOnce(placesByBrackets, `${brackets.isArray} ${brackets.depth} ${brackets.objectDepth}`, () => {
      const place = (kind: Joint['kind']): number => joints.push({ kind, ...brackets }) - 1
      return {
        start: place('start'),
        gap: place('gap'),
        colon: place('colon'),
        end: place('end'),
        empty: place('empty'),
      }
    })
  const places: Array<number> = []
  const leaves: Array<Leaf> = []
  const add = (place: number, leaf: Leaf = noLeaf): void => {
    places.push(place)
    leaves.push(leaf)
  }
  const leafOf = (literal: string, memberName: string): Leaf => {
    const stringId = strings.get(literal)
    if (stringId !== undefined) return { _tag: 'String', id: stringId }
    if (!isNumber(literal)) return { _tag: 'Literal', literal }
    const known = numbers.get(keyOfNumber(literal, memberName))
    return known === undefined ? { _tag: 'NewNumber', literal, memberName } : { _tag: 'Number', id: known.id }
  }
  /** Adds a node behind the joint of this place. `depths` are those of its brackets. */
  const visit = (node: Node, before: number, depths: Omit<Brackets, 'isArray'>, memberName: string): void => {
    if (node._tag === 'Scalar') {
      add(before, leafOf(node.literal, memberName))
      return
    }
    add(before)
    const isArray = node._tag === 'Array'
    const { depth, objectDepth } = depths
    const { start, gap, colon, end, empty } = placesOf({ isArray, depth, objectDepth })
    const within = { depth: depth + 1, objectDepth: objectDepth + (isArray ? 0 : 1) }
    const count = isArray ? node.items.length : node.members.length
    if (node._tag === 'Array')
      for (const [i, item] of node.items.entries()) visit(item, i === 0 ? start : gap, within, memberName)
    else
      for (const [i, [name, child]] of node.members.entries()) {
        add(i === 0 ? start : gap, leafOf(name, memberName))
        visit(child, colon, within, name)
      }
    add(count === 0 ? empty : end)
  }
  visit(tree, 0, outermost, '')
  return { joints, places, leaves }
}

const spellLeaf = (leaf: Leaf, spelled: Spelled, { number = same }: Style): string => {
  switch (leaf._tag) {
    case 'String':
      return spelled.strings[leaf.id] as string
    case 'Number':
      return spelled.numbers[leaf.id] as string
    case 'Literal':
      return leaf.literal
    case 'NewNumber':
      return number(leaf.literal, leaf.memberName)
  }
}

const writeJoint = ({ kind, isArray, ...depths }: Joint, style: Style): string => {
  const { indent, flatArrays, flatItems, padding = '', comma, colon, lineEnd = '\n' } = style
  const depth = style.byObjects === true ? depths.objectDepth : depths.depth
  const isFlat = indent === undefined || (isArray && flatArrays === true)
  const whiteSpaceAt = (level: number): string => {
    if (indent === undefined || isFlat) return isArray && flatItems === true ? '' : padding
    return lineEnd + indent.repeat(level)
  }
  const open = isArray ? '[' : '{'
  const close = isArray ? ']' : '}'
  switch (kind) {
    case 'nothing':
      return ''
    case 'start':
      return open + whiteSpaceAt(depth + 1)
    case 'gap':
      return (isFlat ? comma : ',') + whiteSpaceAt(depth + 1)
    case 'colon':
      return colon
    case 'end':
      return whiteSpaceAt(depth) + close
    case 'empty':
      return open + writeHollow(style, depth, open) + close
  }
}

/**
 * The text of an outline with these leaves. Its pieces are joined at the end: a text that grows by hundreds of pieces leaves as many
 * halves.
 */
const writeOutline = (
  { joints, places, leaves }: Outline,
  spelled: Spelled,
  style: Style,
  { most, wanted }: Limits,
): string | undefined => {
  const jointTexts = joints.map((joint) => writeJoint(joint, style))
  const end = style.end ?? ''
  // Added up, and not joined: the text is read soon, and V8 then copies the pieces once.
  let text = ''
  for (let step = 0; step < places.length; step++) {
    const joint = jointTexts[places[step] as number] as string
    const leaf = spellLeaf(leaves[step] as Leaf, spelled, style)
    const isWanted =
      wanted === undefined ||
      (wanted.startsWith(joint, text.length) && wanted.startsWith(leaf, text.length + joint.length))
    if (!isWanted) return undefined
    text += joint + leaf
    if (text.length + end.length > most) return undefined
  }
  if (wanted !== undefined && (text.length + end.length !== wanted.length || !wanted.endsWith(end))) return undefined
  return text + end
}

/** The white space inside empty brackets. */
const writeHollow = ({ hollow, indent = '' }: Style, level: number, open: string): string => {
  if (hollow === undefined) return ''
  if (hollow === 'with a space') return ' '
  const outer = `\n${indent.repeat(level)}`
  if (hollow === 'with an indented line') return outer + indent + outer
  if (hollow === 'with an empty line') return `\n${outer}`
  return open === '{' ? outer : `\n${outer}`
}
