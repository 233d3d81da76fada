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
import * as Base64 from '../../../core/Base64.ts'
import { toText } from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { withoutAtEnd } from '../Received.ts'
import { inspectedJson, unescaped } from './inspectedObject.ts'

interface Reader {
  readonly lines: Array<string>
  at: number
}

const maxDepth = 64

const indentOf = (yamlLine: string): number => yamlLine.length - yamlLine.trimStart().length

const isEmpty = (yamlLine: string): boolean => yamlLine.trim() === ''

/** Lines that hold nothing of the value. */
const isSkipped = (yamlLine: string): boolean =>
  isEmpty(yamlLine) || yamlLine.trim() === '---' || yamlLine.trimStart().startsWith('#')

/**
 * The value of the text. A line that is neither a member nor an item ends the reading there: `a: 1`, `@@@`, `b: 2` is `{ a: '1' }`. Brackets
 * that cannot be read stay a text: `[1, &x]`.
 */
export const yamlValue = (yaml: string): unknown => {
  const reader: Reader = { lines: yaml.replaceAll('\r\n', '\n').split('\n'), at: 0 }
  return readBlock(reader, 0, 0)
}

const nextLine = (reader: Reader): string | undefined => {
  while (reader.at < reader.lines.length && isSkipped(reader.lines[reader.at] ?? '')) reader.at++
  return reader.lines[reader.at]
}

/** A map or a list whose lines begin at this column or further in. */
const readBlock = (reader: Reader, leastIndent: number, depth: number): unknown => {
  const firstLineOfBlock = nextLine(reader)
  if (firstLineOfBlock === undefined || indentOf(firstLineOfBlock) < leastIndent || depth > maxDepth) return undefined
  const indent = indentOf(firstLineOfBlock)
  return /^-(?: |$)/.test(firstLineOfBlock.trimStart())
    ? readList(reader, indent, depth)
    : readMap(reader, indent, depth)
}

/** The name of a member, and the value after its colon: `"a b": 1`, `'a': 1`, `x-id: 1`. */
const memberPattern = (() => {
  const inDoubleQuotes = '"(?:[^"\\\\]|\\\\.){0,256}"'
  const inSingleQuotes = "'[^']{0,256}'"
  const plainName = '[\\w$./{}-][\\w$./{} -]{0,256}?'
  return new RegExp(`^(?<name>${inDoubleQuotes}|${inSingleQuotes}|${plainName}):(?: (?<value>.*)|)$`)
})()

const readList = (reader: Reader, indent: number, depth: number): ReadonlyArray<unknown> => {
  const entries: Array<unknown> = []
  for (let yamlLine = nextLine(reader); yamlLine !== undefined; yamlLine = nextLine(reader)) {
    if (indentOf(yamlLine) !== indent || !/^-(?: |$)/.test(yamlLine.trimStart())) break
    const afterHyphen = yamlLine.slice(indent + 1)
    if (isEmpty(afterHyphen)) {
      reader.at++
      entries.push(readBlock(reader, indent + 1, depth + 1))
    } else if (memberPattern.test(afterHyphen.trimStart()) || /^-(?: |$)/.test(afterHyphen.trimStart())) {
      // The map, or the list, begins in the line of the hyphen.
      reader.lines[reader.at] = ' '.repeat(indent + 1) + afterHyphen
      entries.push(readBlock(reader, indent + 1, depth + 1))
    } else {
      reader.at++
      entries.push(readScalar(reader, afterHyphen.trim(), indent))
    }
  }
  return entries
}

const readMap = (reader: Reader, indent: number, depth: number): Readonly<Record<string, unknown>> => {
  const members = new Map<string, unknown>()
  for (let yamlLine = nextLine(reader); yamlLine !== undefined; yamlLine = nextLine(reader)) {
    const { name: writtenKey, value: afterColon = '' } =
      memberPattern.exec(yamlLine.trimStart().slice(0, 200_000))?.groups ?? {}
    if (indentOf(yamlLine) !== indent || writtenKey === undefined) break
    reader.at++
    const member = readMember(reader, afterColon.trim(), indent, depth)
    const key = /^["']/.test(writtenKey) ? String(readWrittenScalar(writtenKey)) : writtenKey
    if (!members.has(key)) members.set(key, member)
  }
  return Object.fromEntries(members)
}

const readMember = (reader: Reader, afterColon: string, indent: number, depth: number): unknown => {
  if (afterColon !== '') return readScalar(reader, afterColon, indent)
  const followingLine = nextLine(reader)
  // A list may stand in the column of its name.
  const isList =
    followingLine !== undefined && indentOf(followingLine) === indent && /^-(?: |$)/.test(followingLine.trimStart())
  return readBlock(reader, isList ? indent : indent + 1, depth + 1) ?? ''
}

/** The mark of a text in the lines below it: `|`, `>-`, `|2+`, `!!binary |`, `| # a comment`. */
const blockMark = /^(?:!!?\w+ )?([|>])([+-]?)([1-9]?)([+-]?)(?: #.*)?$/

/** Whether a reader of lines has taken the mark of a block for a value: `Authorization: >-`. The value stands in the lines below it. */
export const isBlockMark = (value: string): boolean => /^[|>][+-]?[1-9]?[+-]?$/.test(value)

const readScalar = (reader: Reader, written: string, indent: number): unknown => {
  const [, style, chompingBefore = '', column = '', chompingAfter = ''] = blockMark.exec(written) ?? []
  if (style !== undefined) {
    const block = readBlockScalar(reader, { style, chomping: chompingBefore + chompingAfter, column, indent })
    return written.startsWith('!!binary') ? ofBase64(block) : block
  }
  const quote = /^["']/.exec(written)?.[0]
  return readWrittenScalar(
    quote === undefined ? readPlain(reader, written, indent) : readQuoted(reader, written, quote, indent),
  )
}

/** The text of `!!binary`; if its bytes are no text, the Base64 with the name of this encoding. */
const ofBase64 = (coded: string): unknown => {
  const compact = coded.replace(/\s+/g, '')
  const bytes = Base64.decode(compact)
  if (E.isLeft(bytes)) return coded
  const decoded = toText(bytes.right)
  return E.isLeft(decoded) ? { encoding: 'base64', text: compact } : decoded.right
}

/** The lines further in than the name, joined as YAML folds lines: an empty one is a line end, any other end a blank. */
const readPlain = (reader: Reader, firstWords: string, indent: number): string => {
  const scalarLines: Array<string> = [firstWords]
  while (reader.at < reader.lines.length) {
    const yamlLine = reader.lines[reader.at] ?? ''
    if (!isEmpty(yamlLine) && indentOf(yamlLine) <= indent) break
    scalarLines.push(yamlLine.trim())
    reader.at++
  }
  while (scalarLines.at(-1) === '') scalarLines.pop()
  return foldLines(scalarLines)
}

/** The rest of a line up to the mark that closes the quotation. Only a comment may follow the mark. */
const closings: Readonly<Record<'double' | 'single', RegExp>> = {
  // a \"b\"" # a job
  double: /^([^"\\]*(?:\\.[^"\\]*)*")(?:\s+#.*|\s*)$/s,
  // it''s' # a job
  single: /^([^']*(?:''[^']*)*')(?:\s+#.*|\s*)$/s,
}

/** Up to the mark that closes the quotation. */
const readQuoted = (reader: Reader, firstWords: string, quote: string, indent: number): string => {
  const closing = quote === '"' ? closings.double : closings.single
  const closedBy = (inside: string): string | undefined => closing.exec(inside)?.[1]
  let closed = closedBy(firstWords.slice(1))
  const scalarLines: Array<string> = [closed === undefined ? firstWords : quote + closed]
  while (closed === undefined && reader.at < reader.lines.length) {
    const yamlLine = reader.lines[reader.at] ?? ''
    if (!isEmpty(yamlLine) && indentOf(yamlLine) <= indent && indent > 0) break
    closed = closedBy(yamlLine.trim())
    scalarLines.push(closed ?? yamlLine.trim())
    reader.at++
  }
  return quote === '"' ? foldLines(joinAtBackslashes(scalarLines)) : foldLines(scalarLines)
}

/** A backslash at the end of a line joins the next without a blank. */
const joinAtBackslashes = (scalarLines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joinedLines: Array<string> = []
  let begun: string | undefined
  for (const scalarLine of scalarLines) {
    const joinedLine = (begun ?? '') + scalarLine
    const isJoined = /(?<!\\)(?:\\\\)*\\$/.test(scalarLine.slice(-4096))
    begun = isJoined ? joinedLine.slice(0, -1) : undefined
    if (!isJoined) joinedLines.push(joinedLine)
  }
  return begun === undefined ? joinedLines : [...joinedLines, begun]
}

/** Joins lines with blanks; each empty line becomes a line end. */
const foldLines = (scalarLines: ReadonlyArray<string>): string => {
  let folded = scalarLines[0] ?? ''
  let empty = 0
  for (const scalarLine of scalarLines.slice(1)) {
    if (scalarLine === '') {
      empty++
      continue
    }
    folded += (empty > 0 ? '\n'.repeat(empty) : ' ') + scalarLine
    empty = 0
  }
  return folded
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

const readBlockScalar = (reader: Reader, { style, chomping, column: writtenColumn, indent }: BlockStyle): string => {
  const blockLines: Array<string> = []
  let column = writtenColumn === '' ? undefined : indent + Number(writtenColumn)
  while (reader.at < reader.lines.length) {
    const yamlLine = reader.lines[reader.at] ?? ''
    if (!isEmpty(yamlLine) && indentOf(yamlLine) <= indent) break
    if (!isEmpty(yamlLine)) column ??= indentOf(yamlLine)
    blockLines.push(yamlLine.slice(column ?? yamlLine.length))
    reader.at++
  }
  const block = blockLines.join('\n')
  const blockText = withoutAtEnd(block, '\n')
  const emptyAtEnd = block.slice(blockText.length)
  const ends: Readonly<Record<string, string>> = { '-': '', '+': `${emptyAtEnd}\n` }
  return (style === '>' ? foldBlock(blockText.split('\n')) : blockText) + (ends[chomping] ?? '\n')
}

/** Lines that are set in further keep their ends, and so does the line before them: `a`, `  b`, `c` stay three lines. */
const foldBlock = (blockLines: ReadonlyArray<string>): string => {
  let folded = blockLines[0] ?? ''
  let empty = 0
  let wasFurther = /^[ \t]/.test(folded)
  for (const blockLine of blockLines.slice(1)) {
    if (blockLine === '') {
      empty++
      continue
    }
    const isFurther = /^[ \t]/.test(blockLine)
    const lineEnds = isFurther || wasFurther ? empty + 1 : empty
    folded += (lineEnds > 0 ? '\n'.repeat(lineEnds) : ' ') + blockLine
    wasFurther = isFurther
    empty = 0
  }
  return folded
}

const readWrittenScalar = (written: string): unknown => {
  if (/^".*"$/s.test(written)) return unescaped(written.slice(1, -1))
  if (/^'.*'$/s.test(written)) return written.slice(1, -1).replaceAll("''", "'")
  if (/^[[{]/.test(written)) return readFlow(written)
  const plain = written.replace(/[ \t]#.*$/s, '').trimEnd()
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return plain === 'null' || plain === '~' ? undefined : plain
}

/** A map or a list in brackets, perhaps with a comment after it. */
const readFlow = (written: string): unknown => {
  const end = Math.max(written.lastIndexOf(']'), written.lastIndexOf('}')) + 1
  const bare = /^\s+#/.test(written.slice(end)) ? written.slice(0, end) : written
  for (const flow of [written, bare]) {
    const json = readJson(inspectedJson(flow) ?? flow, { maxMembers: 100_000 })
    if (E.isRight(json)) return json.right.value
  }
  return written
}
