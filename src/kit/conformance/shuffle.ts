/**
 * An order of the seed, for cases and for the ways of a generator: the same on every machine.
 *
 * ```ts
 * shuffled(['a', 'b', 'c'], 'monday') // the same three, always in one order
 * ```
 */
import { createHash } from 'node:crypto'

/** The items in an order that depends on the seed. */
export const shuffled = <A>(items: ReadonlyArray<A>, seed: string): ReadonlyArray<A> =>
  items
    .map((item, i) => ({ item, rank: createHash('sha256').update(`${seed}/${i}`).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
