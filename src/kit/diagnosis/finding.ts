/** Findings of a report, made from the entries of the catalogue: every part of the diagnosis that tells a mistake uses these. */
import { definedOf } from '../../core/Settings.ts'
import { catalogue } from './catalogue.ts'
import type { Mistake } from './Mistake.ts'
import type { Evidence, Finding, Report } from './Report.ts'
import type { Telling } from './Telling.ts'

const byId: ReadonlyMap<string, Mistake> = new Map(catalogue.map((mistake) => [mistake.id, mistake]))

export const mistakeOf = (id: string): Mistake => byId.get(id) as Mistake

/** A mistake of the catalogue, found in a form. What the request shows by itself is exact. */
export const finding = (id: string, detail: string, evidence: Evidence = 'header', offset?: number): Finding => {
  const { part, what, remedy, remedyFor } = mistakeOf(id)
  const exact = evidence !== 'clock' && evidence !== 'guess'
  return { id, detail, part, what, remedy, ...definedOf({ remedyFor }), evidence, exact, ...definedOf({ offset }) }
}

/** The finding in these words. The remedy of the catalogue goes with its addressees. */
export const inWordsOf = (
  { remedyFor: _, ...general }: Finding,
  words: Pick<Telling, 'what' | 'remedy' | 'remedyFor' | 'detail'>,
): Finding => ({ ...general, ...definedOf(words) })

/** What is left of a report on a request whose body is not known: header, clock, key and signature. */
export const evidentOf = ({
  expected,
  refusedParts,
  difference,
  headline,
  excluded,
  untried,
  inTime,
  unfinished,
  ...report
}: Report): Report => ({
  ...report,
  recovered: false,
  exact: false,
  findings: report.findings.filter(({ id, evidence }) => evidence !== 'guess' && mistakeOf(id).slots.length === 0),
  alternatives: [],
  complete: false,
})
