/**
 * A report of the diagnosis on the page of the inspector. It has the title and how certain the report is, the findings with what the
 * caller did and what to do instead, and for many findings the right code:
 *
 *     What went wrong  [Exact]
 *     1. The caller signed the path without its query.   Sign the whole target.   ▸ The right code  in [Python]
 */
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import { capital } from '../../kit/diagnosis/numerals.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import type { Certainty, ReportWords } from '../../kit/diagnosis/reportWords.ts'
import { type Language, languages, rightCode, type SentRequest } from '../../kit/diagnosis/rightCode.ts'
import { inline } from './bytesView.ts'
import { code, el } from './element.ts'
import { say } from './language.ts'

const languageNames: Record<Language, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  php: 'PHP',
  csharp: 'C#',
  ruby: 'Ruby',
  shell: 'Shell',
}

/** The language that was chosen last. It holds for every finding, as long as the page is open. */
let chosenLanguage: Language = 'javascript'

/** The class of the tag that shows the certainty; `warn` for every other. */
const tagClasses: Readonly<Partial<Record<Certainty, string>>> = {
  Exact: 'good',
  'Not found': 'plain',
  'No signature': 'plain',
}

export const reportView = (words: ReportWords, report: Report, sent: SentRequest): ReadonlyArray<HTMLElement> => {
  const { certainty, message, groups, next } = words
  const nextStep = next === undefined ? [] : [el('p.next', say(next))]
  if (certainty === 'Nothing to diagnose') return [el('p.quiet', say(message)), ...nextStep]
  return [
    headingView(words, report),
    ...groups.flatMap(({ kind, title, findings }) => [
      ...(title === undefined ? [] : [el('h4.compare', say(title))]),
      el('ol', { class: `findings ${kind}` }, ...findings.map((finding) => findingView(finding, sent))),
    ]),
    ...nextStep,
  ]
}

const headingView = (
  { certainty, headline, message, points, facts, groups }: ReportWords,
  { outcome }: Report,
): HTMLElement => {
  const title =
    groups.length === 0
      ? 'Diagnosis'
      : outcome === 'accept'
        ? 'Accepted, but you should change this'
        : 'What went wrong'
  return el(
    'div',
    el(
      'div.titled',
      el('h3', say(title)),
      el('span', { class: `tag ${tagClasses[certainty] ?? 'warn'}` }, say(certainty)),
    ),
    headline === undefined ? undefined : el('p.headline', inline(utf8(headline))),
    el('p.explains', say(message)),
    points.length === 0 ? undefined : el('ul.points', ...points.map((point) => el('li', say(point)))),
    el('p.meta', ...facts.map((fact) => el('span', say(fact)))),
  )
}

/** The report as one text, for screen readers. */
export const reportInWords = ({ certainty, headline, message, points, groups }: ReportWords): string => {
  if (certainty === 'Nothing to diagnose') return ''
  const sentences = [
    ...(headline === undefined ? [] : [`${capital(headline)}.`]),
    ...(['Text found, cause not certain', 'Not found', 'No signature'].includes(certainty)
      ? [message, ...points].map(say)
      : []),
    ...groups.flatMap(groupInWords),
  ]
  return `${say(`Diagnosis: ${certainty}.`)} ${sentences.join(' ')}`
}

const groupInWords = ({ kind, findings }: ReportWords['groups'][number]): ReadonlyArray<string> => {
  if (kind === 'alternatives') return []
  if (kind === 'guesses') return findings.slice(0, 1).map(({ what }) => `${say('Perhaps:')} ${what}`)
  return findings.map(({ what }) => what)
}

const findingView = ({ id, detail, what, remedy, tells, offset, refuses }: Finding, sent: SentRequest): HTMLElement => {
  const meta = [
    code(id),
    detail === '' ? undefined : inline(utf8(detail)),
    offset === undefined ? undefined : el('span', say(`at character ${offset} of the header`)),
    refuses === true ? el('span', say('refused for this')) : undefined,
  ]
  return el(
    'li.finding',
    el('p.what', what),
    el('p.remedy', remedy),
    tells === undefined ? undefined : el('p.tells', tells),
    el('p.meta', ...meta),
    codeFor(id, sent),
  )
}

/** The right code for a finding, in the chosen language; undefined for a finding without code. */
const codeFor = (id: string, sent: SentRequest): HTMLElement | undefined => {
  if (languages.every((language) => rightCode(id, language) === undefined)) return undefined
  const pre = el('pre.scroll', { tabindex: '0', 'data-code': id })
  const select = el(
    'select',
    { 'data-language': true },
    ...languages.map((language) => el('option', { value: language }, languageNames[language])),
  )
  const show = (): void => {
    select.value = chosenLanguage
    const languageName = languageNames[chosenLanguage]
    pre.textContent = rightCode(id, chosenLanguage, sent) ?? say(`No code helps here in ${languageName}.`)
    pre.setAttribute('aria-label', say(`The right code in ${languageName}`))
    pre.setAttribute('role', 'group')
  }
  const details = el('details', el('summary', say('The right code')), el('label.choice', say('in '), select), pre)
  select.addEventListener('change', () => {
    chosenLanguage = languages.find((language) => language === select.value) ?? chosenLanguage
    // The selects of all findings hear of it.
    for (const other of document.querySelectorAll('[data-language]')) other.dispatchEvent(new Event('chosen'))
  })
  select.addEventListener('chosen', show)
  show()
  return details
}
