/**
 * A timestamp in forms that few programs print. The modules of this list have a table for each kind:
 *
 *     1700000000    -805160960                       rareTimeNumbers.ts: another unit, or a number that does not fit
 *     1700000000    seconds:1700000000               printedTimes.ts: a value of a type for times
 *     1700000000    2023-11-14T22:13:20.0Z           this module: a date in UTC
 *     1700000000    2023-11-15T06:13:20.000+08:00    zonedDates.ts: a date in a zone
 */
import { dateWordsOf } from './dateWords.ts'
import { printedTimes } from './printedTimes.ts'
import type { Form } from './Respelling.ts'
import { rareTimeNumbers } from './rareTimeNumbers.ts'
import { zonedDates } from './zonedDates.ts'

/** All forms of a time in seconds since 1970. The same text may come more than once. */
export function* rareTimeForms(n: number): Generator<Form> {
  yield* rareTimeNumbers(n)
  yield* printedTimes(n)
  yield* utcDates(n)
  yield* zonedDates(n)
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const utcDates = (n: number): ReadonlyArray<Form> => {
  const { name, day, month, year, time, iso } = dateWordsOf(n)
  const weekday = weekdays[new Date(n * 1000).getUTCDay()]
  return [
    ['ISO 8601, Z and seven digits (.NET)', `${iso}.0000000Z`],
    ['ISO 8601, Z and nanoseconds', `${iso}.000000000Z`],
    ['ISO 8601, Z and a digit', `${iso}.0Z`],
    // Python writes it for a time whose zone is not known.
    ['RFC 2822, -0000', `${name}, ${day} ${month} ${year} ${time} -0000`],
    // An older form of the date of HTTP.
    ['RFC 850', `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`],
  ]
}
