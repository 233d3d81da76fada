/**
 * The text that a log keeps in records of JSON, one for each line or for each call: what containers, clouds and collectors of logs
 * make of the output of a program. The texts are joined in their order.
 *
 *     {"log":"POST /v1/jobs HTTP/1.1\n","stream":"stdout"}           Docker
 *     [{"textPayload":"POST /v1/jobs HTTP/1.1\nHost: h\n…"}]          Google Cloud Logging
 *     {"events":[{"timestamp":1,"message":"POST /v1/jobs …"}]}       CloudWatch
 *     {"stream":{},"values":[["1796038824000000000","method=POST …"]]}     Loki
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'
import { beginsLikeJson } from './readHar.ts'
import { firstLineOf } from './readHttp.ts'

/** The members that hold what a program has printed. */
const textMembers: ReadonlySet<string> = new Set([
  'log',
  'message',
  'msg',
  'MESSAGE',
  '@message',
  'textPayload',
  'line',
  '_raw',
  'output',
  'text',
])

const maxMembers = 1_000_000
const maxDepth = 16

/** The texts under such names, in their order, to a depth of `maxDepth`. */
function* printedTexts(json: unknown, depth = 0): Generator<string> {
  if (typeof json !== 'object' || json === null || depth > maxDepth) return
  for (const [member, inner] of Object.entries(json)) {
    if (member === 'values' && Array.isArray(inner)) yield* linesOfStream(inner)
    else if (!textMembers.has(member)) yield* printedTexts(inner, depth + 1)
    else if (typeof inner === 'string') yield inner
    // Workers of Cloudflare log several values at a time.
    else if (Array.isArray(inner)) yield inner.filter((logged) => typeof logged === 'string').join(' ')
    else yield* printedTexts(inner, depth + 1)
  }
}

/** A stream of Loki: pairs of a time and a line. */
function* linesOfStream(values: ReadonlyArray<unknown>): Generator<string> {
  for (const entry of values) {
    const [time, logLine] = Array.isArray(entry) ? entry : []
    if (typeof time === 'string' && /^\d{13,19}$/.test(time) && typeof logLine === 'string') yield logLine
  }
}

const withLineEnd = (printedText: string): string => (printedText.endsWith('\n') ? printedText : `${printedText}\n`)

/** The joined text; undefined if the text is no JSON, or has no such member. */
export const textInRecords = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  if (!beginsLikeJson(firstLineOf(bytes))) return undefined
  const log = textOf(bytes)
  const wholeLog = readJson(log, { maxMembers })
  const records = E.isRight(wholeLog) ? [wholeLog.right.value] : log.split('\n').map(parseRecord)
  const printedOutput = records.flatMap((record) => [...printedTexts(record)].map(withLineEnd)).join('')
  return printedOutput === '' ? undefined : encoded(printedOutput)
}

const parseRecord = (logLine: string): unknown => {
  const json = readJson(logLine, { maxMembers: 1000 })
  return E.isRight(json) ? json.right.value : undefined
}
