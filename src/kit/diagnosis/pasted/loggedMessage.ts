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
import { latin1, type Received, textOf } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { requestSent } from './librarySent.ts'
import { prefixPattern } from './linePrefix.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { compactOfLength } from './printedJson.ts'
import { forTheEye } from './values/bodyCandidates.ts'
import { inBackslashes } from './wireText.ts'

/** How a tool prints the end of a line. */
type LineEnd = '' | '\\r\\n' | '\\r' | '\\x0d' | '.'

interface RequestLine {
  readonly at: number
  /** What stands before the method. */
  readonly prefix: string
  readonly method: string
  readonly target: string
  readonly end: LineEnd
}

const requestLine =
  /^(.{0,2000}?[^!-~]|.{0,16}[>:] ?|.{0,80}\.)?([A-Z]{3,10}) {1,2}((?:\/|https?:\/\/)[!-~]{0,65536}) {1,2}HTTP\/[0-9](?:\.[0-9])?(\\r\\n|\\r|\\x0d|\.)?$/

/** A line that a log or a program writes round a message: a time, a level, a mark, a response. */
const logLine =
  /^(?:[[(]?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\d\d[-/]\w{3}[-/]\d{4}|(?:\w{3},? )?\w{3} {1,2}\d{1,2},? )|(?:INFO|DEBUG|TRACE|WARN|WARNING|ERROR|LOG|FINE|FINER|FINEST|CONFIG|SEVERE)\b|\[(?:\w{1,16}|[\d:. ]{4,32})\]? |(?:[<>*=~]|--|<-|->|<<|>>)(?: |$)|(?:={3,}|~{3,}|-{3}(?:\r?\n|$)|-{3}\w[\w ]{0,32}-{3}(?:\r?\n|$)|-{8,}(?:\r?\n|$)|-{20,})|HTTP\/[0-9.]{1,3} \d{3}|Connection #\d|(?:Matched )?[Rr]esponse\b|[TI#] \d{1,3}\.\d)/

/** Whether a text begins with a line of a log, after empty lines; what stands there is no body. */
export const beginsLikeLog = (candidate: string): boolean =>
  logLine.test(candidate.replace(/^[\r\n]+/, '').slice(0, 512))

const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)$/

const findRequestLine = (logLines: ReadonlyArray<string>): RequestLine | undefined => {
  for (const [index, candidate] of logLines.entries()) {
    if (!candidate.includes('HTTP/') || candidate.length > 70_000) continue
    const [, prefix = '', method, target = '', end = ''] = requestLine.exec(candidate) ?? []
    // Several may stand in one line: the last is whole.
    if (method !== undefined)
      return { at: index, prefix, method: sentMethod(method, prefix), target, end: end as LineEnd }
  }
  return undefined
}

/** The method, without the bytes of a packet's head that tcpdump -A shows directly before it. */
const sentMethod = (written: string, prefix: string): string =>
  (/[!-~]$/.test(prefix) ? /(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.exec(written)?.[0] : undefined) ?? written

const withoutLineEnd = (messageLine: string, end: LineEnd): string =>
  end !== '' && messageLine.endsWith(end) ? messageLine.slice(0, -end.length) : messageLine

interface Message {
  readonly headers: ReadonlyArray<Pair>
  /** What follows the head, without the prefixes. */
  readonly rest: ReadonlyArray<string>
}

/** The lines behind the request line, without what the log puts before each. */
const bareLines = (
  logLines: ReadonlyArray<string>,
  { at: requestLineAt, prefix, end }: RequestLine,
): ReadonlyArray<string> => {
  const following = logLines.slice(requestLineAt + 1)
  if (prefix === '') return following
  const pattern = prefixPattern(prefix)
  const onSome = following.filter((followingLine) => pattern.test(followingLine)).length
  const isOnEach =
    following.slice(0, 6).filter((followingLine) => pattern.test(followingLine)).length >= 2 ||
    (prefix.length > 24 && onSome > 0)
  if (!isOnEach) return following
  const precedingPattern = requestLineAt > 0 ? prefixPattern(logLines[requestLineAt - 1] ?? '') : undefined
  return following.flatMap((followingLine, i) => {
    const matchedPrefix = pattern.exec(followingLine)?.[0]
    // A record has a line of its own before it: its time and its place.
    if (matchedPrefix === undefined)
      return end === '\\r\\n' ||
        (precedingPattern?.test(followingLine) === true && pattern.test(following[i + 1] ?? ''))
        ? []
        : [followingLine]
    const bare = followingLine.slice(matchedPrefix.length)
    const isCount = end === '\\r\\n' && /^\d{1,12} (?:read)?bytes$/.test(bare)
    return isCount ? [] : [bare]
  })
}

const messageOf = (messageLines: ReadonlyArray<string>, end: LineEnd): Message => {
  const headers: Array<Pair> = []
  for (const [index, messageLine] of messageLines.entries()) {
    const bare = withoutLineEnd(messageLine, end)
    if (bare.trim() === '') return { headers, rest: messageLines.slice(index + 1) }
    const [, fieldName, fieldValue = ''] = headerLine.exec(bare) ?? []
    if (fieldName === undefined) {
      // A program writes lines of its own in between.
      if (end === '\\r\\n' && !messageLine.endsWith(end)) continue
      return { headers, rest: messageLines.slice(index) }
    }
    headers.push([fieldName, fieldValue])
  }
  return { headers, rest: [] }
}

/** As many lines as make up the length; the body has line ends of its own. */
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

/** The body with the line ends that it has in the text, where some are CR LF. */
const ofRawLines = (raw: string, bodyLines: ReadonlyArray<string>, length: number): string | undefined => {
  const [firstLine = ''] = bodyLines
  const start = raw.indexOf(`${firstLine}\r\n`, raw.search(/authorization/i))
  const candidate = start < 0 || firstLine === '' ? '' : raw.slice(start, start + length)
  const isWhole = /^(?:\r?\n|$)/.test(raw.slice(start + length, start + length + 2))
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

const dotted =
  'This tool prints a dot for each unprintable byte. If the body has such bytes, the text here is not the body that was sent; then give the body itself.'

const asContent = (body: string, end: LineEnd): Content => ({
  bytes: Bytes.ofAscii(body),
  notes: (end === '.' || end === '\\r') && body.includes('...') ? [dotted] : [],
})

/** The only chunk, behind the line that gives its size. */
const chunkIn = (bodyLines: ReadonlyArray<string>): string | undefined => {
  const sizeIndex = bodyLines.findIndex((bodyLine) => /^[0-9a-f]{1,8}$/i.test(bodyLine))
  const size = Number.parseInt(bodyLines[sizeIndex] ?? '', 16)
  return sizeIndex < 0
    ? undefined
    : bodyLines.slice(sizeIndex + 1, sizeIndex + 16).find((bodyLine) => bodyLine.length === size)
}

const contentOf = (
  linesAfterHead: ReadonlyArray<string>,
  headers: ReadonlyArray<Pair>,
  end: LineEnd,
  raw: string,
): Content | undefined => {
  const unmarked = linesAfterHead.map((markedLine) => {
    const bare = markedLine.startsWith('>> ') ? markedLine.slice(3) : markedLine
    return bare
  })
  const firstBodyLine = unmarked.findIndex((bodyLine) => bodyLine !== '')
  const body = firstBodyLine < 0 ? [] : unmarked.slice(firstBodyLine)
  const chunk = headers.some(([fieldName]) => fieldName.toLowerCase() === 'transfer-encoding')
    ? chunkIn(body)
    : undefined
  if (chunk !== undefined) return asContent(chunk, end)
  if (body.length === 0 || logLine.test(body[0] ?? '')) return undefined
  const announced = contentLengthIn(headers)
  const stop = body.findIndex(
    (bodyLine) => logLine.test(bodyLine) || headerLine.test(bodyLine) || requestLine.test(bodyLine),
  )
  const printedBody = (stop < 0 ? body : body.slice(0, stop)).join('\n').trimEnd()
  if (announced === undefined || !/^\d{1,12}$/.test(announced))
    return /^[[{]\r?\n/.test(printedBody) || printedBody === '' ? undefined : asContent(printedBody, end)
  const length = Number(announced)
  const unescaped = end === '' || end === '.' ? [] : body.map(inBackslashes)
  const exact =
    ofLength(body, length) ??
    ofLength(unescaped, length) ??
    ofRawLines(raw, body, length) ??
    (end === '\\x0d' ? ofLength(body.map(withoutHexEscapes), length) : undefined) ??
    (printedBody.length === length ? printedBody : undefined)
  if (exact !== undefined) return asContent(exact, end)
  // The next line of a log may begin where the body ends.
  const lineWithBody = [body[0] ?? '', unescaped[0] ?? ''].find((bodyLine) => /^[<>] \d/.test(bodyLine.slice(length)))
  if (lineWithBody !== undefined) return asContent(lineWithBody.slice(0, length), end)
  return compactOfLength(Bytes.ofAscii(printedBody), length)
}

const isJsonForTheEye = (bodyLines: ReadonlyArray<string>): boolean =>
  /^[[{]$/.test(bodyLines.find((bodyLine) => bodyLine !== '') ?? '')

/** The first message in the text that has an Authorization header. */
export const loggedMessage = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const logLines = latin1(bytes)
    .split('\n')
    .map((logLine) => logLine.replace(/\r$/, ''))
  const request = findRequestLine(logLines)
  if (request === undefined) return undefined
  const { headers, rest: linesAfterHead } = messageOf(bareLines(logLines, request), request.end)
  if (!headers.some(([fieldName]) => fieldName.toLowerCase() === 'authorization')) return undefined
  const content = contentOf(linesAfterHead, headers, request.end, latin1(bytes))
  const bodyLost = content === undefined && isJsonForTheEye(linesAfterHead) ? forTheEye : undefined
  return requestSent({
    method: request.method,
    url: request.target,
    headers: headers.map(([fieldName, fieldValue]) => [fieldName, textOf(Bytes.ofAscii(fieldValue))]),
    body: content === undefined ? undefined : { _tag: 'Bytes', bytes: content.bytes },
    notes: content?.notes ?? [],
    bodyLost,
  })
}
