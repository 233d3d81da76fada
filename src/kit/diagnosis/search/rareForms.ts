/**
 * The rare forms of mistakes. A search tries them last, each with all other slots right: few programs make them, and there are thousands.
 *
 * The forms of a mistake are one iterator: the usual ones first, then the rare ones, then the late ones. So `nextLevel` takes the usual
 * ones and leaves the rest as `Pending`. `rareForms` goes on there, mistake by mistake (a turn each). When a turn comes to its late forms,
 * these become a turn of their own at the end.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import type { Draft, Slot } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { type Attempts, type FurtherForms, formsOf, nextForm } from './attempts.ts'
import type { Step } from './Explanation.ts'
import { addValue, bytesOf, draftWith, keyOf, type Pending, slots, type Value } from './values.ts'
import { workOfWriting } from './work.ts'

/**
 * The mistakes with many rare forms, those whose forms take the least time to make and to try first: a form is met the sooner, the less
 * work is done before it. Forms of the frame of the text and of its first lines are made at once, and a body is written anew for each of
 * its forms. JSON written anew is the commonest of all, so it comes first among the bodies. The other mistakes have a dozen forms, or
 * forms for bodies of one kind alone, and come before these.
 */
const manyRareForms: ReadonlyArray<string> = [
  'separator-other',
  'lines-indented',
  'text-encoded',
  'target-reencoded',
  'timestamp-drift',
  'timestamp-fraction',
  'parts-labelled',
  'timestamp-format',
  'parts-reordered',
  'body-printed',
  'body-reserialized',
  'body-other',
  'body-quoted',
  'target-other',
  'body-encoding',
  'part-unfilled',
  'part-missing',
]

const turnOf = ({ id }: Mistake): number => manyRareForms.indexOf(id)

/** The mistakes in the order in which their rare forms are tried. */
export const rareOrder: ReadonlyArray<Mistake> = catalogue.toSorted((a, b) => turnOf(a) - turnOf(b))

/** A rare form of a mistake, and what it makes of a slot. Its explanation is written only if it leads to the text. */
export interface RareForm {
  /** The place of the slot in `slots`. */
  readonly slotIndex: number
  readonly value: Draft[Slot]
  readonly bytes: Bytes.Bytes
  readonly mistake: Mistake
  readonly form: Variation
}

/** The value of a rare form, and its explanation. */
export const valueOfForm = ({ slotIndex, value, bytes, mistake, form }: RareForm): Value => {
  const { detail, rare, traits } = form
  const step: Step = { mistake, slot: slots[slotIndex] as Slot, detail, rare, traits }
  return { value, bytes, explanations: [[step]] }
}

type OpenSpace = ReadonlyArray<ReadonlyArray<Map<string, Value>>>

/** The forms of a mistake that are tried in one go, and the slots in which they are tried. */
interface Turn {
  readonly mistake: Mistake
  readonly changedSlots: ReadonlyArray<Slot>
  readonly forms: FurtherForms
  /** The forms are late: they are tried after all others. */
  readonly isLate: boolean
}

/**
 * The values that one mistake makes by its rare forms. Those that may come with other mistakes join the values of one mistake in the
 * space. There are thousands of the others, so none is kept. Yields a form, or the work on a common form, which was tried.
 */
export function* rareForms(
  space: OpenSpace,
  rightDraft: Draft,
  pending: Pending,
  attempts: Attempts,
): Generator<RareForm | number, void, void> {
  const turns = turnsOf(space, rightDraft, pending, attempts)
  for (const turn of turns) {
    const { changedSlots, isLate } = turn
    const { first, others } = turn.forms
    for (let form = first ?? nextForm(others); form !== undefined; form = nextForm(others)) {
      if (form.rare === 'late' && !isLate) {
        // The loop comes to this turn after the others.
        turns.push({ ...turn, forms: { first: form, others }, isLate: true })
        break
      }
      for (const slot of changedSlots) {
        const value = form.signed._tag === 'Draft' ? form.signed.change[slot] : undefined
        if (value === undefined) continue
        const bytes = bytesOf(value) ?? Bytes.empty
        if (form.rare === undefined) {
          yield workOfWriting * bytes.length
          continue
        }
        const slotIndex = slots.indexOf(slot)
        const rareForm: RareForm = { slotIndex, value, bytes, mistake: turn.mistake, form }
        yield rareForm
        if (form.rare === true) keepValue(space[slotIndex] as OpenSpace[number], rareForm, attempts)
      }
    }
  }
}

/** Adds the value of a form to those of one mistake. */
const keepValue = (levels: OpenSpace[number], rareForm: RareForm, { hash }: Attempts): void => {
  const [rightLevel, oneMistake] = levels as readonly [ReadonlyMap<string, Value>, Map<string, Value>]
  const key = keyOf(rareForm.value, hash)
  if (!rightLevel.has(key)) addValue(oneMistake, key, valueOfForm(rareForm))
}

/** The forms of every mistake, in the order in which they are tried. */
const turnsOf = (space: OpenSpace, rightDraft: Draft, pending: Pending, attempts: Attempts): Array<Turn> => {
  const turns = rareOrder.map((mistake): Turn => {
    const forms = pending.get(mistake) ?? { others: formsOf(mistake, rightDraft, attempts) }
    return { mistake, changedSlots: mistake.slots, forms, isLate: false }
  })
  // The header may leave a slot open. Then the forms of its other right values are tried as well.
  const otherDrafts = slots.flatMap((slot, slotIndex) =>
    [...(space[slotIndex]?.[0]?.values() ?? [])]
      .slice(1)
      .map(({ value }) => ({ slot, draft: draftWith(rightDraft, slot, value) })),
  )
  for (const { slot, draft } of otherDrafts)
    for (const mistake of rareOrder)
      if (mistake.slots.includes(slot))
        turns.push({
          mistake,
          changedSlots: [slot],
          forms: { others: formsOf(mistake, draft, attempts) },
          isLate: false,
        })
  return turns
}
