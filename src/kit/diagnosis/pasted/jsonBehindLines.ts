/**
 * A body of JSON between the headers and which something else stands: empty lines, or a line of words that a person or a program has
 * written there.
 *
 *     Content-Length: 2
 *
 *     POST data:
 *
 *     {}
 *
 * Texts have one character for each byte.
 */
import { isWholeObject } from './printedJson.ts'

export const emptyLinesLeftOut = 'The empty lines before the body are not in its Content-Length, and were left out.'

const lineLeftOut =
  'The line between the headers and the JSON is not of the body, so it was left out. If this line was sent too, give the body itself.'

const emptyLines = /^(?:\r?\n)+(?=[[{])/

/** A line of words, and then JSON, perhaps after empty lines. */
const lineOfWords = /^(?![[{])[^\s][^\n]{0,256}\n(?:[ \t\r]{0,8}\n){0,4}(?=[[{])/

/** The same, where a colon shows that the line announces something. */
const announcingLine = /^[A-Za-z][^\n:{[]{0,128}:\r?\n(?:[ \t\r]{0,8}\n){0,4}(?=[[{])/

/**
 * Where the JSON begins, and a note on what stands before it. Undefined if the text begins otherwise, or if the JSON does not have this
 * length and end in its line. Without a length the JSON must end with the text, and the line must announce it.
 */
export const jsonBehindLines = (
  text: string,
  length: number | undefined,
): { readonly from: number; readonly note: string } | undefined => {
  const [empty] = length === undefined ? [] : (emptyLines.exec(text) ?? [])
  const [before] =
    empty === undefined ? ((length === undefined ? announcingLine : lineOfWords).exec(text) ?? []) : [empty]
  if (before === undefined) return undefined
  const from = before.length
  const end = length === undefined ? text.length : from + length
  const endsInLine = /^(?:\r?\n|$)/.test(text.slice(end, end + 2))
  if (end > text.length || !endsInLine || !isWholeObject(text.slice(from, end).trimEnd())) return undefined
  return { from, note: empty === undefined ? lineLeftOut : emptyLinesLeftOut }
}
