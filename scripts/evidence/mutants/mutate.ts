// Finds the place of a change in the syntax tree, and makes the change.
import * as E from 'fp-ts/lib/Either.js'
import ts from 'typescript'
import { memoized } from '../../../src/kit/values/memoized.ts'
import type { Change } from './Mutant.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/** A place that may be changed, and the text in which its words are looked for. */
interface Place extends Span {
  readonly node: ts.Node | undefined
  readonly scope: Span
}

const spanOf = (node: ts.Node): Span => ({ from: node.getStart(), to: node.end })
const holds = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to
const holdsMore = (outer: Span, inner: Span): boolean => holds(outer, inner) && !holds(inner, outer)
const place = (node: ts.Node, scope: ts.Node = node): Place => ({ ...spanOf(node), node, scope: spanOf(scope) })

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

const declarations = (root: ts.Node, within: string): ReadonlyArray<ts.Node> => {
  const inside = (from: ts.Node, name: string) => nodesOf(from).filter((node) => node !== from && nameOf(node) === name)
  const names = within.split(' ')
  return names.reduce<ReadonlyArray<ts.Node>>((roots, name) => roots.flatMap((from) => inside(from, name)), [root])
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

const conditions = (node: ts.Node): ReadonlyArray<Place> => {
  if (ts.isIfStatement(node)) return [place(node.expression), place(node.expression, node)]
  if (ts.isConditionalExpression(node)) return [place(node.condition), place(node.condition, node)]
  return isAndOr(node) ? [place(node), place(node.left), place(node.right)] : []
}

/** The list whose element the node is; empty if it is in none. */
const listOf = (node: ts.Node): ReadonlyArray<ts.Node> => {
  const { parent } = node
  const list: ReadonlyArray<ts.Node> = ts.isCallExpression(parent)
    ? parent.arguments
    : ts.isArrayLiteralExpression(parent)
      ? parent.elements
      : ts.isObjectLiteralExpression(parent)
        ? parent.properties
        : []
  return list.includes(node) ? list : []
}

const isStatement = (node: ts.Node): boolean => ts.isStatement(node) && !ts.isBlock(node)

const isExpression = (node: ts.Node): boolean =>
  ts.isShorthandPropertyAssignment(node) ||
  (ts.isExpression(node) &&
    !('name' in node.parent && node.parent.name === node) &&
    !('propertyName' in node.parent && node.parent.propertyName === node))

const candidates: Readonly<Record<Change['kind'], (node: ts.Node) => ReadonlyArray<Place>>> = {
  condition: conditions,
  part: (node) => (isStatement(node) || ts.isClassElement(node) || listOf(node).length > 0 ? [place(node)] : []),
  expression: (node) => (isExpression(node) ? [place(node)] : []),
  statement: (node) => (isStatement(node) ? [place(node)] : []),
}

/** All of a declaration: its value, or its statement. */
const allOf = (declaration: ts.Node, kind: Change['kind']): ReadonlyArray<Place> => {
  if (kind === 'expression')
    return 'initializer' in declaration && declaration.initializer !== undefined
      ? [place(declaration.initializer as ts.Expression)]
      : []
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return isStatement(statement) ? [place(statement)] : []
}

/** The smallest places in a declaration that mention all the words. */
const placesIn = (declaration: ts.Node, { kind, words }: Change): ReadonlyArray<Place> => {
  if (words === '') return allOf(declaration, kind)
  const nodes = nodesOf(declaration)
  const leaves = nodes.filter((node) => children(node).length === 0)
  const spans = words.split(' ').map((word) => leaves.flatMap((leaf) => mentions(leaf, word)))
  const pieces =
    kind === 'expression' && spans.length === 1
      ? (spans[0] ?? []).filter((span) => !nodes.some((node) => holds(span, spanOf(node))))
      : []
  const found = [
    ...nodes.flatMap(candidates[kind]),
    ...pieces.map((piece): Place => ({ ...piece, node: undefined, scope: piece })),
  ].filter(({ scope }) => spans.every((each) => each.some((span) => holds(scope, span))))
  return found.filter(({ scope }) => !found.some((other) => holdsMore(scope, other.scope)))
}

const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to

/** The places that the change may mean: it is clear where there is one. */
const places = (source: ts.SourceFile, change: Change): ReadonlyArray<Place> => {
  const found = declarations(source, change.within).flatMap((declaration) => placesIn(declaration, change))
  return found.filter((each, i) => found.findIndex((other) => isSame(each, other)) === i)
}

const inBlock = ({ parent }: ts.Node): boolean =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent)

/** What is written in the place of the span, which grows where a comma goes too. */
const edit = ({ from, to, node }: Place, { kind, code }: Change, text: string): readonly [Span, string] => {
  const old = text.slice(from, to)
  if (node === undefined) return [{ from, to }, code]
  if (kind === 'statement') return [{ from, to }, inBlock(node) ? `${code}\n${old}` : `{ ${code}\n${old} }`]
  const list = listOf(node)
  if (kind === 'part') {
    if (list.length === 0) return [{ from, to }, isStatement(node) && !inBlock(node) ? '{}' : '']
    const at = list.indexOf(node)
    const previous = list[at - 1]
    const next = list[at + 1]
    return [
      { from: next === undefined && previous !== undefined ? previous.end : from, to: next?.getStart() ?? to },
      '',
    ]
  }
  const written = code.replace(/(?<![\w$])_(?![\w$])/g, () => (ts.isLiteralExpression(node) ? old : `(${old})`))
  if (ts.isShorthandPropertyAssignment(node)) return [{ from, to }, `${old}: ${written}`]
  return [{ from, to }, ts.isExpression(node.parent) && list.length === 0 ? `(${written})` : written]
}

/** Names that the code uses, and that neither the code nor the file has: after a renaming, say. */
const unknownNames = ({ kind, code }: Change, source: ts.SourceFile): ReadonlyArray<string> => {
  const text = kind === 'expression' ? `(${code})` : code
  const nodes = nodesOf(ts.createSourceFile('code.ts', text, ts.ScriptTarget.Latest, true)).filter(ts.isIdentifier)
  const isUsed = (node: ts.Node): boolean => isExpression(node) || ts.isShorthandPropertyAssignment(node.parent)
  const own = nodes.filter((node) => !isUsed(node))
  const known = new Set([...own, ...nodesOf(source).filter(ts.isIdentifier)].map((node) => node.text))
  return nodes.map((node) => node.text).filter((name) => name !== '_' && !known.has(name) && !(name in globalThis))
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
  const { within, words } = change
  const sources = files.map((file) => parse(file, read))
  const names = files.join(', ')
  const looked = `"${within}" of ${names}`
  if (sources.every((source) => declarations(source, within).length === 0))
    return E.left(`${names}: no declaration of "${within}": name the one that holds the code now, and its file`)
  const [found, ...others] = sources.flatMap((source) => places(source, change).map((place) => ({ source, place })))
  if (found === undefined)
    return E.left(
      words === ''
        ? `${looked} is no ${change.kind} as a whole: give words that it mentions`
        : `no ${change.kind} in ${looked} mentions all of "${words}": give words that it mentions now`,
    )
  if (others.length > 0) {
    const lines = [found, ...others].map(
      ({ source, place }) => `${source.fileName}:${source.getLineAndCharacterOfPosition(place.from).line + 1}`,
    )
    const repair = words === '' ? 'name the declaration around it, too' : 'add a word that only one has'
    return E.left(`${lines.length} places in "${within}" mention "${words}", ${lines.join(', ')}: ${repair}`)
  }
  const { source, place } = found
  const file = source.fileName
  const [unknown] = place.node === undefined ? [] : unknownNames(change, source)
  if (unknown !== undefined) return E.left(`its code names "${unknown}", which ${file} does not: rename it`)
  const [{ from, to }, written] = edit(place, change, source.text)
  return E.right({ file, text: source.text.slice(0, from) + written + source.text.slice(to) })
}
