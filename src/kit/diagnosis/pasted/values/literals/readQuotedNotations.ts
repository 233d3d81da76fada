/**
 * Readers of texts in quotation marks in notations of their own, for literalTree.ts:
 *
 *     """one                     Python, TOML, Kotlin, Java: the text ends at three marks
 *     two"""
 *     @"{""a"":1}"               C#: a mark is doubled, and a backslash is a backslash
 *     "{"a":1}"                  Symfony's dumper: JSON without escapes
 *     "{\"a\":\"\\"b\\"\"}"      Data::Printer of Perl: only the marks of the JSON are escaped
 *     "{"a":"one                 a body whose end was cut off
 */
import { isJson } from '../../escapedBody.ts'
import { matchAt } from '../../matchAt.ts'
import { inBackslashes } from '../../wireText.ts'
import { addQuoted, isWordCharacter, type LiteralScan } from './LiteralScan.ts'

/** A text between three quotation marks, of Python, TOML, Kotlin and Java; a line end right after the first marks does not belong to it. */
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

/** The offset after the object or list of one line that begins at `start`. Undefined if it is not closed. */
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

/** A body in quotes whose end is not in the text: what is inside is no value of its own. */
export const readCutText = (scan: LiteralScan): boolean => {
  const { source, offset } = scan
  const isBody = /^["'`]\s{0,4}(?:[[{]|<[?A-Za-z])/.test(source.slice(offset, offset + 8))
  if (!isBody || !scan.unclosed.has(source[offset] as string)) return false
  addQuoted(scan, source.length, [source.slice(offset + 1)], 'cut')
  return true
}
