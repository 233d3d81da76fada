/**
 * Explains a text that was certainly signed, because the caller printed it. The simplest explanation comes first:
 *
 *   1. the mistakes that together make the text, as the search finds them for a signature alone
 *   2. if several parts differ, the mistakes of each: the target by `target-decoded`, the body by `body-reserialized`
 *
 * A part that no mistake explains gets a step that says only that it is another one. A text that is not in the usual layout gets a step
 * that names the right parts it lacks.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { type Draft, type DraftParts, partWithin, rewritable, standard, textOf } from '../Draft.ts'
import type { Progress } from '../Report.ts'
import { partsWithinText } from '../respelledParts.ts'
import type { Explanation, Step } from './Explanation.ts'
import { entryOf, otherPart } from './otherPart.ts'
import { type FoundText, type Query, search } from './search.ts'

const headParts = ['method', 'target', 'timestamp', 'nonce'] as const

/** If fewer of the four lines before the body are right, the text is not in the usual layout. */
const leastRight = 2

/** The five parts of a text in the usual layout, and those of them that are not the right ones. */
interface SignedParts {
  readonly signed: DraftParts
  readonly wrongSlots: ReadonlyArray<keyof DraftParts>
}

/** The parts of a text. Undefined if it is not in the usual layout. */
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

/** A part before the body that has line feeds of its own, with all other parts right: the source text of a function, for example. */
const partWithLines = (signedText: Bytes.Bytes, rightDraft: Draft): SignedParts | undefined => {
  for (const slot of headParts) {
    const bytes = partWithin(signedText, rightDraft, slot)
    const text = bytes && rewritable(bytes)
    if (text !== undefined) return { signed: { ...rightDraft, [slot]: text }, wrongSlots: [slot] }
  }
  return undefined
}

/** Looks for the mistakes that make this text. */
const searchFor = (text: Bytes.Bytes, query: Query): ReturnType<typeof search> =>
  search({ ...query, shown: text, matches: (signed) => Bytes.Eq.equals(signed, text) })

/** Explains a text. The result always has an explanation of exactly this text. */
export function* explainProven(signedText: Bytes.Bytes, query: Query): ReturnType<typeof search> {
  const result = yield* searchFor(signedText, query)
  if (result.found !== undefined) return result
  const [rightDraft] = query.expected
  const parts = partsOf(signedText, rightDraft) ?? partWithLines(signedText, rightDraft)
  if (parts === undefined) return { ...result, found: explainLayout(signedText, rightDraft) }
  const draft = { ...rightDraft, ...parts.signed }
  const steps = yield* explainParts(parts, query)
  return { ...result, found: { draft, text: signedText, explanations: [steps], exhaustive: false } }
}

/** Explains each wrong part by as few mistakes as possible. A single wrong part needs no new search: `explainProven` found no mistake. */
function* explainParts(
  { signed, wrongSlots }: SignedParts,
  query: Query,
): Generator<Progress, Explanation, 'enough' | undefined> {
  const [rightDraft] = query.expected
  const explanations: Array<Explanation> = []
  for (const slot of wrongSlots) {
    const withOneWrongPart = textOf({ ...rightDraft, [slot]: signed[slot] })
    const result = wrongSlots.length === 1 ? undefined : yield* searchFor(withOneWrongPart, query)
    explanations.push(result?.found?.explanations[0] ?? [otherPart(slot, signed, rightDraft)])
  }
  return explanations.flat()
}

/** The detail of the step for a text that no mistake makes. */
export const shownText = 'the text that was shown'

/** Explains a text of another layout that no mistake makes: names the right parts that it lacks. */
const explainLayout = (provenText: Bytes.Bytes, rightDraft: Draft): FoundText => {
  const draft = { ...rightDraft, layout: { ...standard, text: provenText } }
  const isLacking = partsWithinText(draft, rightDraft).length < standard.order.length
  const mistake = entryOf(isLacking ? 'part-missing' : 'parts-labelled')
  const step: Step = { mistake, slot: 'layout', detail: shownText }
  return { draft, text: provenText, explanations: [[step]], exhaustive: false }
}
