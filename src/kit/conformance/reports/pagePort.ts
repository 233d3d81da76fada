/**
 * The part of the page that belongs to one port: the summary, the cases that did not pass, and those that did.
 */

import type { CaseReport, PortReport } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import { type Html, html, joined } from './markup.ts'
import { caseSection } from './pageCase.ts'
import { changesSection } from './pageChanges.ts'
import { caseAnchor, groupAnchor, listAnchor, portAnchor, tagOf } from './pageWords.ts'
import { allCases, allPassed, closing, failedCanaries, groupsOf, plural, shortfall, staleWords } from './tally.ts'
import { isExamined } from './verdicts.ts'

const fact = (name: string, value: Html): Html => html`<dt>${name}</dt><dd>${value}</dd>
`

const codes = (texts: ReadonlyArray<string>): Html =>
  texts.length === 0
    ? html`none`
    : joined(
        texts.map((text) => html`<code>${text}</code>`),
        ', ',
      )

const canaries = (port: PortReport): Html => {
  const failed = failedCanaries(port)
  return html`${port.canaries.length - failed.length} of ${port.canaries.length} passed${failed.map(
    ({ name, message = 'it failed' }) =>
      html`<br><span class="tag bad">✘</span> ${shortened(name, 100)}: ${shortened(message, longest)}`,
  )}`
}

const stale = ({ stale: entries }: PortReport): Html =>
  joined(
    entries.map(({ id, why }) => html`<code>${id}</code>: ${staleWords(why)}`),
    '; ',
  )

const summary = (port: PortReport): Html => {
  const { version, language, command, level, policies, ops, counts, reasons, restarts, seconds, cases, date, runner } =
    port
  const order = port.generated?.order
  const made = [version, language].filter((text) => text !== '').join(', ')
  return html`<dl class="facts">
${[
  ...(made === '' ? [] : [fact('Version', html`${made}`)]),
  ...(date === undefined ? [] : [fact('Run', html`${date}${runner === undefined ? '' : `, by runner ${runner}`}`)]),
  fact('Command', html`<code>${command}</code>`),
  fact('Level', html`${level}`),
  fact('Policies', codes(policies)),
  fact('Operations', codes(ops)),
  fact(
    'Cases',
    html`${cases.length}: ${[`${counts.pass} passed`, shortfall(counts)].filter((text) => text !== '').join(', ')}`,
  ),
  ...(reasons.of === 0
    ? []
    : [
        fact(
          'Reasons',
          html`${reasons.agree} of ${reasons.of} are the suite’s <span class="quiet">(not judged)</span>`,
        ),
      ]),
  ...(port.generated === undefined
    ? []
    : [fact('Generated runs', html`${port.generated.runs}, ${plural(port.generated.failures.length, 'failure')}`)]),
  ...(order === undefined
    ? []
    : [fact('Order of checks', html`${order.agree} of ${order.of} pairs${order.isJudged ? '' : ' (not judged)'}`)]),
  ...(port.canaries.length === 0 ? [] : [fact('Canaries', canaries(port))]),
  ...(port.stale.length === 0 ? [] : [fact('Stale known failures', stale(port))]),
  fact('Restarts', html`${restarts}`),
  fact('Time', html`${seconds.toFixed(1)} s`),
]}</dl>
${
  port.stopped === undefined
    ? undefined
    : html`<h3>The run was given up</h3><p>${shortened(port.stopped.message, longest)}</p>${
        port.stopped.stderr === undefined ? undefined : html`<pre>${shortened(port.stopped.stderr, longest)}</pre>`
      }`
}`
}

const item = ({ id, verdict, reasonAgrees, failure }: CaseReport, place: number): Html => {
  const remark = verdict === 'pass' ? (reasonAgrees === false ? 'for another reason' : undefined) : failure?.message
  const told = remark === undefined ? undefined : html` <span class="quiet">${shortened(remark, 200)}</span>`
  const tag = isExamined(verdict) ? html`${tagOf(verdict)} ` : undefined
  return html`<li id="${caseAnchor(place, id)}">${tag}<code>${id}</code>${told}</li>
`
}

const items = (cases: ReadonlyArray<CaseReport>, place: number): Html =>
  html`<ul class="ids">${cases.map((one) => item(one, place))}</ul>
`

/** At most this many cases are unfolded: more would hide the list. */
const fewCases = 3

const examined = (port: PortReport, place: number, room: number): Html | undefined => {
  const all = allCases(port).filter(({ verdict }) => isExamined(verdict))
  if (all.length === 0) return undefined
  const open = all.length <= fewCases
  const inFull = new Set(all.slice(0, room))
  const remaining = all.length - inFull.size
  return html`<h3>Failed: ${plural(all.length, 'case')}</h3>
${remaining > 0 ? html`<p>Too many to show them all in full: ${plural(remaining, 'case')} stand here by name, and in full in report.json.</p>` : undefined}
${groupsOf(all).map(({ name, cases }) => {
  const others = cases.filter((one) => !inFull.has(one))
  return html`<section id="${groupAnchor(place, name)}"><h4>${name}</h4>
${cases.filter((one) => inFull.has(one)).map((one) => caseSection(one, { place, open }))}
${others.length > 0 ? items(others, place) : undefined}</section>
`
})}`
}

const list = (
  port: PortReport,
  place: number,
  verdict: 'pass' | 'unsupported' | 'not-run',
  title: string,
): Html | undefined => {
  const cases = allCases(port).filter((one) => one.verdict === verdict)
  if (cases.length === 0) return undefined
  return html`<section id="${listAnchor(place, verdict)}"><h3>${title}: ${plural(cases.length, 'case')}</h3>
<details><summary>Show them</summary>
${groupsOf(cases).map(({ name, cases: some }) => html`<h4>${name}</h4>${items(some, place)}`)}</details></section>
`
}

/** `room` is the number of failing cases in full. */
export const portSection = (port: PortReport, place: number, room: number): Html =>
  html`<section id="${portAnchor(place)}"><h2>${port.name}</h2>
<p><span class="tag ${allPassed(port) ? 'good' : 'bad'}">${allPassed(port) ? '✓' : '✘'}</span> ${closing(port)}</p>
${summary(port)}
${changesSection(port.changes, place)}
${examined(port, place, room)}
${list(port, place, 'unsupported', 'Unsupported')}
${list(port, place, 'not-run', 'Not run')}
${list(port, place, 'pass', 'Passed')}</section>
`
