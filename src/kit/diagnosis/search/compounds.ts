/**
 * Forms that deviate from the right text in two ways at once, such as the encoder of Go: it writes JSON anew, and a line feed
 * after it. Simplicity counts deviations and not entries of the catalogue. So the two mistakes that make the same text one by one are
 * reported beside such a form: a caller that wrote `json.dumps` into a here-document has not used Go, and its line feed has another remedy.
 *
 * A form is no compound where one act does all of it: `curl -d @FILE` drops the last line end with the others, and `echo -e`
 * adds one while it reads escapes.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, encodedOf, textOf } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { type Attempts, formsOf } from './attempts.ts'
import type { Explanation, Step } from './Explanation.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'

interface Compound {
  readonly id: string
  /** The end of the details of such forms. */
  readonly ending: string
  /** The form deviates like a simpler form of the same mistake, and like one of these mistakes. */
  readonly also: ReadonlyArray<string>
}

const separators = ['separator-crlf', 'separator-literal', 'separator-missing', 'separator-other']

export const compounds: ReadonlyArray<Compound> = [
  { id: 'body-reserialized', ending: ', a line feed behind it', also: ['trailing-line-feed'] },
  { id: 'body-reserialized', ending: ', and a line end', also: ['trailing-line-feed'] },
  { id: 'parts-reordered', ending: ', a line feed behind each', also: ['trailing-line-feed'] },
  { id: 'parts-reordered', ending: ' between them', also: separators },
  { id: 'app-id-included', ending: 'before nonce and timestamp', also: ['parts-reordered'] },
  { id: 'parts-labelled', ending: ', at the end as well', also: ['trailing-line-feed'] },
]

const compoundOf = ({ mistake, detail }: Step): Compound | undefined =>
  compounds.find(({ id, ending }) => mistake.id === id && detail.endsWith(ending))

/** The bytes of the longest line end, CR LF. */
const maxLineEnd = 2

/** The simpler forms of the mistake that the text may come from: with fewer bytes at the end, or other bytes between the parts. */
function* simplerForms(
  mistake: Mistake,
  rightDraft: Draft,
  signedText: Bytes.Bytes,
  attempts: Attempts,
): Generator<Variation> {
  if (mistake.slots[0] === 'body') {
    const bodyStart = textOf({ ...rightDraft, body: Bytes.empty }).length
    for (let added = 1; added <= maxLineEnd; added++)
      yield* formsOf(mistake, rightDraft, attempts, signedText.subarray(bodyStart, signedText.length - added))
    return
  }
  for (const form of formsOf(mistake, rightDraft, attempts))
    if (form.rare === undefined || form.rare === true) yield form
  for (let added = -maxJointBytes; added <= maxJointBytes; added++)
    yield* layoutsOfLength(mistake, encodedOf(rightDraft), signedText.length - added)
}

/** Other joints between the five parts have at most so many bytes more or fewer than the four line feeds. */
const maxJointBytes = 4

const isCompoundForm = ({ id }: Mistake, { detail }: Variation): boolean =>
  compounds.some((compound) => compound.id === id && detail.endsWith(compound.ending))

/** Finds the two mistakes that lead to the text one by one, for a compound form that leads to it at once. */
const decompose = (
  { mistake, slot }: Step,
  also: Mistake,
  rightDraft: Draft,
  signedText: Bytes.Bytes,
  attempts: Attempts,
): ReadonlyArray<Explanation> | undefined => {
  for (const form of simplerForms(mistake, rightDraft, signedText, attempts)) {
    if (form.signed._tag !== 'Draft' || isCompoundForm(mistake, form)) continue
    const simpler: Draft = { ...rightDraft, ...form.signed.change }
    for (const second of formsOf(also, simpler, attempts)) {
      if (second.signed._tag !== 'Draft') continue
      const { change } = second.signed
      if (!Bytes.Eq.equals(textOf({ ...simpler, ...change }), signedText)) continue
      const steps: Explanation = [
        { mistake, slot, detail: form.detail },
        { mistake: also, slot: 'layout', detail: second.detail },
      ]
      return [steps]
    }
  }
  return undefined
}

/**
 * The pairs of mistakes that are as simple as these explanations, which have one mistake each. Empty if one of the explanations is no
 * compound, for that one is simpler.
 */
export const decompositions = (
  explanations: ReadonlyArray<Explanation>,
  rightDraft: Draft,
  signedText: Bytes.Bytes,
  attempts: Attempts,
): ReadonlyArray<Explanation> => {
  const steps = explanations.flat()
  if (steps.some((step) => compoundOf(step) === undefined)) return []
  return steps.flatMap((step) =>
    catalogue
      .filter(({ id }) => compoundOf(step)?.also.includes(id))
      .flatMap((also) => decompose(step, also, rightDraft, signedText, attempts) ?? []),
  )
}
