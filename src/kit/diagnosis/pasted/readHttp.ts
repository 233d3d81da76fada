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
}

/** What the lines of a head say. */
interface Message extends Pick<Received, 'method' | 'target'> {
  readonly fields: ReadonlyArray<Field>
}

/** Whether it is output of `curl -v`; of its marks only `*` can also be a method. */
const isTranscript = (line: string): boolean => /^[<>{}*](?: |$)/.test(line) && !/^\* \S+ HTTP\/[0-9]/i.test(line)

/** The lines up to an empty one. Empty lines before the first are ignored (RFC 9112 §2.2). In a transcript a mark stands before each. */
const headOf = (text: Bytes.Bytes, isMarked: boolean): Head => {
  const lines: Array<Line> = []
  const head = { lines, bodyAt: text.length, crlf: false, isMore: false }
  let isEnded = false
  for (const { from, to, next, crlf } of linesFrom(text, startOf(text))) {
    const isSent = text[from] === 0x3e && (to === from + 1 || text[from + 1] === 0x20)
    if (isMarked && !isSent) continue
    const offset = isMarked ? Math.min(from + 2, to) : from
    const isEmpty = offset === to
    if (isEnded && !isEmpty) return { ...head, isMore: true }
    head.crlf ||= crlf
    if (!isEmpty) lines.push({ text: latin1(text.subarray(offset, to)), offset })
    else if (lines.length > 0 && !isMarked) return { ...head, bodyAt: next }
    else isEnded = lines.length > 0
  }
  return head
}

interface RequestLine extends Pick<Received, 'method' | 'target'> {
  readonly versioned: boolean
}

/** Method, target and version, joined by single spaces (RFC 9112 §3); the version may be missing. */
const requestLineOf = (line: string): RequestLine | undefined => {
  const text = trimmedEnd(line)
  // A target with blanks in it too: the verifier decides whether it is one.
  const whole = /^([^ ]+) (.*) HTTP\/[0-9](?:\.[0-9])?$/is.exec(text)
  const [, method = '', target = ''] = whole ?? /^([^ ]+) ((?:\/|https?:\/\/)[^ ]*)$/i.exec(text) ?? []
  // A time or a level of a log stands before the request line.
  const isOfLog = /(?:^|[^!-~])[A-Z]{3,10} {1,2}(?:\/|https?:\/\/)[!-~]*$/.test(target)
  return isToken(method) && !isOfLog ? { method, target, versioned: whole !== null } : undefined
}

/** Whether a first line begins a request: a request line, or a pseudo-header of HTTP/2. */
export const beginsLikeHttp = (line: string): boolean =>
  requestLineOf(line) !== undefined || isTranscript(line) || isPseudo(line)

/** RFC 9113 §8.3.1. */
const isPseudo = (line: string): boolean => /^:(?:method|path|authority|scheme)(?::|$)/i.test(line)

/** Newer browsers copy a name and its value as two lines. */
const inPairs = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  if (!/^:[a-z]+:?[ \t]*$/i.test(lines[0]?.text ?? '')) return lines
  return lines.flatMap(({ text, offset }, i) => {
    const name = trimmed(text).replace(/:?$/, ':')
    return i % 2 === 0 ? [{ text: name + (lines[i + 1]?.text ?? ''), offset }] : []
  })
}

const fieldsOf = (
  text: Bytes.Bytes,
  lines: ReadonlyArray<Line>,
  notes: Array<string>,
): E.Either<Unreadable, ReadonlyArray<Field>> => {
  const fields: Array<Field> = []
  for (const { text: line, offset } of lines) {
    const last = fields.at(-1)
    if (isBlank(line.charCodeAt(0))) {
      if (last === undefined) {
        const what = 'the first header begins with a blank; remove the blank, or write the header before it'
        return unreadable(text, offset, what)
      }
      // RFC 9112 §5.2.
      last.value += ` ${trimmed(line)}`
      notes.push('A header goes on in a further line; it was joined by a space, and servers may refuse it.')
      continue
    }
    // A signature whose Base64 was broken into lines: servers differ, and the meaning is plain.
    if (last?.name === 'authorization' && /^[0-9A-Za-z+/_-]+={0,2}$/.test(trimmed(line))) {
      last.value += `\n${trimmed(line)}`
      notes.push('The Authorization header is broken into several lines; servers refuse that.')
      continue
    }
    const colon = line.indexOf(':', 1)
    const name = trimmed(line.slice(0, Math.max(colon, 0)))
    if (!isToken(name.startsWith(':') ? name.slice(1) : name)) {
      const what = 'this line is no header, name: value; if it belongs to the body, leave an empty line before the body'
      return unrecognized(text, offset, what)
    }
    if (name.length < colon)
      notes.push('A blank stands before the colon of a header; servers refuse that (RFC 9112 §5.1).')
    fields.push({ name: name.toLowerCase(), value: line.slice(colon + 1), offset })
  }
  for (const field of fields) field.value = trimmed(field.value)
  return E.right(fields)
}

/** What is said of a text that begins like nothing known. */
export const noRequestLine =
  'this is no request line, METHOD /path HTTP/1.1; paste raw HTTP from its first line on, a command of curl, a HAR, or a request that Postman or Insomnia exports'

const messageOf = (
  text: Bytes.Bytes,
  lines: ReadonlyArray<Line>,
  notes: Array<string>,
): E.Either<Unreadable, Message> => {
  const first = lines[0]
  if (first === undefined) return unrecognized(text, 0, 'there is no request here; paste one, from its first line on')
  if (/^HTTP\/[0-9]/i.test(first.text))
    return unrecognized(text, first.offset, 'this is a response; paste the request that it answers')
  const requestLine = requestLineOf(first.text)
  if (requestLine === undefined && !isPseudo(first.text)) return unrecognized(text, first.offset, noRequestLine)
  const fields = fieldsOf(text, requestLine === undefined ? inPairs(lines) : lines.slice(1), notes)
  if (E.isLeft(fields)) return fields
  if (requestLine?.versioned === false) notes.push('The request line has no version; it was taken all the same.')
  const method = requestLine?.method ?? valueIn(fields.right, ':method')
  const target = requestLine?.target ?? valueIn(fields.right, ':path')
  if (method === undefined || target === undefined)
    return unreadable(text, first.offset, 'the lines :method and :path are needed; paste both')
  return E.right({ method, target, fields: fields.right })
}

/** The host of a target in absolute form. */
const authorityOf = (target: string): string | undefined => /^[A-Za-z][0-9A-Za-z+.-]*:\/\/([^/?#]*)/.exec(target)?.[1]

/** The first line that is not empty. */
export const firstLineOf = (text: Bytes.Bytes): string => {
  for (const { from, to } of linesFrom(text, startOf(text))) if (to > from) return latin1(text.subarray(from, to))
  return ''
}

const headAlone = 'The body is not in the text: nothing follows the headers, and they announce one.'

/** The headers announce a body, and nothing but a line end of the program follows them. */
const isHeadAlone = (rest: Bytes.Bytes, fields: ReadonlyArray<Field>): boolean =>
  /^0*[1-9]\d{0,14}$/.test(valueIn(fields, 'content-length') ?? '') &&
  Number(valueIn(fields, 'content-length')) > rest.length &&
  rest.every((byte) => byte === 0x0a || byte === 0x0d)

const logFollows = 'The body is not in the text: lines of a log follow the headers.'

/** Lines of a log, or the response, follow the head, and no body of the length that it announces. */
const isFollowedByLog = (rest: Bytes.Bytes, fields: ReadonlyArray<Field>): boolean => {
  const length = valueIn(fields, 'content-length')
  return length !== String(rest.length) && rest.length > 0 && beginsLikeLog(latin1(rest.subarray(0, 1024)))
}

/** What `curl -v` prints of a body. */
const transcribed = ({ isMore }: Head): Content => ({
  bytes: Bytes.empty,
  notes: [
    'What curl -v prints does not hold the body, so it is empty here; add it if one was sent.',
    ...(isMore ? ['There is more than one request; the first was read.'] : []),
  ],
})

/**
 * Reads one HTTP request: of HTTP/1.0 or 1.1, or as browsers and `curl -v` show one of HTTP/2.
 */
export const readHttp = (text: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const notes: Array<string> = []
  const isMarked = isTranscript(firstLineOf(text))
  const head = headOf(text, isMarked)
  const message = messageOf(text, head.lines, notes)
  if (E.isLeft(message)) return message
  const { method, target, fields } = message.right
  const isLog = !isMarked && isFollowedByLog(text.subarray(head.bodyAt), fields)
  const isBare = !isMarked && !isLog && isHeadAlone(text.subarray(head.bodyAt), fields)
  const content = isMarked
    ? E.right(transcribed(head))
    : isLog || isBare
      ? E.right({ bytes: Bytes.empty, notes: [isLog ? logFollows : headAlone] })
      : readContent(text, head.bodyAt, fields, head.crlf)
  if (E.isLeft(content)) return content
  for (const note of content.right.notes) notes.push(note)

  const arrived = Timestamp.parse(valueIn(fields, arrivedHeader.toLowerCase()) ?? '')
  if (E.isRight(arrived))
    notes.push(`The file says that the request arrived at ${arrived.right}, in seconds since 1970.`)
  const refused = valueIn(fields, refusedHeader.toLowerCase()) ?? ''
  if (isReason(refused)) notes.push(`The file says that the service refused the request as ${refused}.`)
  const settings = settingsIn(valueIn(fields, settingsHeader.toLowerCase()) ?? '')
  const headers = evidenceIn(fields.map(({ name, value }) => [name, value]))
  const announcesBody = /[1-9]/.test(valueIn(fields, 'content-length') ?? '')
  const bodyMissing =
    valueIn(fields, bodyHeader.toLowerCase()) !== undefined || (announcesBody && (isMarked || isLog || isBare))
  const authority = authorityOf(target)
  const request = {
    method,
    target,
    host: valueIn(fields, 'host') ?? valueIn(fields, ':authority') ?? authority,
    url: authority === undefined ? undefined : target,
    authorization: fields.filter(({ name }) => name === 'authorization').map(({ value }) => value),
    body: { _tag: 'Bytes', bytes: content.right.bytes },
    ...(headers.length === 0 ? {} : { headers }),
    ...(bodyMissing ? { bodyMissing } : {}),
    ...(E.isRight(arrived) ? { now: arrived.right } : {}),
    ...(isReason(refused) ? { refused } : {}),
    ...(settings === undefined ? {} : { settings }),
  } as const
  return E.right(receivedOf(request, notes))
}
