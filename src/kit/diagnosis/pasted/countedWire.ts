/**
 * Bytes off the wire in a log that says how many there are in each record: the wiretap of Netty in its textual form. The count shows where
 * a record ends, and whether the log has kept CR LF.
 *
 *     … DEBUG r.netty.http.client.HttpClient -- [398755dc-1, L:/127.0.0.1:1 - R:127.0.0.1:2] WRITE: 4B a4
 *     … DEBUG r.netty.http.client.HttpClient -- [398755dc-1, L:/127.0.0.1:1 - R:127.0.0.1:2] WRITE: 164B {"a": …
 *
 * The text has one character for each byte.
 */

/** A record, up to its bytes. The connection has an id; its streams have a number after it. */
const recordBegins = /^[^\n]{0,400}?\[(?:id: 0x)?([0-9a-f]{8})[^\]\n]{0,200}\] WRITE: (\d{1,9})B /gm

/** To look for the end of each record takes linear time, so only the first records are read. */
const mostRecords = 256

/** Behind a record stands the end of its line, and then the end of the log or a line of the log, which begins with a time. */
const behindRecord = /^\r?\n\s*(?:$|[^\n"{[]{0,64}\d\d:\d\d)/

/** The bytes of this count from `start` on, if nothing else of the record stands before `end`. Undefined if the text has fewer or more. */
const countedBytes = (log: string, start: number, end: number, count: number): string | undefined => {
  const isEnd = (at: number): boolean => at === log.length || (at < end && behindRecord.test(log.slice(at, end)))
  if (isEnd(start + count)) return log.slice(start, start + count)
  // The log has written LF for CR LF.
  let bytes = 0
  let at = start
  for (; bytes < count && at < end; at++) bytes += log[at] === '\n' ? 2 : 1
  return bytes === count && isEnd(at) ? log.slice(start, at).replaceAll('\n', '\r\n') : undefined
}

export interface CountedWire {
  readonly wire: string
  /** Whether each record has as many bytes as it counts. If not, the wire ends before the first that has not. */
  readonly isWhole: boolean
}

/** What one connection sent, from its first request with an Authorization header on. Undefined if the log has no such records. */
export const countedWire = (log: string): CountedWire | undefined => {
  const begun = [...log.matchAll(recordBegins)]
  const records = begun.slice(0, mostRecords).map(({ 0: beginning, 1: connection, 2: count, index }, i) => ({
    connection,
    bytes: countedBytes(log, index + beginning.length, begun[i + 1]?.index ?? log.length, Number(count)),
  }))
  const first = records.findIndex(({ bytes }) => bytes !== undefined && /\nauthorization:/i.test(bytes))
  if (first < 0) return undefined
  const sent = records.slice(first).filter(({ connection }) => connection === records[first]?.connection)
  const next = sent.findIndex(({ bytes }, i) => i > 0 && bytes !== undefined && beginsRequest.test(bytes))
  const ofRequest = (next < 0 ? sent : sent.slice(0, next)).map(({ bytes }) => bytes)
  const lost = ofRequest.indexOf(undefined)
  return { wire: (lost < 0 ? ofRequest : ofRequest.slice(0, lost)).join(''), isWhole: lost < 0 }
}

const beginsRequest = /^[A-Z]{3,10} \S+ HTTP\/1\.[01]\r\n/

export const countDiffers =
  'The log says how many bytes each record has, and shows another number of bytes of the body. So the body was ignored; give the body itself.'
