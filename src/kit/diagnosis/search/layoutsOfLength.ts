/**
 * The layouts that may make a text of a given length: a few of thousands. A layout adds the same bytes to all parts that it joins, so
 * the layouts of the same pieces are kept by the number of bytes that they add. Example: of parts of 30 bytes and a text of 34, only the
 * layouts with four bytes between, before and after the parts are tried.
 */

import { memoized } from '../../values/memoized.ts'
import { type Encoded, jointLength, type Layout } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'

/** A layout of a mistake, with its place among them. */
interface Placed {
  readonly place: number
  readonly variation: Variation
}

/** The layouts that join these pieces in any order, by the bytes that they add. */
interface Family {
  readonly pieces: Layout['order']
  readonly byAdded: Map<number, Array<Placed>>
}

interface Families {
  /** Layouts that add the same number of bytes to all parts. */
  readonly plain: ReadonlyArray<Family>
  /** Layouts whose length is known only once their text is written. */
  readonly others: ReadonlyArray<Placed>
}

/** How many bytes the layout adds to the parts that it joins. Undefined if that depends on the parts. */
const addedBytes = (layout: Layout): number | undefined => {
  const { pieces, whole, text } = layout
  const addedByWhole = whole === undefined ? 0 : whole.adds?.()
  if (pieces !== undefined || text !== undefined || addedByWhole === undefined) return undefined
  return jointLength(layout) + addedByWhole
}

/** The pieces of an order in an order of their own. Thousands of layouts share some hundred orders. */
const sortedPieces = memoized((order: Layout['order']) => {
  const pieces = order.toSorted()
  return { pieces, key: pieces.join() }
})

const familiesOf = memoized(({ layouts }: Mistake): Families => {
  const byPieces = new Map<string, Family>()
  const others: Array<Placed> = []
  for (const [place, variation] of layouts().entries()) {
    const layout = variation.signed._tag === 'Draft' ? variation.signed.change.layout : undefined
    const added = layout && addedBytes(layout)
    if (layout === undefined || added === undefined) {
      others.push({ place, variation })
      continue
    }
    const { pieces, key } = sortedPieces(layout.order)
    const family = byPieces.get(key) ?? { pieces, byAdded: new Map<number, Array<Placed>>() }
    byPieces.set(key, family)
    const placed = family.byAdded.get(added) ?? []
    placed.push({ place, variation })
    family.byAdded.set(added, placed)
  }
  return { plain: [...byPieces.values()], others }
})

/** The layouts of a mistake that may make a text of this length of these parts, in the mistake's order. */
export const layoutsOfLength = (mistake: Mistake, parts: Encoded, length: number): ReadonlyArray<Variation> => {
  const { plain, others } = familiesOf(mistake)
  const placed: Array<ReadonlyArray<Placed>> = others.length === 0 ? [] : [others]
  for (const { pieces, byAdded } of plain) {
    const partBytes = pieces.reduce((sum, piece) => sum + parts[piece].length, 0)
    const ofLength = byAdded.get(length - partBytes)
    if (ofLength !== undefined) placed.push(ofLength)
  }
  // Each list is in order.
  const inOrder = placed.length > 1 ? placed.flat().toSorted((a, b) => a.place - b.place) : (placed[0] ?? [])
  return inOrder.map(({ variation }) => variation)
}
