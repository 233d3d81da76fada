import { createHash } from 'node:crypto'

/** The list in an order that depends on the seed. */
export const shuffled = <A>(list: ReadonlyArray<A>, seed: string): ReadonlyArray<A> =>
  list
    .map((item, i) => ({ item, rank: createHash('sha256').update(`${seed}/${i}`).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
