/**
 * Whether something in a printed text belongs to another request than the one whose headers were found: a log has many requests, and
 * the body of the next must not be taken for that of this one.
 *
 *     {"method":"POST","url":"/v1/jobs","headers":{"authorization":"…"}}
 *     {"method":"PUT","url":"/v1/jobs/7","body":"{}"}                       this body is of another request
 *
 * A program may also write several lines on one request. If a Content-Length shows which body is the right one, all with the same method
 * and the same URL are taken for one request.
 *
 * A program may also write several lines on one request. If a Content-Length can show which body is the right one, lines with the same
 * method and URL are of the same request.
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

/** The offsets where lines begin, in their order. */
const lineStartsOf = (source: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

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

const isMethodMember = (key: string | undefined, value: string): boolean =>
  key !== undefined && methodNames.test(plainName(key)) && isMethod(value)

const isUrlMember = (key: string | undefined, value: string): boolean => {
  const name = plainName(key ?? '')
  return isTarget(value) && (wholeUrlNames.test(name) || targetNames.test(name) || pathNames.test(name))
}

const isPartOfAddress = (key: string | undefined, value: string): boolean =>
  isMethodMember(key, value) || isUrlMember(key, value)

const hasMember = ({ items }: Group, isPart: typeof isMethodMember): boolean =>
  items.some(({ key, value }) => value._tag === 'Text' && isPart(key, value.readings[0]))

/** Whether an object has a method and a URL: it is a request of its own. */
const isRequest = (group: Group): boolean => hasMember(group, isMethodMember) && hasMember(group, isUrlMember)

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
  const lineStarts = lineStartsOf(source)
  const lineOf = (offset: number): number => lastUpTo(lineStarts, offset)
  const offsetsOf = (isPart: typeof isMethodMember): ReadonlyArray<number> =>
    index.leaves
      .filter(({ key, value }) => isPart(key, value.readings[0]))
      .map(({ value }) => value.from)
      .sort((a, b) => a - b)
  const headersLine = lineOf(headersAt)
  const own = new Set(
    index.leaves
      .filter(({ value, parent }) => headers.includes(parent) || lineOf(value.from) === headersLine)
      .filter(({ key, value }) => isPartOfAddress(key, value.readings[0]))
      .map(({ value }) => value.readings[0]),
  )
  const isStrange = (key: string | undefined, value: string): boolean =>
    isPartOfAddress(key, value) && !(isMeasured && own.has(value))
  const methodOffsets = offsetsOf(isMethodMember)
  const urlOffsets = offsetsOf(isUrlMember)
  const strangeOffsets = offsetsOf(isStrange)
  /** Whether one of these offsets is in the line, and not inside of the place: a method inside of it is a part of the body. */
  const isInLine = (offsets: ReadonlyArray<number>, line: number, { from, to }: Omit<Place, 'parent'>): boolean => {
    const lineStart = lineStarts[line] ?? 0
    const lineEnd = lineStarts[line + 1] ?? source.length
    const isBefore = lastUpTo(offsets, from - 1) > lastUpTo(offsets, lineStart - 1)
    return isBefore || lastUpTo(offsets, lineEnd - 1) > lastUpTo(offsets, Math.max(to, from) - 1)
  }
  const hasOwnMethod = isInLine(methodOffsets, headersLine, { from: headersAt, to: headersAt })
  /** By group: whether it is a request of its own, and not round the headers. */
  const isOther = new Map<Group, boolean>(headers.map((group) => [group, false]))
  const isOtherGroup = (group: Group): boolean => {
    const known = isOther.get(group) ?? (isRequest(group) && hasMember(group, isStrange))
    isOther.set(group, known)
    return known
  }
  return (place) => {
    if (index.pathOf(place.parent).some(isOtherGroup)) return true
    const line = lineOf(place.from)
    const isElsewhere = hasOwnMethod && line !== headersLine
    const hasAddress = isInLine(methodOffsets, line, place) && isInLine(urlOffsets, line, place)
    return isElsewhere && hasAddress && isInLine(strangeOffsets, line, place)
  }
}
