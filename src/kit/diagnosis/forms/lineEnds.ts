/**
 * The line ends of a text in the ways in which Unix, Windows and old Macs write them, for each notation of a line end:
 *
 *     as it is               LF     CR LF     CR
 *     in a string of JSON    \n     \r\n      \r
 *     in a query or a form   %0A    %0D%0A    %0D    a browser sends %0D%0A for each
 */
import { distinct } from './distinct.ts'
import type { Form } from './Respelling.ts'

export interface LineEndNotation {
  /** Line feed, carriage return with line feed, carriage return. */
  readonly ends: readonly [lf: string, crLf: string, cr: string]
  /** How the ends are named in a sentence, if not by themselves. */
  readonly names?: readonly [lf: string, crLf: string, cr: string]
  /** Finds each end. Any other escape is found whole, so that its second character begins none. */
  readonly found: RegExp
}

export const asItIs: LineEndNotation = {
  ends: ['\n', '\r\n', '\r'],
  names: ['LF', 'CR LF', 'CR'],
  found: /\r\n|\n|\r/g,
}

export const inJson: LineEndNotation = {
  ends: ['\\n', '\\r\\n', '\\r'],
  // `\\n` is a backslash and an n.
  found: /\\r\\n|\\./g,
}

export const inFields: LineEndNotation = {
  ends: ['%0A', '%0D%0A', '%0D'],
  found: /%0D%0A|%0A|%0D/gi,
}

/** The index of an end among those of the notation, or -1. The letters of an escape may be in lower case: `%0a`. */
const indexOfEnd = (notation: LineEndNotation, matched: string): number =>
  notation.ends.indexOf(notation === inFields ? matched.toUpperCase() : matched)

/** The text with all its line ends as this one. Escapes keep the case in which they were sent. */
const withLineEnds = (text: string, notation: LineEndNotation, written: string): string =>
  text.replace(notation.found, (matched) => {
    if (indexOfEnd(notation, matched) < 0) return matched
    const isLowerCase = notation === inFields && /[ad]/.test(matched)
    return isLowerCase ? written.toLowerCase() : written
  })

/** The text with all its line ends as each of the three ends. */
export const otherLineEnds = (text: string, notation: LineEndNotation): Iterable<Form> =>
  distinct(
    [text],
    {},
    notation.ends.map((written): Form => [`line ends as ${written}`, withLineEnds(text, notation, written)]),
  )

/** The names of the line ends that a text has, each once, in the order of the notation. */
export const lineEndsOf = (text: string, notation: LineEndNotation): ReadonlyArray<string> => {
  const indexes = new Set(Array.from(text.matchAll(notation.found), ([matched]) => indexOfEnd(notation, matched)))
  return (notation.names ?? notation.ends).filter((_, i) => indexes.has(i))
}

const lastEnd = /\r?\n$/

/**
 * A text of several lines that a program read line by line, as `readLine` of Java does, and joined with another line end: none comes after
 * the last line, or one comes after each line.
 */
export function* linesJoinedAgain(text: string): Generator<Form> {
  const isEnded = lastEnd.test(text)
  const withoutEnd = text.replace(lastEnd, '')
  const [sentEnd, ...otherEnds] = new Set(withoutEnd.match(/\r?\n/g))
  if (sentEnd === undefined || otherEnds.length > 0) return
  const signedEnd = sentEnd === '\n' ? '\r\n' : '\n'
  const joined = withoutEnd.replaceAll(sentEnd, signedEnd)
  const name = signedEnd === '\n' ? 'LF' : 'CRLF'
  yield isEnded
    ? [`${name} signed, and no line end after the last line`, joined]
    : [`${name} signed, also after the last line`, joined + signedEnd]
}
