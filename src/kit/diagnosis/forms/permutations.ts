/** Every order of a few items. The given order comes first. */
export const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((head, i) => permutations(items.toSpliced(i, 1)).map((tail) => [head, ...tail]))
