/**
 * JSON that a program has printed for the eye, with line ends and indentation. Other bytes were sent; where Content-Length tells
 * how many, the compact form is taken if it has that length.
 *
 * mitmdump and HTTPie sort the members too, which the length does not show: where all members are in the order of their names, the
 * body is not known.
 *
 *     { ⏎ "a": 1 ⏎ }     with a length of 7: {"a":1}; with a length of 8, as Python writes it: {"a": 1}
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { isJson } from './escapedBody.ts'

interface Compact {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

/** U+FFFD in UTF-8, one character for each byte. */
const replacement = '\u00ef\u00bf\u00bd'

const tokenPattern = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+|\s+/gy

interface Value {
  /** Without blanks between the tokens. */
  readonly compact: string
  /** With a blank behind each comma and colon, as Python writes it. */
  readonly spaced: string
  readonly end: number
}

/** The object or the list that begins the text. */
const readPrinted = (printedText: string): Value | undefined => {
  let compact = ''
  let spaced = ''
  let depth = 0
  for (const tokenMatch of printedText.matchAll(tokenPattern)) {
    const [token] = tokenMatch
    if (/^\s/.test(token)) continue
    if (depth === 0 && token !== '{' && token !== '[') return undefined
    compact += token
    spaced += token === ',' || token === ':' ? `${token} ` : token
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth === 0) return { compact, spaced, end: tokenMatch.index + token.length }
  }
  return undefined
}

/** JSON with a blank behind each comma and colon, as Python writes it. Undefined if the text does not begin with an object or a list. */
export const spacedJson = (printedText: string): string | undefined => readPrinted(printedText)?.spaced

/** Whether the text is one object or one list, from its first to its last character. */
export const isWholeObject = (text: string): boolean => readPrinted(text)?.end === text.length

/** Whether the text is an object or a list without blanks between its tokens. */
export const isCompactObject = (text: string): boolean => readPrinted(text)?.compact === text

/** A JSON column of PostgreSQL or MySQL orders members so: shorter names first, names of one length by their bytes. */
const isInOrderOfColumn = (first: string, second: string): boolean =>
  first.length < second.length || (first.length === second.length && first < second)

/**
 * Whether a database has written this JSON anew, as columns of the types jsonb and JSON do: with a blank behind each comma and colon, and
 * with the members of each object in their order. Three members in this order may be chance, four hardly.
 */
export const isRewrittenByDatabase = (json: string): boolean => {
  const printed = readPrinted(json)
  if (printed === undefined || printed.spaced !== json.trim()) return false
  const lastNames: Array<string | undefined> = []
  let pairs = 0
  for (const [token, ...groups] of json.matchAll(/"((?:[^"\\]|\\.)*)"(?=(: )?)|[{}]/g)) {
    if (token === '{') lastNames.push(undefined)
    else if (token === '}') lastNames.pop()
    else if (groups[1] !== undefined) {
      const [memberName = ''] = groups
      const previousName = lastNames.at(-1)
      if (previousName !== undefined && !isInOrderOfColumn(previousName, memberName)) return false
      if (previousName !== undefined) pairs++
      lastNames[lastNames.length - 1] = memberName
    }
  }
  return pairs >= 3
}

const memberName = /^"((?:[^"\\]|\\.)*)"$/

/**
 * Whether the members of some object are in another order than that of their names: then the program that printed the JSON has not
 * sorted them. Objects of one member have no order.
 */
const keepsOrder = (printedText: string): boolean => {
  const lastNames: Array<string> = []
  let hasOrder = false
  let previousText: string | undefined
  for (const [token] of printedText.matchAll(tokenPattern)) {
    if (/^\s/.test(token)) continue
    if (token === '{' || token === '[') lastNames.push('')
    if (token === '}' || token === ']') lastNames.pop()
    if (lastNames.length === 0) break
    if (token === ':' && previousText !== undefined) {
      const precedingName = lastNames.at(-1) ?? ''
      if (precedingName !== '') hasOrder = true
      if (precedingName > previousText) return true
      lastNames[lastNames.length - 1] = previousText
    }
    previousText = memberName.exec(token)?.[1]
  }
  return !hasOrder
}

/** Whether the members of an object, and of all that is round it, are in the order of their names: a logger may have sorted them. */
export const isSortedWithin = (printedBody: string, printedLog: string): boolean =>
  !keepsOrder(printedBody) && !keepsOrder(printedLog)

/** The JSON at the beginning of the text without what was added for the eye, if it then has that many bytes and its members are not sorted. */
export const compactOfLength = (printedText: Bytes.Bytes, length: number): Compact | undefined => {
  const printed = readPrinted(latin1(printedText))
  if (printed === undefined) return undefined
  const chosen = [printed.compact, printed.spaced].find((form) => form.length === length)
  if (chosen === undefined) return undefined
  // What is no JSON was not printed from JSON; U+FFFD stands for bytes that were lost.
  if (!keepsOrder(latin1(printedText)) || !isJson(chosen) || chosen.includes(replacement)) return undefined
  const isAsSent = chosen === latin1(printedText.subarray(0, length))
  const indented =
    'The body was indented for reading: its Content-Length fits its compact form, so the compact form was used.'
  return { bytes: Bytes.ofAscii(chosen), notes: isAsSent ? [] : [indented] }
}

/** Whether the text begins with JSON of several lines that is longer than it was when it was sent. */
export const isPrintedJson = (printedText: Bytes.Bytes, length: number): boolean => {
  const printed = readPrinted(latin1(printedText))
  return (
    printed !== undefined &&
    printed.end > length &&
    printed.compact.length <= length &&
    printed.compact.length < printed.end
  )
}
