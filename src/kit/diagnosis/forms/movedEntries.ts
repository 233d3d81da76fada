/**
 * Orders of a list that is too long for every order: one entry moved to another place, or the list rotated. `abcd` gives `bacd`, `bcad`,
 * `bcda`, …, and `cdab`. For n entries there are fewer than n² orders, and none comes twice.
 */
export function* movedEntries<Entry>(entries: ReadonlyArray<Entry>): Generator<ReadonlyArray<Entry>> {
  // An entry that moves one place forward changes places with its neighbour.
  for (const [from, entry] of entries.entries())
    for (const to of entries.keys())
      if (to !== from && to !== from - 1) yield entries.toSpliced(from, 1).toSpliced(to, 0, entry)
  // A rotation by one place is a move, and there is one in each direction.
  for (let start = 2; start < entries.length - 1; start++) yield [...entries.slice(start), ...entries.slice(0, start)]
}
