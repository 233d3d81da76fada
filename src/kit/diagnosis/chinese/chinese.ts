/**
 * A diagnosis in Chinese: every sentence of a report by the tables of this folder. They are loaded only where Chinese is asked
 * for. `say` gives a text of ours in Chinese, and one that the tables lack as it is.
 */
import type { Finding, Report } from '../Report.ts'
import { details } from './details.ts'
import { type Dictionary, dictionary, type Phrases, type Say, type Translate } from './dictionary.ts'
import { labels } from './labels.ts'
import { mistakePhrases } from './mistakes.ts'
import { problems } from './problems.ts'
import { readings } from './readings.ts'
import { refusals } from './refusals.ts'
import { bytes, headline, reports } from './reports.ts'
import { tellings } from './tellings.ts'

/**
 * With the marks of ASCII. Forms and headlines quote the request, so page and ticket name each character in them that looks like
 * another one, such as a wide comma.
 */
const inNarrowMarks = (phrases: Phrases): Phrases =>
  Object.fromEntries(
    Object.entries(phrases).map(([english, chinese]) => [
      english,
      chinese
        .replaceAll('，', ', ')
        .replaceAll('；', '; ')
        .replaceAll('：', ': ')
        .replaceAll('（', ' (')
        .replaceAll('）', ')'),
    ]),
  )

/** A form in a few words, which may be a list of such. The same few words may mean something else in a sentence. */
const forms: Dictionary = dictionary([details, ...tellings, refusals].map(inNarrowMarks), (english) => sayForm(english))

/** A longer form is mostly a part of the request, and stays as it is. Its words could also nest phrases without end. */
const maxForm = 4096

const sayForm: Say = (english) => (english.length > maxForm ? english : forms.sayList(english))

const headlines: Dictionary = dictionary([headline, bytes].map(inNarrowMarks))

/** The form of a target may have two lists: that of the path, and that of the query. */
export const sayDetail: Say = (english) =>
  english
    .split(/; (?=the query: )/)
    .map(sayForm)
    .join('; ')

/** Problems come first: they begin with a place (`line 2: …`), and a phrase such as `{thing} before the body` fits their ends. */
const tables: ReadonlyArray<Phrases> = [
  problems,
  mistakePhrases,
  ...tellings,
  ...reports,
  ...labels,
  refusals,
  readings,
]

const sentences: Dictionary = dictionary(tables, sayDetail)

export const translate: Translate = (english) => sentences.translate(english)

export const say: Say = (english) => translate(english) ?? english

/** The same with further phrases. */
export const sayWith = (phrases: Phrases): Say => {
  const { translate: translateAll } = dictionary([...tables, phrases], sayDetail)
  return (english) => translateAll(english) ?? english
}

/** Parts of a headline: each begins with what was signed. */
export const sayHeadline: Say = (english) =>
  english
    .split(/; (?=signed )/)
    .map((part) => headlines.translate(part) ?? part)
    .join('; ')

const findingInChinese = ({ detail, what, remedy, remedyFor, tells, ...finding }: Finding): Finding => ({
  ...finding,
  detail: sayDetail(detail),
  what: say(what),
  remedy: say(remedy),
  ...(remedyFor === undefined
    ? {}
    : { remedyFor: { caller: say(remedyFor.caller), operator: say(remedyFor.operator) } }),
  ...(tells === undefined ? {} : { tells: say(tells) }),
})

/** The same report, with its words in Chinese; ids and the texts of the request stay. */
export const reportInChinese = (report: Report): Report => {
  const { findings, alternatives, message, headline } = report
  return {
    ...report,
    ...(message === undefined ? {} : { message: say(message) }),
    ...(headline === undefined ? {} : { headline: sayHeadline(headline) }),
    findings: findings.map(findingInChinese),
    alternatives: alternatives.map((some) => some.map(findingInChinese)),
  }
}
