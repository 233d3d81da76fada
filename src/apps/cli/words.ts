/** The language of what is printed for people. The tables of Chinese are loaded where it is asked for. */
import { inEnglish, type Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import type { Language } from '../../kit/diagnosis/chinese/language.ts'
import type { Report } from '../../kit/diagnosis/Report.ts'

export interface Words {
  readonly say: Say
  /** The report with its words in the language. */
  readonly inLanguage: (report: Report) => Report
}

const english: Words = { say: inEnglish, inLanguage: (report) => report }

export const wordsIn = async (language: Language): Promise<Words> => {
  if (language === 'en') return english
  const { say, reportInChinese } = await import('../../kit/diagnosis/chinese/chinese.ts')
  return { say, inLanguage: reportInChinese }
}
