/**
 * Every explanation of a text that the search has found, by as few mistakes: a cause is certain only if no other leads to the text.
 *
 * The search stops at the first text that the signature fits. For example, it found the text with a line feed behind the body. Then
 * the caller may have added that line feed, or have written the body anew with one at its end: two explanations of one mistake each.
 *
 *   completed        makes what the search did not need: for one mistake, every other mistake that alone leads to the text; for several,
 *                    the values that the space lacks
 *   explanationsOf   combines the values to every explanation, and puts a vague cause where the text proves no exact one
 *
 * A text is made of one value for each slot, such as the body, the target or the layout. The words for them are in `values.ts` and
 * `products.ts`:
 *
 *   Level, Levels    the values of a slot that so many mistakes make: levels[0] the right ones, levels[1] those of one mistake
 *   Space            the levels of each slot
 *   Choice           one value of each slot, which together make a text
 *   Product          for each slot, a list of values to choose from
 *   Filter           which values of a slot are made: `only` those with these bytes, because no others can be in the text
 */

import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import {
  type Draft,
  type DraftParts,
  type Encoded,
  encodedOf,
  type Layout,
  makesText,
  partWithin,
  rewritable,
  type Slot,
  textOf,
} from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Attempts, formsOf, isTextOf } from './attempts.ts'
import { decompositions } from './compounds.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'
import { type Choice, choicesOf, isMeant, productsOf } from './products.ts'
import {
  distinctCauses,
  type Explanation,
  type Filter,
  type Levels,
  nextLevel,
  rareOrder,
  type Space,
  type Step,
  slots,
  type Value,
  workOfMistake,
} from './values.ts'

/** A text that the search has found: the caller signed it. */
export interface Match {
  /** The drafts that should have been signed. The search changes the first. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  /** The draft that was signed. */
  readonly draft: Draft
  /** What this draft makes, before a digest of it. */
  readonly text: Bytes.Bytes
  /** The fewest mistakes that lead to the text. */
  readonly mistakes: number
  /** The values that led to the text. */
  readonly choice: Choice
}

/** The explanations of a text by its fewest mistakes. */
export const explanationsOf = (match: Match, completed: Completed): ReadonlyArray<Explanation> => {
  const { expected, draft, mistakes, choice } = match
  const [rightDraft] = expected
  const explanations: Array<Explanation> = [...combinationsOf(choice), ...completed.explanations]
  // `completed` has every single mistake already.
  if (mistakes !== 1) addOtherChoices(explanations, match, completed.space)
  // The search does not meet rare forms in the order of the catalogue.
  const isRareAlone = mistakes === 1 && rareStepOf(choice) !== undefined
  const placeOf = ([step]: Explanation): number => (step === undefined ? -1 : catalogue.indexOf(step.mistake))
  if (isRareAlone) explanations.sort((a, b) => placeOf(a) - placeOf(b))
  return withVagueSteps(distinctCauses(explanations), draft, rightDraft)
}

/** Adds the explanations of every choice with so many mistakes that makes the text. There may be millions of choices. */
const addOtherChoices = (explanations: Array<Explanation>, match: Match, space: Space): void => {
  const { expected, draft, text, mistakes } = match
  const { appId } = encodedOf(expected[0])
  for (const product of productsOf(possibleValues(space, draft, text), mistakes, 'all')) {
    const { choice, advance } = choicesOf(product)
    do {
      const [body, layout, , method, target, nonce, timestamp] = choice
      const parts = {
        appId,
        method: method.bytes,
        target: target.bytes,
        timestamp: timestamp.bytes,
        nonce: nonce.bytes,
        body: body.bytes,
      }
      if (isMeant(layout.value as Layout, body.bytes) && isTextOf(layout.value as Layout, parts, text))
        for (const explanation of combinationsOf(choice)) explanations.push(explanation)
    } while (advance())
  }
}

/** These mistakes can be seen in the signed target, whatever else was done to it. No vague step takes their place. */
const evident: ReadonlyArray<string> = ['target-with-origin', 'target-with-fragment']

/** Together with another mistake in the target, one of these may lead to another resource, which the caller may have meant. */
const prefixes: ReadonlyArray<string> = ['target-prefix-lost', 'target-prefix-added']

/** The length of a body such as `{}` or `""`. One program writes it where there is no body, and another means it. */
const maxPlaceholder = 2

/**
 * Several mistakes in one part may prove no more than that the part is another one. Then one vague step takes the place of all of
 * them:
 *
 *   target   if it may be the target of another resource, or if other mistakes lead to it as well
 *   body     if it has at most two bytes and is explained as what some program writes for no body
 */
const withVagueSteps = (
  explanations: ReadonlyArray<Explanation>,
  { target, body }: Draft,
  { sent }: Draft,
): ReadonlyArray<Explanation> => {
  const otherTarget = vagueStep('target', 'target-other', `signed ${target}, sent ${sent}`)
  const mayBeAnotherTarget = (steps: ReadonlyArray<Step>, isOnlyOne: () => boolean): boolean =>
    steps.some(({ mistake }) => prefixes.includes(mistake.id)) || !isOnlyOne()
  const otherBody = vagueStep('body', 'body-other', `signed ${latin1(body)}`)
  const mayBeAnotherBody = (steps: ReadonlyArray<Step>): boolean =>
    body.length <= maxPlaceholder && steps.some(({ mistake }) => mistake.id === 'body-missing')
  const withOtherTarget = replaceUnclear(explanations, otherTarget, mayBeAnotherTarget)
  return replaceUnclear(withOtherTarget, otherBody, mayBeAnotherBody)
}

const vagueStep = (slot: Slot, id: string, detail: string): Step => ({
  mistake: catalogue.find((mistake) => mistake.id === id) as Mistake,
  slot,
  detail,
})

/**
 * Puts the vague step in the place of two or more steps in its slot that are unclear. `isOnlyOne`: no other explanation has the same
 * steps in the other slots.
 */
const replaceUnclear = (
  explanations: ReadonlyArray<Explanation>,
  vague: Step,
  isUnclear: (steps: ReadonlyArray<Step>, isOnlyOne: () => boolean) => boolean,
): ReadonlyArray<Explanation> => {
  const isInSlot = (step: Step): boolean => step.slot === vague.slot && !evident.includes(step.mistake.id)
  const outsideSlot = (steps: Explanation): Explanation => steps.filter((step) => !isInSlot(step))
  const isOnlyOne = (steps: Explanation): boolean => {
    const agrees = (other: Explanation): boolean =>
      distinctCauses([outsideSlot(other), outsideSlot(steps)]).length === 1
    return distinctCauses(explanations.filter(agrees)).length <= 1
  }
  const replaced = explanations.map((steps) => {
    const inSlot = steps.filter(isInSlot)
    const isKept = inSlot.length < 2 || !isUnclear(inSlot, () => isOnlyOne(steps))
    return isKept ? steps : [vague, ...outsideSlot(steps)]
  })
  return distinctCauses(replaced)
}

/** Other ways to a text that was found: single mistakes, or the values that several mistakes make in one slot. */
export interface Completed {
  readonly explanations: ReadonlyArray<Explanation>
  readonly space: Space
}

/** Makes what the search did not need for finding the text. Yields its work. */
export function* completed(space: Space, match: Match, attempts: Attempts): Generator<number, Completed, void> {
  const { expected, text, mistakes } = match
  // Then the text was digested before it was signed, and no mistake is in another slot.
  const isRightText = expected.some((rightDraft) => Bytes.Eq.equals(text, textOf(rightDraft)))
  if (mistakes === 1) {
    const singles = yield* singleMistakes(match, isRightText, attempts)
    const explanations = distinctCauses([...combinationsOf(match.choice), ...singles])
    const pairs = expected.flatMap((rightDraft) => decompositions(explanations, rightDraft, text, attempts))
    return { explanations: [...singles, ...pairs], space }
  }
  const completedSpace: Array<Levels> = []
  for (const [i, slot] of slots.entries()) {
    const levels = space[i] as Levels
    const filter = isRightText ? undefined : filterOfLackingLevel(slot, levels, match)
    if (filter === undefined) completedSpace.push(levels)
    else completedSpace.push([...levels, yield* nextLevel(slot, levels, expected[0], attempts, filter)])
  }
  return { explanations: [], space: completedSpace }
}

/** The filter for the values of a slot that has all mistakes. Undefined if they are not needed. */
const filterOfLackingLevel = (slot: Slot, levels: Levels, match: Match): Filter | undefined => {
  // A digest is of the whole text, so every explanation of the text has the digest that the search has found.
  const isDigestKnown = slot === 'digested'
  const hasLevel = levels.length > match.mistakes
  if (isDigestKnown || hasLevel) return undefined
  for (const rightDraft of match.expected) {
    const filter = filterOf(slot, rightDraft, match)
    if (filter !== undefined) return filter
  }
  return undefined
}

/** The rare form by which the search has found the text, if it was one. */
const rareStepOf = (choice: Choice): Step | undefined =>
  choice.flatMap(({ explanations }) => explanations.flat()).find(({ rare }) => rare !== undefined)

/** Every further mistake that alone leads to the text, by a common or a rare form. One form of each is enough, for it is one cause. */
function* singleMistakes(
  match: Match,
  isRightText: boolean,
  attempts: Attempts,
): Generator<number, ReadonlyArray<Explanation>, void> {
  const explanations: Array<Explanation> = []
  const [firstRight] = match.expected
  const mistakes = untriedMistakes(match)
  for (const rightDraft of match.expected) {
    const parts = encodedOf(rightDraft)
    const filters = filtersOf(match, rightDraft, isRightText)
    const makesMatch = testOfChange(match, rightDraft, parts, filters)
    const mayBeLayout = filters.has('layout')
    for (const mistake of mistakes) {
      if (!mistake.slots.some((slot) => filters.has(slot))) continue
      // A mistake of several slots puts the same in the place of a part whatever the draft, so the first draft has tried it.
      const isSameForEachDraft = mistake.slots.length > 1 && !mayBeLayout
      const wasTried = isSameForEachDraft && rightDraft !== firstRight
      if (wasTried) continue
      const only = bytesWanted(mistake, filters) ?? match.text
      const layouts = mayBeLayout ? layoutsOfLength(mistake, parts, match.text.length) : []
      for (const { detail, signed, rare } of formsThen(formsOf(mistake, rightDraft, attempts, only), layouts)) {
        if (signed._tag !== 'Draft' || !makesMatch(signed.change)) continue
        const [slot] = Object.keys(signed.change) as [Slot]
        explanations.push([{ mistake, slot, detail, rare }])
        break
      }
      yield workOfMistake
    }
  }
  return explanations
}

/** The forms of a mistake as they are made, and then its layouts. */
function* formsThen(forms: Iterable<Variation>, layouts: ReadonlyArray<Variation>): Generator<Variation, void, void> {
  yield* forms
  yield* layouts
}

/** The bytes that a mistake of one slot must make there. Undefined for a mistake of several slots, a layout or a digest. */
const bytesWanted = ({ slots: mistakenSlots }: Mistake, filters: Filters): Bytes.Bytes | undefined => {
  const [slot, ...otherSlots] = mistakenSlots
  return slot === undefined || otherSlots.length > 0 ? undefined : filters.get(slot)?.only
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

type Filters = ReadonlyMap<Slot, Filter>

/** The filters of the slots in which a single mistake may lie: the digest if the text is right, and otherwise every other slot. */
const filtersOf = (match: Match, rightDraft: Draft, isRightText: boolean): Filters => {
  const filters = new Map<Slot, Filter>()
  for (const slot of slots) {
    const isDigest = slot === 'digested'
    const mayBeMistaken = isRightText ? isDigest : !isDigest
    const filter = mayBeMistaken ? filterOf(slot, rightDraft, match) : undefined
    if (filter !== undefined) filters.set(slot, filter)
  }
  return filters
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

/** Every value of a slot. */
const unfiltered: Filter = {}

/** A filter for the values of this slot that may lead to the text with all others right. Undefined if no value can. */
const filterOf = (slot: Slot, rightDraft: Draft, match: Match): Filter | undefined => {
  if (slot === 'digested') return unfiltered
  if (slot === 'layout') return mayHaveLayout(rightDraft, match) ? unfiltered : undefined
  const only = partWithin(match.text, rightDraft, slot)
  return only === undefined ? undefined : { only }
}

/** Whether the right parts in another layout may make the text. A rare layout may leave parts out; any other holds these three. */
const mayHaveLayout = (rightDraft: Draft, { expected, text, mistakes }: Match): boolean => {
  // Rare layouts come alone, and are looked for with the first right draft.
  const mayBeRare = mistakes === 1 && rightDraft === expected[0]
  if (mayBeRare) return true
  const signedText = latin1(text)
  const { method, target, timestamp } = rightDraft
  return [method, target, timestamp].every((part) => signedText.includes(latin1(utf8(part))))
}

/**
 * The values that the text may hold: no other value can have led to it. A layout that writes the whole text anew, and so hides its
 * parts, never comes with a mistake in another slot.
 */
const possibleValues = (space: Space, { digested }: Draft, text: Bytes.Bytes): Space => {
  const signedText = latin1(text)
  const digestKey = JSON.stringify(digested)
  return space.map((levels, i) =>
    levels.map((level, mistakes) => {
      const isPossible = ([key, { bytes }]: readonly [string, Value]): boolean => {
        if (slots[i] === 'digested') return key === digestKey
        if (slots[i] === 'layout' || mistakes === 0) return true
        return bytes.length <= text.length && signedText.includes(latin1(bytes))
      }
      return new Map([...level].filter(isPossible))
    }),
  )
}

/** Every combination of one explanation of each value, joined. */
const combinationsOf = (choice: Choice): ReadonlyArray<Explanation> =>
  choice.reduce<ReadonlyArray<Explanation>>(
    (combinations, { explanations }) =>
      combinations.flatMap((joined) => explanations.map((steps) => [...joined, ...steps])),
    [[]],
  )
