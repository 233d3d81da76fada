/**
 * JSON without some of its members, or with some of them first. A program signs only the members that it has a list of, drops a member
 * in every object, or writes the members that it knows first.
 *
 *     {"id":7,"name":"Ann","at":1}      {"name":"Ann"}, {"id":7,"at":1}, {"at":1,"id":7,"name":"Ann"}, …
 *
 * All white space between other members stays.
 */
import { type Count, choicesOf, combinationsOf, isOfCount } from './choices.ts'
import { isJson } from './isJson.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'

/** A longer text is left alone. */
const maxLength = 16_384
const maxObjects = 40

/** Of up to so many members or names, every choice is made. */
const maxChosen = 10

type Member = ObjectSpan['members'][number]
type Span = readonly [from: number, to: number]

/**
 * The spans to cut out of an object to drop some members. A member goes with the comma before it. Before the first member that stays, a
 * member goes with the comma after it. If no member stays, the white space goes too.
 */
const cutsIn = ({ inner, members }: ObjectSpan, isDropped: (member: Member) => boolean): ReadonlyArray<Span> => {
  if (members.length > 0 && members.every(isDropped)) return [inner]
  const firstKept = members.findIndex((member) => !isDropped(member))
  return members.flatMap((member, index): ReadonlyArray<Span> => {
    if (!isDropped(member)) return []
    const [start, end] = member.whole
    return index < firstKept
      ? [[start, members[index + 1]?.whole[0] ?? inner[1]]]
      : [[members[index - 1]?.whole[1] ?? inner[0], end]]
  })
}

/** The JSON text without these members. */
const withoutMembers = (
  json: string,
  objects: ReadonlyArray<ObjectSpan>,
  isDropped: (member: Member) => boolean,
): string => {
  const cuts = objects.flatMap((object) => cutsIn(object, isDropped)).toSorted((a, b) => a[0] - b[0])
  let written = ''
  let offset = 0
  // The cuts in an inner object may lie within a cut of an outer one.
  for (const [from, to] of cuts) {
    if (from >= offset) written += json.slice(offset, from)
    offset = Math.max(offset, to)
  }
  return written + json.slice(offset)
}

/** The text without a choice of names. In all objects of the group, the members with these names are dropped. */
function* withoutNames(json: string, group: ReadonlyArray<ObjectSpan>): Generator<string> {
  const nameOf = ({ name }: Member): string => json.slice(...name)
  const names = [...new Set(group.flatMap(({ members }) => members).map(nameOf))]
  for (const isChosen of [...choicesOf(names.length, maxChosen), ...combinationsOf(names.length, maxChosen)]) {
    const chosenNames = new Set(names.filter((_, index) => isChosen(index)))
    yield withoutMembers(json, group, (member) => chosenNames.has(nameOf(member)))
  }
}

/**
 * The groups of objects in which a choice of names is dropped: the outermost object, each other one alone, all at one depth, and all. The
 * outermost object is among the few, however many members it has.
 */
const groupsOf = (
  outermost: ObjectSpan,
  objects: ReadonlyArray<ObjectSpan>,
  count: Count,
): ReadonlyArray<ReadonlyArray<ObjectSpan>> => {
  const depths = [...new Set(objects.map(({ depth }) => depth))]
  const alone = objects.slice(1).map((object) => [object])
  const atDepths = depths.map((ofDepth) => objects.filter(({ depth }) => depth === ofDepth))
  const groups = [...alone, objects, ...atDepths]
  const countMembers = (group: ReadonlyArray<ObjectSpan>): number =>
    group.reduce((sum, { members }) => sum + members.length, 0)
  const groupsOfCount = groups.filter((group) => isOfCount(countMembers(group), count))
  return count === 'few' ? [[outermost], ...groupsOfCount] : groupsOfCount
}

/** At most so many members are written first, in at most so many orders for each object. */
const maxFirst = 3
const maxOrders = 3000

/** Each order of `count` of these entries. */
function* orderedChoices<A>(entries: ReadonlyArray<A>, count: number): Generator<ReadonlyArray<A>> {
  if (count === 0) {
    yield []
    return
  }
  for (const [index, entry] of entries.entries())
    for (const others of orderedChoices(entries.toSpliced(index, 1), count - 1)) yield [entry, ...others]
}

/** The members of an object with some of them first, and the others as they are. */
function* withSomeFirst(json: string, object: ObjectSpan): Generator<string> {
  const memberTexts = membersIn(json, object)
  let orders = 0
  for (let count = 1; count <= Math.min(maxFirst, memberTexts.length - 1); count++)
    for (const first of orderedChoices(memberTexts, count)) {
      orders++
      if (orders > maxOrders) return
      yield withMembers(json, object, [...first, ...memberTexts.filter((member) => !first.includes(member))])
    }
}

/** One object with a choice of its members, sorted by name, as rules of payment services want it. */
function* sortedChoices(json: string, object: ObjectSpan): Generator<string> {
  const memberTexts = membersIn(json, object)
  if (memberTexts.length > maxChosen) return
  for (const isKept of choicesOf(memberTexts.length, maxChosen))
    yield withMembers(json, object, memberTexts.filter((_, index) => isKept(index)).toSorted())
}

/** The JSON texts with fewer members, or with members in another order. Some come twice. None for a long text, or one without objects. */
export function* memberChoices(text: string, count: Count): Generator<string> {
  if (text.length > maxLength || !/^\s*[[{]/.test(text) || !isJson(text)) return
  const objects = objectsIn(text)
  const [outermost] = objects
  if (outermost === undefined || objects.length > maxObjects) return
  for (const group of groupsOf(outermost, objects, count)) yield* withoutNames(text, group)
  if (count === 'few') return
  for (const object of objects) yield* withSomeFirst(text, object)
  yield* sortedChoices(text, outermost)
}
