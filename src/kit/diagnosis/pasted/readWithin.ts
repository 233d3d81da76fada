/**
 * A request that stands within something else: among the lines and the records of a log, the values that a program prints, or the
 * texts of a document. The reader that the first line chooses goes first; the others add what it leaves out.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, ofAscii } from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable, unreadable } from '../Received.ts'
import { commandInLog } from './commandInLog.ts'
import type { Wrong } from './commandOptions.ts'
import { numberedWire } from './hexText.ts'
import { bodyIsInspected, bodyIsNoText, bodyWasParsed, valuesInBraces } from './librarySent.ts'
import { loggedMessage } from './loggedMessage.ts'
import { beginsLikeCurl, beginsMessage, readByFirstLine } from './readByFirstLine.ts'
import { sortedByHttpie } from './readContent.ts'
import { beginsLikeFetch } from './readFetch.ts'
import { beginsLikeJson } from './readHar.ts'
import { firstLineOf, readHttp } from './readHttp.ts'
import { beginsLikeHttpie } from './readHttpie.ts'
import { beginsLikeWget } from './readWget.ts'
import { recordedRequest } from './recordedRequest.ts'
import { textInRecords } from './textInRecords.ts'
import { dumpRequest } from './values/dumpRequest.ts'
import { yamlRequest } from './yamlRequest.ts'

type Read = E.Either<Unreadable, Received>

/** A command is read by its own reader, whose words on a fault are better than a guess. */
export const isCommand = (line: string): boolean =>
  beginsLikeCurl(line) || beginsLikeFetch(line) || beginsLikeHttpie(line) || beginsLikeWget(line)

/** What a reader says that knows the whole request; the body is lost, and no other reader finds it. */
const finalWords: ReadonlyArray<string> = [valuesInBraces, bodyIsNoText, bodyWasParsed, bodyIsInspected, sortedByHttpie]

/** Finds a request in the middle of something else. */
type DeepReader = (text: Bytes) => E.Either<Wrong | Unreadable, Received> | undefined

/** The request by the reader of its form; what that leaves out, from within the text. */
export const readWithin = (text: Bytes): Read => readBy(text, [...readersOfTexts, ...readersOfLines])

const readBy = (text: Bytes, deepReaders: ReadonlyArray<DeepReader>): Read => {
  const plain = readByFirstLine(text)
  if (isFinal(plain, text)) return plain
  const isPrecise = E.isRight(plain) ? plain.right.authorization.length > 0 : plain.left.kind !== 'unrecognized'
  let withoutBody: Received | undefined
  let lost: string | undefined
  for (const reader of deepReaders) {
    const read = reader(text)
    if (read === undefined) continue
    if (E.isLeft(read)) {
      lost ??= lostWords(read.left)
      continue
    }
    if (read.right.authorization.length === 0) continue
    if (read.right.bodyMissing !== true) return E.right(read.right)
    withoutBody ??= read.right
  }
  if (isPrecise) return plain
  if (withoutBody !== undefined) return E.right(withoutBody)
  return lost === undefined ? plain : unreadable(text, 0, lost)
}

const lostWords = (why: Wrong | Unreadable): string | undefined => {
  const what = typeof why === 'string' ? why : why.what
  return finalWords.includes(what) ? what : undefined
}

/** Whether no other reader can know better. */
const isFinal = (plain: Read, text: Bytes): boolean => {
  const line = firstLineOf(text)
  // XML has a reader, and its entities are no literals.
  if (/<\/(?:\w+Prop|jmeterTestPlan|hashTree)>/.test(latin1(text.subarray(0, 65_536)))) return true
  if (E.isLeft(plain)) return isCommand(line) || finalWords.includes(plain.left.what)
  const { now, authorization, bodyMissing } = plain.right
  if (now !== undefined || isCommand(line)) return true
  if (authorization.length > 0) return bodyMissing !== true
  // A whole message or object without the header: one elsewhere in it is no header.
  return beginsMessage(line) || beginsLikeJson(line) || beginsWithUrl(text)
}

/** A method and a URL, and then headers or an empty line. */
const beginsWithUrl = (text: Bytes): boolean =>
  /^[A-Z]{3,10} https?:\S{1,70000}(?: HTTP\/[0-9.]{1,3})?\r?\n(?:\r?\n|[\w-]{1,128}:)/.test(
    latin1(text.subarray(0, 80_000)),
  )

/** A text inside of this one is read as if it were pasted, but not a text inside of that. */
const readInside = (text: Bytes): Read => readBy(text, readersOfLines)

/** For a text that is kept, in pieces or escaped, in another. */
const readersOfTexts: ReadonlyArray<DeepReader> = [
  (text) => {
    const wire = numberedWire(latin1(text))
    return wire === undefined ? undefined : readHttp(ofAscii(wire))
  },
  (text) => {
    const inside = textInRecords(text)
    return inside === undefined ? undefined : readInside(inside)
  },
  (text) => yamlRequest(text, readInside),
]

/** For what stands among lines and values. */
const readersOfLines: ReadonlyArray<DeepReader> = [loggedMessage, commandInLog, recordedRequest, dumpRequest]
