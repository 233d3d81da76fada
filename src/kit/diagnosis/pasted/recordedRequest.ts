/**
 * A request of which a log writes each part as a record of its own, behind a label that says which part it is. The Authorization
 * header is looked for; the records round it with the same label are the other headers, and method and target stand before them.
 *
 *     -   ReqMethod      POST                                varnishlog
 *     -   ReqURL         /v1/jobs
 *     -   ReqHeader      Authorization: …
 *
 *     00000000:a.clireq[000b:ffffffff]: POST /v1/jobs HTTP/1.1          haproxy -d
 *     00000000:a.clihdr[000b:ffffffff]: authorization: …
 *
 *     *1 http request line: "POST /v1/jobs HTTP/1.1"         nginx
 *     *1 http header: "Authorization: …"
 *
 *     http2: Transport encoding header ":path" = "/v1/jobs"     GODEBUG=http2debug=2 of Go
 *
 *     ':path', '/v1/jobs'                                    Envoy
 *     'authorization', '…'
 *
 * The text has one character for each byte.
 */
import type * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, textOf } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { requestSent } from './librarySent.ts'
import { prefixPattern } from './linePrefix.ts'
import { inBackslashes } from './wireText.ts'

type Pair = readonly [name: string, value: string]

/** One record: what stands before the header, and the header. */
interface HeaderRecord {
  readonly label: string
  readonly pair: Pair
}

const plainHeader = /^(.{0,400}?[ \t:>|]|)(authorization): ?([^\s'"].*)$/i
const pairInQuotes = /^([^'"\n]{0,400})'([!#$%&*+.^_`|~0-9A-Za-z:-]{1,256})', ?'(.*)'[,)\]]?$/
const pairWithColon = /^([^'"\n]{0,400})"([!#$%&*+.^_`|~0-9A-Za-z:-]{1,256})": ?"(.*)"[,)\]]?$/
const headerInQuotes = /^([^'"\n]{0,400})"([!#$%&*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)"$/
const pairWithEquals = /^([^'"\n]{0,400})"([!#$%&*+.^_`|~0-9A-Za-z:-]{1,256})" = "((?:[^"\\]|\\.)*)"$/
const headerText = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)$/

const quotedRecord = (logLine: string): HeaderRecord | undefined => {
  const [, label, fieldName = '', fieldValue = ''] =
    pairInQuotes.exec(logLine) ??
    pairWithColon.exec(logLine) ??
    headerInQuotes.exec(logLine) ??
    pairWithEquals.exec(logLine) ??
    []
  return label === undefined ? undefined : { label, pair: [fieldName, fieldValue] }
}

const plainRecord = (logLine: string): HeaderRecord | undefined => {
  const [, label, fieldName = '', fieldValue = ''] = plainHeader.exec(logLine) ?? []
  return label === undefined ? undefined : { label, pair: [fieldName, fieldValue] }
}

const longestLine = 70_000

interface Found {
  readonly at: number
  readonly record: HeaderRecord
  readonly isQuoted: boolean
}

/** The record of the Authorization header. A bare line of a message has no label, and is no record. */
const findAuthorization = (logLines: ReadonlyArray<string>): Found | undefined => {
  for (const [index, logLine] of logLines.entries()) {
    if (logLine.length > longestLine || !/authorization/i.test(logLine)) continue
    const quoted = quotedRecord(logLine)
    if (quoted?.pair[0].toLowerCase() === 'authorization') return { at: index, record: quoted, isQuoted: true }
    const plain = plainRecord(logLine)
    if (plain !== undefined && plain.label.trim() !== '') return { at: index, record: plain, isQuoted: false }
  }
  return undefined
}

/** Of a log that writes times, the digits vary. */
const isSameLabel = (label: string, authorizationLabel: string): boolean =>
  label === authorizationLabel ||
  (authorizationLabel.trim() !== '' && prefixPattern(authorizationLabel).exec(label)?.[0].trim() === label.trim())

/** The header in a line with the label of the others. */
const headerIn = (logLine: string, { record, isQuoted }: Found): Pair | undefined => {
  if (logLine.length > longestLine) return undefined
  if (isQuoted) {
    const quoted = quotedRecord(logLine)
    return quoted !== undefined && isSameLabel(quoted.label, record.label) ? quoted.pair : undefined
  }
  const label = prefixPattern(record.label).exec(logLine)?.[0]
  const [, fieldName, fieldValue = ''] =
    label === undefined ? [] : (headerText.exec(logLine.slice(label.length).trimStart()) ?? [])
  return fieldName === undefined ? undefined : [fieldName, fieldValue]
}

/** The first and the last line of the records that belong together. */
const rangeRound = (logLines: ReadonlyArray<string>, authorization: Found): readonly [first: number, last: number] => {
  let firstRecord = authorization.at
  while (firstRecord > 0 && headerIn(logLines[firstRecord - 1] ?? '', authorization) !== undefined) firstRecord--
  let lastRecord = authorization.at
  while (lastRecord < logLines.length - 1 && headerIn(logLines[lastRecord + 1] ?? '', authorization) !== undefined)
    lastRecord++
  return [firstRecord, lastRecord]
}

interface Address {
  readonly method: string
  readonly url: string
}

const requestLine = /(?:^|[^!-~]|")([A-Z]{3,10}) ((?:\/|https?:\/\/)[!-~]{0,65536})(?: HTTP\/[0-9.]{1,3}"?)?$/
const methodRecord = /Method\W{1,32}(?:[a-z]\W{1,4})?([A-Z]{3,10})$/i
const targetRecord = /(?:URL|URI|Path)\W{1,32}?(?:[a-z]\W{1,4})?((?:\/|https?:\/\/)[!-~]{0,65536})$/i

/** How many lines before the headers may hold method and target. */
const mostLinesBefore = 40

/** Method and target in the lines before the headers, the nearest first. */
const addressBefore = (logLines: ReadonlyArray<string>, firstRecord: number): Address | undefined => {
  let method: string | undefined
  let url: string | undefined
  for (const logLine of logLines.slice(Math.max(0, firstRecord - mostLinesBefore), firstRecord).toReversed()) {
    if (logLine.length > longestLine) continue
    const [, lineMethod, target] = requestLine.exec(logLine) ?? []
    if (lineMethod !== undefined && target !== undefined) return { method: lineMethod, url: target }
    method ??= methodRecord.exec(logLine)?.[1]
    url ??= targetRecord.exec(logLine)?.[1]
    if (method !== undefined && url !== undefined) return { method, url }
  }
  return undefined
}

/** What HTTP/2 sends as headers with a colon before the name (RFC 9113 §8.3.1). */
const addressAmong = (headers: ReadonlyArray<Pair>): Address | undefined => {
  const method = headers.find(([fieldName]) => fieldName === ':method')?.[1]
  const url = headers.find(([fieldName]) => fieldName === ':path')?.[1]
  return method === undefined || url === undefined ? undefined : { method, url }
}

/** `wrote DATA … len=2 data="{}"`; a longer one is cut, and `(44 bytes omitted)` follows. */
const dataFrame = /\b(wrote|read) DATA\b[^"]{0,200}\bstream=(\d{1,12})\b[^"]{0,200} data="((?:[^"\\]|\\.)*)"$/

/** The body in frames of HTTP/2, as Go logs them: those behind the headers that make up the length. */
const bodyInFrames = (logLines: ReadonlyArray<string>, length: number): Bytes.Bytes | undefined => {
  const [, direction, stream] = logLines.map((logLine) => dataFrame.exec(logLine)).find((frame) => frame !== null) ?? []
  let body = ''
  for (const logLine of logLines) {
    const frame = dataFrame.exec(logLine)
    if (frame?.[1] !== direction || frame?.[2] !== stream) continue
    body += inBackslashes(frame?.[3] ?? '')
    if (body.length >= length) break
  }
  return body.length === length && length > 0 ? Bytes.ofAscii(body) : undefined
}

/** The body: a record behind the headers, with their label and of the length that they announce. */
const bodyBehind = (
  logLines: ReadonlyArray<string>,
  lastRecord: number,
  authorization: Found,
  headers: ReadonlyArray<Pair>,
) => {
  const announced = headers.find(([fieldName]) => fieldName.toLowerCase() === 'content-length')?.[1]
  if (announced === undefined) return undefined
  if (authorization.isQuoted) return bodyInFrames(logLines.slice(lastRecord + 1), Number(announced))
  const pattern = prefixPattern(authorization.record.label)
  for (const logLine of logLines.slice(lastRecord + 1, lastRecord + 16)) {
    const label = pattern.exec(logLine)?.[0]
    const candidateBody = label === undefined ? undefined : logLine.slice(label.length)
    if (candidateBody !== undefined && String(candidateBody.length) === announced) return Bytes.ofAscii(candidateBody)
  }
  return undefined
}

/** The request, if the text has records of its headers, and method and target with them. */
export const recordedRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const logLines = latin1(bytes)
    .split('\n')
    .map((logLine) => logLine.trimEnd())
  const authorization = findAuthorization(logLines)
  if (authorization === undefined) return undefined
  const [firstRecord, lastRecord] = rangeRound(logLines, authorization)
  const headers = logLines.slice(firstRecord, lastRecord + 1).flatMap((logLine): ReadonlyArray<Pair> => {
    const header = headerIn(logLine, authorization)
    return header === undefined ? [] : [[header[0], textOf(Bytes.ofAscii(header[1]))]]
  })
  const address = addressAmong(headers) ?? addressBefore(logLines, firstRecord)
  if (address === undefined) return undefined
  const body = bodyBehind(logLines, lastRecord, authorization, headers)
  return requestSent({
    method: address.method,
    url: address.url,
    headers: headers.filter(([fieldName]) => !fieldName.startsWith(':') || fieldName === ':authority').map(asHost),
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: body },
    notes: [],
  })
}

const asHost = ([fieldName, fieldValue]: Pair): Pair =>
  fieldName === ':authority' ? ['host', fieldValue] : [fieldName, fieldValue]
