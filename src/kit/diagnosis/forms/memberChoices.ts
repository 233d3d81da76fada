/**
 * JSON without some of its members, or with some of them first. A program signs the members of a list of its own, drops a member wherever
 * it is, or puts those first that it knows.
 *
 *     {"id":7,"name":"Ann","at":1}      {"name":"Ann"}, {"id":7,"at":1}, {"at":1,"id":7,"name":"Ann"}, …
 *
 * All white space between other members stays.
 */
import { type Count, choicesOf, combinationsOf } from './choices.ts'
import { isJson } from './isJson.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'

/** A longer text is left alone. */
const maxLength = 16_384
const maxObjects = 40

/** So many members or names have every choice. */
const maxChosen = 10
/** So many members of an inner object have few choices. */
const maxFew = 5

type Member = ObjectSpan['members'][number]
type Span = readonly [from: number, to: number]

/** What goes from an object with its dropped members: each with the comma before it, or after it if no other member is before it. */
const cutsIn = ({ inner, members }: ObjectSpan, isDropped: (member: Member) => boolean): ReadonlyArray<Span> => {
  if (members.length > 0 && members.every(isDropped)) return [inner]
  const firstKept = members.findIndex((member) => !isDropped(member))
  return members.flatMap((member, index): ReadonlyArray<Span> => {
    if (!isDropped(member)) return []
    return index < firstKept
      ? [[member.whole[0], members[index + 1]?.whole[0] ?? inner[1]]]
      : [[members[index - 1]?.whole[1] ?? inner[0], member.whole[1]]]
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
  for (const [from, to] of cuts) {
    if (from >= offset) written += json.slice(offset, from)
    offset = Math.max(offset, to)
  }
  return written + json.slice(offset)
}

/** The names of the members of some objects, and every choice of them dropped wherever they are. */
function* withoutNames(
  json: string,
  objects: ReadonlyArray<ObjectSpan>,
  chosenFrom: ReadonlyArray<ObjectSpan>,
): Generator<string> {
  const nameOf = ({ name }: Member): string => json.slice(...name)
  const members = new Set(chosenFrom.flatMap((object) => object.members))
  const names = [...new Set([...members].map(nameOf))]
  for (const isChosen of [...choicesOf(names.length, maxChosen), ...combinationsOf(names.length, maxChosen)]) {
    const chosen = new Set(names.filter((_, index) => isChosen(index)))
    yield withoutMembers(json, objects, (member) => members.has(member) && chosen.has(nameOf(member)))
  }
}

/** The groups of objects of which a choice of names is dropped: the outermost object, each other one alone, all at one depth, and all. */
const groupsOf = (
  outermost: ObjectSpan,
  objects: ReadonlyArray<ObjectSpan>,
  count: Count,
): ReadonlyArray<ReadonlyArray<ObjectSpan>> => {
  const depths = [...new Set(objects.map(({ depth }) => depth))]
  const alone = objects.slice(1).map((object) => [object])
  const atDepths = depths.map((ofDepth) => objects.filter(({ depth }) => depth === ofDepth))
  const groups = [...alone, objects, ...atDepths]
  const isFew = (group: ReadonlyArray<ObjectSpan>): boolean =>
    group.reduce((sum, { members }) => sum + members.length, 0) <= maxFew
  return count === 'few' ? [[outermost], ...groups.filter(isFew)] : groups.filter((group) => !isFew(group))
}

/** So many members are put first. */
const maxFirst = 3
const maxOrders = 3000

/** Each order of `count` of these entries. */
function* orderedChoices<A>(entries: ReadonlyArray<A>, count: number): Generator<ReadonlyArray<A>> {
  if (count === 0) yield []
  else
    for (const [index, entry] of entries.entries())
      for (const others of orderedChoices(entries.toSpliced(index, 1), count - 1)) yield [entry, ...others]
}

/** The members of an object with some of them first, and the others as they are. */
function* withSomeFirst(json: string, object: ObjectSpan): Generator<string> {
  const memberTexts = membersIn(json, object)
  let left = maxOrders
  for (let count = 1; count <= Math.min(maxFirst, memberTexts.length - 1); count++)
    for (const first of orderedChoices(memberTexts, count)) {
      if (left-- <= 0) return
      yield withMembers(json, object, [...first, ...memberTexts.filter((member) => !first.includes(member))])
    }
}

/** The outermost object without some of its members, and the others sorted by name, as rules of payment services want it. */
function* sortedChoices(json: string, object: ObjectSpan): Generator<string> {
  const memberTexts = membersIn(json, object)
  if (memberTexts.length > maxChosen) return
  for (const isKept of choicesOf(memberTexts.length, maxChosen))
    yield withMembers(json, object, memberTexts.filter((_, index) => isKept(index)).toSorted())
}

/** The JSON texts with other members. Some come twice. None for another text. */
export function* memberChoices(text: string, count: Count): Generator<string> {
  if (text.length > maxLength || !/^\s*[[{]/.test(text) || !isJson(text)) return
  const objects = objectsIn(text)
  const [outermost] = objects
  if (outermost === undefined || objects.length > maxObjects) return
  for (const group of groupsOf(outermost, objects, count)) yield* withoutNames(text, objects, group)
  if (count === 'few') return
  for (const object of objects) yield* withSomeFirst(text, object)
  yield* sortedChoices(text, outermost)
}
