/** Every choice of the items, from none to all, in their order: `[]`, `[a]`, `[b]`, `[a, b]`. */
export const subsets = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((__, i) => (bits >> i) & 1))
