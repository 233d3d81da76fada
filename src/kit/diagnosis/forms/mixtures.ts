/**
 * Lists in which some entries have another form: each entry has options, and every choice of them is a mixture, the fewest changes first.
 *
 *     mixturesOf(['a', 'b'], [['A', 'x'], ['B']])      ['A', 'b'], ['x', 'b'], ['a', 'B'], ['A', 'B'], ['x', 'B']
 */

/** No more mixtures are made. */
const maxMixtures = 4000

export function* mixturesOf<A>(
  entries: ReadonlyArray<A>,
  options: ReadonlyArray<ReadonlyArray<A>>,
): Generator<ReadonlyArray<A>> {
  let left = maxMixtures
  for (let changed = 1; changed <= entries.length; changed++)
    for (const places of placesOf(changed, entries.length))
      for (const chosen of everyChoice(places.map((place) => options[place] ?? []))) {
        if (left-- <= 0) return
        yield entries.map((entry, place) => {
          const index = places.indexOf(place)
          return index < 0 ? entry : (chosen[index] as A)
        })
      }
}

/** Each choice of `count` places out of `length`. */
function* placesOf(count: number, length: number, from = 0): Generator<ReadonlyArray<number>> {
  if (count === 0) yield []
  else
    for (let place = from; place < length; place++)
      for (const others of placesOf(count - 1, length, place + 1)) yield [place, ...others]
}

/** Each choice of one entry from each list. */
function* everyChoice<A>(lists: ReadonlyArray<ReadonlyArray<A>>): Generator<ReadonlyArray<A>> {
  const [first, ...others] = lists
  if (first === undefined) yield []
  else for (const entry of first) for (const chosen of everyChoice(others)) yield [entry, ...chosen]
}
