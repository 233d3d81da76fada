import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Freshness from '../../src/core/Freshness.ts'
import * as Timestamp from '../../src/core/Timestamp.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const at = (seconds: number): Timestamp.Timestamp => {
  if (!Timestamp.isTimestamp(seconds)) throw new Error(`${seconds} is no timestamp`)
  return seconds
}

const now = at(1_700_000_000)
const check = (timestamp: number, clock = now, window = Freshness.defaults) =>
  Freshness.check(window, at(timestamp), clock)
const expired = (ageSeconds: number, clock = now) =>
  E.left({ _tag: 'timestamp_expired', because: 'age', ageSeconds, maxAgeSeconds: 300, now: clock })
const inFuture = (aheadSeconds: number, clock = now) =>
  E.left({ _tag: 'timestamp_in_future', aheadSeconds, maxSkewSeconds: 60, now: clock })

const freshness = suite('Freshness.check')

freshness('defaults: 300 s of age, 60 s of skew', () => assert.equal(Freshness.defaults, { maxAge: 300, maxSkew: 60 }))

freshness('does not wrap at 32 bits', () => {
  assert.equal(check(now + 2 ** 32), inFuture(2 ** 32))
  const late = at(now + 2 ** 32)
  assert.equal(check(now, late), expired(2 ** 32, late))
  assert.equal(check(0, at(2 ** 32)), expired(2 ** 32, at(2 ** 32)))
})

freshness('refuses every timestamp if the clock is invalid', () => {
  const broken = Number.NaN as Timestamp.Timestamp
  assert.ok(E.isLeft(Freshness.check(Freshness.defaults, now, broken)))
})

freshness('for all windows, timestamps and clocks: takes exactly now − maxAge ≤ timestamp ≤ now + maxSkew', () =>
  forAll(
    [
      arb.window(),
      arb.timestamp(),
      arb.timestamp().chain((t) =>
        fc.oneof(
          arb.timestamp(),
          fc.integer({ min: -400, max: 400 }).map((s) => Timestamp.add(s)(t)),
          fc.constant(t),
        ),
      ),
    ],
    { numRuns: 500 },
    (window, timestamp, clock) => {
      const t = BigInt(timestamp)
      const n = BigInt(clock)
      const fresh = n - BigInt(window.maxAge) <= t && t <= n + BigInt(window.maxSkew)
      assert.is(E.isRight(Freshness.check(window, timestamp, clock)), fresh)
    },
  ),
)
