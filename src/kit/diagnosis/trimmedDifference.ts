/**
 * JSON whose string values arrived trimmed, in words: `"John Doe "` was signed and `"John Doe"` arrived, or `""` was signed and `null`
 * arrived. Middleware of frameworks does so before the verifier sees the body.
 */
import { contentDifferences } from './contentDifference.ts'
import type { Telling } from './Telling.ts'

/** A value with its strings changed, at every depth. */
const changeStrings = (value: unknown, change: (text: string) => string | null): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => changeStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changeStrings(member, change)]))
}

const middleware: ReadonlyArray<{ readonly change: (text: string) => string | null; readonly what: string }> = [
  {
    change: (text) => text.trim(),
    what: 'The caller signed strings with blanks or line ends round them, and they arrived trimmed: something before the verifier trims the values, as the middleware TrimStrings of Laravel does.',
  },
  {
    change: (text) => (text === '' ? null : text),
    what: 'The caller signed empty strings, and null arrived: something before the verifier changes them, as the middleware ConvertEmptyStringsToNull of Laravel does.',
  },
  {
    change: (text) => text.trim() || null,
    what: 'The caller signed strings with blanks round them or empty ones, and they arrived trimmed or as null: something before the verifier changes them, as TrimStrings and ConvertEmptyStringsToNull of Laravel do.',
  },
]

/** No more values are named. */
const maxNamed = 4

/** Undefined if other values differ than strings that were trimmed, or empty strings that became null. */
export const trimmedValues = (signedText: string, sentText: string): Telling | undefined => {
  const signed: unknown = JSON.parse(signedText)
  const sent: unknown = JSON.parse(sentText)
  const found = middleware.find(({ change }) => JSON.stringify(changeStrings(signed, change)) === JSON.stringify(sent))
  if (found === undefined) return undefined
  const differences = [...contentDifferences(signed, sent)]
  const more = differences.length > maxNamed ? [`${differences.length - maxNamed} more`] : []
  return {
    detail: [...differences.slice(0, maxNamed), ...more].join(', '),
    what: found.what,
    remedy:
      'Verify the body as it arrived, before a middleware changes its values. If the caller changes them itself, let it do so before it signs.',
  }
}
