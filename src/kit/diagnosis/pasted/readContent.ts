/**
 * The content of an HTTP message: of a Content-Length, in chunks, or neither. Where the length shows that an editor changed the
 * line ends, they are restored, and a note says so.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { compactOfLength, isPrintedJson } from './printedJson.ts'

const lf = 0x0a
const cr = 0x0d

/** A header's line. */
export interface Field {
  /** In lower case. */
  readonly name: string
  value: string
  readonly offset: number
}

export const valueIn = (fields: ReadonlyArray<Field>, name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value

export interface Content {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

export interface LineAt {
  readonly from: number
  /** Without its line end. */
  readonly to: number
  /** Where the next line begins. */
  readonly next: number
  readonly crlf: boolean
}

export const lineAt = (text: Bytes.Bytes, from: number): LineAt => {
  const found = text.indexOf(lf, from)
  const end = found < 0 ? text.length : found
  const crlf = end > from && text[end - 1] === cr
  return { from, to: crlf ? end - 1 : end, next: found < 0 ? end : end + 1, crlf }
}

export function* linesFrom(text: Bytes.Bytes, from: number): Generator<LineAt> {
  for (let at = from; at < text.length; ) {
    const line = lineAt(text, at)
    yield line
    at = line.next
  }
}

const endsInLine = (bytes: Bytes.Bytes): boolean => bytes.at(-1) === lf
const isLineEnds = (bytes: Bytes.Bytes): boolean => bytes.every((byte) => byte === lf || byte === cr)

/** CR LF for every lone LF. */
const withCrlf = (bytes: Bytes.Bytes): Bytes.Bytes => Bytes.ofAscii(latin1(bytes).replace(/(?<!\r)\n/g, '\r\n'))

/** LF for every CR LF; the same bytes if not all lines end in CR LF, so that no editor has made them. */
const withoutCr = (bytes: Bytes.Bytes): Bytes.Bytes => {
  const text = latin1(bytes)
  return /(?<!\r)\n/.test(text) ? bytes : Bytes.ofAscii(text.replaceAll('\r\n', '\n'))
}

/** Without the line end behind them. */
const withoutEnd = (bytes: Bytes.Bytes): Bytes.Bytes => Bytes.ofAscii(latin1(bytes).replace(/\r?\n$/, ''))

const content = (bytes: Bytes.Bytes, ...notes: ReadonlyArray<string>): Content => ({ bytes, notes })

type Mended = readonly [bytes: Bytes.Bytes, note: string]

/** The body, where more bytes follow than its length: an editor may have added them to line ends. */
const shortened = (rest: Bytes.Bytes, length: number): ReadonlyArray<Mended> => {
  const lines = withoutCr(rest)
  const behind = rest.subarray(length)
  const note =
    'The body has its Content-Length if its lines end in LF, so an editor has made CR LF of them; LF was taken.'
  const left = isLineEnds(behind)
    ? 'The line end behind the body is not in its Content-Length, and was left out.'
    : `${behind.length} bytes behind the body's Content-Length were left out.`
  return [
    [lines, note],
    [lines.length < rest.length ? withoutEnd(lines) : rest, note],
    [rest.subarray(0, length), left],
  ]
}

/** The body, where fewer bytes follow than its length: an editor may have removed them from line ends. */
const lengthened = (rest: Bytes.Bytes, headIsCrlf: boolean): ReadonlyArray<Mended> => {
  const lines = headIsCrlf ? rest : withCrlf(rest)
  const note =
    'The body has its Content-Length if its lines end in CR LF, so an editor has made LF of them; CR LF was taken.'
  const lost =
    'The body lacks one line end to its Content-Length, as if it got lost when it was copied; it was put back.'
  return [
    [lines, note],
    [headIsCrlf ? rest : withoutEnd(lines), note],
    [Bytes.concat([rest, Uint8Array.of(lf)]), lost],
    [Bytes.concat([rest, Uint8Array.of(cr, lf)]), lost],
  ]
}

/** The body, if nothing says where it ends. */
const unmeasured = (rest: Bytes.Bytes): Content => {
  if (rest.length > 0 && isLineEnds(rest))
    return content(Bytes.empty, 'Nothing but empty lines follows the headers; the body is empty.')
  if (!endsInLine(rest)) return content(rest)
  return content(
    rest,
    'Without a Content-Length everything behind the empty line is the body, its final line end too; remove that if an editor has put it there.',
  )
}

/** RFC 9112 §7.1: a size in hexadecimal, and perhaps extensions. */
const chunkSize = (line: string): number | undefined => {
  const digits = /^([0-9A-Fa-f]{1,12})[ \t]{0,64}(?:;|$)/.exec(line)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

/** Removes the chunked coding, whose lines may end in LF. */
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
      const notes = isLineEnds(behind) ? [] : [`${behind.length} bytes behind the last chunk were left out.`]
      return E.right(content(Bytes.concat(chunks), ...notes))
    }
    if (next + size > rest.length) return broken(at)
    chunks.push(rest.subarray(next, next + size))
    const end = lineAt(rest, next + size)
    if (end.to !== next + size || end.next === end.to) return broken(next + size)
    at = end.next
  }
}

/** Skips the trailer fields, up to an empty line (RFC 9112 §7.1.2). */
const behindTrailers = (bytes: Bytes.Bytes, from: number): number => {
  for (const line of linesFrom(bytes, from)) if (line.to === line.from) return line.next
  return bytes.length
}

/** The length on which all lines of Content-Length agree. */
const lengthOf = (text: Bytes.Bytes, fields: ReadonlyArray<Field>): E.Either<Unreadable, number | undefined> => {
  let length: number | undefined
  for (const { name, value, offset } of fields) {
    if (name !== 'content-length') continue
    if (!/^[0-9]{1,15}$/.test(value))
      return unreadable(text, offset, 'this Content-Length is no number of bytes; correct it, or leave it out')
    if (length !== undefined && length !== Number(value))
      return unrecognized(text, offset, 'there are two Content-Lengths that differ; leave the right one')
    length = Number(value)
  }
  return E.right(length)
}

/** What is said of a body that HTTPie has printed. */
export const sortedByHttpie =
  'HTTPie has indented the body and sorted its members, so its bytes are lost; print the request by --print=HB --pretty=none'

/** JSON of several lines, where the lengths say that it was printed for the eye. */
const ofPrinted = (
  text: Bytes.Bytes,
  from: number,
  fields: ReadonlyArray<Field>,
  length: number,
): E.Either<Unreadable, Content> | undefined => {
  const rest = text.subarray(from)
  const isIndented = /^[[{]\r?\n/.test(latin1(rest.subarray(0, 3)))
  if (!isIndented) return undefined
  if (/^HTTPie\//.test(valueIn(fields, 'user-agent') ?? '')) return unreadable(text, from, sortedByHttpie)
  const compact = compactOfLength(rest, length)
  if (compact !== undefined) return E.right(compact)
  return isPrintedJson(rest, length) ? unreadable(text, from, printedForTheEye(length)) : undefined
}

const printedForTheEye = (length: number): string =>
  `the body was printed for the eye, and ${length} bytes were sent; give the body itself, or print it as it is`

/**
 * The content behind a head that ends at `from`: the transfer coding is removed, a content coding stays (RFC 9112 §6.3).
 * An editor would have changed head and body, so under a head with CR LF an LF in the body is as it was sent.
 */
export const readContent = (
  text: Bytes.Bytes,
  from: number,
  fields: ReadonlyArray<Field>,
  headIsCrlf: boolean,
): E.Either<Unreadable, Content> => {
  const rest = text.slice(from)
  const coding = fields.filter(({ name }) => name === 'transfer-encoding')
  const last = coding.at(-1)
  if (last !== undefined) {
    const codings = coding.map(({ value }) => value.toLowerCase()).join(',')
    if (codings === 'chunked') return unchunked(text, from)
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
  const isLonger = rest.length > length.right
  const some = isLonger ? shortened(rest, length.right) : lengthened(rest, headIsCrlf)
  const mended = some.find(([bytes]) => bytes.length === length.right)
  const isCut = isLonger && mended?.[0].length === length.right && !isLineEnds(rest.subarray(length.right))
  const printed = isCut && mended === some.at(-1) ? ofPrinted(text, from, fields, length.right) : undefined
  if (printed !== undefined) return printed
  if (mended !== undefined) return E.right(content(...mended))
  const what = `Content-Length says ${length.right} bytes and only ${rest.length} follow; paste the whole body, or correct the header`
  return unreadable(text, from, what)
}
