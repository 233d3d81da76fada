/**
 * How an entry of the catalogue is written: what it does not say is as it is with most mistakes, and a form that
 * changes nothing is left out.
 */
import * as Bytes from '../../core/Bytes.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { Draft, Layout, Mistake, Slot, Variation } from '../Mistake.ts'

export type Words = Pick<Mistake, 'id' | 'part' | 'what' | 'remedy'> & Partial<Mistake>

const none = (): ReadonlyArray<never> => []

export const mistake = (words: Words): Mistake => ({
  seenAs: 'signature_invalid',
  needs: 'nothing',
  candidateOnly: false,
  wide: false,
  vague: false,
  undoes: [],
  slots: [],
  variations: none,
  respellings: none,
  sendings: none,
  ...words,
})

/** Whether it makes a difference: `HTTP` in upper case is what was sent. */
const differs = (draft: Draft, { signed }: Variation): boolean => {
  if (signed._tag !== 'Draft') return true
  const { body: content, layout, digested, ...texts } = signed.change
  return (
    (content !== undefined && !Bytes.Eq.equals(content, draft.body)) ||
    (layout !== undefined && !sameLayout(layout, draft.layout)) ||
    digested !== undefined ||
    Object.entries(texts).some(([name, text]) => text !== draft[name as keyof typeof texts])
  )
}

const sameLayout = (a: Layout, b: Layout): boolean =>
  a.separator === b.separator &&
  a.last === b.last &&
  a.start === b.start &&
  a.bodiless === b.bodiless &&
  a.end === b.end &&
  a.order.join() === b.order.join()

/** Something else was signed than was sent. */
export const signs = (words: Words, slots: Mistake['slots'], forms: Mistake['variations']): Mistake =>
  mistake({
    ...words,
    slots,
    *variations(draft, hash) {
      for (const variation of forms(draft, hash)) if (differs(draft, variation)) yield variation
    },
  })

export const part = (detail: string, change: Partial<Pick<Draft, Slot>>): Variation => ({
  detail,
  signed: { _tag: 'Draft', change },
})

/** A text in place of the right signature, or of the right line. */
export const spells = (words: Words, seenAs: Reason, forms: Mistake['respellings']): Mistake =>
  mistake({ ...words, seenAs, respellings: (right) => forms(right).filter(({ text }) => text !== right) })
