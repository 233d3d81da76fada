import { type Encoded, isPlain, jointsOf, type Layout } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'

/** The layouts of the same parts, in any order: by the bytes that they put between them, their places in the list. */
interface Group {
  readonly parts: Layout['order']
  readonly places: Map<number, Array<number>>
}

interface Index {
  readonly groups: Map<string, Group>
  /** Of those whose length is not known before they are written. */
  readonly others: Array<number>
}

const lengthOf = (all: ReadonlyArray<{ readonly length: number }>): number =>
  all.reduce((sum, { length }) => sum + length, 0)

const indexOf = (variations: ReadonlyArray<Variation>): Index => {
  const { groups, others }: Index = { groups: new Map(), others: [] }
  for (const [place, { signed }] of variations.entries()) {
    const layout = signed._tag === 'Draft' ? signed.change.layout : undefined
    if (layout === undefined || !isPlain(layout)) others.push(place)
    else {
      const key = layout.order.toSorted().join()
      const { places } = groups.get(key) ?? { places: new Map() }
      const between = lengthOf(jointsOf(layout))
      places.set(between, [...(places.get(between) ?? []), place])
      groups.set(key, { parts: layout.order, places })
    }
  }
  return { groups, others }
}

const indexes = new WeakMap<Mistake, Index>()

/** The layouts of a mistake that may make a text of so many bytes of these parts: few of thousands. */
export const layoutsOfLength = (mistake: Mistake, parts: Encoded, length: number): ReadonlyArray<Variation> => {
  const layouts = mistake.layouts()
  const index = indexes.get(mistake) ?? indexOf(layouts)
  indexes.set(mistake, index)
  const sized = [...index.groups.values()].flatMap(
    (group) => group.places.get(length - lengthOf(group.parts.map((part) => parts[part]))) ?? [],
  )
  const places = [...index.others, ...sized].sort((a, b) => a - b)
  return places.map((place) => layouts[place] as Variation)
}
