/**
 * A text that is a request from its first line on: a message or a command with its whole Authorization header. Nothing stands round such
 * a request, and what looks like a page, a ticket or a table is its body.
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
import { pipedCommand } from './pipedCommand.ts'
import { beginsLikeCurl } from './readByFirstLine.ts'
import { firstLineOf } from './readHttp.ts'
import { beginsLikeHttpie } from './readHttpie.ts'
import { beginsLikeWget } from './readWget.ts'
import { shellWords } from './shellWords.ts'
import { itemsOfHeader } from './wholeHeaders.ts'

const requestLine = /^(?:[A-Za-z]{1,32} (?:\/|https?:)\S*(?: HTTP\/[0-9.]{1,3})?|:method: [A-Z]{3,10})\r?$/

const headerLine = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}:/

const wholeAuthorization = new RegExp(`^authorization:[ \\t]{0,8}${itemsOfHeader}[ \\t]{0,8}\\r?$`, 'i')

/** No head is longer. */
const longestHead = 131_072

/** The header that every kept request has. It is written for any request, however odd its target and its Authorization are. */
const keptHeader = new RegExp(`^${arrivedHeader}: \\d{1,16}\\r?$`)

const isWholeMessage = (text: string): boolean => {
  const [firstLine = '', ...lines] = text.slice(0, longestHead).split('\n')
  const end = lines.findIndex((line) => line === '' || line === '\r')
  const head = end < 0 ? lines : lines.slice(0, end)
  if (!head.every((line) => headerLine.test(line))) return false
  if (/ HTTP\/1\.1\r?$/.test(firstLine) && head.some((line) => keptHeader.test(line))) return true
  return requestLine.test(firstLine) && head.some((line) => wholeAuthorization.test(line))
}

/** Whether a shell finds the header in a word of the command. The body is in quotes, so it is in a word of its own. */
const isWholeCommand = (text: string): boolean => {
  const bytes = Bytes.ofAscii(text)
  const command = pipedCommand(bytes)?.command ?? bytes
  const firstLine = firstLineOf(command)
  if (!beginsLikeCurl(firstLine) && !beginsLikeHttpie(firstLine) && !beginsLikeWget(firstLine)) return false
  const read = shellWords(command)
  return E.isRight(read) && read.right.words.some((word) => wholeAuthorization.test(latin1(word.bytes)))
}

/** Whether the text is a message or a command, with its whole Authorization header. */
export const isWholeRequest = (text: string): boolean => isWholeMessage(text) || isWholeCommand(text)
