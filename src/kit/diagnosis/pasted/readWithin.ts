/**
 * A request that stands within something else: among the lines and the records of a log, the values that a program prints, or the
 * texts of a document. The reader that the first line chooses goes first; the others add what it leaves out.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, ofAscii } from '../../../core/Bytes.ts'
import { latin1, type Received, receivedOf, type Unreadable, unreadable } from '../Received.ts'
import { commandInLog } from './commandInLog.ts'
import type { Wrong } from './commandOptions.ts'
import { countDiffers, countedWire } from './countedWire.ts'
import { csvRecords } from './csvRecords.ts'
import { isTrace } from './curlTrace.ts'
import { commaOfSpring } from './debugPrinted.ts'
import { numberedWire } from './hexText.ts'
import { isPlaceholder } from './hidden.ts'
import {
  bodyIsInspected,
  bodyIsNoText,
  bodyIsSorted,
  bodyWasParsed,
  methodNotThere,
  parametersInPath,
  queriesDiffer,
  queryOfFaraday,
  queryWasParsed,
  urlNotThere,
  valuesInBraces,
} from './librarySent.ts'
import { loggedMessage } from './loggedMessage.ts'
import { xmlText } from './markupText.ts'
import { contentLengthIn } from './Pair.ts'
import { pipedCommand } from './pipedCommand.ts'
import { beginsLikeCurl, beginsMessage, readByFirstLine, withoutSentQuery } from './readByFirstLine.ts'
import { sortedByHttpie } from './readContent.ts'
import { beginsLikeFetch } from './readFetch.ts'
import { beginsLikeArchive, beginsLikeJson, matchesMany } from './readHar.ts'
import { firstLineOf, readHttp } from './readHttp.ts'
import { beginsLikeHttpie } from './readHttpie.ts'
import { beginsLikeWget } from './readWget.ts'
import { recordedRequest } from './recordedRequest.ts'
import { isOfBody } from './requestInBody.ts'
import { messageInRecord, respelledText } from './respelledText.ts'
import { rewrittenByDatabase, tableRequest } from './tableRequest.ts'
import { textInDocument } from './textInDocument.ts'
import { textInRecords } from './textInRecords.ts'
import { dumpRequest } from './values/dumpRequest.ts'
import { firstHeader, keepsFirstHeader } from './wholeHeaders.ts'
import { yamlRequest } from './yamlRequest.ts'
import { isBlockMark } from './yamlText.ts'

type Read = E.Either<Unreadable, Received>

/** Whether the text begins with a command. The reader of the command knows best what is wrong with it, so no other reader is asked. */
export const isCommand = (firstLine: string): boolean =>
  beginsLikeCurl(firstLine) || beginsLikeFetch(firstLine) || beginsLikeHttpie(firstLine) || beginsLikeWget(firstLine)

// A refusal is recognized by its sentence. Each sentence is a constant that its reader exports, so other words in it change nothing here.

/** The refusals of a reader that has found the whole request, and knows that some of it is lost. No other reader finds that. */
const finalRefusals: ReadonlyArray<string> = [
  valuesInBraces,
  parametersInPath,
  bodyIsNoText,
  bodyWasParsed,
  bodyIsSorted,
  bodyIsInspected,
  queryOfFaraday,
  queryWasParsed,
  queriesDiffer,
  sortedByHttpie,
  withoutSentQuery,
  matchesMany,
  commaOfSpring,
]

/** The refusals of a reader that has found the header, and not the rest. Another reader may find all. */
export const refusalsForLack: ReadonlyArray<string> = [urlNotThere, methodNotThere]

/** Finds a request in the middle of something else. */
type DeepReader = (text: Bytes) => E.Either<Wrong | Unreadable, Received> | undefined

/** The request by the reader that the first line chooses. If this finds no header or no body, the request from within the text. */
export const readWithin = (bytes: Bytes): Read => readBy(bytes, [...readersOfTexts, ...readersOfLines])

const lossesForGood: ReadonlyArray<string> = [rewrittenByDatabase, countDiffers]

const readBy = (bytes: Bytes, deepReaders: ReadonlyArray<DeepReader>): Read => {
  const byFirstLine = readByFirstLine(bytes)
  const isOfYaml = E.isRight(byFirstLine) && byFirstLine.right.authorization.some(isBlockMark)
  const plain = (isOfYaml ? yamlRequest(bytes, readInside) : undefined) ?? byFirstLine
  if (isFinal(plain, bytes)) return plain
  // The reader has found the header, or knows the form and says what is wrong with it.
  const isTrusted = E.isRight(plain) ? plain.right.authorization.length > 0 : plain.left.kind !== 'unrecognized'
  const first = firstHeader(latin1(bytes))
  let requestWithoutBody: Received | undefined
  let otherRequest: Received | undefined
  let refusal: string | undefined
  for (const reader of deepReaders) {
    const result = reader(bytes)
    if (result === undefined) continue
    if (E.isLeft(result)) {
      refusal ??= telling(result.left)
      continue
    }
    if (result.right.authorization.length === 0 || isOfBody(result.right.authorization, latin1(bytes))) continue
    // The first line has shown the request. Within the text only its body is looked for, and not another request.
    if (isTrusted && E.isRight(plain) && !isSameRequest(plain.right, result.right)) continue
    // Among lines, a request whose header comes later may be in the body of the first.
    if (!isTrusted && readersOfLines.includes(reader) && first !== undefined && !holds(result.right, first)) {
      otherRequest ??= result.right
      continue
    }
    // What a database has rewritten, or a log has cut, is nowhere else in the text.
    const isBodyLostForGood = result.right.notes?.some((note) => lossesForGood.includes(note)) === true
    if (result.right.bodyMissing !== true || isBodyLostForGood) return E.right(result.right)
    requestWithoutBody ??= result.right
  }
  if (isTrusted) return plain
  const found = requestWithoutBody ?? otherRequest
  if (found !== undefined) return E.right(found)
  if (refusal === undefined) return plain
  // That a text of one line lacks a URL is no news if it is the header alone; the plain refusal says so.
  const isHeaderAlone = E.isLeft(plain) && plain.left.logged !== undefined && !latin1(bytes).trim().includes('\n')
  return isHeaderAlone && refusalsForLack.includes(refusal) ? plain : unreadable(bytes, 0, refusal)
}

/** Whether a header is that of this request, or stands in its body. */
const holds = ({ authorization, body }: Received, header: string): boolean =>
  authorization.some((value) => value.includes(header)) ||
  (body._tag === 'Bytes' && latin1(body.bytes).includes(header))

/** Whether both are one request, as far as the first shows it: a program may have replaced its Authorization header by a placeholder. */
const isSameRequest = (plain: Received, inner: Received): boolean =>
  plain.authorization.some(isPlaceholder) ||
  (plain.method === inner.method &&
    plain.target === inner.target &&
    plain.authorization.join('\n') === inner.authorization.join('\n'))

/** The problem, if a reader says it that has found at least the header. Undefined if another form of text would be refused alike. */
const telling = (why: Wrong | Unreadable): string | undefined => {
  const problem = typeof why === 'string' ? why : why.what
  return finalRefusals.includes(problem) || refusalsForLack.includes(problem) ? problem : undefined
}

/** A tag at the end of a part of a JMeter plan: `</collectionProp>`, `</hashTree>`. */
const closesJmeterTag = /<\/(?:\w+Prop|jmeterTestPlan|hashTree)>/

/** More than `beginsLikeArchive` can match. */
const mostOfArchiveHead = 1024

/** Enough of a text to show its form. */
const mostOfPlan = 65_536

/** Whether no other reader can know better. */
const isFinal = (plain: Read, bytes: Bytes): boolean => {
  const firstLine = firstLineOf(bytes)
  if (E.isRight(plain) && beginsLikeArchive(latin1(bytes.subarray(0, mostOfArchiveHead)))) return true
  // A plan of JMeter has a reader; the others would take its entities for the characters of literals.
  if (closesJmeterTag.test(latin1(bytes.subarray(0, mostOfPlan)))) return true
  if (pipedCommand(bytes) !== undefined) return true
  if (E.isLeft(plain)) return isCommand(firstLine) || finalRefusals.includes(plain.left.what)
  const { now, authorization, bodyMissing } = plain.right
  if (now !== undefined || isCommand(firstLine)) return true
  if (authorization.length > 0) return bodyMissing !== true || isTrace(bytes)
  // A whole message or object has no header. What looks like one inside it, as in the body, is none.
  return beginsMessage(firstLine) || beginsLikeJson(firstLine) || beginsWithUrl(bytes)
}

/**
 * A method and a URL in a line, and then a header or an empty line.
 *
 *     POST https://api.example/v1/jobs
 *     Content-Type: application/json
 */
const urlAndHeader = /^[A-Z]{3,10} https?:\S{1,70000}(?: HTTP\/[0-9.]{1,3})?\r?\n(?:\r?\n|[\w-]{1,128}:(?!\/\/))/

/** More than `urlAndHeader` can match. */
const mostOfUrlAndHeader = 80_000

const beginsWithUrl = (bytes: Bytes): boolean => urlAndHeader.test(latin1(bytes.subarray(0, mostOfUrlAndHeader)))

/** Reads a text inside of the pasted one as if it were pasted. A third text inside of this is not read. */
const readInside = (bytes: Bytes): Read => readBy(bytes, readersOfLines)

/** The request of records with byte counts; without its body if a record has another number of bytes. */
const readCounted: DeepReader = (bytes) => {
  const counted = countedWire(latin1(bytes))
  if (counted === undefined || counted.isWhole)
    return counted === undefined ? undefined : readHttp(ofAscii(counted.wire))
  const head = readHttp(
    ofAscii(counted.wire.replace(/\r\n\r\n[\s\S]*$/, '\r\n\r\n').replace(/\ntransfer-encoding:[^\n]*/i, '')),
  )
  return E.map(({ host, url, notes = [], ...members }: Received) =>
    receivedOf({ ...members, host, url, bodyMissing: true }, [...notes, countDiffers]),
  )(head)
}

const keepsHeader = (bytes: Bytes, inside: Bytes): boolean => keepsFirstHeader(latin1(bytes), latin1(inside))

/** A text with one character for each byte as JSON has it between quotation marks. */
const escapedInJson = (text: string): string =>
  text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

const recordsJoined =
  'The lines of several records of the log were joined, up to the last record. There is no Content-Length to check that, and the verdict depends on it; if the body ends before, give the body itself.'

/** The request, with a note if its body is in several records: nothing but its length shows with which record it ends. */
const withNoteOnRecords = (request: Received, bytes: Bytes): Received => {
  const { notes = [], host, url, ...members } = request
  const body = members.body._tag === 'Bytes' ? latin1(members.body.bytes) : ''
  if (!body.trimEnd().includes('\n') || contentLengthIn(members.headers ?? []) !== undefined) return request
  const escaped = escapedInJson(body)
  const isInOneRecord = [escaped, escapedInJson(escaped)].some((written) => latin1(bytes).includes(written))
  return isInOneRecord ? request : receivedOf({ ...members, host, url }, [...notes, recordsJoined])
}

/** Readers of a whole text that another keeps in pieces or escaped. */
const readersOfTexts: ReadonlyArray<DeepReader> = [
  readCounted,
  (bytes) => {
    const wire = numberedWire(latin1(bytes)) ?? respelledText(latin1(bytes)) ?? messageInRecord(latin1(bytes))
    return wire === undefined || !keepsFirstHeader(latin1(bytes), wire) ? undefined : readHttp(ofAscii(wire))
  },
  tableRequest,
  (bytes) => {
    const inside = textInDocument(bytes)
    return inside === undefined || !keepsHeader(bytes, inside) ? undefined : readInside(inside)
  },
  (bytes) => {
    const inside = textInRecords(bytes)
    if (inside === undefined || !keepsHeader(bytes, inside)) return undefined
    return E.map((request: Received) => withNoteOnRecords(request, bytes))(readInside(inside))
  },
  (bytes) => {
    const records = csvRecords(bytes)
    return records === undefined ? undefined : readInside(textInRecords(records) ?? records)
  },
  (bytes) => {
    const inside = xmlText(bytes)
    return inside === undefined || !keepsHeader(bytes, inside) ? undefined : readInside(inside)
  },
  (bytes) => yamlRequest(bytes, readInside),
]

/** Readers of a request among the lines of a log or the values of a dump. */
const readersOfLines: ReadonlyArray<DeepReader> = [loggedMessage, commandInLog, recordedRequest, dumpRequest]
