/**
 * Readers of values that are printed with their type or their length, for literalTree.ts: the types themselves, which are skipped, and
 * texts and bytes that are shown byte by byte.
 *
 *     array(1) { … }          the annotation `array(1) ` is skipped
 *     string(4) "POST"        the text POST
 *     <Buffer 7b 7d>          the text {}
 */

import { matchAt } from '../../matchAt.ts'
import { addQuoted, type LiteralScan } from './LiteralScan.ts'

/**
 * The types that Go, PHP, Symfony and Ruby print before a value: `([]string) (len=1) `, `[]string{`, `map[string]string{`,
 * `array(1) `, `object(A\B)#3 (1) `, `array:2 `, `#<URI::HTTP `.
 */
export const annotation: RegExp =
  /\((?:\[\]|\*|[\w.]){1,64}\) ?(?=\(len=|["{(])|(?:\[\]|map\[[\w.]{1,64}\])(?:\[\]|\*|map\[[\w.]{1,64}\]){0,8}[\w.]{1,64}(?: \{\})?(?=\{)|\(len=\d{1,12}(?: cap=\d{1,12})?\) ?|array\(\d{1,12}\) ?(?=\{)|object\([\w\\@/]{1,256}\)(?:#\d{1,12} \(\d{1,12}\))? ?(?=\{)|array:\d{1,12} (?=\[)|#<(?:URI::\w{1,16}|Addressable::URI:0x[0-9a-f]{1,16} URI:) ?(?=https?:)/y

/** `string(4) "POST"`: as many bytes as they are, without escapes. */
export const measuredText: RegExp = /string\((\d{1,12})\) "/y

/** Whether an annotation or a measured text may begin with this character. */
export const isFirstOfAnnotation = (c: string): boolean => /[(sao[m#]/.test(c)

/** Skips a type. */
export const readAnnotation = (scan: LiteralScan): boolean => {
  const annotationMatch = matchAt(annotation, scan.source, scan.offset)
  if (annotationMatch === null) return false
  scan.offset += annotationMatch[0].length
  return true
}

export const readMeasuredText = (scan: LiteralScan): boolean => {
  const measured = matchAt(measuredText, scan.source, scan.offset)
  if (measured === null) return false
  const textStart = scan.offset + measured[0].length
  const textEnd = textStart + Number(measured[1])
  if (scan.source[textEnd] !== '"') return false
  addQuoted(scan, textEnd + 1, [scan.source.slice(textStart, textEnd)], 'exact')
  return true
}

/** `<Buffer 7b 7d ... 40 more bytes>`, as Node prints bytes. */
const buffer = /<Buffer((?: [0-9a-f]{2}){0,64})( \.\.\. \d{1,12} more bytes?)?>/y

export const readBuffer = (scan: LiteralScan): boolean => {
  const bufferMatch = matchAt(buffer, scan.source, scan.offset)
  if (bufferMatch === null) return false
  const [printedBuffer, hex = '', omission] = bufferMatch
  const bytes = hex.replace(/ (..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  addQuoted(scan, scan.offset + printedBuffer.length, [bytes], omission === undefined ? 'exact' : 'cut')
  return true
}

/** `<<123,34,97>>`, as Erlang prints bytes; it ends in `...` where it leaves out the rest. */
const binary = /<<\s{0,64}(\d{1,3}(?:,\s{0,64}\d{1,3}){0,1000000})(,?\s{0,64}\.\.\.)?\s{0,64}>>/y

export const readBinary = (scan: LiteralScan): boolean => {
  const binaryMatch = matchAt(binary, scan.source, scan.offset)
  if (binaryMatch === null) return false
  const [printedBinary, decimals = '', omission] = binaryMatch
  const bytes = decimals.replace(/(\d+)(?:,\s*|$)/g, (_, byte: string) => String.fromCharCode(Number(byte) & 255))
  addQuoted(scan, scan.offset + printedBinary.length, [bytes], omission === undefined ? 'exact' : 'cut')
  return true
}

const closingTag = /<\/[\w:.-]{1,128}>/y

const cdataBegins = '<![CDATA['
const cdataEnds = ']]>'

/** Reads the text of CDATA in XML, and skips a closing tag. */
export const readMarkup = (scan: LiteralScan): boolean => {
  const { source, offset } = scan
  const tag = matchAt(closingTag, source, offset)
  if (tag !== null) {
    scan.offset += tag[0].length
    return true
  }
  if (!source.startsWith(cdataBegins, offset) || scan.unclosed.has(cdataEnds)) return false
  const end = source.indexOf(cdataEnds, offset)
  if (end < 0) scan.unclosed.add(cdataEnds)
  else addQuoted(scan, end + cdataEnds.length, [source.slice(offset + cdataBegins.length, end)], 'exact')
  return end >= 0
}
