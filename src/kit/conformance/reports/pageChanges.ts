/** What is new since the last report of a port. */
import type { Changes } from '../Report.ts'
import { type Html, html } from './markup.ts'
import { caseAnchor } from './pageWords.ts'
import { plural, sentence } from './tally.ts'

const listed = (title: string, tone: 'good' | 'bad', items: ReadonlyArray<Html>): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<h4><span class="tag ${tone}">${tone === 'good' ? '✓' : '✘'}</span> ${title}</h4><ul class="ids">${items.map((item) => html`<li>${item}</li>`)}</ul>
`

/** Nothing if no earlier report was there. */
export const changesSection = (changes: Changes | undefined, place: number): Html | undefined => {
  if (changes === undefined) return undefined
  const { broken, mended, brokenRules, mendedRules } = changes
  const link = (id: string): Html => html`<a href="#${caseAnchor(place, id)}"><code>${id}</code></a>`
  const rule = (text: string): Html => html`${text}`
  const isSame = [broken, mended, brokenRules, mendedRules].every((some) => some.length === 0)
  return html`<h3>New since the last report</h3>
${isSame ? html`<p class="quiet">Nothing has changed.</p>` : undefined}${listed(`Fails now: ${plural(broken.length, 'case')}`, 'bad', broken.map(link))}${listed(`Fails now in generated runs: ${plural(brokenRules.length, 'rule')}`, 'bad', brokenRules.map(rule))}${listed(`Passes now: ${plural(mended.length, 'case')}`, 'good', mended.map(link))}${listed(`Failed in generated runs, and not this time: ${plural(mendedRules.length, 'rule')}`, 'good', mendedRules.map(rule))}`
}

/** `new: 2 cases and 1 rule fail; 3 cases pass`; empty if nothing has changed. */
export const changesWords = (changes: Changes | undefined): string => {
  if (changes === undefined) return ''
  const { broken, mended, brokenRules, mendedRules } = changes
  const counted = (cases: number, rules: number, does: string): string => {
    const all = sentence([cases > 0 ? plural(cases, 'case') : '', rules > 0 ? plural(rules, 'rule') : ''], ' and ')
    return all === '' ? '' : `${all} ${does}`
  }
  return sentence([
    counted(broken.length, brokenRules.length, 'newly failing'),
    counted(mended.length, mendedRules.length, 'no longer failing'),
  ])
}
