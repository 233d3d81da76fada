import { memoized } from '../../values/memoized.ts'
import { type Encoded, isPlain, jointsOf } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'

/** With the bytes that each layout puts between the parts: NaN if they are not known before the text is written. */
const sized = memoized(({ layouts }: Mistake) =>
  layouts().map((variation) => {
    const layout = variation.signed._tag === 'Draft' ? variation.signed.change.layout : undefined
    if (layout === undefined || !isPlain(layout)) return { variation, order: [], between: Number.NaN }
    return { variation, order: layout.order, between: jointsOf(layout).reduce((sum, { length }) => sum + length, 0) }
  }),
)

/** The layouts of a mistake that may make a text of so many bytes of these parts: few of thousands. */
export const layoutsOfLength = (mistake: Mistake, parts: Encoded, length: number): ReadonlyArray<Variation> =>
  sized(mistake).flatMap(({ variation, order, between }) => {
    let rest = length - between
    for (const part of order) rest -= parts[part].length
    return rest === 0 || Number.isNaN(rest) ? [variation] : []
  })
