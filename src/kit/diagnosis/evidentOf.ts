import { catalogue } from './catalogue.ts'
import type { Report } from './Report.ts'

/** The mistakes that show without the text that was signed. */
const evident: ReadonlySet<string> = new Set(
  catalogue
    .filter(({ slots, candidateOnly, part }) => slots.length === 0 && (!candidateOnly || part === 'key'))
    .map(({ id }) => id),
)

/** What is left of a report on a request whose body is not known: header, clock, key and signature. */
export const evidentOf = ({ expected: _, difference: __, headline: ___, ...report }: Report): Report => ({
  ...report,
  recovered: false,
  exact: false,
  findings: report.findings.filter(({ id }) => evident.has(id)),
  alternatives: [],
  complete: false,
})
