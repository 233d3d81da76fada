/**
 * The report as one self-contained HTML file, to mail or to archive. It has no script, and its policy forbids anything that
 * a port might inject.
 */

import type { CaseVerdict, ConformanceReport, PortReport } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import { type Html, html, joined } from './markup.ts'
import { changesWords, portSection } from './pagePort.ts'
import { style } from './pageStyle.ts'
import { caseAnchor, groupAnchor, listAnchor, portAnchor, tagOf, toneOf } from './pageWords.ts'
import * as tally from './tally.ts'
import { isExamined, symbolOf, verdicts } from './verdicts.ts'

/** How many failing cases are shown in full, about 4 kB each. The ports share this number. */
const casesInFull = 200

/** The port, with names of a reasonable length. */
const introduced = (port: PortReport): PortReport => {
  const brief = (text: string): string => shortened(text, 100)
  return {
    ...port,
    name: brief(port.name),
    version: brief(port.version),
    language: brief(port.language),
    policies: port.policies.slice(0, 100).map(brief),
    ops: port.ops.slice(0, 100).map(brief),
  }
}

/** What is new, for the head of the page. */
const newly = ({ changes }: PortReport): Html | undefined => {
  const words = changesWords(changes)
  return words === '' ? undefined : html`<br><strong>New since the last report:</strong> ${words}`
}

/**
 * The report as one HTML page that needs no other file and no network. A port's words appear as text.
 *
 * @example
 * ```ts
 * import { pageOf } from 'countersign/conformance'
 *
 * const page = pageOf({ format: 1, suite: '1.0.0', digest: '', ports: [] })
 * assert.match(page, /^<!doctype html>/)
 * ```
 */
export const pageOf = (report: ConformanceReport): string => {
  const { suite, digest } = report
  const ports = report.ports.map(introduced)
  const room = Math.floor(casesInFull / Math.max(1, ports.length))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Conformance, suite ${suite}: ${ports.map(({ name }) => name).join(', ')}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<h1>Conformance report</h1>
<p class="quiet">Suite ${suite}, ${tally.plural(ports.length, 'port')}. Manifest <code>${digest}</code></p>
<ul class="ports">
${ports.map(
  (port, place) =>
    html`<li class="${tally.allPassed(port) ? 'good' : 'bad'}"><span><a href="#${portAnchor(place)}">${port.name}</a> ${tally.allPassed(port) ? '✓' : '✘'} ${tally.closing(port)}${newly(port)}</span></li>
`,
)}</ul>
</header>
<main>
<section aria-labelledby="groups"><h2 id="groups">Groups</h2>
${matrix({ ...report, ports })}</section>
${generatedSection({ ...report, ports })}${ports.map((port, place) => portSection(port, place, room))}</main>
</body>
</html>
`.markup
}

type Row = readonly [name: string, cells: ReadonlyArray<Html>]

/** A column for each port. */
const tableOf = (
  { ports }: ConformanceReport,
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

/** Where a cell of the matrix leads: to the failures of its group, or else to the list of the cases that were not run. */
const target = (place: number, { name, counts }: tally.Group, worst: CaseVerdict): string => {
  if (verdicts.some((verdict) => isExamined(verdict) && counts[verdict] > 0)) return groupAnchor(place, name)
  return listAnchor(place, worst === 'unsupported' ? 'unsupported' : 'not-run')
}

const groupCell = (place: number, group: tally.Group | undefined): Html => {
  if (group === undefined) return html`<td class="none">not part of it</td>`
  const worst = tally.worstOf(group.counts)
  if (worst === 'pass')
    return html`<td class="good">${symbolOf('pass')} ${group.cases.length}<span class="hidden"> passed</span></td>`
  return html`<td class="${toneOf(worst)}"><a href="#${target(place, group, worst)}">${symbolOf(worst)} ${tally.shortfall(group.counts)}</a> <small>of ${tally.countedCases(group.cases)}</small></td>`
}

/** The meaning of each mark in the matrix. */
const legend = ({ ports }: ConformanceReport): Html => {
  const seen = verdicts.filter((verdict) =>
    ports.some((port) => tally.allCases(port).some((one) => one.verdict === verdict)),
  )
  return html`<p class="small">${joined(seen.map(tagOf), ' ')}</p>`
}

const matrix = (report: ConformanceReport): Html => {
  const ports = report.ports.map(
    (port) => new Map(tally.groupsOf(tally.allCases(port)).map((group) => [group.name, group])),
  )
  // A port of a lower level has no cases of some groups.
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
    : html`<td class="good">${symbolOf('pass')} met ${tally.plural(met.inside + met.outside, 'time')}</td>`
}

const drawnBy = ({ generated }: PortReport): Html =>
  generated === undefined
    ? html`<td class="none">no generated runs</td>`
    : html`<td>${generated.runs}, seed <code>${shortened(generated.seed, 100)}</code>${generated.stopped === undefined ? undefined : html`; ended early: ${shortened(generated.stopped, longest)}`}</td>`

/** Empty if no port had generated runs. */
const generatedSection = (report: ConformanceReport): Html | undefined => {
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
