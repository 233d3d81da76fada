/**
 * A text that is a request from its first line on: a message or a command with a signed Authorization header. Nothing stands round such
 * a request but lines of a log before it, and what looks like a page, a ticket, a table or a patch is its body. So no rule that rewrites
 * texts may touch it. Only a change that the head or the Content-Length shows is undone (chatText.ts, respelledMessage.ts).
 *
 *     POST /v1/pages HTTP/1.1
 *     Authorization: SVC-SHA256-RSA app_id=…,nonce_str=…,timestamp=…,signature=…
 *
 *     <pre>GET /v1/jobs HTTP/1.1 …</pre>
 *
 * Texts have one character for each byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { arrivedHeader } from '../../../effects/keptRequest.ts'
import { latin1 } from '../Received.ts'
import { isFromDottingTool } from './dottingTools.ts'
import { beginsLikeLog } from './loggedMessage.ts'
import { pipedCommand } from './pipedCommand.ts'
import { beginsLikeCurl } from './readByFirstLine.ts'
import { firstLineOf } from './readHttp.ts'
import { beginsLikeHttpie } from './readHttpie.ts'
import { beginsLikeWget } from './readWget.ts'
import { shellWords } from './shellWords.ts'

const requestLine = /^(?:[A-Za-z]{1,32} (?:\/|https?:)\S*(?: HTTP\/[0-9.]{1,3})?|:method: [A-Z]{3,10})\r?$/

const versionedLine = /^[A-Za-z]{1,32} (?:\/|https?:)\S* HTTP\/[0-9.]{1,3}\r?$/

/** A request line behind a time or a level: `2026-11-29 INFO sending POST /v1/jobs HTTP/1.1`. */
const loggedLine = /^[^\n]{0,512}[^!-~][A-Z]{3,10} (?:\/|https?:)\S* HTTP\/[0-9.]{1,3}\r?$/

const headerLine = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}:/

/** The header with an auth type and a first item. It may be wrong in any other way: then its faults are told, and not what its body holds. */
const signedAuthorization = /^authorization:[ \t]{0,8}[A-Za-z][\w-]{0,64} {1,8}\w{1,64}=[^\n]*$/i

/** No head is longer. */
const longestHead = 131_072

/** The header that every kept request has. It is written for any request, however odd its target and its Authorization are. */
const keptHeader = new RegExp(`^${arrivedHeader}: \\d{1,16}\\r?$`)

const isEmpty = (line: string): boolean => line === '' || line === '\r'

/** The lines up to an empty one, and whether there is one. */
const headFrom = (
  lines: ReadonlyArray<string>,
  from: number,
): { readonly head: ReadonlyArray<string>; readonly isEnded: boolean } => {
  const length = lines.slice(from).findIndex(isEmpty)
  return { head: length < 0 ? lines.slice(from) : lines.slice(from, from + length), isEnded: length >= 0 }
}

const isSignedHead = (head: ReadonlyArray<string>): boolean =>
  head.every((line) => headerLine.test(line)) && head.some((line) => signedAuthorization.test(line))

/** Whether the text is a message from its first line on, with its signed Authorization header. */
export const isWholeMessage = (text: string): boolean => {
  const [firstLine = '', ...lines] = text.slice(0, longestHead).split('\n')
  const { head } = headFrom(lines, 0)
  const isKept = / HTTP\/1\.1\r?$/.test(firstLine) && head.some((line) => keptHeader.test(line))
  if (isKept && head.every((line) => headerLine.test(line))) return true
  return requestLine.test(firstLine) && isSignedHead(head)
}

/** Whether the line is a request line, alone or after a time or a level of a log. */
const namesRequest = (line: string): boolean =>
  versionedLine.test(line) || (beginsLikeLog(line) && loggedLine.test(line))

/** Whether lines of a log come before the message, or a time and a level before its request line. */
const isLoggedMessage = (text: string): boolean => {
  const lines = text.slice(0, longestHead).split('\n')
  // The first line that is not empty and not just a line of the log.
  const at = lines.findIndex((line) => !isEmpty(line) && (namesRequest(line) || !beginsLikeLog(line)))
  const { head, isEnded } = headFrom(lines, at + 1)
  return namesRequest(lines[at] ?? '') && isEnded && isSignedHead(head)
}

/** A message within a text: its request line and its headers, and all that follows the empty line. */
export interface MessageWithin {
  readonly head: string
  readonly rest: string
}

/** The first message with a signed Authorization header that has lines of its own in the text. Undefined if there is none. */
export const messageWithin = (text: string): MessageWithin | undefined => {
  const lines = text.slice(0, longestHead).split('\n')
  for (const [at, line] of lines.entries()) {
    if (!versionedLine.test(line)) continue
    const { head, isEnded } = headFrom(lines, at + 1)
    if (!isEnded || !isSignedHead(head)) continue
    const before = lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0)
    const message = [line, ...head, ''].join('\n')
    const end = before + message.length
    return { head: message, rest: text.slice(text.indexOf('\n', end) + 1) }
  }
  return undefined
}

/** The length that the head announces. Undefined if it announces none. */
const announcedIn = (head: string): number | undefined => {
  const digits = /^content-length:[ \t]{0,8}(\d{1,12})[ \t]{0,8}\r?$/im.exec(head)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The method and the path at the end of a line, behind words or alone. */
const requestAtEnd = /(?:^|[^!-~])([A-Z]{3,10} \/\S* HTTP\/[0-9.]{1,3}\r?)$/

const speaksOfRequest = /authorization|(?:^|[^A-Za-z])[A-Z]{3,10} (?:https?:\/)?\//i

/**
 * The message behind words of a log or of a person, if it ends the text: its body has the Content-Length, perhaps with line ends behind
 * it. So the message is whole, whatever its body holds.
 */
export const messageBehindWords = (text: string): string | undefined => {
  const lines = text.slice(0, longestHead).split('\n')
  const at = lines.findIndex((line) => speaksOfRequest.test(line))
  const before = lines.slice(0, at).join('\n')
  const requestText = requestAtEnd.exec(lines[at] ?? '')?.[1]
  if (at < 0 || requestText === undefined || (at === 0 && requestText === lines[0])) return undefined
  // Then a dot in the body may be another byte.
  if (isFromDottingTool(`${before}\n${lines[at]}`)) return undefined
  const { head, isEnded } = headFrom(lines, at + 1)
  const length = announcedIn(head.join('\n'))
  if (!isEnded || !isSignedHead(head) || length === undefined) return undefined
  const start = before.length + (at > 0 ? 1 : 0) + (lines[at] ?? '').length - requestText.length
  const endOfHead = start + [requestText, ...head].join('\n').length
  // The body follows the empty line, and the empty line follows the line feed at the end of the head.
  const bodyAt = text.indexOf('\n', endOfHead + 1) + 1
  const isWhole = text.length - bodyAt >= length && !/[^\r\n]/.test(text.slice(bodyAt + length))
  return isWhole ? text.slice(start) : undefined
}

/** Whether a shell finds the header in a word of the command. The body is in quotes, so it is in a word of its own. */
const isWholeCommand = (text: string): boolean => {
  const bytes = Bytes.ofAscii(text)
  const command = pipedCommand(bytes)?.command ?? bytes
  const firstLine = firstLineOf(command)
  if (!beginsLikeCurl(firstLine) && !beginsLikeHttpie(firstLine) && !beginsLikeWget(firstLine)) return false
  const read = shellWords(command)
  return E.isRight(read) && read.right.words.some((word) => signedAuthorization.test(latin1(word.bytes)))
}

/** Whether the text is a message or a command, with its signed Authorization header. */
export const isWholeRequest = (text: string): boolean =>
  isWholeMessage(text) || isLoggedMessage(text) || isWholeCommand(text)
