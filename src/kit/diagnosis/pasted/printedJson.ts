/**
 * JSON that a program has printed for the eye, with line ends and indentation. The text that was sent is another one; where its
 * length is known, the compact form may be it.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'

interface Compact {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

const piece = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+|\s+/gy

interface Value {
  /** Without blanks between the tokens. */
  readonly compact: string
  /** With a blank behind each comma and colon, as Python writes it. */
  readonly spaced: string
  readonly end: number
}

/** The object or the list that begins the text. */
const valueAt = (text: string): Value | undefined => {
  let compact = ''
  let spaced = ''
  let depth = 0
  for (const found of text.matchAll(piece)) {
    const [token] = found
    if (/^\s/.test(token)) continue
    if (depth === 0 && token !== '{' && token !== '[') return undefined
    compact += token
    spaced += token === ',' || token === ':' ? `${token} ` : token
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth === 0) return { compact, spaced, end: found.index + token.length }
  }
  return undefined
}

/** The JSON at the beginning of the text without what was added for the eye, if it then has that many bytes. */
export const compactOfLength = (text: Bytes.Bytes, length: number): Compact | undefined => {
  const value = valueAt(latin1(text))
  if (value === undefined) return undefined
  const chosen = [value.compact, value.spaced].find((each) => each.length === length)
  if (chosen === undefined) return undefined
  const notes = [
    'The body was printed for the eye: its Content-Length is that of its compact form, which was taken. Some programs sort the members as well; then give the body itself.',
  ]
  return { bytes: Bytes.ofAscii(chosen), notes }
}

/** Whether the text begins with JSON of several lines that is longer than it was when it was sent. */
export const isPrintedJson = (text: Bytes.Bytes, length: number): boolean => {
  const value = valueAt(latin1(text))
  return value !== undefined && value.end > length && value.compact.length <= length && value.compact.length < value.end
}
