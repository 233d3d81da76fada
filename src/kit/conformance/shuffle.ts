/**
 * An order that depends on a seed alone, for the cases of a run and for the arbitraries of a generator. It is the same on every
 * machine, so a failure that depends on the order can be repeated.
 *
 * ```ts
 * shuffled(['a', 'b', 'c'], 'monday') // the same three, always in one order
 * ```
 */
import { createHash } from 'node:crypto'

/** Ranks each element by the hash of the seed and its index, and sorts by rank. */
export const shuffled = <A>(elements: ReadonlyArray<A>, seed: string): ReadonlyArray<A> =>
  elements
    .map((element, index) => ({ element, rank: createHash('sha256').update(`${seed}/${index}`).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ element }) => element)
