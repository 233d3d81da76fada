/** The correction of a client's clock, against histories of answers: honest services, and services that lie in one answer. */
import fc from 'fast-check'
import * as O from 'fp-ts/lib/Option.js'
import * as ClockOffset from '../../src/core/ClockOffset.ts'
import * as HttpDate from '../../src/core/HttpDate.ts'
import { add } from '../../src/core/Timestamp.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { now } from '../support/world.ts'

const most = 600

/** One request, and what the service answers. */
interface Exchange {
  /** Since the exchange before, in milliseconds. */
  readonly afterMs: number
  readonly status: number
  /** How far the `Date` of the answer is ahead of our clock; `undefined` for an answer without one. */
  readonly date: number | undefined
  readonly code: string | undefined
  /** Signed before the exchange before was answered. */
  readonly isLate: boolean
}

const exchange: fc.Arbitrary<Exchange> = fc.record(
  {
    afterMs: fc.constantFrom(0, 1000, 300_000, 600_000, 600_001, 2_000_000),
    status: fc.constantFrom(200, 201, 299, 300, 401, 401, 401, 403, 404, 429, 500, 503),
    date: fc.constantFrom(undefined, 0, 61, 300, -300, 330, 600, -600, 601, 86_300),
    code: fc.constantFrom(undefined, 'timestamp_expired', 'timestamp_in_future', 'nonce_replayed'),
    isLate: fc.boolean(),
  },
  { noNullPrototype: true },
)

const dateOf = (ahead: number | undefined): string | undefined =>
  ahead === undefined ? undefined : HttpDate.serialize(add(ahead)(now))

/** A signed attempt, as the client made it. */
interface Attempt {
  readonly seconds: number
  readonly atMs: number
  /** Whether the client remembered `seconds`, and did not learn it from the answer to this very request. */
  readonly isRemembered: boolean
  readonly status: number
  readonly date: number | undefined
}

/** Plays a history: each exchange is a request, with a second attempt after a refusal that tells the time. */
const play = (history: ReadonlyArray<Exchange>): ReadonlyArray<Attempt> => {
  const attempts: Array<Attempt> = []
  let known: ClockOffset.ClockOffset | undefined
  let before: ClockOffset.ClockOffset | undefined
  let elapsedMs = 0
  const answer = (
    seconds: number,
    isRemembered: boolean,
    { status, date }: Pick<Exchange, 'status' | 'date'>,
  ): void => {
    attempts.push({ seconds, atMs: elapsedMs, isRemembered, status, date })
    before = known
    known = ClockOffset.afterAnswer(known, { status, date: dateOf(date), seconds, now, elapsedMs })
  }
  for (const [i, { afterMs, status, date, code, isLate }] of history.entries()) {
    elapsedMs += afterMs
    const seconds = ClockOffset.secondsAt(isLate ? before : known, elapsedMs, most)
    answer(seconds, !isLate, { status, date })
    if (status !== 401) continue
    const refusal = { date: dateOf(date), code, sent: add(seconds)(now), now }
    const tried = ClockOffset.suggestedBy(refusal, most)
    const next = history[i + 1]
    if (O.isSome(tried) && next !== undefined) answer(tried.value, false, next)
  }
  return attempts
}

const law = suite('ClockOffset: the law of correcting')

law(
  'for all histories: what is remembered was accepted, within ten minutes, and not refused or contradicted since',
  () =>
    forAll([fc.array(exchange, { maxLength: 12 })], { numRuns: 2000 }, (history) => {
      const attempts = play(history)
      for (const [i, { seconds, atMs, isRemembered }] of attempts.entries()) {
        assert.ok(Math.abs(seconds) <= most)
        if (seconds === 0 || !isRemembered) continue
        const since = attempts.slice(0, i).filter((earlier) => earlier.seconds === seconds)
        const says = ({ date }: Attempt): boolean => date === undefined || Math.abs(date - seconds) <= 60
        const confirmed = since.findLastIndex((each) => each.status >= 200 && each.status < 300 && says(each))
        assert.ok(confirmed >= 0)
        assert.ok(atMs - (since[confirmed]?.atMs ?? 0) <= 600_000)
        for (const each of since.slice(confirmed + 1)) {
          assert.is.not(each.status, 401)
          assert.not.ok(each.status < 300 && !says(each))
        }
      }
    }),
)

law('for all skews of an honest service within the bound: one refusal in ten idle minutes, and no more', () =>
  forAll(
    [
      fc.integer({ min: -most, max: most }).filter((skew) => Math.abs(skew) > 60),
      fc.array(fc.constantFrom(0, 1000, 300_000, 600_000, 600_001), { minLength: 1, maxLength: 20 }),
    ],
    (skew, pauses) => {
      let known: ClockOffset.ClockOffset | undefined
      let elapsedMs = 0
      let refused = 0
      for (const pause of pauses) {
        elapsedMs += pause
        let seconds = ClockOffset.secondsAt(known, elapsedMs, most)
        if (seconds !== skew) {
          refused++
          const refusal = { date: dateOf(skew), code: undefined, sent: add(seconds)(now), now }
          const told = ClockOffset.suggestedBy(refusal, most)
          assert.equal(told, O.some(skew))
          seconds = skew
        }
        known = ClockOffset.afterAnswer(known, { status: 200, date: dateOf(skew), seconds, now, elapsedMs })
      }
      assert.is(refused, 1 + pauses.slice(1).filter((pause) => pause > 600_000).length)
    },
  ),
)

law('for all requests: no correction is larger than the bound of the call, also one that was remembered', () =>
  forAll([fc.integer({ min: -86_400, max: 86_400 }), fc.nat(86_400)], (seconds, bound) => {
    const used = ClockOffset.secondsAt({ seconds, confirmedAt: 0 }, 0, bound)
    assert.is(used, Math.abs(seconds) <= bound ? seconds : 0)
  }),
)

law('for all refused requests: the correction that they were signed by is forgotten, and another one is kept', () =>
  forAll(
    [fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }), fc.constantFrom(undefined, 0, 300)],
    (seconds, remembered, date) => {
      const known: ClockOffset.ClockOffset = { seconds: remembered, confirmedAt: 0 }
      const refused = { status: 401, date: dateOf(date), seconds, now, elapsedMs: 1 }
      assert.is(ClockOffset.afterAnswer(known, refused), seconds === remembered ? undefined : known)
      assert.is(ClockOffset.afterAnswer(known, { ...refused, seconds: remembered }), undefined)
    },
  ),
)
