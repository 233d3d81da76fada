/** The findings of an explanation: one for each step, in the words that fit the signed text best. */
import { inspect } from '../../core/untrusted.ts'
import { catalogue } from './catalogue.ts'
import type { Draft } from './Draft.ts'
import { finding, inWordsOf } from './finding.ts'
import type { Library } from './library.ts'
import { latin1 } from './Received.ts'
import type { Finding } from './Report.ts'
import { orRewritten } from './rewritten.ts'
import type { Explanation, Step } from './search/Explanation.ts'
import { tellingOf } from './tellingOf.ts'

/** The drafts that findings compare, and how certain they are. */
export interface Proof {
  readonly signed: Draft
  readonly right: Draft
  /** Whether nothing else explains the text as simply. */
  readonly isOnly: boolean
  readonly isExact: boolean
  /** The library that the request names. */
  readonly library: Library | undefined
}

/** The findings of an explanation, in the order of the catalogue. */
export const stepFindings = (steps: Explanation, proof: Proof): ReadonlyArray<Finding> =>
  steps
    .toSorted((a, b) => catalogue.indexOf(a.mistake) - catalogue.indexOf(b.mistake))
    .map((step) => stepFinding(step, steps, { ...proof, signed: withEndOfLayout(proof.signed, steps) }))

/** The line ends of `trailing-line-feed`, by its forms. */
const lineEnds: Readonly<Record<string, string>> = { LF: '\n', CRLF: '\r\n', two: '\n\n' }

/**
 * The signed draft as this explanation sees it. The line end after the body may be the end of the body, as another explanation has it, or
 * stand after the body.
 */
const withEndOfLayout = (signed: Draft, steps: Explanation): Draft => {
  const step = steps.find(({ mistake }) => mistake.id === 'trailing-line-feed')
  const end = step === undefined ? undefined : lineEnds[step.detail]
  const { body, layout } = signed
  if (end === undefined || layout.end !== '' || !latin1(body.subarray(-end.length)).endsWith(end)) return signed
  return { ...signed, body: body.subarray(0, body.length - end.length), layout: { ...layout, end } }
}

/** If the signed text shows more than the catalogue says, it gives the words. */
const stepFinding = ({ mistake, slot, detail }: Step, steps: Explanation, proof: Proof): Finding => {
  const { signed, right: rightDraft, isOnly, isExact, library } = proof
  const isAlone = steps.filter((step) => step.slot === slot).length === 1
  // Comparing may fail for a text that is nested too deep. Then the catalogue gives the words.
  const telling = inspect(() => tellingOf({ id: mistake.id, detail }, signed, rightDraft, isAlone, library), undefined)
  const general = finding(telling?.id ?? mistake.id, detail, 'digest')
  const described = telling === undefined ? general : inWordsOf(general, telling)
  return {
    ...orRewritten(described, { slot, id: mistake.id, detail }, signed, rightDraft),
    exact: isExact,
    ...(isOnly ? {} : { tells: mistake.tells }),
  }
}
