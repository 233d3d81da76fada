/**
 * Parts of a request in a list or a table of Markdown, without its marks.
 *
 *     - **Method:** POST          →  Method: POST
 *     | Body | `{"a":1}` |        →  | Body | {"a":1} |
 *
 *     **Body**                  →  Body: {"a":1}
 *     (and a fence below it)
 *
 * Texts have one character for each byte.
 */

import { firstHeaderAt } from './wholeHeaders.ts'

/** The text of a fence that is set in, as in a list: so many blanks before each line are not of the text (CommonMark §4.5). */
export const withoutIndent = (inside: string, indent: string): string =>
  indent === '' ? inside : inside.replace(new RegExp(`^[ \\t]{1,${indent.length}}`, 'gm'), '')

/** `- **Method:** POST`, `* __Method__: POST` */
const listed = /^[ \t]{0,8}[-*+] {1,4}(?:\*\*|__)([\w -]{1,64})(?::(?:\*\*|__)|(?:\*\*|__) ?:) ?(.*)$/gm

/** The rule below the names of a table: `|---|:---:|` */
const ruledTable = /^\|(?: {0,8}:?-{3,64}:? {0,8}\|){2,64}\r?$/m

const code = /^(`{1,4}) ?([\s\S]*?) ?\1$/

// The marks at the end may be cut off.
const withoutCode = (text: string): string => code.exec(text.trim())?.[2] ?? text.replace(/^`{1,4} ?/, '')

/**
 * The body in a fence below its name, perhaps with empty lines between, and perhaps in a list:
 *
 *     1. **Request body:**
 *        ```json
 *        {"a":1}
 *        ```
 */
const fencedBody =
  /^[ \t]{0,8}(?:(?:[-*+]|\d{1,3}[.)]) {1,4})?(?:#{1,6} {1,4}|\*\*|__)?((?:Request )?(?:Body|Payload)):?(?:\*\*|__)?:?[ \t]{0,8}\r?\n(?:[ \t]{0,16}\r?\n){0,4}([ \t]{0,16})(`{3,16}|~{3,16})[\w-]{0,32}[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]{0,16}\3[ \t]*$/gim

/** More of them are no issue of a person, and each is searched for its end. */
const mostBodies = 16
/** Every name that `fencedBody` may begin with, so none is searched for its end without being counted. */
const bodyName = /(?:body|payload)[:*_]{0,4}[ \t]{0,8}\r?\n/gi

/** The text with each fenced body in the line of its name, if the Authorization header stands outside of the fences. */
const withBodiesInLine = (text: string): string => {
  // A text that is all in fences has a reader of its own.
  const outsideOfFences = text.replace(/^(`{3,16})[\s\S]*?^\1/gm, '')
  const bodyCount = text.match(bodyName)?.length ?? 0
  if (!/authorization/i.test(outsideOfFences) || bodyCount > mostBodies) return text
  return text.replace(
    fencedBody,
    (_, name: string, indent: string, _fence, inside: string) => `${name}: ${withoutIndent(inside, indent)}`,
  )
}

/** Whether something stands before the first header. Behind it, it may be of the body. */
const isBeforeHeader = (text: string, pattern: RegExp): boolean => {
  const at = text.search(pattern)
  return at >= 0 && at < (firstHeaderAt(text) ?? text.length)
}

/** The text without the marks of lists and code. Undefined if it has none. */
export const markdownText = (original: string): string | undefined => {
  const text = withBodiesInLine(original)
  if (isBeforeHeader(text, ruledTable))
    return text.replace(/\| (`[^`\n]{1,65536}`) (?=\|)/g, (_, cell: string) => `| ${withoutCode(cell)} `)
  const bare = isBeforeHeader(text, listed)
    ? text.replace(listed, (_, name: string, value: string) => `${name}: ${withoutCode(value)}`)
    : text
  return bare === original ? undefined : bare
}
