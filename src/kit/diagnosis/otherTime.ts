/** What else than seconds since 1970 the digits of a timestamp may count. */

export interface OtherTime {
  readonly id: 'header-milliseconds' | 'header-timestamp'
  readonly detail: string
  /** The seconds since 1970 that were meant, if the digits tell. */
  readonly seconds?: number
}

/** Year, month, day, hour and minute; perhaps seconds and their fraction. */
const date = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?$/

const units = [
  ['milliseconds', 1e3],
  ['microseconds', 1e6],
  ['nanoseconds', 1e9],
] as const

/** As seconds, this lies three thousand years ahead. */
const least = 1e11

/** The first second that has ten digits, in 2001. */
const tenDigits = 1e9

/** Of a number in decimal digits that is no fresh time; undefined if it may be seconds. */
export const otherTime = (digits: string, now: number | undefined): OtherTime | undefined => {
  if (date.test(digits)) return { id: 'header-timestamp', detail: 'a date in digits' }
  const number = Number(digits)
  if (number >= least) {
    const [name, unit] = units.find(([, each]) => number / each < least) ?? ['nanoseconds', 1e9]
    const seconds = Math.floor(number / unit)
    return { id: name === 'milliseconds' ? 'header-milliseconds' : 'header-timestamp', detail: name, seconds }
  }
  // No request was saved, and no clock falls behind, for so long.
  if (now !== undefined && now >= tenDigits && number < tenDigits)
    return { id: 'header-timestamp', detail: 'not from 1970 on, or from a clock that was never set' }
  return undefined
}
