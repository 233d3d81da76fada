/**
 * A report on the page: how certain it is, what was done, and what to do instead.
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

/** The language that was chosen last, for as long as the page is open. */
let chosen: Language = 'javascript'

const kinds: Readonly<Partial<Record<Certainty, string>>> = {
  Exact: 'good',
  'Not found': 'plain',
  'No signature': 'plain',
}

export const reportView = (
  { certainty, headline, message, points, facts, groups, next }: ReportWords,
  { outcome }: Report,
  sent: SentRequest,
): ReadonlyArray<HTMLElement> => {
  const nextStep = next === undefined ? [] : [el('p.next', say(next))]
  if (certainty === 'Nothing to diagnose') return [el('p.quiet', say(message)), ...nextStep]
  const title = groups.length === 0 ? 'Diagnosis' : outcome === 'accept' ? 'Worth a change' : 'What went wrong'
  const heading = el(
    'div',
    el('div.titled', el('h3', say(title)), el('span', { class: `tag ${kinds[certainty] ?? 'warn'}` }, say(certainty))),
    headline === undefined ? undefined : el('p.headline', inline(utf8(headline))),
    el('p.explains', say(message)),
    points.length === 0 ? undefined : el('ul.points', ...points.map((point) => el('li', say(point)))),
    el('p.meta', ...facts.map((fact) => el('span', say(fact)))),
  )
  return [
    heading,
    ...groups.flatMap(({ kind, title, findings }) => [
      ...(title === undefined ? [] : [el('h4.compare', say(title))]),
      el('ol', { class: `findings ${kind}` }, ...findings.map((finding) => findingView(finding, sent))),
    ]),
    ...nextStep,
  ]
}

/** The same for screen readers. */
export const reportInWords = ({ certainty, headline, message, points, groups }: ReportWords): string => {
  if (certainty === 'Nothing to diagnose') return ''
  const told = [
    ...(headline === undefined ? [] : [`${capital(headline)}.`]),
    ...(['Recovered, not exact', 'Not found', 'No signature'].includes(certainty) ? [message, ...points].map(say) : []),
    ...groups.flatMap(({ kind, findings }) =>
      kind === 'alternatives'
        ? []
        : kind === 'guesses'
          ? findings.slice(0, 1).map(({ what }) => `${say('Perhaps:')} ${what}`)
          : findings.map(({ what }) => what),
    ),
  ]
  return `${say(`Diagnosis: ${certainty}.`)} ${told.join(' ')}`
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

/** The right code; a chosen language applies to every finding. */
const codeFor = (id: string, sent: SentRequest): HTMLElement | undefined => {
  if (languages.every((language) => rightCode(id, language) === undefined)) return undefined
  const pre = el('pre.scroll', { tabindex: '0', 'data-code': id })
  const select = el(
    'select',
    { 'data-language': true },
    ...languages.map((language) => el('option', { value: language }, languageNames[language])),
  )
  const show = (): void => {
    select.value = chosen
    pre.textContent = rightCode(id, chosen, sent) ?? say(`No code helps here in ${languageNames[chosen]}.`)
    pre.setAttribute('aria-label', say(`The right code in ${languageNames[chosen]}`))
    pre.setAttribute('role', 'group')
  }
  const details = el('details', el('summary', say('The right code')), el('label.choice', say('in '), select), pre)
  select.addEventListener('change', () => {
    chosen = languages.find((language) => language === select.value) ?? chosen
    for (const each of document.querySelectorAll('[data-language]')) each.dispatchEvent(new Event('chosen'))
  })
  select.addEventListener('chosen', show)
  show()
  return details
}
