/** The part of the page that belongs to one port: the summary, what is new, and the cases, each failed one with its evidence. */
import type { CaseReport, Changes, Failure, PortReport } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import type { Trace } from '../Vector.ts'
import { viewOf } from './hexRows.ts'
import { type Html, html, joined } from './markup.ts'
import { bytesAsText, differenceOf } from './pageDifference.ts'
import { caseAnchor, groupAnchor, listAnchor, portAnchor, tagOf } from './pageWords.ts'
import * as tally from './tally.ts'
import { isExamined } from './verdicts.ts'

// ---- A failed case: first the remedy, then the evidence

const part = (title: string, content: Html): Html => html`<h6>${title}</h6>${content}
`

const text = (content: string): Html => html`<pre>${shortened(content, longest)}</pre>`

const flagsOf = ({ flags }: Failure): Html | undefined =>
  flags.length === 0
    ? undefined
    : part(
        flags.length === 1 ? 'The likely mistake' : 'The likely mistakes',
        html`<ul class="flags">${flags.map(
          (one) =>
            html`<li><code>${one.flag}</code>: ${one.mistake}<br><strong>Remedy:</strong> ${tally.remedyWords(one)}</li>`,
        )}</ul>`,
      )

const traceOf = ({ stringToSign, sha256, block }: Trace, compared: boolean): Html => {
  const view = stringToSign === undefined || compared ? undefined : viewOf(stringToSign)
  return html`${view === undefined ? undefined : part('The string to sign', bytesAsText(view))}
${part('SHA-256 of the string to sign', text(sha256))}
${block === undefined ? undefined : part('The padded block that the signature holds', text(block))}`
}

const evidence = (failure: Failure): Html => {
  const { input, expected, received, authorization = [], difference, trace, stderr } = failure
  return html`${input === undefined ? undefined : part('Input', text(input))}<div class="pair"><div>${part('Expected', text(expected))}</div>
<div>${part('Received', received === undefined ? html`<p class="quiet">nothing</p>` : text(received))}</div></div>
${authorization.length === 0 ? undefined : part('Authorization', html`${authorization.map(text)}`)}
${difference === undefined ? undefined : differenceOf(difference)}
${trace === undefined ? undefined : traceOf(trace, difference?.of === 'string to sign')}
${stderr === undefined ? undefined : part('Standard error', text(stderr))}`
}

const knownOf = ({ known }: Failure): Html | undefined =>
  known && html`<p>Known until ${shortened(known.expires, longest)}: ${shortened(known.reason, longest)}</p>`

/** `place` is the port's place in the report; `open` unfolds the evidence. */
const caseSection = (
  { id, verdict, op, failure }: CaseReport,
  { place, open }: { readonly place: number; readonly open: boolean },
): Html => {
  const anchor = caseAnchor(place, id)
  const head = html`<h5>${tagOf(verdict)} <a href="#${anchor}"><code>${id}</code></a> <span class="quiet small">${op}</span></h5>`
  if (failure === undefined)
    return html`<article class="case" id="${anchor}">${head}</article>
`
  const { message, comment, rerun } = failure
  return html`<article class="case" id="${anchor}">${head}
<p>${shortened(message, longest)}</p>
<p class="quiet">${comment}</p>
${knownOf(failure)}<details class="shown"${open ? html` open` : undefined}><summary>Details<span class="hidden"> of ${id}</span></summary>
${flagsOf(failure)}${evidence(failure)}</details>
${part('Repeat just this case', html`<pre class="copy">${rerun}</pre>`)}</article>
`
}

// ---- What is new since the last report of a port

const listed = (title: string, tone: 'good' | 'bad', items: ReadonlyArray<Html>): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<h4><span class="tag ${tone}">${tone === 'good' ? '✓' : '✘'}</span> ${title}</h4><ul class="ids">${items.map((item) => html`<li>${item}</li>`)}</ul>
`

/** Nothing if no earlier report was there. */
const changesSection = (changes: Changes | undefined, place: number): Html | undefined => {
  if (changes === undefined) return undefined
  const { broken, mended, brokenRules, mendedRules } = changes
  const link = (id: string): Html => html`<a href="#${caseAnchor(place, id)}"><code>${id}</code></a>`
  const rule = (text: string): Html => html`${text}`
  const isSame = [broken, mended, brokenRules, mendedRules].every((some) => some.length === 0)
  return html`<h3>New since the last report</h3>
${isSame ? html`<p class="quiet">Nothing has changed.</p>` : undefined}${listed(`Fails now: ${tally.plural(broken.length, 'case')}`, 'bad', broken.map(link))}${listed(`Fails now in generated runs: ${tally.plural(brokenRules.length, 'rule')}`, 'bad', brokenRules.map(rule))}${listed(`Passes now: ${tally.plural(mended.length, 'case')}`, 'good', mended.map(link))}${listed(`Failed in generated runs, and not this time: ${tally.plural(mendedRules.length, 'rule')}`, 'good', mendedRules.map(rule))}`
}

/** `new: 2 cases and 1 rule fail; 3 cases pass`; empty if nothing has changed. */
export const changesWords = (changes: Changes | undefined): string => {
  if (changes === undefined) return ''
  const { broken, mended, brokenRules, mendedRules } = changes
  const counted = (cases: number, rules: number, does: string): string => {
    const parts = [cases > 0 ? tally.plural(cases, 'case') : '', rules > 0 ? tally.plural(rules, 'rule') : '']
    const all = tally.sentence(parts, ' and ')
    return all === '' ? '' : `${all} ${does}`
  }
  return tally.sentence([
    counted(broken.length, brokenRules.length, 'newly failing'),
    counted(mended.length, mendedRules.length, 'no longer failing'),
  ])
}

// ---- The port

/** Nothing where there is nothing to tell. */
const fact = (name: string, value: Html | string | undefined): Html | undefined =>
  value === undefined || value === ''
    ? undefined
    : html`<dt>${name}</dt><dd>${value}</dd>
`

const codes = (texts: ReadonlyArray<string>): Html => {
  const all = texts.map((text) => html`<code>${text}</code>`)
  return all.length === 0 ? html`none` : joined(all, ', ')
}

const canaries = (port: PortReport): Html | undefined => {
  const failed = tally.failedCanaries(port)
  if (port.canaries.length === 0) return undefined
  return html`${port.canaries.length - failed.length} of ${port.canaries.length} passed${failed.map(
    ({ name, message = 'it failed' }) =>
      html`<br><span class="tag bad">✘</span> ${shortened(name, 100)}: ${shortened(message, longest)}`,
  )}`
}

const stale = (port: PortReport): Html | undefined => {
  const entries = port.stale.map(({ id, why }) => html`<code>${id}</code>: ${tally.staleWords[why]}`)
  return entries.length === 0 ? undefined : joined(entries, '; ')
}

const summary = (port: PortReport): Html => {
  const { version, language, command, level, policies, ops, counts, reasons, seconds, cases, date, runner } = port
  const { generated, stopped } = port
  const order = generated?.order
  const stderr = stopped?.stderr === undefined ? undefined : html`<pre>${shortened(stopped.stderr, longest)}</pre>`
  const end = stopped && html`<h3>The run was given up</h3><p>${shortened(stopped.message, longest)}</p>${stderr}`
  const notJudged = html` <span class="quiet">(not judged)</span>`
  return html`<dl class="facts">
${[
  fact('Version', tally.sentence([version, language])),
  fact('Run', date && tally.sentence([date, runner === undefined ? '' : `by runner ${runner}`])),
  fact('Command', html`<code>${command}</code>`),
  fact('Level', level),
  fact('Policies', codes(policies)),
  fact('Operations', codes(ops)),
  fact('Cases', `${cases.length}: ${tally.sentence([`${counts.pass} passed`, tally.shortfall(counts)])}`),
  fact('Reasons', reasons.of > 0 ? html`${reasons.agree} of ${reasons.of} are the suite’s${notJudged}` : ''),
  fact('Generated runs', generated && `${generated.runs}, ${tally.plural(generated.failures.length, 'failure')}`),
  fact('Order of checks', order && html`${order.agree} of ${order.of} pairs${order.isJudged ? undefined : notJudged}`),
  fact('Canaries', canaries(port)),
  fact('Stale known failures', stale(port)),
  fact('Restarts', String(port.restarts)),
  fact('Time', `${seconds.toFixed(1)} s`),
]}</dl>
${end}`
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
  const all = tally.allCases(port).filter(({ verdict }) => isExamined(verdict))
  if (all.length === 0) return undefined
  const open = all.length <= fewCases
  const inFull = new Set(all.slice(0, room))
  const remaining = all.length - inFull.size
  return html`<h3>Failed: ${tally.countedCases(all)}</h3>
${remaining > 0 ? html`<p>Too many to show them all in full: ${tally.plural(remaining, 'case')} stand here by name, and in full in report.json.</p>` : undefined}
${tally.groupsOf(all).map(({ name, cases }) => {
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
  const cases = tally.allCases(port).filter((one) => one.verdict === verdict)
  if (cases.length === 0) return undefined
  return html`<section id="${listAnchor(place, verdict)}"><h3>${title}: ${tally.countedCases(cases)}</h3>
<details><summary>Show them</summary>
${tally.groupsOf(cases).map(({ name, cases: some }) => html`<h4>${name}</h4>${items(some, place)}`)}</details></section>
`
}

/** `room` is the number of failing cases in full. */
export const portSection = (port: PortReport, place: number, room: number): Html =>
  html`<section id="${portAnchor(place)}"><h2>${port.name}</h2>
<p><span class="tag ${tally.allPassed(port) ? 'good' : 'bad'}">${tally.allPassed(port) ? '✓' : '✘'}</span> ${tally.closing(port)}</p>
${summary(port)}
${changesSection(port.changes, place)}
${examined(port, place, room)}
${list(port, place, 'unsupported', 'Unsupported')}
${list(port, place, 'not-run', 'Not run')}
${list(port, place, 'pass', 'Passed')}</section>
`
