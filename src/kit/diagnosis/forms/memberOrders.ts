/**
 * A JSON text with its members in any order, at every level: a program signed them as it put them in, and sent them as a hash of its
 * language hands them out, or the reverse. Objects with the same names have the same order, as the objects of a list do.
 * `{"b":[{"y":1,"x":2}],"a":3}` has two orders of its own members and two of the inner ones: four texts, one of which was sent.
 */
import { distinct } from './distinct.ts'
import { type ObjectSpan, objectsIn } from './jsonSpans.ts'
import { movedEntries } from './movedEntries.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'

/** An object of the text, with the texts of its members by their names. `kind`: equal for objects with the same names. */
interface ObjectPiece {
  readonly kind: string
  readonly lead: string
  readonly between: string
  readonly tail: string
  readonly members: ReadonlyMap<string, Template>
}

/** A text in which the objects are not written yet. */
type Template = ReadonlyArray<string | ObjectPiece>

/** The chosen order of the names of each kind. */
type Orders = ReadonlyMap<string, ReadonlyArray<string>>

/** Texts with more objects are left alone. */
const maxObjects = 48

/** The most orders that are tried of an object alone: seven members. */
const maxOrdersAlone = 5040

/** The most orders that are tried of several objects: six members, and two within them. */
const maxOrdersTogether = 1440

/** An object with more members has too many moves. */
const maxMoved = 20

/** Of a long text fewer orders are tried. */
const limits = { forms: maxOrdersAlone + maxMoved ** 2, characters: 900_000 }

/** This many members of a single object have orders that are tried sooner. */
const triedSooner = 5

const namesOf = (json: string, { members }: ObjectSpan): ReadonlyArray<string> =>
  members.map(({ name }) => json.slice(...name))

const kindOf = (names: ReadonlyArray<string>): string => names.toSorted().join()

const pieceOf = (json: string, objects: ReadonlyArray<ObjectSpan>, object: ObjectSpan): ObjectPiece => {
  const { inner, members } = object
  const [start, stop] = inner
  const first = members[0]?.whole ?? [stop, stop]
  const second = members[1]?.whole ?? [first[1], first[1]]
  const names = namesOf(json, object)
  const templates = members.map(({ whole }) => templateOf(json, objects, whole[0], whole[1]))
  return {
    kind: kindOf(names),
    lead: json.slice(start, first[0]),
    between: json.slice(first[1], second[0]),
    tail: json.slice(members.at(-1)?.whole[1] ?? stop, stop),
    members: new Map(names.map((name, i) => [name, templates[i] as Template])),
  }
}

/** The template of a stretch of the text. */
const templateOf = (json: string, objects: ReadonlyArray<ObjectSpan>, from: number, to: number): Template => {
  const pieces: Array<string | ObjectPiece> = []
  let offset = from
  // What begins before is the object that has this stretch, or an object within the one before.
  for (const object of objects) {
    const [start, stop] = object.inner
    if (start <= offset || stop > to) continue
    pieces.push(json.slice(offset, start), pieceOf(json, objects, object))
    offset = stop
  }
  return [...pieces, json.slice(offset, to)]
}

const write = (template: Template, orders: Orders): string =>
  template.map((piece) => (typeof piece === 'string' ? piece : writeObject(piece, orders))).join('')

const writeObject = ({ kind, lead, between, tail, members }: ObjectPiece, orders: Orders): string => {
  const names = orders.get(kind) ?? [...members.keys()]
  return lead + names.map((name) => write(members.get(name) as Template, orders)).join(between) + tail
}

/** Every order of the names of each kind, the outermost kinds first. Kinds with too many orders keep theirs. */
const ordersOfKinds = (
  json: string,
  objects: ReadonlyArray<ObjectSpan>,
): ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>> => {
  const ordersByKind = new Map<string, ReadonlyArray<ReadonlyArray<string>>>()
  const maxOrders = objects.length === 1 ? maxOrdersAlone : maxOrdersTogether
  let count = 1
  for (const object of objects) {
    const names = namesOf(json, object)
    const kind = kindOf(names)
    const orderCount = names.reduce((product, _, i) => product * (i + 1), 1)
    if (ordersByKind.has(kind) || orderCount === 1 || count * orderCount > maxOrders) continue
    count *= orderCount
    ordersByKind.set(kind, permutations(names))
  }
  return ordersByKind
}

/** Orders in which one kind has too many members for every order: one of them moves, and the other kinds keep their order. */
function* movedMembers(
  json: string,
  objects: ReadonlyArray<ObjectSpan>,
  shuffledKinds: ReadonlyMap<string, unknown>,
): Generator<Orders> {
  const longKinds = new Map(
    objects.map((object) => namesOf(json, object)).map((names) => [kindOf(names), names] as const),
  )
  for (const [kind, names] of longKinds)
    if (!shuffledKinds.has(kind) && names.length <= maxMoved)
      for (const moved of movedEntries(names)) yield new Map([[kind, moved]])
}

/** Every choice of one order for each kind. */
function* everyChoice(
  ordersByKind: ReadonlyArray<readonly [kind: string, orders: ReadonlyArray<ReadonlyArray<string>>]>,
): Generator<Orders> {
  const [first, ...others] = ordersByKind
  if (first === undefined) {
    yield new Map()
    return
  }
  const [kind, orders] = first
  for (const names of orders) for (const choice of everyChoice(others)) yield new Map([[kind, names], ...choice])
}

function* everyOrder(json: string): Generator<Form> {
  const objects = objectsIn(json)
  const isTriedSooner = objects.length === 1 && (objects[0]?.members.length ?? 0) <= triedSooner
  if (isTriedSooner || objects.length > maxObjects) return
  // A name that an object has twice has no place of its own.
  if (objects.some((object) => new Set(namesOf(json, object)).size < object.members.length)) return
  const template = templateOf(
    json,
    objects.toSorted((a, b) => a.inner[0] - b.inner[0]),
    0,
    json.length,
  )
  let turn = 0
  const shuffled = ordersOfKinds(json, objects)
  for (const choices of [everyChoice([...shuffled]), movedMembers(json, objects, shuffled)])
    for (const orders of choices) {
      turn++
      yield [`members in another order (variant ${turn}), at every level`, write(template, orders)]
    }
}

/** A JSON text with its members in every order, each text once. With `wanted`, none if that has another length. */
export const memberOrders = (json: string, wanted?: string): Iterable<Form> =>
  wanted !== undefined && wanted.length !== json.length ? [] : distinct([json], limits, everyOrder(json))
