/** The self-contained cases, as a port gets them. */
import { readFileSync } from 'node:fs'
import { ours } from '../../../src/core/Policies.ts'
import { stepsOf } from '../../../src/kit/conformance/codecs.ts'
import { parseVectors } from '../../../src/kit/conformance/suite.ts'
import type { Answer, Vector } from '../../../src/kit/conformance/Vector.ts'

export const readCases = (file: string): ReadonlyArray<Vector> => parseVectors(readFileSync(file, 'utf8'))

/** A port may declare any policies; these three sets meet every branch. */
export const policySets: Readonly<Record<'none' | 'ours' | 'all', ReadonlyArray<string>>> = {
  none: [],
  ours: Object.entries(ours).flatMap(([name, taken]) => (taken === true ? [name] : [])),
  all: Object.keys(ours),
}

/** Whether the answer lets through what the case expects to be refused. */
export const letsThrough = ({ op, expect }: Vector, answer: Answer): boolean => {
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
