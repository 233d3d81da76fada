/**
 * A request from a text: an HTTP message, a command of curl, an HTTP archive, or an export of a program for requests.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable, unreadable } from '../Received.ts'
import { readCurl } from './readCurl.ts'
import { beginsLikeJson, readHar } from './readHar.ts'
import { beginsLikeHttp, firstLineOf, readHttp } from './readHttp.ts'
import { type Logged, readHeaderLine, readLogLine, wordsFor } from './readLogLine.ts'

/** What Windows programs call Unicode. */
const isUtf16 = (text: Bytes): boolean =>
  (text[0] === 0xff && text[1] === 0xfe) || (text[0] === 0xfe && text[1] === 0xff)

/** A line that begins with the program's name, and is no header and no request line. */
const beginsLikeCurl = (line: string): boolean =>
  /^[ \t]{0,64}(?:[$%] {1,64})?(?:[a-z]:)?(?:[^ \t:]{0,4096}[\\/])?curl(?:\.exe)?(?:[ \t^\x60\\]|$)/i.test(line)

/** The forms that are read, each by its first line. */
const forms: ReadonlyArray<
  readonly [begins: (line: string) => boolean, read: (text: Bytes) => E.Either<Unreadable, Received>]
> = [
  [beginsLikeJson, readHar],
  [beginsLikeHttp, readHttp],
  // Assignments may precede the program's name.
  [(line) => /^[ \t]{0,64}[A-Za-z_][0-9A-Za-z_]{0,256}=/.test(line), readCurl],
]

/** What people paste and nothing here reads, by its first line, and what to do. */
const notRead: ReadonlyArray<readonly [pattern: RegExp, what: string]> = [
  [
    /^[ \t]{0,64}(?:(?:[$%] {1,64})?(?:https?|xhs?|wget|iwr|irm|Invoke-(?:WebRequest|RestMethod))[ \t]|\$\w{1,64}(?:\.\w{1,64}){0,9}[ \t]{0,64}[=(]|(?:(?:const|let|var) {1,64}\w{1,64} {0,64}= {0,64})?(?:await {1,64})?fetch\()/i,
    'a command of HTTPie, wget or PowerShell is not read, nor a call of fetch; paste it as curl, or the request as it was sent',
  ],
  [/^(?:type: \w+\.insomnia|_type: export)/, 'an export as YAML is not read; copy the request there as curl'],
  [
    /^(?:Traceback |(?:Uncaught )?[\w.]{0,256}(?:Error|Exception)\b|(?:file:\/\/|node:|\/).{1,4096}:\d{1,9}$)/,
    'this is the trace of an error, and method, target, Authorization header and body are not read out of it; paste the request as it was sent',
  ],
]

const requestLine = /^(?:> )?[!-~]{1,64} [^\n]* HTTP\/[0-9.]{1,3}\r?$/

/** Why a text is not read, if its first line tells. The request may stand further down, behind other output. */
const whyNot = (text: Bytes, line: string): string | undefined => {
  if (requestLine.test(line)) return undefined
  const known = notRead.find(([pattern]) => pattern.test(line))
  if (known === undefined && formOf(line) !== undefined) return undefined
  const at = latin1(text)
    .split('\n')
    .findIndex((each) => requestLine.test(each) || beginsLikeCurl(each))
  return at < 1 ? known?.[1] : `a request begins in line ${at + 1}; paste the text from there on`
}

const formOf = (line: string) => forms.find(([begins]) => begins(line))

/** A request line may hold what a header holds. */
const headerAlone = (text: Bytes, line: string): Logged | undefined => {
  const bare = line.replace(/^[ \t>]+/, '')
  const header = formOf(bare) === undefined ? readHeaderLine(bare) : undefined
  return header !== undefined && latin1(text).trim() === line.trim() ? header : undefined
}

/**
 * Reads a request from a text; the first line tells which form it has.
 *
 * Fails with what is wrong, where, and what to do; a line of a log and a header alone are told as such. Of the text the message repeats names of options only.
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
  // An object may be spread over lines.
  const logged = readLogLine(line.trim().endsWith('{') ? latin1(text) : line) ?? headerAlone(text, line)
  if (logged !== undefined) return E.left({ _tag: 'Unreadable', what: wordsFor(logged), line: 1, offset: 0, logged })
  const why = whyNot(text, line)
  if (why !== undefined) return unreadable(text, 0, why)
  const form = formOf(line)
  return form === undefined ? readHttp(text) : form[1](text)
}
