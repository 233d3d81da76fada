/**
 * The literals in a text, as a tree: what programs of many languages print of nested values. One tolerant scan reads quoted texts,
 * brackets of any kind, `name: value`, `name => value` and `name=value`. It skips whatever else is in between, so a value may be in a
 * line of a log.
 *
 *     {"Accept"=>["*\/*"], :body=>"{}"}                   Ruby
 *     array(1) { ["Accept"]=> string(3) "*\/*" }          PHP
 *     map[Accept:[*\/*] Host:[api.example]]               Go
 *     {Accept=[*\/*], Host=[api.example]}                 Java
 *     <CIMultiDictProxy('Accept': '*\/*')>                Python
 *
 * The first of them is a group of two items: `Accept`, whose value is a group of one text, and `body`, whose value is the text `{}`.
 * The source has one character for each byte, and so have the texts of the tree.
 *
 * This file decides which reader reads what. The readers are in `readTyped.ts` (values after their type or length), `readQuoted.ts`
 * and `readQuotedNotations.ts`, `readNames.ts` (brackets and names) and `readBare.ts` (words without quotes). All of them change one `LiteralScan`.
 */
import { inBackslashes } from '../../wireText.ts'
import { endOfQuoted } from './closingQuote.ts'
import type { Group } from './Literal.ts'
import { addItem, isHeadersName, type LiteralScan, scanOf } from './LiteralScan.ts'
import { readBareWord } from './readBare.ts'
import { closeBracket, closers, openBracket, readSeparator } from './readNames.ts'
import { readPlus, readQuoted } from './readQuoted.ts'
import {
  readCutText,
  readHalfEscapedJson,
  readTripleQuoted,
  readUnescapedJson,
  readVerbatim,
} from './readQuotedNotations.ts'
import {
  isFirstOfAnnotation,
  readAnnotation,
  readBinary,
  readBuffer,
  readMarkup,
  readMeasuredText,
} from './readTyped.ts'

/** The tree of a text. It takes time in proportion to the text. */
export const literalTree = (source: string): Group => {
  const root: Group = { _tag: 'Group', items: [], from: 0, to: source.length }
  const scan = scanOf(source, root)
  while (scan.offset < source.length) step(scan)
  for (const { group } of scan.stack) {
    group.to = source.length
    if (group !== root) group.isOpen = true
  }
  return root
}

/** Reads what is at the offset, and always moves the offset on. */
const step = (scan: LiteralScan): void => {
  const c = scan.source[scan.offset] as string
  if (c === '\n' || c === ' ' || c === '\t' || c === '\r') scan.offset++
  else if (isFirstOfAnnotation(c) && (readAnnotation(scan) || readMeasuredText(scan))) return
  else if (c === '"' || c === "'" || c === '`') {
    const isRead =
      readTripleQuoted(scan) ||
      readVerbatim(scan) ||
      readUnescapedJson(scan) ||
      readHalfEscapedJson(scan) ||
      readQuotedHeaders(scan) ||
      readQuoted(scan)
    // A quotation mark without a partner is skipped.
    if (!isRead && !readCutText(scan)) scan.offset++
  } else if (c === '<' && (readBuffer(scan) || readBinary(scan) || readMarkup(scan))) return
  else if (c === '+' && readPlus(scan)) return
  else if (closers[c] !== undefined) openBracket(scan, c)
  else if (c === ']' || c === ')' || c === '}') closeBracket(scan, c)
  else if (c === ',' || c === ';') {
    scan.offset++
    scan.key = undefined
    scan.isAdjacent = false
  } else if (!readSeparator(scan)) readBareWord(scan)
}

// ---- A tree inside of quotes

/** Headers as a text in quotes, as slog of Go writes a map: `headers="map[Accept:[text/html]]"`. */
const readQuotedHeaders = (scan: LiteralScan): boolean => {
  const { source, offset: openingQuote } = scan
  if (!isHeadersName(scan.key)) return false
  const end = endOfQuoted(scan)
  const inside = end === undefined ? '' : source.slice(openingQuote + 1, end)
  if (end === undefined || !/^(?:map\[|\{|\[)/.test(inside)) return false
  const { items } = literalTree(inBackslashes(inside))
  const group = items.find(({ value: node }) => node._tag === 'Group')?.value
  if (group?._tag !== 'Group' || group.items.length === 0) return false
  addItem(scan, placedAt(group, openingQuote, end + 1))
  scan.offset = end + 1
  return true
}

/** The group with the place of the quoted text that holds it. */
const placedAt = ({ items }: Group, from: number, to: number): Group => ({
  _tag: 'Group',
  items: items.map(({ key, value: node }) => ({
    key,
    value: node._tag === 'Group' ? placedAt(node, from, to) : { ...node, from, to },
  })),
  from,
  to,
})
