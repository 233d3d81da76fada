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
 * The text has one character for each byte, and so have the texts of the tree.
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
  readonly from: number
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

export interface Item {
  readonly key: string | undefined
  value: Text | Group
}

/** No request is nested deeper; further brackets hold nothing. */
const maxDepth = 64

const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/** Types that Go and PHP print before a value. */
const annotation =
  /\((?:\[\]|\*|[\w.]){1,64}\) ?(?=\(len=|["{(])|\(len=\d{1,12}(?: cap=\d{1,12})?\) ?|(?:array|object)\(\d{1,12}\) ?(?=\{)/y

/** `string(4) "POST"`: bytes as they are, of this length. */
const measuredText = /string\((\d{1,12})\) "/y

/** A header of the shape that signed requests have: its commas have a blank behind them, or none has. In a map of Java the next name follows. */
const credentials =
  /[A-Za-z][\w-]{0,64} \w{1,64}=(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})(?:(?:,\w{1,64}=(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})){1,16}|(?:, (?![A-Z])\w{1,64}=(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})){1,16})/y

const urlWord = /https?:\/\/[^\s"'`<>()[\]{},;]{1,65536}/y
/** A target with a query, whose names are no names of values. */
const targetWord = /\/[^\s"'`<>()[\]{},;?]{0,65536}\?[^\s"'`<>()[\]{},;]{1,65536}/y
const symbolWord = /(?:[:@$](?=[A-Za-z_]))?[^\s"'`()[\]{}<>,;=:|│]{1,65536}/y
const separator = /[ \t]{0,64}(?:=>|:(?!\/\/)|=(?![>=]))[ \t]{0,64}/y
/** Where a bare value ends: before a bracket that closes, or before the next name. */
const nextName = /,?[ \t]{1,8}["']?[@:$]?[\w.-]{1,64}["']?(?:=|:(?!\/\/))|,[ \t]{0,8}["':]/y
/** `<Not Logged>`. */
const angled = /<[A-Za-z][A-Za-z _-]{1,64}>/y
const flatList = /\[([^[\]{}"'\n]*)\]/y

/** Node. */
const buffer = /<Buffer((?: [0-9a-f]{2}){0,64})( \.\.\. \d{1,12} more bytes?)?>/y

const matchAt = (pattern: RegExp, source: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(source)
}

const isWordCharacter = (c: string | undefined): boolean => c !== undefined && /[\w$]/.test(c)

/** Backslashes stand before quotation marks and backslashes only, as in single quotes of PHP, Perl and Ruby. */
const inSingleQuotes = (inside: string): string => inside.replace(/\\([\\'])/g, '$1')

/** YAML folds lines of a quoted text. */
const folded = (inside: string): string => inside.replace(/[ \t]*\n[ \t]*/g, ' ')

/** What a quoted text may mean. */
const readingsOf = (inside: string, quote: string, isRaw: boolean, isYaml: boolean): Text['readings'] => {
  if (!/[\\\n]|''/.test(inside)) return [inside]
  const double = inBackslashes(folded(inside))
  const plain = folded(inside).replaceAll("''", "'")
  const escaped = inBackslashes(inside)
  const single = inSingleQuotes(inside)
  const multilineReadings = inside.includes('\n') ? [double, plain] : []
  const order =
    quote === "'" && isRaw
      ? [single, escaped, ...multilineReadings, inside]
      : [escaped, ...multilineReadings, single, inside]
  const [likeliest = inside, ...otherReadings] = new Set(isYaml ? [quote === '"' ? double : plain, ...order] : order)
  return [likeliest, ...otherReadings]
}

/** Where the scan is, and what it has found so far. */
interface Scan {
  readonly text: string
  readonly stack: Array<{ readonly group: Group; readonly closer: string }>
  at: number
  /** The name before a separator, whose value comes next. */
  key: string | undefined
  /** Perl, PHP and Ruby write `=>`. */
  isArrow: boolean
  /** No comma since the last text: Python joins texts that follow one another. */
  isAdjacent: boolean
  /** The text has lists and names in lines of their own. */
  readonly isYaml: boolean
  /** For each quotation mark, up to where it is known to have no partner. */
  readonly unclosed: Map<string, number>
}

const top = (scan: Scan): Group => (scan.stack.at(-1) as { group: Group }).group

/** The tree of a text. It takes time in proportion to the text. */
export const literalTree = (source: string): Group => {
  const root: Group = { _tag: 'Group', items: [], from: 0, to: source.length }
  const scan: Scan = {
    text: source,
    stack: [{ group: root, closer: '' }],
    at: 0,
    key: undefined,
    isArrow: false,
    isAdjacent: false,
    isYaml: /^[ ]{0,64}(?:- )?[\w-]{1,64}:[ \t]{0,8}\r?$/m.test(source) && /^ {0,64}- \S/m.test(source),
    unclosed: new Map(),
  }
  while (scan.at < source.length) step(scan)
  for (const { group } of scan.stack) group.to = source.length
  return root
}

/** Reads one thing; always goes on. */
const step = (scan: Scan): void => {
  const { text: source, at: scanOffset } = scan
  const c = source[scanOffset] as string
  if (c === '\n' || c === ' ' || c === '\t' || c === '\r') {
    scan.at++
    return
  }
  if (c === '(' || c === 's' || c === 'a' || c === 'o') {
    if (readAnnotated(scan)) return
  }
  if (c === '"' || c === "'" || c === '`') {
    if (readQuoted(scan)) return
    scan.at++
    return
  }
  if (c === '<' && readBuffer(scan)) return
  if (closers[c] !== undefined) open(scan, c)
  else if (c === ']' || c === ')' || c === '}') close(scan, c)
  else if (c === ',' || c === ';') {
    scan.at++
    scan.key = undefined
    scan.isAdjacent = false
  } else if (!readSeparator(scan)) readBare(scan)
}

const add = (scan: Scan, literal: Text | Group): void => {
  top(scan).items.push({ key: scan.key, value: literal })
  scan.key = undefined
}

const readAnnotated = (scan: Scan): boolean => {
  const annotationMatch = matchAt(annotation, scan.text, scan.at)
  if (annotationMatch !== null) {
    scan.at += annotationMatch[0].length
    return true
  }
  const measured = matchAt(measuredText, scan.text, scan.at)
  if (measured === null) return false
  const textStart = scan.at + measured[0].length
  const textEnd = textStart + Number(measured[1])
  if (scan.text[textEnd] !== '"') return false
  add(scan, {
    _tag: 'Text',
    readings: [scan.text.slice(textStart, textEnd)],
    isQuoted: true,
    from: scan.at,
    to: textEnd + 1,
  })
  scan.at = textEnd + 1
  return true
}

const readBuffer = (scan: Scan): boolean => {
  const bufferMatch = matchAt(buffer, scan.text, scan.at)
  if (bufferMatch === null) return false
  const [printedBuffer, hex = '', omission] = bufferMatch
  const bytes = hex.replace(/ (..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  const bufferText = {
    _tag: 'Text',
    readings: [bytes],
    isQuoted: true,
    from: scan.at,
    to: scan.at + printedBuffer.length,
  } as const
  add(scan, omission === undefined ? bufferText : { ...bufferText, isCut: true })
  scan.at += printedBuffer.length
  return true
}

/** The offset of the closing quotation mark; a line end inside only where what follows the mark looks like an end. */
const closingQuote = (source: string, start: number, quote: string, isManyLines: boolean): number => {
  for (let offset = start; offset < source.length; offset++) {
    const c = source[offset]
    if (c === '\\') offset++
    else if (c === '\n' && !isManyLines) return -1
    else if (c === quote) {
      const followingCharacter = source[offset + 1]
      if (quote === "'" && followingCharacter === "'" && isManyLines) offset++
      else if (
        (!isWordCharacter(followingCharacter) || isNextLiteral(source, offset)) &&
        (!isManyLines || followingCharacter === undefined || /[\s,;:)\]}>=]/.test(followingCharacter))
      )
        return offset
    }
  }
  return -1
}

/** Rust prints several slices of bytes one behind the other: `b"…"b"…"`. */
const isNextLiteral = (source: string, quoteOffset: number): boolean =>
  source[quoteOffset + 1] === 'b' && source[quoteOffset + 2] === source[quoteOffset]

/**
 * A verbatim text of C#, `@"{""a"":1}"`: the inside of the quotation marks; a quotation mark is doubled, and a backslash is one. In
 * Objective-C a backslash stands before each quotation mark, and none is doubled.
 */
const verbatimText = /(?<=@\$?|\$@)"((?:[^"]|"")*)"(?!")/y

const readVerbatim = (scan: Scan): boolean => {
  const [verbatim, inside = ''] = matchAt(verbatimText, scan.text, scan.at) ?? []
  if (verbatim === undefined || !/^[^"\\]*""/.test(inside)) return false
  add(scan, {
    _tag: 'Text',
    readings: [inside.replaceAll('""', '"')],
    isQuoted: true,
    from: scan.at,
    to: scan.at + verbatim.length,
  })
  scan.isAdjacent = false
  scan.at += verbatim.length
  return true
}

const readQuoted = (scan: Scan): boolean => {
  if (readVerbatim(scan)) return true
  const { text: source, at: openingQuote, unclosed } = scan
  const quote = source[openingQuote] as string
  const precedingCharacter = source[openingQuote - 1]
  const prefix =
    /(?<![\w$])(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/.exec(
      source.slice(Math.max(0, openingQuote - 3), openingQuote),
    )?.[0] ?? ''
  if (isWordCharacter(precedingCharacter) && prefix === '') return false
  const unclosedInLine = unclosed.get(quote) ?? -1
  let end = openingQuote < unclosedInLine ? -1 : closingQuote(source, openingQuote + 1, quote, false)
  if (end < 0) {
    const lineEnd = source.indexOf('\n', openingQuote)
    unclosed.set(quote, Math.max(unclosedInLine, lineEnd < 0 ? source.length : lineEnd))
    const unclosedAnywhere = unclosed.get(`many ${quote}`) ?? -1
    end = openingQuote < unclosedAnywhere ? -1 : closingQuote(source, openingQuote + 1, quote, true)
    if (end < 0) unclosed.set(`many ${quote}`, source.length)
  }
  if (end < 0) return false
  const readings = readingsOf(
    source.slice(openingQuote + 1, end),
    quote,
    scan.isArrow,
    scan.isYaml && scan.stack.length === 1,
  )
  const previousItem = top(scan).items.at(-1)
  if (
    scan.isAdjacent &&
    scan.key === undefined &&
    previousItem?.value._tag === 'Text' &&
    /^[ \t]*\r?\n[ \t]*[bBuUrR]?$/.test(source.slice(previousItem.value.to, openingQuote).slice(0, 256))
  )
    previousItem.value = {
      ...previousItem.value,
      readings: [previousItem.value.readings[0] + readings[0]],
      to: end + 1,
    }
  else {
    // strace and Go's dumps go on with an ellipsis where they have cut the text.
    const quoted = { _tag: 'Text', readings, isQuoted: true, from: openingQuote, to: end + 1 } as const
    add(scan, source.startsWith('...', end + 1) ? { ...quoted, isCut: true } : quoted)
  }
  scan.isAdjacent = true
  scan.at = end + 1
  return true
}

const open = (scan: Scan, c: string): void => {
  const { text: source, at: bracketOffset } = scan
  const flat = c === '[' && scan.key !== undefined ? matchAt(flatList, source, bracketOffset) : null
  const isFieldList = /^headers?$/i.test(scan.key ?? '') && /^[\w-]{1,128}:(?!\/\/)/.test(flat?.[1] ?? '')
  if (flat !== null && !isFieldList && matchAt(separator, source, bracketOffset + flat[0].length) === null) {
    add(scan, {
      _tag: 'Text',
      readings: [flat[1] ?? '', flat[0]],
      isQuoted: false,
      from: bracketOffset,
      to: bracketOffset + flat[0].length,
    })
    scan.at += flat[0].length
    return
  }
  const group: Group = { _tag: 'Group', items: [], from: bracketOffset, to: bracketOffset }
  const previousItem = top(scan).items.at(-1)
  if (
    scan.key === undefined &&
    previousItem?.key !== undefined &&
    isTypeName(previousItem.value, source, bracketOffset)
  )
    previousItem.value = group
  else add(scan, group)
  if (scan.stack.length < maxDepth) scan.stack.push({ group, closer: closers[c] as string })
  scan.key = undefined
  scan.isAdjacent = false
  scan.at++
}

/** `Headers {`, `URL(`, and `Array` in the line before: the name of a type and no value. */
const isTypeName = (previous: Text | Group, source: string, bracketOffset: number): boolean => {
  if (previous._tag === 'Group' || previous.isQuoted || bracketOffset - previous.to > 64) return false
  const between = source.slice(previous.to, bracketOffset)
  return /^[ \t]*<?$/.test(between) || (/^\s*$/.test(between) && /^(?:Array|\S+ Object)$/.test(previous.readings[0]))
}

/** A bracket without a partner is passed over. */
const close = (scan: Scan, c: string): void => {
  scan.at++
  const openGroup = scan.stack.findLastIndex(({ closer }) => closer === c)
  if (openGroup < 0) return
  for (const { group } of scan.stack.slice(openGroup)) group.to = scan.at
  scan.stack.length = openGroup
  scan.key = undefined
  scan.isAdjacent = false
}

/** What stands before the separator becomes a name. */
const readSeparator = (scan: Scan): boolean => {
  const separatorMatch = matchAt(separator, scan.text, scan.at)
  if (separatorMatch === null) return false
  const { items: siblings } = top(scan)
  const namedItem = siblings.at(-1)
  const candidateName = nameOf(namedItem?.value)
  const isClose = namedItem !== undefined && /^[ \t\n]*$/.test(scan.text.slice(namedItem.value.to, scan.at).slice(-16))
  // A symbol of Ruby follows.
  // The hour of a time is no name.
  const isTime =
    candidateName !== undefined &&
    /^\d{1,2}$/.test(candidateName) &&
    /^:\d\d/.test(scan.text.slice(scan.at, scan.at + 3))
  if (scan.key !== undefined || candidateName === undefined || !isClose || isTime) return false
  siblings.pop()
  scan.key = candidateName
  scan.isArrow = separatorMatch[0].includes('=>')
  scan.isAdjacent = false
  scan.at += separatorMatch[0].length
  if (!/["'`[({\n]/.test(scan.text[scan.at] ?? '\n')) readBareValue(scan)
  return true
}

const nameOf = (nameLiteral: Text | Group | undefined): string | undefined => {
  // PHP: `[name] => `.
  const only =
    nameLiteral?._tag === 'Group' && nameLiteral.items.length === 1 ? nameLiteral.items[0]?.value : nameLiteral
  return only?._tag === 'Text' && only.readings[0].length <= 256 ? only.readings[0] : undefined
}

const addBare = (scan: Scan, length: number): void => {
  const { text: source, at: wordStart } = scan
  const bare = source.slice(wordStart, wordStart + length).trimEnd()
  add(scan, { _tag: 'Text', readings: [bare], isQuoted: false, from: wordStart, to: wordStart + bare.length })
  scan.isAdjacent = false
  scan.at += length
}

/** The value of a name, without quotes: to the end of the line, or to the next name. */
const readBareValue = (scan: Scan): void => {
  const { text: source, at: valueStart } = scan
  const header = matchAt(credentials, source, valueStart) ?? matchAt(urlWord, source, valueStart)
  if (header !== null) {
    addBare(scan, header[0].length)
    return
  }
  if (
    /^(?:[bBuUrRL@]{1,2}["']|<(?:Buffer )?(?![A-Za-z][A-Za-z _-]{1,64}>))/.test(
      source.slice(valueStart, valueStart + 72),
    )
  )
    return
  if (matchAt(annotation, source, valueStart) !== null || matchAt(measuredText, source, valueStart) !== null) return
  const sealed = matchAt(angled, source, valueStart)
  if (sealed !== null) {
    addBare(scan, sealed[0].length)
    return
  }
  const isHeaders = scan.key !== undefined && /^headers?$/i.test(scan.key)
  let valueEnd = valueStart
  for (; valueEnd < source.length; valueEnd++) {
    const c = source[valueEnd] as string
    if (c === '\n' || c === ']' || c === '}' || c === ')' || c === '[' || c === '{' || c === '(' || c === '|') break
    if ((c === ',' || c === ' ' || c === '\t') && matchAt(nextName, source, valueEnd) !== null) break
    // `header=name=value`.
    if (
      (c === '=' || c === ':') &&
      isHeaders &&
      valueEnd - valueStart <= 64 &&
      /^[\w-]{1,64}$/.test(source.slice(valueStart, valueEnd))
    )
      break
  }
  addBare(scan, valueEnd - valueStart)
}

const readBare = (scan: Scan): void => {
  const { text: source, at: wordStart } = scan
  const wordMatch =
    matchAt(credentials, source, wordStart) ??
    matchAt(urlWord, source, wordStart) ??
    (source[wordStart] === '/' ? matchAt(targetWord, source, wordStart) : null) ??
    matchAt(symbolWord, source, wordStart)
  // YAML begins an entry of a list so.
  if (wordMatch === null || (wordMatch[0] === '-' && scan.key !== undefined)) {
    scan.at++
    return
  }
  const followingCharacter = source[wordStart + wordMatch[0].length]
  // `b'…'`: the letter belongs to the text.
  if (
    (followingCharacter === '"' || followingCharacter === "'") &&
    /^(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/.test(wordMatch[0])
  ) {
    scan.at += wordMatch[0].length
    return
  }
  addBare(scan, wordMatch[0].length)
}
