/** Every order of a few items, that in which they stand first. */
export const orders = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((first, i) => orders(items.toSpliced(i, 1)).map((rest) => [first, ...rest]))
