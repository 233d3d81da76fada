/**
 * The body of an answer as `fetch` and `submit` print it at a terminal: JSON on several lines, indented.
 *
 *     shownBody('{"id":7}', { id: 7 })    two spaces before each of {, "id": 7 and }
 */
import { visibleLines } from '../../kit/conformance/reports/visible.ts'

/**
 * The indentation shows that no line is this program's own; control characters are visible. Ends with a line break, or is empty.
 */
export const shownBody = (content: string, json: unknown): string => {
  const shown = visibleLines(prettyJson(content, json)).trimEnd()
  return shown === '' ? '' : `${shown.replace(/^(?=.)/gm, '  ')}\n`
}

/** As JSON on several lines, unless that would change the content: JavaScript rounds numbers of many digits. */
const prettyJson = (content: string, json: unknown): string =>
  json !== undefined && JSON.stringify(json) === content ? JSON.stringify(json, null, 2) : content
