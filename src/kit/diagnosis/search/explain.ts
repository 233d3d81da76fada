/**
 * Every explanation of a text that the search has found, by as few mistakes: a cause is certain only if no other leads to the text.
 *
 * `completed` makes what the search did not need to find the text: every other single mistake, or the other values of several
 * mistakes. It skips all forms that cannot stand in this text. `explanationsOf` then combines them.
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
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Attempts, formsOf, isTextOf } from './attempts.ts'
import { decompositions } from './compounds.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'
import { type Choice, choicesOf, isMeant, productsOf } from './products.ts'
import {
  distinctCauses,
  type Explanation,
  type Filter,
  nextLevel,
  rareOrder,
  type Space,
  type Step,
  slots,
  type Value,
  workOfMistake,
} from './values.ts'

/** A text that the search has found. */
export interface Match {
  /** The drafts that should have been signed. The search changes the first. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  readonly draft: Draft
  readonly text: Bytes.Bytes
  readonly mistakes: number
  /** The values that led to the text. */
  readonly choice: Choice
}

/** The explanations of a text by so many mistakes. */
export const explanationsOf = (match: Match, completed: Completed): ReadonlyArray<Explanation> => {
  const { expected, draft, text, mistakes, choice } = match
  const [rightDraft] = expected
  const explanations: Array<Explanation> = [...combinationsOf(choice), ...completed.explanations]
  const { appId } = encodedOf(rightDraft)
  for (const product of mistakes === 1
    ? []
    : productsOf(possibleValues(completed.space, draft, text), mistakes, 'all')) {
    const { choice: otherChoice, advance } = choicesOf(product)
    do {
      const [body, layout, , method, target, nonce, timestamp] = otherChoice
      const parts = {
        appId,
        method: method.bytes,
        target: target.bytes,
        timestamp: timestamp.bytes,
        nonce: nonce.bytes,
        body: body.bytes,
      }
      if (isMeant(layout.value as Layout, body.bytes) && isTextOf(layout.value as Layout, parts, text))
        for (const explanation of combinationsOf(otherChoice)) explanations.push(explanation)
    } while (advance())
  }
  // The search does not meet rare forms in the order of the catalogue.
  const isRareAlone = mistakes === 1 && rareStepOf(choice) !== undefined
  const placeOf = ([step]: Explanation): number => (step === undefined ? -1 : catalogue.indexOf(step.mistake))
  if (isRareAlone) explanations.sort((a, b) => placeOf(a) - placeOf(b))
  return withVagueSteps(distinctCauses(explanations), draft, rightDraft)
}

/** The signed text shows these mistakes in the target, whatever else was done to it. */
const evident: ReadonlyArray<string> = ['target-with-origin', 'target-with-fragment']

/** Together with another mistake these make another resource of a path, and the caller may have meant that resource. */
const prefixes: ReadonlyArray<string> = ['target-prefix-lost', 'target-prefix-added']

/** A body such as `{}` or `""`. Some program writes it where there is no body, and another means it. */
const maxMeant = 2

/**
 * Several mistakes in one part may prove no more than that the part is another one. Then one vague step takes the place of all of
 * them: for a target if it may be that of another resource, or if other mistakes lead to it as well; for a body if it has at most
 * two bytes and is explained as what some program writes for none.
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
    body.length <= maxMeant && steps.some(({ mistake }) => mistake.id === 'body-missing')
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

/** Makes what the search had no need of before it found the text. Yields its work. */
export function* completed(space: Space, match: Match, attempts: Attempts): Generator<number, Completed, void> {
  const { expected, text, mistakes } = match
  // A digest is of the whole text; so every explanation has the same one.
  const isRightText = expected.some((rightDraft) => Bytes.Eq.equals(text, textOf(rightDraft)))
  if (mistakes === 1) {
    const singles = yield* singleMistakes(match, isRightText, attempts)
    const explanations = distinctCauses([...combinationsOf(match.choice), ...singles])
    const pairs = expected.flatMap((rightDraft) => decompositions(explanations, rightDraft, text, attempts))
    return { explanations: [...singles, ...pairs], space }
  }
  const completedSpace: Array<Space[number]> = []
  for (const [i, slot] of slots.entries()) {
    const levels = space[i] as Space[number]
    const isMade = isRightText || slot === 'digested' || levels.length > mistakes
    const [filter] = isMade ? [] : expected.flatMap((rightDraft) => filterOf(slot, rightDraft, match))
    if (filter === undefined) completedSpace.push(levels)
    else completedSpace.push([...levels, yield* nextLevel(slot, levels, expected[0], attempts, filter)])
  }
  return { explanations: [], space: completedSpace }
}

/** The rare form by which the search has found the text, if it was one. */
const rareStepOf = (choice: Choice): Step | undefined =>
  choice.flatMap(({ explanations }) => explanations.flat()).find(({ rare }) => rare !== undefined)

/** Every mistake that alone leads to the text, by a common or a rare form. */
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
    const isMet = testOfChange(match, rightDraft, parts, filters)
    for (const mistake of mistakes) {
      const filteredSlots = mistake.slots.filter((slot) => filters.has(slot))
      // A form that replaces a part is the same for every right draft.
      const isTried = rightDraft !== firstRight && mistake.slots.length > 1 && !filters.has('layout')
      if (filteredSlots.length === 0 || isTried) continue
      const onlySlot = mistake.slots.length === 1 ? filteredSlots[0] : undefined
      const only = (onlySlot === undefined ? undefined : filters.get(onlySlot)?.only) ?? match.text
      const layouts = filters.has('layout') ? layoutsOfLength(mistake, parts, match.text.length) : []
      for (const { detail, signed, rare } of [...formsOf(mistake, rightDraft, attempts, only), ...layouts]) {
        if (signed._tag !== 'Draft' || !isMet(signed.change)) continue
        const [slot] = Object.keys(signed.change) as [Slot]
        explanations.push([{ mistake, slot, detail, rare }])
      }
      yield workOfMistake
    }
  }
  return explanations
}

/**
 * The mistakes whose forms the search has not tried. If it found the text by a rare form, no common form and no rare form of an
 * earlier mistake leads to it.
 */
const untriedMistakes = ({ expected, choice }: Match): ReadonlyArray<Mistake> => {
  const rareStep = expected.length > 1 ? undefined : rareStepOf(choice)
  const tried = rareStep === undefined ? 0 : rareOrder.indexOf(rareStep.mistake)
  const untried = new Set(rareOrder.slice(tried))
  return catalogue.filter((mistake) => untried.has(mistake))
}

type Filters = ReadonlyMap<Slot, Filter>

/** The filters of the slots in which a single mistake may lie: if the text is right, in the digest alone; otherwise not there. */
const filtersOf = (match: Match, rightDraft: Draft, isRightText: boolean): Filters => {
  const filters = new Map<Slot, Filter>()
  for (const slot of slots) {
    const filter = (slot === 'digested') === isRightText ? filterOf(slot, rightDraft, match) : []
    if (filter[0] !== undefined) filters.set(slot, filter[0])
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

/** A filter for the values of this slot that may lead to the text with all others right. None if no value can. */
const filterOf = (
  slot: Slot,
  rightDraft: Draft,
  { expected, text, mistakes }: Match,
): readonly [Filter] | readonly [] => {
  if (slot === 'digested') return [{}]
  if (slot === 'layout') {
    // A rare layout may leave parts out. Any other layout holds these three.
    const signedText = latin1(text)
    const { method, target, timestamp } = rightDraft
    const isHeld = [method, target, timestamp].every((part) => signedText.includes(latin1(utf8(part))))
    return (mistakes === 1 && rightDraft === expected[0]) || isHeld ? [{}] : []
  }
  const only = partWithin(text, rightDraft, slot)
  return only === undefined ? [] : [{ only }]
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
