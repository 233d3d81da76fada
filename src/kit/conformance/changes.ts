/**
 * What is new in a port's report since its last one: cases that fail now and passed before, cases that pass now and failed before,
 * and the same for the rules of generated runs. The page and the terminal show these first.
 *
 *     before  nonce/empty: pass    target/asterisk: fail
 *     now     nonce/empty: fail    target/asterisk: pass     { broken: ['nonce/empty'], mended: ['target/asterisk'], … }
 */
import type { CaseReport, Changes, PortReport } from './Report.ts'

/** Compares the cases that both reports have, and the rules that both runs drew inputs for. */
export const changesBetween = (before: PortReport, now: PortReport): Changes => {
  const failedBefore = failedRules(before)
  const failedNow = failedRules(now)
  return {
    broken: turnedCases({ before, now, from: isGood, to: isBad }),
    mended: turnedCases({ before, now, from: isBad, to: isGood }),
    brokenRules: failedNow.filter((rule) => !failedBefore.includes(rule) && wasDrawn(before, rule)),
    mendedRules: failedBefore.filter((rule) => !failedNow.includes(rule) && wasDrawn(now, rule)),
  }
}

// ---- Cases

type IsVerdict = (report: CaseReport) => boolean

/** A known failure counts as good: it is not new. */
const isGood: IsVerdict = ({ verdict }) => verdict === 'pass' || verdict === 'known'

/** Whether the case was run, and failed. */
const isBad: IsVerdict = (report) => !isGood(report) && report.verdict !== 'not-run'

interface Turn {
  readonly before: PortReport
  readonly now: PortReport
  readonly from: IsVerdict
  readonly to: IsVerdict
}

/** The ids of the cases whose verdict was `from` before and is `to` now. */
const turnedCases = ({ before, now, from, to }: Turn): ReadonlyArray<string> => {
  const idsBefore = new Set(before.cases.filter(from).map(({ id }) => id))
  return now.cases.filter((report) => to(report) && idsBefore.has(report.id)).map(({ id }) => id)
}

// ---- Rules of generated runs

const failedRules = ({ generated }: PortReport): ReadonlyArray<string> =>
  (generated?.failures ?? []).map(({ rule }) => rule)

const wasDrawn = ({ generated }: PortReport, rule: string): boolean => generated?.rules[rule] !== undefined
