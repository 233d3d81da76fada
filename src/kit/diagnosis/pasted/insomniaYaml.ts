/**
 * An export of Insomnia as YAML, as JSON: the part of YAML that it writes. Maps and lists in blocks, plain and quoted scalars, and
 * texts of several lines.
 *
 *     collection:
 *       - url: https://api.example/v1/jobs
 *         method: POST
 *         body:
 *           text: |-
 *             {}
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { textOf } from '../Received.ts'
import { unescaped } from './inspectedObject.ts'

export const beginsLikeInsomniaYaml = (line: string): boolean => /^(?:type: \w+\.insomnia|_type: export)/.test(line)

interface Reader {
  readonly lines: ReadonlyArray<string>
  at: number
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const isBlank = (line: string): boolean => line.trim() === '' || line.trim() === '---'

/** The value of the export; undefined if it has something that is not read here. */
export const insomniaExport = (bytes: Bytes.Bytes): unknown => {
  const reader: Reader = { lines: textOf(bytes).replaceAll('\r\n', '\n').split('\n', 200_000), at: 0 }
  return blockAt(reader, 0, 0)
}

const skipBlank = (reader: Reader): string | undefined => {
  while (reader.at < reader.lines.length && isBlank(reader.lines[reader.at] ?? '')) reader.at++
  return reader.lines[reader.at]
}

const maxDepth = 64

/** A map or a list whose lines begin at this column or further in. */
const blockAt = (reader: Reader, least: number, depth: number): unknown => {
  const first = skipBlank(reader)
  if (first === undefined || indentOf(first) < least || depth > maxDepth) return undefined
  const indent = indentOf(first)
  return /^- ?/.test(first.trimStart()) ? listAt(reader, indent, depth) : mapAt(reader, indent, depth)
}

const listAt = (reader: Reader, indent: number, depth: number): ReadonlyArray<unknown> => {
  const items: Array<unknown> = []
  for (let line = skipBlank(reader); line !== undefined; line = skipBlank(reader)) {
    if (indentOf(line) !== indent || !/^-(?: |$)/.test(line.trimStart())) break
    const rest = line.slice(indent + 1)
    const isMap = /^ +[\w"'-]+:(?: |$)/.test(rest)
    if (rest.trim() === '') {
      reader.at++
      items.push(blockAt(reader, indent + 1, depth + 1))
    } else if (isMap) {
      // The map begins in the line of the hyphen.
      const lines = reader.lines as Array<string>
      lines[reader.at] = ' '.repeat(indent + 1) + rest
      items.push(blockAt(reader, indent + 1, depth + 1))
    } else {
      reader.at++
      items.push(scalarOf(rest.trim()))
    }
  }
  return items
}

const mapAt = (reader: Reader, indent: number, depth: number): Readonly<Record<string, unknown>> => {
  const members: Array<readonly [string, unknown]> = []
  for (let line = skipBlank(reader); line !== undefined; line = skipBlank(reader)) {
    const [, name, rest = ''] = /^([\w$./"'-][\w$./"' -]{0,128}?):(?: (.*)|)$/.exec(line.trimStart()) ?? []
    if (indentOf(line) !== indent || name === undefined) break
    reader.at++
    members.push([String(scalarOf(name)), memberValue(reader, rest.trim(), indent, depth)])
  }
  return Object.fromEntries(members)
}

const memberValue = (reader: Reader, rest: string, indent: number, depth: number): unknown => {
  const next = skipBlank(reader)
  // A list may stand in the column of its name.
  if (rest === '') {
    const isList = next !== undefined && indentOf(next) === indent && /^-(?: |$)/.test(next.trimStart())
    return blockAt(reader, isList ? indent : indent + 1, depth + 1) ?? ''
  }
  return /^[|>][+-]?\d?$/.test(rest) ? textAt(reader, rest, indent) : scalarOf(foldedIn(reader, rest, indent))
}

/** A plain or quoted scalar may go on in lines further in, each joined by a blank. */
const foldedIn = (reader: Reader, rest: string, indent: number): string => {
  const lines = [rest]
  for (let line = reader.lines[reader.at]; line !== undefined; line = reader.lines[reader.at]) {
    if (isBlank(line) || indentOf(line) <= indent) break
    lines.push(line.trim())
    reader.at++
  }
  if (lines.length === 1) return rest
  // A backslash at the end of a line of a quoted scalar joins the next without a blank.
  return lines.join(' ').replaceAll('\\ ', '')
}

/** `|` keeps line ends, `>` makes blanks of them; `-` leaves the last out. */
const textAt = (reader: Reader, mark: string, indent: number): string => {
  const own: Array<string> = []
  let column: number | undefined
  for (let line = reader.lines[reader.at]; line !== undefined; line = reader.lines[reader.at]) {
    if (line.trim() !== '' && indentOf(line) <= indent) break
    if (line.trim() !== '') column ??= indentOf(line)
    own.push(line.slice(column ?? line.length))
    reader.at++
  }
  const text = own.join('\n').replace(/\n+$/, '')
  const folded = mark.startsWith('>') ? text.replace(/([^\n])\n(?!\n)/g, '$1 ') : text
  return mark.includes('-') ? folded : `${folded}\n`
}

const scalarOf = (text: string): unknown => {
  if (/^".*"$/s.test(text)) return unescaped(text.slice(1, -1))
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (text === '[]') return []
  if (text === '{}') return {}
  if (text === 'true' || text === 'false') return text === 'true'
  return text
}
