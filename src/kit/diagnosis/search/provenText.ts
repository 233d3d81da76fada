/**
 * What differs between the right text and another text that was certainly signed, because its caller printed it. Nothing is searched
 * for: each part of the one text is held against that of the other, and a mistake is looked for that makes the part.
 *
 *     explainParts(text, rightDraft, attempts)   the target by `target-decoded`, the body by `body-reserialized`
 *
 * A part that no mistake makes is named by the difference of the two alone.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, type DraftParts, rewritable, standard } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { isForm } from '../forms/formText.ts'
import { isJson } from '../forms/isJson.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import { type Attempts, formsOf } from './attempts.ts'
import { vague } from './sameCause.ts'
import type { FoundText } from './search.ts'
import type { Step } from './values.ts'

const names = ['method', 'target', 'timestamp', 'nonce'] as const

/** As many of the four lines in front of the body are right in a text that has the layout of a string to sign. */
const leastRight = 2

/** The five parts of a text; undefined if it has another layout. */
const partsOf = (text: Bytes.Bytes, right: Draft): DraftParts | undefined => {
  const lines: Array<string> = []
  let start = 0
  while (lines.length < names.length) {
    const end = text.indexOf(0x0a, start)
    const line = end < 0 ? undefined : rewritable(text.subarray(start, end))
    if (line === undefined) return undefined
    lines.push(line)
    start = end + 1
  }
  const [method = '', target = '', timestamp = '', nonce = ''] = lines
  const parts = { method, target, timestamp, nonce, body: text.subarray(start) }
  return names.filter((name) => parts[name] === right[name]).length < leastRight ? undefined : parts
}

/** Whether these forms name both texts, and no cause. */
const isVague = ({ id }: Mistake): boolean => id === vague || id === 'target-other'

/** The first mistake of the catalogue that makes this value of a part. */
const stepTo = (slot: keyof DraftParts, signed: DraftParts, right: Draft, attempts: Attempts): Step | undefined => {
  const value = signed[slot]
  const only = typeof value === 'string' ? utf8(value) : value
  for (const mistake of catalogue) {
    if (!mistake.slots.includes(slot) || isVague(mistake)) continue
    for (const { detail, signed: made } of formsOf(mistake, right, attempts, only)) {
      const changed = made._tag === 'Draft' ? made.change[slot as 'target'] : undefined
      const isMade = typeof changed === 'string' ? changed === value : isSameBytes(changed, only)
      if (changed !== undefined && isMade) return { mistake, slot, detail }
    }
  }
  return undefined
}

const isSameBytes = (bytes: Bytes.Bytes | undefined, others: Bytes.Bytes): boolean =>
  bytes !== undefined && Bytes.Eq.equals(bytes, others)

const entryOf = (id: string): Mistake => catalogue.find((mistake) => mistake.id === id) as Mistake

/** The mistake that says of a part no more than that it is another one. */
const otherPart = (slot: keyof DraftParts, signed: DraftParts, right: Draft): Step => {
  const step = (id: string): Step => ({
    mistake: entryOf(id),
    slot,
    detail:
      slot === 'body'
        ? `signed ${signed.body.length} bytes, sent ${right.body.length}`
        : `signed ${signed[slot]}, sent ${right[slot]}`,
  })
  switch (slot) {
    case 'method':
      return step('method-other')
    case 'target':
      return step('target-other')
    case 'timestamp':
      return step('timestamp-drift')
    case 'nonce':
      return step('nonce-drift')
    case 'body':
      return step(bodyKind(rewritable(signed.body) ?? '', rewritable(right.body) ?? ''))
  }
}

const bodyKind = (signed: string, sent: string): string => {
  if (isJson(signed) && isJson(sent)) return 'body-reserialized'
  return isForm(signed) && isForm(sent) ? 'form-reencoded' : vague
}

/** Part by part, what was signed in place of the right text; undefined if the text has another layout. */
export const explainParts = (text: Bytes.Bytes, right: Draft, attempts: Attempts): FoundText | undefined => {
  const signed = partsOf(text, right)
  if (signed === undefined) return undefined
  const isRight = (slot: keyof DraftParts): boolean =>
    slot === 'body' ? Bytes.Eq.equals(signed.body, right.body) : signed[slot] === right[slot]
  const steps = [...names, 'body' as const]
    .filter((slot) => !isRight(slot))
    .map((slot) => stepTo(slot, signed, right, attempts) ?? otherPart(slot, signed, right))
  return { draft: { ...right, ...signed }, text, explanations: [steps], exhaustive: false }
}

/** A text of another layout that no mistake makes: which of the right parts it has, and which it lacks. */
export const explainLayout = (text: Bytes.Bytes, right: Draft): FoundText => {
  const signedText = latin1(text)
  const lacking = [...names, 'body' as const].filter(
    (slot) => !signedText.includes(latin1(slot === 'body' ? right.body : utf8(right[slot]))),
  )
  const step: Step = {
    mistake: entryOf(lacking.length > 0 ? 'part-missing' : 'parts-labelled'),
    slot: 'layout',
    detail: lacking.length > 0 ? lacking.join(', ') : 'in another form',
  }
  const draft = { ...right, layout: { ...standard, text } }
  return { draft, text, explanations: [[step]], exhaustive: false }
}
