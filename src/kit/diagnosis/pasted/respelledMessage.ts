/**
 * An HTTP message in which a program has spelled some characters otherwise when somebody copied it. Its head shows how, or the
 * Content-Length does.
 *
 *     GET /v1/jobs?a=1&amp;b=2 HTTP/1.1                a page, where the body has &quot; and no quotation mark
 *     Authorization: SVC-SHA256-RSA app\_id=app-1      Markdown and Jira
 *     GET /v1/jobs HTTP/1.1$                           cat -E, and :set list of Vim
 *     'POST /v1/jobs HTTP/1.1 … it'\''s '              var_export of PHP, and the quotes of a shell
 *
 * Texts have one character for each byte.
 */
import { withoutReferencesInBytes } from './markupText.ts'

/** A change that a program makes, undone. */
interface Respelling {
  /** Whether the message has been changed so, as its head or what stands round it shows. Without this, only the Content-Length can show it. */
  readonly isShown?: (head: string, text: string) => boolean
  /** Each is tried; the one whose body has the Content-Length is taken. */
  readonly undo: ReadonlyArray<(text: string) => string>
}

const nonBreakingSpace = /\u00c2\u00a0/g
const doubleQuotes = /\u00e2\u0080[\u009c\u009d\u009e]/g
const singleQuotes = /\u00e2\u0080[\u0098\u0099\u009a]/g

/** The characters that a Markdown editor and Jira escape. */
const escapedMark = /\\([[\]{}()*_#+!|~.<>-])/g

/** The inside of a text in single quotes, and perhaps a line end behind them. */
const quoted = /^\s{0,64}'([\s\S]*)'\s{0,64}$/

const inside = (text: string): string => quoted.exec(text)?.[1] ?? text

const queryLines = /^[A-Z]{3,10} (?:https?:\/)?\/[^\s?]{1,65536}(?:\r?\n[ \t]{1,32}[?&]\S{0,65536}){1,256}/

const respellings: ReadonlyArray<Respelling> = [
  { undo: [withoutReferencesInBytes] },
  { undo: [(text) => text.replace(doubleQuotes, '"').replace(singleQuotes, "'")] },
  {
    // In the request line, or behind the colon of the Authorization header, as Teams copies them.
    isShown: (head) =>
      /^[A-Z]{3,10}\u00c2\u00a0\S{1,65536}\u00c2\u00a0HTTP\/[0-9]/.test(head) ||
      /^authorization:(?:\u00c2\u00a0 ?[A-Za-z]| ?[A-Za-z][\w-]{0,64}\u00c2\u00a0\w)/im.test(head),
    undo: [(text) => text.replace(nonBreakingSpace, ' ')],
  },
  {
    isShown: (head) => /\b(?:app|nonce)\\_(?:id|str)=/.test(head),
    undo: [(text) => text.replace(escapedMark, '$1'), (text) => text.replace(/\\([\\[\]{}()*_#+!|~.<>-])/g, '$1')],
  },
  {
    isShown: (head) =>
      /^[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\$\r?\n(?:[^\n]{1,70000}\$\r?\n){1,256}\$\r?\n/.test(head),
    undo: [(text) => text.replace(/\$(?=\r?\n|$)/g, '')],
  },
  {
    // A file for an editor has the query in lines of its own.
    isShown: (head) => queryLines.test(head),
    undo: [(text) => text.replace(queryLines, (written) => written.replace(/\s{1,64}(?=[?&])/g, ''))],
  },
  {
    isShown: (head, text) => /^\s{0,64}'[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?\n/.test(head) && quoted.test(text),
    undo: [
      inside,
      (text) => inside(text).replace(/'(?:"'"|\\')'/g, "'"),
      (text) => inside(text).replace(/\\([\\'])/g, '$1'),
    ],
  },
]

const requestLine = /^\s{0,64}'?[A-Z]{3,10}(?: |\u00c2\u00a0)/

/** The text behind the head. Undefined if the head does not end. */
const bodyOf = (text: string): string | undefined => {
  const [end] = /\r?\n\r?\n/.exec(text) ?? []
  return end === undefined ? undefined : text.slice(text.indexOf(end) + end.length)
}

/** All of a text in which no line is empty. */
const headOf = (text: string): string => `${text.split(/\r?\n\r?\n/, 1)[0] ?? ''}\n`

const announcedIn = (text: string): number | undefined => {
  const digits = /^content-length:\s{0,8}(\d{1,9})\s{0,8}$/im.exec(headOf(text))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Whether the body has the Content-Length, perhaps with line ends behind it. */
const fits = (text: string): boolean => {
  const body = bodyOf(text)
  const announced = announcedIn(text)
  if (body === undefined || announced === undefined) return false
  const isFollowedByLineEnds =
    body.length > announced && !/[^\r\n]/.test(body.slice(announced)) && !/[\r\n]$/.test(body.slice(0, announced))
  return body.length === announced || isFollowedByLineEnds
}

/** What is said of a message that was respelled. */
export const respellingUndone =
  'A program has spelled some characters of this message otherwise, such as &quot; for a quotation mark. This was undone.'

/** The message as it was before a program changed it. Undefined if nothing shows such a change. */
export const respelledMessage = (text: string): string | undefined => {
  if (!requestLine.test(text) || fits(text)) return undefined
  const head = headOf(text)
  for (const { isShown, undo } of respellings) {
    if (isShown?.(head, text) === false) continue
    const readings = undo.map((undone) => undone(text)).filter((reading) => reading !== text)
    const fitting = readings.find(fits) ?? (isShown === undefined ? undefined : readings[0])
    if (fitting !== undefined) return fitting
  }
  return undefined
}
