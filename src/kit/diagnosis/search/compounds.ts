/**
 * Forms that deviate from the right text in two ways at once, such as the encoder of Go: it writes JSON anew, and a line feed
 * after it. Simplicity counts deviations and not entries, so the two mistakes that make the same text one by one stand beside
 * such a form: a caller that wrote `json.dumps` into a here-document has not used Go, and its line feed has another remedy.
 *
 * A form is no compound where one deed does all of it: `curl -d @FILE` drops the last line end with the others, and `echo -e`
 * adds one while it reads escapes.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, encodedOf, textOf } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { type Attempts, formsOf } from './attempts.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'
import type { Explanation, Step } from './values.ts'

interface Compound {
  readonly id: string
  /** What the details of such forms end in. */
  readonly ending: string
  /** The mistakes one of which is in them, beside a simpler form of their own. */
  readonly also: ReadonlyArray<string>
}

const separators = ['separator-crlf', 'separator-literal', 'separator-missing', 'separator-other']

export const compounds: ReadonlyArray<Compound> = [
  { id: 'body-reserialized', ending: ', a line feed behind it', also: ['trailing-line-feed'] },
  { id: 'parts-reordered', ending: ', a line feed behind each', also: ['trailing-line-feed'] },
  { id: 'parts-reordered', ending: ' between them', also: separators },
  { id: 'app-id-included', ending: 'before nonce and timestamp', also: ['parts-reordered'] },
  { id: 'parts-labelled', ending: ', at the end as well', also: ['trailing-line-feed'] },
]

const compoundOf = ({ mistake, detail }: Step): Compound | undefined =>
  compounds.find(({ id, ending }) => mistake.id === id && detail.endsWith(ending))

/** More bytes than a line end has. */
const mostAdded = 2

/** The simpler forms of the mistake that may be in the text: with fewer bytes at its end, or other bytes between the parts. */
function* simplerForms(mistake: Mistake, right: Draft, text: Bytes.Bytes, attempts: Attempts): Generator<Variation> {
  if (mistake.slots[0] === 'body') {
    const before = textOf({ ...right, body: Bytes.empty }).length
    for (let added = 1; added <= mostAdded; added++)
      yield* formsOf(mistake, right, attempts, text.subarray(before, text.length - added))
    return
  }
  for (const form of formsOf(mistake, right, attempts)) if (form.rare !== 'alone') yield form
  for (let added = -mostJoints; added <= mostJoints; added++)
    yield* layoutsOfLength(mistake, encodedOf(right), text.length - added)
}

/** Four joints have at most so many bytes more, or less, than line feeds. */
const mostJoints = 4

const isCompoundForm = ({ id }: Mistake, { detail }: Variation): boolean =>
  compounds.some((compound) => compound.id === id && detail.endsWith(compound.ending))

/** The two mistakes that lead to the text one by one, for a compound form that leads to it at once. */
const partsOf = (
  { mistake, slot }: Step,
  also: Mistake,
  right: Draft,
  text: Bytes.Bytes,
  attempts: Attempts,
): ReadonlyArray<Explanation> | undefined => {
  for (const form of simplerForms(mistake, right, text, attempts)) {
    if (form.signed._tag !== 'Draft' || isCompoundForm(mistake, form)) continue
    const simpler: Draft = { ...right, ...form.signed.change }
    for (const second of formsOf(also, simpler, attempts)) {
      if (second.signed._tag !== 'Draft') continue
      const { change } = second.signed
      if (!Bytes.Eq.equals(textOf({ ...simpler, ...change }), text)) continue
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
 * The pairs of mistakes that are as simple as the compound forms among these explanations of one mistake each. None if one of
 * the explanations is no compound, for that is simpler.
 */
export const decompositions = (
  ways: ReadonlyArray<Explanation>,
  right: Draft,
  text: Bytes.Bytes,
  attempts: Attempts,
): ReadonlyArray<Explanation> => {
  const steps = ways.flat()
  if (steps.some((step) => compoundOf(step) === undefined)) return []
  return steps.flatMap((step) =>
    catalogue
      .filter(({ id }) => compoundOf(step)?.also.includes(id))
      .flatMap((also) => partsOf(step, also, right, text, attempts) ?? []),
  )
}
