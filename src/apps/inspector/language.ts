/**
 * The language of the page: that which the browser prefers, until the user chooses. Texts are written in English and said by
 * `say`; what stands in the page keeps its English, so that a choice changes it at once.
 */
import { reportInChinese, sayDetail, sayWith } from '../../kit/diagnosis/chinese/chinese.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { type Language, languageFor, languages } from '../../kit/diagnosis/chinese/language.ts'
import { pagePhrases } from '../../kit/diagnosis/chinese/page.ts'
import type { Report } from '../../kit/diagnosis/Report.ts'

const sayInChinese: Say = sayWith(pagePhrases)

let current: Language = 'en'

/** A text of the page in its language. */
export const say: Say = (english) => (current === 'zh' ? sayInChinese(english) : english)

/** A fault of the header: its form, and perhaps the remedy after it. */
export const sayFault: Say = (english) => {
  const [form = '', ...remedy] = english.split('. ')
  if (current === 'en' || remedy.length === 0) return say(english)
  return `${sayDetail(form)}。${say(remedy.join('. '))}`
}

/** A report with its words in the language of the page. */
export const reportInLanguage = (report: Report): Report => (current === 'zh' ? reportInChinese(report) : report)

/** Texts and attributes that stay in the page, with their English. */
const shown = new Map<Node, string>()
const attributes: Array<{ readonly element: Element; readonly name: string; readonly english: string }> = []

/** Sets the text of an element that stays in the page. */
export const tell = (element: HTMLElement, english: string): void => {
  shown.set(element, english)
  element.textContent = say(english)
}

/** Not of these: what they hold is code, or is written in its own language. */
const untold = 'script, style, template, textarea, code, [lang]:not(html)'

/** Notes the English of all that the page has from the beginning. */
const noteTexts = (): void => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (/[A-Za-z]{2}/.test(node.nodeValue ?? '') && node.parentElement?.closest(untold) === null)
      shown.set(node, node.nodeValue ?? '')
  for (const name of ['placeholder', 'aria-label'])
    for (const element of document.querySelectorAll(`[${name}]`))
      attributes.push({ element, name, english: element.getAttribute(name) ?? '' })
}

/** The blanks at both ends separate words of English, and nothing in Chinese. */
const sayBetween = (english: string): string => {
  const words = english.trim()
  const start = english.indexOf(words)
  const before = english.slice(0, start)
  const after = english.slice(start + words.length)
  const said = say(words)
  return said === words ? english : `${before.replace(/ /g, '')}${said}${after.replace(/ /g, '')}`
}

const showTexts = (): void => {
  document.documentElement.lang = current === 'zh' ? 'zh-CN' : 'en'
  document.title = say('Countersign inspector')
  for (const [node, english] of shown) node.textContent = current === 'zh' ? sayBetween(english) : english
  for (const { element, name, english } of attributes) element.setAttribute(name, say(english))
}

const isLanguage = (text: string): text is Language => (languages as ReadonlyArray<string>).includes(text)

/** Begins in the browser's language. `onChange` shows anew what was made by the page's own functions. */
export const beginLanguage = (chooser: HTMLSelectElement, onChange: () => void): void => {
  noteTexts()
  current = languageFor(navigator.languages.join())
  chooser.value = current
  chooser.addEventListener('change', () => {
    current = isLanguage(chooser.value) ? chooser.value : 'en'
    showTexts()
    onChange()
  })
  if (current !== 'en') showTexts()
}
