/**
 * A request that stands within something else: among the lines and the records of a log, the values that a program prints, or the
 * texts of a document. The reader that the first line chooses goes first; the others add what it leaves out.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, ofAscii } from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable, unreadable } from '../Received.ts'
import { commandInLog } from './commandInLog.ts'
import type { Wrong } from './commandOptions.ts'
import { csvRecords } from './csvRecords.ts'
import { isTrace } from './curlTrace.ts'
import { numberedWire } from './hexText.ts'
import {
  bodyIsInspected,
  bodyIsNoText,
  bodyIsSorted,
  bodyWasParsed,
  methodNotThere,
  parametersInPath,
  queriesDiffer,
  queryWasParsed,
  urlNotThere,
  valuesInBraces,
} from './librarySent.ts'
import { loggedMessage } from './loggedMessage.ts'
import { xmlText } from './markupText.ts'
import { beginsLikeCurl, beginsMessage, readByFirstLine } from './readByFirstLine.ts'
import { sortedByHttpie } from './readContent.ts'
import { beginsLikeFetch } from './readFetch.ts'
import { beginsLikeJson } from './readHar.ts'
import { firstLineOf, readHttp } from './readHttp.ts'
import { beginsLikeHttpie } from './readHttpie.ts'
import { beginsLikeWget } from './readWget.ts'
import { recordedRequest } from './recordedRequest.ts'
import { respelledText } from './respelledText.ts'
import { rewrittenByDatabase, tableRequest } from './tableRequest.ts'
import { textInRecords } from './textInRecords.ts'
import { dumpRequest } from './values/dumpRequest.ts'
import { yamlRequest } from './yamlRequest.ts'

type Read = E.Either<Unreadable, Received>

/** A command is read by its own reader, whose words on a fault are better than a guess. */
export const isCommand = (firstLine: string): boolean =>
  beginsLikeCurl(firstLine) || beginsLikeFetch(firstLine) || beginsLikeHttpie(firstLine) || beginsLikeWget(firstLine)

/** What a reader says that knows the whole request; the body is lost, and no other reader finds it. */
const finalWords: ReadonlyArray<string> = [
  valuesInBraces,
  parametersInPath,
  bodyIsNoText,
  bodyWasParsed,
  bodyIsSorted,
  bodyIsInspected,
  queryWasParsed,
  queriesDiffer,
  sortedByHttpie,
]

/** What a reader says that has found the header, and not the rest; another reader may have found all. */
const lackWords: ReadonlyArray<string> = [urlNotThere, methodNotThere]

/** Finds a request in the middle of something else. */
type DeepReader = (text: Bytes) => E.Either<Wrong | Unreadable, Received> | undefined

/** The request by the reader of its form; what that leaves out, from within the text. */
export const readWithin = (bytes: Bytes): Read => readBy(bytes, [...readersOfTexts, ...readersOfLines])

const readBy = (bytes: Bytes, deepReaders: ReadonlyArray<DeepReader>): Read => {
  const plain = readByFirstLine(bytes)
  if (isFinal(plain, bytes)) return plain
  const isPrecise = E.isRight(plain) ? plain.right.authorization.length > 0 : plain.left.kind !== 'unrecognized'
  let withoutBody: Received | undefined
  let lost: string | undefined
  for (const reader of deepReaders) {
    const result = reader(bytes)
    if (result === undefined) continue
    if (E.isLeft(result)) {
      lost ??= lostWords(result.left)
      continue
    }
    if (result.right.authorization.length === 0) continue
    const isBodyLost = result.right.notes?.includes(rewrittenByDatabase) === true
    if (result.right.bodyMissing !== true || isBodyLost) return E.right(result.right)
    withoutBody ??= result.right
  }
  if (isPrecise) return plain
  if (withoutBody !== undefined) return E.right(withoutBody)
  // A header alone has words of its own.
  const isHeaderAlone = E.isLeft(plain) && plain.left.logged !== undefined && !latin1(bytes).trim().includes('\n')
  return lost === undefined || (isHeaderAlone && lackWords.includes(lost)) ? plain : unreadable(bytes, 0, lost)
}

const lostWords = (why: Wrong | Unreadable): string | undefined => {
  const problem = typeof why === 'string' ? why : why.what
  return finalWords.includes(problem) || lackWords.includes(problem) ? problem : undefined
}

/** Whether no other reader can know better. */
const isFinal = (plain: Read, bytes: Bytes): boolean => {
  const firstLine = firstLineOf(bytes)
  // XML has a reader, and its entities are no literals.
  if (/<\/(?:\w+Prop|jmeterTestPlan|hashTree)>/.test(latin1(bytes.subarray(0, 65_536)))) return true
  if (E.isLeft(plain)) return isCommand(firstLine) || finalWords.includes(plain.left.what)
  const { now, authorization, bodyMissing } = plain.right
  if (now !== undefined || isCommand(firstLine)) return true
  if (authorization.length > 0) return bodyMissing !== true || isTrace(bytes)
  // A whole message or object without the header: one elsewhere in it is no header.
  return beginsMessage(firstLine) || beginsLikeJson(firstLine) || beginsWithUrl(bytes)
}

/** A method and a URL, and then headers or an empty line. */
const beginsWithUrl = (bytes: Bytes): boolean =>
  /^[A-Z]{3,10} https?:\S{1,70000}(?: HTTP\/[0-9.]{1,3})?\r?\n(?:\r?\n|[\w-]{1,128}:)/.test(
    latin1(bytes.subarray(0, 80_000)),
  )

/** A text inside of this one is read as if it were pasted, but not a text inside of that. */
const readInside = (bytes: Bytes): Read => readBy(bytes, readersOfLines)

/** For a text that is kept, in pieces or escaped, in another. */
const readersOfTexts: ReadonlyArray<DeepReader> = [
  (bytes) => {
    const wire = numberedWire(latin1(bytes)) ?? respelledText(latin1(bytes))
    return wire === undefined ? undefined : readHttp(ofAscii(wire))
  },
  tableRequest,
  (bytes) => {
    const inside = textInRecords(bytes)
    return inside === undefined ? undefined : readInside(inside)
  },
  (bytes) => {
    const records = csvRecords(bytes)
    return records === undefined ? undefined : readInside(textInRecords(records) ?? records)
  },
  (bytes) => {
    const inside = xmlText(bytes)
    return inside === undefined ? undefined : readInside(inside)
  },
  (bytes) => yamlRequest(bytes, readInside),
]

/** For what stands among lines and values. */
const readersOfLines: ReadonlyArray<DeepReader> = [loggedMessage, commandInLog, recordedRequest, dumpRequest]
