/**
 * A vague step takes the place of several mistakes in one part that prove no more than that the part is another one.
 *
 *     signed /jobs/, sent /v1/jobs     target-prefix-lost and target-trailing-slash become target-other
 *     signed {}, sent {"a":1}          body-missing and body-printed become body-other
 */
import { catalogue } from '../catalogue.ts'
import type { Draft, Slot } from '../Draft.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { distinctCauses, type Explanation, type Step } from './Explanation.ts'

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
export const withVagueSteps = (
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
