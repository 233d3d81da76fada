/**
 * Escaped wire text: programs that print what they write to a connection, as quoted texts with escapes. The pieces are unescaped
 * and joined, and are then a request off the wire.
 *
 *     send: b'POST /v1/jobs HTTP/1.1\r\nHost: h\r\n\r\n'      http.client of Python
 *     <- "POST /v1/jobs HTTP/1.1\r\nHost: h\r\n\r\n"          net/http of Ruby
 *     … >> "POST /v1/jobs HTTP/1.1[\r][\n]"                   the wire log of Apache HttpClient
 *     2026/11/28 17:54:55 "POST /v1/jobs HTTP/1.1\r\n…"       %q of Go
 *     time="…" msg="Request:\nPOST /v1/jobs HTTP/1.1\r\n…"    --http-debug of k6
 *
 * The text has one character for each byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { byteTextOf } from './byteText.ts'

/** A quoted text of one line, with the mark before its quotation mark. */
interface Piece {
  /** `>>`, `<-`, `send: b`, `msg=`: what tells the direction. */
  readonly mark: string
  readonly text: string
}

const requestBegins = /^(?:Request:\r?\n)?(?=[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} [^\r\n]{1,65536} HTTP\/[0-9.]{1,3}\r?\n)/

/** The bytes of the first request, if the text is escaped wire text. */
export const unescapedWire = (log: Bytes.Bytes): Bytes.Bytes | undefined => {
  const logLines = latin1(log).split('\n')
  const firstIndex = logLines.findIndex((logLine) => {
    const firstPiece = pieceIn(logLine)
    return firstPiece !== undefined && requestBegins.test(withFirstLine(firstPiece))
  })
  const begin = pieceIn(logLines[firstIndex] ?? '')
  if (begin === undefined) return undefined
  let wire = begin.text.replace(requestBegins, '')
  const isPrinted = begin.text !== wire
  for (const logLine of logLines.slice(firstIndex + 1)) {
    const furtherPiece = pieceIn(logLine)
    if (furtherPiece === undefined || furtherPiece.mark !== begin.mark || begin.mark === '') break
    if (wire.includes('\r\n\r\n') && requestBegins.test(furtherPiece.text)) break
    wire += furtherPiece.text
  }
  // k6 ends what it prints by a line end of its own.
  return Bytes.ofAscii(isPrinted ? wire.replace(/\n$/, '') : wire)
}

/** Apache prints a line of the head at a time, and may leave out the end of the last. */
const withFirstLine = ({ mark, text: pieceText }: Piece): string =>
  mark === '>>' && !pieceText.includes('\n') ? `${pieceText}\n` : pieceText

/** Marks before the quotation mark that begins the piece; a time and the name of a logger stand before them. */
const markedLine = /^(.{0,512}?)(?:(>>|<<|<-|->|send: ?b?|reply:|msg=|^)[ \t]{0,8}|(?<=[\d:.\]] ))(["'])(.*)$/

const pieceIn = (logLine: string): Piece | undefined => {
  const [, , mark = '', quote, afterQuote = ''] = markedLine.exec(logLine.replace(/\r$/, '')) ?? []
  if (quote === undefined) return undefined
  const isApache = mark === '>>' || mark === '<<'
  const end = isApache ? afterQuote.lastIndexOf(quote) : closingQuote(afterQuote, quote)
  if (end < 0) return undefined
  const inside = afterQuote.slice(0, end)
  return { mark, text: isApache ? inBrackets(inside) : inBackslashes(inside) }
}

const closingQuote = (quotedText: string, quote: string): number => {
  const pattern = quote === '"' ? /^(?:[^"\\]|\\.)*(?=")/ : /^(?:[^'\\]|\\.)*(?=')/
  return pattern.exec(quotedText)?.[0].length ?? -1
}

/** `[\r]`, `[\n]` and `[0xe4]`; a later version writes the byte as a negative number, `[0xffffffe4]`. */
const inBrackets = (quotedText: string): string =>
  quotedText.replace(
    /\[(?:\\([rn])|0x(?:f{6})?([0-9a-f]{1,2}))\]/g,
    (_, letter: string | undefined, hex: string | undefined) =>
      letter === undefined ? String.fromCharCode(Number.parseInt(hex ?? '', 16)) : letter === 'r' ? '\r' : '\n',
  )

const letters: Readonly<Record<string, string>> = {
  r: '\r',
  n: '\n',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
}

const escapes =
  /\\(?:x([0-9A-Fa-f]{2})|([0-3][0-7]{2}|[0-7]{1,2})|(?:u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2}))|[ux]\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))/g

/** The bytes of the characters with these code points in hexadecimal; the halves of a surrogate pair make one character. */
const bytesOfPoints = (...points: ReadonlyArray<string>): string =>
  byteTextOf(points.map((digits) => String.fromCodePoint(Number.parseInt(digits, 16))).join(''))

/** Escapes of Python's `ascii`: it writes the code point of a character, with two digits if they are enough. */
const hasPoints = (quotedText: string): boolean => /\\x[89a-f]/i.test(quotedText) && /\\[uU]/.test(quotedText)

const isUtf8 = (bytes: string): boolean => E.isRight(Bytes.toText(Bytes.ofAscii(bytes)))

/** A text, one character for each byte, without the escapes of C, Go, Python, Perl, Ruby, JSON and their like. */
export const inBackslashes = (quotedText: string): string => {
  const ofBytes = withoutBackslashes(quotedText)
  if (!hasPoints(quotedText) || isUtf8(ofBytes)) return ofBytes
  const ofPoints = withoutBackslashes(
    quotedText.replace(/(?<=(?:^|[^\\])(?:\\\\){0,16})\\x([89a-f][0-9a-f])/gi, '\\u00$1'),
  )
  return isUtf8(ofPoints) ? ofPoints : ofBytes
}

const withoutBackslashes = (quotedText: string): string =>
  quotedText.replace(
    escapes,
    (
      escapeText: string,
      byte?: string,
      octal?: string,
      high?: string,
      low?: string,
      braced?: string,
      four?: string,
      eight?: string,
      letter?: string,
    ) => {
      if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      if (high !== undefined && low !== undefined) return bytesOfPoints(high, low)
      const digits = braced ?? four ?? eight
      if (digits === undefined) return letters[letter ?? ''] ?? letter ?? ''
      return Number.parseInt(digits, 16) > 0x10ffff ? escapeText : bytesOfPoints(digits)
    },
  )
