/**
 * JSON whose objects or lists a program put into another shape before it signed: nested members flattened, lists backwards or in an object,
 * members as a list of names and values, or everything below a depth as text.
 *
 *     {"a":{"b":1},"c":[2,3]}     {"a.b":1,"c.0":2,"c.1":3}                 flattened, with . between the names
 *                                 {"a":{"b":1},"c":{"item":[2,3]}}          lists as the member item
 *                                 {"a":"{\"b\":1}","c":"[2,3]"}             objects and lists as strings: JSON
 */
import { inspect } from '../../../core/untrusted.ts'
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { textOfLiteral } from './jsonLiterals.ts'
import { type Node, treeOf, withNumbersForInfinity } from './jsonText.ts'
import { windowsLayout, withDepthLimits } from './powerShellJson.ts'
import { printedValues } from './printedValue.ts'
import type { Form } from './Respelling.ts'
import { withShortNumbers, writersLike } from './restyle.ts'

/** A longer text has too many forms. */
const maxLength = 16_384

type Shape = readonly [detail: string, tree: Node]

type ArrayNode = Extract<Node, { readonly _tag: 'Array' }>
type ObjectNode = Extract<Node, { readonly _tag: 'Object' }>

const stringNode = (plain: string): Node => ({ _tag: 'Scalar', literal: JSON.stringify(plain) })
const arrayNode = (items: ReadonlyArray<Node>): ArrayNode => ({ _tag: 'Array', items })
const objectNode = (members: ObjectNode['members']): ObjectNode => ({ _tag: 'Object', members })

/** The tree with each node changed, the inner ones first. */
const mapNodes = (node: Node, change: (node: Node, depth: number) => Node, depth = 0): Node => {
  if (node._tag === 'Scalar') return change(node, depth)
  if (node._tag === 'Array')
    return change(arrayNode(node.items.map((item) => mapNodes(item, change, depth + 1))), depth)
  return change(objectNode(node.members.map(([name, value]) => [name, mapNodes(value, change, depth + 1)])), depth)
}

// ---- Lists

const isScalar = (node: Node): boolean => node._tag === 'Scalar'

const plainText = (node: Node): string => {
  const literal = node._tag === 'Scalar' ? node.literal : ''
  return textOfLiteral(literal)
}

const joinItems =
  (separator: string) =>
  (node: ArrayNode): Node =>
    node.items.length > 0 && node.items.every(isScalar) ? stringNode(node.items.map(plainText).join(separator)) : node

const sortedItems = (node: ArrayNode): Node =>
  node.items.every(isScalar) ? arrayNode(node.items.toSorted((a, b) => (plainText(a) < plainText(b) ? -1 : 1))) : node

const withoutRepeats = (node: ArrayNode): Node =>
  arrayNode([...new Map(node.items.map((item) => [JSON.stringify(item), item])).values()])

const listShapes: Readonly<Record<string, (node: ArrayNode) => Node>> = {
  'lists backwards': (node) => arrayNode(node.items.toReversed()),
  'lists sorted': sortedItems,
  'lists with their first item alone': (node) => arrayNode(node.items.slice(0, 1)),
  'lists without their last item': (node) => arrayNode(node.items.slice(0, -1)),
  'lists without their first item': (node) => arrayNode(node.items.slice(1)),
  'lists with their last item twice': (node) => arrayNode([...node.items, ...node.items.slice(-1)]),
  'lists with each item once': withoutRepeats,
  'lists as their first item': (node) => node.items[0] ?? node,
  'lists as the member item': (node) => objectNode([['"item"', node]]),
  'lists as the member $values': (node) => objectNode([['"$values"', node]]),
  ...Object.fromEntries(
    [',', ', ', ' ', ';', '|', '\n'].map((sign) => [`lists joined by ${JSON.stringify(sign)}`, joinItems(sign)]),
  ),
}

// ---- Objects

/** The end of the details of shapes that leave the outermost object as it is. */
const within = ', only within'

const entriesAs =
  (name: string, value: string) =>
  (node: ObjectNode): Node =>
    arrayNode(
      node.members.map(([memberName, child]) =>
        objectNode([
          [name, { _tag: 'Scalar', literal: memberName }],
          [value, child],
        ]),
      ),
    )

const objectShapes: Readonly<Record<string, (node: ObjectNode) => Node>> = {
  'objects as lists of key and value': entriesAs('"key"', '"value"'),
  'objects as lists of Key and Value (.NET)': entriesAs('"Key"', '"Value"'),
  'objects as lists of name and value': entriesAs('"name"', '"value"'),
  'objects as lists of pairs': (node) =>
    arrayNode(node.members.map(([memberName, child]) => arrayNode([{ _tag: 'Scalar', literal: memberName }, child]))),
  'objects as lists of their values': (node) => arrayNode(node.members.map(([, child]) => child)),
  'objects in lists': (node) => arrayNode([node]),
  'objects with their scalars first': (node) =>
    objectNode([
      ...node.members.filter(([, child]) => isScalar(child)),
      ...node.members.filter(([, child]) => !isScalar(child)),
    ]),
}

function* nodeShapes(tree: Node): Generator<Shape> {
  for (const [detail, change] of Object.entries(listShapes))
    yield [detail, mapNodes(tree, (node) => (node._tag === 'Array' ? change(node) : node))]
  for (const [detail, change] of Object.entries(objectShapes)) {
    yield [detail, mapNodes(tree, (node) => (node._tag === 'Object' ? change(node) : node))]
    yield [
      `${detail}${within}`,
      mapNodes(tree, (node, depth) => (node._tag === 'Object' && depth > 0 ? change(node) : node)),
    ]
  }
}

// ---- Numbered objects

/** ReferenceHandler.Preserve of .NET numbers objects and lists. An option of Newtonsoft.Json numbers the objects alone. */
const withIds = (tree: Node, { numbersLists }: { readonly numbersLists: boolean }): Node => {
  let count = 0
  const visit = (node: Node): Node => {
    if (node._tag === 'Scalar') return node
    if (node._tag === 'Array' && !numbersLists) return arrayNode(node.items.map(visit))
    const id = ['"$id"', stringNode(String(++count))] as const
    return node._tag === 'Array'
      ? objectNode([id, ['"$values"', arrayNode(node.items.map(visit))]])
      : objectNode([id, ...node.members.map(([name, child]) => [name, visit(child)] as const)])
  }
  return visit(tree)
}

// ---- Flattened

/** How the names of nested members are joined. With `flattensLists`, the items of lists have names too: their numbers. */
interface Joining {
  readonly detail: string
  readonly join: (names: ReadonlyArray<string>) => string
  readonly flattensLists: boolean
}

const joinings: ReadonlyArray<Joining> = ['.', '_', '/', '__'].flatMap((sign) =>
  [true, false].map((flattensLists) => ({
    detail: `with ${sign} between the names${flattensLists ? '' : ', but not its lists'}`,
    join: (names) => names.join(sign),
    flattensLists,
  })),
)

const inBrackets: Joining = {
  detail: 'with brackets round the inner names',
  join: ([first = '', ...inner]) => first + inner.map((name) => `[${name}]`).join(''),
  flattensLists: true,
}

const dotsAndBrackets: Joining = {
  detail: 'with . between the names, and brackets round numbers',
  join: ([first = '', ...inner]) =>
    first + inner.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join(''),
  flattensLists: true,
}

const flatten = (tree: Node, { join, flattensLists }: Joining): Node => {
  const members: Array<readonly [string, Node]> = []
  const visit = (node: Node, names: ReadonlyArray<string>): void => {
    const children =
      node._tag === 'Object'
        ? node.members.map(([name, child]) => [JSON.parse(name) as string, child] as const)
        : node._tag === 'Array' && flattensLists
          ? node.items.map((item, i) => [String(i), item] as const)
          : []
    if (children.length === 0) members.push([JSON.stringify(join(names)), node])
    for (const [name, child] of children) visit(child, [...names, name])
  }
  visit(tree, [])
  return objectNode(members)
}

// ---- Objects and lists as text

/** Objects and lists in the outermost object as text, by how they are printed. */
const childrenAsText = (tree: Node): ReadonlyArray<Shape> => {
  if (tree._tag !== 'Object') return []
  const texts = tree.members.map(([, child]) => (isScalar(child) ? undefined : textsOf(child)))
  const details = [...new Set(texts.flatMap((byDetail) => [...(byDetail?.keys() ?? [])]))]
  return details.map((detail) => [
    `objects and lists as strings: ${detail}`,
    objectNode(
      tree.members.map(([name, child], i) => {
        const printed = texts[i]?.get(detail)
        return [name, printed === undefined ? child : stringNode(printed)]
      }),
    ),
  ])
}

const textsOf = (node: Node): ReadonlyMap<string, string> =>
  new Map([
    ['JSON', writeCompact(node, ',', ':')],
    ['JSON with spaces', writeCompact(node, ', ', ': ')],
    ['[object Object]', printInJavaScript(node)],
    ...Array.from(printedValues(node), ([detail, printed]) => [detail, printed] as const),
  ])

const writeCompact = (node: Node, comma: string, colon: string): string => {
  if (node._tag === 'Scalar') return node.literal
  if (node._tag === 'Array') return `[${node.items.map((item) => writeCompact(item, comma, colon)).join(comma)}]`
  return `{${node.members.map(([name, child]) => name + colon + writeCompact(child, comma, colon)).join(comma)}}`
}

const printInJavaScript = (node: Node): string => {
  if (node._tag === 'Object') return '[object Object]'
  if (node._tag === 'Array')
    return node.items.map((item) => (plainText(item) === 'null' ? '' : printInJavaScript(item))).join()
  return plainText(node)
}

// ---- All of them

function* everyShape(tree: Node): Generator<Shape> {
  yield* shapesOfNodes(tree)
  yield* childrenAsText(tree)
}

function* shapesOfNodes(tree: Node): Generator<Shape> {
  yield* withDepthLimits(tree)
  yield* nodeShapes(tree)
  yield ['objects and lists with $id (.NET)', withIds(tree, { numbersLists: true })]
  yield ['objects with $id (Newtonsoft.Json)', withIds(tree, { numbersLists: false })]
  for (const joining of [...joinings, inBrackets, dotsAndBrackets])
    yield [`flattened, ${joining.detail}`, flatten(tree, joining)]
}

/** A program that changes the shape has parsed the numbers too. */
function* inStyles(json: string): Generator<Form> {
  const short = withShortNumbers(json)
  yield* shapesOf(json, '')
  if (short !== json) yield* shapesOf(short, ', the numbers in their shortest form')
}

function* shapesOf(json: string, suffix: string): Generator<Form> {
  const tree = treeOf(json)
  const unchanged = JSON.stringify(tree)
  const write = writersLike(json)
  for (const [detail, shape] of everyShape(tree)) {
    if (JSON.stringify(shape) === unchanged) continue
    const windows = detail.endsWith('(ConvertTo-Json of PowerShell)') ? [windowsLayout(shape)] : []
    for (const [i, written] of [...write(shape), ...windows].entries())
      yield [`${detail}${suffix}${i === 0 ? '' : `, written anew (${i})`}`, written]
  }
}

// ---- A text that is wanted

const isSameTree = (a: Node, b: Node): boolean => {
  if (a._tag === 'Scalar') return b._tag === 'Scalar' && a.literal === b.literal
  if (a._tag === 'Array')
    return (
      b._tag === 'Array' &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => isSameTree(item, b.items[i] as Node))
    )
  if (b._tag !== 'Object' || a.members.length !== b.members.length) return false
  return a.members.every(([name, child], i) => {
    const [otherName, otherChild] = b.members[i] as ObjectNode['members'][number]
    return name === otherName && isSameTree(child, otherChild)
  })
}

const isReadable = (json: string): boolean => inspect(() => JSON.parse(json) !== undefined, false)

/**
 * Whether the wanted text is among the forms of this JSON text, or beyond their limits. Only its tree is compared, because every writer writes JSON
 * that has the tree of the shape, but for the word Infinity. This takes less work than to make the forms.
 */
export const isJsonShape = (json: string, wanted: string): boolean => {
  if (!mayBeShaped(json) || !isReadable(withNumbersForInfinity(wanted, json))) return false
  const wantedTree = treeOf(wanted)
  return [...new Set([json, withShortNumbers(json)])].some((text) => {
    const tree = treeOf(text)
    return !isSameTree(tree, wantedTree) && hasShape(tree, wantedTree)
  })
}

const hasShape = (tree: Node, wantedTree: Node): boolean => {
  for (const [, shape] of shapesOfNodes(tree)) if (isSameTree(shape, wantedTree)) return true
  // To print the children takes longest.
  return hasTextForChildren(tree, wantedTree) && childrenAsText(tree).some(([, shape]) => isSameTree(shape, wantedTree))
}

/** Whether the wanted tree has the same members, but for objects and lists that are scalars in it. */
const hasTextForChildren = (tree: Node, wantedTree: Node): boolean => {
  if (tree._tag !== 'Object' || wantedTree._tag !== 'Object') return false
  const { members } = wantedTree
  return (
    members.length === tree.members.length &&
    tree.members.every(([name, child], i) => {
      const [wantedName, wantedChild] = members[i] as ObjectNode['members'][number]
      return name === wantedName && ((!isScalar(child) && isScalar(wantedChild)) || isSameTree(child, wantedChild))
    })
  )
}

// ---- All forms

const limits = { forms: 1200, characters: 2_000_000 }

const mayBeShaped = (json: string): boolean => json.length <= maxLength && /^\s*[[{]/.test(json) && isJson(json)

/** The JSON text in other shapes, each text once. None for any other text. */
export function* jsonShapes(json: string): Generator<Form> {
  if (mayBeShaped(json)) yield* distinct([json], limits, inStyles(json))
}
