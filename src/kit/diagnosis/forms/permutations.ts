/**
 * Every order of a few entries. The given order comes first: `ab` gives `ab`, `ba`; `abc` gives `abc`, `acb`, `bac`, `bca`, `cab`,
 * `cba`. For five entries there are 120 orders, so callers limit the number of entries.
 */
export const permutations = <Entry>(entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  if (entries.length < 2) return [entries]
  // Each entry comes first once, followed by every order of the others.
  return entries.flatMap((leader, i) => permutations(entries.toSpliced(i, 1)).map((order) => [leader, ...order]))
}
