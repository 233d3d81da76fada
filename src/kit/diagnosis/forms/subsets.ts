/** Every choice of some of the items, in their order. */
export const subsets = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((__, i) => (bits >> i) & 1))
