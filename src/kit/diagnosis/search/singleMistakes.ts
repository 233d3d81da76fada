/**
 * Every mistake that alone leads to a text that was found. The search has stopped at the first of them. Here the text is known, so a
 * mistake makes few forms, and a form is compared with one part of the text instead of being hashed.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, type DraftParts, type Encoded, encodedOf, makesText, rewritable, type Slot } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { type Attempts, formsOf, isTextOf } from './attempts.ts'
import type { Explanation, Step } from './Explanation.ts'
import { type Filters, filtersOf } from './filters.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'
import { combinationsOf, type Match, rareStepOf } from './Match.ts'
import { isMeant } from './products.ts'
import { rareOrder } from './rareForms.ts'
import { workOfMistake } from './work.ts'

/** Every further mistake that alone leads to the text, by a common or a rare form. Yields its work. */
export function* singleMistakes(
  match: Match,
  isRightText: boolean,
  attempts: Attempts,
): Generator<number, ReadonlyArray<Explanation>, void> {
  const explanations: Array<Explanation> = []
  const mistakes = untriedMistakes(match)
  for (const rightDraft of match.expected) {
    const comparison = comparisonWith(match, rightDraft, isRightText)
    for (const mistake of mistakes) {
      if (!mayMake(mistake, comparison, match)) continue
      const step = stepThatMakes(mistake, comparison, match, attempts)
      if (step !== undefined) explanations.push([step])
      yield workOfMistake
    }
  }
  return explanations
}

/** The text that was found, beside one of the right drafts. */
interface Comparison {
  readonly rightDraft: Draft
  readonly parts: Encoded
  /** The slots in which the text may differ from the draft. */
  readonly filters: Filters
  /** Whether this change of the draft makes the text. */
  readonly isMadeBy: (change: Partial<Draft>) => boolean
}

const comparisonWith = (match: Match, rightDraft: Draft, isRightText: boolean): Comparison => {
  const parts = encodedOf(rightDraft)
  const filters = filtersOf(match, rightDraft, isRightText)
  return { rightDraft, parts, filters, isMadeBy: testOfChange(match, rightDraft, parts, filters) }
}

/** Whether the mistake changes a slot that differs, and was not compared with this draft already. */
const mayMake = (
  { slots: mistakenSlots }: Mistake,
  { rightDraft, filters }: Comparison,
  { expected }: Match,
): boolean => {
  // A mistake of several slots puts the same in the place of a part whatever the draft, so the first draft has tried it.
  const isSameForEachDraft = mistakenSlots.length > 1 && !filters.has('layout')
  const wasTried = isSameForEachDraft && rightDraft !== expected[0]
  return !wasTried && mistakenSlots.some((slot) => filters.has(slot))
}

/** The step of the first form that makes the text. One form of each mistake is enough, for it is one cause. */
const stepThatMakes = (
  mistake: Mistake,
  comparison: Comparison,
  match: Match,
  attempts: Attempts,
): Step | undefined => {
  for (const { detail, signed, rare, traits } of formsThatMayMake(mistake, comparison, match, attempts)) {
    if (signed._tag !== 'Draft' || !comparison.isMadeBy(signed.change)) continue
    const [slot] = Object.keys(signed.change) as [Slot]
    return { mistake, slot, detail, rare, traits }
  }
  return undefined
}

/** The forms of a mistake in each slot that differs, as they are made, and then its layouts. */
function* formsThatMayMake(
  mistake: Mistake,
  { rightDraft, parts, filters }: Comparison,
  { text }: Match,
  attempts: Attempts,
): Generator<Variation, void, void> {
  for (const slot of mistake.slots) {
    const filter = filters.get(slot)
    if (filter !== undefined) yield* formsOf(mistake, rightDraft, attempts, filter.only ?? text, slot)
  }
  if (filters.has('layout')) yield* layoutsOfLength(mistake, parts, text.length)
}

/**
 * The mistakes that are not found yet and whose forms the search has not tried. If it found the text by a rare form, no common form and
 * no rare form of an earlier mistake leads to it, but for late forms: those come behind the others of every mistake.
 */
const untriedMistakes = ({ expected, choice }: Match): ReadonlyArray<Mistake> => {
  const rareStep = expected.length > 1 ? undefined : rareStepOf(choice)
  const tried = rareStep === undefined ? 0 : rareOrder.indexOf(rareStep.mistake)
  const untried = new Set(rareOrder.slice(tried))
  const isLate = rareStep?.rare === 'late'
  const found = new Set(combinationsOf(choice).flatMap((steps) => steps.map(({ mistake }) => mistake)))
  return catalogue.filter(
    (mistake) => !found.has(mistake) && (untried.has(mistake) || (mistake.hasLateForms && !isLate)),
  )
}

/** Tells whether a change of the right draft makes the text. It writes no text where comparing one part is enough. */
const testOfChange = (
  { text, draft }: Match,
  rightDraft: Draft,
  parts: Encoded,
  filters: Filters,
): ((change: Partial<Draft>) => boolean) => {
  const isSameDigest = (digested: Draft['digested']): boolean => digested.join() === draft.digested.join()
  const isUndigested = isSameDigest(rightDraft.digested)
  const wantedParts = [...filters].flatMap(([slot, { only }]) =>
    only === undefined ? [] : [{ slot: slot as keyof DraftParts, bytes: only, decoded: rewritable(only, only.length) }],
  )
  return (change) => {
    const { layout, digested } = change
    if (layout !== undefined)
      return filters.has('layout') && isUndigested && isMeant(layout, rightDraft.body) && isTextOf(layout, parts, text)
    if (digested !== undefined)
      return filters.has('digested') && isSameDigest(digested) && makesText(rightDraft.layout, parts, text)
    for (const { slot, bytes, decoded } of wantedParts) {
      const changed = change[slot]
      if (changed === undefined) continue
      return typeof changed === 'string' ? changed === decoded : Bytes.Eq.equals(changed, bytes)
    }
    return false
  }
}
