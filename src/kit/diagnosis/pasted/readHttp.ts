/**
 * Reads an HTTP request from text: off the wire, edited by hand, as a browser shows it, or from the output of `curl -v`.
 *
 * A request off the wire is read to the letter (RFC 9112). Where the message shows that an editor changed it, the change is
 * undone, and a note says what was assumed.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { isToken } from '../../../core/Rule.ts'
import * as Timestamp from '../../../core/Timestamp.ts'
import { isReason } from '../../../core/VerifyError.ts'
import { evidenceIn } from '../../../effects/evidenceHeaders.ts'
import { arrivedHeader, bodyHeader, refusedHeader, settingsHeader, settingsIn } from '../../../effects/keptRequest.ts'
import {
  isBlank,
  latin1,
  type Received,
  receivedOf,
  startOf,
  trimmed,
  trimmedEnd,
  type Unreadable,
  unreadable,
  unrecognized,
} from '../Received.ts'
import { joinedAuthorization, jointOf, longestAuthorization } from './brokenAuthorization.ts'
import { loneMarkDropped } from './librarySent.ts'
import { beginsLikeLog } from './loggedMessage.ts'
import { isWholeObject } from './printedJson.ts'
import { type Content, type Field, isLineEnds, linesFrom, readContent, valueIn } from './readContent.ts'
import { base64OfJson } from './values/bytesInLiteral.ts'
import { hasNoBody, textAfterHead } from './withoutBody.ts'

interface Line {
  /** Without its line end. */
  readonly text: string
  readonly offset: number
}

/** The lines of the first head, and where the body begins. */
interface Head {
  readonly lines: ReadonlyArray<Line>
  readonly bodyAt: number
  /** Some line ends in CR LF. */
  readonly crlf: boolean
  /** Another request follows in a transcript. */
  readonly hasNext: boolean
  /** The body, which some programs mark like the headers; curl does not print it. */
  readonly markedBody: Bytes.Bytes | undefined
}

/** What the lines of a head say. */
interface Message extends Pick<Received, 'method' | 'target'> {
  readonly fields: ReadonlyArray<Field>
}

/** Whether it is output of `curl -v`; of its marks only `*` can also be a method. */
const isTranscript = (firstLine: string): boolean =>
  /^[<>{}*](?: |$)/.test(firstLine) && !/^\* \S+ HTTP\/[0-9]/i.test(firstLine)

/** The lines up to an empty one. Empty lines before the first are ignored (RFC 9112 §2.2). */
const headOf = (bytes: Bytes.Bytes): Head => {
  const headLines: Array<Line> = []
  let hasCrlf = false
  let bodyAt = bytes.length
  for (const { from: offset, to: lineEnd, next, crlf } of linesFrom(bytes, startOf(bytes))) {
    hasCrlf ||= crlf
    if (lineEnd > offset) headLines.push({ text: latin1(bytes.subarray(offset, lineEnd)), offset })
    else if (headLines.length > 0) {
      bodyAt = next
      break
    }
  }
  return { lines: headLines, bodyAt, crlf: hasCrlf, hasNext: false, markedBody: undefined }
}

/** The same in a transcript: only the lines with the mark `>` are of the request, even the empty one. */
const headOfTranscript = (bytes: Bytes.Bytes): Head => {
  const headLines: Array<Line> = []
  let hasCrlf = false
  let isEnded = false
  let behindHead: Pick<Head, 'hasNext' | 'markedBody'> = { hasNext: false, markedBody: undefined }
  for (const { from: lineStart, to: lineEnd, crlf } of linesFrom(bytes, startOf(bytes))) {
    if (!/^>(?: |$)/.test(latin1(bytes.subarray(lineStart, Math.min(lineStart + 2, lineEnd))))) continue
    const offset = Math.min(lineStart + 2, lineEnd)
    const isEmpty = offset === lineEnd
    if (isEnded && !isEmpty) {
      behindHead = behindMarkedHead(bytes, lineStart)
      break
    }
    hasCrlf ||= crlf
    if (isEmpty) isEnded = headLines.length > 0
    else headLines.push({ text: latin1(bytes.subarray(offset, lineEnd)), offset })
  }
  return { lines: headLines, bodyAt: bytes.length, crlf: hasCrlf, ...behindHead }
}

/** What follows the head in a transcript, with the same mark: the next request, or the body. */
const behindMarkedHead = (bytes: Bytes.Bytes, start: number): Pick<Head, 'hasNext' | 'markedBody'> => {
  const bodyLines: Array<string> = []
  for (const { from: lineStart, to: lineEnd } of linesFrom(bytes, start)) {
    const markedLine = latin1(bytes.subarray(lineStart, lineEnd))
    if (!markedLine.startsWith('> ')) break
    bodyLines.push(markedLine.slice(2))
  }
  if (requestLineOf(bodyLines[0] ?? '') !== undefined) return { hasNext: true, markedBody: undefined }
  return { hasNext: false, markedBody: Bytes.ofAscii(bodyLines.join('\n')) }
}

interface RequestLine extends Pick<Received, 'method' | 'target'> {
  readonly versioned: boolean
}

/** Method, target and version, joined by single spaces (RFC 9112 §3); the version may be missing. */
const requestLineOf = (firstLine: string): RequestLine | undefined => {
  const requestLineText = trimmedEnd(firstLine)
  // A target with blanks in it too: the verifier decides whether it is one.
  const versionedLine = /^([^ ]+) (.*) HTTP\/[0-9](?:\.[0-9])?$/is.exec(requestLineText)
  const [, method = '', target = ''] =
    versionedLine ?? /^([^ ]+) ((?:\/|https?:\/\/)[^ ]*)$/i.exec(requestLineText) ?? []
  // A time or a level of a log stands before the request line, or the mark of a fence touches it.
  const isOfLog = /^`{3}[A-Z]/.test(method) || /(?:^|[^!-~]|`)[A-Z]{3,10} {1,2}(?:\/|https?:\/\/)[!-~]*$/.test(target)
  // The first cell of a row stands before the request, as the list mode of SQLite prints it.
  const isOfRow = /^\d{1,9}\|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method)
  return isToken(method) && !isOfLog && !isOfRow ? { method, target, versioned: versionedLine !== null } : undefined
}

/** Whether a first line begins a request: a request line, or a pseudo-header of HTTP/2. */
export const beginsLikeHttp = (firstLine: string): boolean =>
  requestLineOf(firstLine) !== undefined || isTranscript(firstLine) || isPseudo(firstLine)

/** RFC 9113 §8.3.1. */
const isPseudo = (firstLine: string): boolean => /^:(?:method|path|authority|scheme)(?::|$)/i.test(firstLine)

/** Newer browsers copy a name and its value as two lines. */
const inPairs = (headLines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  if (!/^:[a-z]+:?[ \t]*$/i.test(headLines[0]?.text ?? '')) return headLines
  return headLines.flatMap(({ text: fieldName, offset }, i) => {
    const nameWithColon = trimmed(fieldName).replace(/:?$/, ':')
    return i % 2 === 0 ? [{ text: nameWithColon + (headLines[i + 1]?.text ?? ''), offset }] : []
  })
}

/**
 * Whether a program has broken this Authorization header for the eye: the next line is set in by several blanks, and the break is inside
 * an item, where a signed header has no blank.
 */
const isBrokenForTheEye = ({ name: fieldName, value: fieldValue }: Field, nextLine: string): boolean => {
  if (fieldName !== 'authorization' || fieldValue.length > longestAuthorization) return false
  const written = trimmed(fieldValue)
  return /^[ \t]{2,}[^ \t,=]/.test(nextLine) && written.includes(' ') && written.includes('=') && !written.endsWith(',')
}

const brokenForTheEye =
  'The Authorization header is in several indented lines. They were joined without a space, because probably a program broke the header into lines for reading.'

/** How a body begins behind its name: `{`, `"`, `b'`, `` ` ``; `eyJhIjoxfQ`, Base64 of JSON; `7b 22 61`. */
const beginsBody = new RegExp(
  `^\\s*(?:[[{<"'\`]|[bBuU]['"]|${base64OfJson}[A-Za-z0-9+/]{8,}|(?:[0-9A-Fa-f]{2}[- ]){3})`,
)

const nameOfBody = /^(?:(?:request|http)?[-_]?(?:body|payload|data)|content)$/i

/** Whether a line names the body of a request, and no header: `Body: {"a":1}`. */
export const isBodyLine = (fieldName: string, fieldValue: string): boolean =>
  nameOfBody.test(fieldName) && beginsBody.test(fieldValue)

/** Whether a line of a printed text names the body, whatever its value is: no server knows a header of this name. */
export const isBodyName = (fieldName: string): boolean => /^(?:request[-_]?)?(?:body|payload)$/i.test(fieldName)

/** The same for any body, `Body: a=1&b=2`. A header could have this name too, so the place of the line must show more. */
export const namesBody = (fieldName: string, fieldValue: string): boolean =>
  nameOfBody.test(fieldName) && fieldValue.trim() !== ''

/** A status line, and at least one header below it. */
const responseBehind = /(?:\r?\n){1,4}HTTP\/[0-9](?:\.[0-9])? [1-5]\d\d(?: [^\n]{0,256})?\r?\n[A-Za-z][\w-]{0,127}: /

const noHeader =
  'this line is not a header (name: value); if it belongs to the body, leave an empty line before the body'

const fieldsOf = (
  bytes: Bytes.Bytes,
  fieldLines: ReadonlyArray<Line>,
  notes: Array<string>,
): E.Either<Unreadable, ReadonlyArray<Field>> => {
  const fields: Array<Field> = []
  for (const { text: fieldLine, offset } of fieldLines) {
    const previousField = fields.at(-1)
    if (previousField === undefined && isBlank(fieldLine.charCodeAt(0))) {
      const problem =
        'the first header begins with a space; remove the space, or add the header that this line continues'
      return unreadable(bytes, offset, problem)
    }
    const continued = previousField === undefined ? undefined : continuedBy(previousField, fieldLine)
    if (continued !== undefined) {
      fields[fields.length - 1] = continued.field
      if (continued.note !== undefined) notes.push(continued.note)
      continue
    }
    const colon = fieldLine.indexOf(':', 1)
    const fieldName = trimmed(fieldLine.slice(0, Math.max(colon, 0)))
    const fieldValue = fieldLine.slice(colon + 1)
    const isName = isToken(fieldName.startsWith(':') ? fieldName.slice(1) : fieldName)
    if (!isName || isBodyLine(fieldName, fieldValue)) return unrecognized(bytes, offset, noHeader)
    if (fieldName.length < colon)
      notes.push('There is a space before the colon of a header. Servers refuse this (RFC 9112 §5.1).')
    fields.push({ name: fieldName.toLowerCase(), value: fieldValue, offset })
  }
  return E.right(fields.map((field) => withoutBreaks({ ...field, value: trimmed(field.value) }, notes)))
}

/** The field with its lines joined, if the Authorization header was in several. */
const withoutBreaks = (field: Field, notes: Array<string>): Field => {
  const joined = field.name === 'authorization' ? joinedAuthorization(field.value) : undefined
  if (joined === undefined) return field
  notes.push(joined.note)
  return { ...field, value: joined.value }
}

/** The header with the line that goes on with it, and perhaps a note on that. Undefined if the line is a header of its own. */
const continuedBy = (
  previousField: Field,
  fieldLine: string,
): { readonly field: Field; readonly note?: string } | undefined => {
  const rest = trimmed(fieldLine)
  const withRest = (joint: string): Field => ({ ...previousField, value: previousField.value + joint + rest })
  if (isBlank(fieldLine.charCodeAt(0)))
    return isBrokenForTheEye(previousField, fieldLine)
      ? { field: withRest(''), note: brokenForTheEye }
      : { field: withRest(' '), note: foldedHeader }
  const joint = previousField.name === 'authorization' ? jointOf(trimmed(previousField.value), rest) : undefined
  return joint === undefined ? undefined : { field: withRest(joint) }
}

/** RFC 9112 §5.2. */
const foldedHeader =
  'A header continues on a second line. The lines were joined with a space. Servers may refuse this header.'

/** The refusal of a text that begins like no form that is read here. */
export const noRequestLine =
  'there is no request line (METHOD /path HTTP/1.1) and no other form of a request here; paste raw HTTP from its first line, a curl command, a HAR, or an export of Postman or Insomnia. Or send the request to countersign serve --keep FOLDER and give the file that it writes'

const messageOf = (
  bytes: Bytes.Bytes,
  headLines: ReadonlyArray<Line>,
  notes: Array<string>,
): E.Either<Unreadable, Message> => {
  const firstLine = headLines[0]
  if (firstLine === undefined)
    return unrecognized(bytes, 0, 'there is no request here; paste a request, beginning with its first line')
  if (/^HTTP\/[0-9]/i.test(firstLine.text))
    return unrecognized(bytes, firstLine.offset, 'this is a response; paste the request that it answers')
  const requestLine = requestLineOf(firstLine.text)
  if (requestLine === undefined && !isPseudo(firstLine.text))
    return unrecognized(bytes, firstLine.offset, noRequestLine)
  const fields = fieldsOf(bytes, requestLine === undefined ? inPairs(headLines) : headLines.slice(1), notes)
  if (E.isLeft(fields)) return fields
  const lastField = fields.right.at(-1)
  // A program has printed these lines, and the last names the body.
  if (
    requestLine?.versioned === false &&
    lastField !== undefined &&
    endsText(bytes, headLines.at(-1)) &&
    namesBody(lastField.name, lastField.value)
  )
    return unrecognized(bytes, lastField.offset, noHeader)
  if (requestLine?.versioned === false) notes.push('The request line has no version; it was read anyway.')
  // A program has printed this line: Flask's full_path ends in the mark where there is no query.
  const hasLoneMark = requestLine?.versioned === false && /^[^?]+\?$/.test(requestLine.target)
  if (hasLoneMark) notes.push(loneMarkDropped)
  const method = requestLine?.method ?? valueIn(fields.right, ':method')
  const printedTarget = requestLine?.target ?? valueIn(fields.right, ':path')
  const target = hasLoneMark ? printedTarget?.slice(0, -1) : printedTarget
  if (method === undefined || target === undefined)
    return unreadable(bytes, firstLine.offset, 'the lines :method and :path are needed; paste both')
  return E.right({ method, target, fields: fields.right })
}

/** Whether nothing but blanks follows the line. */
const endsText = (bytes: Bytes.Bytes, lastLine: Line | undefined): boolean =>
  lastLine !== undefined && latin1(bytes.subarray(lastLine.offset + lastLine.text.length)).trim() === ''

/** The host of a target in absolute form. */
const authorityOf = (target: string): string | undefined => /^[A-Za-z][0-9A-Za-z+.-]*:\/\/([^/?#]*)/.exec(target)?.[1]

/** The first line that is not empty. */
export const firstLineOf = (bytes: Bytes.Bytes): string => {
  for (const { from: lineStart, to: lineEnd } of linesFrom(bytes, startOf(bytes)))
    if (lineEnd > lineStart) return latin1(bytes.subarray(lineStart, lineEnd))
  return ''
}

const headAlone = 'The headers say that there is a body, but nothing follows them.'

/** Whether the headers announce a body, and nothing but a line end of the printing program follows them. */
const isHeadAlone = (afterHead: Bytes.Bytes, fields: ReadonlyArray<Field>): boolean =>
  /^0*[1-9]\d{0,14}$/.test(valueIn(fields, 'content-length') ?? '') &&
  Number(valueIn(fields, 'content-length')) > afterHead.length &&
  isLineEnds(afterHead)

const logFollows = 'No body was recognized in this text: lines of a log follow the headers.'

/** Whether the first line names this request again, as a line of a log does: `bodySent POST /v1/jobs`. No JSON and no form begins so. */
const namesRequest = (text: string, { method, target }: Message): boolean => {
  const [firstLine = ''] = text.split('\n', 1)
  return /^\w/.test(firstLine) && ` ${firstLine.trimEnd()} `.includes(` ${method} ${target} `)
}

/** Whether lines of a log, or the response, follow the head, and no body of the length that it announces. */
const isFollowedByLog = (afterHead: Bytes.Bytes, message: Message): boolean => {
  const length = valueIn(message.fields, 'content-length')
  const text = latin1(afterHead.subarray(0, 1024))
  return (
    length !== String(afterHead.length) &&
    afterHead.length > 0 &&
    (beginsLikeLog(text) || (length === undefined && namesRequest(text, message)))
  )
}

/** A form of one line is not longer. */
const mostOfFirstLine = 65_536

/** Whether something else follows the head of a request without a body. */
const isFollowedByOther = (afterHead: Bytes.Bytes, { method, fields }: Message): boolean =>
  !isLineEnds(afterHead) &&
  hasNoBody(
    method,
    fields.map(({ name: fieldName }) => fieldName),
    latin1(afterHead.subarray(0, mostOfFirstLine)),
  )

const hasNoLength = (fields: ReadonlyArray<Field>): boolean =>
  valueIn(fields, 'content-length') === undefined && valueIn(fields, 'transfer-encoding') === undefined

const responseLeftOut = 'A response follows the body here, so it was left out.'

/** The body before a response that the program has printed too, if no length says how long the body is. It is one line, or a whole JSON text. */
const bodyBeforeResponse = (afterHead: Bytes.Bytes, fields: ReadonlyArray<Field>): Content | undefined => {
  if (!hasNoLength(fields) || /multipart|message/i.test(valueIn(fields, 'content-type') ?? '')) return undefined
  const text = latin1(afterHead)
  const end = text.search(responseBehind)
  const body = text.slice(0, Math.max(end, 0))
  const isWhole = body !== '' && (!body.includes('\n') || isWholeObject(body))
  return isWhole ? { bytes: Bytes.ofAscii(body), notes: [responseLeftOut] } : undefined
}

/** The body in a transcript. `curl -v` prints none; other programs mark it like the headers. */
const transcribed = ({ hasNext, markedBody }: Head, fields: ReadonlyArray<Field>): Content => {
  if (markedBody !== undefined) return { bytes: markedBody, notes: [] }
  const isBodySent =
    /[1-9]/.test(valueIn(fields, 'content-length') ?? '') || valueIn(fields, 'transfer-encoding') !== undefined
  const bodyNotPrinted = isBodySent
    ? 'curl -v does not print the body, but the headers say that a body was sent. Give the body with --body, or give the file that curl --trace FILE writes.'
    : 'curl -v does not print the body, so the body is empty here; add the body if one was sent.'
  const nextIgnored = 'There is more than one request; the first was read.'
  return { bytes: Bytes.empty, notes: hasNext ? [bodyNotPrinted, nextIgnored] : [bodyNotPrinted] }
}

/** Lines of a body in a transcript: Hurl writes them with a star below a name of their own, Insomnia with a bar. */
interface MarkedLines {
  /** The line before the body. Undefined if the first line with the mark is of the body. */
  readonly name: RegExp | undefined
  readonly mark: RegExp
}

const linesOfHurl: MarkedLines = { name: /^\* Request body:\r?$/, mark: /^\*(?: |(?=\r?$))/ }
const linesOfInsomnia: MarkedLines = { name: undefined, mark: /^\|(?: |(?=\r?$))/ }

/** The first block of such lines, without their marks. Undefined if the text has none. */
const markedBlock = (lines: ReadonlyArray<string>, { name, mark }: MarkedLines): string | undefined => {
  const named = name === undefined ? 0 : lines.findIndex((line) => name.test(line)) + 1
  const start = name === undefined ? lines.findIndex((line) => mark.test(line)) : named
  if (start < 0 || (name !== undefined && named === 0)) return undefined
  const end = lines.slice(start).findIndex((line) => !mark.test(line))
  const marked = end < 0 ? lines.slice(start) : lines.slice(start, start + end)
  return marked.map((line) => line.replace(mark, '')).join('\n')
}

/** The texts in lines with marks. */
const textsInMarkedLines = (bytes: Bytes.Bytes): ReadonlyArray<string> => {
  const lines = latin1(bytes).split('\n')
  return [linesOfHurl, linesOfInsomnia].flatMap((form) => markedBlock(lines, form) ?? [])
}

/** The body that `hurl --very-verbose` or Insomnia prints with a mark before each line. Undefined if none has the Content-Length. */
const markedOfLength = (bytes: Bytes.Bytes, fields: ReadonlyArray<Field>): Bytes.Bytes | undefined => {
  const length = Number(valueIn(fields, 'content-length') ?? Number.NaN)
  const printed = textsInMarkedLines(bytes).find((body) => body.length >= length && body.slice(length).trim() === '')
  return printed === undefined ? undefined : Bytes.ofAscii(printed.slice(0, length))
}

/** The content behind a head, and whether the text shows that it has left the body out. */
interface FoundContent {
  readonly content: E.Either<Unreadable, Content>
  readonly isLeftOut: boolean
}

const contentBehind = (bytes: Bytes.Bytes, head: Head, message: Message, isMarked: boolean): FoundContent => {
  const { fields } = message
  if (isMarked) {
    const ofLength = head.markedBody === undefined ? markedOfLength(bytes, fields) : undefined
    if (ofLength !== undefined) return { content: E.right({ bytes: ofLength, notes: [] }), isLeftOut: false }
    return { content: E.right(transcribed(head, fields)), isLeftOut: head.markedBody === undefined }
  }
  const afterHead = bytes.subarray(head.bodyAt)
  const withoutBody = (note: string): FoundContent => ({
    content: E.right({ bytes: Bytes.empty, notes: [note] }),
    isLeftOut: true,
  })
  if (isFollowedByLog(afterHead, message)) return withoutBody(logFollows)
  if (isHeadAlone(afterHead, fields)) return withoutBody(headAlone)
  if (isFollowedByOther(afterHead, message)) return { ...withoutBody(textAfterHead), isLeftOut: false }
  const beforeResponse = bodyBeforeResponse(afterHead, fields)
  if (beforeResponse !== undefined) return { content: E.right(beforeResponse), isLeftOut: false }
  return { content: readContent(bytes, head.bodyAt, fields, head.crlf), isLeftOut: false }
}

/** What a file of `keepRefusals` says of the request, in headers of its own. */
const keptWith = (fields: ReadonlyArray<Field>) => {
  const keptValue = (headerName: string): string | undefined => valueIn(fields, headerName.toLowerCase())
  const arrived = Timestamp.parse(keptValue(arrivedHeader) ?? '')
  const refused = keptValue(refusedHeader) ?? ''
  const settings = settingsIn(keptValue(settingsHeader) ?? '')
  return {
    members: {
      ...(E.isRight(arrived) ? { now: arrived.right } : {}),
      ...(isReason(refused) ? { refused } : {}),
      ...(settings === undefined ? {} : { settings }),
    },
    notes: [
      ...(E.isRight(arrived)
        ? [`The file says that the request arrived at ${arrived.right}, in seconds since 1970.`]
        : []),
      ...(isReason(refused) ? [`The file says that the service refused the request as ${refused}.`] : []),
    ],
    isBodyLeftOut: keptValue(bodyHeader) !== undefined,
  }
}

/**
 * Reads one HTTP request: of HTTP/1.0 or 1.1, or as browsers and `curl -v` show one of HTTP/2.
 */
export const readHttp = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const notes: Array<string> = []
  const isMarked = isTranscript(firstLineOf(bytes))
  const head = isMarked ? headOfTranscript(bytes) : headOf(bytes)
  const message = messageOf(bytes, head.lines, notes)
  if (E.isLeft(message)) return message
  const { method, target, fields } = message.right
  const { content, isLeftOut } = contentBehind(bytes, head, message.right, isMarked)
  if (E.isLeft(content)) return content
  const kept = keptWith(fields)
  const headers = evidenceIn(fields.map(({ name: fieldName, value: fieldValue }) => [fieldName, fieldValue]))
  const announcesBody =
    /[1-9]/.test(valueIn(fields, 'content-length') ?? '') ||
    (isMarked && valueIn(fields, 'transfer-encoding') !== undefined) ||
    // Behind the headers of curl -v a body is not expected; elsewhere a program names the type of a body that it sends.
    (!isMarked && valueIn(fields, 'content-type') !== undefined && /^(?:POST|PUT|PATCH)$/.test(method))
  const bodyMissing = kept.isBodyLeftOut || (announcesBody && isLeftOut)
  const authority = authorityOf(target)
  const request = {
    method,
    target,
    host: valueIn(fields, 'host') ?? valueIn(fields, ':authority') ?? authority,
    url: authority === undefined ? undefined : target,
    authorization: fields
      .filter(({ name: fieldName }) => fieldName === 'authorization')
      .map(({ value: fieldValue }) => fieldValue),
    body: { _tag: 'Bytes', bytes: content.right.bytes },
    ...(headers.length === 0 ? {} : { headers }),
    ...(bodyMissing ? { bodyMissing } : {}),
    ...kept.members,
  } as const
  return E.right(receivedOf(request, [...notes, ...content.right.notes, ...kept.notes]))
}
