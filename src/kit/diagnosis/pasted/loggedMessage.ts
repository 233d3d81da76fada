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
import { compactOfLength } from './printedJson.ts'
import { inBackslashes } from './wireText.ts'

type Pair = readonly [name: string, value: string]

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
  /^(?:[[(]?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\d\d[-/]\w{3}[-/]\d{4}|(?:\w{3},? )?\w{3} {1,2}\d{1,2},? )|(?:INFO|DEBUG|TRACE|WARN|WARNING|ERROR|LOG|FINE|FINER|FINEST|CONFIG|SEVERE)\b|\[(?:\w{1,16}|[\d:. ]{4,32})\]? |(?:[<>*=~]|--|<-|->|<<|>>)(?: |$)|(?:={3,}|~{3,}|-{3}(?:\r?\n|$)|-{20,})|HTTP\/[0-9.]{1,3} \d{3}|Connection #\d|(?:Matched )?[Rr]esponse\b|[TI#] \d{1,3}\.\d)/

/** Whether a text begins with a line of a log, after empty lines; what stands there is no body. */
export const beginsLikeLog = (text: string): boolean => logLine.test(text.replace(/^[\r\n]+/, '').slice(0, 512))

const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)$/

const findRequestLine = (lines: ReadonlyArray<string>): RequestLine | undefined => {
  for (const [at, line] of lines.entries()) {
    if (!line.includes('HTTP/') || line.length > 70_000) continue
    const [, prefix = '', method, target = '', end = ''] = requestLine.exec(line) ?? []
    // Several may stand in one line: the last is whole.
    if (method !== undefined) return { at, prefix, method, target, end: end as LineEnd }
  }
  return undefined
}

const withoutLineEnd = (line: string, end: LineEnd): string =>
  end !== '' && line.endsWith(end) ? line.slice(0, -end.length) : line

interface Message {
  readonly headers: ReadonlyArray<Pair>
  /** What follows the head, without the prefixes. */
  readonly rest: ReadonlyArray<string>
}

/** The lines behind the request line, without what the log puts before each. */
const bareLines = (lines: ReadonlyArray<string>, { at, prefix, end }: RequestLine): ReadonlyArray<string> => {
  const following = lines.slice(at + 1)
  if (prefix === '') return following
  const pattern = prefixPattern(prefix)
  const onSome = following.filter((line) => pattern.test(line)).length
  const isOnEach =
    following.slice(0, 6).filter((line) => pattern.test(line)).length >= 2 || (prefix.length > 24 && onSome > 0)
  if (!isOnEach) return following
  const before = at > 0 ? prefixPattern(lines[at - 1] ?? '') : undefined
  return following.flatMap((line, i) => {
    const found = pattern.exec(line)?.[0]
    // A record has a line of its own before it: its time and its place.
    if (found === undefined)
      return end === '\\r\\n' || (before?.test(line) === true && pattern.test(following[i + 1] ?? '')) ? [] : [line]
    const bare = line.slice(found.length)
    const isCount = end === '\\r\\n' && /^\d{1,12} (?:read)?bytes$/.test(bare)
    return isCount ? [] : [bare]
  })
}

const messageOf = (lines: ReadonlyArray<string>, end: LineEnd): Message => {
  const headers: Array<Pair> = []
  for (const [at, line] of lines.entries()) {
    const bare = withoutLineEnd(line, end)
    if (bare.trim() === '') return { headers, rest: lines.slice(at + 1) }
    const [, name, value = ''] = headerLine.exec(bare) ?? []
    if (name === undefined) {
      // A program writes lines of its own in between.
      if (end === '\\r\\n' && !line.endsWith(end)) continue
      return { headers, rest: lines.slice(at) }
    }
    headers.push([name, value])
  }
  return { headers, rest: [] }
}

/** As many lines as make up the length; the body has line ends of its own. */
const ofLength = (lines: ReadonlyArray<string>, length: number): string | undefined => {
  let size = -1
  for (const [at, line] of lines.entries()) {
    size += line.length + 1
    if (size === length) return lines.slice(0, at + 1).join('\n')
    if (size + 1 === length && at + 1 < lines.length) return `${lines.slice(0, at + 1).join('\n')}\n`
    if (size > length) return undefined
  }
  return undefined
}

interface Content {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

const dotted =
  'This tool prints a dot for each byte that is not printable, so the body here is not the one that was sent if it has such bytes; give the body itself.'

const asContent = (text: string, end: LineEnd): Content => ({
  bytes: Bytes.ofAscii(text),
  notes: (end === '.' || end === '\\r') && text.includes('...') ? [dotted] : [],
})

/** The only chunk, behind the line that gives its size. */
const chunkIn = (lines: ReadonlyArray<string>): string | undefined => {
  const at = lines.findIndex((line) => /^[0-9a-f]{1,8}$/i.test(line))
  const size = Number.parseInt(lines[at] ?? '', 16)
  return at < 0 ? undefined : lines.slice(at + 1, at + 16).find((line) => line.length === size)
}

const contentOf = (lines: ReadonlyArray<string>, headers: ReadonlyArray<Pair>, end: LineEnd): Content | undefined => {
  const unmarked = lines.map((line) => {
    const bare = line.startsWith('>> ') ? line.slice(3) : line
    return bare
  })
  const first = unmarked.findIndex((line) => line !== '')
  const body = first < 0 ? [] : unmarked.slice(first)
  const chunk = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding') ? chunkIn(body) : undefined
  if (chunk !== undefined) return asContent(chunk, end)
  if (body.length === 0 || logLine.test(body[0] ?? '')) return undefined
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  const stop = body.findIndex((line) => logLine.test(line) || headerLine.test(line) || requestLine.test(line))
  const text = (stop < 0 ? body : body.slice(0, stop)).join('\n').trimEnd()
  if (announced === undefined || !/^\d{1,12}$/.test(announced))
    return /^[[{]\r?\n/.test(text) || text === '' ? undefined : asContent(text, end)
  const length = Number(announced)
  // The next line of a log may begin where the body ends.
  const unescaped = end === '' || end === '.' ? [] : body.map(inBackslashes)
  const exact = ofLength(body, length) ?? ofLength(unescaped, length) ?? (text.length === length ? text : undefined)
  if (exact !== undefined) return asContent(exact, end)
  const begun = [body[0] ?? '', unescaped[0] ?? ''].find((line) => /^[<>] \d/.test(line.slice(length)))
  if (begun !== undefined) return asContent(begun.slice(0, length), end)
  return compactOfLength(Bytes.ofAscii(text), length)
}

/** The first message in the text that has an Authorization header. */
export const loggedMessage = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const lines = latin1(bytes)
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
  const first = findRequestLine(lines)
  if (first === undefined) return undefined
  const { headers, rest } = messageOf(bareLines(lines, first), first.end)
  if (!headers.some(([name]) => name.toLowerCase() === 'authorization')) return undefined
  const content = contentOf(rest, headers, first.end)
  return requestSent({
    method: first.method,
    url: first.target,
    headers: headers.map(([name, value]) => [name, textOf(Bytes.ofAscii(value))]),
    body: content === undefined ? undefined : { _tag: 'Bytes', bytes: content.bytes },
    notes: content?.notes ?? [],
  })
}
