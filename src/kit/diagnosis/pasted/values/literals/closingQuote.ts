/**
 * Where a text in quotation marks ends. The closing mark is looked for in the line of the opening mark first:
 *
 *     {'a': 'it\'s'}        a mark behind a backslash does not close the text
 *     'a 5'6" man'           nor does a mark before a letter or a digit
 *
 * If this line has none, the text may hold line ends. Then a mark closes it only if a blank, a comma or another sign of an end follows:
 *
 *     {'a': 'one
 *     two'}
 *
 * Each search in vain is remembered in the scan. So many marks without a partner take no longer than one.
 */
import { isWordCharacter, type LiteralScan } from './LiteralScan.ts'

/** The letters that Python, Rust, C and C# write before a quotation mark. */
const literalPrefix = /(?<![\w$])(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/

/** The offset of the closing quotation mark, if the mark at the offset opens a text. */
export const endOfQuoted = (scan: LiteralScan): number | undefined => {
  const { source, offset: openingQuote } = scan
  const beforeQuote = source.slice(Math.max(0, openingQuote - 3), openingQuote)
  // The apostrophe of `don't` opens nothing.
  if (isWordCharacter(source[openingQuote - 1]) && !literalPrefix.test(beforeQuote)) return undefined
  const quote = source[openingQuote] as string
  return findInLine(scan, quote) ?? findBeyondLine(scan, quote)
}

const findInLine = (
  { source, offset: openingQuote, unclosedInLine }: LiteralScan,
  quote: string,
): number | undefined => {
  if (openingQuote < (unclosedInLine.get(quote) ?? -1)) return undefined
  const end = closingQuoteInLine(source, openingQuote + 1, quote)
  if (end !== undefined) return end
  const lineEnd = source.indexOf('\n', openingQuote)
  unclosedInLine.set(quote, lineEnd < 0 ? source.length : lineEnd)
  return undefined
}

const findBeyondLine = ({ source, offset: openingQuote, unclosed }: LiteralScan, quote: string): number | undefined => {
  if (unclosed.has(quote)) return undefined
  const end = closingQuoteInAnyLine(source, openingQuote + 1, quote)
  if (end === undefined) unclosed.add(quote)
  return end
}

const closingQuoteInLine = (source: string, start: number, quote: string): number | undefined => {
  for (let offset = start; offset < source.length && source[offset] !== '\n'; offset++) {
    if (source[offset] === '\\') offset++
    else if (source[offset] === quote && isEndOfWord(source, offset)) return offset
  }
  return undefined
}

const closingQuoteInAnyLine = (source: string, start: number, quote: string): number | undefined => {
  for (let offset = start; offset < source.length; offset++) {
    const isDoubled = quote === "'" && source[offset] === "'" && source[offset + 1] === "'"
    if (source[offset] === '\\' || isDoubled) offset++
    else if (source[offset] === quote && isEndOfText(source, offset)) return offset
  }
  return undefined
}

/** Rust prints several slices of bytes one behind the other: `b"…"b"…"`. Any other letter after the mark belongs to the text. */
const isEndOfWord = (source: string, quoteOffset: number): boolean => {
  const isNextSlice = source[quoteOffset + 1] === 'b' && source[quoteOffset + 2] === source[quoteOffset]
  return isNextSlice || !isWordCharacter(source[quoteOffset + 1])
}

const isEndOfText = (source: string, quoteOffset: number): boolean => {
  const following = source[quoteOffset + 1]
  return following === undefined || /[\s,;:)\]}>=]/.test(following)
}
