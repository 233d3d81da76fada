/**
 * A request of which a log writes each part as a record of its own, after a label that says which part it is.
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
 * The record of the Authorization header is looked for first. The records around it with the same label are the other headers. Method and
 * target are among the headers (HTTP/2), or in the lines before them. The body is in the lines after them.
 *
 * The text has one character for each byte.
 */

import type * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received } from '../Received.ts'
import { joinedAuthorization, jointOf } from './brokenAuthorization.ts'
import { lettersOf } from './byteText.ts'
import type { Wrong } from './curlOptions.ts'
import { requestSent } from './librarySent.ts'
import { prefixPattern } from './linePrefix.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { isWholeObject } from './printedJson.ts'
import { inBackslashes } from './wireText.ts'

/** The request, if the text has records of its headers, and method and target with them. */
export const recordedRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const logLines = latin1(bytes)
    .split('\n')
    .map((logLine) => logLine.trimEnd())
  const found = findAuthorization(logLines)
  if (found === undefined) return undefined
  const { authorization, note } = withPieces(logLines, found)
  const { firstRecord, lastRecord, headers } = headersAround(logLines, authorization)
  const address = addressAmong(headers) ?? addressBefore(logLines, firstRecord)
  if (address === undefined) return undefined
  const body = bodyAfter(logLines.slice(lastRecord + 1), authorization, contentLengthIn(headers))
  return requestSent({
    method: address.method,
    url: address.url,
    headers: headers
      .filter(([fieldName]) => !fieldName.startsWith(':') || fieldName === ':authority')
      .map(asHost)
      .map(([fieldName, fieldValue]): Pair => [fieldName, withoutPrinted(fieldValue)]),
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: body },
    notes: note === undefined ? [] : [note],
  })
}

/** A value without the letters `\\r\\n` that a program prints for its line end. */
const withoutPrinted = (fieldValue: string): string => fieldValue.replace(/\\r\\n$/, '')

// ---- One record

/** A line of the log with a header in it. */
interface HeaderRecord {
  /** What is before the header. */
  readonly label: string
  readonly pair: Pair
}

// In each pattern: the label, the name of the header, its value.
const pairInQuotes = /^([^'"\n]{0,400})'([!#$%&*+.^_`|~0-9A-Za-z:-]{1,256})', ?'(.*)'[,)\]]?$/
const pairWithColon = /^([^'"\n]{0,400})"([!#$%&*+.^_`|~0-9A-Za-z:-]{1,256})": ?"(.*)"[,)\]]?$/
const headerInQuotes = /^([^'"\n]{0,400})"([!#$%&*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)"$/
const pairWithEquals = /^([^'"\n]{0,400})"([!#$%&*+.^_`|~0-9A-Za-z:-]{1,256})" = "((?:[^"\\]|\\.)*)"$/
/** Without quotes it is not clear where the label ends. So only the name of this one header is looked for. */
const plainAuthorization = /^(.{0,400}?[ \t:>|]|)(authorization): ?([^\s'"[].*)$/i

const recordOf = (recordMatch: RegExpExecArray | null): HeaderRecord | undefined => {
  if (recordMatch === null) return undefined
  const [, label = '', fieldName = '', fieldValue = ''] = recordMatch
  return { label, pair: [fieldName, fieldValue] }
}

const quotedRecord = (logLine: string): HeaderRecord | undefined =>
  recordOf(
    pairInQuotes.exec(logLine) ??
      pairWithColon.exec(logLine) ??
      headerInQuotes.exec(logLine) ??
      pairWithEquals.exec(logLine),
  )

const longestLine = 70_000

// ---- The headers

/** The record of the Authorization header: the others are like it. */
interface FoundRecord {
  /** The index of its line. */
  readonly at: number
  readonly record: HeaderRecord
  readonly isQuoted: boolean
  /** How many records after it go on with its value, because the log breaks long lines. */
  readonly pieces?: number
}

/** The record with the whole value, and a note on its pieces. */
const withPieces = (
  logLines: ReadonlyArray<string>,
  found: FoundRecord,
): { readonly authorization: FoundRecord; readonly note?: string } => {
  const { at, record, isQuoted } = found
  // In a column of a table blanks may be lost where a line is broken.
  const isColumn = /\||\xe2\x94\x82/.test(record.label)
  if (isQuoted || isColumn) return { authorization: found }
  const pattern = prefixPattern(record.label)
  const [fieldName] = record.pair
  let [, written] = record.pair
  let pieces = 0
  for (const logLine of logLines.slice(at + 1)) {
    const label = pattern.exec(logLine)?.[0]
    const piece = label === undefined ? '' : logLine.slice(label.length).trim()
    const joint = piece === '' || headerText.test(piece) ? undefined : jointOf(written, piece)
    if (joint === undefined) break
    written += joint + piece
    pieces++
  }
  const joined = joinedAuthorization(written)
  if (joined === undefined) return { authorization: found }
  return {
    authorization: { ...found, record: { ...record, pair: [fieldName, joined.value] }, pieces },
    note: joined.note,
  }
}

const findAuthorization = (logLines: ReadonlyArray<string>): FoundRecord | undefined => {
  for (const [at, logLine] of logLines.entries()) {
    if (logLine.length > longestLine || !/authorization/i.test(logLine)) continue
    const quoted = quotedRecord(logLine)
    if (quoted?.pair[0].toLowerCase() === 'authorization') return { at, record: quoted, isQuoted: true }
    const plain = recordOf(plainAuthorization.exec(logLine))
    // A header without a label is a line of a message, and not a record.
    const isLabelled = plain !== undefined && (plain.label.trim() !== '' || isBesidePseudo(logLines, at, plain.label))
    if (plain !== undefined && isLabelled && !isMemberOfMap(plain)) return { at, record: plain, isQuoted: false }
  }
  return undefined
}

/** The label begins a list or a map, and the value ends it: `flutter: {Accept: a/b, Authorization: …}`. */
const isMemberOfMap = ({ label, pair: [, fieldValue] }: HeaderRecord): boolean =>
  /[{([][^})\]]{0,400}$/.test(label) && /[})\]][,;]?$/.test(fieldValue)

/** nghttp sets the headers of HTTP/2 in below their frame: method and path are among them. */
const isBesidePseudo = (logLines: ReadonlyArray<string>, at: number, label: string): boolean =>
  label !== '' && logLines.slice(Math.max(0, at - 40), at + 40).some((logLine) => logLine.startsWith(`${label}:path: `))

interface RecordedHeaders {
  /** The index of the first line with a header. */
  readonly firstRecord: number
  /** The index of the last line with a header. */
  readonly lastRecord: number
  readonly headers: ReadonlyArray<Pair>
}

/** The headers in the lines around the Authorization header, up to the first line that is not a record like it. */
const headersAround = (logLines: ReadonlyArray<string>, authorization: FoundRecord): RecordedHeaders => {
  const lastPiece = authorization.at + (authorization.pieces ?? 0)
  const isRecord = (index: number): boolean =>
    (index > authorization.at && index <= lastPiece) || headerIn(logLines[index] ?? '', authorization) !== undefined
  let firstRecord = authorization.at
  while (firstRecord > 0 && isRecord(firstRecord - 1)) firstRecord--
  let lastRecord = authorization.at
  while (lastRecord < logLines.length - 1 && isRecord(lastRecord + 1)) lastRecord++
  const headers = logLines.slice(firstRecord, lastRecord + 1).flatMap((logLine, i): ReadonlyArray<Pair> => {
    const header = firstRecord + i === authorization.at ? authorization.record.pair : headerIn(logLine, authorization)
    return header === undefined ? [] : [[header[0], lettersOf(header[1])]]
  })
  return { firstRecord, lastRecord, headers }
}

const headerText = /^(:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)$/

/** The header in a line that has the same label as the record of the Authorization header. */
const headerIn = (logLine: string, { record, isQuoted }: FoundRecord): Pair | undefined => {
  if (logLine.length > longestLine) return undefined
  if (isQuoted) {
    const quoted = quotedRecord(logLine)
    return quoted !== undefined && isSameLabel(quoted.label, record.label) ? quoted.pair : undefined
  }
  const label = prefixPattern(record.label).exec(logLine)?.[0]
  if (label === undefined) return undefined
  const [, fieldName, fieldValue = ''] = headerText.exec(logLine.slice(label.length).trimStart()) ?? []
  return fieldName === undefined ? undefined : [fieldName, fieldValue]
}

/** Labels are the same if only their digits differ: a label may have the time. */
const isSameLabel = (label: string, authorizationLabel: string): boolean =>
  label === authorizationLabel ||
  (authorizationLabel.trim() !== '' && prefixPattern(authorizationLabel).exec(label)?.[0].trim() === label.trim())

/** HTTP/2 sends the host as `:authority`. */
const asHost = ([fieldName, fieldValue]: Pair): Pair =>
  fieldName === ':authority' ? ['host', fieldValue] : [fieldName, fieldValue]

// ---- Method and target

interface Address {
  readonly method: string
  readonly url: string
}

/** HTTP/2 sends method and target as headers with a colon before the name (RFC 9113 §8.3.1). */
const addressAmong = (headers: ReadonlyArray<Pair>): Address | undefined => {
  const method = headers.find(([fieldName]) => fieldName === ':method')?.[1]
  const url = headers.find(([fieldName]) => fieldName === ':path')?.[1]
  return method === undefined || url === undefined ? undefined : { method, url }
}

const requestLine = /(?:^|[^!-~]|")([A-Z]{3,10}) ((?:\/|https?:\/\/)[!#-~]{0,65536})(?: HTTP\/[0-9.]{1,3}"?)?$/
const methodRecord = /Method\W{1,32}(?:[a-z]\W{1,4})?([A-Z]{3,10})$/i
const targetRecord = /(?:URL|URI|Path)\W{1,32}?(?:[a-z]\W{1,4})?((?:\/|https?:\/\/)[!#-~]{0,65536})$/i

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

// ---- The body

/** The body in the lines after the headers, if the headers announce a length and something there has this length. */
const bodyAfter = (
  linesAfter: ReadonlyArray<string>,
  authorization: FoundRecord,
  announcedLength: string | undefined,
): Bytes.Bytes | undefined => {
  if (announcedLength === undefined) return undefined
  return authorization.isQuoted
    ? bodyInFrames(linesAfter, Number(announcedLength))
    : (bodyInRecord(linesAfter, authorization.record.label, announcedLength) ??
        namedBodyOfLength(linesAfter, Number(announcedLength)))
}

/** The name of a body before JSON, in a line that the operator has set up: `… body={"a":1} 401`. */
const nameOfBody = /(?:^|[\s,;|])(?:(?:req|request)[._]?)?(?:body|payload)=(?=[[{])/g

/** Names of bodies that are tried. */
const mostNames = 16

/** JSON of this length behind the name of a body, perhaps over several lines. */
const namedBodyOfLength = (linesAfter: ReadonlyArray<string>, length: number): Bytes.Bytes | undefined => {
  const textAfter = linesAfter.join('\n')
  const body = [...textAfter.matchAll(nameOfBody)]
    .slice(0, mostNames)
    .map(({ 0: name, index }) => textAfter.slice(index + name.length, index + name.length + length))
    .find((candidate) => candidate.length === length && isWholeObject(candidate))
  return body === undefined ? undefined : Bytes.ofAscii(body)
}

/** How many lines after the headers may hold the body. */
const mostLinesAfter = 15

/** A record with the label of the headers. */
const bodyInRecord = (
  linesAfter: ReadonlyArray<string>,
  headerLabel: string,
  announcedLength: string,
): Bytes.Bytes | undefined => {
  const pattern = prefixPattern(headerLabel)
  for (const logLine of linesAfter.slice(0, mostLinesAfter)) {
    const label = pattern.exec(logLine)?.[0]
    const candidateBody = label === undefined ? undefined : logLine.slice(label.length)
    if (candidateBody !== undefined && String(candidateBody.length) === announcedLength)
      return Bytes.ofAscii(candidateBody)
  }
  return undefined
}

/** `wrote DATA … len=2 data="{}"`. Go cuts a longer one, and `(44 bytes omitted)` follows. */
const dataFrame = /\b(wrote|read) DATA\b[^"]{0,200}\bstream=(\d{1,12})\b[^"]{0,200} data="((?:[^"\\]|\\.)*)"$/

/** Frames of HTTP/2, as Go logs them. The first frame says the direction and the stream; its like are joined up to the length. */
const bodyInFrames = (linesAfter: ReadonlyArray<string>, length: number): Bytes.Bytes | undefined => {
  const frames = linesAfter.flatMap((logLine) => {
    const frameMatch = dataFrame.exec(logLine)
    if (frameMatch === null) return []
    const [, direction, stream, escapedData = ''] = frameMatch
    return [{ direction, stream, escapedData }]
  })
  let body = ''
  for (const { direction, stream, escapedData } of frames) {
    if (direction !== frames[0]?.direction || stream !== frames[0]?.stream) continue
    body += inBackslashes(escapedData)
    if (body.length >= length) break
  }
  return body.length === length && length > 0 ? Bytes.ofAscii(body) : undefined
}
