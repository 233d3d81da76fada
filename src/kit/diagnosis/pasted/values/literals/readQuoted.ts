/**
 * Readers of texts in quotation marks, for literalTree.ts: the end of a text, what it may mean, and texts that go on in the next quotation
 * marks.
 *
 *     'it\'s'                 the text it's
 *     'a\n' + 'b'             Node: one text of two lines
 *     @"{""a"":1}"            C#: the text {"a":1}
 */
import { isJson } from '../../escapedBody.ts'
import { matchAt } from '../../matchAt.ts'
import { inBackslashes } from '../../wireText.ts'
import type { Text } from './Literal.ts'
import { addQuoted, innermostGroup, isWordCharacter, type LiteralScan } from './LiteralScan.ts'

export const readQuoted = (scan: LiteralScan): boolean => {
  const { source, offset: openingQuote } = scan
  const end = endOfQuoted(scan)
  if (end === undefined) return false
  const quote = source[openingQuote] as string
  const inside = source.slice(openingQuote + 1, end)
  const isYamlValue = scan.isYaml && scan.stack.length === 1
  const readings = readingsOf(inside, quote, scan.isArrow, isYamlValue)
  // Perl and PHP escape a quotation mark and write a line end as it is.
  const isExact = !inside.includes('\n') || (quote === "'" && scan.isArrow)
  const previousItem = innermostGroup(scan).items.at(-1)
  if (previousItem?.value._tag === 'Text' && isContinuation(scan, previousItem.value, end)) {
    previousItem.value = joinTexts(previousItem.value, { reading: readings[0], isExact, to: end + 1 })
    scan.offset = end + 1
  } else {
    // strace and Go's dumps go on with an ellipsis where they have cut the text.
    const isCut = source.startsWith('...', end + 1)
    addQuoted(scan, end + 1, readings, isCut ? 'cut' : isExact ? 'exact' : 'perhaps for the eye')
  }
  scan.isAdjacent = true
  return true
}

// ---- Where a text ends

/** The letters that Python, Rust, C and C# write before a quotation mark. */
const literalPrefix = /(?<![\w$])(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/

/** The offset of the closing quotation mark, if the mark at the offset opens a text. */
export const endOfQuoted = (scan: LiteralScan): number | undefined => {
  const { source, offset: openingQuote } = scan
  const beforeQuote = source.slice(Math.max(0, openingQuote - 3), openingQuote)
  // The apostrophe of `don't` opens nothing.
  if (isWordCharacter(source[openingQuote - 1]) && !literalPrefix.test(beforeQuote)) return undefined
  const end = closingQuoteOf(scan, source[openingQuote] as string)
  return end < 0 ? undefined : end
}

/**
 * The offset of the partner of the quotation mark at the offset, in its own line or else in a later one; -1 if there is none. The scan
 * remembers each search in vain, so that many marks without a partner take no longer than one.
 */
const closingQuoteOf = (scan: LiteralScan, quote: string): number => {
  const { source, offset: openingQuote, unclosedInLine, unclosed } = scan
  const unclosedUpTo = unclosedInLine.get(quote) ?? -1
  const endInLine = openingQuote < unclosedUpTo ? -1 : closingQuote(source, openingQuote + 1, quote, false)
  if (endInLine >= 0) return endInLine
  const lineEnd = source.indexOf('\n', openingQuote)
  unclosedInLine.set(quote, Math.max(unclosedUpTo, lineEnd < 0 ? source.length : lineEnd))
  const end = unclosed.has(quote) ? -1 : closingQuote(source, openingQuote + 1, quote, true)
  if (end < 0) unclosed.add(quote)
  return end
}

/**
 * The offset of the closing quotation mark. With `mayCrossLines` the text may hold line ends, and a mark closes it only if what
 * follows the mark looks like an end.
 */
const closingQuote = (source: string, start: number, quote: string, mayCrossLines: boolean): number => {
  for (let offset = start; offset < source.length; offset++) {
    const c = source[offset]
    if (c === '\\') offset++
    else if (c === '\n' && !mayCrossLines) return -1
    else if (c === quote) {
      const following = source[offset + 1]
      const isDoubled = mayCrossLines && quote === "'" && following === "'"
      const isEndOfWord = !isWordCharacter(following) || isNextLiteral(source, offset)
      const isEndOfText = !mayCrossLines || following === undefined || /[\s,;:)\]}>=]/.test(following)
      if (isDoubled) offset++
      else if (isEndOfWord && isEndOfText) return offset
    }
  }
  return -1
}

/** Rust prints several slices of bytes one behind the other: `b"…"b"…"`. */
const isNextLiteral = (source: string, quoteOffset: number): boolean =>
  source[quoteOffset + 1] === 'b' && source[quoteOffset + 2] === source[quoteOffset]

/** A text between three quotation marks, of Python, TOML, Kotlin and Java; a line end behind the first marks is no part of it. */
export const readTripleQuoted = (scan: LiteralScan): boolean => {
  const { source, offset } = scan
  const marks = (source[offset] as string).repeat(3)
  if (scan.key === undefined || !source.startsWith(marks, offset) || scan.unclosed.has(marks)) return false
  const end = source.indexOf(marks, offset + 3)
  if (end < 0) scan.unclosed.add(marks)
  if (end < 0 || isWordCharacter(source[end + 3])) return false
  const inside = source.slice(offset + 3, end).replace(/^\r?\n/, '')
  const ofSymfony = linesOfSymfony(inside)
  if (ofSymfony !== undefined) {
    addQuoted(scan, end + 3, [ofSymfony], 'exact')
    return true
  }
  const escaped = inBackslashes(inside)
  const isRaw = marks.startsWith("'") || escaped === inside
  addQuoted(scan, end + 3, isRaw ? [inside] : [escaped, inside], isRaw ? 'exact' : 'perhaps for the eye')
  return true
}

/** Symfony's dumper writes `\\n` at the end of each line of a text, sets all lines in, and escapes no quotation mark. */
const linesOfSymfony = (inside: string): string | undefined => {
  const lines = inside.split('\n')
  const indentation = /^ */.exec(lines.at(-1) ?? '')?.[0] ?? ''
  const isPrinted =
    lines.length > 1 &&
    lines.every((line, i) => line.startsWith(indentation) && (i === lines.length - 1 || line.endsWith('\\n')))
  if (!isPrinted) return undefined
  return lines.map((line) => line.slice(indentation.length).replace(/\\n$/, '\n')).join('')
}

/** A body in quotes whose end is not in the text: what is inside is no value of its own. */
export const readCutText = (scan: LiteralScan): boolean => {
  const { source, offset } = scan
  const isBody = /^["'`]\s{0,4}(?:[[{]|<[?A-Za-z])/.test(source.slice(offset, offset + 8))
  if (!isBody || !scan.unclosed.has(source[offset] as string)) return false
  addQuoted(scan, source.length, [source.slice(offset + 1)], 'cut')
  return true
}

// ---- What a text means

/** What the inside of quotation marks may mean, the likeliest first. */
const readingsOf = (inside: string, quote: string, isAfterArrow: boolean, isYamlValue: boolean): Text['readings'] => {
  if (!/[\\\n]|''/.test(inside)) return [inside]
  const escaped = inBackslashes(inside)
  const single = unescapeSingleQuoted(inside)
  const yamlDouble = inBackslashes(foldLines(inside))
  const yamlSingle = foldLines(inside).replaceAll("''", "'")
  const multilineReadings = inside.includes('\n') ? [yamlDouble, yamlSingle] : []
  // Perl, PHP and Ruby write `=>`, and their single quotes know no \n.
  const order =
    quote === "'" && isAfterArrow
      ? [single, escaped, ...multilineReadings, inside]
      : [escaped, ...multilineReadings, single, inside]
  const yamlReading = quote === '"' ? yamlDouble : yamlSingle
  const [likeliest = inside, ...otherReadings] = new Set(isYamlValue ? [yamlReading, ...order] : order)
  return [likeliest, ...otherReadings]
}

/** Backslashes stand before quotation marks and backslashes only, as in single quotes of PHP, Perl and Ruby. */
const unescapeSingleQuoted = (inside: string): string => inside.replace(/\\([\\'])/g, '$1')

/** YAML folds lines of a quoted text. */
const foldLines = (inside: string): string => inside.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ')

// ---- Texts that go on

/** Whether the text at the offset goes on with the text before it: as adjacent literals of Python do, and what Node joins by `+`. */
const isContinuation = (scan: LiteralScan, previous: Text, end: number): boolean => {
  if (!scan.isAdjacent || scan.key !== undefined) return false
  const isName = /^[ \t]*(?:=>|=[ \t]|:[ \t])/.test(scan.source.slice(end + 1, end + 9))
  const between = scan.source.slice(previous.to, scan.offset).slice(0, 256)
  const { items, from: groupStart } = innermostGroup(scan)
  // Clojure writes the value of a name in the next line: `{"Accept" ⏎ "text/html"`.
  const isValueOfName = scan.source[groupStart] === '{' && items.at(-1)?.key === undefined && !between.includes('+')
  if (isValueOfName) return false
  return !isName && /^[ \t]*(?:\+\s*|\r?\n[ \t]*[bBuUrR]?)$/.test(between)
}

interface Continuation {
  readonly reading: string
  readonly isExact: boolean
  readonly to: number
}

/** A text with its continuation. It is exact only if both parts are. */
const joinTexts = ({ isExact, ...previous }: Text, continuation: Continuation): Text => {
  const joined: Text = { ...previous, readings: [previous.readings[0] + continuation.reading], to: continuation.to }
  return isExact === true && continuation.isExact ? { ...joined, isExact: true } : joined
}

const plus = /\+\s{1,128}(?=["'`])/y

/** Skips the `+` between two pieces of a text, as Node prints a text of several lines. */
export const readPlus = (scan: LiteralScan): boolean => {
  const plusMatch = scan.isAdjacent ? matchAt(plus, scan.source, scan.offset) : null
  if (plusMatch === null) return false
  scan.offset += plusMatch[0].length
  return true
}

// ---- Notations of their own

/**
 * A verbatim text of C#, `@"{""a"":1}"`: the inside of the quotation marks; a quotation mark is doubled, and a backslash is one. In
 * Objective-C a backslash stands before each quotation mark, and none is doubled.
 */
const verbatimText = /(?<=@\$?|\$@)"((?:[^"]|"")*)"(?!")/y

export const readVerbatim = (scan: LiteralScan): boolean => {
  const [verbatim, inside = ''] = matchAt(verbatimText, scan.source, scan.offset) ?? []
  if (verbatim === undefined || !/^[^"\\]*""/.test(inside)) return false
  addQuoted(scan, scan.offset + verbatim.length, [inside.replaceAll('""', '"')], 'exact')
  scan.isAdjacent = false
  return true
}

/** A quotation mark and JSON behind it without escapes, as Symfony's dumper and templates write it: `"{"a":1}"`. */
const beginsUnescapedJson = /"\s{0,16}(?:\{|\[\s{0,16}\{)\s{0,16}"[^"\\\n]{1,256}"\s{0,16}:/y
const jsonToken = /"(?:[^"\\\n]|\\.)*"|[[\]{}]|[^"[\]{}\n]+/y

export const readUnescapedJson = (scan: LiteralScan): boolean => {
  const { source, offset } = scan
  if (offset < scan.unclosedJson || matchAt(beginsUnescapedJson, source, offset) === null) return false
  const end = jsonEnd(source, offset + 1)
  if (end !== undefined && source[end] === '"' && !isWordCharacter(source[end + 1])) {
    addQuoted(scan, end + 1, [source.slice(offset + 1, end)], 'exact')
    return true
  }
  const lineEnd = source.indexOf('\n', offset)
  scan.unclosedJson = lineEnd < 0 ? source.length : lineEnd
  return false
}

/** JSON in which a program has escaped the quotation marks and nothing else, as Data::Printer of Perl does: `"{\\"a\\":\\"\\\\"b\\\\"\\"}"`. */
const halfEscapedJson = /(?<!\\)"((?:\{|\[\{)\\"(?:[^"\n]|(?<=\\)"){1,262144}[\]}])"(?![\w"])/y

export const readHalfEscapedJson = (scan: LiteralScan): boolean => {
  const [literal, inside = ''] = matchAt(halfEscapedJson, scan.source, scan.offset) ?? []
  // Where the usual escapes make JSON of it, they are the likelier.
  if (literal === undefined || isJson(inBackslashes(inside))) return false
  const json = inside.replaceAll('\\"', '"')
  if (!isJson(json)) return false
  addQuoted(scan, scan.offset + literal.length, [json], 'exact')
  return true
}

/** The offset behind the object or list of one line that begins here. Undefined if it is not closed. */
const jsonEnd = (source: string, start: number): number | undefined => {
  let depth = 0
  let offset = start
  for (let token = matchAt(jsonToken, source, offset); token !== null; token = matchAt(jsonToken, source, offset)) {
    offset = jsonToken.lastIndex
    if (token[0] === '{' || token[0] === '[') depth++
    if (token[0] === '}' || token[0] === ']') depth--
    if (depth === 0 && token[0].trim() !== '') return offset
  }
  return undefined
}
