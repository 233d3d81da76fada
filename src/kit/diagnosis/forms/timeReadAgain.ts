/**
 * A timestamp that is no whole number of seconds, and the same text of a moment nearby: the caller read its clock once for the header,
 * and once more for the signed text.
 *
 *     2026-02-20T13:30:24.402Z         2026-02-20T13:30:24.118Z        a date with milliseconds, 284 ms earlier
 *     Fri, 20 Feb 2026 13:30:24 GMT    Fri, 20 Feb 2026 13:30:23 GMT   a date of HTTP
 *     1771594224402                    1771594224377                   milliseconds since 1970
 *     1771594224.402118                1771594224.401977               a floating-point number
 */
import { withoutAtEnd } from '../Received.ts'
import type { Form } from './Respelling.ts'

/** A time as its text shows it. */
interface ReadTime {
  /** Since 1970, or since midnight if the text has a clock. */
  readonly seconds: number
  /** The digits after the seconds, such as `402`. */
  readonly fraction: string
  /** A floating-point number, whose last zeros are not printed. */
  readonly isFloat: boolean
  /** Writes another time in the same form. Undefined if the text has a clock and the time is on another day. */
  readonly write: (seconds: number, fraction: string) => string | undefined
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** Seconds since 1970, then perhaps a point or a comma, then the digits of a smaller unit. */
const sinceEpoch = /^(1\d{9})([.,]?)(\d{1,9})$/

/** A date and the time of day in it: with colons, or in digits after the date. The empty group is a colon that such digits lack. */
const clocks: ReadonlyArray<RegExp> = [
  /^(.*\D)(\d\d)(:)(\d\d):(\d\d)([.,]?)((?<=[.,])\d{1,9})?(\D.*)?$/s,
  /^((?:19|20)\d\d[01]\d[0-3]\dT?)(\d\d)()(\d\d)(\d\d)([.,]?)(\d{1,9})?(\D.*)?$/s,
]

const secondsOfDay = 86_400

const readTime = (text: string): ReadTime | undefined => {
  const [, whole, point = '', fraction = ''] = sinceEpoch.exec(text) ?? []
  if (whole !== undefined)
    return {
      seconds: Number(whole),
      fraction,
      isFloat: point !== '',
      write: (seconds, digits) => seconds + (digits === '' ? '' : point + digits),
    }
  return readClock(text)
}

const readClock = (text: string): ReadTime | undefined => {
  for (const clock of clocks) {
    const found = clock.exec(text)
    if (found === null) continue
    const [, before = '', hour, colon = '', minute, second, point = '', fraction = '', after = ''] = found
    const write: ReadTime['write'] = (seconds, digits) => {
      if (seconds < 0 || seconds >= secondsOfDay) return undefined
      const units = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      return before + units.map(twoDigits).join(colon) + point + digits + after
    }
    return { seconds: 3600 * Number(hour) + 60 * Number(minute) + Number(second), fraction, isFloat: false, write }
  }
  return undefined
}

/** A fraction with fewer digits has lost zeros at its end if the number is a float: `.98` is 980 ms. */
const leastDigitsOfFloat = 3

/** How many steps away the other moment may be: 60 s, or 6 s in milliseconds. Finer clocks get less time, to bound the search. */
const maxSteps = (digits: number): number => {
  if (digits > 3) return 20_000
  return digits === 3 ? 6000 : 60 * 10 ** digits
}

/** One step of the clock, in units of the last digit. A clock that is coarser than its digits prints zeros at their end. */
const stepOf = (fraction: string): number =>
  fraction.length <= 3 ? 1 : 10 ** Math.min(3, fraction.length - withoutAtEnd(fraction, '0').length)

/** Units that have a name, by the number of digits after the seconds. */
const unitNames: Readonly<Partial<Record<number, string>>> = { 0: 's', 3: 'ms', 6: 'µs', 9: 'ns' }

/** `284 ms earlier`, from units of the last digit. The unit shown is the largest one with a name that is no larger than these. */
const describeDistance = (distance: number, digits: number): string => {
  const shownDigits = 3 * Math.ceil(digits / 3)
  const count = Math.abs(distance) * 10 ** (shownDigits - digits)
  return `${count} ${unitNames[shownDigits]} ${distance < 0 ? 'earlier' : 'later'}`
}

/** The time at this distance in the same form. A float is also written without the zeros at its end, if it has any. */
const writeAtDistance = (time: ReadTime, distance: number): ReadonlyArray<readonly [detail: string, text: string]> => {
  const digits = time.fraction.length
  const unitsPerSecond = 10 ** digits
  const units = Number(time.fraction) + distance
  const carry = Math.floor(units / unitsPerSecond)
  const fraction = digits === 0 ? '' : String(units - carry * unitsPerSecond).padStart(digits, '0')
  const text = time.write(time.seconds + carry, fraction)
  if (text === undefined) return []
  const detail = describeDistance(distance, digits)
  const shorter = time.isFloat ? time.write(time.seconds + carry, withoutAtEnd(fraction, '0')) : undefined
  return shorter === undefined || shorter === text
    ? [[detail, text]]
    : [
        [detail, text],
        [`zeros left out, ${detail}`, shorter],
      ]
}

/** A float as it was before zeros at its end were left out. */
const withLeastDigits = (time: ReadTime): ReadTime =>
  time.isFloat ? { ...time, fraction: time.fraction.padEnd(leastDigitsOfFloat, '0') } : time

/**
 * The same form of each moment nearby, the nearest first. The detail is the distance from the given text. With `wanted`, only this text.
 * None if the given text shows no such time.
 */
export function* timesReadAgain(given: string, wanted?: string): Generator<Form> {
  const shown = readTime(given)
  if (shown === undefined) return
  const time = withLeastDigits(shown)
  const step = stepOf(time.fraction)
  for (let count = 1; count <= maxSteps(time.fraction.length); count++)
    for (const distance of [-count * step, count * step])
      for (const [detail, text] of writeAtDistance(time, distance))
        if (text !== given && (wanted === undefined || text === wanted)) yield [detail, text, 'late']
}

/** Whether this detail is one of `timesReadAgain`. A form of whole seconds has the seconds to add as its detail, such as `-1 s`. */
export const isReadAgain = (detail: string): boolean => / (?:earlier|later)$/.test(detail)

/** How much earlier or later than the signed time the sent one is, in the same form. Undefined if they are no such times. */
export const distanceBetween = (signed: string, sent: string): string | undefined => {
  for (const [detail] of timesReadAgain(signed, sent)) return detail.split(', ').at(-1)
  return undefined
}
