/**
 * Finds the place of a change in the syntax tree, and makes the change there. For the code
 *
 *     const check = (size: number) => {
 *       if (size > limit || size < 1) return 'wrong-size'
 *     }
 *
 *     never('check', 'limit')              the smallest condition that mentions `limit`: `size > limit` becomes false
 *     never('check', 'wrong-size')         the condition that decides it: `size > limit || size < 1` becomes false
 *     gone('check', 'wrong-size')          the smallest statement that mentions it, the `return`, is removed
 *
 * Three steps: `declarations` finds what the change is within, `placesIn` finds the smallest places there that mention all its words, and
 * `edit` says what is written. If there is not exactly one place, `mutate` says what to give instead.
 */
import * as E from 'fp-ts/lib/Either.js'
import ts from 'typescript'
import { memoized } from '../../../src/kit/values/memoized.ts'
import type { Change } from './Mutant.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/** A place that may be changed. */
interface Place extends Span {
  /** What is there. Undefined for a piece of a regular expression or template. */
  readonly node: ts.Node | undefined
  /** Where its words are looked for: the place itself, or the whole statement that a condition decides. */
  readonly scope: Span
}

const spanOf = (node: ts.Node): Span => ({ from: node.getStart(), to: node.end })
const holds = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to
const holdsMore = (outer: Span, inner: Span): boolean => holds(outer, inner) && !holds(inner, outer)
const placeOf = (node: ts.Node, scope: ts.Node = node): Place => ({ ...spanOf(node), node, scope: spanOf(scope) })

// ---- The tree

/** Types are left out: they do nothing. */
const children = (node: ts.Node): ReadonlyArray<ts.Node> => {
  const found: Array<ts.Node> = []
  ts.forEachChild(node, (child) => {
    if (!ts.isTypeNode(child)) found.push(child)
  })
  return found
}

/** The node and all nodes in it. A file has hundreds of mutants. */
const nodesOf = memoized((node: ts.Node): ReadonlyArray<ts.Node> => {
  const found = [node]
  for (const each of found) found.push(...children(each))
  return found
})

const nameOf = (node: ts.Node): string | undefined => {
  const { name } = node as ts.NamedDeclaration
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isClassElement(node) ||
    ts.isObjectLiteralElement(node)
  return isDeclaration && name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name))
    ? name.text
    : undefined
}

/** The declarations of this name; with `outer inner`, those of `inner` inside of one of `outer`. */
const declarations = (root: ts.Node, within: string): ReadonlyArray<ts.Node> => {
  let found: ReadonlyArray<ts.Node> = [root]
  for (const name of within.split(' '))
    found = found.flatMap((outer) => nodesOf(outer).filter((node) => node !== outer && nameOf(node) === name))
  return found
}

const isTemplateOrPattern = (node: ts.Node): boolean =>
  ts.isTemplateLiteralToken(node) || node.kind === ts.SyntaxKind.RegularExpressionLiteral

/** Where a leaf of the tree mentions a word: as a whole, or as a piece of a regular expression or template. */
const mentions = (leaf: ts.Node, word: string): ReadonlyArray<Span> => {
  const text = leaf.getText()
  if (!isTemplateOrPattern(leaf)) {
    // The text of a number is without separators.
    const words = ts.isLiteralExpression(leaf) ? leaf.text.split(/\s+/) : [text.replace(/\s/g, '')]
    return words.includes(word) ? [spanOf(leaf)] : []
  }
  const from = leaf.getStart()
  const pieces = text.split(word)
  return pieces.slice(1).map((_, i) => {
    const at = from + pieces.slice(0, i + 1).join(word).length
    return { from: at, to: at + word.length }
  })
}

const isAndOr = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    node.operatorToken.kind === ts.SyntaxKind.BarBarToken)

/** The conditions of a node: each mentions its own words, and those of an `if` or `?:` the words that it decides, too. */
const conditions = (node: ts.Node): ReadonlyArray<Place> => {
  if (ts.isIfStatement(node)) return [placeOf(node.expression), placeOf(node.expression, node)]
  if (ts.isConditionalExpression(node)) return [placeOf(node.condition), placeOf(node.condition, node)]
  return isAndOr(node) ? [placeOf(node), placeOf(node.left), placeOf(node.right)] : []
}

const elementsOf = (node: ts.Node): ReadonlyArray<ts.Node> => {
  if (ts.isCallExpression(node)) return node.arguments
  if (ts.isArrayLiteralExpression(node)) return node.elements
  return ts.isObjectLiteralExpression(node) ? node.properties : []
}

/** The arguments, elements or properties among which the node is; empty if it is none of these. */
const listOf = (node: ts.Node): ReadonlyArray<ts.Node> => {
  const list = elementsOf(node.parent)
  return list.includes(node) ? list : []
}

const isStatement = (node: ts.Node): boolean => ts.isStatement(node) && !ts.isBlock(node)

/** Whether the identifier is the name in a declaration. TypeScript counts it as an expression, but it cannot be replaced by one. */
const isNameOfParent = (node: ts.Node): boolean => {
  const { parent } = node
  return ('name' in parent && parent.name === node) || ('propertyName' in parent && parent.propertyName === node)
}

const isExpression = (node: ts.Node): boolean =>
  ts.isShorthandPropertyAssignment(node) || (ts.isExpression(node) && !isNameOfParent(node))

/** For each kind of change, the places of a node that it may mean. */
const candidates: Readonly<Record<Change['kind'], (node: ts.Node) => ReadonlyArray<Place>>> = {
  condition: conditions,
  part: (node) => (isStatement(node) || ts.isClassElement(node) || listOf(node).length > 0 ? [placeOf(node)] : []),
  expression: (node) => (isExpression(node) ? [placeOf(node)] : []),
  statement: (node) => (isStatement(node) ? [placeOf(node)] : []),
}

/** All of a declaration: its value, or its statement. */
const allOf = (declaration: ts.Node, kind: Change['kind']): ReadonlyArray<Place> => {
  if (kind === 'expression') {
    const hasValue = 'initializer' in declaration && declaration.initializer !== undefined
    return hasValue ? [placeOf(declaration.initializer as ts.Expression)] : []
  }
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return isStatement(statement) ? [placeOf(statement)] : []
}

/** The pieces of regular expressions and templates that are this word, and no node of the tree. */
const piecesIn = (nodes: ReadonlyArray<ts.Node>, mentioned: ReadonlyArray<Span>): ReadonlyArray<Place> =>
  mentioned
    .filter((span) => !nodes.some((node) => holds(span, spanOf(node))))
    .map((span) => ({ ...span, node: undefined, scope: span }))

/** The smallest places in a declaration that mention all the words. */
const placesIn = (declaration: ts.Node, { kind, words }: Change): ReadonlyArray<Place> => {
  if (words === '') return allOf(declaration, kind)
  const nodes = nodesOf(declaration)
  const leaves = nodes.filter((node) => children(node).length === 0)
  /** For each word, where it is mentioned. */
  const spansOfWords = words.split(' ').map((word) => leaves.flatMap((leaf) => mentions(leaf, word)))
  const [onlySpans, ...otherSpans] = spansOfWords
  const isOneWord = onlySpans !== undefined && otherSpans.length === 0
  const pieces = kind === 'expression' && isOneWord ? piecesIn(nodes, onlySpans) : []
  const mentioning = [...nodes.flatMap(candidates[kind]), ...pieces].filter(({ scope }) =>
    spansOfWords.every((spans) => spans.some((span) => holds(scope, span))),
  )
  return mentioning.filter(({ scope }) => !mentioning.some((other) => holdsMore(scope, other.scope)))
}

const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to

/** The places that the change may mean, each once. The change is clear if there is one. */
const places = (source: ts.SourceFile, change: Change): ReadonlyArray<Place> => {
  const found = declarations(source, change.within).flatMap((declaration) => placesIn(declaration, change))
  return found.filter((each, i) => found.findIndex((other) => isSame(each, other)) === i)
}

const inBlock = ({ parent }: ts.Node): boolean =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent)

/** What is written, and in place of which span. */
interface Edit extends Span {
  readonly code: string
}

const edit = (place: Place, { kind, code }: Change, text: string): Edit => {
  const { from, to, node } = place
  if (node === undefined) return { from, to, code }
  const old = text.slice(from, to)
  switch (kind) {
    case 'statement':
      return { from, to, code: inBlock(node) ? `${code}\n${old}` : `{ ${code}\n${old} }` }
    case 'part':
      return removal(place, node)
    default:
      return { from, to, code: inPlaceOf(node, old, code) }
  }
}

/** Removes a statement, or an element of a list together with the comma beside it. */
const removal = ({ from, to }: Place, node: ts.Node): Edit => {
  const list = listOf(node)
  if (list.length === 0) return { from, to, code: isStatement(node) && !inBlock(node) ? '{}' : '' }
  const index = list.indexOf(node)
  const previous = list[index - 1]
  const next = list[index + 1]
  if (next !== undefined) return { from, to: next.getStart(), code: '' }
  return { from: previous?.end ?? from, to, code: '' }
}

/** The code for this node. In it, `_` is the old expression. */
const inPlaceOf = (node: ts.Node, old: string, code: string): string => {
  const oldOperand = ts.isLiteralExpression(node) ? old : `(${old})`
  const written = code.replace(/(?<![\w$])_(?![\w$])/g, () => oldOperand)
  if (ts.isShorthandPropertyAssignment(node)) return `${old}: ${written}`
  const isOperand = ts.isExpression(node.parent) && listOf(node).length === 0
  return isOperand ? `(${written})` : written
}

/** Names that the code uses, and that neither the code nor the file declares: the file may have renamed them. */
const unknownNames = ({ kind, code }: Change, source: ts.SourceFile): ReadonlyArray<string> => {
  const text = kind === 'expression' ? `(${code})` : code
  const identifiers = nodesOf(ts.createSourceFile('code.ts', text, ts.ScriptTarget.Latest, true)).filter(
    ts.isIdentifier,
  )
  const isUsed = (node: ts.Node): boolean => isExpression(node) || ts.isShorthandPropertyAssignment(node.parent)
  const declared = identifiers.filter((node) => !isUsed(node))
  const known = new Set([...declared, ...nodesOf(source).filter(ts.isIdentifier)].map((node) => node.text))
  return identifiers
    .map((node) => node.text)
    .filter((name) => name !== '_' && !known.has(name) && !(name in globalThis))
}

/** The text of a file of a project. */
export type Read = (file: string) => string

const parsed = new Map<string, ts.SourceFile>()

const parse = (file: string, read: Read): ts.SourceFile => {
  const text = read(file)
  const known = parsed.get(file)
  if (known?.text === text) return known
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  parsed.set(file, source)
  return source
}

export interface Mutated {
  readonly file: string
  readonly text: string
}

/** The file that has the place, with the change made in it, or why the place is not clear. */
export const mutate = (files: ReadonlyArray<string>, change: Change, read: Read): E.Either<string, Mutated> => {
  const sources = files.map((file) => parse(file, read))
  const [found, ...others] = sources.flatMap((source) => places(source, change).map((place) => ({ source, place })))
  if (found === undefined) return E.left(notFound(sources, change))
  if (others.length > 0) return E.left(notClear([found, ...others], change))
  const { source, place } = found
  const file = source.fileName
  const [unknown] = place.node === undefined ? [] : unknownNames(change, source)
  if (unknown !== undefined) return E.left(`its code names "${unknown}", which ${file} does not: rename it`)
  const { from, to, code } = edit(place, change, source.text)
  return E.right({ file, text: source.text.slice(0, from) + code + source.text.slice(to) })
}

interface FoundPlace {
  readonly source: ts.SourceFile
  readonly place: Place
}

const notFound = (sources: ReadonlyArray<ts.SourceFile>, { kind, within, words }: Change): string => {
  const names = sources.map(({ fileName }) => fileName).join(', ')
  if (sources.every((source) => declarations(source, within).length === 0))
    return `${names}: no declaration of "${within}": name the one that holds the code now, and its file`
  const declaration = `"${within}" of ${names}`
  return words === ''
    ? `${declaration} is no ${kind} as a whole: give words that it mentions`
    : `no ${kind} in ${declaration} mentions all of "${words}": give words that it mentions now`
}

const notClear = (found: ReadonlyArray<FoundPlace>, { within, words }: Change): string => {
  const lines = found.map(
    ({ source, place }) => `${source.fileName}:${source.getLineAndCharacterOfPosition(place.from).line + 1}`,
  )
  const repair = words === '' ? 'name the declaration around it, too' : 'add a word that only one has'
  return `${lines.length} places in "${within}" mention "${words}", ${lines.join(', ')}: ${repair}`
}
