/**
 * An HTTP request as text, read: off the wire, edited by hand since, as a browser shows it, or from the output of `curl -v`.
 *
 * A request off the wire is read to the letter (RFC 9112). What an editor does to one is recognised where the message
 * itself gives it away, and a note says what was assumed. The body's bytes are never taken for text.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import { isBlank, isToken, latin1, type Received, startOf, trimmed, type Unreadable, unreadable } from './Received.ts'

const lf = 0x0a
const cr = 0x0d

interface Line {
  /** Without its line end. */
  readonly text: string
  readonly offset: number
}

/** The lines of the head, and where the body begins. */
interface Head {
  readonly lines: ReadonlyArray<Line>
  readonly bodyAt: number
  /** Some line ends in CR LF. */
  readonly crlf: boolean
}

interface Field {
  /** In lower case. */
  readonly name: string
  value: string
  readonly offset: number
}

/** What the lines of a head say. */
interface Message {
  readonly method: string
  readonly target: string
  readonly fields: ReadonlyArray<Field>
}

interface Content {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

// --------------------------------------------------------------------------------------------------------------- lines

/** The line that begins at `from`, and where the next one does. */
const lineAt = (
  text: Bytes.Bytes,
  from: number,
): { readonly to: number; readonly next: number; readonly crlf: boolean } => {
  const found = text.indexOf(lf, from)
  const end = found < 0 ? text.length : found
  const crlf = end > from && text[end - 1] === cr
  return { to: crlf ? end - 1 : end, next: found < 0 ? end : end + 1, crlf }
}

/** The lines up to the empty one that ends them. Empty lines before the first are passed over (RFC 9112 §2.2). */
const headOf = (text: Bytes.Bytes, from: number): Head => {
  const lines: Array<Line> = []
  let anyCrlf = false
  let at = from
  while (at < text.length) {
    const { to, next, crlf } = lineAt(text, at)
    const isEmpty = to === at
    if (isEmpty && lines.length > 0) return { lines, bodyAt: next, crlf: anyCrlf || crlf }
    if (!isEmpty) lines.push({ text: latin1(text.subarray(at, to)), offset: at })
    anyCrlf ||= crlf
    at = next
  }
  return { lines, bodyAt: text.length, crlf: anyCrlf }
}

/** Whether it is the output of `curl -v`: of its marks only `*` can be a method. */
const isTranscript = (line: string): boolean => /^[<>{}*](?: |$)/.test(line) && !/^\* \S+ HTTP\/[0-9]/i.test(line)

interface Transcript {
  /** Of the first request, without the mark. */
  readonly lines: ReadonlyArray<Line>
  readonly requests: number
}

const transcriptOf = (text: Bytes.Bytes, from: number): Transcript => {
  const lines: Array<Line> = []
  let requests = 0
  let inside = false
  for (let at = from; at < text.length; ) {
    const { to, next } = lineAt(text, at)
    if (text[at] === 0x3e && (to === at + 1 || text[at + 1] === 0x20)) {
      const offset = Math.min(at + 2, to)
      const isEmpty = offset === to
      if (!isEmpty && !inside) requests++
      inside = !isEmpty
      if (!isEmpty && requests === 1) lines.push({ text: latin1(text.subarray(offset, to)), offset })
    }
    at = next
  }
  return { lines, requests }
}

// ---------------------------------------------------------------------------------------------------------------- head

const hasVersion = (line: string): boolean => /^HTTP\/[0-9](?:\.[0-9])?$/i.test(line.slice(line.lastIndexOf(' ') + 1))

interface RequestLine {
  readonly method: string
  readonly target: string
  readonly versioned: boolean
}

/** Method, target and version, one space between them (RFC 9112 §3); a version may have got lost. */
const requestLineOf = (line: string): RequestLine | undefined => {
  if (isBlank(line.charCodeAt(0))) return undefined
  const text = trimmed(line)
  const first = text.indexOf(' ')
  const method = text.slice(0, Math.max(first, 0))
  if (!isToken(method)) return undefined
  const last = text.lastIndexOf(' ')
  if (hasVersion(text)) {
    // As it stands, even with blanks in it: that it is no target is for a verifier to say.
    return last > first ? { method, target: text.slice(first + 1, last), versioned: true } : undefined
  }
  const target = text.slice(first + 1)
  return last === first && /^(?:\/|https?:\/\/)/i.test(target) ? { method, target, versioned: false } : undefined
}

/** Whether the text begins as a request does: with a request line, or with the pseudo-headers of HTTP/2. */
export const beginsLikeHttp = (line: string): boolean =>
  requestLineOf(line) !== undefined || isTranscript(line) || isPseudo(line)

/** RFC 9113 §8.3.1. */
const isPseudo = (line: string): boolean => /^:(?:method|path|authority|scheme)(?::|$)/i.test(line)

/** Newer browsers copy a name and its value as two lines. */
const inPairs = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  if (!/^:[a-z]+:?[ \t]*$/i.test(lines[0]?.text ?? '')) return lines
  const joined: Array<Line> = []
  for (let i = 0; i < lines.length; i += 2) {
    const { text, offset } = lines[i] as Line
    const name = trimmed(text)
    joined.push({ text: `${name.endsWith(':') ? name : `${name}:`}${lines[i + 1]?.text ?? ''}`, offset })
  }
  return joined
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
      if (last === undefined)
        return unreadable(
          text,
          offset,
          'the first header begins with a blank; remove the blank, or write the header before it',
        )
      // RFC 9112 §5.2.
      last.value += ` ${trimmed(line)}`
      notes.push('A header goes on in a further line; it was joined by a space, and servers may refuse it.')
      continue
    }
    const colon = line.indexOf(':', 1)
    const name = trimmed(line.slice(0, Math.max(colon, 0)))
    if (!isToken(name.startsWith(':') ? name.slice(1) : name)) {
      const what = 'this line is no header, name: value; if it belongs to the body, leave an empty line before the body'
      return unreadable(text, offset, what)
    }
    if (name.length < colon)
      notes.push('A blank stands before the colon of a header; servers refuse that (RFC 9112 §5.1).')
    fields.push({ name: name.toLowerCase(), value: line.slice(colon + 1), offset })
  }
  for (const field of fields) field.value = trimmed(field.value)
  return E.right(fields)
}

const messageOf = (
  text: Bytes.Bytes,
  lines: ReadonlyArray<Line>,
  notes: Array<string>,
): E.Either<Unreadable, Message> => {
  const first = lines[0]
  if (first === undefined) return unreadable(text, 0, 'there is no request here; paste one, from its first line on')
  if (/^HTTP\/[0-9]/i.test(first.text))
    return unreadable(text, first.offset, 'this is a response; paste the request that it answers')
  const requestLine = requestLineOf(first.text)
  if (requestLine !== undefined) {
    const fields = fieldsOf(text, lines.slice(1), notes)
    if (E.isLeft(fields)) return fields
    if (!requestLine.versioned) notes.push('The request line has no version; it was taken all the same.')
    return E.right({ method: requestLine.method, target: requestLine.target, fields: fields.right })
  }
  const what =
    'this is no request line, METHOD /path HTTP/1.1; paste the request from its first line on, or the curl command'
  if (!isPseudo(first.text)) return unreadable(text, first.offset, what)
  const fields = fieldsOf(text, inPairs(lines), notes)
  if (E.isLeft(fields)) return fields
  const method = valueIn(fields.right, ':method')
  const target = valueIn(fields.right, ':path')
  if (method === undefined || target === undefined)
    return unreadable(text, first.offset, 'the lines :method and :path are needed; paste both')
  return E.right({ method, target, fields: fields.right })
}

const valueIn = (fields: ReadonlyArray<Field>, name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value

/** The host of a target in absolute form. */
const authorityOf = (target: string): string | undefined => /^[A-Za-z][0-9A-Za-z+.-]*:\/\/([^/?#]*)/.exec(target)?.[1]

// ---------------------------------------------------------------------------------------------------------------- body

const endsInLine = (bytes: Bytes.Bytes): boolean => bytes.at(-1) === lf
const isLineEnds = (bytes: Bytes.Bytes): boolean => bytes.every((byte) => byte === lf || byte === cr)

/** Each LF that has no CR before it gets one. */
const withCrlf = (bytes: Bytes.Bytes): Bytes.Bytes => {
  const out = new Uint8Array(bytes.length * 2)
  let n = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === lf && bytes[i - 1] !== cr) out[n++] = cr
    out[n++] = bytes[i] as number
  }
  return out.subarray(0, n)
}

/** Each CR LF becomes LF; undefined if some line ends in LF alone, or none in CR LF, and so no editor has made them all. */
const withoutCr = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const out = new Uint8Array(bytes.length)
  let n = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === lf && bytes[i - 1] !== cr) return undefined
    if (bytes[i] === cr && bytes[i + 1] === lf) continue
    out[n++] = bytes[i] as number
  }
  return n === bytes.length ? undefined : out.subarray(0, n)
}

const content = (bytes: Bytes.Bytes, ...notes: ReadonlyArray<string>): Content => ({ bytes, notes })

/** The body of that length, if more is there. What is behind it is none of it. */
const shortened = (rest: Bytes.Bytes, length: number): Content => {
  const lines = withoutCr(rest)
  if (lines !== undefined && (lines.length === length || (lines.length === length + 1 && endsInLine(lines)))) {
    return content(
      lines.subarray(0, length),
      'The body has its Content-Length if its lines end in LF, so an editor has made CR LF of them; LF was taken.',
    )
  }
  const behind = rest.subarray(length)
  return content(
    rest.subarray(0, length),
    isLineEnds(behind)
      ? 'The line end behind the body is not in its Content-Length, and was left out.'
      : `${behind.length} bytes behind the body's Content-Length were left out.`,
  )
}

/** The body of that length, if less is there only because of what an editor does to line ends. */
const lengthened = (rest: Bytes.Bytes, length: number, headIsCrlf: boolean): Content | undefined => {
  const lines = withCrlf(rest)
  const note =
    'The body has its Content-Length if its lines end in CR LF, so an editor has made LF of them; CR LF was taken.'
  if (!headIsCrlf && lines.length === length) return content(lines, note)
  if (!headIsCrlf && endsInLine(lines) && lines.length - 2 === length) return content(lines.subarray(0, length), note)
  const missing = length - rest.length
  const lost =
    'The body lacks one line end to its Content-Length, as if it got lost when it was copied; it was put back.'
  if (missing === 1) return content(Bytes.concat([rest, Uint8Array.of(lf)]), lost)
  if (missing === 2) return content(Bytes.concat([rest, Uint8Array.of(cr, lf)]), lost)
  return undefined
}

/** Without a length there is no telling where a body ends. */
const unmeasured = (rest: Bytes.Bytes): Content => {
  if (rest.length > 0 && isLineEnds(rest))
    return content(Bytes.empty, 'Nothing but empty lines follows the headers; the body is empty.')
  if (!endsInLine(rest)) return content(rest)
  return content(
    rest,
    'Without a Content-Length everything behind the empty line is the body, its final line end too; remove that if an editor has put it there.',
  )
}

/** A size in hexadecimal and perhaps extensions (RFC 9112 §7.1). */
const chunkSize = (line: string): number | undefined => {
  const digits = /^([0-9A-Fa-f]{1,12})[ \t]{0,64}(?:;|$)/.exec(line)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

/** What the chunks hold. Lines of the coding may end in LF. */
const unchunked = (text: Bytes.Bytes, from: number): E.Either<Unreadable, Content> => {
  const rest = text.subarray(from)
  const firstLine = lineAt(rest, 0)
  if (chunkSize(latin1(rest.subarray(0, firstLine.to))) === undefined) {
    const decoded = unmeasured(rest)
    const note = 'The body is said to come in chunks and has none, so something has joined them; it was taken as it is.'
    return E.right(content(decoded.bytes, note, ...decoded.notes))
  }
  const chunks: Array<Bytes.Bytes> = []
  const broken = (at: number): E.Either<Unreadable, never> =>
    unreadable(
      text,
      from + at,
      'no chunk with its size begins or ends here; paste the bytes as they were sent, or the body without chunks and its Content-Length',
    )
  for (let at = 0; ; ) {
    const { to, next } = lineAt(rest, at)
    const size = chunkSize(latin1(rest.subarray(at, to)))
    if (size === undefined) return broken(at)
    if (size === 0) {
      const behind = rest.subarray(behindTrailers(rest, next))
      return E.right(
        isLineEnds(behind)
          ? content(Bytes.concat(chunks))
          : content(Bytes.concat(chunks), `${behind.length} bytes behind the last chunk were left out.`),
      )
    }
    if (next + size > rest.length) return broken(at)
    chunks.push(rest.subarray(next, next + size))
    const end = lineAt(rest, next + size)
    if (end.to !== next + size || end.next === end.to) return broken(next + size)
    at = end.next
  }
}

/** Trailer fields go up to an empty line (RFC 9112 §7.1.2); nothing of them is signed. */
const behindTrailers = (bytes: Bytes.Bytes, from: number): number => {
  for (let at = from; at < bytes.length; ) {
    const { to, next } = lineAt(bytes, at)
    if (to === at) return next
    at = next
  }
  return bytes.length
}

/** The one length that all lines of Content-Length agree on. */
const lengthOf = (text: Bytes.Bytes, fields: ReadonlyArray<Field>): E.Either<Unreadable, number | undefined> => {
  let length: number | undefined
  for (const { name, value, offset } of fields) {
    if (name !== 'content-length') continue
    if (!/^[0-9]{1,15}$/.test(value))
      return unreadable(text, offset, 'this Content-Length is no number of bytes; correct it, or leave it out')
    if (length !== undefined && length !== Number(value))
      return unreadable(text, offset, 'there are two Content-Lengths that differ; leave the right one')
    length = Number(value)
  }
  return E.right(length)
}

/** The content behind a head: the transfer coding is removed, a content coding stays (RFC 9112 §6.3). */
const contentBehind = (text: Bytes.Bytes, head: Head, fields: ReadonlyArray<Field>): E.Either<Unreadable, Content> => {
  const rest = text.slice(head.bodyAt)
  const coding = fields.filter(({ name }) => name === 'transfer-encoding')
  const last = coding.at(-1)
  if (last !== undefined) {
    const codings = coding.map(({ value }) => value.toLowerCase()).join(',')
    if (codings === 'chunked') return unchunked(text, head.bodyAt)
    if (codings !== 'identity')
      return unreadable(
        text,
        last.offset,
        'this Transfer-Encoding cannot be removed here; only chunked can be. Paste the body as it was before',
      )
  }
  const length = lengthOf(text, fields)
  if (E.isLeft(length)) return length
  if (length.right === undefined) return E.right(unmeasured(rest))
  if (rest.length === length.right) return E.right(content(rest))
  if (rest.length > length.right) return E.right(shortened(rest, length.right))
  const whole = lengthened(rest, length.right, head.crlf)
  if (whole !== undefined) return E.right(whole)
  const what = `Content-Length says ${length.right} bytes and only ${rest.length} follow; paste the whole body, or correct the header`
  return unreadable(text, head.bodyAt, what)
}

// ------------------------------------------------------------------------------------------------------------- request

/** The first line that is not empty. */
export const firstLineOf = (text: Bytes.Bytes): string => {
  for (let at = startOf(text); at < text.length; ) {
    const { to, next } = lineAt(text, at)
    if (to > at) return latin1(text.subarray(at, to))
    at = next
  }
  return ''
}

/**
 * Reads one HTTP request: of HTTP/1.0 or 1.1, or as browsers and `curl -v` show one of HTTP/2.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { readHttp } from './readHttp.ts'
 *
 * const text = 'POST /v1/jobs HTTP/1.1\nHost: api.example\nauthorization:  a \nContent-Length: 2\n\n{}\n'
 * const read = readHttp(new TextEncoder().encode(text))
 * assert.ok(E.isRight(read) && read.right.body._tag === 'Bytes')
 * assert.equal(read.right.target, '/v1/jobs')
 * assert.deepEqual(read.right.authorization, ['a'])
 * assert.equal(read.right.body.bytes.length, 2)
 * ```
 */
export const readHttp = (text: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const notes: Array<string> = []
  const from = startOf(text)
  const transcript = isTranscript(firstLineOf(text)) ? transcriptOf(text, from) : undefined
  const head = transcript === undefined ? headOf(text, from) : undefined
  const message = messageOf(text, transcript?.lines ?? head?.lines ?? [], notes)
  if (E.isLeft(message)) return message
  const { method, target, fields } = message.right

  let bytes: Bytes.Bytes = Bytes.empty
  if (head !== undefined) {
    const read = contentBehind(text, head, fields)
    if (E.isLeft(read)) return read
    bytes = read.right.bytes
    notes.push(...read.right.notes)
  } else {
    notes.push('What curl -v prints does not hold the body, so it is empty here; add it if one was sent.')
    if ((transcript?.requests ?? 0) > 1) notes.push('There is more than one request; the first was read.')
  }

  const authority = authorityOf(target)
  const host = valueIn(fields, 'host') ?? valueIn(fields, ':authority') ?? authority
  return E.right({
    method,
    target,
    ...(host === undefined ? {} : { host }),
    ...(authority === undefined ? {} : { url: target }),
    authorization: fields.filter(({ name }) => name === 'authorization').map(({ value }) => value),
    body: { _tag: 'Bytes', bytes },
    ...(notes.length === 0 ? {} : { notes: [...new Set(notes)] }),
  })
}
