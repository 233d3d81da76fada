/**
 * A body with a blank at one of its ends, and JSON whose quotation marks a word processor or a chat has changed. What was signed may have the
 * marks, or what was sent.
 *
 *     {"a":1}␠           a variable of a shell or of a form with a blank behind it
 *     {“a”:1}            copied from a document
 */
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'

const maxLength = 65_536

const typographic = /[\u201c-\u201f\u00ab\u00bb]/g

const blanks: Readonly<Record<string, string>> = { 'a space': ' ', 'a tab': '\t', 'a no-break space': '\u00a0' }

/** Each string of JSON between these marks. */
const markedBy = (json: string, open: string, close: string): string =>
  json.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inside: string) => open + inside + close)

/** Whether the form adds a blank at one end. */
export const isBlankAdded = (detail: string): boolean => / at the (?:end|beginning) of the body$/.test(detail)

export function* marksRound(body: string): Generator<Form> {
  if (body === '' || body.length > maxLength) return
  for (const [name, blank] of Object.entries(blanks)) {
    yield [`${name} at the end of the body`, body + blank]
    yield [`${name} at the beginning of the body`, blank + body]
  }
  const plain = body.replace(typographic, '"')
  if (plain !== body && isJson(plain)) yield ['plain quotation marks where typographic ones were sent', plain]
  if (!isJson(body)) return
  yield ['typographic quotation marks', markedBy(body, '\u201c', '\u201d')]
  yield ['typographic quotation marks, all closing ones', markedBy(body, '\u201d', '\u201d')]
}
