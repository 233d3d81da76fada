/**
 * The `Date` header (RFC 9110 §5.6.7, IMF-fixdate): the server's clock, for a caller with a wrong clock.
 */
import * as O from 'fp-ts/lib/Option.js'
import { ofMillis, type Timestamp } from './Timestamp.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const form = /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/

/**
 * Parses an IMF-fixdate; none for any other text, including the obsolete forms.
 *
 * @example
 * ```ts
 * import { HttpDate } from 'countersign'
 * import * as O from 'fp-ts/lib/Option.js'
 *
 * assert.deepEqual(HttpDate.parse('Tue, 14 Nov 2023 22:13:20 GMT'), O.some(1_700_000_000))
 * assert.deepEqual(HttpDate.parse('2023-11-14T22:13:20Z'), O.none)
 * ```
 */
export const parse = (text: string): O.Option<Timestamp> => {
  const m = form.exec(text)
  if (m === null) return O.none
  const [day, year, hour, minute, second] = [m[1], m[3], m[4], m[5], m[6]].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const month = months.indexOf(m[2] as string)
  const at = ofMillis(Date.UTC(year, month, day, hour, minute, second))
  // Date.UTC turns 31 February into a day of March, so a real date must serialize to the same text.
  return month >= 0 && serialize(at) === text ? O.some(at) : O.none
}

/**
 * The IMF-fixdate of a timestamp; after the year 9999, that of its last second.
 *
 * @example
 * ```ts
 * import { HttpDate, Timestamp } from 'countersign'
 *
 * assert.equal(HttpDate.serialize(Timestamp.ofMillis(1_700_000_000_000)), 'Tue, 14 Nov 2023 22:13:20 GMT')
 * ```
 */
export const serialize = (t: Timestamp): string => new Date(Math.min(t, 253_402_300_799) * 1000).toUTCString()
