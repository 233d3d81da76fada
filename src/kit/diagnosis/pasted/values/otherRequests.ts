/**
 * Whether something in a printed text belongs to another request than the one whose headers were found: a log has many requests, and
 * the body of the next must not be taken for that of this one.
 *
 *     {"method":"POST","url":"/v1/jobs","headers":{"authorization":"…"}}
 *     {"method":"PUT","url":"/v1/jobs/7","body":"{}"}                       this body is of another request
 *
 * A program may also write several lines on one request. If a Content-Length can show which body is the right one (`isMeasured`), lines
 * with the same method and URL are of the same request.
 */
import type { LiteralIndex } from './literalIndex.ts'
import type { Group } from './literals/Literal.ts'
import { isMethod, isTarget, methodNames, pathNames, plainName, targetNames, wholeUrlNames } from './usualNames.ts'

/** A part of the text, and the group that holds it. */
export interface Place {
  readonly from: number
  readonly to: number
  readonly parent: Group
}

const isMethodMember = (key: string | undefined, value: string): boolean =>
  key !== undefined && methodNames.test(plainName(key)) && isMethod(value)

const isUrlMember = (key: string | undefined, value: string): boolean => {
  const name = plainName(key ?? '')
  return isTarget(value) && (wholeUrlNames.test(name) || targetNames.test(name) || pathNames.test(name))
}

const isPartOfAddress = (key: string | undefined, value: string): boolean =>
  isMethodMember(key, value) || isUrlMember(key, value)

const hasMember = ({ items }: Group, isPart: IsPart): boolean =>
  items.some(({ key, value }) => value._tag === 'Text' && isPart(key, value.readings[0]))

/** Whether an object has a method and a URL: it is a request of its own. */
const isRequest = (group: Group): boolean => hasMember(group, isMethodMember) && hasMember(group, isUrlMember)

/** A member that belongs to an address, such as `method: 'POST'`. */
type IsPart = typeof isMethodMember

/**
 * A test for places in this text. A place is of another request if an object round it, which is not round the headers too, has a method
 * and a URL. It is also of another request if its line has both, and the line of the headers has a method of its own.
 */
export const otherRequests = (
  source: string,
  index: LiteralIndex,
  headers: ReadonlyArray<Group>,
  headersAt: number,
  isMeasured: boolean,
): ((place: Place) => boolean) => {
  const lines: Lines = { starts: lineStartsOf(source), end: source.length }
  const headersLine = lineOf(lines, headersAt)
  const ownValues = ownAddress(index, headers, lines, headersLine)
  /** Part of an address that is not the address of this request. */
  const isStrange: IsPart = (key, value) => isPartOfAddress(key, value) && !(isMeasured && ownValues.has(value))
  const methods = offsetsOf(index, isMethodMember)
  const urls = offsetsOf(index, isUrlMember)
  const strangeParts = offsetsOf(index, isStrange)
  const hasOwnMethod = isInLine(lines, headersLine, methods, { from: headersAt, to: headersAt })
  const isOtherGroup = otherGroups(headers, isStrange)
  return (place) => {
    if (index.pathOf(place.parent).some(isOtherGroup)) return true
    const line = lineOf(lines, place.from)
    if (!hasOwnMethod || line === headersLine) return false
    return [methods, urls, strangeParts].every((offsets) => isInLine(lines, line, offsets, place))
  }
}

/** The method and the URL of the request: those among its headers and in their line. */
const ownAddress = (
  index: LiteralIndex,
  headers: ReadonlyArray<Group>,
  lines: Lines,
  headersLine: number,
): ReadonlySet<string> =>
  new Set(
    index.leaves
      .filter(({ value, parent }) => headers.includes(parent) || lineOf(lines, value.from) === headersLine)
      .filter(({ key, value }) => isPartOfAddress(key, value.readings[0]))
      .map(({ value }) => value.readings[0]),
  )

/** Where such members are, in ascending order. */
const offsetsOf = (index: LiteralIndex, isPart: IsPart): ReadonlyArray<number> =>
  index.leaves
    .filter(({ key, value }) => isPart(key, value.readings[0]))
    .map(({ value }) => value.from)
    .sort((a, b) => a - b)

/** A test for groups: whether one is a request of its own, and not round the headers. Each group is judged once. */
const otherGroups = (headers: ReadonlyArray<Group>, isStrange: IsPart): ((group: Group) => boolean) => {
  const judged = new Map<Group, boolean>(headers.map((group) => [group, false]))
  return (group) => {
    const isOther = judged.get(group) ?? (isRequest(group) && hasMember(group, isStrange))
    judged.set(group, isOther)
    return isOther
  }
}

// ---- Lines

/** The offsets where lines begin, in ascending order, and the length of the text. */
interface Lines {
  readonly starts: ReadonlyArray<number>
  readonly end: number
}

const lineStartsOf = (source: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

const lineOf = ({ starts }: Lines, offset: number): number => lastUpTo(starts, offset)

/** Whether one of these offsets is in the line, and not inside of the place: a method inside of it is a part of the body. */
const isInLine = (
  { starts, end }: Lines,
  line: number,
  offsets: ReadonlyArray<number>,
  { from, to }: Pick<Place, 'from' | 'to'>,
): boolean => {
  const lineStart = starts[line] ?? 0
  const lineEnd = starts[line + 1] ?? end
  return hasBetween(offsets, lineStart, from) || hasBetween(offsets, Math.max(to, from), lineEnd)
}

/** Whether one of the ascending numbers is at least `start` and less than `end`. */
const hasBetween = (ascending: ReadonlyArray<number>, start: number, end: number): boolean =>
  lastUpTo(ascending, end - 1) > lastUpTo(ascending, start - 1)

/** The index of the last number that is at most `limit`, in an ascending list. -1 if there is none. */
const lastUpTo = (ascending: ReadonlyArray<number>, limit: number): number => {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
