/** The language of what people read: English, unless `chinese.ts` was loaded. */
import type { Report } from '../Report.ts'
import { inEnglish, type Say } from './dictionary.ts'

export interface Words {
  readonly say: Say
  /** The report with its words in the language. Redact the report first: the rules of redaction read English. */
  readonly inLanguage: (report: Report) => Report
}

export const english: Words = { say: inEnglish, inLanguage: (report) => report }
