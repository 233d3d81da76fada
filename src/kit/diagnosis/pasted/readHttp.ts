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
import { loneMarkDropped } from './librarySent.ts'
import { beginsLikeLog } from './loggedMessage.ts'
import { type Content, type Field, linesFrom, readContent, valueIn } from './readContent.ts'

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
  readonly isMore: boolean
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

/** The lines up to an empty one. Empty lines before the first are ignored (RFC 9112 §2.2). In a transcript a mark stands before each. */
const headOf = (bytes: Bytes.Bytes, isMarked: boolean): Head => {
  const headLines: Array<Line> = []
  const head = { lines: headLines, bodyAt: bytes.length, crlf: false, isMore: false, markedBody: undefined }
  let isEnded = false
  for (const { from: lineStart, to: lineEnd, next: nextLineStart, crlf } of linesFrom(bytes, startOf(bytes))) {
    const isSent = bytes[lineStart] === 0x3e && (lineEnd === lineStart + 1 || bytes[lineStart + 1] === 0x20)
    if (isMarked && !isSent) continue
    const offset = isMarked ? Math.min(lineStart + 2, lineEnd) : lineStart
    const isEmpty = offset === lineEnd
    if (isEnded && !isEmpty) return { ...head, ...behindMarkedHead(bytes, lineStart) }
    head.crlf ||= crlf
    if (!isEmpty) headLines.push({ text: latin1(bytes.subarray(offset, lineEnd)), offset })
    else if (headLines.length > 0 && !isMarked) return { ...head, bodyAt: nextLineStart }
    else isEnded = headLines.length > 0
  }
  return head
}

/** What follows the head in a transcript, with the same mark: the next request, or the body. */
const behindMarkedHead = (bytes: Bytes.Bytes, start: number): Pick<Head, 'isMore' | 'markedBody'> => {
  const bodyLines: Array<string> = []
  for (const { from: lineStart, to: lineEnd } of linesFrom(bytes, start)) {
    const markedLine = latin1(bytes.subarray(lineStart, lineEnd))
    if (!markedLine.startsWith('> ')) break
    bodyLines.push(markedLine.slice(2))
  }
  if (requestLineOf(bodyLines[0] ?? '') !== undefined) return { isMore: true, markedBody: undefined }
  return { isMore: false, markedBody: Bytes.ofAscii(bodyLines.join('\n')) }
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
  // A time or a level of a log stands before the request line.
  const isOfLog = /(?:^|[^!-~])[A-Z]{3,10} {1,2}(?:\/|https?:\/\/)[!-~]*$/.test(target)
  return isToken(method) && !isOfLog ? { method, target, versioned: versionedLine !== null } : undefined
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

const longestAuthorization = 8192

const brokenForTheEye =
  'The Authorization header is in several indented lines. They were joined without a space, because probably a program broke the header into lines for reading.'

/** Whether a line names the body of a request, and no header: `Body: {"a":1}`. */
export const isBodyLine = (fieldName: string, fieldValue: string): boolean =>
  /^(?:(?:request|http)?[-_]?(?:body|payload|data)|content)$/i.test(fieldName) &&
  /^\s*(?:[[{<"'\x60]|[bBuU]['"]|(?:e[wy3]|W[wyz1-3])[A-Za-z0-9+/]{8,}|(?:[0-9A-Fa-f]{2}[- ]){3})/.test(fieldValue)

const fieldsOf = (
  bytes: Bytes.Bytes,
  fieldLines: ReadonlyArray<Line>,
  notes: Array<string>,
): E.Either<Unreadable, ReadonlyArray<Field>> => {
  const fields: Array<Field> = []
  for (const { text: fieldLine, offset } of fieldLines) {
    const previousField = fields.at(-1)
    if (isBlank(fieldLine.charCodeAt(0))) {
      if (previousField === undefined) {
        const problem =
          'the first header begins with a space; remove the space, or add the header that this line continues'
        return unreadable(bytes, offset, problem)
      }
      if (isBrokenForTheEye(previousField, fieldLine)) {
        previousField.value += trimmed(fieldLine)
        notes.push(brokenForTheEye)
        continue
      }
      // RFC 9112 §5.2.
      previousField.value += ` ${trimmed(fieldLine)}`
      notes.push(
        'A header continues on a second line. The lines were joined with a space. Servers may refuse this header.',
      )
      continue
    }
    // A signature whose Base64 was broken into lines: servers differ, and the meaning is plain.
    if (previousField?.name === 'authorization' && /^[0-9A-Za-z+/_-]+={0,2}$/.test(trimmed(fieldLine))) {
      previousField.value += `\n${trimmed(fieldLine)}`
      notes.push('The Authorization header is broken into several lines; servers refuse that.')
      continue
    }
    const colon = fieldLine.indexOf(':', 1)
    const fieldName = trimmed(fieldLine.slice(0, Math.max(colon, 0)))
    if (!isToken(fieldName.startsWith(':') ? fieldName.slice(1) : fieldName)) {
      const problem =
        'this line is not a header (name: value); if it belongs to the body, leave an empty line before the body'
      return unrecognized(bytes, offset, problem)
    }
    // A program that lists the parts of a request names the body so.
    if (isBodyLine(fieldName, fieldLine.slice(colon + 1)))
      return unrecognized(
        bytes,
        offset,
        'this line is not a header (name: value); if it belongs to the body, leave an empty line before the body',
      )
    if (fieldName.length < colon)
      notes.push('There is a space before the colon of a header. Servers refuse this (RFC 9112 §5.1).')
    fields.push({ name: fieldName.toLowerCase(), value: fieldLine.slice(colon + 1), offset })
  }
  for (const field of fields) field.value = trimmed(field.value)
  return E.right(fields)
}

/** What is said of a text that begins like nothing known. */
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

/** The host of a target in absolute form. */
const authorityOf = (target: string): string | undefined => /^[A-Za-z][0-9A-Za-z+.-]*:\/\/([^/?#]*)/.exec(target)?.[1]

/** The first line that is not empty. */
export const firstLineOf = (bytes: Bytes.Bytes): string => {
  for (const { from: lineStart, to: lineEnd } of linesFrom(bytes, startOf(bytes)))
    if (lineEnd > lineStart) return latin1(bytes.subarray(lineStart, lineEnd))
  return ''
}

const headAlone = 'The headers say that there is a body, but nothing follows them.'

/** The headers announce a body, and nothing but a line end of the program follows them. */
const isHeadAlone = (afterHead: Bytes.Bytes, fields: ReadonlyArray<Field>): boolean =>
  /^0*[1-9]\d{0,14}$/.test(valueIn(fields, 'content-length') ?? '') &&
  Number(valueIn(fields, 'content-length')) > afterHead.length &&
  afterHead.every((byte) => byte === 0x0a || byte === 0x0d)

const logFollows = 'No body was recognized in this text: lines of a log follow the headers.'

/** Lines of a log, or the response, follow the head, and no body of the length that it announces. */
const isFollowedByLog = (afterHead: Bytes.Bytes, fields: ReadonlyArray<Field>): boolean => {
  const length = valueIn(fields, 'content-length')
  return (
    length !== String(afterHead.length) && afterHead.length > 0 && beginsLikeLog(latin1(afterHead.subarray(0, 1024)))
  )
}

/** What `curl -v` prints of a body. */
const transcribed = ({ isMore, markedBody }: Head): Content => ({
  bytes: markedBody ?? Bytes.empty,
  notes:
    markedBody !== undefined
      ? []
      : [
          'curl -v does not print the body, so the body is empty here; add the body if one was sent.',
          ...(isMore ? ['There is more than one request; the first was read.'] : []),
        ],
})

/**
 * Reads one HTTP request: of HTTP/1.0 or 1.1, or as browsers and `curl -v` show one of HTTP/2.
 */
export const readHttp = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const notes: Array<string> = []
  const isMarked = isTranscript(firstLineOf(bytes))
  const head = headOf(bytes, isMarked)
  const message = messageOf(bytes, head.lines, notes)
  if (E.isLeft(message)) return message
  const { method, target, fields } = message.right
  const isLog = !isMarked && isFollowedByLog(bytes.subarray(head.bodyAt), fields)
  const isBare = !isMarked && !isLog && isHeadAlone(bytes.subarray(head.bodyAt), fields)
  const content = isMarked
    ? E.right(transcribed(head))
    : isLog || isBare
      ? E.right({ bytes: Bytes.empty, notes: [isLog ? logFollows : headAlone] })
      : readContent(bytes, head.bodyAt, fields, head.crlf)
  if (E.isLeft(content)) return content
  for (const note of content.right.notes) notes.push(note)

  const arrived = Timestamp.parse(valueIn(fields, arrivedHeader.toLowerCase()) ?? '')
  if (E.isRight(arrived))
    notes.push(`The file says that the request arrived at ${arrived.right}, in seconds since 1970.`)
  const refused = valueIn(fields, refusedHeader.toLowerCase()) ?? ''
  if (isReason(refused)) notes.push(`The file says that the service refused the request as ${refused}.`)
  const settings = settingsIn(valueIn(fields, settingsHeader.toLowerCase()) ?? '')
  const headers = evidenceIn(fields.map(({ name: fieldName, value: fieldValue }) => [fieldName, fieldValue]))
  const announcesBody = /[1-9]/.test(valueIn(fields, 'content-length') ?? '')
  const bodyMissing =
    valueIn(fields, bodyHeader.toLowerCase()) !== undefined ||
    (announcesBody && ((isMarked && head.markedBody === undefined) || isLog || isBare))
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
    ...(E.isRight(arrived) ? { now: arrived.right } : {}),
    ...(isReason(refused) ? { refused } : {}),
    ...(settings === undefined ? {} : { settings }),
  } as const
  return E.right(receivedOf(request, notes))
}
