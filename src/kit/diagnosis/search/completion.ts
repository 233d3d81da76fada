/**
 * What the search did not need for finding a text, and what the explanations of the text need. The search stops at the first text that
 * the signature fits. So mistakes that it would have tried later may lead to the same text.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { type Slot, textOf } from '../Draft.ts'
import type { Attempts } from './attempts.ts'
import { decompositions } from './compounds.ts'
import { distinctCauses, type Explanation } from './Explanation.ts'
import { filterOf } from './filters.ts'
import { combinationsOf, type Match } from './Match.ts'
import { singleMistakes } from './singleMistakes.ts'
import { type Filter, type Levels, nextLevel, type Space, slots } from './values.ts'

/** Other ways to a text that was found: single mistakes, or the values that several mistakes make in one slot. */
export interface Completion {
  readonly explanations: ReadonlyArray<Explanation>
  readonly space: Space
}

/** Makes what the search did not need for finding the text. Yields its work. */
export function* completionOf(space: Space, match: Match, attempts: Attempts): Generator<number, Completion, void> {
  const { expected, text, mistakes } = match
  // Then the text was digested before it was signed, and no mistake is in another slot.
  const isRightText = expected.some((rightDraft) => Bytes.Eq.equals(text, textOf(rightDraft)))
  if (mistakes === 1) {
    const singles = yield* singleMistakes(match, isRightText, attempts)
    const explanations = distinctCauses([...combinationsOf(match.choice), ...singles])
    const pairs = expected.flatMap((rightDraft) => decompositions(explanations, rightDraft, text, attempts))
    return { explanations: [...singles, ...pairs], space }
  }
  const wholeSpace: Array<Levels> = []
  for (const [i, slot] of slots.entries()) {
    const levels = space[i] as Levels
    const filter = isRightText ? undefined : filterOfLackingLevel(slot, levels, match)
    if (filter === undefined) wholeSpace.push(levels)
    else wholeSpace.push([...levels, yield* nextLevel(slot, levels, expected[0], attempts, filter)])
  }
  return { explanations: [], space: wholeSpace }
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
