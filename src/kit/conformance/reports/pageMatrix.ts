/** Tables of ports: the groups at a glance, and the rules that generated runs break. Each cell has a colour and words. */
import type { PortReport, Report, Verdict } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import { type Html, html, joined } from './markup.ts'
import { caseAnchor, groupAnchor, listAnchor, portAnchor, tagOf, toneOf } from './pageWords.ts'
import type { Group } from './tally.ts'
import { allCases, countedCases, groupsOf, plural, shortfall, worstOf } from './tally.ts'
import { isExamined, symbolOf, verdicts } from './verdicts.ts'

type Row = readonly [name: string, cells: ReadonlyArray<Html>]

/** A column for each port. */
const tableOf = (
  { ports }: Report,
  [corner, label, look]: readonly [corner: string, label: string, look: string],
  rows: ReadonlyArray<Row>,
): Html =>
  html`<div class="box" role="region" aria-label="${label}" tabindex="0"><table class="${look}">
<thead><tr><th scope="col">${corner}</th>${ports.map(
    ({ name }, place) => html`<th scope="col"><a href="#${portAnchor(place)}">${name}</a></th>`,
  )}</tr></thead>
<tbody>${rows.map(
    ([name, cells]) => html`<tr><th scope="row">${name}</th>${cells}</tr>
`,
  )}</tbody></table></div>`

/** The anchor of a cell's cases. */
const target = (place: number, { name, counts }: Group, worst: Verdict): string => {
  if (verdicts.some((verdict) => isExamined(verdict) && counts[verdict] > 0)) return groupAnchor(place, name)
  return listAnchor(place, worst === 'unsupported' ? 'unsupported' : 'not-run')
}

const groupCell = (place: number, group: Group | undefined): Html => {
  if (group === undefined) return html`<td class="none">not part of it</td>`
  const worst = worstOf(group.counts)
  if (worst === 'pass')
    return html`<td class="good">${symbolOf('pass')} ${group.cases.length}<span class="hidden"> passed</span></td>`
  return html`<td class="${toneOf(worst)}"><a href="#${target(place, group, worst)}">${symbolOf(worst)} ${shortfall(group.counts)}</a> <small>of ${countedCases(group.cases)}</small></td>`
}

/** The meaning of each mark in the matrix. */
const legend = ({ ports }: Report): Html => {
  const seen = verdicts.filter((verdict) => ports.some((port) => allCases(port).some((one) => one.verdict === verdict)))
  return html`<p class="small">${joined(seen.map(tagOf), ' ')}</p>`
}

export const matrix = (report: Report): Html => {
  const ports = report.ports.map((port) => new Map(groupsOf(allCases(port)).map((group) => [group.name, group])))
  // A port of a lower level lacks some.
  const names = [...new Set(ports.flatMap((groups) => [...groups.keys()]))]
  if (names.length === 0) return html`<p>No case was run.</p>`
  const rows = names.map((name): Row => [name, ports.map((groups, place) => groupCell(place, groups.get(name)))])
  return html`${tableOf(report, ['group', 'Groups and ports', 'matrix'], rows)}
${legend(report)}`
}

// ---- Generated runs

const ruleCell = (port: PortReport, place: number, cause: string): Html => {
  const failure = port.generated?.failures.find((one) => one.cause === cause)
  if (failure !== undefined) {
    const { generator, message } = failure
    return html`<td class="bad"><a href="#${caseAnchor(place, `generated/${generator}`)}">${symbolOf('fail')} ${generator}</a> <span class="said">${shortened(message, 200)}</span></td>`
  }
  if (port.generated === undefined) return html`<td class="none">no generated runs</td>`
  const met = port.generated.rules[cause]
  return met === undefined
    ? html`<td class="none">not met</td>`
    : html`<td class="good">${symbolOf('pass')} met ${plural(met.inside + met.outside, 'time')}</td>`
}

const drawnBy = ({ generated }: PortReport): Html =>
  generated === undefined
    ? html`<td class="none">no generated runs</td>`
    : html`<td>${generated.runs}, seed <code>${shortened(generated.seed, 100)}</code>${generated.stopped === undefined ? undefined : html`; ended early: ${shortened(generated.stopped, longest)}`}</td>`

/** Nothing if no port had generated runs. */
export const generatedSection = (report: Report): Html | undefined => {
  const { ports } = report
  if (ports.every(({ generated }) => generated === undefined)) return undefined
  const causes = [...new Set(ports.flatMap(({ generated }) => (generated?.failures ?? []).map(({ cause }) => cause)))]
  const rows: ReadonlyArray<Row> = [
    ['runs', ports.map(drawnBy)],
    ...causes.map((cause): Row => [cause, ports.map((port, place) => ruleCell(port, place, cause))]),
  ]
  return html`<section aria-labelledby="generated"><h2 id="generated">Generated runs</h2>
<p class="quiet">${causes.length === 0 ? 'No port breaks a rule.' : 'Each row is a rule that a port breaks. The name of the generator leads to the smallest input that shows it.'}</p>
${tableOf(report, ['rule', 'Rules and ports', 'matrix rules'], rows)}</section>
`
}
