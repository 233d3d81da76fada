/**
 * The layouts that may make a text of a given length: few of thousands. A layout adds the same bytes to whatever parts it joins,
 * so the layouts of one order are kept by the bytes that they add.
 */
import { memoized } from '../../values/memoized.ts'
import { type Encoded, isPlain, jointsOf, type Layout } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'

/** A layout of a mistake, with its place among them. */
interface Placed {
  readonly place: number
  readonly variation: Variation
}

/** The layouts that join these pieces, by the bytes that they add. */
interface Family {
  readonly order: Layout['order']
  readonly byAdded: Map<number, Array<Placed>>
}

interface Families {
  readonly plain: ReadonlyArray<Family>
  /** What these make is known only once it is written. */
  readonly others: ReadonlyArray<Placed>
}

const familiesOf = memoized(({ layouts }: Mistake): Families => {
  const byOrder = new Map<string, Family>()
  const others: Array<Placed> = []
  for (const [place, variation] of layouts().entries()) {
    const layout = variation.signed._tag === 'Draft' ? variation.signed.change.layout : undefined
    if (layout === undefined || !isPlain(layout)) {
      others.push({ place, variation })
      continue
    }
    const { order } = layout
    const family = byOrder.get(order.join()) ?? { order, byAdded: new Map<number, Array<Placed>>() }
    byOrder.set(order.join(), family)
    const added = jointsOf(layout).reduce((sum, { length }) => sum + length, 0)
    const some = family.byAdded.get(added) ?? []
    some.push({ place, variation })
    family.byAdded.set(added, some)
  }
  return { plain: [...byOrder.values()], others }
})

/** The layouts of a mistake that may make a text of so many bytes of these parts, in their order. */
export const layoutsOfLength = (mistake: Mistake, parts: Encoded, length: number): ReadonlyArray<Variation> => {
  const { plain, others } = familiesOf(mistake)
  const found = plain.flatMap(({ order, byAdded }) => {
    const own = order.reduce((sum, piece) => sum + parts[piece].length, 0)
    return byAdded.get(length - own) ?? []
  })
  return [...found, ...others].toSorted((a, b) => a.place - b.place).map(({ variation }) => variation)
}
