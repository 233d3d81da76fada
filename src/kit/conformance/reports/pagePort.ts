/**
 * The part of the page that belongs to one port: the summary, the cases that did not pass, and those that did.
 */

import type { CaseReport, PortReport } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import { type Html, html, joined } from './markup.ts'
import { caseSection } from './pageCase.ts'
import { changesSection } from './pageChanges.ts'
import { caseAnchor, groupAnchor, listAnchor, portAnchor, tagOf } from './pageWords.ts'
import {
  allCases,
  allPassed,
  closing,
  countedCases,
  failedCanaries,
  groupsOf,
  plural,
  sentence,
  shortfall,
  staleWords,
} from './tally.ts'
import { isExamined } from './verdicts.ts'

/** Nothing where there is nothing to tell. */
const fact = (name: string, value: Html | string | undefined): Html | undefined =>
  value === undefined || value === ''
    ? undefined
    : html`<dt>${name}</dt><dd>${value}</dd>
`

const codes = (texts: ReadonlyArray<string>): Html =>
  texts.length === 0
    ? html`none`
    : joined(
        texts.map((text) => html`<code>${text}</code>`),
        ', ',
      )

const canaries = (port: PortReport): Html | undefined => {
  const failed = failedCanaries(port)
  if (port.canaries.length === 0) return undefined
  return html`${port.canaries.length - failed.length} of ${port.canaries.length} passed${failed.map(
    ({ name, message = 'it failed' }) =>
      html`<br><span class="tag bad">✘</span> ${shortened(name, 100)}: ${shortened(message, longest)}`,
  )}`
}

const stale = ({ stale: entries }: PortReport): Html | undefined =>
  entries.length === 0
    ? undefined
    : joined(
        entries.map(({ id, why }) => html`<code>${id}</code>: ${staleWords(why)}`),
        '; ',
      )

const summary = (port: PortReport): Html => {
  const { version, language, command, level, policies, ops, counts, reasons, seconds, cases, date, runner } = port
  const { generated } = port
  const order = generated?.order
  const notJudged = html` <span class="quiet">(not judged)</span>`
  return html`<dl class="facts">
${[
  fact('Version', sentence([version, language])),
  fact('Run', date && sentence([date, runner === undefined ? '' : `by runner ${runner}`])),
  fact('Command', html`<code>${command}</code>`),
  fact('Level', level),
  fact('Policies', codes(policies)),
  fact('Operations', codes(ops)),
  fact('Cases', `${cases.length}: ${sentence([`${counts.pass} passed`, shortfall(counts)])}`),
  fact('Reasons', reasons.of > 0 ? html`${reasons.agree} of ${reasons.of} are the suite’s${notJudged}` : ''),
  fact('Generated runs', generated && `${generated.runs}, ${plural(generated.failures.length, 'failure')}`),
  fact('Order of checks', order && html`${order.agree} of ${order.of} pairs${order.isJudged ? undefined : notJudged}`),
  fact('Canaries', canaries(port)),
  fact('Stale known failures', stale(port)),
  fact('Restarts', String(port.restarts)),
  fact('Time', `${seconds.toFixed(1)} s`),
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
  return html`<h3>Failed: ${countedCases(all)}</h3>
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
  return html`<section id="${listAnchor(place, verdict)}"><h3>${title}: ${countedCases(cases)}</h3>
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
