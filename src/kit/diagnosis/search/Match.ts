/** A text that the search has found by the digest in the signature, and the values that led to it. */
import type * as Bytes from '../../../core/Bytes.ts'
import type { Draft } from '../Draft.ts'
import type { Explanation, Step } from './Explanation.ts'
import type { Choice } from './products.ts'

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

/** Every combination of one explanation of each value, joined. */
export const combinationsOf = (choice: Choice): ReadonlyArray<Explanation> =>
  choice.reduce<ReadonlyArray<Explanation>>(
    (combinations, { explanations }) =>
      combinations.flatMap((joined) => explanations.map((steps) => [...joined, ...steps])),
    [[]],
  )

/** The rare form by which the search has found the text, if it was one. */
export const rareStepOf = (choice: Choice): Step | undefined =>
  choice.flatMap(({ explanations }) => explanations.flat()).find(({ rare }) => rare !== undefined)
