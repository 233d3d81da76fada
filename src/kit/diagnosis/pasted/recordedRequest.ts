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
const headerText = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}): ?(.*)$/

const quotedRecord = (line: string): HeaderRecord | undefined => {
  const [, label, name = '', value = ''] =
    pairInQuotes.exec(line) ?? pairWithColon.exec(line) ?? headerInQuotes.exec(line) ?? []
  return label === undefined ? undefined : { label, pair: [name, value] }
}

const plainRecord = (line: string): HeaderRecord | undefined => {
  const [, label, name = '', value = ''] = plainHeader.exec(line) ?? []
  return label === undefined ? undefined : { label, pair: [name, value] }
}

const longestLine = 70_000

interface Found {
  readonly at: number
  readonly record: HeaderRecord
  readonly isQuoted: boolean
}

/** The record of the Authorization header. A bare line of a message has no label, and is no record. */
const findAuthorization = (lines: ReadonlyArray<string>): Found | undefined => {
  for (const [at, line] of lines.entries()) {
    if (line.length > longestLine || !/authorization/i.test(line)) continue
    const quoted = quotedRecord(line)
    if (quoted?.pair[0].toLowerCase() === 'authorization') return { at, record: quoted, isQuoted: true }
    const plain = plainRecord(line)
    if (plain !== undefined && plain.label.trim() !== '') return { at, record: plain, isQuoted: false }
  }
  return undefined
}

/** Of a log that writes times, the digits vary. */
const isSameLabel = (label: string, other: string): boolean =>
  label === other || (other.trim() !== '' && prefixPattern(other).exec(label)?.[0].trim() === label.trim())

/** The header in a line with the label of the others. */
const headerIn = (line: string, { record, isQuoted }: Found): Pair | undefined => {
  if (line.length > longestLine) return undefined
  if (isQuoted) {
    const quoted = quotedRecord(line)
    return quoted !== undefined && isSameLabel(quoted.label, record.label) ? quoted.pair : undefined
  }
  const label = prefixPattern(record.label).exec(line)?.[0]
  const [, name, value = ''] = label === undefined ? [] : (headerText.exec(line.slice(label.length).trimStart()) ?? [])
  return name === undefined ? undefined : [name, value]
}

/** The first and the last line of the records that belong together. */
const rangeRound = (lines: ReadonlyArray<string>, found: Found): readonly [first: number, last: number] => {
  let first = found.at
  while (first > 0 && headerIn(lines[first - 1] ?? '', found) !== undefined) first--
  let last = found.at
  while (last < lines.length - 1 && headerIn(lines[last + 1] ?? '', found) !== undefined) last++
  return [first, last]
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
const addressBefore = (lines: ReadonlyArray<string>, first: number): Address | undefined => {
  let method: string | undefined
  let url: string | undefined
  for (const line of lines.slice(Math.max(0, first - mostLinesBefore), first).toReversed()) {
    if (line.length > longestLine) continue
    const [, own, target] = requestLine.exec(line) ?? []
    if (own !== undefined && target !== undefined) return { method: own, url: target }
    method ??= methodRecord.exec(line)?.[1]
    url ??= targetRecord.exec(line)?.[1]
    if (method !== undefined && url !== undefined) return { method, url }
  }
  return undefined
}

/** What HTTP/2 sends as headers with a colon before the name (RFC 9113 §8.3.1). */
const addressAmong = (headers: ReadonlyArray<Pair>): Address | undefined => {
  const method = headers.find(([name]) => name === ':method')?.[1]
  const url = headers.find(([name]) => name === ':path')?.[1]
  return method === undefined || url === undefined ? undefined : { method, url }
}

/** The body: a record behind the headers, with their label and of the length that they announce. */
const bodyBehind = (lines: ReadonlyArray<string>, last: number, found: Found, headers: ReadonlyArray<Pair>) => {
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  if (announced === undefined || found.isQuoted) return undefined
  const pattern = prefixPattern(found.record.label)
  for (const line of lines.slice(last + 1, last + 16)) {
    const label = pattern.exec(line)?.[0]
    const text = label === undefined ? undefined : line.slice(label.length)
    if (text !== undefined && String(text.length) === announced) return Bytes.ofAscii(text)
  }
  return undefined
}

/** The request, if the text has records of its headers, and method and target with them. */
export const recordedRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const lines = latin1(bytes)
    .split('\n')
    .map((line) => line.trimEnd())
  const found = findAuthorization(lines)
  if (found === undefined) return undefined
  const [first, last] = rangeRound(lines, found)
  const headers = lines.slice(first, last + 1).flatMap((line): ReadonlyArray<Pair> => {
    const header = headerIn(line, found)
    return header === undefined ? [] : [[header[0], textOf(Bytes.ofAscii(header[1]))]]
  })
  const address = addressAmong(headers) ?? addressBefore(lines, first)
  if (address === undefined) return undefined
  const body = bodyBehind(lines, last, found, headers)
  return requestSent({
    method: address.method,
    url: address.url,
    headers: headers.filter(([name]) => !name.startsWith(':') || name === ':authority').map(asHost),
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: body },
    notes: [],
  })
}

const asHost = ([name, value]: Pair): Pair => (name === ':authority' ? ['host', value] : [name, value])
