/** What is new in a port's report since its last one. */
import type { CaseReport, Changes, PortReport } from './Report.ts'

const isGood = ({ verdict }: CaseReport): boolean => verdict === 'pass' || verdict === 'known'

/** Whether the case was run, and failed. */
const isBad = (one: CaseReport): boolean => !isGood(one) && one.verdict !== 'not-run'

const failedRules = ({ generated }: PortReport): ReadonlyArray<string> =>
  (generated?.failures ?? []).map(({ rule }) => rule)

/** Compares the cases that are in both reports, and the rules that both runs met. */
export const changesBetween = (before: PortReport, now: PortReport): Changes => {
  const earlier = new Map(before.cases.map((one) => [one.id, one]))
  const turned = (from: typeof isGood, to: typeof isGood): ReadonlyArray<string> =>
    now.cases.filter((one) => to(one) && [earlier.get(one.id)].some((old) => old && from(old))).map(({ id }) => id)
  const failedBefore = failedRules(before)
  const failedNow = failedRules(now)
  const met = (port: PortReport, rule: string): boolean => port.generated?.rules[rule] !== undefined
  return {
    broken: turned(isGood, isBad),
    mended: turned(isBad, isGood),
    brokenRules: failedNow.filter((rule) => !failedBefore.includes(rule) && met(before, rule)),
    mendedRules: failedBefore.filter((rule) => !failedNow.includes(rule) && met(now, rule)),
  }
}
