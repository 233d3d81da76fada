/**
 * Explains a text that was certainly signed, because the caller printed it. The simplest explanation is the right one, so these are looked
 * for in turn, until one is found:
 *
 *   1. one mistake of the whole text
 *   2. for each of several parts that differ, one mistake or two: the target by `target-decoded`, the body by `body-reserialized`
 *   3. two mistakes of the whole text
 *
 * If they do not make a part, the step says only that the part is another one.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { catalogue } from '../catalogue.ts'
import { type Draft, type DraftParts, rewritable, standard, textOf } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake } from '../Mistake.ts'
import { latin1 } from '../Received.ts'
import type { Progress } from '../Report.ts'
import { type Attempts, formsOf } from './attempts.ts'
import type { Explanation, Step } from './Explanation.ts'
import { entryOf, otherPart } from './otherPart.ts'
import { vague } from './sameCause.ts'
import { type FoundText, type Query, type SearchResult, search } from './search.ts'

const headParts = ['method', 'target', 'timestamp', 'nonce'] as const

/** If fewer of the four lines before the body are right, the text has another layout. */
const leastRight = 2

/** The five parts of a text in the usual layout, and those of them that are not the right ones. */
interface SignedParts {
  readonly signed: DraftParts
  readonly wrongSlots: ReadonlyArray<keyof DraftParts>
}

/** The parts of a text. Undefined if it has another layout. */
const partsOf = (signedText: Bytes.Bytes, rightDraft: Draft): SignedParts | undefined => {
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
  const signed = { method, target, timestamp, nonce, body: signedText.subarray(start) }
  const wrongHeadParts = headParts.filter((slot) => signed[slot] !== rightDraft[slot])
  if (headParts.length - wrongHeadParts.length < leastRight) return undefined
  const isBodyRight = Bytes.Eq.equals(signed.body, rightDraft.body)
  return { signed, wrongSlots: isBodyRight ? wrongHeadParts : [...wrongHeadParts, 'body'] }
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

/** Looks for at most so many mistakes that make this text. */
const searchFor = (text: Bytes.Bytes, mostMistakes: 1 | 2, query: Query): ReturnType<typeof search> =>
  search({
    ...query,
    matches: (signed) => Bytes.Eq.equals(signed, text),
    maxMistakes: Math.min(query.maxMistakes, mostMistakes),
  })

/** The two mistakes that a search has found. An edit is a single step, which says only that the part is another one. */
const pairIn = ({ found }: SearchResult): Explanation | undefined =>
  found?.explanations.find((steps) => steps.length === 2)

/** Explains a text. The result always has it as the text that was found. */
export function* explainProven(signedText: Bytes.Bytes, query: Query): ReturnType<typeof search> {
  const single = yield* searchFor(signedText, 1, query)
  if (single.found !== undefined) return single
  const [rightDraft] = query.expected
  const parts = partsOf(signedText, rightDraft)
  if (parts !== undefined && parts.wrongSlots.length > 1)
    return { ...single, found: foundBy(yield* explainParts(parts, query), parts, signedText, rightDraft) }
  const pair = yield* searchFor(signedText, 2, query)
  if (pair.found !== undefined) return pair
  if (parts === undefined) return { ...pair, found: explainLayout(signedText, rightDraft) }
  const steps = parts.wrongSlots.map((slot) => otherPart(slot, parts.signed, rightDraft))
  return { ...pair, found: foundBy(steps, parts, signedText, rightDraft) }
}

/** The text by an explanation, which need not be the only one. */
const foundBy = (
  steps: Explanation,
  { signed }: SignedParts,
  signedText: Bytes.Bytes,
  rightDraft: Draft,
): FoundText => ({ draft: { ...rightDraft, ...signed }, text: signedText, explanations: [steps], exhaustive: false })

/** Explains each wrong part by one mistake or by two, or by the step that says only that it is another one. */
function* explainParts(
  { signed, wrongSlots }: SignedParts,
  query: Query,
): Generator<Progress, Explanation, 'enough' | undefined> {
  const [rightDraft] = query.expected
  const attempts = { hash: query.hash, failed: new Set<string>() }
  const steps: Array<Step> = []
  for (const slot of wrongSlots) {
    const step = stepTo(slot, signed, rightDraft, attempts)
    if (step !== undefined) steps.push(step)
    else {
      const withOnePart = textOf({ ...rightDraft, [slot]: signed[slot] })
      const pair = pairIn(yield* searchFor(withOnePart, 2, query))
      steps.push(...(pair ?? [otherPart(slot, signed, rightDraft)]))
    }
  }
  return steps
}

/** The form of a text that no mistake makes. */
export const shownText = 'the text that was shown'

/** Explains a text of another layout that no mistake makes: names the right parts that it lacks. */
const explainLayout = (provenText: Bytes.Bytes, rightDraft: Draft): FoundText => {
  const signedText = latin1(provenText)
  const lacking = [...headParts, 'body' as const].filter(
    (slot) => !signedText.includes(latin1(slot === 'body' ? rightDraft.body : utf8(rightDraft[slot]))),
  )
  const mistake = entryOf(lacking.length > 0 ? 'part-missing' : 'parts-labelled')
  const step: Step = { mistake, slot: 'layout', detail: shownText }
  const draft = { ...rightDraft, layout: { ...standard, text: provenText } }
  return { draft, text: provenText, explanations: [[step]], exhaustive: false }
}
