/**
 * Reads a request from a text that somebody pasted: an HTTP message, a command, an HTTP archive, an export of a tool, or a log. Its
 * first line shows the form, or the request is inside something else (readWithin.ts). A text that hides, cuts or leaves out the
 * Authorization header is refused with words that say so, because a verdict on it would blame the caller.
 */

import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, ofAscii } from '../../../core/Bytes.ts'
import { latin1, type Received, receivedOf, type Unreadable, unreadable } from '../Received.ts'
import { argumentsOfProcess } from './argumentsOfProcess.ts'
import { withDoubts } from './doubts.ts'
import { isJson } from './escapedBody.ts'
import {
  cutHeader,
  hiddenHeader,
  isCut,
  isCutByTool,
  isHiddenIn,
  isMasked,
  isPlaceholder,
  isSigned,
  maskedValue,
  noHeaders,
  whyHeaderNotShown,
  whyNoHeadersShown,
  whyTargetNotShown,
  whyToolShowsNoHeaders,
} from './hidden.ts'
import { withoutLostBody } from './lostBytes.ts'
import { pipedCommand } from './pipedCommand.ts'
import { programWords } from './programText.ts'
import { beginsMessage } from './readByFirstLine.ts'
import { beginsLikeArchive, noArchive, noRequestInJson } from './readHar.ts'
import { firstLineOf, noRequestLine } from './readHttp.ts'
import { noRequestInXml } from './readJmx.ts'
import { invokesPowerShell } from './readPowerShell.ts'
import { isCommand, readWithin, refusalsForLack } from './readWithin.ts'
import { typographicQuotes } from './shellWords.ts'
import { undressed } from './undress.ts'
import { authorizationElsewhere, ofUnknownForm } from './unknownForm.ts'
import { mayBeSortedByWebMock, sortedByWebMock } from './webMock.ts'
import { fromUtf16 } from './wideText.ts'

const wasUtf16 =
  'The text is in UTF-16, as Windows programs save it. It was converted to UTF-8, also the letters beyond ASCII in the body.'

const withNotes =
  (added: ReadonlyArray<string>) =>
  (request: Received): Received => {
    const { notes = [], host, url, ...otherMembers } = request
    return added.length === 0 ? request : receivedOf({ ...otherMembers, host, url }, [...added, ...notes])
  }

/** A value of JSON or of a form that has nothing but stars. */
const starsForValue = /[:[,]\s{0,16}"\*{3,256}"|=\*{3,256}(?:&|$)/

/** Whether a program may have replaced a value of the body. A file of `keepRefusals` has the bytes that arrived. */
const hasStars = ({ body, now }: Received): boolean =>
  now === undefined && body._tag === 'Bytes' && starsForValue.test(latin1(body.bytes))

const perhapsReplaced =
  'A value in the body is nothing but stars. Perhaps a program has put them in place of a secret; then give the body as it was sent.'

/** Typographic quotation marks, in UTF-8. */
const typographicMarks = /\xe2\x80[\x98-\x9f]|\xc2[\xab\xbb]/g

/** Whether the body would be JSON with plain marks in place of its typographic ones. A kept file has the body as it arrived. */
const hasTypographicMarks = ({ body, now }: Received): boolean => {
  if (now !== undefined || body._tag !== 'Bytes' || body.bytes.length > longestMarked) return false
  const text = latin1(body.bytes)
  const plain = text.replace(typographicMarks, '"')
  return plain !== text && isJson(plain) && !isJson(text)
}

/** A longer body is not read again. */
const longestMarked = 262_144

const keptTypographic =
  'The typographic quotation marks of the body were kept. Word processors, web pages and chats put them in place of plain ones; if the program sends plain ones, copy the body from the program.'

/** The first bytes of a file of captured packets: pcap in both byte orders, with microseconds or nanoseconds, and pcapng. */
const isCapture = (pasted: Bytes): boolean =>
  /^(?:\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|\x4d\x3c\xb2\xa1|\xa1\xb2\x3c\x4d|\n\r\r\n)/.test(
    latin1(pasted.subarray(0, 4)),
  )

const compressedFile = 'this file is compressed with gzip; decompress it with gunzip -c FILE, and give what that prints'

const captureFile =
  'this is a file of captured packets; run tshark -r FILE -Y http.request -T pdml, and give what it prints. If the connection has TLS, no packet shows the request; then give it as a HAR or as a curl command'

/**
 * Whether mitmproxy has saved this file of flows. It writes the length before each text, and the names of members beside their values:
 * `2559:4:type;4:http;7:version;2:17#…`. The names that tell are somewhere in the first flow.
 */
const isFlowFile = (pasted: Bytes): boolean =>
  /^\d{1,12}:\d{1,6}:/.test(latin1(pasted.subarray(0, 32))) &&
  /\d:(?:client_conn|server_conn|timestamp_start)[;,:]/.test(latin1(pasted.subarray(0, 65_536)))

const flowFile =
  'this is a file of flows of mitmproxy; make an archive with mitmdump -nr FILE --set hardump=FILE.har, and give this archive'

/** Whether this is a description of an API, as YAML or JSON. */
const describesApi = (shown: string): boolean =>
  /(?:^|[\n{,])\s{0,64}["']?(?:openapi|swagger)["']?[ \t]{0,8}:[ \t]{0,8}["']?[23]\.\d/.test(shown)

const apiDescription =
  'this is a description of an API (OpenAPI). Its examples are not the bytes of a request; paste the request as it was sent'

/** The refusals of a text in which nothing was recognized. They are recognized by their sentences, each a constant of its reader. */
const generalRefusals: ReadonlyArray<string> = [noRequestLine, noRequestInXml, noArchive, noRequestInJson]

/**
 * Reads a request from a text; the first line tells which form it has.
 *
 * Fails with what is wrong, where, and what to do. A log line or a lone header gets its own message. A message quotes nothing of the text but names of options.
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
export const readRequest = (pasted: Bytes): E.Either<Unreadable, Received> => {
  const converted = fromUtf16(pasted)
  if (converted !== undefined) return E.map(withNotes([wasUtf16]))(readRequest(converted))
  if (latin1(pasted.subarray(0, 3)) === '\x1f\x8b\b') return unreadable(pasted, 0, compressedFile)
  const ofProcess = argumentsOfProcess(latin1(pasted))
  if (ofProcess !== undefined) return readRequest(ofAscii(ofProcess))
  if (isCapture(pasted)) return unreadable(pasted, 0, captureFile)
  if (isFlowFile(pasted)) return unreadable(pasted, 0, flowFile)
  const { bytes: bare, mayGoOn, notes } = undressed(pasted)
  const shown = latin1(bare)
  const result = E.map(withNotes(notes))(readKnown(pasted, bare, shown))
  // A command quotes its body, so its end is known and nothing can be lost there.
  const isOfCommand = isCommand(firstLineOf(bare)) || pipedCommand(bare) !== undefined
  if (E.isLeft(result)) return result
  const noted = withNotes([
    ...(hasStars(result.right) ? [perhapsReplaced] : []),
    ...(hasTypographicMarks(result.right) ? [keptTypographic] : []),
  ])
  if (isOfCommand || invokesPowerShell(shown)) return E.right(noted(result.right))
  const notesOnTarget = mayBeSortedByWebMock(result.right.target, shown) ? [sortedByWebMock] : []
  const printed = {
    text: shown,
    mayGoOn,
    isMessage: beginsMessage(firstLineOf(bare)),
    isArchive: beginsLikeArchive(shown),
  }
  const asSent = withoutLostBody(result.right, printed)
  const asRead = withDoubts(asSent, { ...printed, pasted: latin1(pasted) })
  return E.right(withNotes(notesOnTarget)(noted(asRead)))
}

/** The request by the readers of known forms, or by the parts that a text of an unknown form has. */
const readKnown = (pasted: Bytes, bare: Bytes, shown: string): E.Either<Unreadable, Received> => {
  const result = readWithin(bare)
  const refusal = refusalOf(result, shown, firstLineOf(bare))
  const refused = refusal === undefined ? result : unreadable(pasted, 0, refusal)
  // A request that was read without its header is not the one that has the header: nothing is put together.
  return E.isLeft(refused) && E.isLeft(result) ? ofUnknownForm(pasted, shown, refused.left) : refused
}

/** `curl -X POST https://api.example/v1/jobs -H Authorization: SVC-SHA256-RSA app_id=app-1,…`: a header without its quotation marks. */
const quotesLost = /(?:^|\n)[^\n'"]{0,256}\bcurl [^\n'"]{0,4096}(?:-H|--header) authorization: ?[A-Za-z][\w-]{0,64} \w/i

const quotesLostWords =
  'this command has no quotation marks any more (ps prints commands in this way), so it is not known where each value ends; paste the command as it was typed, or read /proc/PID/cmdline, where a zero byte follows each argument'

/** `curl -X POST “https://api.example”`, perhaps behind a sentence: a word of the command begins with a typographic quotation mark. */
const beginsTypographic =
  /(?:^|\n)[ \t]{0,8}(?:[$%>] )?(?:curl|wget) (?:[^\n]{0,4096} )?(?:\xe2\x80[\x98-\x9e]|\xc2[\xab\xbb])(?:https?:|authorization:)/i

/** A line break before the signature comes from the program that printed this; one in the signature may be of the caller's Base64. */
const isBrokenByPrinter = (authorization: string, shown: string): boolean =>
  /\n/.test(authorization.replace(/signature=[\s\S]*$/i, '')) && shown.replaceAll('\r\n', '\n').includes(authorization)

/** Whether a line goes on with a header that ended in the line before, behind the auth type or between two items. */
const goesOnInNextLine = (shown: string): boolean => {
  const lines = shown.split('\n')
  return lines.some((line, i) => {
    const next = (lines[i + 1] ?? '').slice(0, 8192)
    return (
      /^[ \t]{0,64}(?:[\w+/=-]{1,512},)?\w{1,64}=/.test(next) &&
      /\bsignature=/i.test(next) &&
      /\bauthorization:/i.test(line)
    )
  })
}

/** Whether the value ends at the edge of a column, and the next line of the column goes on with it. */
const goesOnInColumn = (authorization: string, shown: string): boolean =>
  authorization !== '' &&
  /^[^\w\n]{0,4096}\n[^\w\n+/=,-]{0,4096}[\w+/=,-]{16,}[^\w\n+/=,-]{0,4096}(?:\n|$)/.test(
    shown.slice(shown.indexOf(authorization) + authorization.length),
  )

/** Whether only a beginning of the header was read: it has no signature, and the text has one. */
const isBeginning = (authorization: string, shown: string, firstLine: string): boolean =>
  !/signature=/i.test(authorization) &&
  (authorization === '' || isSigned(authorization) || /^[A-Za-z][\w-]{0,64}$/.test(authorization)) &&
  (/\bsignature=[A-Za-z0-9+/]{16}/.test(shown) || goesOnInColumn(authorization, shown)) &&
  (!beginsMessage(firstLine) || goesOnInNextLine(shown))

const brokenWords =
  'the program that printed this has broken long values into lines, and blanks may be lost there, so nothing can be checked; let the program print each value on one line, as Rich does with soft_wrap=True'

/**
 * Why the request is not judged, although a reader has read it or has only a general refusal. Undefined if there is no reason.
 *
 * The order goes from what is certain to what is likely: a header that was read, a command without its quotation marks, a header that
 * the text hides, a text of an unknown form, and at last a request without the header that stands elsewhere in the text.
 */
const refusalOf = (result: E.Either<Unreadable, Received>, shown: string, firstLine: string): string | undefined => {
  if (E.isRight(result) && result.right.authorization.length > 0)
    return whyNotShownWhole(result.right, shown, firstLine) ?? whyTargetLost(shown, firstLine)
  if (E.isLeft(result) && !isCommand(firstLine) && quotesLost.test(shown)) return quotesLostWords
  if (E.isLeft(result) && !isCommand(firstLine) && beginsTypographic.test(shown)) return typographicQuotes
  // A file of `keepRefusals` is read to the letter.
  if (E.isRight(result) && result.right.now !== undefined) return undefined
  const hidden = beginsMessage(firstLine) ? undefined : whyHeaderNotShown(shown)
  if (hidden !== undefined) return hidden
  if (E.isLeft(result)) {
    if (!beginsMessage(firstLine) && !isCommand(firstLine) && describesApi(shown)) return apiDescription
    const words = refusalsForLack.includes(result.left.what) ? programWords(shown) : undefined
    if (words !== undefined) return words
    // A reader that knows the form says more exactly what is wrong.
    const isUnknownForm = generalRefusals.includes(result.left.what)
    const toolLacks =
      isUnknownForm && !holdsAuthorization(shown)
        ? (whyToolShowsNoHeaders(shown) ?? whyTargetNotShown(shown))
        : undefined
    const elsewhere = holdsCredentials(shown) ? authorizationElsewhere : undefined
    // JSON without a request has been parsed, so nothing is guessed of its headers.
    if (result.left.what === noRequestInJson) return toolLacks ?? elsewhere
    if (isUnknownForm) return toolLacks ?? programWords(shown) ?? whyNoHeadersShown(shown) ?? elsewhere
    return holdsAuthorization(shown) ? whyTargetLost(shown, firstLine) : undefined
  }
  // In a message or a command a header of any name is read; elsewhere its values may show it.
  const readsEveryHeader = beginsMessage(firstLine) || isCommand(firstLine)
  if (holdsAuthorization(shown) || (!readsEveryHeader && holdsCredentials(shown))) return authorizationElsewhere
  if (isAnsweredAtOnce.test(shown)) return noHeaders(shown)
  return beginsMessage(firstLine) ? undefined : whyToolShowsNoHeaders(shown)
}

/** The answer directly behind a line with a method and a URL: the program that printed this shows no headers of the request. */
const isAnsweredAtOnce =
  /(?:^|[\s:])[A-Z]{3,10} https?:\/\/\S{1,65536}(?: HTTP\/[0-9.]{1,3})?\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,64}(?:HTTP\/[0-9.]{1,3}|<<) [1-5]\d\d\b/

/** A message or a command has its target as it was sent. */
const whyTargetLost = (shown: string, firstLine: string): string | undefined =>
  beginsMessage(firstLine) || isCommand(firstLine) ? undefined : whyTargetNotShown(shown)

/** The refusal of an Authorization header that is a placeholder, was broken into lines, or was cut off. Undefined if it is whole. */
const whyNotShownWhole = ({ authorization, now }: Received, shown: string, firstLine: string): string | undefined => {
  // A page may hide the header and have the same name in its code: `headers.authorization = token`. Then the code was read.
  const isOtherHidden = !beginsMessage(firstLine) && !authorization.some(isSigned) && isHiddenIn(shown)
  // A file of `keepRefusals` is read to the letter: nothing was put in place of a header, and no program has broken its lines.
  const isKept = now !== undefined
  if ((!isKept && authorization.some(isPlaceholder)) || isOtherHidden) return hiddenHeader(shown)
  if (isKept) return undefined
  if (authorization.some(isMasked)) return maskedValue
  const isBroken = (value: string): boolean => isBrokenByPrinter(value, shown) || isBeginning(value, shown, firstLine)
  if (!isCommand(firstLine) && authorization.some(isBroken)) return brokenWords
  return authorization.some(isCut) || isCutByTool(shown) ? cutHeader(shown) : undefined
}

/**
 * Whether the text has an Authorization header with a value, in any notation. The name alone, as in a list of headers, does not count.
 *
 *     Authorization: SVC-SHA256-RSA …        authorization = ['SVC-SHA256-RSA …']        "authorization" => "SVC-SHA256-RSA …"
 *     ("Authorization", "SVC-SHA256-RSA …")  \"authorization\": \"SVC-SHA256-RSA …\"
 *
 * In any other notation the name stands somewhere, and the item `nonce_str=` too.
 */
const holdsAuthorization = (shown: string): boolean =>
  /(?<![\w-])authorization["'\\]{0,4}[ \t]{0,8}(?::|=>?|,[ \t]{0,8}(?=["']))[ \t]{0,8}["'\\[]{0,6}[A-Za-z]/i.test(
    shown,
  ) ||
  (/(?<![\w-])authorization(?![\w-])/i.test(shown) && /\bnonce_str=/.test(shown))

/** Whether the text has an auth type and four items, under any name of a header. */
const holdsCredentials = (shown: string): boolean =>
  /[A-Za-z-] \w{1,64}=[^\s,"']{1,512}(?:, {0,4}\w{1,64}=[^\s,"']{1,4096}){3}/.test(shown)
