/**
 * The literals in a text, as a tree: what programs of many languages print of nested values. One tolerant scan reads quoted texts,
 * brackets of any kind, `name: value`, `name => value` and `name=value`, and skips whatever else stands in between, so a value
 * may stand in a line of a log.
 *
 *     {"Accept"=>["*\/*"], :body=>"{}"}                   Ruby
 *     array(1) { ["Accept"]=> string(3) "*\/*" }          PHP
 *     map[Accept:[*\/*] Host:[api.example]]               Go
 *     {Accept=[*\/*], Host=[api.example]}                 Java
 *     <CIMultiDictProxy('Accept': '*\/*')>                Python
 *
 * The first of them is a group of two items: `Accept`, whose value is a group of one text, and `body`, whose value is the text `{}`.
 * The source has one character for each byte, and so have the texts of the tree.
 */
import { inBackslashes } from '../wireText.ts'

/** A text in quotes, or a bare word or value. */
export interface Text {
  readonly _tag: 'Text'
  /** What the literal may mean, the likeliest first: languages differ in what a backslash does. */
  readonly readings: readonly [string, ...ReadonlyArray<string>]
  readonly isQuoted: boolean
  /** The program has left out the end. */
  readonly isCut?: true
  /** The notation shows each byte: a line end inside was sent so. */
  readonly isExact?: true
  /** The offset of the literal, quotation marks included. */
  readonly from: number
  /** The offset behind the literal. */
  readonly to: number
}

/** What stands between two brackets; the root holds the whole text. */
export interface Group {
  readonly _tag: 'Group'
  readonly items: Array<Item>
  readonly from: number
  /** Behind the closing bracket. */
  to: number
}

/** A value of a group, with its name if it has one. */
export interface Item {
  readonly key: string | undefined
  value: Text | Group
}

/** Where the scan is, and what it has found so far. */
interface Scan {
  readonly source: string
  /** The root, and the groups whose closing bracket the scan has not met, each inside of the one before. */
  readonly stack: Array<{ readonly group: Group; readonly closer: string }>
  offset: number
  /** The name before a separator, whose value comes next. */
  key: string | undefined
  /** The last separator was `=>`, which Perl, PHP and Ruby write. */
  isArrow: boolean
  /** No comma since the last text: Python joins texts that follow one another. */
  isAdjacent: boolean
  /** The text is YAML: it has lists and names in lines of their own. */
  readonly isYaml: boolean
  /** For each quotation mark: up to here, the mark was searched in vain, each time to the end of its line. */
  readonly unclosedInLine: Map<string, number>
  /** Up to here, JSON without escapes was searched in vain. */
  unclosedJson: number
  /** These quotation marks were searched in vain, to the end of the text. */
  readonly unclosed: Set<string>
}

/** No request is nested deeper; further brackets hold nothing. */
const maxDepth = 64

/** The tree of a text. It takes time in proportion to the text. */
export const literalTree = (source: string): Group => {
  const root: Group = { _tag: 'Group', items: [], from: 0, to: source.length }
  const scan: Scan = {
    source,
    stack: [{ group: root, closer: '' }],
    offset: 0,
    key: undefined,
    isArrow: false,
    isAdjacent: false,
    isYaml: /^[ ]{0,64}(?:- )?[\w-]{1,64}:[ \t]{0,8}\r?$/m.test(source) && /^ {0,64}- \S/m.test(source),
    unclosedInLine: new Map(),
    unclosedJson: -1,
    unclosed: new Set(),
  }
  while (scan.offset < source.length) step(scan)
  for (const { group } of scan.stack) group.to = source.length
  return root
}

/** Reads what is at the offset, and always moves the offset on. A function named `read…` answers false if it has read nothing. */
const step = (scan: Scan): void => {
  const c = scan.source[scan.offset] as string
  if (c === '\n' || c === ' ' || c === '\t' || c === '\r') scan.offset++
  else if (isFirstOfAnnotation(c) && (readAnnotation(scan) || readMeasuredText(scan))) return
  else if (c === '"' || c === "'" || c === '`') {
    // A quotation mark without a partner is skipped.
    if (!readVerbatim(scan) && !readUnescapedJson(scan) && !readQuoted(scan)) scan.offset++
  } else if (c === '<' && (readBuffer(scan) || readBinary(scan))) return
  else if (c === '+' && readPlus(scan)) return
  else if (closers[c] !== undefined) openBracket(scan, c)
  else if (c === ']' || c === ')' || c === '}') closeBracket(scan, c)
  else if (c === ',' || c === ';') {
    scan.offset++
    scan.key = undefined
    scan.isAdjacent = false
  } else if (!readSeparator(scan)) readBareWord(scan)
}

const matchAt = (pattern: RegExp, source: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(source)
}

const innermostGroup = (scan: Scan): Group => (scan.stack.at(-1) as { group: Group }).group

/** Puts a value into the innermost group, under the name that came before it. */
const addItem = (scan: Scan, literal: Text | Group): void => {
  innermostGroup(scan).items.push({ key: scan.key, value: literal })
  scan.key = undefined
}

/** Adds a text in quotes that ends at this offset, and goes on behind it. */
const addQuoted = (scan: Scan, to: number, readings: Text['readings'], kind: QuotedKind): void => {
  const quoted: Text = { _tag: 'Text', readings, isQuoted: true, from: scan.offset, to }
  if (kind === 'cut') addItem(scan, { ...quoted, isCut: true })
  else addItem(scan, kind === 'exact' ? { ...quoted, isExact: true } : quoted)
  scan.offset = to
}

/** Whether the end of a text in quotes is left out, and whether each byte of it is shown. */
type QuotedKind = 'cut' | 'exact' | 'perhaps for the eye'

// ---- Types and lengths before a value

/** The types that Go, PHP and Symfony print before a value: `([]string) (len=1) `, `array(1) `, `object(A\B)#3 (1) `, `array:2 `. */
const annotation =
  /\((?:\[\]|\*|[\w.]){1,64}\) ?(?=\(len=|["{(])|\(len=\d{1,12}(?: cap=\d{1,12})?\) ?|array\(\d{1,12}\) ?(?=\{)|object\([\w\\@/]{1,256}\)(?:#\d{1,12} \(\d{1,12}\))? ?(?=\{)|array:\d{1,12} (?=\[)/y

/** `string(4) "POST"`: as many bytes as they are, without escapes. */
const measuredText = /string\((\d{1,12})\) "/y

/** Whether an annotation or a measured text may begin with this character. */
const isFirstOfAnnotation = (c: string): boolean => c === '(' || c === 's' || c === 'a' || c === 'o'

/** Skips a type. */
const readAnnotation = (scan: Scan): boolean => {
  const annotationMatch = matchAt(annotation, scan.source, scan.offset)
  if (annotationMatch === null) return false
  scan.offset += annotationMatch[0].length
  return true
}

const readMeasuredText = (scan: Scan): boolean => {
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

const readBuffer = (scan: Scan): boolean => {
  const bufferMatch = matchAt(buffer, scan.source, scan.offset)
  if (bufferMatch === null) return false
  const [printedBuffer, hex = '', omission] = bufferMatch
  const bytes = hex.replace(/ (..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  addQuoted(scan, scan.offset + printedBuffer.length, [bytes], omission === undefined ? 'exact' : 'cut')
  return true
}

/** `<<123,34,97>>`, as Erlang prints bytes; it ends in `...` where it leaves out the rest. */
const binary = /<<\s{0,64}(\d{1,3}(?:,\s{0,64}\d{1,3}){0,1000000})(,?\s{0,64}\.\.\.)?\s{0,64}>>/y

const readBinary = (scan: Scan): boolean => {
  const binaryMatch = matchAt(binary, scan.source, scan.offset)
  if (binaryMatch === null) return false
  const [printedBinary, decimals = '', omission] = binaryMatch
  const bytes = decimals.replace(/(\d+)(?:,\s*|$)/g, (_, byte: string) => String.fromCharCode(Number(byte) & 255))
  addQuoted(scan, scan.offset + printedBinary.length, [bytes], omission === undefined ? 'exact' : 'cut')
  return true
}

// ---- Texts in quotes

/**
 * A verbatim text of C#, `@"{""a"":1}"`: the inside of the quotation marks; a quotation mark is doubled, and a backslash is one. In
 * Objective-C a backslash stands before each quotation mark, and none is doubled.
 */
const verbatimText = /(?<=@\$?|\$@)"((?:[^"]|"")*)"(?!")/y

const readVerbatim = (scan: Scan): boolean => {
  const [verbatim, inside = ''] = matchAt(verbatimText, scan.source, scan.offset) ?? []
  if (verbatim === undefined || !/^[^"\\]*""/.test(inside)) return false
  addQuoted(scan, scan.offset + verbatim.length, [inside.replaceAll('""', '"')], 'exact')
  scan.isAdjacent = false
  return true
}

/** A quotation mark and JSON behind it without escapes, as Symfony's dumper and templates write it: `"{"a":1}"`. */
const beginsUnescapedJson = /"\s{0,16}(?:\{|\[\s{0,16}\{)\s{0,16}"[^"\\\n]{1,256}"\s{0,16}:/y
const jsonToken = /"(?:[^"\\\n]|\\.)*"|[[\]{}]|[^"[\]{}\n]+/y

const readUnescapedJson = (scan: Scan): boolean => {
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

/** The letters that Python, Rust, C and C# write before a quotation mark. */
const literalPrefix = /(?<![\w$])(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/

const isWordCharacter = (c: string | undefined): boolean => c !== undefined && /[\w$]/.test(c)

const readQuoted = (scan: Scan): boolean => {
  const { source, offset: openingQuote } = scan
  const quote = source[openingQuote] as string
  const prefixed = source.slice(Math.max(0, openingQuote - 3), openingQuote)
  // The apostrophe of `don't` opens nothing.
  if (isWordCharacter(source[openingQuote - 1]) && !literalPrefix.test(prefixed)) return false
  const end = closingQuoteOf(scan, quote)
  if (end < 0) return false
  const isYamlValue = scan.isYaml && scan.stack.length === 1
  const inside = source.slice(openingQuote + 1, end)
  if (isHeadersName(scan.key) && readQuotedGroup(scan, end)) return true
  const readings = readingsOf(inside, quote, scan.isArrow, isYamlValue)
  // Perl and PHP escape a quotation mark and write a line end as it is.
  const isExact = !inside.includes('\n') || (quote === "'" && scan.isArrow)
  const previousItem = innermostGroup(scan).items.at(-1)
  const isName = /^[ \t]*=>/.test(source.slice(end + 1, end + 9))
  if (previousItem?.value._tag === 'Text' && !isName && isContinuation(scan, previousItem.value)) {
    const joined = previousItem.value.readings[0] + readings[0]
    const { isExact: wasExact, ...previousText } = previousItem.value
    const joinedText: Text = { ...previousText, readings: [joined], to: end + 1 }
    previousItem.value = isExact && wasExact === true ? { ...joinedText, isExact: true } : joinedText
    scan.offset = end + 1
  } else {
    // strace and Go's dumps go on with an ellipsis where they have cut the text.
    const isCut = source.startsWith('...', end + 1)
    addQuoted(scan, end + 1, readings, isCut ? 'cut' : isExact ? 'exact' : 'perhaps for the eye')
  }
  scan.isAdjacent = true
  return true
}

/** Headers as a text in quotes, as slog of Go writes a map: `headers="map[Accept:[text/html]]"`. */
const readQuotedGroup = (scan: Scan, end: number): boolean => {
  const { source, offset: openingQuote } = scan
  const inside = source.slice(openingQuote + 1, end)
  if (!/^(?:map\[|\{|\[)/.test(inside)) return false
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

/** Whether the quoted text at the offset goes on with the text before it, as adjacent literals of Python do, and what Node joins by `+`. */
const isContinuation = (scan: Scan, previous: Text): boolean =>
  scan.isAdjacent &&
  scan.key === undefined &&
  /^[ \t]*(?:\+\s*|\r?\n[ \t]*[bBuUrR]?)$/.test(scan.source.slice(previous.to, scan.offset).slice(0, 256))

const plus = /\+\s{1,128}(?=["'`])/y

/** Skips the `+` between two pieces of a text, as Node prints a text of several lines. */
const readPlus = (scan: Scan): boolean => {
  const plusMatch = scan.isAdjacent ? matchAt(plus, scan.source, scan.offset) : null
  if (plusMatch === null) return false
  scan.offset += plusMatch[0].length
  return true
}

/**
 * The offset of the partner of the quotation mark at the offset, in its own line or else in a later one; -1 if there is none. What
 * was looked for in vain is not looked for again, so that many marks without a partner take no longer than one.
 */
const closingQuoteOf = (scan: Scan, quote: string): number => {
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
const foldLines = (inside: string): string => inside.replace(/[ \t]*\n[ \t]*/g, ' ')

// ---- Brackets

const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/** A list of bare words, in one line. */
const flatList = /\[([^[\]{}"'\n]*)\]/y

const openBracket = (scan: Scan, bracket: string): void => {
  if (bracket === '[' && (readPropertyName(scan) || readFlatList(scan))) return
  const { source, offset: bracketOffset } = scan
  const group: Group = { _tag: 'Group', items: [], from: bracketOffset, to: bracketOffset }
  const previousItem = innermostGroup(scan).items.at(-1)
  const isAfterName = scan.key === undefined && previousItem?.key !== undefined
  if (isAfterName && isTypeName(previousItem.value, source, bracketOffset)) previousItem.value = group
  else addItem(scan, group)
  if (scan.stack.length < maxDepth) scan.stack.push({ group, closer: closers[bracket] as string })
  scan.key = undefined
  scan.isAdjacent = false
  scan.offset++
}

/** A property of an object of PHP: `["uri":"A\\B":private]=>`, `["uri":protected]=>`, and `[uri:A\\B:private] =>` of print_r. */
const propertyName = /\["?(\w{1,128})"?(?::"?[\w\\@/]{1,256}"?)?:(?:private|protected)\][ \t]{0,8}=>[ \t]{0,8}/y

const readPropertyName = (scan: Scan): boolean => {
  const nameMatch = matchAt(propertyName, scan.source, scan.offset)
  if (nameMatch === null) return false
  scan.key = nameMatch[1]
  scan.isArrow = true
  scan.isAdjacent = false
  scan.offset += nameMatch[0].length
  if (!/["'`[({\n]/.test(scan.source[scan.offset] ?? '\n')) readBareValue(scan)
  return true
}

/**
 * A flat list after a name is a text, as in a map of Go: `Accept:[text/html, text/plain]`. But a list of header fields is a group, and
 * brackets before a separator hold a name, as in PHP: `[Accept] => `.
 */
const readFlatList = (scan: Scan): boolean => {
  const { source, offset: bracketOffset, key } = scan
  const listMatch = key === undefined ? null : matchAt(flatList, source, bracketOffset)
  if (listMatch === null) return false
  const [list, inside = ''] = listMatch
  const isFieldList = isHeadersName(key) && /^[\w-]{1,128}:(?!\/\/)/.test(inside)
  const listEnd = bracketOffset + list.length
  if (isFieldList || matchAt(separator, source, listEnd) !== null) return false
  addItem(scan, { _tag: 'Text', readings: [inside, list], isQuoted: false, from: bracketOffset, to: listEnd })
  scan.offset = listEnd
  return true
}

const isHeadersName = (key: string | undefined): boolean => key !== undefined && /^headers?$/i.test(key)

/** `Headers {`, `URL(`, and `Array` in the line before: the name of a type and no value. */
const isTypeName = (previous: Text | Group, source: string, bracketOffset: number): boolean => {
  if (previous._tag === 'Group' || previous.isQuoted || bracketOffset - previous.to > 64) return false
  const between = source.slice(previous.to, bracketOffset)
  return /^[ \t]*<?$/.test(between) || (/^\s*$/.test(between) && /^(?:Array|\S+ Object)$/.test(previous.readings[0]))
}

/** Closes the innermost group with this bracket, and all groups inside of it. A bracket without a partner is skipped. */
const closeBracket = (scan: Scan, bracket: string): void => {
  scan.offset++
  const openGroup = scan.stack.findLastIndex(({ closer }) => closer === bracket)
  if (openGroup < 0) return
  for (const { group } of scan.stack.slice(openGroup)) group.to = scan.offset
  scan.stack.length = openGroup
  scan.key = undefined
  scan.isAdjacent = false
}

// ---- Names

const separator = /[ \t]{0,64}(?:=>|:(?!\/\/)|=(?![>=]))[ \t]{0,64}/y

/** The literal before the separator becomes the name of the value that follows. */
const readSeparator = (scan: Scan): boolean => {
  const { source, offset } = scan
  const separatorMatch = matchAt(separator, source, offset)
  if (separatorMatch === null) return false
  const { items: siblings } = innermostGroup(scan)
  const previousItem = siblings.at(-1)
  const candidateName = nameOf(previousItem?.value)
  // A name whose value is missing stays the name: a separator after it begins a symbol of Ruby.
  if (scan.key !== undefined || previousItem === undefined || candidateName === undefined) return false
  const isClose = /^[ \t\n]*$/.test(source.slice(previousItem.value.to, offset).slice(-16))
  // The hour of a time is no name.
  const isTime = /^\d{1,2}$/.test(candidateName) && /^:\d\d/.test(source.slice(offset, offset + 3))
  if (!isClose || isTime) return false
  siblings.pop()
  scan.key = candidateName
  scan.isArrow = separatorMatch[0].includes('=>')
  scan.isAdjacent = false
  scan.offset += separatorMatch[0].length
  if (!/["'`[({\n]/.test(source[scan.offset] ?? '\n')) readBareValue(scan)
  return true
}

/** The name that a literal may be: a short text, or a short text alone in brackets, as PHP has it in `[name] => `. */
const nameOf = (literal: Text | Group | undefined): string | undefined => {
  const inside = literal?._tag === 'Group' && literal.items.length === 1 ? literal.items[0]?.value : literal
  return inside?._tag === 'Text' && inside.readings[0].length <= 256 ? inside.readings[0] : undefined
}

// ---- Bare words and values

/** A header of the shape that signed requests have: its commas have a blank behind them, or none has. In a map of Java the next name follows. */
const credentials =
  /[A-Za-z][\w-]{0,64} \w{1,64}=(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})(?:(?:,\w{1,64}=(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})){1,16}|(?:, (?![A-Z])\w{1,64}=(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})){1,16})/y

const urlWord = /https?:\/\/[^\s"'`<>()[\]{},;]{1,65536}/y
/** A target with a query, whose names are no names of values. */
const targetWord = /\/[^\s"'`<>()[\]{},;?]{0,65536}\?[^\s"'`<>()[\]{},;]{1,65536}/y
const symbolWord = /(?:[:@$](?=[A-Za-z_]))?[^\s"'`()[\]{}<>,;=:|│]{1,65536}/y
/** Where a bare value ends: before a bracket that closes, or before the next name. */
const nextName = /,?[ \t]{1,8}["']?[@:$]?[\w.-]{1,64}["']?(?:=|:(?!\/\/))|,[ \t]{0,8}["':]/y
/** What a program writes in place of a value: `<Not Logged>`. */
const placeholder = /<[A-Za-z][A-Za-z _-]{1,64}>/y
/** What begins a literal and no bare value: the letters before a quotation mark, or the `<` of an object that is no placeholder. */
const literalStart = /^(?:[bBuUrRL@]{1,2}["']|<(?:Buffer )?(?![A-Za-z][A-Za-z _-]{1,64}>))/

const addBare = (scan: Scan, length: number): void => {
  const { source, offset: wordStart } = scan
  const bare = source.slice(wordStart, wordStart + length).trimEnd()
  addItem(scan, { _tag: 'Text', readings: [bare], isQuoted: false, from: wordStart, to: wordStart + bare.length })
  scan.isAdjacent = false
  scan.offset += length
}

/** The value of a name, without quotes: to the end of the line, or to the next name. */
const readBareValue = (scan: Scan): void => {
  const { source, offset: valueStart } = scan
  const header = matchAt(credentials, source, valueStart) ?? matchAt(urlWord, source, valueStart)
  if (header !== null) {
    addBare(scan, header[0].length)
    return
  }
  // What begins like this, `step` reads next: `readQuoted`, `readBuffer`, `readBinary`, `readAnnotation` or `readMeasuredText`.
  if (literalStart.test(source.slice(valueStart, valueStart + 72))) return
  if (matchAt(annotation, source, valueStart) !== null || matchAt(measuredText, source, valueStart) !== null) return
  const placeholderMatch = matchAt(placeholder, source, valueStart)
  if (placeholderMatch !== null) addBare(scan, placeholderMatch[0].length)
  else addBare(scan, bareValueEnd(source, valueStart, isHeadersName(scan.key)) - valueStart)
}

/** The offset where a bare value ends. */
const bareValueEnd = (source: string, valueStart: number, isOfHeaders: boolean): number => {
  for (let end = valueStart; end < source.length; end++) {
    const c = source[end] as string
    if (c === '\n' || c === ']' || c === '}' || c === ')' || c === '[' || c === '{' || c === '(' || c === '|')
      return end
    if ((c === ',' || c === ' ' || c === '\t') && matchAt(nextName, source, end) !== null) return end
    // Rust ends each line of a structure in a comma.
    if (c === ',' && (source[end + 1] === '\n' || source[end + 1] === '\r')) return end
    // In `header=name=value` the value of `header` begins with the name of a header.
    const isSecondSeparator = isOfHeaders && (c === '=' || c === ':') && end - valueStart <= 64
    if (isSecondSeparator && /^[\w-]{1,64}$/.test(source.slice(valueStart, end))) return end
  }
  return source.length
}

/** A word without quotes: a name, a value, or a word of a log. A character that begins no word is skipped. */
const readBareWord = (scan: Scan): void => {
  const { source, offset: wordStart } = scan
  const wordMatch =
    matchAt(credentials, source, wordStart) ??
    matchAt(urlWord, source, wordStart) ??
    (source[wordStart] === '/' ? matchAt(targetWord, source, wordStart) : null) ??
    matchAt(symbolWord, source, wordStart)
  // YAML begins an entry of a list with a hyphen.
  if (wordMatch === null || (wordMatch[0] === '-' && scan.key !== undefined)) {
    scan.offset++
    return
  }
  const [word] = wordMatch
  const following = source[wordStart + word.length]
  // The letter of `b'…'` belongs to the text.
  const isPrefix = (following === '"' || following === "'") && /^(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/.test(word)
  if (isPrefix) scan.offset += word.length
  else addBare(scan, word.length)
}
