/**
 * The timestamp: part 3 of the string to sign, whole seconds since 1970-01-01 00:00:00 GMT (interface §5.2).
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Ord as Order } from 'fp-ts/lib/Ord.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import type { Fault } from './Fault.ts'
import * as Rule from './Rule.ts'

/** A whole number of seconds, 0 to 2^53 − 1. */
export type Timestamp = Named<number, 'Timestamp'>

export type MalformedTimestamp = Fault<'timestamp_malformed'>

const malformed: E.Either<MalformedTimestamp, never> = E.left({ _tag: 'timestamp_malformed' })

export const rule: Rule.Rule<Timestamp> = /* @__PURE__ */ Rule.wholeNumber('seconds')

export const codec: Codec<Timestamp, number> = /* @__PURE__ */ codecOf('Timestamp', rule)
export const Eq: Rule.Equality<Timestamp> = Rule.equality
export const Ord: Order<Timestamp> = { equals: (a, b) => a === b, compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0) }
export const Show: Rule.Shown<Timestamp> = Rule.show

/**
 * Whether `n` is a timestamp: a whole number of seconds, 0 to 2^53 − 1.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 *
 * assert.ok(Timestamp.isTimestamp(1_700_000_000))
 * assert.ok(!Timestamp.isTimestamp(0.5))
 * ```
 */
export const isTimestamp = (n: number): n is Timestamp => Number.isSafeInteger(n) && n >= 0

/**
 * Parses canonical decimal.
 *
 * Each value has one spelling. Some platform's integer parser accepts `+1`, `01`, `1.0`, `1e3`, `0x1`, `1_0`, Arabic-Indic digits
 * or a trailing line feed. Two parties could then read one signed text as two numbers.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Timestamp.parse('1700000000'), E.right(1_700_000_000))
 * assert.deepEqual(Timestamp.parse('01'), E.left({ _tag: 'timestamp_malformed' }))
 * ```
 */
export const parse = (text: string): E.Either<MalformedTimestamp, Timestamp> => {
  const n = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN
  return isTimestamp(n) ? E.right(n) : malformed
}

/**
 * Decimal, without a leading zero.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 *
 * assert.equal(Timestamp.serialize(Timestamp.ofMillis(1_700_000_000_000)), '1700000000')
 * ```
 */
export const serialize = (t: Timestamp): string => String(t)

/**
 * The whole second of a time in milliseconds; 0 for a time before 1970.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 *
 * assert.equal(Timestamp.ofMillis(1_700_000_000_999), 1_700_000_000)
 * ```
 */
export const ofMillis = (ms: number): Timestamp => Math.max(0, Math.floor(ms / 1000)) as Timestamp

/**
 * The whole second of a time in seconds; clamps to the range, and 0 for NaN.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 *
 * assert.equal(Timestamp.ofSeconds(1_700_000_000.9), 1_700_000_000)
 * assert.equal(Timestamp.ofSeconds(-1), 0)
 * ```
 */
export const ofSeconds = (seconds: number): Timestamp =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(seconds) || 0)) as Timestamp

/**
 * Adds whole seconds; clamps to the range.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 *
 * assert.equal(Timestamp.add(-10)(Timestamp.ofMillis(5_000)), 0)
 * ```
 */
export const add =
  (seconds: number) =>
  (t: Timestamp): Timestamp =>
    Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, t + seconds)) as Timestamp
