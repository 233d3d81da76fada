/** The language of what is printed for people. The tables of Chinese are loaded where it is asked for. */
import type { Language } from '../../kit/diagnosis/chinese/language.ts'
import { english, type Words } from '../../kit/diagnosis/chinese/Words.ts'

export const wordsIn = async (language: Language): Promise<Words> => {
  if (language === 'en') return english
  const { say, reportInChinese } = await import('../../kit/diagnosis/chinese/chinese.ts')
  return { say, inLanguage: reportInChinese }
}
