/**
 * A report on the page: how certain it is, what was done, what to do instead, and where the two texts differ.
 */
import { utf8 } from '../diagnosis/Mistake.ts'
import type { Finding, Report } from '../diagnosis/Report.ts'
import { type Language, languages, rightCode } from '../diagnosis/rightCode.ts'
import { inline } from './bytesView.ts'
import { isOfTime, type Sorted, sorted } from './certainty.ts'
import { comparisonView } from './comparisonView.ts'
import { code, el } from './element.ts'
import { capital, counted } from './words.ts'

const languageNames: Record<Language, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  shell: 'Shell',
}

/** The language that was chosen last, for as long as the page is open. */
let chosen: Language = 'javascript'

export interface Circumstances {
  readonly stopped: boolean
  /** How many keys were given. */
  readonly keys: number
}

export const reportView = (told: Report, circumstances: Circumstances): ReadonlyArray<HTMLElement> => {
  const report = withoutKeyless(told, circumstances)
  const certainty = certaintyOf(report)
  if (certainty === 'healthy') return [el('p', { class: 'quiet' }, wordsOf(report, circumstances))]
  return [heading(report, circumstances), ...causes(report), ...comparisonView(report)]
}

const causes = (report: Report): ReadonlyArray<HTMLElement> => {
  const { exact, alternatives } = report
  const { certain, guesses } = sorted(report)
  const apart = certain.length > 0 && guesses.length > 0
  return [
    ...(apart ? [el('h4', { class: 'compare' }, 'Certain')] : []),
    ...(certain.length === 0 ? [] : [findingList(certain)]),
    ...(guesses.length === 0
      ? []
      : [el('h4', { class: 'compare' }, guessesTitle({ certain, guesses })), findingList(guesses, 'guesses')]),
    ...(exact && alternatives.length > 0 ? [alternativesView(alternatives)] : []),
  ]
}

const guessesTitle = ({ certain, guesses }: Sorted): string => {
  const some = guesses.length === 1 ? 'perhaps this' : 'perhaps one of these'
  return certain.length === 0 ? `${capital(some)}:` : `Beyond that, ${some}:`
}

/** The same in a few words, for screen readers. */
export const reportInWords = (given: Report, circumstances: Circumstances): string => {
  const report = withoutKeyless(given, circumstances)
  const certainty = certaintyOf(report)
  if (certainty === 'healthy') return ''
  const { certain, guesses } = sorted(report)
  const sure = certain.map(({ what }) => what)
  const [likeliest] = guesses
  const perhaps =
    likeliest === undefined ? [] : [`${certain.length === 0 ? 'Perhaps' : 'Beyond that, perhaps'}: ${likeliest.what}`]
  const told = [...(certainty === 'ambiguous' ? [wordsOf(report, circumstances)] : []), ...sure, ...perhaps]
  return `Diagnosis: ${tags[certainty].word}. ${told.length === 0 ? wordsOf(report, circumstances) : told.join(' ')}`
}

/** If no key was given, `unknown-key` is no finding. */
const withoutKeyless = (report: Report, { keys }: Circumstances): Report =>
  keys > 0 ? report : { ...report, findings: report.findings.filter(({ id }) => id !== 'unknown-key') }

/** `ambiguous`: several causes lead to the text. `untimely`: only the time is wrong. `visible`: the signature was not opened. */
type Certainty = 'healthy' | 'certain' | 'ambiguous' | 'untimely' | 'visible' | 'part' | 'guess' | 'nothing'

const certaintyOf = (report: Report): Certainty => {
  const { outcome, exact, findings, alternatives, key } = report
  if (findings.length === 0) return outcome === 'accept' || exact ? 'healthy' : 'nothing'
  if (exact) return findings.every(isOfTime) ? 'untimely' : alternatives.length > 0 ? 'ambiguous' : 'certain'
  if (key === undefined) return 'visible'
  return sorted(report).certain.length === 0 ? 'guess' : 'part'
}

const tags: Record<Exclude<Certainty, 'healthy'>, { readonly word: string; readonly kind: string }> = {
  certain: { word: 'Certain', kind: 'good' },
  ambiguous: { word: 'One of several', kind: 'warn' },
  untimely: { word: 'Depends on the time', kind: 'warn' },
  visible: { word: 'As far as can be seen', kind: 'warn' },
  part: { word: 'Certain in part', kind: 'warn' },
  guess: { word: 'A guess', kind: 'warn' },
  nothing: { word: 'No explanation', kind: 'plain' },
}

const noKeyOpens = ({ complete }: Report): string =>
  complete ? 'No key given here opens the signature' : 'Not every key was tried, and none of those opens the signature'

const wordsOf = (report: Report, { stopped, keys }: Circumstances): string => {
  switch (certaintyOf(report)) {
    case 'healthy':
      return 'Nothing to diagnose: what was signed is what a verifier expects.'
    case 'certain':
      return 'This is what happened: it leads to the very digest that stands in the signature.'
    case 'ambiguous':
      return 'The text that was signed is certain: its digest stands in the signature. This explains it, and so do the other explanations below.'
    case 'untimely':
      return 'What was signed is what a verifier expects. Only the time does not fit.'
    case 'visible':
      return keys === 0
        ? "This shows without a key. Give the app's public key, and what was signed can be read out of the signature."
        : `This shows from outside. ${noKeyOpens(report)}, so what was signed cannot be read, and there may be more.`
    case 'part':
      return stopped
        ? 'What is called certain shows in the header or in the signature itself. What was signed is not known: the search was stopped before it met it.'
        : 'What is called certain shows in the header or in the signature itself. What was signed is not known: nothing that was tried leads to it.'
    case 'guess':
      return stopped
        ? 'This is a guess: the search was stopped before it met what stands in the signature.'
        : 'This is a guess: nothing that was tried leads to what stands in the signature. Take it as a place to look first.'
    case 'nothing':
      return nothingFound(report, { stopped, keys })
  }
}

const nothingFound = (report: Report, { stopped, keys }: Circumstances): string => {
  const { complete, key } = report
  if (keys === 0) return "Give the app's public key, and what was signed can be read out of the signature."
  if (key === undefined) return `${noKeyOpens(report)}, so nothing can be said about what was signed.`
  if (stopped) return 'The search was stopped before it met what was signed.'
  return complete
    ? 'No mistake that is known here leads to what was signed.'
    : 'The search ended before it met what was signed.'
}

const heading = (report: Report, circumstances: Circumstances): HTMLElement => {
  const { outcome, exact, findings, tried, complete, key } = report
  const certainty = certaintyOf(report)
  const { word, kind } = tags[certainty === 'healthy' ? 'nothing' : certainty]
  const title = findings.length === 0 ? 'Diagnosis' : outcome === 'accept' ? 'Worth a change' : 'What went wrong'
  const together = exact ? findings.filter((finding) => !isOfTime(finding)).length : 0
  const searched = `${counted(tried, 'text')} tried${complete ? '' : circumstances.stopped ? ', then stopped' : ', and not all'}`
  const titled = [
    el('h3', {}, title),
    el('span', { class: `tag ${kind}` }, word),
    together > 1 ? el('span', { class: 'quiet' }, `${together} mistakes together`) : undefined,
  ]
  const meta = [
    tried === 0 ? undefined : el('span', {}, searched),
    key === undefined ? undefined : el('span', {}, signedWith(key)),
  ]
  return el(
    'div',
    {},
    el('div', { class: 'titled' }, ...titled),
    el('p', { class: 'explains' }, wordsOf(report, circumstances)),
    el('p', { class: 'meta' }, ...meta),
  )
}

const signedWith = ({ fingerprint, bits, appId }: NonNullable<Report['key']>): string =>
  `signed with the key ${fingerprint}, ${bits} bits${appId === undefined ? '' : `, of ${appId}`}`

const findingList = (findings: ReadonlyArray<Finding>, kind = ''): HTMLElement =>
  el('ol', { class: `findings ${kind}`.trim() }, ...findings.map(findingView))

const findingView = ({ id, detail, what, remedy, offset }: Finding): HTMLElement => {
  const meta = [
    code(id),
    detail === '' ? undefined : inline(utf8(detail)),
    offset === undefined ? undefined : el('span', {}, `at character ${offset} of the header`),
  ]
  return el(
    'li',
    { class: 'finding' },
    el('p', { class: 'what' }, what),
    el('p', { class: 'remedy' }, remedy),
    el('p', { class: 'meta' }, ...meta),
    codeFor(id),
  )
}

/** The right code; a chosen language applies to every finding. */
const codeFor = (id: string): HTMLElement | undefined => {
  if (languages.every((language) => rightCode(id, language) === undefined)) return undefined
  const pre = el('pre', { class: 'scroll', tabindex: '0', 'data-code': id })
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
  const details = el(
    'details',
    {},
    el('summary', {}, 'The right code'),
    el('label', { class: 'choice' }, 'in ', select),
    pre,
  )
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
    'details',
    { class: 'alternatives' },
    el('summary', {}, counted(alternatives.length, 'other explanation')),
    el('p', { class: 'quiet' }, 'As few mistakes explain it as well; from outside they cannot be told apart.'),
    ...alternatives.map((findings) => findingList(findings)),
  )
