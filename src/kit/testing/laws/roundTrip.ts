/**
 * The law of every pair of a parser and a writer, for everyone who writes a codec: the parser reads what was written as the same
 * value. It follows that two values never share a spelling.
 */
import type fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expectThat, isSame, type Law, lawForAll } from './Law.ts'

export interface RoundTripOptions<A> {
  /** A plural noun for the values, for the law's name: `for all {of}: parse inverts serialize`. Default `values`. */
  readonly of?: string
  /** When two values are equal: the `equals` of an fp-ts `Eq`. Default: structural equality. */
  readonly equals?: (a: A, b: A) => boolean
  /** How many values are drawn. Default 100. */
  readonly numRuns?: number
}

/**
 * `parse` inverts `serialize`: for all values, `parse(serialize(value))` is a Right with an equal value.
 *
 * @example
 * ```ts
 * import { Timestamp } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import { roundTrip } from 'countersign/testing/laws'
 *
 * for (const law of roundTrip(Timestamp.parse, Timestamp.serialize, arb.timestamp())) await law.check()
 * const broken = roundTrip(Timestamp.parse, (seconds) => `0${seconds}`, arb.timestamp())
 * await assert.rejects(async () => broken[0]?.check(), /parse inverts serialize/)
 * ```
 */
export const roundTrip = <A, W>(
  parse: (written: W) => E.Either<unknown, A>,
  serialize: (value: A) => W,
  arbitrary: fc.Arbitrary<A>,
  { of = 'values', equals = isSame, numRuns = 100 }: RoundTripOptions<A> = {},
): ReadonlyArray<Law> => [
  lawForAll(`for all ${of}: parse inverts serialize`, arbitrary, numRuns, async (value) => {
    const written = serialize(value)
    const seen = parse(written)
    expectThat(E.isRight(seen) && equals(value, seen.right), { given: written, expected: E.right(value), seen })
  }),
]
