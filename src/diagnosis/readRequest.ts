/**
 * A request in the form in which somebody has it at hand: a curl command, or an HTTP message as text.
 */
import type * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../core/Bytes.ts'
import { type Received, type Unreadable, unreadable } from './Received.ts'
import { readCurl } from './readCurl.ts'
import { beginsLikeHttp, firstLineOf, readHttp } from './readHttp.ts'

/** What programs for Windows write for "Unicode". */
const isUtf16 = (text: Bytes): boolean =>
  (text[0] === 0xff && text[1] === 0xfe) || (text[0] === 0xfe && text[1] === 0xff)

/** A program's name before anything that no header's name or method could be. */
const beginsLikeCurl = (line: string): boolean =>
  /^[ \t]{0,64}(?:[$%] {1,64})?(?:[a-z]:)?(?:[^ \t:]{0,4096}[\\/])?curl(?:\.exe)?(?:[ \t^\x60\\]|$)/i.test(line)

/** What "Copy as …" of a browser gives beside "cURL (bash)". */
const beginsLikeOther = (line: string): boolean =>
  /^[ \t]{0,64}(?:(?:await )?fetch\(|\$session\b|Invoke-(?:WebRequest|RestMethod)\b|(?:wget|http|https|xh) )/i.test(
    line,
  )

/**
 * Reads a request from a text: which of the two forms it has shows in its first line.
 *
 * It fails with what is wrong, where, and what to do; nothing of the text is in that but names of options.
 *
 * @example
 * ```ts
 * import { readRequest } from 'countersign/diagnosis'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const encode = (text: string) => new TextEncoder().encode(text)
 * const asCurl = readRequest(encode('curl https://api.example/v1/jobs -d 1'))
 * const asHttp = readRequest(encode('POST /v1/jobs HTTP/1.1\nHost: api.example\n\n1'))
 * assert.ok(E.isRight(asCurl) && E.isRight(asHttp))
 * assert.deepEqual(asCurl.right.body, asHttp.right.body)
 * assert.equal(asCurl.right.target, asHttp.right.target)
 * ```
 */
export const readRequest = (text: Bytes): E.Either<Unreadable, Received> => {
  if (isUtf16(text)) return unreadable(text, 0, 'the text is in UTF-16; save it as UTF-8')
  const line = firstLineOf(text)
  if (beginsLikeCurl(line) && !/^curl \S+ HTTP\/[0-9]/i.test(line)) return readCurl(text)
  if (!beginsLikeHttp(line) && beginsLikeOther(line)) {
    const what =
      'this is neither an HTTP request nor a curl command; copy it "as cURL (bash)", or paste the raw request'
    return unreadable(text, 0, what)
  }
  // Before the program's name may stand assignments.
  if (!beginsLikeHttp(line) && /^[ \t]{0,64}[A-Za-z_][0-9A-Za-z_]{0,256}=/.test(line)) return readCurl(text)
  return readHttp(text)
}
