/** Generated runs: the rules that a port breaks × the ports. Each failure links to its smallest input. */
import type { GeneratedFailure, PortReport, Report } from '../Report.ts'
import { longest, shortened } from '../shown.ts'
import { type Html, html } from './markup.ts'
import { caseAnchor, portAnchor } from './pageWords.ts'
import { plural } from './tally.ts'
import { symbolOf } from './verdicts.ts'

const failureBy = ({ generated }: PortReport, rule: string): GeneratedFailure | undefined =>
  generated?.failures.find((failure) => failure.rule === rule)

const cell = (port: PortReport, place: number, rule: string): Html => {
  const failure = failureBy(port, rule)
  if (failure !== undefined) {
    const { generator, message } = failure
    return html`<td class="bad"><a href="#${caseAnchor(place, `generated/${generator}`)}">${symbolOf('fail')} ${generator}</a> <span class="said">${shortened(message, 200)}</span></td>`
  }
  if (port.generated === undefined) return html`<td class="none">no generated runs</td>`
  const met = port.generated.rules[rule]
  return met === undefined
    ? html`<td class="none">not met</td>`
    : html`<td class="good">${symbolOf('pass')} met ${plural(met.inside + met.outside, 'time')}</td>`
}

const drawnBy = ({ generated }: PortReport): Html =>
  generated === undefined
    ? html`<td class="none">no generated runs</td>`
    : html`<td>${generated.runs}, seed <code>${shortened(generated.seed, 100)}</code>${generated.stopped === undefined ? undefined : html`; ended early: ${shortened(generated.stopped, longest)}`}</td>`

/** Nothing if no port had generated runs. */
export const generatedSection = ({ ports }: Report): Html | undefined => {
  if (ports.every(({ generated }) => generated === undefined)) return undefined
  const rules = [...new Set(ports.flatMap(({ generated }) => (generated?.failures ?? []).map(({ rule }) => rule)))]
  return html`<section aria-labelledby="generated"><h2 id="generated">Generated runs</h2>
<p class="quiet">${rules.length === 0 ? 'No port breaks a rule.' : 'Each row is a rule that a port breaks. The name of the generator leads to the smallest input that shows it.'}</p>
<div class="box" role="region" aria-label="Rules and ports" tabindex="0"><table class="matrix rules">
<thead><tr><th scope="col">rule</th>${ports.map(
    ({ name }, place) => html`<th scope="col"><a href="#${portAnchor(place)}">${name}</a></th>`,
  )}</tr></thead>
<tbody><tr><th scope="row">runs</th>${ports.map(drawnBy)}</tr>
${rules.map(
  (rule) => html`<tr><th scope="row">${rule}</th>${ports.map((port, place) => cell(port, place, rule))}</tr>
`,
)}</tbody></table></div></section>
`
}
