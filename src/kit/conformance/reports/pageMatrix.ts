/** Groups × ports at a glance. Each cell has a colour and words; a cell with failures links to its cases. */
import type { Report, Verdict } from '../Report.ts'
import { type Html, html, joined } from './markup.ts'
import { groupAnchor, listAnchor, portAnchor, tagOf, toneOf } from './pageWords.ts'
import type { Group } from './tally.ts'
import { allCases, groupNames, groupsOf, plural, shortfall, worstOf } from './tally.ts'
import { isExamined, symbolOf, verdicts } from './verdicts.ts'

/** The anchor of a cell's cases. */
const target = (place: number, { name, counts }: Group, worst: Verdict): string => {
  if (verdicts.some((verdict) => isExamined(verdict) && counts[verdict] > 0)) return groupAnchor(place, name)
  return listAnchor(place, worst === 'unsupported' ? 'unsupported' : 'not-run')
}

const cell = (place: number, group: Group | undefined): Html => {
  if (group === undefined) return html`<td class="none">not part of it</td>`
  const worst = worstOf(group.counts)
  const total = group.cases.length
  if (worst === 'pass')
    return html`<td class="good">${symbolOf('pass')} ${total}<span class="hidden"> passed</span></td>`
  return html`<td class="${toneOf(worst)}"><a href="#${target(place, group, worst)}">${symbolOf(worst)} ${shortfall(group.counts)}</a> <small>of ${plural(total, 'case')}</small></td>`
}

/** The meaning of each mark in the matrix. */
const legend = ({ ports }: Report): Html => {
  const seen = verdicts.filter((verdict) => ports.some((port) => allCases(port).some((one) => one.verdict === verdict)))
  return html`<p class="small">${joined(seen.map(tagOf), ' ')}</p>`
}

export const matrix = (report: Report): Html => {
  const ports = report.ports.map((port) => new Map(groupsOf(allCases(port)).map((group) => [group.name, group])))
  const names = groupNames(report)
  if (names.length === 0) return html`<p>No case was run.</p>`
  return html`<div class="box" role="region" aria-label="Groups and ports" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">group</th>${report.ports.map(
    ({ name }, place) => html`<th scope="col"><a href="#${portAnchor(place)}">${name}</a></th>`,
  )}</tr></thead>
<tbody>${names.map(
    (name) => html`<tr><th scope="row">${name}</th>${ports.map((groups, place) => cell(place, groups.get(name)))}</tr>
`,
  )}</tbody></table></div>
${legend(report)}`
}
