/** The body of an answer at a terminal. */
import { visibleLines } from '../../kit/conformance/reports/visible.ts'

/** Indented, so that no line of it can be taken for one of ours; control characters are visible. Ends with a line break, or is empty. */
export const shownBody = (text: string, json: unknown): string => {
  const shown = visibleLines(pretty(text, json)).trimEnd()
  return shown === '' ? '' : `${shown.replace(/^(?=.)/gm, '  ')}\n`
}

/** As JSON on several lines, unless that would change the text: JavaScript rounds numbers of many digits. */
const pretty = (text: string, json: unknown): string =>
  json !== undefined && JSON.stringify(json) === text ? JSON.stringify(json, null, 2) : text
