/**
 * The text that a log keeps in records of JSON, one for each line or for each call: what containers, clouds and collectors of logs
 * make of the output of a program. The texts are joined in their order.
 *
 *     {"log":"POST /v1/jobs HTTP/1.1\n","stream":"stdout"}           Docker; a part of a long line has no line end
 *     {"log":"POST /v1/jobs","stream":"stdout","logtag":"P"}         Fluent Bit; `P` is a part of a line
 *     [{"textPayload":"POST /v1/jobs HTTP/1.1\nHost: h\n…"}]          Google Cloud Logging
 *     {"events":[{"timestamp":1,"message":"POST /v1/jobs …"}]}       CloudWatch
 *     [[{"field":"@message","value":"POST /v1/jobs …"}]]             Logs Insights of CloudWatch
 *     {"logRecords":[{"body":{"stringValue":"POST /v1/jobs …"}}]}     OTLP
 *     {"stream":{},"values":[["1796038824000000000","method=POST …"]]}     Loki
 *     {"MESSAGE":[80,79,83,84,32]}                                   journald
 *     [0] app: [[1796038824.1, {}], {"log"=>"{"method":"POST"}"}]    Fluent Bit
 *     2026-11-30 08:56:49 +0000 app: {"log":"POST /v1/jobs …"}       Fluentd
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { latin1, textOf } from '../Received.ts'
import { byteTextOf, lettersOf } from './byteText.ts'
import { beginsLikeJson } from './readHar.ts'
import { firstLineOf } from './readHttp.ts'
import { inBackslashes } from './wireText.ts'

/** The members that hold what a program has printed, in lower case. */
const textMembers: ReadonlySet<string> = new Set([
  'log',
  'message',
  'msg',
  '@message',
  'textpayload',
  'line',
  '_raw',
  'output',
  'text',
  // A structure that Rust prints
  'request',
])

const isTextMember = (name: string): boolean => textMembers.has(name.toLowerCase())

const maxMembers = 1_000_000
const maxDepth = 16

/** A text that a program has printed, with one character for each byte, and the member that holds it. */
interface Printed {
  readonly text: string
  readonly member: string
  /** Whether the record says that the text goes on in the next one. */
  readonly isPart?: boolean
}

/** The texts under such names, in their order, to a depth of `maxDepth`. */
function* printedTexts(json: unknown, depth = 0): Generator<Printed> {
  if (typeof json !== 'object' || json === null || depth > maxDepth) return
  for (const [name, inner] of entriesOf(json)) {
    const otlpText = name === 'body' ? stringValueOf(inner) : undefined
    if (otlpText !== undefined) yield { text: byteTextOf(otlpText), member: name }
    else if (name === 'values' && Array.isArray(inner)) yield* linesOfStream(inner)
    else if (!isTextMember(name)) yield* printedTexts(inner, depth + 1)
    else if (typeof inner === 'string') yield { text: byteTextOf(inner), member: name, isPart: isMarkedPart(json) }
    else if (isBytes(inner)) yield { text: latin1(Uint8Array.from(inner)), member: name }
    // Workers of Cloudflare log several values at a time.
    else if (Array.isArray(inner))
      yield { text: byteTextOf(inner.filter((logged) => typeof logged === 'string').join(' ')), member: name }
    else yield* printedTexts(inner, depth + 1)
  }
}

/** The text of a record of OTLP, which keeps it as `{"body":{"stringValue":"…"}}`. */
const stringValueOf = (json: unknown): string | undefined => {
  const [only, ...others] = typeof json === 'object' && json !== null ? Object.entries(json) : []
  const [name, value] = only ?? []
  return name === 'stringValue' && others.length === 0 && typeof value === 'string' ? value : undefined
}

/** Fluent Bit and Fluentd keep the mark of the container's log beside its line: `P` is a part, `F` the end. */
const isMarkedPart = (record: object): boolean => (record as { readonly logtag?: unknown }).logtag === 'P'

/** The members of an object. `{ field: 'a', value: 'b' }` is a member that Logs Insights writes as an object of its own. */
const entriesOf = (json: object): ReadonlyArray<readonly [name: string, value: unknown]> => {
  const { field, value } = json as { readonly field?: unknown; readonly value?: unknown }
  return typeof field === 'string' && value !== undefined ? [[field, value]] : Object.entries(json)
}

/** journald writes a text with bytes beyond ASCII as a list of its bytes. */
const isBytes = (json: unknown): json is ReadonlyArray<number> =>
  Array.isArray(json) && json.length > 0 && json.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)

/** A stream of Loki: pairs of a time and a line, the newest first unless the query asked for another direction. */
const linesOfStream = (values: ReadonlyArray<unknown>): ReadonlyArray<Printed> => {
  const lines = values.flatMap((entry) => {
    const [time, logLine] = Array.isArray(entry) ? entry : []
    const isLine = typeof time === 'string' && /^\d{13,19}$/.test(time) && typeof logLine === 'string'
    return isLine ? [{ time, printed: { text: byteTextOf(logLine), member: 'values' } }] : []
  })
  const first = lines[0]?.time ?? ''
  const last = lines.at(-1)?.time ?? ''
  const isNewestFirst = first.length === last.length && first > last
  return (isNewestFirst ? lines.toReversed() : lines).map(({ printed }) => printed)
}

/**
 * The texts, each in a line of its own. Docker splits a line of more than 16 KB, and keeps the line end of each whole line: a text
 * without one goes on in the next record. The last line has no end, for the log may have added it; a Content-Length shows whether it was
 * sent. A text that is alone is no line, and stays as it is.
 */
const joined = (texts: ReadonlyArray<Printed>): string => {
  const keepsLineEnds = texts.some(({ text, member }) => member === 'log' && text.endsWith('\n'))
  return texts
    .map(({ text, member, isPart: isMarked = false }, i) => {
      const isLast = i === texts.length - 1
      const isPart = isMarked || (member === 'log' && keepsLineEnds && !text.endsWith('\n'))
      if (texts.length === 1) return text
      return isPart || isLast ? text.replace(/\n$/, '') : `${text.replace(/\n$/, '')}\n`
    })
    .join('')
}

/** The joined text; undefined if the text is no such log, or has no such member. */
export const textInRecords = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const texts = beginsLikeJson(firstLineOf(bytes)) ? textsOfJson(textOf(bytes)) : textsOfLines(latin1(bytes))
  return texts.length === 0 ? undefined : Bytes.ofAscii(joined(texts))
}

const textsOfJson = (log: string): ReadonlyArray<Printed> => {
  const wholeLog = readJson(log, { maxMembers })
  const records = E.isRight(wholeLog) ? [wholeLog.right.value] : log.split('\n').map(parseRecord)
  return records.flatMap((record) => [...printedTexts(record)])
}

const parseRecord = (logLine: string): unknown => {
  const json = readJson(logLine, { maxMembers: 1000 })
  return E.isRight(json) ? json.right.value : undefined
}

/** A time and the name of a stream before an object of JSON. */
const recordInLine = /^[^{}"\n]{1,256}(\{"[^\n]*\})\s{0,8}$/

/** JSON as the text of a value: `level=debug Request="{\"Method\":\"POST\"}"`. */
const recordInQuotes = /=("\{\\"(?:[^"\\]|\\.)*\}")/g

/** None if the line has a header of its own: then the record is its body. */
const textsInQuotes = (logLine: string): ReadonlyArray<Printed> =>
  /authorization/i.test(logLine.replace(recordInQuotes, '='))
    ? []
    : [...logLine.matchAll(recordInQuotes)].flatMap(([, quoted = '']) =>
        /authorization/i.test(quoted) ? [{ text: inBackslashes(quoted.slice(1, -1)), member: 'quoted' }] : [],
      )

/** The texts of lines that end in a record, of JSON or as Fluent Bit prints one, or that have JSON in quotes. Other lines have none. */
const textsOfLines = (log: string): ReadonlyArray<Printed> =>
  log.split('\n').flatMap((logLine) => {
    const ofFluentBit = textOfFluentBit(logLine)
    if (ofFluentBit !== undefined) return [ofFluentBit]
    const [, record] = recordInLine.exec(logLine) ?? []
    return record === undefined ? textsInQuotes(logLine) : [...printedTexts(parseRecord(lettersOf(record)))]
  })

/** `[0] app: [[1796038824.1, {}], {…}]`, and the same without the metadata in older versions. */
const recordOfFluentBit = /^\[\d{1,9}\] [^\s:]{1,256}: \[\[?\d/

const beginOfText = /"(log|message|msg|MESSAGE)"=>"/

/** What ends the text: the next member, or the record. */
const endOfText = /"(?:, "[\w.-]{1,128}"=>|\}{1,4}\]\s{0,8}$)/

/** Fluent Bit writes a quotation mark in a text as it is. Versions that escape it write `\"`. */
const textOfFluentBit = (logLine: string): Printed | undefined => {
  const begin = recordOfFluentBit.test(logLine) ? beginOfText.exec(logLine) : null
  if (begin === null) return undefined
  const afterBegin = logLine.slice(begin.index + begin[0].length)
  const end = endOfText.exec(afterBegin)?.index
  if (end === undefined) return undefined
  const inside = afterBegin.slice(0, end)
  const isEscaped = /^\s{0,8}[[{]\s{0,8}\\"/.test(inside)
  return { text: isEscaped ? inBackslashes(inside) : inside, member: begin[1] ?? '' }
}
