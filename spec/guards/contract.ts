/**
 * The law of every replay guard, as `countersign/testing/laws` has it. A guard's spec calls `contract` with a function that opens one.
 */
import { type OpenGuard, replayGuardLaws } from '../../src/kit/testing/laws.ts'
import { suite } from '../support/suite.ts'

/** `sharesQuota`: whether the guard gives each part of its store a part of the quota, and so counts none exactly. */
export const contract = (name: string, open: OpenGuard, sharesQuota = false): void => {
  const laws = suite(`${name}: the laws`)
  for (const law of replayGuardLaws(open, { without: sharesQuota ? ['quota'] : [] })) laws(law.name, law.check)
}
