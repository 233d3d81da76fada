/**
 * The part of the page that belongs to one port. From top to bottom: the verdict in a sentence, the facts of the run, what is new
 * since the last report, the failed cases with their evidence, and folded lists of the other cases.
 *
 *     gopher
 *     ✘ not conformant at level full: 410 of 412 cases passed in 1.2 s; 2 wrong answers
 *     Version 1.4.0, Go 1.23 …
 *     New since the last report: New failures: 1 case: nonce/too-long
 *     Failed: 2 cases
 *         ✘ wrong answer  nonce/too-long  verify …
 */
import type { CaseReport, Changes, Failure, PortReport } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import type { Trace } from '../Vector.ts'
import { viewOf } from './hexRows.ts'
import { type Html, html, joined } from './markup.ts'
import { bytesAsText, differenceOf } from './pageDifference.ts'
import { caseAnchor, groupAnchor, listAnchor, portAnchor, tagOf } from './pageWords.ts'
import * as tally from './tally.ts'
import { isExamined } from './verdicts.ts'

/** `place` is the port's index in the report. `room` is the number of failing cases that are shown in full. */
export const portSection = (port: PortReport, place: number, room: number): Html =>
  html`<section id="${portAnchor(place)}"><h2>${port.name}</h2>
<p><span class="tag ${tally.allPassed(port) ? 'good' : 'bad'}">${tally.allPassed(port) ? '✓' : '✘'}</span> ${tally.closing(port)}</p>
${factsOfRun(port)}
${changesSection(port.changes, place)}
${failedSection(port, place, room)}
${foldedList(port, place, 'unsupported', 'Unsupported')}
${foldedList(port, place, 'not-run', 'Not run')}
${foldedList(port, place, 'pass', 'Passed')}</section>
`

// ---- The facts of the run

const factsOfRun = (port: PortReport): Html => {
  const { version, language, command, level, policies, ops, counts, reasons, seconds, cases, date, runner } = port
  const { generated, stopped } = port
  const order = generated?.order
  const notJudged = html` <span class="quiet">(no verdict depends on this)</span>`
  return html`<dl class="facts">
${[
  fact('Version', tally.sentence([version, language])),
  fact('Run', date && tally.sentence([date, runner === undefined ? '' : `by runner ${runner}`])),
  fact('Command', html`<code>${command}</code>`),
  fact('Level', level),
  fact('Policies', codes(policies)),
  fact('Operations', codes(ops)),
  fact('Cases', `${cases.length}: ${tally.sentence([`${counts.pass} passed`, tally.shortfall(counts)])}`),
  fact(
    'Reasons',
    reasons.of > 0
      ? html`for ${reasons.agree} of ${reasons.of} refusals, the reason that the suite expects${notJudged}`
      : '',
  ),
  fact('Generated runs', generated && `${generated.runs}, ${tally.plural(generated.failures.length, 'failure')}`),
  fact(
    'Order of checks',
    order &&
      html`for ${order.agree} of ${order.of} requests with two faults, the fault that the suite checks first${order.isJudged ? undefined : notJudged}`,
  ),
  fact('Canaries', canariesFact(port)),
  fact('Stale known failures', staleFact(port)),
  fact('Restarts', String(port.restarts)),
  fact('Time', `${seconds.toFixed(1)} s`),
]}</dl>
${stopped && givenUp(stopped)}`
}

/** A name and its value. Empty if the value is empty. */
const fact = (name: string, value: Html | string | undefined): Html | undefined =>
  value === undefined || value === ''
    ? undefined
    : html`<dt>${name}</dt><dd>${value}</dd>
`

const codes = (names: ReadonlyArray<string>): Html =>
  names.length === 0
    ? html`none`
    : joined(
        names.map((name) => html`<code>${name}</code>`),
        ', ',
      )

const canariesFact = (port: PortReport): Html | undefined => {
  const failed = tally.failedCanaries(port)
  if (port.canaries.length === 0) return undefined
  const failures = failed.map(
    ({ name, message = 'it failed' }) =>
      html`<br><span class="tag bad">✘</span> ${shortened(name, 100)}: ${shortened(message, longest)}`,
  )
  return html`${port.canaries.length - failed.length} of ${port.canaries.length} passed${failures}`
}

const staleFact = (port: PortReport): Html | undefined => {
  const entries = port.stale.map(({ id, why }) => html`<code>${id}</code>: ${tally.staleWords[why]}`)
  return entries.length === 0 ? undefined : joined(entries, '; ')
}

const givenUp = ({ message, stderr }: NonNullable<PortReport['stopped']>): Html => {
  const output = stderr === undefined ? undefined : html`<pre>${shortened(stderr, longest)}</pre>`
  return html`<h3>The run was stopped</h3><p>${shortened(message, longest)}</p>${output}`
}

// ---- What is new since the last report of the port

/** Empty if there is no earlier report. */
const changesSection = (changes: Changes | undefined, place: number): Html | undefined => {
  if (changes === undefined) return undefined
  const { broken, mended, brokenRules, mendedRules } = changes
  const links = (ids: ReadonlyArray<string>): ReadonlyArray<Html> =>
    ids.map((id) => html`<a href="#${caseAnchor(place, id)}"><code>${id}</code></a>`)
  const plain = (rules: ReadonlyArray<string>): ReadonlyArray<Html> => rules.map((rule) => html`${rule}`)
  const isSame = [broken, mended, brokenRules, mendedRules].every(({ length }) => length === 0)
  return html`<h3>New since the last report</h3>
${[
  isSame ? html`<p class="quiet">Nothing has changed.</p>` : undefined,
  changeList(`New failures: ${tally.plural(broken.length, 'case')}`, 'bad', links(broken)),
  changeList(`New failures in generated runs: ${tally.plural(brokenRules.length, 'rule')}`, 'bad', plain(brokenRules)),
  changeList(`Passes now: ${tally.plural(mended.length, 'case')}`, 'good', links(mended)),
  changeList(
    `Failed last time in generated runs, and passed this time: ${tally.plural(mendedRules.length, 'rule')}`,
    'good',
    plain(mendedRules),
  ),
]}`
}

const changeList = (title: string, tone: 'good' | 'bad', entries: ReadonlyArray<Html>): Html | undefined =>
  entries.length === 0
    ? undefined
    : html`<h4><span class="tag ${tone}">${tone === 'good' ? '✓' : '✘'}</span> ${title}</h4><ul class="ids">${entries.map((entry) => html`<li>${entry}</li>`)}</ul>
`

/** `2 cases and 1 rule newly failing, 3 cases no longer failing`; empty if nothing has changed. */
export const changesWords = (changes: Changes | undefined): string => {
  if (changes === undefined) return ''
  const { broken, mended, brokenRules, mendedRules } = changes
  const counted = (cases: number, rules: number, change: string): string => {
    const counts = [cases > 0 ? tally.plural(cases, 'case') : '', rules > 0 ? tally.plural(rules, 'rule') : '']
    const words = tally.sentence(counts, ' and ')
    return words === '' ? '' : `${words} ${change}`
  }
  return tally.sentence([
    counted(broken.length, brokenRules.length, 'newly failing'),
    counted(mended.length, mendedRules.length, 'no longer failing'),
  ])
}

// ---- The failed cases by group, each with its evidence as long as there is room

/** With at most this many failed cases, their details are open: more would hide the list. */
const fewCases = 3

const failedSection = (port: PortReport, place: number, room: number): Html | undefined => {
  const failed = tally.allCases(port).filter(({ verdict }) => isExamined(verdict))
  if (failed.length === 0) return undefined
  const isOpen = failed.length <= fewCases
  const inFull = new Set(failed.slice(0, room))
  const byName = failed.length - inFull.size
  const groups = tally.groupsOf(failed).map(({ name, cases }) => {
    const sections = cases.filter((report) => inFull.has(report)).map((report) => caseSection(report, place, isOpen))
    const others = cases.filter((report) => !inFull.has(report))
    return html`<section id="${groupAnchor(place, name)}"><h4>${name}</h4>
${sections}
${others.length > 0 ? caseList(others, place) : undefined}</section>
`
  })
  return html`<h3>Failed: ${tally.countedCases(failed)}</h3>
${byName > 0 ? html`<p>Too many to show them all in full: ${tally.plural(byName, 'case')} stand here by name, and in full in report.json.</p>` : undefined}
${groups}`
}

/** One case: what is wrong, then the remedy, then the evidence. `isOpen` unfolds its details. */
const caseSection = ({ id, verdict, op, failure }: CaseReport, place: number, isOpen: boolean): Html => {
  const anchor = caseAnchor(place, id)
  const head = html`<h5>${tagOf(verdict)} <a href="#${anchor}"><code>${id}</code></a> <span class="quiet small">${op}</span></h5>`
  if (failure === undefined)
    return html`<article class="case" id="${anchor}">${head}</article>
`
  const { message, comment, rerun } = failure
  return html`<article class="case" id="${anchor}">${head}
<p>${shortened(message, longest)}</p>
<p class="quiet">${comment}</p>
${knownUntil(failure)}<details class="shown"${isOpen ? html` open` : undefined}><summary>Details<span class="hidden"> of ${id}</span></summary>
${likelyMistakes(failure)}${evidence(failure)}</details>
${titled('Repeat just this case', html`<pre class="copy">${rerun}</pre>`)}</article>
`
}

const knownUntil = ({ known }: Failure): Html | undefined =>
  known && html`<p>Known until ${shortened(known.expires, longest)}: ${shortened(known.reason, longest)}</p>`

const likelyMistakes = ({ flags }: Failure): Html | undefined => {
  if (flags.length === 0) return undefined
  const entries = flags.map(
    (flagged) =>
      html`<li><code>${flagged.flag}</code>: ${flagged.mistake}<br><strong>Remedy:</strong> ${tally.remedyWords(flagged)}</li>`,
  )
  const title = flags.length === 1 ? 'The likely mistake' : 'The likely mistakes'
  return titled(title, html`<ul class="flags">${entries}</ul>`)
}

const evidence = (failure: Failure): Html => {
  const { input, expected, received, authorization = [], difference, trace, stderr } = failure
  const receivedMarkup = received === undefined ? html`<p class="quiet">nothing</p>` : preformatted(received)
  return html`${input === undefined ? undefined : titled('Input', preformatted(input))}<div class="pair"><div>${titled('Expected', preformatted(expected))}</div>
<div>${titled('Received', receivedMarkup)}</div></div>
${authorization.length === 0 ? undefined : titled('Authorization', html`${authorization.map(preformatted)}`)}
${difference === undefined ? undefined : differenceOf(difference)}
${trace === undefined ? undefined : traceEvidence(trace, difference?.of === 'string to sign')}
${stderr === undefined ? undefined : titled('Standard error', preformatted(stderr))}`
}

/** `isCompared`: the difference has shown the string to sign already. */
const traceEvidence = ({ stringToSign, sha256, block }: Trace, isCompared: boolean): Html => {
  const view = stringToSign === undefined || isCompared ? undefined : viewOf(stringToSign)
  return html`${view === undefined ? undefined : titled('The string to sign', bytesAsText(view))}
${titled('SHA-256 of the string to sign', preformatted(sha256))}
${block === undefined ? undefined : titled('The padded block that the signature holds', preformatted(block))}`
}

const titled = (title: string, content: Html): Html => html`<h6>${title}</h6>${content}
`

const preformatted = (content: string): Html => html`<pre>${shortened(content, longest)}</pre>`

// ---- Lists of cases by name

/** The cases with a verdict that needs no evidence, by group. */
const foldedList = (
  port: PortReport,
  place: number,
  verdict: 'pass' | 'unsupported' | 'not-run',
  title: string,
): Html | undefined => {
  const reports = tally.allCases(port).filter((report) => report.verdict === verdict)
  if (reports.length === 0) return undefined
  const groups = tally.groupsOf(reports).map(({ name, cases }) => html`<h4>${name}</h4>${caseList(cases, place)}`)
  return html`<section id="${listAnchor(place, verdict)}"><h3>${title}: ${tally.countedCases(reports)}</h3>
<details><summary>Show them</summary>
${groups}</details></section>
`
}

const caseList = (reports: ReadonlyArray<CaseReport>, place: number): Html =>
  html`<ul class="ids">${reports.map((report) => listedCase(report, place))}</ul>
`

const listedCase = (report: CaseReport, place: number): Html => {
  const { id, verdict } = report
  const remark = remarkOn(report)
  const remarkMarkup = remark === undefined ? undefined : html` <span class="quiet">${shortened(remark, 200)}</span>`
  const tag = isExamined(verdict) ? html`${tagOf(verdict)} ` : undefined
  return html`<li id="${caseAnchor(place, id)}">${tag}<code>${id}</code>${remarkMarkup}</li>
`
}

const remarkOn = ({ verdict, reasonAgrees, failure }: CaseReport): string | undefined => {
  if (verdict !== 'pass') return failure?.message
  return reasonAgrees === false ? 'for another reason' : undefined
}
