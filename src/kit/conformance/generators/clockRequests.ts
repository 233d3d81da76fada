/** The rules that compare numbers, in one request. */
import * as Draw from '../../values/Draw.ts'
import { each, mapped } from '../../values/Grammar.ts'
import { both, type Change, type Changes, timed, valid } from './requestDrafts.ts'
import { usual } from './signedRequest.ts'

/** Lengths of windows: also those that overflow as 32 bits of milliseconds, or as 64 bits of nanoseconds. */
const sizes = Draw.weighted(
  [4, Draw.constantFrom(0, 0, 0, 1, 60, 300, 86_400)],
  [1, Draw.nat(1_000_000)],
  [2, Draw.constantFrom(2_147_484, 4_294_968, 9_223_372_037, 10_000_000_000, 9_007_199_254_741)],
)

const places = ['now', 'later'] as const

type At = (typeof places)[number]

/** Of a second. */
const fractions = [Draw.constant(0), Draw.constantFrom(0.5, 0.999)]

type Fraction = Draw.Draw<number>

const splits = Draw.oneof(...fractions)

/** Where the compared numbers are: a fault in how 0 or a number below it is read does not show elsewhere. */
const origins = [usual, 0, 1]

/** Near 0, a gap of one second: no timestamp is below 0, and each is fresh. */
const gapAt = (origin: number, gap: number): number => (origin === usual ? gap : Math.sign(gap))

/** How far on this side of a limit. */
const within = Draw.oneof(Draw.constant(0), Draw.nat(100_000))

/** How far beyond it: also so far that 32 bits hold the same number, or as seconds that are read as milliseconds. */
const beyond = Draw.weighted(
  [2, Draw.constant(1)],
  [2, Draw.integer(1, 100_000)],
  [1, Draw.constantFrom(2 ** 31, 2 ** 32, 2 ** 33)],
)

const less = within.map((n) => -n)

const before = beyond.map((n) => -n)

/** One for each origin, place and part of a second. */
const anywhere = <A>(of: (origin: number, at: At, split: Fraction) => A): ReadonlyArray<A> =>
  origins.flatMap((origin) => places.flatMap((at) => fractions.map((split) => of(origin, at, split))))

/** Clocks so many seconds past the last fresh second. */
const ages = (past: Draw.Draw<number>): ReadonlyArray<Draw.Draw<Change>> =>
  anywhere((origin, at, split) =>
    Draw.tuple(sizes, past, split).map(([maxAge, by, fraction]) =>
      timed(origin, origin + Math.max(maxAge + by, 0) + fraction, at, { maxAge }),
    ),
  )

/** Clocks so many seconds before the first fresh second. */
const skews = (before: Draw.Draw<number>): ReadonlyArray<Draw.Draw<Change>> =>
  anywhere((origin, at, split) =>
    Draw.tuple(sizes, before, split).map(([maxSkew, by, fraction]) => {
      const ahead = Math.max(maxSkew + gapAt(origin, by), 0)
      return timed(origin + maxSkew, origin + maxSkew - ahead + fraction, at, { maxSkew })
    }),
  )

/** So far from the limit that milliseconds overflow 32 bits, or nanoseconds 64 bits, to a number within it. */
const overflows = each([2_147_484, 4_294_968, 9_223_372_037, 10_000_000_000, 18_446_744_074])
const farOff = (direction: 1 | -1): ReadonlyArray<Draw.Draw<Change>> => [
  ...mapped(overflows, (seconds) => timed(usual, usual + direction * seconds, 'now', { maxAge: 300, maxSkew: 60 })),
  // Some take a window of 0 for none that is set.
  Draw.constant(timed(usual, usual + direction, 'now', { maxAge: 0, maxSkew: 0 })),
]

/** Clocks so many seconds on the valid side of an edge. */
const dated = (edge: 'notBefore' | 'notAfter', gaps: Draw.Draw<number>): ReadonlyArray<Draw.Draw<Change>> =>
  anywhere((limit, at, split) =>
    Draw.tuple(gaps, Draw.integer(-1000, 1000), split).map(([drawn, ahead, fraction]) => (draft) => {
      const gap = gapAt(limit, drawn)
      const clock = edge === 'notBefore' ? limit + gap : limit - gap
      return valid({ [edge]: limit })(timed(Math.max(clock + ahead, 0), clock + fraction, at)(draft))
    }),
  )

const revoking = (revoked: boolean): ReadonlyArray<Draw.Draw<Change>> =>
  places.map((at) =>
    Draw.tuple(Draw.nat(1000), splits).map(
      ([age, fraction]) =>
        (draft) =>
          valid({ revoked })(timed(usual, usual + age + fraction, at)(draft)),
    ),
  )

/** The rules that compare numbers. */
export const clockSamples: Changes = [
  ...both('a timestamp is at most maxAge old, from the first check to the last', ages(less), [
    ...ages(beyond),
    ...farOff(1),
  ]),
  ...both('a timestamp is at most maxSkew ahead, from the first check to the last', skews(less), [
    ...skews(beyond),
    ...farOff(-1),
  ]),
  ...both('a key counts from its notBefore on', dated('notBefore', within), dated('notBefore', before)),
  ...both('a key counts up to its notAfter', dated('notAfter', within), dated('notAfter', before)),
  ...both('a revoked key does not count', revoking(false), revoking(true)),
]
