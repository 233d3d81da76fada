/**
 * JSON that a program has printed for the eye, with line ends and indentation. Other bytes were sent; where Content-Length tells
 * how many, the compact form is taken if it has that length.
 *
 *     { ⏎ "a": 1 ⏎ }     with a length of 7: {"a":1}; with a length of 8, as Python writes it: {"a": 1}
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'

interface Compact {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

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

/** The JSON at the beginning of the text without what was added for the eye, if it then has that many bytes. */
export const compactOfLength = (printedText: Bytes.Bytes, length: number): Compact | undefined => {
  const printed = readPrinted(latin1(printedText))
  if (printed === undefined) return undefined
  const chosen = [printed.compact, printed.spaced].find((form) => form.length === length)
  if (chosen === undefined) return undefined
  const notes = [
    'The body was printed for the eye: its Content-Length is that of its compact form, which was taken. Some programs sort the members as well; then give the body itself.',
  ]
  return { bytes: Bytes.ofAscii(chosen), notes }
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
