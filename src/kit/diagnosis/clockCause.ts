/**
 * The cause that a wrong timestamp suggests by its digits, or by its distance from the time of arrival. Chance makes each of these
 * rarely: a whole hour one time in fifty, a whole day one time in a thousand.
 *
 *     25,200 s too old        exactly 7 h: local time was used as UTC
 *     25,213 s too old        about 7 h: the same, or a header that was made once and used again
 *     43,200 s too old        exactly 12 h: a clock of 12 hours
 *     31,536,000 s too old    exactly 1 year: a wrong year
 */
import { epochOf } from './epochs.ts'

export interface ClockCause {
  /** The distance in a larger unit, such as `exactly 7 h`. Undefined if the digits of the timestamp suggest the cause. */
  readonly span?: string
  /** What may have happened, as a clause. */
  readonly hint: string
  readonly remedy: string
}

/** On which side of the time of arrival a timestamp lies. */
export type Side = 'behind' | 'ahead'

const quarter = 900
const day = 86_400

/** The longest time, in seconds, from the signature of a request to its arrival. */
const longestWay = 60

/** Two right clocks differ by at most so many seconds. */
const rightClocks = 10

/** The first second that has ten digits, in 2001. */
const tenDigits = 1e9

/** The cause that a timestamp suggests which lies so many seconds from the time of arrival. */
export const clockCause = (timestamp: number, seconds: number, side: Side): ClockCause | undefined =>
  causeByDigits(timestamp) ?? causeByDistance(timestamp, seconds, side)

const readClock = 'Take the timestamp from the clock for each request, with the time of day.'

const causeByDigits = (timestamp: number): ClockCause | undefined => {
  if (timestamp < tenDigits) return undefined
  if (timestamp % day === 0)
    return {
      hint: 'the timestamp is midnight UTC, so perhaps it comes from a date without a time',
      remedy: readClock,
    }
  if (timestamp % 3600 === 0)
    return {
      hint: 'the timestamp is a whole hour, so perhaps it comes from a date without a time in another zone',
      remedy: readClock,
    }
  return undefined
}

/** The same for a distance alone, such as that of two readings of the caller's clock. */
export const causeByDistance = (timestamp: number, seconds: number, side: Side): ClockCause | undefined => {
  const epoch = epochOf(timestamp, timestamp + (side === 'behind' ? seconds : -seconds))
  if (epoch !== undefined)
    return {
      hint: `perhaps the seconds are counted from ${epoch.name}, ${epoch.system}`,
      remedy:
        epoch.name === 'the year 1'
          ? 'Count the seconds from 1970: in .NET with DateTimeOffset.UtcNow.ToUnixTimeSeconds().'
          : 'Count the seconds from 1970.',
    }
  return causeByZone(seconds, side) ?? causeByDate(timestamp, seconds, side)
}

/** A distance as a sentence after another one. Empty if it suggests no cause. */
export const causeSentence = (timestamp: number, seconds: number, side: Side): string => {
  const cause = causeByDistance(timestamp, seconds, side)
  if (cause === undefined) return ''
  const { span, hint } = cause
  return span === undefined ? `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.` : `This is ${span}, so ${hint}.`
}

/** How far the clock is off, and what that suggests: `25203 s, about 7 h: perhaps …`. */
export const distanceDetail = (seconds: number, cause: ClockCause | undefined): string => {
  if (cause === undefined) return `${seconds} s`
  const { span, hint } = cause
  return span === undefined ? `${seconds} s: ${hint}` : `${seconds} s, ${span}: ${hint}`
}

/**
 * Rounds a distance to whole units, such as 25,203 s to 28 quarters of an hour. Undefined if the rest, here 3 s, is more than the way of a
 * request and the difference of right clocks explain. On its way a request grows older: a timestamp that is behind falls further behind, and one that is ahead comes nearer.
 */
const wholeUnits = (seconds: number, unit: number, side: Side, mostWay: (units: number) => number) => {
  const units = Math.round(seconds / unit)
  const rest = seconds - units * unit
  const way = side === 'behind' ? rest : -rest
  return units > 0 && way >= -rightClocks && way <= mostWay(units) ? { units, isExact: rest === 0 } : undefined
}

const exactness = (isExact: boolean): string => (isExact ? 'exactly' : 'about')

const halfDay = 12

const causeByZone = (seconds: number, side: Side): ClockCause | undefined => {
  const found = wholeUnits(seconds, quarter, side, (quarters) => (quarters % 4 === 0 ? longestWay : rightClocks))
  if (found === undefined || !isOfZone(found.units)) return undefined
  const hours = found.units / 4
  const span = `${exactness(found.isExact)} ${hours} h`
  const isKept = side === 'behind' && Math.abs(seconds - found.units * quarter) > quickWay
  const { hint, remedy } = zoneCauses[hours === halfDay ? 'halfDay' : 'other']
  return isKept ? { span, hint: `${hint}${orKept}`, remedy: `${remedy} ${signAnew}` } : { span, hint, remedy }
}

/** Most requests are sent and arrive within so many seconds. A header that was kept arrives at any second. */
const quickWay = 5

const orKept = '; or the caller made the header once and used it again'
const signAnew = 'For each request, also make a new nonce and sign again.'

const zoneCauses = {
  halfDay: {
    hint: 'perhaps a clock of 12 hours was read (hh instead of HH), or local time was used as UTC',
    remedy:
      'If the program makes the timestamp from a date in text, read and write the hours of a day from 0 to 23: in most formats this is HH, not hh. Also check that no local time is used as UTC.',
  },
  other: {
    hint: 'perhaps local time was used as UTC, or the reverse',
    remedy:
      'Take the seconds since 1970 (UTC) directly from the clock. If the program makes them from a date in text, read the text in the time zone in which it was written.',
  },
}

/** In quarters of an hour, the distances from UTC of zones that are no whole hour away: 2:30, 3:30, 4:30, … 13:45. */
const oddZones: ReadonlyArray<number> = [10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55]

/** Whether a time zone is so far from UTC: up to 14 whole hours, or one of the others. */
const isOfZone = (quarters: number): boolean =>
  quarters % 4 === 0 ? quarters > 0 && quarters <= 56 : oddZones.includes(quarters)

/** Whether two readings of right clocks that are so many seconds apart may be of two time zones. */
export const mayBeZones = (seconds: number): boolean => seconds % quarter === 0 && isOfZone(Math.abs(seconds) / quarter)

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Whole days: the time of day is right, and the date is not. */
const causeByDate = (timestamp: number, seconds: number, side: Side): ClockCause | undefined => {
  const found = wholeUnits(seconds, day, side, () => longestWay)
  if (found === undefined) return undefined
  const dates = [timestamp, timestamp + (side === 'behind' ? 1 : -1) * found.units * day].map(
    (at) => new Date(at * 1000),
  )
  const [wrong, right] = dates.map((date) => [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()])
  const [years = 0, months = 0, days = 0] = (wrong ?? []).map((part, i) => Math.abs(part - (right?.[i] ?? 0)))
  const about = exactness(found.isExact)
  if (days === 0 && months === 0)
    return {
      span: `${about} ${counted(years, 'year')}`,
      hint: 'perhaps the program made the year wrongly',
      remedy:
        'Take the seconds since 1970 directly from the clock. If the program makes them from a date, check the year: in Java, YYYY is the year of the week, and yyyy is the year.',
    }
  if (days === 0)
    return {
      span: `${about} ${counted(monthsApart(wrong, right), 'month')}`,
      hint: 'perhaps the program counts the months from 0 in one place, and from 1 in another',
      remedy:
        'Take the seconds since 1970 directly from the clock. If the program makes them from a date, check the month: in JavaScript and in C, January is month 0.',
    }
  return {
    span: `${about} ${counted(found.units, 'day')}`,
    hint:
      side === 'behind'
        ? 'perhaps the program made the date wrongly, or a daily job sends an old request again'
        : 'perhaps the program made the date wrongly',
    remedy: 'Take the seconds since 1970 directly from the clock, for each request.',
  }
}

type CalendarDate = ReadonlyArray<number> | undefined

const monthsOf = ([year = 0, month = 0]: ReadonlyArray<number> = []): number => 12 * year + month

const monthsApart = (wrong: CalendarDate, right: CalendarDate): number => Math.abs(monthsOf(wrong) - monthsOf(right))
