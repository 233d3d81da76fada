/**
 * Explains a text that was certainly signed, because the caller printed it. There is no search: each part of the signed text is
 * compared with the right one, and for each part that differs, the first mistake is taken that makes it.
 *
 *     explainParts(text, rightDraft, attempts)   the target by `target-decoded`, the body by `body-reserialized`
 *
 * If no mistake makes a part, the step says only that the part is another one.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, type DraftParts, rewritable, standard } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Attempts, formsOf } from './attempts.ts'
import type { Step } from './Explanation.ts'
import { entryOf, otherPart } from './otherPart.ts'
import { vague } from './sameCause.ts'
import type { FoundText } from './search.ts'

const headParts = ['method', 'target', 'timestamp', 'nonce'] as const

/** If fewer of the four lines before the body are right, the text has another layout. */
const leastRight = 2

/** The five parts of a text. Undefined if it has another layout. */
const partsOf = (signedText: Bytes.Bytes, rightDraft: Draft): DraftParts | undefined => {
  const headLines: Array<string> = []
  let start = 0
  while (headLines.length < headParts.length) {
    const end = signedText.indexOf(0x0a, start)
    const headLine = end < 0 ? undefined : rewritable(signedText.subarray(start, end))
    if (headLine === undefined) return undefined
    headLines.push(headLine)
    start = end + 1
  }
  const [method = '', target = '', timestamp = '', nonce = ''] = headLines
  const signedParts = { method, target, timestamp, nonce, body: signedText.subarray(start) }
  return headParts.filter((partName) => signedParts[partName] === rightDraft[partName]).length < leastRight
    ? undefined
    : signedParts
}

/** Whether the forms of a mistake only say that the texts differ. */
const isVague = ({ id }: Mistake): boolean => id === vague || id === 'target-other'

/** The first mistake of the catalogue that makes this value of a part. */
const stepTo = (
  slot: keyof DraftParts,
  signed: DraftParts,
  rightDraft: Draft,
  attempts: Attempts,
): Step | undefined => {
  const signedValue = signed[slot]
  const only = typeof signedValue === 'string' ? utf8(signedValue) : signedValue
  for (const mistake of catalogue) {
    if (!mistake.slots.includes(slot) || isVague(mistake)) continue
    for (const { detail, signed: signedForm } of formsOf(mistake, rightDraft, attempts, only, slot)) {
      const changed = signedForm._tag === 'Draft' ? signedForm.change[slot as 'target'] : undefined
      const isMade = typeof changed === 'string' ? changed === signedValue : isSameBytes(changed, only)
      if (changed !== undefined && isMade) return { mistake, slot, detail }
    }
  }
  return undefined
}

const isSameBytes = (bytes: Bytes.Bytes | undefined, otherBytes: Bytes.Bytes): boolean =>
  bytes !== undefined && Bytes.Eq.equals(bytes, otherBytes)

/** Explains each part of a text. Undefined if the text has another layout. */
export const explainParts = (signedText: Bytes.Bytes, rightDraft: Draft, attempts: Attempts): FoundText | undefined => {
  const signed = partsOf(signedText, rightDraft)
  if (signed === undefined) return undefined
  const isRight = (slot: keyof DraftParts): boolean =>
    slot === 'body' ? Bytes.Eq.equals(signed.body, rightDraft.body) : signed[slot] === rightDraft[slot]
  const steps = [...headParts, 'body' as const]
    .filter((slot) => !isRight(slot))
    .map((slot) => stepTo(slot, signed, rightDraft, attempts) ?? otherPart(slot, signed, rightDraft))
  return { draft: { ...rightDraft, ...signed }, text: signedText, explanations: [steps], exhaustive: false }
}

/** The form of a text that no mistake makes. */
export const shownText = 'the text that was shown'

/** Explains a text of another layout that no mistake makes: names the right parts that it lacks. */
export const explainLayout = (provenText: Bytes.Bytes, rightDraft: Draft): FoundText => {
  const signedText = latin1(provenText)
  const lacking = [...headParts, 'body' as const].filter(
    (slot) => !signedText.includes(latin1(slot === 'body' ? rightDraft.body : utf8(rightDraft[slot]))),
  )
  const mistake = entryOf(lacking.length > 0 ? 'part-missing' : 'parts-labelled')
  const step: Step = { mistake, slot: 'layout', detail: shownText }
  const draft = { ...rightDraft, layout: { ...standard, text: provenText } }
  return { draft, text: provenText, explanations: [[step]], exhaustive: false }
}
