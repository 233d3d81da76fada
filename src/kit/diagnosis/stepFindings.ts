/** The findings of an explanation: one for each step, in the words that fit the signed text best. */
import { inspect } from '../../core/untrusted.ts'
import { catalogue } from './catalogue.ts'
import type { Draft } from './Draft.ts'
import { finding, inWordsOf } from './finding.ts'
import type { Library } from './library.ts'
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
    .map((step) => stepFinding(step, steps, proof))

/** If the signed text shows more than the catalogue says, it gives the words. */
const stepFinding = ({ mistake, slot, detail }: Step, steps: Explanation, proof: Proof): Finding => {
  const { signed, right: rightDraft, isOnly, isExact, library } = proof
  const isAlone = steps.filter((step) => step.slot === slot).length === 1
  // Comparing may fail for a text that is nested too deep. Then the catalogue gives the words.
  const telling = inspect(() => tellingOf({ id: mistake.id, detail }, signed, rightDraft, isAlone, library), undefined)
  const general = finding(telling?.id ?? mistake.id, detail, 'digest')
  const described = telling === undefined ? general : inWordsOf(general, telling)
  return {
    ...(slot === 'target' ? orRewritten(described, signed.target, rightDraft.target) : described),
    exact: isExact,
    ...(isOnly ? {} : { tells: mistake.tells }),
  }
}
