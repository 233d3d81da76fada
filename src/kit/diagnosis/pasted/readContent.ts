/**
 * The content of an HTTP message: of a Content-Length, in chunks, or neither. Where the length shows that an editor changed the
 * line ends, they are restored, and a note says so.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, textOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { isFormText, isJson, noteOnPrinted, withoutEscapes } from './escapedBody.ts'
import { emptyLinesLeftOut, jsonBehindLines } from './jsonBehindLines.ts'
import { compactOfLength, isPrintedJson, isSortedWithin, isWholeObject } from './printedJson.ts'

const lf = 0x0a
const cr = 0x0d

/** A header's line. */
export interface Field {
  /** In lower case. */
  readonly name: string
  readonly value: string
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
export const isLineEnds = (bytes: Bytes.Bytes): boolean => bytes.every((byte) => byte === lf || byte === cr)

/** CR LF for every lone LF. */
const withCrlf = (bytes: Bytes.Bytes): Bytes.Bytes => Bytes.ofAscii(latin1(bytes).replace(/(?<!\r)\n/g, '\r\n'))

/** LF for every CR LF; the same bytes if not all lines end in CR LF, so that no editor has made them. */
const withoutCr = (bytes: Bytes.Bytes): Bytes.Bytes => {
  const latin1Text = latin1(bytes)
  return /(?<!\r)\n/.test(latin1Text) ? bytes : Bytes.ofAscii(latin1Text.replaceAll('\r\n', '\n'))
}

/** Without the line end behind them. */
const withoutEnd = (bytes: Bytes.Bytes): Bytes.Bytes => Bytes.ofAscii(latin1(bytes).replace(/\r?\n$/, ''))

const withNotes = (bytes: Bytes.Bytes, ...notes: ReadonlyArray<string>): Content => ({ bytes, notes })

/** What the body may have been before somebody copied or edited it, and what would have changed it. */
interface Restored {
  readonly bytes: Bytes.Bytes
  readonly note: string
  /** A second change. */
  readonly otherNote?: string
  /** Bytes at the end were left out, and nothing else: any longer text fits any length in this way. */
  readonly isCutToLength?: true
}

const crlfToLf =
  'With LF as line end, the length of the body is equal to Content-Length. So an editor has changed LF to CR LF. The body was read with LF.'

/** The body without the empty lines before it. Undefined if there are none, or if no JSON and no form follows them. */
const afterEmptyLines = (afterHead: Bytes.Bytes): Bytes.Bytes | undefined => {
  const text = latin1(afterHead)
  const [emptyLines] = /^(?:\r?\n)+/.exec(text) ?? []
  const follows = text.slice(emptyLines?.length ?? 0)
  if (!/^[[{]/.test(follows) && !isFormText(follows.trimEnd())) return undefined
  return emptyLines === undefined ? undefined : afterHead.subarray(emptyLines.length)
}

/** The JSON of this length behind lines that are not of the body, and what was left out around it. */
const behindLines = (afterHead: Bytes.Bytes, length: number): ReadonlyArray<Restored> => {
  const text = latin1(afterHead)
  const json = jsonBehindLines(text, length)
  if (json === undefined) return []
  const end = json.from + length
  const restNote = /\S/.test(text.slice(end)) ? { otherNote: surplusNote(afterHead.length - end) } : {}
  return [{ bytes: afterHead.subarray(json.from, end), note: json.note, ...restNote }]
}

const surplusNote = (count: number): string =>
  `${count} bytes after the end of the body (by its Content-Length) were removed.`

/** The body, where more bytes follow than its length: an editor may have added them to line ends. The likeliest change comes first. */
const shortened = (afterHead: Bytes.Bytes, length: number): ReadonlyArray<Restored> => {
  const json = afterEmptyLines(afterHead)
  const withLf = withoutCr(afterHead)
  const unescaped = withoutEscapes(latin1(afterHead), length)
  const surplus = afterHead.subarray(length)
  const noteOnEnd = isLineEnds(surplus)
    ? 'The line end after the body is not counted in the Content-Length, so it was removed.'
    : surplusNote(surplus.length)
  return [
    ...(json === undefined
      ? []
      : [
          { bytes: json, note: emptyLinesLeftOut },
          { bytes: withoutEnd(json), note: emptyLinesLeftOut },
        ]),
    { bytes: withLf, note: crlfToLf },
    ...(withLf.length < afterHead.length ? [{ bytes: withoutEnd(withLf), note: crlfToLf }] : []),
    ...(unescaped === undefined ? [] : [{ bytes: Bytes.ofAscii(unescaped), note: noteOnPrinted(latin1(afterHead)) }]),
    ...behindLines(afterHead, length),
    { bytes: afterHead.subarray(0, length), note: noteOnEnd, isCutToLength: true },
  ]
}

/** The note on a body with a Content-Length that a tool, such as the snippets of Postman, has counted in characters. */
export const countedInCharacters =
  'The Content-Length here is the number of characters of the JSON, not of its bytes. So probably a tool has counted it wrong, and the whole JSON was read. If this Content-Length was sent, a server reads only a part of the body.'

/** The JSON, perhaps without a line end behind it, whose number of characters is this length. Undefined if it has as many bytes, or another number. */
const jsonOfCharacters = (afterHead: Bytes.Bytes, length: number): Bytes.Bytes | undefined => {
  const json = Bytes.ofAscii(latin1(afterHead).trimEnd())
  const text = textOf(json)
  const isOfCharacters = text.length === length || [...text].length === length
  return isOfCharacters && json.length > length && isJson(latin1(json)) ? json : undefined
}

const lfToCrlf =
  'With CR LF as line end, the length of the body is equal to Content-Length. So an editor has changed CR LF to LF. The body was read with CR LF.'

const lineEndLost =
  'The body is shorter than its Content-Length by one line end. Probably this line end was lost when somebody copied the text, so it was added again.'

/** The body, where fewer bytes follow than its length: an editor may have removed them from line ends. */
const lengthened = (afterHead: Bytes.Bytes, headIsCrlf: boolean): ReadonlyArray<Restored> => {
  const withCrLf = withCrlf(afterHead)
  // Under a head with CR LF no editor has changed the line ends.
  const ofChangedLineEnds = headIsCrlf
    ? []
    : [
        { bytes: withCrLf, note: lfToCrlf },
        { bytes: withoutEnd(withCrLf), note: lfToCrlf },
      ]
  return [
    ...ofChangedLineEnds,
    { bytes: Bytes.concat([afterHead, Uint8Array.of(lf)]), note: lineEndLost },
    { bytes: Bytes.concat([afterHead, Uint8Array.of(cr, lf)]), note: lineEndLost },
  ]
}

export const lineEndKept =
  'Without a Content-Length, everything after the empty line is the body, even the last line end. If an editor has added this line end, remove it.'

/** The body, if nothing says where it ends. */
const unmeasured = (afterHead: Bytes.Bytes): Content => {
  if (afterHead.length > 0 && isLineEnds(afterHead))
    return withNotes(Bytes.empty, 'Nothing but empty lines follows the headers; the body is empty.')
  const json = jsonBehindLines(latin1(afterHead), undefined)
  if (json !== undefined) return withNotes(withoutEnd(afterHead.subarray(json.from)), json.note)
  if (!endsInLine(afterHead)) return withNotes(afterHead)
  return withNotes(afterHead, lineEndKept)
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
    return E.right(withNotes(decoded.bytes, note, ...decoded.notes))
  }
  const chunks: Array<Bytes.Bytes> = []
  let chunkStart = 0
  const broken = (offset: number): E.Either<Unreadable, never> =>
    unreadable(
      bytes,
      bodyStart + offset,
      'the body is not correctly chunked at this position: a chunk size or the end of a chunk is missing; paste the bytes as they were sent, or the body without chunks and its Content-Length',
    )
  for (;;) {
    const { to: sizeEnd, next: dataStart } = lineAt(chunked, chunkStart)
    const size = chunkSize(latin1(chunked.subarray(chunkStart, sizeEnd)))
    if (size === undefined) return broken(chunkStart)
    if (size === 0) {
      const surplus = chunked.subarray(behindTrailers(chunked, dataStart))
      const notes = isLineEnds(surplus) ? [] : [`${surplus.length} bytes after the last chunk were removed.`]
      return E.right(withNotes(Bytes.concat(chunks), ...notes))
    }
    if (dataStart + size > chunked.length) return broken(chunkStart)
    chunks.push(chunked.subarray(dataStart, dataStart + size))
    const dataEnd = dataStart + size
    const { to: restEnd, next: nextChunk } = lineAt(chunked, dataEnd)
    const isFollowedByLineEnd = restEnd === dataEnd && nextChunk > dataEnd
    if (!isFollowedByLineEnd) return broken(dataEnd)
    chunkStart = nextChunk
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

/** The refusal of a body that HTTPie has printed. */
export const sortedByHttpie =
  'HTTPie has indented the body and sorted its members, so the bytes of the body are lost; print the request with --print=HB --pretty=none'

const printedForTheEye = (length: number): string =>
  `the body was indented for reading, but ${length} bytes were sent; give the body itself, or print it unchanged`

/** The content of JSON that a program has indented: without its blanks, or a refusal if the bytes are lost. Undefined if it is no such JSON. */
const contentOfIndented = (
  bytes: Bytes.Bytes,
  bodyStart: number,
  fields: ReadonlyArray<Field>,
  length: number,
): E.Either<Unreadable, Content> | undefined => {
  const afterHead = bytes.subarray(bodyStart)
  const isIndented = /^[[{]\r?\n/.test(latin1(afterHead.subarray(0, 3)))
  if (!isIndented) return undefined
  const ofLength = latin1(afterHead.subarray(0, length))
  // HTTPie has not changed JSON of the Content-Length whose members are in another order than that of their names.
  if (isWholeObject(ofLength) && !isSortedWithin(ofLength, ofLength)) return undefined
  if (/^HTTPie\//.test(valueIn(fields, 'user-agent') ?? '')) return unreadable(bytes, bodyStart, sortedByHttpie)
  const compact = compactOfLength(afterHead, length)
  if (compact !== undefined) return E.right(compact)
  return isPrintedJson(afterHead, length) ? unreadable(bytes, bodyStart, printedForTheEye(length)) : undefined
}

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
  const transferEncodings = fields.filter(({ name: fieldName }) => fieldName === 'transfer-encoding')
  const lastEncoding = transferEncodings.at(-1)
  if (lastEncoding !== undefined) {
    const codings = transferEncodings.map(({ value: fieldValue }) => fieldValue.toLowerCase()).join(',')
    if (codings === 'chunked') return unchunked(bytes, bodyStart)
    if (codings !== 'identity')
      return unreadable(
        bytes,
        lastEncoding.offset,
        'only the Transfer-Encoding chunked can be decoded here. Paste the body without this encoding',
      )
  }
  const announced = lengthOf(bytes, fields)
  if (E.isLeft(announced)) return announced
  const length = announced.right
  if (length === undefined) return E.right(unmeasured(afterHead))
  if (afterHead.length === length) return E.right(withNotes(afterHead))
  const candidates = afterHead.length > length ? shortened(afterHead, length) : lengthened(afterHead, headIsCrlf)
  const restored = candidates.find((candidate) => candidate.bytes.length === length)
  if (restored === undefined) {
    const problem = `Content-Length says ${length} bytes, but only ${afterHead.length} follow; paste the whole body, or correct the header`
    return unreadable(bytes, bodyStart, problem)
  }
  const ofCharacters = restored.isCutToLength === true ? jsonOfCharacters(afterHead, length) : undefined
  if (ofCharacters !== undefined) return E.right(withNotes(ofCharacters, countedInCharacters))
  // If only a cut helps, and not of line ends, blanks inside the body may be what is too long.
  const isPartOfBody = restored.isCutToLength === true && !isLineEnds(afterHead.subarray(length))
  const ofIndented = isPartOfBody ? contentOfIndented(bytes, bodyStart, fields, length) : undefined
  const notes = restored.otherNote === undefined ? [restored.note] : [restored.note, restored.otherNote]
  return ofIndented ?? E.right(withNotes(restored.bytes, ...notes))
}
