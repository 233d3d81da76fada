import { catalogue } from './catalogue.ts'
import type { Mistake } from './Mistake.ts'
import type { Evidence, Finding } from './Report.ts'

const byId: ReadonlyMap<string, Mistake> = new Map(catalogue.map((mistake) => [mistake.id, mistake]))

export const mistakeOf = (id: string): Mistake => byId.get(id) as Mistake

/** A mistake of the catalogue, found in a form. What the request shows by itself is exact. */
export const finding = (id: string, detail: string, evidence: Evidence = 'header', offset?: number): Finding => {
  const { part, what, remedy } = mistakeOf(id)
  const exact = evidence !== 'clock' && evidence !== 'guess'
  return { id, detail, part, what, remedy, evidence, exact, ...(offset === undefined ? {} : { offset }) }
}
