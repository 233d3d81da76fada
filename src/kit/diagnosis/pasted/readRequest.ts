/**
 * A request from a text: an HTTP message, a command, an HTTP archive, an export of a program for requests, or what a program
 * prints of a request. Each form has a reader; the first line tells which, or the reader itself.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, ofAscii } from '../../../core/Bytes.ts'
import { latin1, type Received, receivedOf, type Unreadable, unreadable } from '../Received.ts'
import { commandInLog } from './commandInLog.ts'
import { tracedRequest } from './curlTrace.ts'
import { debugPrinted } from './debugPrinted.ts'
import { dumpRequest } from './dumpRequest.ts'
import { numberedWire } from './hexText.ts'
import { cutWords, hiddenIn, hiddenWords, isCut, isPlaceholder, notShownIn, saysTruncated } from './hidden.ts'
import { beginsLikeInsomniaYaml, insomniaExport } from './insomniaYaml.ts'
import { bodyIsInspected, bodyIsNoText, bodyWasParsed, encoded, valuesInBraces } from './librarySent.ts'
import { loggedMessage } from './loggedMessage.ts'
import { requestsIn } from './objectRequest.ts'
import { postmanEntry } from './postmanEntry.ts'
import { printedRequest } from './printedRequest.ts'
import { beginsLikeBruno, readBruno } from './readBruno.ts'
import { sortedByHttpie } from './readContent.ts'
import { readCurl } from './readCurl.ts'
import { beginsLikeFetch, readFetch } from './readFetch.ts'
import { beginsLikeJson, noArchive, readHar } from './readHar.ts'
import { beginsLikeHttp, firstLineOf, noRequestLine, readHttp } from './readHttp.ts'
import { beginsLikeHttpie, readHttpie } from './readHttpie.ts'
import { beginsLikeJmx, readJmx } from './readJmx.ts'
import { type Logged, readHeaderLine, readLogLine, wordsFor } from './readLogLine.ts'
import { beginsLikePowerShell, readPowerShell } from './readPowerShell.ts'
import { beginsLikeWget, readWget } from './readWget.ts'
import { undressed } from './undress.ts'
import { unescapedWire } from './wireText.ts'

/** What Windows programs call Unicode. */
const isUtf16 = (text: Bytes): boolean =>
  (text[0] === 0xff && text[1] === 0xfe) || (text[0] === 0xfe && text[1] === 0xff)

/** A line that begins with the program's name, and is no header and no request line. */
const beginsLikeCurl = (line: string): boolean =>
  /^[ \t]{0,64}(?:[$%] {1,64})?(?:[a-z]:)?(?:[^ \t:]{0,4096}[\\/])?curl(?:\.exe)?(?:[ \t^\x60\\]|$)/i.test(line)

type Form = readonly [begins: (line: string) => boolean, read: (text: Bytes) => E.Either<Unreadable, Received>]

/** Commands and calls, each by its first line. */
const commands: ReadonlyArray<Form> = [
  [beginsLikeFetch, readFetch],
  [beginsLikePowerShell, readPowerShell],
  [beginsLikeHttpie, readHttpie],
  [beginsLikeWget, readWget],
  [beginsLikeJmx, readJmx],
  [beginsLikeInsomniaYaml, (text) => readInsomnia(text)],
]

/** The other forms that are read, each by its first line. */
const forms: ReadonlyArray<Form> = [
  [beginsLikeJson, readHar],
  [beginsLikeHttp, readHttp],
  // Assignments may precede the program's name.
  [(line) => /^[ \t]{0,64}[A-Za-z_][0-9A-Za-z_]{0,256}=/.test(line), readCurl],
]

/** What people paste and nothing here reads, by its first line, and what to do. */
const notRead: ReadonlyArray<readonly [pattern: RegExp, what: string]> = [
  [
    /^\S{1,256} \S{1,256} \S{1,256} \[\d\d\/\w{3}\/\d{4}:[^\]]{1,64}\] "/,
    'this is a line of an access log; it holds neither the Authorization header nor the body, so nothing can be judged: give the request itself',
  ],
  [
    /^(?:Traceback |(?:Uncaught )?[\w.]{0,256}(?:Error|Exception)\b|(?:file:\/\/|node:|\/).{1,4096}:\d{1,9}$)/,
    'this is the trace of an error, and method, target, Authorization header and body are not read out of it; paste the request as it was sent',
  ],
]

const requestLine = /^(?:> )?[!-~]{1,64} [^\n]* HTTP\/[0-9.]{1,3}\r?$/

/** The first line of a message off the wire. */
const messageLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} (?:\/|https?:)\S* HTTP\/[0-9.]{1,3}\r?$/

/** Why a text is not read, if its first line tells. The request may stand further down, behind other output. */
const whyNot = (text: Bytes, line: string): string | undefined => {
  if (requestLine.test(line)) return undefined
  if (isStringToSign(text)) return signedText
  const known = notRead.find(([pattern]) => pattern.test(line))
  if (known === undefined && formOf(line) !== undefined) return undefined
  const at = latin1(text)
    .split('\n')
    .findIndex((each) => requestLine.test(each) || beginsLikeCurl(each))
  return at < 1 ? known?.[1] : `a request begins in line ${at + 1}; paste the text from there on`
}

/** What is said of a text in which nothing was recognised. */
const generalWords: ReadonlyArray<string> = [noRequestLine, noArchive]

/** Method, target, timestamp and nonce, each in a line of its own. */
const isStringToSign = (text: Bytes): boolean =>
  /^[A-Z]{3,10}\r?\n\/[^\s]*\r?\n\d{9,13}\r?\n[!-~]{1,128}(?:\r?\n|$)/.test(latin1(text.subarray(0, 65_536)))

const signedText =
  'this is the text that a caller signs, and no request; give the request here, and this text to countersign diagnose --signed'

const formOf = (line: string) => forms.find(([begins]) => begins(line))

/** A request line may hold what a header holds. */
const headerAlone = (text: Bytes, line: string): Logged | undefined => {
  const bare = line.replace(/^[ \t>]+/, '')
  const header = formOf(bare) === undefined ? readHeaderLine(bare) : undefined
  return header !== undefined && latin1(text).trim() === line.trim() ? header : undefined
}

/**
 * Reads a request from a text; the first line tells which form it has.
 *
 * Fails with what is wrong, where, and what to do; a line of a log and a header alone are told as such. Of the text the message repeats names of options only.
 *
 * @example
 * ```ts
 * import { readRequest } from 'countersign/diagnosis'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const encode = (text: string) => new TextEncoder().encode(text)
 * const asCurl = readRequest(encode('curl https://api.example/v1/jobs -d 1'))
 * const asHttp = readRequest(encode('POST /v1/jobs HTTP/1.1\nHost: api.example\n\n1'))
 * assert.ok(E.isRight(asCurl) && E.isRight(asHttp))
 * assert.deepEqual(asCurl.right.body, asHttp.right.body)
 * assert.equal(asCurl.right.target, asHttp.right.target)
 * ```
 */
export const readRequest = (text: Bytes): E.Either<Unreadable, Received> => {
  if (isUtf16(text)) return unreadable(text, 0, 'the text is in UTF-16; save it as UTF-8')
  const bare = undressed(text)
  const read = readAny(bare)
  if (E.isRight(read) && read.right.authorization.length > 0) {
    const all = latin1(bare)
    if (read.right.authorization.some(isPlaceholder)) return unreadable(text, 0, hiddenWords)
    return read.right.authorization.some(isCut) || saysTruncated(all) ? unreadable(text, 0, cutWords) : read
  }
  if (E.isRight(read) && read.right.now !== undefined) return read
  const all = latin1(bare)
  const isMessageOfHttp = messageLine.test(firstLineOf(bare))
  const hides = isMessageOfHttp ? undefined : hiddenIn(all)
  const leftOut = hides ?? (E.isLeft(read) && generalWords.includes(read.left.what) ? notShownIn(all) : undefined)
  if (leftOut !== undefined) return unreadable(text, 0, leftOut)
  // A file of `keepRefusals` is read to the letter.
  if (E.isLeft(read) || !holdsAuthorization(all)) return read
  return unreadable(
    text,
    0,
    'an Authorization stands in this text, and not among the headers that were read of it, so nothing is judged; paste the request as raw HTTP or as curl',
  )
}

/** A command is read by its own reader, whose words on a fault are better than a guess. */
const isCommand = (line: string): boolean =>
  beginsLikeCurl(line) || beginsLikeFetch(line) || beginsLikeHttpie(line) || beginsLikeWget(line)

/** The request by the reader of its form; what that leaves out, from among the lines and values of a log. */
const readAny = (text: Bytes): E.Either<Unreadable, Received> => {
  const plain = readBare(text)
  const line = firstLineOf(text)
  const isRight = E.isRight(plain)
  if (isRight && plain.right.now !== undefined) return plain
  if (isRight && plain.right.authorization.length > 0 && plain.right.bodyMissing !== true) return plain
  // XML has a reader, and its entities are no literals.
  if (/<\/(?:\w+Prop|jmeterTestPlan|hashTree)>/.test(latin1(text.subarray(0, 65_536)))) return plain
  if (isCommand(line) || (E.isLeft(plain) && finalWords.includes(plain.left.what))) return plain
  // A whole message or object without the header: one elsewhere in it is no header.
  const isMessageOrObject = messageLine.test(line) || /^[A-Z]{3,10} https?:/.test(line) || beginsLikeJson(line)
  if (isRight && plain.right.authorization.length === 0 && isMessageOrObject) return plain
  const isPrecise = isRight ? plain.right.authorization.length > 0 : !isVague(plain.left)
  let withoutBody: Received | undefined
  for (const reader of deeperReaders) {
    const read = reader(text)
    if (read === undefined || E.isLeft(read) || read.right.authorization.length === 0) continue
    if (read.right.bodyMissing !== true) return E.right(read.right)
    withoutBody ??= read.right
  }
  return isPrecise || withoutBody === undefined ? plain : E.right(withoutBody)
}

/** The reader has not recognised a request, so it says nothing of one. */
const isVague = ({ what, logged }: Unreadable): boolean =>
  logged !== undefined ||
  /^(?:this is |this line is no header|this begins like JSON|this JSON is|there is no |there are two |a request begins )/.test(
    what,
  )

/** What a reader says that knows the whole request. */
const finalWords: ReadonlyArray<string> = [valuesInBraces, bodyIsNoText, bodyWasParsed, bodyIsInspected, sortedByHttpie]

/** Readers of what stands in the middle of something else. */
const deeperReaders: ReadonlyArray<(text: Bytes) => E.Either<unknown, Received> | undefined> = [
  (text) => {
    const wire = numberedWire(latin1(text))
    return wire === undefined ? undefined : readHttp(ofAscii(wire))
  },
  loggedMessage,
  commandInLog,
  dumpRequest,
]

/** A header with a value, in any of the ways to write one; not the name of a header in a list. */
const holdsAuthorization = (text: string): boolean =>
  /(?<![\w-])authorization["'\\]{0,4}[ \t]{0,8}(?::|=>?|,[ \t]{0,8}(?=["']))[ \t]{0,8}["'\\[]{0,6}[A-Za-z]/i.test(
    text,
  ) ||
  (/(?<![\w-])authorization(?![\w-])/i.test(text) && /\bnonce_str=/.test(text))

const readBare = (text: Bytes): E.Either<Unreadable, Received> => {
  const line = firstLineOf(text)
  if (beginsLikeCurl(line) && !/^curl \S+ HTTP\/[0-9]/i.test(line)) return readCurl(text)
  if (beginsLikeBruno(line)) return readBruno(text)
  const command = isMessage(text, line) ? undefined : commands.find(([begins]) => begins(line))
  if (command !== undefined) return command[1](text)
  const printed = isMessage(text, line) ? undefined : readPrinted(text)
  if (printed !== undefined) return printed
  // An object may be spread over lines.
  const logged = readLogLine(line.trim().endsWith('{') ? latin1(text) : line) ?? headerAlone(text, line)
  if (logged !== undefined) return E.left({ _tag: 'Unreadable', what: wordsFor(logged), line: 1, offset: 0, logged })
  const why = whyNot(text, line)
  if (why !== undefined) return unreadable(text, 0, why)
  const form = formOf(line)
  return form === undefined ? readHttp(text) : form[1](text)
}

/** Whether a first line begins JSON or a message of HTTP; a full URL without a version is of a program or an editor. */
const isMessage = (text: Bytes, line: string): boolean => {
  if (beginsLikeJson(line)) return true
  // OkHttp ends its line by the protocol as well.
  if (!beginsLikeHttp(line) || /-{2,3}> [A-Z]{3,10} https?:/.test(line)) return false
  const isOfEditor = /^[A-Z]{3,10} https?:\/\/\S+(?: HTTP\/[0-9.]{1,3})?\r?$/.test(line)
  return !isOfEditor || (/ HTTP\/[0-9.]{1,3}\r?$/.test(line) && !/^###/m.test(latin1(text)))
}

/** What programs print of a request: bytes off the wire, or lines of their own. */
const readPrinted = (text: Bytes): E.Either<Unreadable, Received> | undefined => {
  const entry = postmanEntry(text)
  if (entry !== undefined) return readHar(entry)
  const traced = tracedRequest(text)
  if (traced !== undefined) return withNotes(readHttp(traced.bytes), traced.hasDots ? [dots] : [])
  const wire = unescapedWire(text)
  if (wire !== undefined) return readHttp(wire)
  const printed = debugPrinted(text) ?? printedRequest(text)
  if (printed === undefined) return undefined
  return E.isLeft(printed) ? unreadable(text, 0, printed.left) : printed
}

const readInsomnia = (text: Bytes): E.Either<Unreadable, Received> => {
  const value = insomniaExport(text)
  return requestsIn(value).length === 0
    ? unreadable(text, 0, 'this export of Insomnia has no request that is read here; copy the request there as curl')
    : readHar(encoded(JSON.stringify(value)))
}

const dots =
  'curl --trace-ascii writes a dot for each byte that is not printable; where the body has such bytes, give it with --trace.'

const withNotes = (
  read: E.Either<Unreadable, Received>,
  more: ReadonlyArray<string>,
): E.Either<Unreadable, Received> => {
  if (E.isLeft(read) || more.length === 0) return read
  const { notes = [], host, url, ...rest } = read.right
  return E.right(receivedOf({ ...rest, host, url }, [...notes, ...more]))
}
