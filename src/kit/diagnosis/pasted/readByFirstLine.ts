/**
 * A request from a text whose first line tells the form: an HTTP message, a command, a call, an archive, an export of a program for
 * requests, or what a program prints. A text that is none of these is refused with what it is, if its first line tells.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, receivedOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { tracedRequest } from './curlTrace.ts'
import { debugPrinted } from './debugPrinted.ts'
import { pipedCommand, withInput, withUnknownInput } from './pipedCommand.ts'
import { postmanEntry } from './postmanEntry.ts'
import { printedRequest } from './printedRequest.ts'
import { beginsLikeBruno, readBruno } from './readBruno.ts'
import { isBurp, readBurp } from './readBurp.ts'
import { readCurl } from './readCurl.ts'
import { beginsLikeFetch, readFetch } from './readFetch.ts'
import { beginsLikeJson, readHar } from './readHar.ts'
import { beginsLikeHttp, firstLineOf, readHttp } from './readHttp.ts'
import { beginsLikeHttpie, readHttpie } from './readHttpie.ts'
import { beginsLikeJmx, readJmx } from './readJmx.ts'
import { type Logged, readHeaderLine, readLogLine, wordsFor } from './readLogLine.ts'
import { beginsLikePowerShell, readPowerShell } from './readPowerShell.ts'
import { beginsLikeWget, readWget } from './readWget.ts'
import { keepsFirstHeader } from './wholeHeaders.ts'
import { unescapedWire } from './wireText.ts'
import { beginsLikeInsomniaYaml, readInsomniaYaml } from './yamlRequest.ts'

type Read = E.Either<Unreadable, Received>

/** A form, by its first line. */
interface Form {
  readonly begins: (line: string) => boolean
  readonly read: (text: Bytes.Bytes) => Read
}

/** A line that begins with the program's name, and is no header, no request line and no declaration of C: `CURL *hnd = …`. */
export const beginsLikeCurl = (firstLine: string): boolean =>
  /^[ \t]{0,64}(?:[$%] {1,64})?(?:[a-z]:)?(?:[^ \t:]{0,4096}[\\/])?curl(?:\.exe)?(?! \*)(?:[ \t^\x60\\]|$)/i.test(
    firstLine,
  )

/** Commands, calls and plans. */
const commands: ReadonlyArray<Form> = [
  { begins: beginsLikeFetch, read: readFetch },
  { begins: beginsLikePowerShell, read: readPowerShell },
  { begins: beginsLikeHttpie, read: (bytes) => readHttpie(bytes) },
  { begins: beginsLikeWget, read: readWget },
  { begins: beginsLikeJmx, read: (bytes) => (isBurp(latin1(bytes)) ? readBurp(bytes) : readJmx(bytes)) },
  { begins: beginsLikeInsomniaYaml, read: readInsomniaYaml },
]

/** Assignments may precede the program's name. A line of a log may begin by a name and a value, too: it names more of them. */
const beginsWithAssignment = (firstLine: string): boolean =>
  /^[ \t]{0,64}[A-Za-z_][0-9A-Za-z_]{0,256}=/.test(firstLine) &&
  (/(?:^|[\s;&|])curl(?:\.exe)?\s/.test(firstLine) || !/^\s{0,64}\w{1,64}=\S{0,256} \w{1,64}=/.test(firstLine))

/** The other forms. */
const forms: ReadonlyArray<Form> = [
  { begins: beginsLikeJson, read: readHar },
  { begins: beginsLikeHttp, read: readHttp },
  { begins: beginsWithAssignment, read: readCurl },
]

const formOf = (firstLine: string): Form | undefined => forms.find(({ begins }) => begins(firstLine))

/** What people paste and nothing here reads, by its first line. */
interface NotRead {
  readonly pattern: RegExp
  readonly what: string
}

/** What is said of the table of a request in JMeter: the query is decoded in a table of its own, and the body in another tab. */
export const withoutSentQuery =
  'this is the tab HTTP of View Results Tree in JMeter, which does not show the query and the body as they were sent; give what the tab Raw shows, Request Body and Request Headers'

const notRead: ReadonlyArray<NotRead> = [
  { pattern: /^Method\t[A-Z]{3,10}\r?$/, what: withoutSentQuery },
  {
    pattern: /^\S{1,256} \S{1,256} \S{1,256} \[\d\d\/\w{3}\/\d{4}:[^\]]{1,64}\] "/,
    what: 'this is a line of an access log; it has no Authorization header and no body, so nothing can be checked: give the request itself',
  },
  {
    pattern: /^#(?:Software|Version|Fields): /,
    what: 'this is a log in the W3C format; its lines never have the body, and rarely the Authorization header, so nothing can be checked: give the request itself',
  },
  {
    pattern: /^(?:Traceback |(?:Uncaught )?[\w.]{0,256}(?:Error|Exception)\b|(?:file:\/\/|node:|\/).{1,4096}:\d{1,9}$)/,
    what: 'this is the trace of an error, which does not show the whole request; paste the request as it was sent',
  },
]

/** The first line of a message off the wire. */
const messageLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} (?:\/|https?:)\S* HTTP\/[0-9.]{1,3}\r?$/

export const beginsMessage = (firstLine: string): boolean => messageLine.test(firstLine)

/** The same behind other output, where most words are no methods. */
const beginsSentMessage = (laterLine: string): boolean =>
  messageLine.test(laterLine.replace(/^> /, '')) && /^(?:> )?[A-Z]{1,16} /.test(laterLine)

/** Why a text is not read, if its first line tells. The request may stand further down, behind other output. */
const whyNot = (bytes: Bytes.Bytes, firstLine: string): string | undefined => {
  if (messageLine.test(firstLine)) return undefined
  if (isStringToSign(bytes)) return signedText
  const knownKind = notRead.find(({ pattern }) => pattern.test(firstLine))
  if (knownKind === undefined && formOf(firstLine) !== undefined) return undefined
  const requestLineIndex = latin1(bytes)
    .split('\n')
    .findIndex((laterLine) => beginsSentMessage(laterLine) || beginsLikeCurl(laterLine))
  return requestLineIndex < 1
    ? knownKind?.what
    : `a request begins in line ${requestLineIndex + 1}; paste the text from this line`
}

/** Method, target, timestamp and nonce, each in a line of its own. */
const isStringToSign = (bytes: Bytes.Bytes): boolean =>
  /^[A-Z]{3,10}\r?\n\/[^\s]*\r?\n\d{9,13}\r?\n[!-~]{1,128}(?:\r?\n|$)/.test(latin1(bytes.subarray(0, 65_536)))

const signedText =
  'this is the text that a caller signs, not a request; give the request here, and pass this text to countersign diagnose --signed'

/** A request line may hold what a header holds. */
const headerAlone = (bytes: Bytes.Bytes, firstLine: string): Logged | undefined => {
  const bare = firstLine.replace(/^[ \t>]+/, '')
  const header = formOf(bare) === undefined ? readHeaderLine(bare) : undefined
  return header !== undefined && latin1(bytes).trim() === firstLine.trim() ? header : undefined
}

/** The request of a command that another command gives its input. Undefined if the text is no such pair of commands. */
const readPiped = (bytes: Bytes.Bytes): Read | undefined => {
  const piped = pipedCommand(bytes)
  if (piped === undefined) return undefined
  const { input, differsInShells, command } = piped
  const firstLine = firstLineOf(command)
  if (beginsLikeHttpie(firstLine)) {
    const read = readHttpie(command, input ?? Bytes.empty)
    return input === undefined ? E.map(withUnknownInput)(read) : E.map(withInput(input, differsInShells))(read)
  }
  if (!beginsLikeCurl(firstLine)) return undefined
  // Without the input, whoever gives the files of a command is asked for that of `-`.
  return input === undefined ? readCurl(command) : E.map(withInput(input, differsInShells))(readCurl(command))
}

/** The request by the reader that the first line chooses. */
export const readByFirstLine = (bytes: Bytes.Bytes): Read => {
  const firstLine = firstLineOf(bytes)
  const piped = readPiped(bytes)
  if (piped !== undefined) return piped
  if (beginsLikeCurl(firstLine) && !/^curl \S+ HTTP\/[0-9]/i.test(firstLine)) return readCurl(bytes)
  if (beginsLikeBruno(firstLine)) return readBruno(bytes)
  const isWhole = isMessage(bytes, firstLine)
  const command = isWhole ? undefined : commands.find(({ begins }) => begins(firstLine))
  if (command !== undefined) return command.read(bytes)
  const printed = isWhole ? undefined : readPrinted(bytes)
  if (printed !== undefined) return printed
  // An object may be spread over lines.
  const logged =
    readLogLine(firstLine.trim().endsWith('{') ? latin1(bytes) : firstLine) ?? headerAlone(bytes, firstLine)
  if (logged !== undefined)
    return E.left({ _tag: 'Unreadable', what: wordsFor(logged), line: 1, offset: 0, kind: 'unrecognized', logged })
  const why = whyNot(bytes, firstLine)
  return why === undefined ? (formOf(firstLine)?.read ?? readHttp)(bytes) : unrecognized(bytes, 0, why)
}

/** Whether a first line begins JSON or a message of HTTP; a full URL without a version is of a program or an editor. */
const isMessage = (bytes: Bytes.Bytes, firstLine: string): boolean => {
  if (beginsLikeJson(firstLine)) return true
  // OkHttp ends its line by the protocol as well.
  if (!beginsLikeHttp(firstLine) || /-{2,3}> [A-Z]{3,10} https?:/.test(firstLine)) return false
  const isOfEditor = /^[A-Z]{3,10} https?:\/\/\S+(?: HTTP\/[0-9.]{1,3})?\r?$/.test(firstLine)
  return !isOfEditor || (/ HTTP\/[0-9.]{1,3}\r?$/.test(firstLine) && !/^###/m.test(latin1(bytes)))
}

/** What programs print of a request: bytes off the wire, or lines of their own. */
const readPrinted = (bytes: Bytes.Bytes): Read | undefined => {
  const entry = postmanEntry(bytes)
  if (entry !== undefined) return readHar(entry)
  const text = latin1(bytes)
  const traced = tracedRequest(bytes)
  if (traced !== undefined && keepsFirstHeader(text, latin1(traced.bytes)))
    return traced.hasDots ? E.map(withoutDottedBody)(readHttp(traced.bytes)) : readHttp(traced.bytes)
  const wire = unescapedWire(bytes)
  if (wire !== undefined && keepsFirstHeader(text, latin1(wire))) return readHttp(wire)
  const printed = debugPrinted(bytes) ?? printedRequest(bytes)
  if (printed === undefined) return undefined
  return E.isLeft(printed) ? unreadable(bytes, 0, printed.left) : printed
}

const dotted =
  'The body was ignored, because it has dots. curl --trace-ascii writes a dot for each unprintable byte, even for a line feed. Run curl with --trace FILE, and give this file.'

const withoutDottedBody = ({ notes = [], host, url, ...otherMembers }: Received): Received => {
  const body = { _tag: 'Bytes', bytes: Bytes.empty } as const
  return receivedOf({ ...otherMembers, host, url, body, bodyMissing: true }, [...notes, dotted])
}
