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

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
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
  const lines = inside.includes('\n') ? [double, plain] : []
  const order = quote === "'" && isRaw ? [single, escaped, ...lines, inside] : [escaped, ...lines, single, inside]
  const [first = inside, ...rest] = new Set(isYaml ? [quote === '"' ? double : plain, ...order] : order)
  return [first, ...rest]
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
export const literalTree = (text: string): Group => {
  const root: Group = { _tag: 'Group', items: [], from: 0, to: text.length }
  const scan: Scan = {
    text,
    stack: [{ group: root, closer: '' }],
    at: 0,
    key: undefined,
    isArrow: false,
    isAdjacent: false,
    isYaml: /^[ ]{0,64}(?:- )?[\w-]{1,64}:[ \t]{0,8}\r?$/m.test(text) && /^ {0,64}- \S/m.test(text),
    unclosed: new Map(),
  }
  while (scan.at < text.length) step(scan)
  for (const { group } of scan.stack) group.to = text.length
  return root
}

/** Reads one thing; always goes on. */
const step = (scan: Scan): void => {
  const { text, at } = scan
  const c = text[at] as string
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

const add = (scan: Scan, value: Text | Group): void => {
  top(scan).items.push({ key: scan.key, value })
  scan.key = undefined
}

const readAnnotated = (scan: Scan): boolean => {
  const found = matchAt(annotation, scan.text, scan.at)
  if (found !== null) {
    scan.at += found[0].length
    return true
  }
  const measured = matchAt(measuredText, scan.text, scan.at)
  if (measured === null) return false
  const from = scan.at + measured[0].length
  const to = from + Number(measured[1])
  if (scan.text[to] !== '"') return false
  add(scan, { _tag: 'Text', readings: [scan.text.slice(from, to)], isQuoted: true, from: scan.at, to: to + 1 })
  scan.at = to + 1
  return true
}

const readBuffer = (scan: Scan): boolean => {
  const found = matchAt(buffer, scan.text, scan.at)
  if (found === null) return false
  const [whole, hex = '', more] = found
  const bytes = hex.replace(/ (..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  const text = { _tag: 'Text', readings: [bytes], isQuoted: true, from: scan.at, to: scan.at + whole.length } as const
  add(scan, more === undefined ? text : { ...text, isCut: true })
  scan.at += whole.length
  return true
}

/** The offset of the closing quotation mark; a line end inside only where what follows the mark looks like an end. */
const closingQuote = (text: string, from: number, quote: string, isManyLines: boolean): number => {
  for (let at = from; at < text.length; at++) {
    const c = text[at]
    if (c === '\\') at++
    else if (c === '\n' && !isManyLines) return -1
    else if (c === quote) {
      const next = text[at + 1]
      if (quote === "'" && next === "'" && isManyLines) at++
      else if (
        (!isWordCharacter(next) || isNextLiteral(text, at)) &&
        (!isManyLines || next === undefined || /[\s,;:)\]}>=]/.test(next))
      )
        return at
    }
  }
  return -1
}

/** Rust prints several slices of bytes one behind the other: `b"…"b"…"`. */
const isNextLiteral = (text: string, at: number): boolean => text[at + 1] === 'b' && text[at + 2] === text[at]

const readQuoted = (scan: Scan): boolean => {
  const { text, at, unclosed } = scan
  const quote = text[at] as string
  const before = text[at - 1]
  const prefix = /(?<![\w$])(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/.exec(text.slice(Math.max(0, at - 3), at))?.[0] ?? ''
  if (isWordCharacter(before) && prefix === '') return false
  const line = unclosed.get(quote) ?? -1
  let end = at < line ? -1 : closingQuote(text, at + 1, quote, false)
  if (end < 0) {
    const lineEnd = text.indexOf('\n', at)
    unclosed.set(quote, Math.max(line, lineEnd < 0 ? text.length : lineEnd))
    const all = unclosed.get(`many ${quote}`) ?? -1
    end = at < all ? -1 : closingQuote(text, at + 1, quote, true)
    if (end < 0) unclosed.set(`many ${quote}`, text.length)
  }
  if (end < 0) return false
  const readings = readingsOf(text.slice(at + 1, end), quote, scan.isArrow, scan.isYaml && scan.stack.length === 1)
  const last = top(scan).items.at(-1)
  if (
    scan.isAdjacent &&
    scan.key === undefined &&
    last?.value._tag === 'Text' &&
    /^[ \t]*\r?\n[ \t]*[bBuUrR]?$/.test(text.slice(last.value.to, at).slice(0, 256))
  )
    last.value = { ...last.value, readings: [last.value.readings[0] + readings[0]], to: end + 1 }
  else {
    // strace and Go's dumps go on with an ellipsis where they have cut the text.
    const value = { _tag: 'Text', readings, isQuoted: true, from: at, to: end + 1 } as const
    add(scan, text.startsWith('...', end + 1) ? { ...value, isCut: true } : value)
  }
  scan.isAdjacent = true
  scan.at = end + 1
  return true
}

const open = (scan: Scan, c: string): void => {
  const { text, at } = scan
  const flat = c === '[' && scan.key !== undefined ? matchAt(flatList, text, at) : null
  if (flat !== null && matchAt(separator, text, at + flat[0].length) === null) {
    add(scan, { _tag: 'Text', readings: [flat[1] ?? '', flat[0]], isQuoted: false, from: at, to: at + flat[0].length })
    scan.at += flat[0].length
    return
  }
  const group: Group = { _tag: 'Group', items: [], from: at, to: at }
  const last = top(scan).items.at(-1)
  if (scan.key === undefined && last?.key !== undefined && isTypeName(last.value, text, at)) last.value = group
  else add(scan, group)
  if (scan.stack.length < maxDepth) scan.stack.push({ group, closer: closers[c] as string })
  scan.key = undefined
  scan.isAdjacent = false
  scan.at++
}

/** `Headers {`, `URL(`, and `Array` in the line before: the name of a type and no value. */
const isTypeName = (value: Text | Group, text: string, at: number): boolean => {
  if (value._tag === 'Group' || value.isQuoted || at - value.to > 64) return false
  const between = text.slice(value.to, at)
  return /^[ \t]*<?$/.test(between) || (/^\s*$/.test(between) && /^(?:Array|\S+ Object)$/.test(value.readings[0]))
}

/** A bracket without a partner is passed over. */
const close = (scan: Scan, c: string): void => {
  scan.at++
  const keep = scan.stack.findLastIndex(({ closer }) => closer === c)
  if (keep < 0) return
  for (const { group } of scan.stack.slice(keep)) group.to = scan.at
  scan.stack.length = keep
  scan.key = undefined
  scan.isAdjacent = false
}

/** What stands before the separator becomes a name. */
const readSeparator = (scan: Scan): boolean => {
  const found = matchAt(separator, scan.text, scan.at)
  if (found === null) return false
  const { items } = top(scan)
  const last = items.at(-1)
  const name = nameOf(last?.value)
  const isClose = last !== undefined && /^[ \t\n]*$/.test(scan.text.slice(last.value.to, scan.at).slice(-16))
  // A symbol of Ruby follows.
  // The hour of a time is no name.
  const isTime = name !== undefined && /^\d{1,2}$/.test(name) && /^:\d\d/.test(scan.text.slice(scan.at, scan.at + 3))
  if (scan.key !== undefined || name === undefined || !isClose || isTime) return false
  items.pop()
  scan.key = name
  scan.isArrow = found[0].includes('=>')
  scan.isAdjacent = false
  scan.at += found[0].length
  if (!/["'`[({\n]/.test(scan.text[scan.at] ?? '\n')) readBareValue(scan)
  return true
}

const nameOf = (value: Text | Group | undefined): string | undefined => {
  // PHP: `[name] => `.
  const only = value?._tag === 'Group' && value.items.length === 1 ? value.items[0]?.value : value
  return only?._tag === 'Text' && only.readings[0].length <= 256 ? only.readings[0] : undefined
}

const addBare = (scan: Scan, length: number): void => {
  const { text, at } = scan
  const bare = text.slice(at, at + length).trimEnd()
  add(scan, { _tag: 'Text', readings: [bare], isQuoted: false, from: at, to: at + bare.length })
  scan.isAdjacent = false
  scan.at += length
}

/** The value of a name, without quotes: to the end of the line, or to the next name. */
const readBareValue = (scan: Scan): void => {
  const { text, at } = scan
  const header = matchAt(credentials, text, at) ?? matchAt(urlWord, text, at)
  if (header !== null) {
    addBare(scan, header[0].length)
    return
  }
  if (/^(?:[bBuUrRL@]{1,2}["']|<(?:Buffer )?(?![A-Za-z][A-Za-z _-]{1,64}>))/.test(text.slice(at, at + 72))) return
  if (matchAt(annotation, text, at) !== null || matchAt(measuredText, text, at) !== null) return
  const sealed = matchAt(angled, text, at)
  if (sealed !== null) {
    addBare(scan, sealed[0].length)
    return
  }
  const isHeaders = scan.key !== undefined && /^headers?$/i.test(scan.key)
  let to = at
  for (; to < text.length; to++) {
    const c = text[to] as string
    if (c === '\n' || c === ']' || c === '}' || c === ')' || c === '[' || c === '{' || c === '(' || c === '|') break
    if ((c === ',' || c === ' ' || c === '\t') && matchAt(nextName, text, to) !== null) break
    // `header=name=value`.
    if ((c === '=' || c === ':') && isHeaders && to - at <= 64 && /^[\w-]{1,64}$/.test(text.slice(at, to))) break
  }
  addBare(scan, to - at)
}

const readBare = (scan: Scan): void => {
  const { text, at } = scan
  const found =
    matchAt(credentials, text, at) ??
    matchAt(urlWord, text, at) ??
    (text[at] === '/' ? matchAt(targetWord, text, at) : null) ??
    matchAt(symbolWord, text, at)
  // YAML begins an entry of a list so.
  if (found === null || (found[0] === '-' && scan.key !== undefined)) {
    scan.at++
    return
  }
  const next = text[at + found[0].length]
  // `b'…'`: the letter belongs to the text.
  if ((next === '"' || next === "'") && /^(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/.test(found[0])) {
    scan.at += found[0].length
    return
  }
  addBare(scan, found[0].length)
}
