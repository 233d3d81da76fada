/**
 * A text in which a chat program has escaped three characters, as Slack does in what people copy or export.
 *
 *     POST /v1/jobs?a=1&amp;b=2 HTTP/1.1      →      POST /v1/jobs?a=1&b=2 HTTP/1.1
 *
 * A caller may also have sent `&amp;`. So the escapes are undone only if the text has none of the three characters itself, and if the
 * Content-Length or a place outside of the body speaks for it. Texts have one character for each byte.
 */
import { arrivedHeader } from '../../../effects/keptRequest.ts'

const reference = /&(amp|lt|gt);/g

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }

const unescaped = (text: string): string => text.replace(reference, (_, name: string) => characters[name] ?? '')

/** Whether the text has references for these characters, and none of the characters itself. */
const isEscapedWhole = (text: string): boolean => /&(?:amp|lt|gt);/.test(text) && !/[<>]|&(?!(?:amp|lt|gt);)/.test(text)

/** The mark of a line that curl -v prints. */
const escapedMark = /^&gt; (?:[A-Z]{3,10} [/h]|Host: )/m

/** A URL or a target as the value of a member: a program wrote it, and no person into a chat. */
const urlOfMember = /"(?:https?:\/)?\/[^"\s\\]*"/g

const beginsJson = /^\s{0,64}[[{]/

/** Whether this is a message in an export of Slack, which has these escapes in every text. */
const isExportedMessage = (text: string): boolean =>
  beginsJson.test(text) &&
  /"type"\s{0,8}:\s{0,8}"message"/.test(text) &&
  /"ts"\s{0,8}:\s{0,8}"\d{10}\.\d{6}"/.test(text)

/** What stands outside of the body: the head of a message, or all of another text. */
const outsideOfBody = (text: string): string => message.exec(text)?.[0] ?? text

/** Whether a word has an `&` in a query: no program sends `&amp;` in a URL unless it is wrong. Or whether lines have an escaped mark. */
const isEscapedOutside = (text: string): boolean =>
  escapedMark.test(outsideOfBody(text)) ||
  isExportedMessage(text) ||
  outsideOfBody(text)
    .replace(beginsJson.test(text) ? urlOfMember : /$^/, '')
    .split(/[\s"'\\]/)
    .some((word) => word.includes('?') && word.slice(word.indexOf('?')).includes('&amp;'))

const message = /^[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?\n[\s\S]*?\r?\n\r?\n/

/** The length of the body that a message announces, and its body as it is here. Undefined if it announces none. */
const measuredBody = (text: string): { readonly length: number; readonly body: string } | undefined => {
  const [head = ''] = message.exec(text) ?? []
  const length = /^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(head)?.[1]
  return length === undefined ? undefined : { length: Number(length), body: text.slice(head.length) }
}

/** Whether a body has this length, perhaps with a line end behind it. */
const hasLength = (body: string, length: number): boolean =>
  body.replace(/\r?\n$/, '').length === length || body.length === length

/** What became of a text. */
export interface Unescaped {
  readonly text: string
  readonly note: string
}

const escapesUndone =
  'The text has &amp;, &lt; or &gt;, and nowhere &, < or > itself. So probably a chat program such as Slack has escaped these characters, and this was undone. If &amp; was sent, write &amp;amp; here.'

const perhapsEscaped =
  'The body has &amp;, &lt; or &gt;, and was read as it is here. If a chat program such as Slack wrote them for &, < and >, give the body as it was sent.'

/** The text without the escapes, or with a note if it may have some. Undefined if it has none, or is as it was sent. */
export const withoutChatEscapes = (text: string): Unescaped | undefined => {
  // A file of `keepRefusals` is read to the letter.
  if (!isEscapedWhole(text) || new RegExp(`^${arrivedHeader}:`, 'im').test(text)) return undefined
  const measured = measuredBody(text)
  if (measured !== undefined && /&/.test(measured.body)) {
    if (hasLength(measured.body, measured.length)) return undefined
    if (hasLength(unescaped(measured.body), measured.length)) return { text: unescaped(text), note: escapesUndone }
  }
  if (isEscapedOutside(text) && !text.includes('\r\n')) return { text: unescaped(text), note: escapesUndone }
  // Other forms keep the body in quotes, and are copied by a program.
  const isWritten = measured === undefined && (message.test(text) || /^\s{0,64}(?:[$%] )?curl\s/.test(text))
  return isWritten ? { text, note: perhapsEscaped } : undefined
}
