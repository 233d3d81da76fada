/**
 * A report on the page: how certain it is, what was done, and what to do instead.
 */
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { type Language, languages, rightCode } from '../../kit/diagnosis/rightCode.ts'
import { inTimeWords, sorted } from '../../kit/diagnosis/sorted.ts'
import { inline } from './bytesView.ts'
import { code, el } from './element.ts'
import {
  type Circumstances,
  certaintyOf,
  clockTitle,
  guessesTitle,
  message,
  signedWith,
  tags,
  withoutKeyless,
} from './reportWords.ts'
import { counted } from './words.ts'

const languageNames: Record<Language, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  shell: 'Shell',
}

/** The language that was chosen last, for as long as the page is open. */
let chosen: Language = 'javascript'

export const reportView = (told: Report, circumstances: Circumstances): ReadonlyArray<HTMLElement> => {
  const report = withoutKeyless(told, circumstances)
  const certainty = certaintyOf(report)
  if (certainty === 'healthy') return [el('p.quiet', message(report, circumstances))]
  return [heading(report, circumstances), ...causes(report)]
}

const causes = (report: Report): ReadonlyArray<HTMLElement> => {
  const { proven, clock, guesses, alternatives } = sorted(report)
  const words = inTimeWords(report)
  return [
    ...(proven.length === 0 ? [] : [findingList(proven)]),
    ...(alternatives.length > 0 ? [alternativesView(alternatives)] : []),
    ...(clock.length === 0
      ? []
      : [el('h4.compare', clockTitle), ...(words === undefined ? [] : [el('p.explains', words)]), findingList(clock)]),
    ...(guesses.length === 0 ? [] : [el('h4.compare', guessesTitle), findingList(guesses, 'guesses')]),
  ]
}

const heading = (report: Report, circumstances: Circumstances): HTMLElement => {
  const { outcome, recovered, headline, findings, tried, complete, key } = report
  const certainty = certaintyOf(report)
  const { word, kind } = tags[certainty === 'healthy' ? 'nothing' : certainty]
  const title = findings.length === 0 ? 'Diagnosis' : outcome === 'accept' ? 'Worth a change' : 'What went wrong'
  const together = recovered ? sorted(report).proven.length : 0
  const searched = `${counted(tried, 'text')} tried${complete ? '' : circumstances.stopped !== undefined ? ', then stopped' : ', and not all'}`
  const titled = [
    el('h3', title),
    el('span', { class: `tag ${kind}` }, word),
    together > 1 ? el('span.quiet', `${together} mistakes together`) : undefined,
  ]
  const meta = [
    tried === 0 ? undefined : el('span', searched),
    key === undefined ? undefined : el('span', signedWith(key)),
  ]
  return el(
    'div',
    el('div.titled', ...titled),
    headline === undefined || certainty === 'untimely' ? undefined : el('p.headline', inline(utf8(headline))),
    el('p.explains', message(report, circumstances)),
    el('p.meta', ...meta),
  )
}

const findingList = (findings: ReadonlyArray<Finding>, kind = ''): HTMLElement =>
  el('ol', { class: `findings ${kind}`.trim() }, ...findings.map(findingView))

const findingView = ({ id, detail, what, remedy, tells, offset, refuses }: Finding): HTMLElement => {
  const meta = [
    code(id),
    detail === '' ? undefined : inline(utf8(detail)),
    offset === undefined ? undefined : el('span', `at character ${offset} of the header`),
    refuses === true ? el('span', 'refused for this') : undefined,
  ]
  return el(
    'li.finding',
    el('p.what', what),
    el('p.remedy', remedy),
    tells === undefined ? undefined : el('p.tells', tells),
    el('p.meta', ...meta),
    codeFor(id),
  )
}

/** The right code; a chosen language applies to every finding. */
const codeFor = (id: string): HTMLElement | undefined => {
  if (languages.every((language) => rightCode(id, language) === undefined)) return undefined
  const pre = el('pre.scroll', { tabindex: '0', 'data-code': id })
  const select = el(
    'select',
    { 'data-language': true },
    ...languages.map((language) => el('option', { value: language }, languageNames[language])),
  )
  const show = (): void => {
    select.value = chosen
    pre.textContent = rightCode(id, chosen) ?? `No code helps here in ${languageNames[chosen]}.`
    pre.setAttribute('aria-label', `The right code in ${languageNames[chosen]}`)
    pre.setAttribute('role', 'group')
  }
  const details = el('details', el('summary', 'The right code'), el('label.choice', 'in ', select), pre)
  select.addEventListener('change', () => {
    chosen = languages.find((language) => language === select.value) ?? chosen
    for (const each of document.querySelectorAll('[data-language]')) each.dispatchEvent(new Event('chosen'))
  })
  select.addEventListener('chosen', show)
  show()
  return details
}

const alternativesView = (alternatives: Report['alternatives']): HTMLElement =>
  el(
    'details.alternatives',
    { open: true },
    el('summary', counted(alternatives.length, 'alternative')),
    el('p.quiet', 'As few mistakes explain the text as well. The line with a ? says what would tell them apart.'),
    ...alternatives.map((findings) => findingList(findings)),
  )
