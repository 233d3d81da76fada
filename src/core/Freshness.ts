/**
 * How old, and how far in the future, a timestamp may be (interface §5.2, rule 1; §8 gives no limits).
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Timestamp } from './Timestamp.ts'

/** Both in whole seconds, both inclusive. */
export interface Window {
  /** The greatest accepted age of a timestamp. */
  readonly maxAge: number
  /** How far a timestamp may be in the future. */
  readonly maxSkew: number
}

/** Five minutes back, one minute ahead. */
export const defaults: Window = { maxAge: 300, maxSkew: 60 }

export interface TimestampExpired {
  readonly _tag: 'timestamp_expired'
  readonly because: 'age'
  readonly ageSeconds: number
  readonly maxAgeSeconds: number
  readonly now: Timestamp
}

export interface TimestampInFuture {
  readonly _tag: 'timestamp_in_future'
  readonly aheadSeconds: number
  readonly maxSkewSeconds: number
  readonly now: Timestamp
}

const fresh: E.Either<never, void> = E.right(undefined)

/**
 * Fresh means `now − maxAge ≤ timestamp ≤ now + maxSkew`. The comparisons are negated so that a clock that answers `NaN` fails
 * closed.
 *
 * @example
 * ```ts
 * import { Freshness, Timestamp } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const now = Timestamp.ofMillis(1_700_000_000_000)
 * assert.ok(E.isRight(Freshness.check(Freshness.defaults, Timestamp.add(-300)(now), now)))
 * const late = Freshness.check(Freshness.defaults, Timestamp.add(-301)(now), now)
 * assert.deepEqual(late, E.left({ _tag: 'timestamp_expired', because: 'age', ageSeconds: 301, maxAgeSeconds: 300, now }))
 * ```
 */
export const check = (
  w: Window,
  timestamp: Timestamp,
  now: Timestamp,
): E.Either<TimestampExpired | TimestampInFuture, void> => {
  const age = now - timestamp
  if (!(age <= w.maxAge))
    return E.left({ _tag: 'timestamp_expired', because: 'age', ageSeconds: age, maxAgeSeconds: w.maxAge, now })
  if (!(-age <= w.maxSkew))
    return E.left({ _tag: 'timestamp_in_future', aheadSeconds: -age, maxSkewSeconds: w.maxSkew, now })
  return fresh
}
