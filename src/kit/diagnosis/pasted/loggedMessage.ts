/**
 * An HTTP message inside a log: the request line stands behind a time, a level or a mark, and the lines after it have the same
 * beginning, another one, or none. What follows the empty line is the body only if it is no line of the log itself.
 *
 *     2026/11/29 05:05:02 request: POST /v1/jobs HTTP/1.1
 *     Host: api.example
 *
 *     {}
 *     2026/11/29 05:05:02 response: …
 *
 * The text has one character for each byte.
 */

import type * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received } from '../Received.ts'
import { joinedAuthorization, jointOf } from './brokenAuthorization.ts'
import { lettersOf } from './byteText.ts'
import type { Wrong } from './curlOptions.ts'
import { jsonBehindLines } from './jsonBehindLines.ts'
import { lineEndLeftOut, requestSent } from './librarySent.ts'
import { prefixPattern } from './linePrefix.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { compactOfLength, isWholeObject } from './printedJson.ts'
import { forTheEye } from './values/chooseBody.ts'
import { inBackslashes } from './wireText.ts'
import { hasNoBody, textAfterHead } from './withoutBody.ts'

/** How a tool prints a line end: as one, or in characters such as `\r\n` before it. */
type PrintedLineEnd = '' | '\\r\\n' | '\\r' | '\\x0d' | '.'

interface RequestLine {
  readonly at: number
  /** What stands before the method. */
  readonly prefix: string
  readonly method: string
  readonly target: string
  readonly lineEnd: PrintedLineEnd
}

/**
 * The request line, with what stands before the method: a prefix that ends in a blank or a byte that is not printed, a mark, or the
 * bytes of a packet's head.
 *
 *     2026/11/29 05:05:02 POST /v1/jobs HTTP/1.1
 *     >POST /v1/jobs HTTP/1.1\r\n
 *     E..4..@.@.....POST /v1/jobs HTTP/1.1.
 *     .).....dPOST /v1/jobs HTTP/1.1
 */
const requestLine =
  /^(.{0,2000}?[^!-~]|.{0,16}[>:|] ?|.{0,80}\.|.{0,80}\.[!-~]{1,8}?(?=(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) ))?([A-Z]{3,10}) {1,2}((?:\/|https?:\/\/)[!-~]{0,65536}) {1,2}HTTP\/[0-9](?:\.[0-9])?(\\r\\n|\\r|\\x0d|\.)?$/

/** The beginnings of lines that a log or a program writes round a message. */
const logLineForms: ReadonlyArray<RegExp> = [
  // 2026-11-29, [05:05:02, (29/Nov/2026, Sun, Nov 29,
  /[[(]?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\d\d[-/]\w{3}[-/]\d{4}|(?:\w{3},? )?\w{3} {1,2}\d{1,2},? )/,
  // INFO
  /(?:INFO|DEBUG|TRACE|WARN|WARNING|ERROR|LOG|FINE|FINER|FINEST|CONFIG|SEVERE)\b/,
  // [http], [05:05:02.123]
  /\[(?:\w{1,16}|[\d:. ]{4,32})\]? /,
  // The marks of a line that was sent or received: `<`, `-->`, `<---------- final response`
  /(?:[<>*=~]|--|<-{1,40}|-{1,40}>|<<|>>)(?: |$)/,
  // Rules between messages: =====, ---, ---response begin---, --------------------
  /(?:={3,}|~{3,}|-{3}(?:\r?\n|$)|-{3}\w[\w ]{0,32}-{3}(?:\r?\n|$)|-{8,}(?:\r?\n|$)|-{20,})/,
  // The response: HTTP/1.1 401, Matched response
  /HTTP\/[0-9.]{1,3} \d{3}|(?:Matched )?[Rr]esponse\b/,
  // Connection #0 (curl), T 127.0 (ngrep)
  /Connection #\d|[TI#] \d{1,3}\.\d/,
]

const logLine = new RegExp(`^(?:${logLineForms.map(({ source }) => source).join('|')})`)

/** Whether a text begins with a line of a log, perhaps after empty lines. Such a text is no body. */
export const beginsLikeLog = (candidate: string): boolean =>
  logLine.test(candidate.replace(/^[\r\n]+/, '').slice(0, 512))

const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)$/

const findRequestLine = (logLines: ReadonlyArray<string>): RequestLine | undefined => {
  for (const [index, candidate] of logLines.entries()) {
    if (!candidate.includes('HTTP/') || candidate.length > 70_000) continue
    // The line end is in the pattern: of several request lines in one line, it matches the last.
    const [, prefix = '', method, target = '', lineEnd = ''] = requestLine.exec(candidate) ?? []
    if (method !== undefined)
      return { at: index, prefix, method: sentMethod(method, prefix), target, lineEnd: lineEnd as PrintedLineEnd }
  }
  return undefined
}

/** The method, without the bytes of a packet's head that tcpdump -A shows directly before it. */
const sentMethod = (written: string, prefix: string): string => {
  const touchesPrefix = /[!-~]$/.test(prefix)
  if (!touchesPrefix) return written
  return /(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.exec(written)?.[0] ?? written
}

const withoutLineEnd = (messageLine: string, lineEnd: PrintedLineEnd): string =>
  lineEnd !== '' && messageLine.endsWith(lineEnd) ? messageLine.slice(0, -lineEnd.length) : messageLine

interface Message {
  readonly headers: ReadonlyArray<Pair>
  /** What follows the head, without the prefixes. */
  readonly rest: ReadonlyArray<string>
}

/** So many lines behind the request line show whether each has its prefix. */
const linesThatShowPrefix = 6

/** A longer prefix, with a time and a place, stands on no line by chance. */
const longestPrefixByChance = 24

/** The lines behind the request line, without what the log puts before each. */
const bareLines = (
  logLines: ReadonlyArray<string>,
  { at: requestLineAt, prefix, lineEnd }: RequestLine,
): ReadonlyArray<string> => {
  const following = logLines.slice(requestLineAt + 1)
  if (prefix === '') return following
  const pattern = prefixPattern(prefix)
  const hasPrefix = (followingLine: string): boolean => pattern.test(followingLine)
  const isRepeated =
    following.slice(0, linesThatShowPrefix).filter(hasPrefix).length >= 2 ||
    (prefix.length > longestPrefixByChance && following.some(hasPrefix))
  if (!isRepeated) return following
  const precedingPattern = requestLineAt > 0 ? prefixPattern(logLines[requestLineAt - 1] ?? '') : undefined
  // A program that prints `\r\n` prints nothing of the message without the prefix.
  const printsBytes = lineEnd === '\\r\\n'
  return following.flatMap((followingLine, i) => {
    const matchedPrefix = pattern.exec(followingLine)?.[0]
    if (matchedPrefix === undefined) {
      // A line before each record, with its time and its place, as one stands before the request line.
      const isBeforeRecord = precedingPattern?.test(followingLine) === true && hasPrefix(following[i + 1] ?? '')
      return printsBytes || isBeforeRecord ? [] : [followingLine]
    }
    const bare = followingLine.slice(matchedPrefix.length)
    const isCount = printsBytes && /^\d{1,12} (?:read)?bytes$/.test(bare)
    return isCount ? [] : [bare]
  })
}

const messageOf = (messageLines: ReadonlyArray<string>, lineEnd: PrintedLineEnd): Message => {
  const headers: Array<Pair> = []
  for (const [index, messageLine] of messageLines.entries()) {
    const bare = withoutLineEnd(messageLine, lineEnd)
    if (bare.trim() === '') return { headers, rest: messageLines.slice(index + 1) }
    const [, fieldName, fieldValue = ''] = headerLine.exec(bare) ?? []
    if (fieldName === undefined) {
      const last = headers.at(-1)
      const joint = last?.[0].toLowerCase() === 'authorization' ? jointOf(last[1], bare) : undefined
      if (last !== undefined && joint !== undefined) {
        headers[headers.length - 1] = [last[0], last[1] + joint + bare]
        continue
      }
      // A program writes lines of its own in between.
      if (lineEnd === '\\r\\n' && !messageLine.endsWith(lineEnd)) continue
      return { headers, rest: messageLines.slice(index) }
    }
    headers.push([fieldName, fieldValue])
  }
  return { headers, rest: [] }
}

/** The first lines whose length, with line feeds between them and perhaps one at the end, is that of the body. */
const ofLength = (bodyLines: ReadonlyArray<string>, length: number): string | undefined => {
  let size = -1
  for (const [index, bodyLine] of bodyLines.entries()) {
    size += bodyLine.length + 1
    if (size === length) return bodyLines.slice(0, index + 1).join('\n')
    if (size + 1 === length && index + 1 < bodyLines.length) return `${bodyLines.slice(0, index + 1).join('\n')}\n`
    if (size > length) return undefined
  }
  return undefined
}

/** The body with the line ends that it has in the log, where some are CR LF. */
const ofRawLines = (log: string, bodyLines: ReadonlyArray<string>, length: number): string | undefined => {
  const [firstLine = ''] = bodyLines
  const start = log.indexOf(`${firstLine}\r\n`, log.search(/authorization/i))
  const candidate = start < 0 || firstLine === '' ? '' : log.slice(start, start + length)
  const isWhole = /^(?:\r?\n|$)/.test(log.slice(start + length, start + length + 2))
  const isOfLines = candidate.length === length && bodyLines.join('\n').startsWith(candidate.replaceAll('\r\n', '\n'))
  return isWhole && isOfLines ? candidate : undefined
}

interface Content {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

/** A tool that writes `\x0d` for the end of a line writes other bytes so, and leaves every other backslash alone. */
const withoutHexEscapes = (bodyLine: string): string =>
  bodyLine.replace(/\\x([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))

const bytesAsDots =
  'This tool prints a dot for each unprintable byte. If the body has such bytes, the text here is not the body that was sent; then give the body itself.'

const asContent = (body: string, lineEnd: PrintedLineEnd): Content => ({
  bytes: Bytes.ofAscii(body),
  notes: (lineEnd === '.' || lineEnd === '\\r') && body.includes('...') ? [bytesAsDots] : [],
})

/** The only chunk, behind the line that gives its size. */
const chunkIn = (bodyLines: ReadonlyArray<string>): string | undefined => {
  const sizeIndex = bodyLines.findIndex((bodyLine) => /^[0-9a-f]{1,8}$/i.test(bodyLine))
  const size = Number.parseInt(bodyLines[sizeIndex] ?? '', 16)
  return sizeIndex < 0
    ? undefined
    : bodyLines.slice(sizeIndex + 1, sizeIndex + 16).find((bodyLine) => bodyLine.length === size)
}

/** Wget prints the body behind its head in brackets, with `-d`. */
const dataOfWget = /^\n{0,2}---request end---\n\[(?:BODY|POST|PUT) data: /

const bodyOfWget = (textAfterHead: string, headers: ReadonlyArray<Pair>): string | undefined => {
  const [before] = dataOfWget.exec(textAfterHead) ?? []
  const length = Number(contentLengthIn(headers) ?? Number.NaN)
  if (before === undefined || textAfterHead[before.length + length] !== ']') return undefined
  return textAfterHead.slice(before.length, before.length + length)
}

/** How the log shows the message. */
interface Showing {
  readonly lineEnd: PrintedLineEnd
  /** The whole log, with its own line ends. */
  readonly log: string
  /** Whether the log is only a message off the wire, behind words. */
  readonly isRaw: boolean
}

/** The content behind the head. Undefined if no line after the head is certain to be of the body. */
const contentOf = (
  linesAfterHead: ReadonlyArray<string>,
  headers: ReadonlyArray<Pair>,
  { lineEnd, log, isRaw }: Showing,
): Content | undefined => {
  const ofWget = bodyOfWget(linesAfterHead.join('\n'), headers)
  if (ofWget !== undefined) return asContent(ofWget, lineEnd)
  const unmarked = linesAfterHead.map((markedLine) => markedLine.replace(/^>> /, ''))
  const firstBodyLine = unmarked.findIndex((bodyLine) => bodyLine !== '')
  const bodyLines = firstBodyLine < 0 ? [] : unmarked.slice(firstBodyLine)
  const isChunked = headers.some(([fieldName]) => fieldName.toLowerCase() === 'transfer-encoding')
  const chunk = isChunked ? chunkIn(bodyLines) : undefined
  if (chunk !== undefined) return asContent(chunk, lineEnd)
  // The size of a chunk is no part of the body, and a chunk of another length is not whole.
  if (isChunked && /^[0-9a-f]{1,8}$/i.test(bodyLines[0] ?? '')) return undefined
  if (bodyLines.length === 0 || logLine.test(bodyLines[0] ?? '')) return undefined
  const announced = contentLengthIn(headers)
  if (/^\} /.test(bodyLines[0] ?? '') && logOfCurl.test(log)) return contentOfCurl(bodyLines.join('\n'), announced)
  if (lineEnd === '\\r') return isChunked ? undefined : contentOfSocat(bodyLines, announced)
  if (announced !== undefined && /^\d{1,12}$/.test(announced))
    return contentOfLength(bodyLines, Number(announced), lineEnd, log)
  return contentOfAnyLength(bodyLines, headers, lineEnd, isRaw)
}

/** The log of libcurl in a program: its own words have a star, the head of the request an arrow. */
const logOfCurl = /^\* [^\n]{0,4096}\r?\n(?:\*[^\n]{0,4096}\n){0,64}> [A-Z]{3,10} /m

/** The data behind libcurl's mark for what was sent, if they have the Content-Length: `} {"a":1}* upload completely sent off: 7 bytes`. */
const contentOfCurl = (marked: string, announced: string | undefined): Content | undefined => {
  const length = Number(announced ?? Number.NaN)
  const sent = marked.slice(2, 2 + length)
  return sent.length === length && /^(?:\r?\n|\* |$)/.test(marked.slice(2 + length)) ? asContent(sent, '') : undefined
}

/** The content of a message without a Content-Length: up to the next line of the log. */
const contentOfAnyLength = (
  bodyLines: ReadonlyArray<string>,
  headers: ReadonlyArray<Pair>,
  lineEnd: PrintedLineEnd,
  isRaw: boolean,
): Content | undefined => {
  const behind = jsonBehindLines(bodyLines.join('\n').trimEnd(), undefined)
  if (behind !== undefined) return contentBehind(bodyLines, behind, undefined)
  const printedBody = untilLogGoesOn(bodyLines)
  const isForTheEye = /^[[{]\r?\n/.test(printedBody) && !isRaw
  const isOfOtherType = announcesJson(headers) && !beginsJson.test(printedBody)
  if (isForTheEye || printedBody === '' || isOfOtherType) return undefined
  const { bytes, notes } = asContent(printedBody, lineEnd)
  if (!printedBody.includes('\n')) return { bytes, notes }
  const isLineEndLeftOut = /^[^[{"<]/.test(printedBody) && bodyLines.join('\n').startsWith(`${printedBody}\n`)
  return {
    bytes,
    notes: [...notes, ...(isRaw ? [perhapsIndented] : []), ...(isLineEndLeftOut ? [lineEndLeftOut] : [])],
  }
}

/** Whether the headers say that the body is JSON. A line of words behind them is then a line of the log. */
const announcesJson = (headers: ReadonlyArray<Pair>): boolean =>
  headers.some(([fieldName, fieldValue]) => fieldName.toLowerCase() === 'content-type' && /\bjson\b/i.test(fieldValue))

const beginsJson = /^\s*(?:[[{"]|-?\d|(?:true|false|null)\b)/

/** The head of a record of socat -v. It begins directly behind a body without a line end: `}< 2026/11/30 16:53:57.000700777  length=119 from=0 to=118`. */
const recordOfSocat = /[<>] \d{4}\/\d\d\/\d\d [\d:.]{8,18} {1,2}length=\d{1,9} from=\d{1,9} to=\d{1,9}\r?$/m

/** The content in a record of socat -v. This tool writes each backslash twice, so the body has its length only without these escapes. */
const contentOfSocat = (bodyLines: ReadonlyArray<string>, announced: string | undefined): Content | undefined => {
  const text = bodyLines.join('\n')
  const end = text.search(recordOfSocat)
  const record = end < 0 ? text : text.slice(0, end)
  const sent = inBackslashes(announced === undefined ? untilLogGoesOn(record.split('\n')) : record)
  const body = String(sent.length) === announced ? sent : sent.replace(/\n$/, '')
  const isOfLength = announced === undefined || String(body.length) === announced
  // A body of another length is taken if it is in one line, and a finding tells of the length. JSON in several lines may have been indented
  // for the eye, so that it is not the body.
  return body === '' || (!isOfLength && /^[[{]\n/.test(body)) ? undefined : asContent(body, '\\r')
}

/** The JSON behind a line of words. In several lines it may have been printed for the eye: then only its length shows that it is the body. */
const contentBehind = (
  bodyLines: ReadonlyArray<string>,
  { from, note }: { readonly from: number; readonly note: string },
  length: number | undefined,
): Content | undefined => {
  const rest = bodyLines.join('\n').slice(from)
  const json = length === undefined ? rest.trimEnd() : rest.slice(0, length)
  const isForTheEye = length === undefined && /^[[{]\r?\n/.test(json)
  return isForTheEye ? undefined : { bytes: Bytes.ofAscii(json), notes: [note] }
}

const perhapsIndented =
  'There is no Content-Length here. The lines of the JSON were taken as they are; if a program has indented them for reading, give the body itself.'

/** The next request in a file of requests for an editor. */
const nextInFile = /^###(?: |$)/

/** The lines up to a line of the log, a header or another request line. */
const untilLogGoesOn = (bodyLines: ReadonlyArray<string>): string => {
  const stop = bodyLines.findIndex(
    (bodyLine) =>
      logLine.test(bodyLine) || headerLine.test(bodyLine) || requestLine.test(bodyLine) || nextInFile.test(bodyLine),
  )
  return (stop < 0 ? bodyLines : bodyLines.slice(0, stop)).join('\n').trimEnd()
}

/** The content of this length: the lines as they are, then with escapes undone, then a part of a line, then JSON without its blanks. */
const contentOfLength = (
  bodyLines: ReadonlyArray<string>,
  length: number,
  lineEnd: PrintedLineEnd,
  log: string,
): Content | undefined => {
  const behind = jsonBehindLines(bodyLines.join('\n'), length)
  if (behind !== undefined) return contentBehind(bodyLines, behind, length)
  const escapes = lineEnd !== '' && lineEnd !== '.'
  const unescaped = escapes ? bodyLines.map(inBackslashes) : []
  const withHexUndone = lineEnd === '\\x0d' ? bodyLines.map(withoutHexEscapes) : []
  const printedBody = untilLogGoesOn(bodyLines)
  const exact =
    ofLength(bodyLines, length) ??
    ofLength(unescaped, length) ??
    ofRawLines(log, bodyLines, length) ??
    ofLength(withHexUndone, length) ??
    (printedBody.length === length ? printedBody : undefined)
  if (exact !== undefined) return asContent(exact, lineEnd)
  // The next line of the log begins directly behind a body without a line end: `{}< 2026/11/29 …`.
  const lineWithBody = [bodyLines[0] ?? '', unescaped[0] ?? ''].find((bodyLine) =>
    /^[<>] \d/.test(bodyLine.slice(length)),
  )
  if (lineWithBody !== undefined) return asContent(lineWithBody.slice(0, length), lineEnd)
  return compactOfLength(Bytes.ofAscii(printedBody), length)
}

/** Whether the first line is the opening bracket alone. */
const isJsonForTheEye = (bodyLines: ReadonlyArray<string>): boolean =>
  /^[[{]$/.test(bodyLines.find((bodyLine) => bodyLine !== '') ?? '')

/** Whether a message off the wire stands behind an empty line of a person's or a program's words, and JSON ends it and the text. */
const isRawMessage = (
  logLines: ReadonlyArray<string>,
  { at, prefix, lineEnd }: RequestLine,
  linesAfterHead: ReadonlyArray<string>,
): boolean =>
  prefix === '' &&
  lineEnd === '' &&
  at > 0 &&
  logLines[at - 1] === '' &&
  isWholeObject(linesAfterHead.join('\n').trim())

/** Empty lines that may stand before a body. */
const mostLinesBeforeBody = 8

/** The first message in the text that has an Authorization header. */
export const loggedMessage = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const logLines = latin1(bytes)
    .split('\n')
    .map((logLine) => logLine.replace(/\r$/, ''))
  const request = findRequestLine(logLines)
  if (request === undefined) return undefined
  const { headers, rest: linesAfterHead } = messageOf(bareLines(logLines, request), request.lineEnd)
  if (!headers.some(([fieldName]) => fieldName.toLowerCase() === 'authorization')) return undefined
  const isRaw = isRawMessage(logLines, request, linesAfterHead)
  const names = headers.map(([fieldName]) => fieldName)
  const found = contentOf(linesAfterHead, headers, { lineEnd: request.lineEnd, log: latin1(bytes), isRaw })
  const isBodyless = hasNoBody(request.method, names, linesAfterHead.slice(0, mostLinesBeforeBody).join('\n'))
  const content = isBodyless ? undefined : found
  const noteOnRest = isBodyless && found !== undefined && found.bytes.length > 0 ? [textAfterHead] : []
  const bodyLost = content === undefined && isJsonForTheEye(linesAfterHead) ? forTheEye : undefined
  const joined = headers.map(([fieldName, fieldValue]) =>
    fieldName.toLowerCase() === 'authorization' ? joinedAuthorization(fieldValue) : undefined,
  )
  return requestSent({
    method: request.method,
    url: request.target,
    headers: headers.map(([fieldName, fieldValue], i) => [fieldName, lettersOf(joined[i]?.value ?? fieldValue)]),
    body: content === undefined ? undefined : { _tag: 'Bytes', bytes: content.bytes },
    notes: [
      ...joined.flatMap((header) => (header === undefined ? [] : [header.note])),
      ...(content?.notes ?? noteOnRest),
    ],
    bodyLost,
  })
}
