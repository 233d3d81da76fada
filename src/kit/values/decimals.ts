/**
 * Decimals whose nearest double is hard to tell, for the numbers of a job: one just above, at or just below the middle of two
 * neighbouring doubles. A reader that cuts a number after 17 significant digits, or rounds twice, takes the wrong neighbour. Between
 * 1 and its neighbour above:
 *
 *   1.00000000000000011102230246251565404   nearer to 1.0000000000000002
 *   1.0000000000000001110223024625156540…   the middle: the even one of both, 1
 *   1.00000000000000011102230246251565403   nearer to 1
 */
import * as Gen from './Gen.ts'

/** The middle of two neighbouring doubles is an odd number of halves of their distance: `odd / 2 ** halvings`. */
interface Middle {
  readonly odd: bigint
  readonly halvings: number
}

/** All digits of the middle: dividing by a power of two is multiplying by as many fives, and moving the point. */
const decimalOf = ({ odd, halvings }: Middle): string => {
  const digits = String(odd * 5n ** BigInt(halvings)).padStart(halvings + 1, '0')
  return `${digits.slice(0, -halvings)}.${digits.slice(-halvings)}`
}

/** The least and the largest number with the 53 bits of a double's mantissa. */
const leastMantissa = 2 ** 52
const largestMantissa = 2 ** 53 - 1

/** With 3 or more halvings the middle is below the largest number of a job. */
const middles: Gen.Gen<Middle> = Gen.tuple(
  Gen.oneof(Gen.constant(leastMantissa), Gen.integer(leastMantissa, largestMantissa)),
  Gen.oneof(Gen.constant(53), Gen.integer(3, 80)),
).map(([mantissa, halvings]) => ({ odd: 2n * BigInt(mantissa) + 1n, halvings }))

/** The decimal, cut after so many digits of its fraction. */
const cutAfter = (decimal: string, count: number): string => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole}.${fraction.slice(0, Math.max(count, 1))}`
}

const significantDigits = Gen.integer(18, 60)

/**
 * Decimals around the middle of two doubles: the middle itself, above it by a digit far to the right, and below it by cutting its last
 * digits.
 */
export const nearMiddles: Gen.Gen<string> = Gen.oneof(
  middles.map(decimalOf),
  Gen.tuple(middles, Gen.constantFrom('1', '01', '0000000001')).map(([middle, more]) => decimalOf(middle) + more),
  Gen.tuple(middles, significantDigits).map(([middle, count]) => cutAfter(decimalOf(middle), count)),
)
