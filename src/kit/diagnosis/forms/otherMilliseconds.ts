/**
 * The target with another number of milliseconds in its time: an expression for the current time was evaluated once for signing and once
 * for sending, as a tool with templates does.
 *
 *     /v1/files/2026-12-01T09:14:03.518Z.json  →  /v1/files/2026-12-01T09:14:03.507Z.json
 *     /v1/jobs?since=1700000000518             →  /v1/jobs?since=1700000000507
 */

/** A time of ISO 8601 up to its fraction, or Unix seconds, and then the three digits of milliseconds. The colons may be escaped. */
const timeWithMilliseconds = /(?:T\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:[.,]|%2C)|(?<!\d)1\d{9})(\d{3})(?!\d)/i

/** What stands around the milliseconds of the first such time. */
interface Around {
  readonly before: string
  readonly milliseconds: string
  readonly after: string
}

const aroundMilliseconds = (target: string): Around | undefined => {
  const found = timeWithMilliseconds.exec(target)
  if (found === null) return undefined
  const end = found.index + found[0].length
  return { before: target.slice(0, end - 3), milliseconds: target.slice(end - 3, end), after: target.slice(end) }
}

/** Each other number of milliseconds: 999 targets, or none if the target has no such time. With `wanted`, at most this one. */
export const otherMilliseconds = (target: string, wanted?: string): ReadonlyArray<string> => {
  const around = aroundMilliseconds(target)
  if (around === undefined) return []
  if (wanted !== undefined) return isOtherMillisecond(wanted, target) ? [wanted] : []
  const { before, after } = around
  return Array.from({ length: 1000 }, (_, n) => before + String(n).padStart(3, '0') + after).filter(
    (candidate) => candidate !== target,
  )
}

/** Whether two targets differ in the milliseconds of their first time alone. */
export const isOtherMillisecond = (one: string, other: string): boolean => {
  const ofOne = aroundMilliseconds(one)
  const ofOther = aroundMilliseconds(other)
  return one !== other && ofOne?.before === ofOther?.before && ofOne?.after === ofOther?.after && ofOne !== undefined
}
