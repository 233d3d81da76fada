/**
 * A key pair that a port cannot know, for the canaries. Searching two primes takes up to half a second, so two of 24 known primes are
 * drawn. None of their 276 pairs is a key of the suite. The keys protect nothing.
 */
import { randomInt } from 'node:crypto'
import { pairOf } from './packedKeys.ts'
import { primeStart } from './primeStart.ts'
import type { KeyPems } from './testKeys.ts'

/** How many odd numbers each prime comes after its start. Found once by counting up. */
// biome-ignore format: a row of numbers
const steps: ReadonlyArray<number> = [
  248, 1, 617, 207, 92, 349, 521, 1128, 357, 57, 240, 231, 294, 109, 423, 1, 121, 616, 96, 365, 189, 568, 73, 2,
]

const primeAt = (index: number): bigint => primeStart(`canary ${index}`, 1024) + 2n * BigInt(steps[index] ?? 0)

/** A key pair of 2048 bits. */
export const freshKey = (): KeyPems => {
  const first = randomInt(steps.length)
  const second = (first + randomInt(1, steps.length)) % steps.length
  // OpenSSL writes the larger prime first.
  const [p, q] = [primeAt(first), primeAt(second)].sort((a, b) => (a > b ? -1 : 1)) as [bigint, bigint]
  return pairOf(p, q, 65_537n)
}
