/**
 * An explanation of a text: the mistakes that together lead to it, in the order in which the caller made them. Several explanations may
 * lead to one text, and then none is proven.
 *
 *     [ { mistake: body-crlf, slot: 'body', … }, { mistake: target-other, slot: 'target', … } ]
 *
 * Two explanations are the same cause if they have the same mistakes in any order and any forms. One of them may also be needless,
 * because another says the same in plainer words (`sameCause.ts`) or says more. `distinctCauses` keeps one of each cause.
 */
import { catalogue } from '../catalogue.ts'
import type { Slot } from '../Draft.ts'
import type { Mistake, Rare, Traits } from '../Mistake.ts'
import { sameCause, vague } from './sameCause.ts'

export interface Step {
  readonly mistake: Mistake
  /** The slot that this form of the mistake changes. */
  readonly slot: Slot
  /** Names the form. */
  readonly detail: string
  /** Set if the form is one of many that few programs make. */
  readonly rare?: Rare | undefined
  readonly traits?: Traits | undefined
}

/** Mistakes that together lead to a text. */
export type Explanation = ReadonlyArray<Step>

/** Whether one of these steps is a rare form. */
export const isRare = (steps: Explanation): boolean => steps.some(({ rare }) => rare !== undefined)

/** Whether a mistake may come after these: not twice, and not after one that it would undo. */
export const mayFollow = (steps: Explanation, { id, undoes }: Mistake): boolean =>
  !steps.some(({ mistake, traits }) => mistake.id === id || (undoes.includes(mistake.id) && traits?.takesOff !== true))

// ---- Causes

/** A reader looks at no more explanations. */
const maxExplanations = 12

/** The first explanation of each cause, without the needless ones. */
export const distinctCauses = (explanations: ReadonlyArray<Explanation>): Array<Explanation> => {
  if (explanations.length === 1) return [...explanations]
  const byCause = new Map<string, Explanation>()
  for (const steps of explanations) {
    const cause = causeOf(idsOf(steps))
    if (!byCause.has(cause)) byCause.set(cause, steps)
  }
  if (byCause.size === 1) return [...byCause.values()]
  return [...byCause.values()].filter((steps) => !isNeedless(steps, byCause)).slice(0, maxExplanations)
}

const idsOf = (steps: Explanation): ReadonlyArray<string> => steps.map(({ mistake }) => mistake.id)

/** Equal for the same mistakes, whatever their order. */
const causeOf = (ids: ReadonlyArray<string>): string => ids.toSorted().join()

/**
 * Whether another explanation makes this one needless: it differs only in one id, which means the same cause in plainer words, or
 * says more than the vague id.
 */
const isNeedless = (steps: Explanation, byCause: ReadonlyMap<string, Explanation>): boolean => {
  const ids = idsOf(steps)
  /** Whether the mistakes are an explanation too if `id` takes the place of this one. */
  const isExplainedWith = (id: string, replaced: string): boolean => {
    const index = ids.indexOf(replaced)
    return index >= 0 && byCause.has(causeOf(ids.with(index, id)))
  }
  return (
    sameCause.some(({ cause, alsoLedTo }) => isExplainedWith(cause, alsoLedTo)) ||
    catalogue.some(({ id }) => id !== vague && !isAnotherCause(steps, id) && isExplainedWith(id, vague))
  )
}

/** A zero that was cut off at the end of a form is as likely as another spelling of its last value: `fee=1.5` for `fee=1.50`. */
const isAnotherCause = (steps: Explanation, id: string): boolean =>
  id === 'form-reencoded' &&
  steps.some(({ mistake, traits }) => mistake.id === vague && /^\.?0+$/.test(traits?.cut ?? ''))
