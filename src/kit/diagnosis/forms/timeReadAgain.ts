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
  /** Writes another time in the same form. Undefined if the time is of another day. */
  readonly write: (seconds: number, fraction: string) => string | undefined
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** Seconds since 1970, then perhaps a point, then the digits of a smaller unit. */
const sinceEpoch = /^(1\d{9})([.,]?)(\d{1,9})$/

/** A date, and the time of day in it: with colons, or in digits after the date. */
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

/** Floating-point numbers of fewer digits have lost zeros at their end: `.98` is 980 ms. */
const leastOfFloat = 3

/** How far the other moment is tried, in units of the last digit. Finer clocks are tried within less time, or no search would end. */
const neighboursOf = (digits: number): number => {
  if (digits > 3) return 20_000
  return digits === 3 ? 6000 : 60 * 10 ** digits
}

/** A clock that is coarser than its digits prints zeros at their end. */
const stepOf = (fraction: string): number =>
  fraction.length <= 3 ? 1 : 10 ** Math.min(3, fraction.length - withoutAtEnd(fraction, '0').length)

/** Units that have a name, by the number of digits after the seconds. */
const unitNames: Readonly<Partial<Record<number, string>>> = { 0: 's', 3: 'ms', 6: 'µs', 9: 'ns' }

/** `284 ms earlier`: a distance in the smallest unit that has a name and holds it. */
const distanceOf = (distance: number, digits: number): string => {
  const count = Math.abs(distance)
  const isNamed = unitNames[digits] !== undefined
  const shownDigits = isNamed ? digits : 3 * Math.ceil(digits / 3)
  return `${count * 10 ** (shownDigits - digits)} ${unitNames[shownDigits]} ${distance < 0 ? 'earlier' : 'later'}`
}

/** The same form of each moment nearby, the nearest first. With `wanted`, only this text. None if the text shows no such time. */
export function* timesReadAgain(sent: string, wanted?: string): Generator<Form> {
  const time = readTime(sent)
  if (time === undefined) return
  const fraction = time.isFloat ? time.fraction.padEnd(leastOfFloat, '0') : time.fraction
  const digits = fraction.length
  const unitsPerSecond = 10 ** digits
  const step = stepOf(fraction)
  for (let i = 1; i <= neighboursOf(digits); i++)
    for (const distance of [-i * step, i * step]) {
      const units = Number(fraction) + distance
      const carry = Math.floor(units / unitsPerSecond)
      const digitsThen = digits === 0 ? '' : String(units - carry * unitsPerSecond).padStart(digits, '0')
      const text = time.write(time.seconds + carry, digitsThen)
      const shorter = time.isFloat ? time.write(time.seconds + carry, withoutAtEnd(digitsThen, '0')) : undefined
      const says = distanceOf(distance, digits)
      const candidates = [
        { detail: says, other: text },
        { detail: `zeros left out, ${says}`, other: shorter === text ? undefined : shorter },
      ]
      for (const { detail, other } of candidates)
        if (other !== undefined && other !== sent && (wanted === undefined || other === wanted))
          yield [detail, other, 'late']
    }
}

/** Whether the form with this detail is a time that was read again. Those of whole seconds are named by seconds to add, such as `-1 s`. */
export const isReadAgain = (detail: string): boolean => / (?:earlier|later)$/.test(detail)

/** How much earlier or later a time was read than another one in the same form. Undefined if they are no such times. */
export const distanceBetween = (signed: string, sent: string): string | undefined => {
  for (const [detail] of timesReadAgain(signed, sent)) return detail.split(', ').at(-1)
  return undefined
}
