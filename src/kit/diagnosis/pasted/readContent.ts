/**
 * The content of an HTTP message: of a Content-Length, in chunks, or neither. Where the length shows that an editor changed the
 * line ends, they are restored, and a note says so.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { escapesUndone, withoutEscapes } from './escapedBody.ts'
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

export const valueIn = (fields: ReadonlyArray<Field>, fieldName: string): string | undefined =>
  fields.find((field) => field.name === fieldName)?.value

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

export const lineAt = (bytes: Bytes.Bytes, start: number): LineAt => {
  const lineFeed = bytes.indexOf(lf, start)
  const end = lineFeed < 0 ? bytes.length : lineFeed
  const crlf = end > start && bytes[end - 1] === cr
  return { from: start, to: crlf ? end - 1 : end, next: lineFeed < 0 ? end : end + 1, crlf }
}

export function* linesFrom(bytes: Bytes.Bytes, start: number): Generator<LineAt> {
  for (let offset = start; offset < bytes.length; ) {
    const nextLine = lineAt(bytes, offset)
    yield nextLine
    offset = nextLine.next
  }
}

const endsInLine = (bytes: Bytes.Bytes): boolean => bytes.at(-1) === lf
const isLineEnds = (bytes: Bytes.Bytes): boolean => bytes.every((byte) => byte === lf || byte === cr)

/** CR LF for every lone LF. */
const withCrlf = (bytes: Bytes.Bytes): Bytes.Bytes => Bytes.ofAscii(latin1(bytes).replace(/(?<!\r)\n/g, '\r\n'))

/** LF for every CR LF; the same bytes if not all lines end in CR LF, so that no editor has made them. */
const withoutCr = (bytes: Bytes.Bytes): Bytes.Bytes => {
  const latin1Text = latin1(bytes)
  return /(?<!\r)\n/.test(latin1Text) ? bytes : Bytes.ofAscii(latin1Text.replaceAll('\r\n', '\n'))
}

/** Without the line end behind them. */
const withoutEnd = (bytes: Bytes.Bytes): Bytes.Bytes => Bytes.ofAscii(latin1(bytes).replace(/\r?\n$/, ''))

const content = (bytes: Bytes.Bytes, ...notes: ReadonlyArray<string>): Content => ({ bytes, notes })

type Mended = readonly [bytes: Bytes.Bytes, note: string]

/** The body, where more bytes follow than its length: an editor may have added them to line ends. */
const shortened = (afterHead: Bytes.Bytes, length: number): ReadonlyArray<Mended> => {
  const withLf = withoutCr(afterHead)
  const surplus = afterHead.subarray(length)
  const note =
    'With LF as line end, the length of the body is equal to Content-Length. So an editor has changed LF to CR LF. The body was read with LF.'
  const bare = withoutEscapes(latin1(afterHead), length)
  const behindEmptyLines = Bytes.ofAscii(latin1(afterHead).replace(/^(?:\r?\n)+/, ''))
  const isBehindEmptyLines =
    behindEmptyLines.length < afterHead.length && /^[[{]/.test(latin1(behindEmptyLines.subarray(0, 1)))
  const emptyLinesNote = 'The empty lines before the body are not in its Content-Length, and were left out.'
  const surplusNote = isLineEnds(surplus)
    ? 'The line end after the body is not counted in the Content-Length, so it was removed.'
    : `${surplus.length} bytes after the end of the body (by its Content-Length) were removed.`
  return [
    ...(isBehindEmptyLines
      ? [[behindEmptyLines, emptyLinesNote] as const, [withoutEnd(behindEmptyLines), emptyLinesNote] as const]
      : []),
    [withLf, note],
    [withLf.length < afterHead.length ? withoutEnd(withLf) : afterHead, note],
    ...(bare === undefined ? [] : [[Bytes.ofAscii(bare), escapesUndone] as const]),
    [afterHead.subarray(0, length), surplusNote],
  ]
}

/** The body, where fewer bytes follow than its length: an editor may have removed them from line ends. */
const lengthened = (afterHead: Bytes.Bytes, headIsCrlf: boolean): ReadonlyArray<Mended> => {
  const withCrLf = headIsCrlf ? afterHead : withCrlf(afterHead)
  const note =
    'With CR LF as line end, the length of the body is equal to Content-Length. So an editor has changed CR LF to LF. The body was read with CR LF.'
  const lost =
    'The body is shorter than its Content-Length by one line end. Probably this line end was lost when somebody copied the text, so it was added again.'
  return [
    [withCrLf, note],
    [headIsCrlf ? afterHead : withoutEnd(withCrLf), note],
    [Bytes.concat([afterHead, Uint8Array.of(lf)]), lost],
    [Bytes.concat([afterHead, Uint8Array.of(cr, lf)]), lost],
  ]
}

export const lineEndKept =
  'Without a Content-Length, everything after the empty line is the body, even the last line end. If an editor has added this line end, remove it.'

/** The body, if nothing says where it ends. */
const unmeasured = (afterHead: Bytes.Bytes): Content => {
  if (afterHead.length > 0 && isLineEnds(afterHead))
    return content(Bytes.empty, 'Nothing but empty lines follows the headers; the body is empty.')
  if (!endsInLine(afterHead)) return content(afterHead)
  return content(afterHead, lineEndKept)
}

/** RFC 9112 §7.1: a size in hexadecimal, and perhaps extensions. */
const chunkSize = (line: string): number | undefined => {
  const digits = /^([0-9A-Fa-f]{1,12})[ \t]{0,64}(?:;|$)/.exec(line)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

/** Removes the chunked coding, whose lines may end in LF. */
const unchunked = (bytes: Bytes.Bytes, bodyStart: number): E.Either<Unreadable, Content> => {
  const chunked = bytes.subarray(bodyStart)
  const firstLine = lineAt(chunked, 0)
  if (chunkSize(latin1(chunked.subarray(0, firstLine.to))) === undefined) {
    const decoded = unmeasured(chunked)
    const note =
      'The headers say that the body is in chunks, but it has no chunks, so something has joined them. The body was used unchanged.'
    return E.right(content(decoded.bytes, note, ...decoded.notes))
  }
  const chunks: Array<Bytes.Bytes> = []
  const broken = (offset: number): E.Either<Unreadable, never> =>
    unreadable(
      bytes,
      bodyStart + offset,
      'the body is not correctly chunked at this position: a chunk size or the end of a chunk is missing; paste the bytes as they were sent, or the body without chunks and its Content-Length',
    )
  for (let chunkStart = 0; ; ) {
    const { to: sizeEnd, next: dataStart } = lineAt(chunked, chunkStart)
    const size = chunkSize(latin1(chunked.subarray(chunkStart, sizeEnd)))
    if (size === undefined) return broken(chunkStart)
    if (size === 0) {
      const surplus = chunked.subarray(behindTrailers(chunked, dataStart))
      const notes = isLineEnds(surplus) ? [] : [`${surplus.length} bytes after the last chunk were removed.`]
      return E.right(content(Bytes.concat(chunks), ...notes))
    }
    if (dataStart + size > chunked.length) return broken(chunkStart)
    chunks.push(chunked.subarray(dataStart, dataStart + size))
    const end = lineAt(chunked, dataStart + size)
    if (end.to !== dataStart + size || end.next === end.to) return broken(dataStart + size)
    chunkStart = end.next
  }
}

/** Skips the trailer fields, up to an empty line (RFC 9112 §7.1.2). */
const behindTrailers = (bytes: Bytes.Bytes, start: number): number => {
  for (const trailerLine of linesFrom(bytes, start)) if (trailerLine.to === trailerLine.from) return trailerLine.next
  return bytes.length
}

/** The length on which all lines of Content-Length agree. */
const lengthOf = (bytes: Bytes.Bytes, fields: ReadonlyArray<Field>): E.Either<Unreadable, number | undefined> => {
  let length: number | undefined
  for (const { name: fieldName, value: fieldValue, offset } of fields) {
    if (fieldName !== 'content-length') continue
    if (!/^[0-9]{1,15}$/.test(fieldValue))
      return unreadable(bytes, offset, 'this Content-Length is not a number of bytes; correct or remove it')
    if (length !== undefined && length !== Number(fieldValue))
      return unrecognized(bytes, offset, 'there are two different Content-Lengths; keep only the right one')
    length = Number(fieldValue)
  }
  return E.right(length)
}

/** What is said of a body that HTTPie has printed. */
export const sortedByHttpie =
  'HTTPie has indented the body and sorted its members, so the bytes of the body are lost; print the request with --print=HB --pretty=none'

/** JSON of several lines, where the lengths say that it was printed for the eye. */
const ofPrinted = (
  bytes: Bytes.Bytes,
  bodyStart: number,
  fields: ReadonlyArray<Field>,
  length: number,
): E.Either<Unreadable, Content> | undefined => {
  const afterHead = bytes.subarray(bodyStart)
  const isIndented = /^[[{]\r?\n/.test(latin1(afterHead.subarray(0, 3)))
  if (!isIndented) return undefined
  if (/^HTTPie\//.test(valueIn(fields, 'user-agent') ?? '')) return unreadable(bytes, bodyStart, sortedByHttpie)
  const compact = compactOfLength(afterHead, length)
  if (compact !== undefined) return E.right(compact)
  return isPrintedJson(afterHead, length) ? unreadable(bytes, bodyStart, printedForTheEye(length)) : undefined
}

const printedForTheEye = (length: number): string =>
  `the body was indented for reading, but ${length} bytes were sent; give the body itself, or print it unchanged`

/**
 * The content behind a head that ends at `bodyStart`: the transfer coding is removed, a content coding stays (RFC 9112 §6.3).
 * An editor would have changed head and body, so under a head with CR LF an LF in the body is as it was sent.
 */
export const readContent = (
  bytes: Bytes.Bytes,
  bodyStart: number,
  fields: ReadonlyArray<Field>,
  headIsCrlf: boolean,
): E.Either<Unreadable, Content> => {
  const afterHead = bytes.slice(bodyStart)
  const coding = fields.filter(({ name: fieldName }) => fieldName === 'transfer-encoding')
  const lastCoding = coding.at(-1)
  if (lastCoding !== undefined) {
    const codings = coding.map(({ value: fieldValue }) => fieldValue.toLowerCase()).join(',')
    if (codings === 'chunked') return unchunked(bytes, bodyStart)
    if (codings !== 'identity')
      return unreadable(
        bytes,
        lastCoding.offset,
        'only the Transfer-Encoding chunked can be decoded here. Paste the body without this encoding',
      )
  }
  const length = lengthOf(bytes, fields)
  if (E.isLeft(length)) return length
  if (length.right === undefined) return E.right(unmeasured(afterHead))
  if (afterHead.length === length.right) return E.right(content(afterHead))
  const isLonger = afterHead.length > length.right
  const candidates = isLonger ? shortened(afterHead, length.right) : lengthened(afterHead, headIsCrlf)
  const mended = candidates.find(([bytes]) => bytes.length === length.right)
  const isCut = isLonger && mended?.[0].length === length.right && !isLineEnds(afterHead.subarray(length.right))
  const printed = isCut && mended === candidates.at(-1) ? ofPrinted(bytes, bodyStart, fields, length.right) : undefined
  if (printed !== undefined) return printed
  if (mended !== undefined) return E.right(content(...mended))
  const problem = `Content-Length says ${length.right} bytes, but only ${afterHead.length} follow; paste the whole body, or correct the header`
  return unreadable(bytes, bodyStart, problem)
}
