/**
 * Compound forms: forms that deviate from the right text in two ways at once. The encoder of Go writes JSON anew, and a line feed
 * after it. A caller that wrote the output of `json.dumps` into a here-document made the same text by two mistakes, and its line feed has
 * another remedy. Simplicity counts deviations, not entries of the catalogue, so a report tells the two mistakes beside the compound form.
 *
 *     [body-reserialized: 'go, a line feed behind it']      and also     [body-reserialized: 'go'], [trailing-line-feed: 'LF']
 *
 * A form says itself which mistake it contains (`Traits.contains`). A form is no compound where one act does all of it: `curl -d @FILE`
 * drops the last line end with the others, and `echo -e` adds one while it reads escapes.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, type Encoded, encodedOf, isPlain, type Layout, textOf } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Attempts, formsOf, isTextOf } from './attempts.ts'
import type { Explanation, Step } from './Explanation.ts'
import { layoutsOfLength } from './layoutsOfLength.ts'

/** The mistakes that a form contains, by their ids. Empty if it is no compound. */
const containedIn = ({ traits }: Pick<Variation, 'traits'>): ReadonlyArray<string> => traits?.contains ?? []

export const isCompound = (form: Pick<Variation, 'traits'>): boolean => containedIn(form).length > 0

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
  if (!steps.every(isCompound) || steps.some((step) => keepsLineEnd(step, rightDraft))) return []
  return steps.flatMap((step) => {
    const simplerForms = [...simplerFormsOf(step.mistake, rightDraft, signedText, attempts)]
    return catalogue
      .filter(({ id }) => containedIn(step).includes(id))
      .map((contained) => decompose(step, contained, simplerForms, signedText, attempts))
      .filter((pair) => pair !== undefined)
  })
}

/** Whether the sent body ends in a line end too: then the form adds none. */
const keepsLineEnd = ({ mistake, slot }: Step, { body }: Draft): boolean =>
  mistake.id === 'body-reserialized' && slot === 'body' && body.at(-1) === lineFeed

const lineFeed = 0x0a

/** A form of the mistake that is no compound, and the draft that it makes. */
interface SimplerForm {
  readonly detail: string
  readonly draft: Draft
  readonly parts: Encoded
  /** Whether the text has the parts in the order of the draft. */
  readonly hasPartsInOrder: boolean
}

/** Finds a simpler form of the same mistake that, together with the contained mistake, makes the text. Undefined if there is none. */
const decompose = (
  { mistake, slot }: Step,
  contained: Mistake,
  simplerForms: ReadonlyArray<SimplerForm>,
  signedText: Bytes.Bytes,
  attempts: Attempts,
): Explanation | undefined => {
  for (const { detail, draft, parts, hasPartsInOrder } of simplerForms) {
    if (contained.id !== reordering && !hasPartsInOrder) continue
    for (const second of formsOf(contained, draft, attempts)) {
      const layout = second.signed._tag === 'Draft' ? second.signed.change.layout : undefined
      if (layout !== undefined && isTextOf(layout, parts, signedText))
        return [
          { mistake, slot, detail },
          { mistake: contained, slot: 'layout', detail: second.detail },
        ]
    }
  }
  return undefined
}

/** The contained mistake that changes the order of the parts. The others change what joins them. */
const reordering = 'parts-reordered'

/**
 * Tells whether the parts of a layout stand in the text in their order, whatever joins them. A simpler form without this cannot lead to
 * the text, and it need not be combined with hundreds of joints. A layout that writes its parts anew, such as in Base64, is not looked into.
 */
const testOfOrder = (signedText: Bytes.Bytes): ((layout: Layout, parts: Encoded) => boolean) => {
  const signedLatin = latin1(signedText)
  const latinOf = memoized(latin1)
  return (layout, parts) => {
    if (!isPlain(layout)) return true
    let end = 0
    for (const piece of layout.order) {
      const part = latinOf(parts[piece])
      const start = signedLatin.indexOf(part, end)
      if (start < 0) return false
      end = start + part.length
    }
    return true
  }
}

/** The bytes of the longest line end, CR LF. */
const maxLineEnd = 2

/** Other joints between the five parts have at most so many bytes more or fewer than the four line feeds. */
const maxJointBytes = 4

/** The simpler forms of the mistake that the text may come from. */
function* simplerFormsOf(
  mistake: Mistake,
  rightDraft: Draft,
  signedText: Bytes.Bytes,
  attempts: Attempts,
): Generator<SimplerForm> {
  const rightParts = encodedOf(rightDraft)
  const hasPartsInOrder = testOfOrder(signedText)
  for (const form of formsThatMayLead(mistake, rightDraft, signedText, attempts)) {
    if (form.signed._tag !== 'Draft' || isCompound(form)) continue
    const draft: Draft = { ...rightDraft, ...form.signed.change }
    const parts = form.signed.change.layout === undefined ? encodedOf(draft) : rightParts
    yield { detail: form.detail, draft, parts, hasPartsInOrder: hasPartsInOrder(draft.layout, parts) }
  }
}

/** The forms of a body lack the line end after it. Those of a layout may have other bytes between the parts. */
function* formsThatMayLead(
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
  const rightParts = encodedOf(rightDraft)
  for (let added = -maxJointBytes; added <= maxJointBytes; added++)
    yield* layoutsOfLength(mistake, rightParts, signedText.length - added)
}
