/**
 * JSON that arrived sorted by name at every level: a program on the way read it into sorted maps and wrote it anew, as a map of Go, a
 * BTreeMap of Rust or a TreeMap of Java are written. The client signed its own text, in an order of its own and perhaps with other escapes:
 *
 *     {"data":{"size":1,"zoom":2},"request_id":"1"}   →   {"request_id":"1","data":{"zoom":2,"size":1}}
 *
 * A client that fills in documented fields keeps their documented order. Fields that are not documented come after them or before them,
 * in any order. Objects with the same names have the same order. The id and the name of an object come first, then its type; or the type
 * is the very first or the very last.
 */
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { type Node, treeOf, writerOf } from './jsonText.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'
import { plainStyles } from './restyle.ts'
import { documentedNames } from './serializers.ts'

type ObjectNode = Extract<Node, { readonly _tag: 'Object' }>

/** Texts with more objects, and longer texts, are left alone. */
const maxObjects = 96
const maxLength = 65_536

/** The most orders for each habit of the client, and the most texts in all: each order is written in several styles. */
const maxOrders = 1440
const limits = { forms: 6 * maxOrders, characters: 6_000_000 }

const objectsOf = (node: Node): ReadonlyArray<ObjectNode> => {
  if (node._tag === 'Scalar') return []
  if (node._tag === 'Array') return node.items.flatMap(objectsOf)
  return [node, ...node.members.flatMap(([, child]) => objectsOf(child))]
}

const namesOf = ({ members }: ObjectNode): ReadonlyArray<string> =>
  members.map(([literal]) => JSON.parse(literal) as string)

/** Whether the names are in order, and no name is there twice. */
const isSorted = (names: ReadonlyArray<string>): boolean =>
  names.every((memberName, i) => i === 0 || (names[i - 1] as string) < memberName)

/** Equal for objects with the same names. */
const kindOf = (names: ReadonlyArray<string>): string => JSON.stringify(names)

// ---- The orders of a client

/** What a client does in all its objects. */
interface Habit {
  readonly typePlace: 'after id and name' | 'first' | 'last'
  /** Where the other names are, seen from the documented ones. */
  readonly othersPlace: 'after' | 'before'
}

const habits: ReadonlyArray<Habit> = (['after id and name', 'last', 'first'] as const).flatMap((typePlace) =>
  (['after', 'before'] as const).map((othersPlace) => ({ typePlace, othersPlace })),
)

const typeName = 'type'
/** Names that come first. They are not documented. */
const leaders: ReadonlyArray<string> = ['id', 'name']

/** The names of an object by what a client does with them. */
interface NameGroups {
  readonly hasType: boolean
  /** In the documented order. */
  readonly documented: ReadonlyArray<string>
  readonly leading: ReadonlyArray<string>
  readonly others: ReadonlyArray<string>
}

const groupNames = (names: ReadonlyArray<string>): NameGroups => {
  const documented = documentedNames.filter((memberName) => memberName !== typeName && names.includes(memberName))
  const isOther = (memberName: string): boolean =>
    memberName !== typeName && !leaders.includes(memberName) && !documented.includes(memberName)
  return {
    hasType: names.includes(typeName),
    documented,
    leading: leaders.filter((memberName) => names.includes(memberName)),
    others: names.filter(isOther),
  }
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

const countOrders = ({ leading, others }: NameGroups): number => factorial(leading.length) * factorial(others.length)

const placeType = (
  ordered: ReadonlyArray<string>,
  leadingCount: number,
  { typePlace }: Habit,
): ReadonlyArray<string> => {
  if (typePlace === 'last') return [...ordered, typeName]
  return ordered.toSpliced(typePlace === 'first' ? 0 : leadingCount, 0, typeName)
}

/** How the other names of an object are ordered. If they have too many orders, they stay sorted. */
type OthersOrder = 'every order' | 'sorted'

/** The orders of the names of one kind. */
const ordersOf = (
  { hasType, documented, leading, others }: NameGroups,
  habit: Habit,
  othersOrder: OthersOrder,
): ReadonlyArray<ReadonlyArray<string>> =>
  permutations(leading).flatMap((leadingNames) =>
    (othersOrder === 'sorted' ? [others] : permutations(others)).map((otherNames) => {
      const furtherNames =
        habit.othersPlace === 'after' ? [...documented, ...otherNames] : [...otherNames, ...documented]
      const ordered = [...leadingNames, ...furtherNames]
      return hasType ? placeType(ordered, leadingNames.length, habit) : ordered
    }),
  )

/**
 * For each kind, the orders of its names, the outermost objects first. Their product is at most `maxOrders`: a kind that would exceed it
 * has no entry, and its objects stay as they are.
 */
const ordersByKind = (
  objects: ReadonlyArray<ObjectNode>,
  habit: Habit,
): ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>> => {
  const byKind = new Map<string, ReadonlyArray<ReadonlyArray<string>>>()
  let count = 1
  for (const names of objects.map(namesOf)) {
    const kind = kindOf(names)
    if (byKind.has(kind)) continue
    const groups = groupNames(names)
    const othersOrder = count * countOrders(groups) > maxOrders ? 'sorted' : 'every order'
    const orders = ordersOf(groups, habit, othersOrder)
    if (count * orders.length > maxOrders) continue
    count *= orders.length
    byKind.set(kind, orders)
  }
  return byKind
}

type ChosenOrders = ReadonlyMap<string, ReadonlyArray<string>>

/** Every choice of one order for each kind. */
function* everyChoice([first, ...others]: ReadonlyArray<
  readonly [kind: string, orders: ReadonlyArray<ReadonlyArray<string>>]
>): Generator<ChosenOrders> {
  if (first === undefined) {
    yield new Map()
    return
  }
  const [kind, orders] = first
  for (const choice of everyChoice(others)) for (const names of orders) yield new Map([...choice, [kind, names]])
}

const arrange = (node: Node, orders: ChosenOrders): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map((child) => arrange(child, orders)) }
  const names = namesOf(node)
  const members = node.members.map(([literal, child]) => [literal, arrange(child, orders)] as const)
  const byName = new Map(names.map((memberName, i) => [memberName, members[i] as (typeof members)[number]]))
  const ordered = orders.get(kindOf(names)) ?? names
  return { _tag: 'Object', members: ordered.map((memberName) => byName.get(memberName) as (typeof members)[number]) }
}

/** The tree in every order that a client may have written. */
function* everyArrangement(tree: Node, objects: ReadonlyArray<ObjectNode>): Generator<Node> {
  for (const habit of habits)
    for (const orders of everyChoice([...ordersByKind(objects, habit)])) yield arrange(tree, orders)
}

// ---- The texts

/** The styles that write this tree in different ways: of styles that write the same text, one. */
const stylesOf = (json: string): ReturnType<typeof plainStyles> => {
  const { keyOf } = writerOf(treeOf(json), { most: maxLength })
  return [...new Map(plainStyles().map((style) => [keyOf(style[1]), style])).values()]
}

function* everyText(json: string, tree: Node, objects: ReadonlyArray<ObjectNode>, wanted?: string): Generator<Form> {
  const styles = stylesOf(json)
  let variant = 0
  for (const arranged of everyArrangement(tree, objects)) {
    variant++
    const { write } = writerOf(arranged, { most: 4 * json.length + 1024, wanted })
    for (const [styleName, style] of styles) {
      const text = write(style)
      if (text !== undefined)
        yield [`members in another order (variant ${variant}), at every level, ${styleName}`, text]
    }
  }
}

/** The texts of a client, if the JSON is sorted at every level. With `wanted`, only this text. */
export function* unsortedJson(json: string, wanted?: string): Generator<Form> {
  if (json.length > maxLength || !isJson(json)) return
  const tree = treeOf(json)
  const objects = objectsOf(tree)
  if (objects.length > maxObjects || !objects.some(({ members }) => members.length > 1)) return
  if (objects.every((object) => isSorted(namesOf(object))))
    yield* distinct([json], limits, everyText(json, tree, objects, wanted))
}
