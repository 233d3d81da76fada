/**
 * Parts of a request in a list or a table of Markdown, without its marks.
 *
 *     - **Method:** POST          →  Method: POST
 *     | Body | `{"a":1}` |        →  | Body | {"a":1} |
 *
 * Texts have one character for each byte.
 */

const listed = /^[ \t]{0,8}[-*+] {1,4}(?:\*\*|__)([\w -]{1,64})(?::(?:\*\*|__)|(?:\*\*|__) ?:) ?(.*)$/gm

const ruledTable = /^\|(?: {0,8}:?-{3,64}:? {0,8}\|){2,64}\r?$/m

const code = /^(`{1,4}) ?([\s\S]*?) ?\1$/

// The marks at the end may be cut off.
const withoutCode = (text: string): string => code.exec(text.trim())?.[2] ?? text.replace(/^`{1,4} ?/, '')

/** The text without the marks of lists and code. Undefined if it has none. */
export const markdownText = (text: string): string | undefined => {
  if (ruledTable.test(text))
    return text.replace(/\| (`[^`\n]{1,65536}`) (?=\|)/g, (_, cell: string) => `| ${withoutCode(cell)} `)
  const bare = text.replace(listed, (_, name: string, value: string) => `${name}: ${withoutCode(value)}`)
  return bare === text ? undefined : bare
}
