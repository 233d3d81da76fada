/**
 * The time in a `Date` header (RFC 9110 §5.6.7, IMF-fixdate). A caller whose clock is wrong reads the server's clock from it.
 *
 *     Tue, 14 Nov 2023 22:13:20 GMT     1700000000
 */
import * as O from 'fp-ts/lib/Option.js'
import { isTimestamp, ofMillis, type Timestamp } from './Timestamp.ts'

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
  const seconds = ofMillis(Date.parse(text))
  // Date.parse takes other forms, too, and 31 February, so the date must serialize to the same text.
  return isTimestamp(seconds) && serialize(seconds) === text ? O.some(seconds) : O.none
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
