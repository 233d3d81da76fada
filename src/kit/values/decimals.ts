/**
 * Decimals whose nearest double is hard to tell, for the numbers of a job: one just above, at or just below the middle of two
 * neighbouring doubles. A reader that cuts a number after 17 significant digits, or rounds twice, takes the wrong neighbour. Between
 * 1 and its neighbour above:
 *
 *   1.00000000000000011102230246251565404   nearer to 1.0000000000000002
 *   1.0000000000000001110223024625156540…   the middle: the even one of both, 1
 *   1.00000000000000011102230246251565403   nearer to 1
 *
 * The first rounding of a reader that rounds twice may lead to the middle itself. The second then takes the even neighbour. So such a
 * reader is wrong just above a middle with an even neighbour below it, and just below a middle with an odd one.
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

/** The least number with the 53 bits of a double's mantissa, and the largest but three, above which no job has a number. */
const leastMantissa = 2 ** 52
const largestMantissa = 2 ** 53 - 4

/** Middles whose lower neighbour has an even mantissa, or an odd one. */
const middlesAbove = (neighbour: 'even' | 'odd', halvings: Gen.Gen<number>): Gen.Gen<Middle> =>
  Gen.tuple(
    Gen.oneof(Gen.constantFrom(leastMantissa, largestMantissa), Gen.integer(leastMantissa, largestMantissa)),
    halvings,
  ).map(([drawn, halvingsDrawn]) => {
    const even = drawn - (drawn % 2)
    const mantissa = neighbour === 'even' ? even : even + 1
    return { odd: 2n * BigInt(mantissa) + 1n, halvings: halvingsDrawn }
  })

/** With 53 halvings the middle is between 1 and 2, and with one halving it is near the largest number of a job. */
const anyHalvings = Gen.oneof(Gen.constant(53), Gen.integer(1, 80))
/** Such a middle has at most 22 digits, so that it is a value of the types that keep 34 digits. */
const fewHalvings = Gen.integer(1, 6)

const neighbours = ['even', 'odd'] as const
const middles = Gen.oneof(...neighbours.map((neighbour) => middlesAbove(neighbour, anyHalvings)))

/** The decimal, cut after so many digits of its fraction. */
const cutAfter = (decimal: string, count: number): string => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole}.${fraction.slice(0, Math.max(count, 1))}`
}

const significantDigits = Gen.integer(18, 60)

/** How far to the right of a middle's digits the first digit is that differs: within 34 digits, and beyond them. */
const distances: ReadonlyArray<Gen.Gen<number>> = [Gen.integer(3, 11), Gen.integer(34, 300)]

/** Just above a middle, by a digit far to the right. */
const justAbove = (middle: Middle, distance: number): string => `${decimalOf(middle)}${'0'.repeat(distance)}1`
/** Just below a middle: its last digit is a 5. */
const justBelow = (middle: Middle, distance: number): string =>
  `${decimalOf(middle).slice(0, -1)}4${'9'.repeat(distance + 1)}`

const withSign = (decimals: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(Gen.constantFrom('', '-'), decimals).map(([sign, decimal]) => sign + decimal)

/** Decimals beside a middle. A reader that rounds twice takes each for the middle, and then the wrong neighbour. */
export const besideMiddles: ReadonlyArray<Gen.Gen<string>> = distances
  .flatMap((distanceGen) => [
    Gen.tuple(middlesAbove('even', fewHalvings), distanceGen).map(([middle, distance]) => justAbove(middle, distance)),
    Gen.tuple(middlesAbove('odd', fewHalvings), distanceGen).map(([middle, distance]) => justBelow(middle, distance)),
  ])
  .map(withSign)

/**
 * Decimals around the middle of two doubles: the middle itself, above it by a digit far to the right, and below it by cutting its last
 * digits.
 */
export const nearMiddles: ReadonlyArray<Gen.Gen<string>> = [
  ...neighbours.map((neighbour) => withSign(middlesAbove(neighbour, anyHalvings).map(decimalOf))),
  Gen.tuple(middles, Gen.integer(0, 9)).map(([middle, distance]) => justAbove(middle, distance)),
  Gen.tuple(middles, significantDigits).map(([middle, count]) => cutAfter(decimalOf(middle), count)),
  ...besideMiddles,
]
