/**
 * The value of a text in YAML, as far as exports and cassettes of HTTP programs use it: maps and lists in blocks, plain and quoted
 * scalars over one line or several, block scalars, and JSON in between. No anchors, no tags but `!!binary`.
 *
 *     collection:
 *       - url: https://api.example/v1/jobs
 *         method: POST
 *         body:
 *           text: |-
 *             {}
 */
import * as E from 'fp-ts/lib/Either.js'
import { read as readJson } from '../../../job/JsonReader.ts'
import { inspectedJson, unescaped } from './inspectedObject.ts'

interface Reader {
  readonly lines: Array<string>
  at: number
}

const maxLines = 200_000
const maxDepth = 64

const indentOf = (line: string): number => line.length - line.trimStart().length

const isEmpty = (line: string): boolean => line.trim() === ''

/** Lines that hold nothing of the value. */
const isSkipped = (line: string): boolean => isEmpty(line) || line.trim() === '---' || line.trimStart().startsWith('#')

/** The value of the text; what cannot be read is left out. */
export const yamlValue = (text: string): unknown => {
  const reader: Reader = { lines: text.replaceAll('\r\n', '\n').split('\n', maxLines), at: 0 }
  return readBlock(reader, 0, 0)
}

const nextLine = (reader: Reader): string | undefined => {
  while (reader.at < reader.lines.length && isSkipped(reader.lines[reader.at] ?? '')) reader.at++
  return reader.lines[reader.at]
}

/** A map or a list whose lines begin at this column or further in. */
const readBlock = (reader: Reader, leastIndent: number, depth: number): unknown => {
  const first = nextLine(reader)
  if (first === undefined || indentOf(first) < leastIndent || depth > maxDepth) return undefined
  const indent = indentOf(first)
  return /^-(?: |$)/.test(first.trimStart()) ? readList(reader, indent, depth) : readMap(reader, indent, depth)
}

const memberPattern = /^("(?:[^"\\]|\\.){0,256}"|'[^']{0,256}'|[\w$./{}-][\w$./{} -]{0,256}?):(?: (.*)|)$/

const readList = (reader: Reader, indent: number, depth: number): ReadonlyArray<unknown> => {
  const items: Array<unknown> = []
  for (let line = nextLine(reader); line !== undefined; line = nextLine(reader)) {
    if (indentOf(line) !== indent || !/^-(?: |$)/.test(line.trimStart())) break
    const rest = line.slice(indent + 1)
    if (isEmpty(rest)) {
      reader.at++
      items.push(readBlock(reader, indent + 1, depth + 1))
    } else if (memberPattern.test(rest.trimStart()) || /^-(?: |$)/.test(rest.trimStart())) {
      // The map, or the list, begins in the line of the hyphen.
      reader.lines[reader.at] = ' '.repeat(indent + 1) + rest
      items.push(readBlock(reader, indent + 1, depth + 1))
    } else {
      reader.at++
      items.push(readScalar(reader, rest.trim(), indent))
    }
  }
  return items
}

const readMap = (reader: Reader, indent: number, depth: number): Readonly<Record<string, unknown>> => {
  const members = new Map<string, unknown>()
  for (let line = nextLine(reader); line !== undefined; line = nextLine(reader)) {
    const [, name, rest = ''] = memberPattern.exec(line.trimStart().slice(0, 200_000)) ?? []
    if (indentOf(line) !== indent || name === undefined) break
    reader.at++
    const value = readMember(reader, rest.trim(), indent, depth)
    const key = String(scalarOf(name))
    if (!members.has(key)) members.set(key, value)
  }
  return Object.fromEntries(members)
}

const readMember = (reader: Reader, rest: string, indent: number, depth: number): unknown => {
  if (rest !== '') return readScalar(reader, rest, indent)
  const next = nextLine(reader)
  // A list may stand in the column of its name.
  const isList = next !== undefined && indentOf(next) === indent && /^-(?: |$)/.test(next.trimStart())
  return readBlock(reader, isList ? indent : indent + 1, depth + 1) ?? ''
}

const blockMark = /^(?:!!?\w+ )?([|>])([+-]?)([1-9]?)([+-]?)(?: #.*)?$/

const readScalar = (reader: Reader, rest: string, indent: number): unknown => {
  const [, style, before = '', column = '', behind = ''] = blockMark.exec(rest) ?? []
  if (style !== undefined) return readBlockScalar(reader, { style, chomping: before + behind, column, indent })
  const quote = /^["']/.exec(rest)?.[0]
  return scalarOf(quote === undefined ? readPlain(reader, rest, indent) : readQuoted(reader, rest, quote, indent))
}

/** The lines further in than the name, joined as YAML folds lines: an empty one is a line end, any other end a blank. */
const readPlain = (reader: Reader, rest: string, indent: number): string => {
  const own: Array<string> = [rest]
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at] ?? ''
    if (!isEmpty(line) && indentOf(line) <= indent) break
    own.push(line.trim())
    reader.at++
  }
  while (own.at(-1) === '') own.pop()
  return folded(own)
}

/** Up to the line that closes the quotation marks. */
const readQuoted = (reader: Reader, rest: string, quote: string, indent: number): string => {
  const isClosed = (line: string): boolean =>
    quote === '"'
      ? /(?<!\\)(?:\\\\)*"$/.test(line.slice(-4096))
      : /'$/.test(line) && (/'+$/.exec(line)?.[0].length ?? 0) % 2 === 1
  const own: Array<string> = [rest]
  let isOpen = rest.length < 2 || !isClosed(rest)
  while (isOpen && reader.at < reader.lines.length) {
    const line = reader.lines[reader.at] ?? ''
    if (!isEmpty(line) && indentOf(line) <= indent && indent > 0) break
    own.push(line.trim())
    isOpen = !isClosed(line.trimEnd())
    reader.at++
  }
  return quote === '"' ? folded(joinedByBackslash(own)) : folded(own)
}

/** A backslash at the end of a line joins the next without a blank. */
const joinedByBackslash = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  let begun: string | undefined
  for (const line of lines) {
    const whole = (begun ?? '') + line
    const isJoined = /(?<!\\)(?:\\\\)*\\$/.test(line.slice(-4096))
    begun = isJoined ? whole.slice(0, -1) : undefined
    if (!isJoined) joined.push(whole)
  }
  return begun === undefined ? joined : [...joined, begun]
}

/** Lines whose ends are blanks, and of which each empty one is a line end. */
const folded = (lines: ReadonlyArray<string>): string => {
  let text = lines[0] ?? ''
  let empty = 0
  for (const line of lines.slice(1)) {
    if (line === '') {
      empty++
      continue
    }
    text += (empty > 0 ? '\n'.repeat(empty) : ' ') + line
    empty = 0
  }
  return text
}

interface BlockStyle {
  /** `|` keeps line ends, `>` folds them. */
  readonly style: string
  /** `-` leaves out the line ends behind the text, `+` keeps all of them. */
  readonly chomping: string
  /** How far the text is set in, where its first line does not tell. */
  readonly column: string
  readonly indent: number
}

const readBlockScalar = (reader: Reader, { style, chomping, column: given, indent }: BlockStyle): string => {
  const own: Array<string> = []
  let column = given === '' ? undefined : indent + Number(given)
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at] ?? ''
    if (!isEmpty(line) && indentOf(line) <= indent) break
    if (!isEmpty(line)) column ??= indentOf(line)
    own.push(line.slice(column ?? line.length))
    reader.at++
  }
  const whole = own.join('\n')
  const text = whole.replace(/\n+$/, '')
  const end = chomping === '-' ? '' : chomping === '+' ? `${whole.slice(text.length)}\n` : '\n'
  return (style === '>' ? foldedBlock(text.split('\n')) : text) + end
}

/** Lines that are set in further keep their ends. */
const foldedBlock = (lines: ReadonlyArray<string>): string => {
  let text = lines[0] ?? ''
  let empty = 0
  let isLast = /^[ \t]/.test(text)
  for (const line of lines.slice(1)) {
    if (line === '') {
      empty++
      continue
    }
    const isFurther = /^[ \t]/.test(line)
    const keepsEnd = isFurther || isLast
    text += (keepsEnd ? '\n'.repeat(empty + 1) : empty > 0 ? '\n'.repeat(empty) : ' ') + line
    isLast = isFurther
    empty = 0
  }
  return text
}

const scalarOf = (text: string): unknown => {
  if (/^".*"$/s.test(text)) return unescaped(text.slice(1, -1))
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (/^[[{]/.test(text)) return ofFlow(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return text === 'null' || text === '~' ? undefined : text.replace(/ #.*$/s, '')
}

/** A map or a list in brackets. */
const ofFlow = (text: string): unknown => {
  const json = readJson(inspectedJson(text) ?? text, { maxMembers: 100_000 })
  return E.isRight(json) ? json.right.value : text
}
