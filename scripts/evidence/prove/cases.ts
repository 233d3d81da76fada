/** The self-contained cases, as a port gets them, and how answers to them are judged. */
import { readFileSync } from 'node:fs'
import { ours } from '../../../src/core/Policies.ts'
import { stepsOf } from '../../../src/kit/conformance/codecs.ts'
import { compareAnswer } from '../../../src/kit/conformance/compareAnswer.ts'
import { parseVectors } from '../../../src/kit/conformance/suite.ts'
import type { PortAnswer, Vector } from '../../../src/kit/conformance/Vector.ts'

export const readCases = (file: string): ReadonlyArray<Vector> => parseVectors(readFileSync(file, 'utf8'))

/** A port may declare any policies; these three sets meet every branch. */
export const policySets: Readonly<Record<'none' | 'ours' | 'all', ReadonlyArray<string>>> = {
  none: [],
  ours: Object.entries(ours).flatMap(([name, taken]) => (taken === true ? [name] : [])),
  all: Object.keys(ours),
}

/** Whether the answer lets through what the case expects to be refused. */
export const letsThrough = ({ op, expect }: Vector, answer: PortAnswer): boolean => {
  // Without a limit on depth the plain port may run out of stack, which is no refusal either.
  if (answer.outcome === 'error' && answer.reason?.includes('call stack')) return true
  if (op !== 'verify' || expect.outcome === 'reject') return answer.outcome === 'accept' || answer.outcome === 'value'
  const right = stepsOf(expect)
  const given = stepsOf(answer)
  const refused = right.findLastIndex(({ outcome }) => outcome === 'reject')
  const last = refused < 0 ? right.length - 1 : refused
  return (
    answer.outcome === 'value' &&
    given.length === right.length &&
    right.every(({ outcome }, i) => given[i]?.outcome === 'accept' || (i !== last && outcome === 'reject'))
  )
}

export interface Judged {
  readonly passes: boolean
  readonly message: string
}

const known = new Map<string, Promise<Judged>>()

/** Judges answers once: most planted bugs answer most cases rightly, and then word for word as the clean port does. */
export const judged = (vector: Vector, answer: PortAnswer, policies: ReadonlyArray<string>): Promise<Judged> => {
  const { policy } = vector.expect
  const taken = policy === undefined || policies.includes(policy)
  const name = `${vector.id} ${taken} ${JSON.stringify(answer)}`
  const judgement =
    known.get(name) ??
    compareAnswer(vector, answer, policies).then(
      (found): Judged =>
        found.verdict === 'pass'
          ? { passes: true, message: '' }
          : { passes: false, message: `${found.verdict}: ${found.message}` },
      // An answer on which the judge stumbles is no right answer.
      (error): Judged => ({ passes: false, message: `unjudged: ${String(error)}` }),
    )
  known.set(name, judgement)
  return judgement
}
