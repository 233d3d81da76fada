/**
 * Every explanation of a text that the search has found, by as few mistakes: a cause is certain only if no other leads to the text.
 *
 * The search stops at the first text that the signature fits. For example, it found the text with a line feed after the body. Then
 * the caller may have added that line feed, or have written the body anew with one at its end: two explanations of one mistake each.
 *
 *   completionOf     (completion.ts) makes what the search did not need: for one mistake, every other mistake that alone leads to the
 *                    text; for several, the values that the space lacks
 *   explanationsOf   combines the values to every explanation, and puts a vague cause where the text proves no exact one
 *                    (vagueSteps.ts)
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

import type * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { encodedOf, type Layout } from '../Draft.ts'
import { isTextOf } from './attempts.ts'
import type { Completion } from './completion.ts'
import { distinctCauses, type Explanation } from './Explanation.ts'
import { combinationsOf, type Match, rareStepOf } from './Match.ts'
import { possibleValues } from './possibleValues.ts'
import { type Choice, choicesOf, isMeant, productsOf } from './products.ts'
import { withVagueSteps } from './vagueSteps.ts'
import type { Space } from './values.ts'

/** The explanations of a text by its fewest mistakes. */
export const explanationsOf = (match: Match, completion: Completion): ReadonlyArray<Explanation> => {
  const { expected, draft, mistakes, choice } = match
  // The completion has every single mistake already.
  const otherExplanations = mistakes === 1 ? [] : explanationsOfOtherChoices(match, completion.space)
  const explanations = [...combinationsOf(choice), ...completion.explanations].concat(otherExplanations)
  // The search does not meet rare forms in the order of the catalogue.
  const isRareAlone = mistakes === 1 && rareStepOf(choice) !== undefined
  const inOrder = isRareAlone ? explanations.toSorted((a, b) => placeOf(a) - placeOf(b)) : explanations
  return withVagueSteps(distinctCauses(inOrder), draft, expected[0])
}

/** The place of the first mistake in the catalogue. An explanation without mistakes comes first. */
const placeOf = ([step]: Explanation): number => (step === undefined ? -1 : catalogue.indexOf(step.mistake))

/** The explanations of every choice with so many mistakes that makes the text. There may be millions of choices. */
const explanationsOfOtherChoices = (match: Match, space: Space): ReadonlyArray<Explanation> => {
  const { expected, draft, text, mistakes } = match
  const { appId } = encodedOf(expected[0])
  const explanations: Array<Explanation> = []
  for (const product of productsOf(possibleValues(space, draft.digested, text), mistakes, 'all')) {
    const { choice, advance } = choicesOf(product)
    do {
      if (!makesTextOf(choice, appId, text)) continue
      for (const explanation of combinationsOf(choice)) explanations.push(explanation)
    } while (advance())
  }
  return explanations
}

/** Whether the values of this choice make the text. The choice may have another digest, which is not looked at. */
const makesTextOf = (choice: Choice, appId: Bytes.Bytes, text: Bytes.Bytes): boolean => {
  const [body, layoutValue, , method, target, nonce, timestamp] = choice
  const layout = layoutValue.value as Layout
  const parts = {
    appId,
    method: method.bytes,
    target: target.bytes,
    timestamp: timestamp.bytes,
    nonce: nonce.bytes,
    body: body.bytes,
  }
  return isMeant(layout, body.bytes) && isTextOf(layout, parts, text)
}
