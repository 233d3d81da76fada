import { mistakeOf } from './finding.ts'
import type { Report } from './Report.ts'

/** What is left of a report on a request whose body is not known: header, clock, key and signature. */
export const evidentOf = ({
  expected,
  difference,
  headline,
  excluded,
  untried,
  inTime,
  ...report
}: Report): Report => ({
  ...report,
  recovered: false,
  exact: false,
  findings: report.findings.filter(({ id, evidence }) => evidence !== 'guess' && mistakeOf(id).slots.length === 0),
  alternatives: [],
  complete: false,
})
