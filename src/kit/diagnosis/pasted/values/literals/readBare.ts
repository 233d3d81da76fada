/**
 * Readers of words and values without quotes, for literalTree.ts. A bare word ends at a blank or a bracket. The bare value of a name may
 * have blanks: it ends at the end of the line, at a closing bracket, or before the next name.
 *
 *     Accept: text/html, text/plain      one value
 *     method=POST path=/v1/jobs          two names with a value each
 */

import { matchAt } from '../../matchAt.ts'
import { bodyNames, plainName, routeNames } from '../usualNames.ts'
import { addItem, isHeadersName, type LiteralScan } from './LiteralScan.ts'
import { targetAt } from './readTarget.ts'
import { annotation, measuredText } from './readTyped.ts'

/** The value of an item: in quotation marks, or up to a blank, a comma or a mark that closes something. */
const itemValue = /(?:"[^"\n]{0,4096}"|[^\s,"'\])}>|…]{0,4096})/.source

const item = `\\w{1,64}=${itemValue}`

/** A header of the shape that signed requests have: `SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,…`. */
const credentials = new RegExp(
  [
    // The auth type.
    /[A-Za-z][\w-]{0,64} /.source,
    // Not a line of a log: in `INFO id=7,method=GET` a method or a URL comes before any item of a header.
    /(?!(?:(?!signature=|nonce_str=|\n|\{).){0,200}?(?<=[ ,])(?:method|url)=)/.source,
    // Nor the URL of a log: `GET uri=/a,b=c`.
    /(?!\w{0,32}(?:[Uu][Rr][IiLl]|[Pp]ath|[Tt]arget)=)/.source,
    // The first item. No value of a header begins with one of these marks.
    /\w{1,64}=(?![:#@&<])/.source + itemValue,
    // The others, each behind a comma. In a map of Java a blank and the next name, such as `Accept=`, follow the last item.
    `(?:(?:,${item}){1,16}|(?:, (?![A-Z])${item}){1,16})`,
  ].join(''),
  'y',
)

/** The mark between this header and the next: `Authorization=…AA==; Content-Length=88`. */
const markBeforeHeader = /;[ \t]{1,8}[A-Za-z][\w-]{0,127}[=:]/y

/** The credentials at the offset, without the mark before the next header. */
const credentialsAt = (source: string, offset: number): string | undefined => {
  const [written] = matchAt(credentials, source, offset) ?? []
  const isMarked = written?.endsWith(';') === true
  return isMarked && matchAt(markBeforeHeader, source, offset + written.length - 1) !== null
    ? written.slice(0, -1)
    : written
}

const symbolWord = /(?:[:@$](?=[A-Za-z_]))?[^\s"'`()[\]{}<>,;=:|│]{1,65536}/y
/** Where a bare value ends: before a bracket that closes, or before the next name. */
const nextName =
  /,?[ \t]{1,8}["']?[@:$]?[\w.-]{1,64}["']?(?:=|:(?!\/\/))|,[ \t]{0,8}(?:["':]|[@$]?[\w.-]{1,64}[ \t]{0,4}=>|[\w.-]{1,64} = )/y
/** A method and a URL in a message of a log, as in `main.py:55 - -> POST https://h/v1/jobs {`: no part of the value of a name. */
const requestWords = /[ \t]{1,8}["']?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?=https?:\/\/|\/)/y
/** The list of headers of a client of Quarkus and of morgan-body, directly after the URL: `Request: POST http://h/a Headers[…]`. */
const headersWord = /[ \t]{1,8}headers(?=\[)/iy
/** A header as print_r of PHP shows it in a list: `[0] => Accept: text/html`. */
const fieldLine = /[A-Za-z][\w-]{0,127}: [^\n\r]{1,65536}/y
/** What a program writes in place of a value: `<Not Logged>`. The first tag of XML has something behind it. */
const placeholder = /<[A-Za-z][A-Za-z _-]{1,64}>(?=[\s,;)\]}|"']|$)/y
/** What begins a literal and no bare value: the letters before a quotation mark, or the `<` of an object that is no placeholder. */
const literalStart = /^(?:[bBuUrRL@]{1,2}["']|<(?:Buffer )?(?![A-Za-z][A-Za-z _-]{1,64}>))/

const addBare = (scan: LiteralScan, length: number): void => {
  const { source, offset: wordStart } = scan
  const bare = source.slice(wordStart, wordStart + length).trimEnd()
  addItem(scan, { _tag: 'Text', readings: [bare], isQuoted: false, from: wordStart, to: wordStart + bare.length })
  scan.isAdjacent = false
  scan.offset += length
}

/** The first tag of an element of XML, perhaps behind a declaration. */
const firstTag =
  /(?:<\?xml[^<>\n]{0,256}\?>\s{0,4})?<([A-Za-z_][\w:.-]{0,127})(?:\s[\w:.-]{1,128}=[^<>\n]{0,4096}?)?\s{0,8}(\/)?>/y

/** More elements without an end are not looked for. */
const mostUnclosed = 64

/** The end of the element that begins at the offset. -1 if it has none. Undefined if no element begins there. */
const elementEnd = (scan: LiteralScan, offset: number): number | undefined => {
  const [begin, name = '', closed] = matchAt(firstTag, scan.source, offset) ?? []
  if (begin === undefined) return undefined
  if (closed !== undefined) return offset + begin.length
  if (scan.unclosed.has(name) || scan.unclosed.size > mostUnclosed) return -1
  const tags = new RegExp(`<(/?)${name.replaceAll('.', '\\.')}(?:\\s[^<>\n]{0,4096})?(/?)>`, 'g')
  tags.lastIndex = offset + begin.length
  let depth = 1
  for (let tag = tags.exec(scan.source); tag !== null; tag = tags.exec(scan.source)) {
    if (tag[1] === '/') depth--
    else if (tag[2] === '') depth++
    if (depth === 0) return tags.lastIndex
  }
  scan.unclosed.add(name)
  return -1
}

/** Reads XML as the bare value of a name of a body. */
const readElement = (scan: LiteralScan): boolean => {
  if (scan.key === undefined || !bodyNames.test(plainName(scan.key))) return false
  const end = elementEnd(scan, scan.offset)
  if (end === undefined || (end < 0 && matchAt(placeholder, scan.source, scan.offset) !== null)) return false
  // A part of an element is not the body.
  if (end < 0) scan.key = undefined
  else addBare(scan, end - scan.offset)
  return true
}

/** The header behind the last word of a message: `Sending HTTP Request: Authorization="…"`. */
const headerAssignment = /authorization="/iy

/** The label of a URL behind the name of a logger: `HttpClient: REQUEST: http://h/v1/jobs`. */
const labelOfUrl = /(?:REQUEST|URL|URI): (?=https?:\/\/)/iy

/** The value of a name, without quotes: to the end of the line, or to the next name. */
export const readBareValue = (scan: LiteralScan): void => {
  const { source, offset: valueStart } = scan
  const isNumbered = scan.isArrow && /^\d{1,4}$/.test(scan.key ?? '')
  const word =
    (isNumbered ? matchAt(fieldLine, source, valueStart)?.[0] : undefined) ??
    credentialsAt(source, valueStart) ??
    targetAt(scan, valueStart)
  if (word !== undefined) {
    addBare(scan, word.length)
    return
  }
  if ((matchAt(headerAssignment, source, valueStart) ?? matchAt(labelOfUrl, source, valueStart)) !== null) {
    scan.key = undefined
    return
  }
  if (readElement(scan)) return
  // What begins like this, `step` reads next: `readQuoted`, `readBuffer`, `readBinary`, `readAnnotation` or `readMeasuredText`.
  if (literalStart.test(source.slice(valueStart, valueStart + 72))) return
  if (matchAt(annotation, source, valueStart) !== null || matchAt(measuredText, source, valueStart) !== null) return
  const placeholderMatch = matchAt(placeholder, source, valueStart)
  if (placeholderMatch !== null) {
    addBare(scan, placeholderMatch[0].length)
    return
  }
  const end = bareValueEnd(source, valueStart, isHeadersName(scan.key))
  if (isRequestWithMore(scan, valueStart, end)) scan.key = undefined
  else addBare(scan, end - valueStart)
}

/** A method and a URL before a bracket, and perhaps words: `GET http://h/v1/jobs with headers `. */
const methodAndUrl =
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:https?:\/\/|\/)\S{0,65536}[ \t](?:[\w-]{1,32}[ \t]){0,4}$/

/** A method and a URL, and other words behind a comma: `POST http://h/v1/jobs, response as: …`. */
const urlAndWords = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) https?:\/\/[^\s,]{1,65536}, [A-Za-z]/

/**
 * Whether a method and a URL stand between this name and a bracket: `DEBUG: GET http://h/v1/jobs {…}`. The name is that of a level or of
 * a logger then, and what is in the bracket belongs to the request. A route is a value: `name: GET /v1/jobs {id}`.
 */
const isRequestWithMore = ({ source, key }: LiteralScan, from: number, end: number): boolean =>
  urlAndWords.test(source.slice(from, end)) ||
  (/^[[{(]$/.test(source[end] ?? '') &&
    !routeNames.test(plainName(key ?? '')) &&
    methodAndUrl.test(source.slice(from, end)))

/** The offset where a bare value ends. */
const bareValueEnd = (source: string, valueStart: number, isOfHeaders: boolean): number => {
  for (let end = valueStart; end < source.length; end++) {
    const c = source[end] as string
    if (c === '\n' || c === ']' || c === '}' || c === ')' || c === '[' || c === '{' || c === '(' || c === '|')
      return end
    if ((c === ',' || c === ' ' || c === '\t') && matchAt(nextName, source, end) !== null) return end
    if (c === ' ' && (matchAt(requestWords, source, end) ?? matchAt(headersWord, source, end)) !== null) return end
    // Rust ends each line of a structure in a comma.
    if (c === ',' && (source[end + 1] === '\n' || source[end + 1] === '\r')) return end
    // In `header=name=value` the value of `header` begins with the name of a header.
    const isSecondSeparator = isOfHeaders && (c === '=' || c === ':') && end - valueStart <= 64
    if (isSecondSeparator && /^[\w-]{1,64}$/.test(source.slice(valueStart, end))) return end
  }
  return source.length
}

/** A word without quotes: a name, a value, or a word of a log. A character that begins no word is skipped. */
export const readBareWord = (scan: LiteralScan): void => {
  const { source, offset: wordStart } = scan
  const word =
    credentialsAt(source, wordStart) ?? targetAt(scan, wordStart) ?? matchAt(symbolWord, source, wordStart)?.[0]
  // YAML begins an entry of a list with a hyphen.
  if (word === undefined || (word === '-' && scan.key !== undefined)) {
    scan.offset++
    return
  }
  const following = source[wordStart + word.length]
  // The letter of `b'…'` belongs to the text.
  const isPrefix = (following === '"' || following === "'") && /^(?:[bBuUrRL@]|[rR][bB]|[bB][rR])$/.test(word)
  if (isPrefix) scan.offset += word.length
  else addBare(scan, word.length)
}
