/**
 * The rows that a database prints as statements: `INSERT` of a dump or of a log, a block of `COPY`, and lists of SQL literals.
 *
 *     INSERT INTO requests VALUES('POST','/v1/jobs','{"a":"it''s"}');               SQLite, PostgreSQL
 *     INSERT INTO `requests` VALUES ('POST','/v1/jobs','{\"a\":\"it\'s\"}');        MySQL
 *     COPY requests (method, url, body) FROM stdin;                                 PostgreSQL
 *     replace('a\nb','\n',char(10))    X'7b7d'    0x7B7D    E'a\nb'                 one value
 *
 * Texts have one character for each byte.
 */

import { bytesOfHex } from './hexText.ts'
import { matchAt } from './matchAt.ts'
import { inBackslashes } from './wireText.ts'

/** A value of a row, with the name of its column if the text tells it. */
export interface Cell {
  readonly name: string | undefined
  /** What the value may be, if the text does not tell whether a backslash escapes. */
  readonly readings: readonly [string, ...ReadonlyArray<string>]
}

export type Row = ReadonlyArray<Cell>

/** Where a value ends, and what it is. */
interface Value {
  readonly text: string
  readonly end: number
}

const standardText = /(?:[eE]|[nN]|_\w{1,32} ?)?'((?:[^']|'')*)'/y
const escapedText = /(?:[eE]|[nN]|_\w{1,32} ?)?'((?:[^'\\]|''|\\[\s\S])*)'/y
const hexText = /[xX]'([0-9A-Fa-f]*)'|0x([0-9A-Fa-f]{2,})/y
const bareWord = /[-+\w.]{1,64}/y
const call = /(replace|unistr|char)\(/iy

/** PostgreSQL prints `bytea` as `\x7b7d`. */
export const withoutBytea = (text: string): string =>
  /^\\x(?:[0-9a-f]{2})+$/.test(text) ? bytesOfHex(text.slice(2)) : text

/** The literal that begins here. A backslash escapes if `hasEscapes`, and in `E'…'`. */
const valueAt = (source: string, offset: number, hasEscapes: boolean): Value | undefined => {
  const called = matchAt(call, source, offset)
  if (called !== null) return valueOfCall(source, offset + called[0].length, called[1] ?? '', hasEscapes)
  const hex = matchAt(hexText, source, offset)
  if (hex !== null) return { text: bytesOfHex(hex[1] ?? hex[2] ?? ''), end: offset + hex[0].length }
  const isEscaped = hasEscapes || /[eE]/.test(source[offset] ?? '')
  const quoted = matchAt(isEscaped ? escapedText : standardText, source, offset)
  if (quoted !== null) {
    const inside = (quoted[1] ?? '').replaceAll("''", "'")
    return { text: withoutBytea(isEscaped ? inBackslashes(inside) : inside), end: offset + quoted[0].length }
  }
  const word = matchAt(bareWord, source, offset)
  return word === null ? undefined : { text: /^null$/i.test(word[0]) ? '' : word[0], end: offset + word[0].length }
}

/** `replace('a\nb','\n',char(10))`, in which SQLite dumps a line end; `unistr('a\u000ab')`. */
const valueOfCall = (source: string, offset: number, name: string, hasEscapes: boolean): Value | undefined => {
  const list = valuesAt(source, offset, hasEscapes)
  if (list === undefined) return undefined
  const [text = '', search = '', substitute = ''] = list.values
  if (/^char$/i.test(name)) return { text: String.fromCharCode(Number(text) & 255), end: list.end }
  if (/^unistr$/i.test(name)) return { text: inBackslashes(text), end: list.end }
  return { text: search === '' ? text : text.replaceAll(search, substitute), end: list.end }
}

interface Values {
  readonly values: ReadonlyArray<string>
  /** Behind the closing parenthesis. */
  readonly end: number
}

const separator = /\s*(,|\)|$)\s*/y

/** The values up to the closing parenthesis, or to the end of the text; the opening one stands before the offset. */
const valuesAt = (source: string, start: number, hasEscapes: boolean): Values | undefined => {
  const values: Array<string> = []
  let offset = start
  while (values.length < 1000) {
    const value = valueAt(source, offset, hasEscapes)
    const mark = value === undefined ? null : matchAt(separator, source, value.end)
    if (value === undefined || mark === null) return undefined
    values.push(value.text)
    offset = value.end + mark[0].length
    if (mark[1] !== ',') return { values, end: offset }
  }
  return undefined
}

const identifier = '(?:[\\w.]{1,128}|"[^"\\n]{1,128}"|`[^`\\n]{1,128}`|\\[[^\\]\\n]{1,128}\\])'
const insert = new RegExp(
  `\\b(?:INSERT(?: IGNORE)?|REPLACE) INTO (${identifier}(?:\\.${identifier})?) ?(?:\\(([^()]{1,8192})\\))?\\s{0,8}VALUES\\s{0,8}\\(`,
  'gi',
)

const bareName = (written: string): string => (written.trim().split('.').at(-1) ?? '').replace(/^["'`[]|["'`\]]$/g, '')

const create = new RegExp(
  `\\bCREATE (?:TEMP(?:ORARY)? )?TABLE (?:IF NOT EXISTS )?(${identifier}(?:\\.${identifier})?)\\s{0,8}\\(`,
  'gi',
)

/** The names of the columns, by the first of these statements that creates the table. */
const columnsOf = (
  source: string,
  creations: ReadonlyArray<RegExpMatchArray>,
  table: string,
): ReadonlyArray<string> => {
  const statement = creations.find(([, name = '']) => bareName(name) === bareName(table))
  if (statement?.index === undefined) return []
  const definitions = source.slice(statement.index + statement[0].length, statement.index + 65_536)
  const end = definitions.search(/\)[^,()]{0,512};/)
  return definitions
    .slice(0, Math.max(end, 0))
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((definition) => definition.trim())
    .filter(
      (definition) => !/^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|CHECK|FULLTEXT|SPATIAL)\b/i.test(definition),
    )
    .map((definition) => bareName(/^(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|\S+)/.exec(definition)?.[0] ?? ''))
}

/**
 * The row with the names of its columns. `lists` has its values as read without escapes and with them, or in one way only; a value that
 * differs between the two has both readings.
 */
const rowsOf = (
  names: ReadonlyArray<string>,
  lists: ReadonlyArray<ReadonlyArray<string> | undefined>,
): ReadonlyArray<Row> => {
  const [values, otherValues] = lists.filter((list) => list !== undefined)
  if (values === undefined) return []
  return [
    values.map((text, i): Cell => {
      const other = otherValues?.length === values.length ? otherValues[i] : undefined
      return { name: names[i], readings: other === undefined || other === text ? [text] : [text, other] }
    }),
  ]
}

const maxRows = 1000

/** Whether the text is a dump or a log of a database in whose strings a backslash escapes nothing. */
const isStandardDump = (source: string): boolean =>
  /^(?:PRAGMA |BEGIN TRANSACTION;|CREATE TABLE (?:IF NOT EXISTS )?[^\x60\n]{1,128}\(|-- PostgreSQL database dump|SET standard_conforming_strings = on;)/m.test(
    source,
  )

/** Whether a backslash escapes, or both if the text does not tell: MySQL quotes names by backticks, others by quotation marks. */
const dialectsOf = (isStandard: boolean, table: string): ReadonlyArray<boolean> => {
  if (table.startsWith('`')) return [true]
  return isStandard || /^(?:public\.|")/.test(table) ? [false] : [false, true]
}

/** The values in the line that the log of PostgreSQL writes after a statement: `DETAIL:  parameters: $1 = 'POST', $2 = NULL`. */
const parameterList = /\bparameters: (?=\$1 = )/i
const parameter = /\$(\d{1,4}) = (?:NULL|'((?:[^']|'')*)')(?:, )?/y

/** The log with these values in place of `$1` and its like, in hexadecimal, for their backslashes escape nothing. */
const withParameters = (source: string): string => {
  const list = parameterList.exec(source)
  if (list === null) return source
  const values = new Map<string, string>()
  let offset = list.index + list[0].length
  for (let entry = matchAt(parameter, source, offset); entry !== null; entry = matchAt(parameter, source, offset)) {
    const [written, number = '', text] = entry
    values.set(number, text === undefined ? 'NULL' : `X'${hexOf(text.replaceAll("''", "'"))}'`)
    offset += written.length
  }
  const statement = source.slice(0, list.index)
  return statement.replace(/\$(\d{1,4})\b/g, (mark, number: string) => values.get(number) ?? mark)
}

const hexOf = (text: string): string =>
  Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('')

/** The rows of the statements `INSERT` in a text. */
export const insertedRows = (log: string): ReadonlyArray<Row> => {
  const source = withParameters(log)
  const rows: Array<Row> = []
  // A text may have thousands of statements, so it is searched once for what all of them need.
  const creations = [...source.matchAll(create)]
  const isStandard = isStandardDump(source)
  for (const { 0: statement, 1: table = '', 2: columns, index } of source.matchAll(insert)) {
    const names = columns === undefined ? columnsOf(source, creations, table) : columns.split(',').map(bareName)
    let offset = index + statement.length
    const dialects = dialectsOf(isStandard, table)
    while (rows.length < maxRows) {
      const lists = dialects.map((hasEscapes) => valuesAt(source, offset, hasEscapes))
      const end = lists.find((list) => list !== undefined)?.end
      if (end === undefined) break
      const values = lists.map((list) => list?.values)
      for (const row of rowsOf(names, values)) rows.push(row)
      const next = /^,?\s{0,8}\(/.exec(source.slice(end, end + 16))
      if (next === null || source[end - 1] === ';') break
      offset = end + next[0].length
    }
  }
  return rows
}

const copy = new RegExp(
  `^COPY ${identifier}(?:\\.${identifier})? \\(([^()\\n]{1,8192})\\) FROM stdin[^\\n]{0,256};\\r?\\n`,
  'gim',
)

/** The rows of the blocks `COPY` in a text. A tab stands between values, and a backslash escapes. */
export const copiedRows = (source: string): ReadonlyArray<Row> =>
  [...source.matchAll(copy)].flatMap(({ 0: statement, 1: columns = '', index }) => {
    const names = columns.split(',').map(bareName)
    const afterStatement = source.slice(index + statement.length)
    const block = afterStatement.split(/\n\\\.\r?(?:\n|$)/, 1)[0] ?? ''
    // A text that is cut off right after a tab does not show the next value.
    const shownBlock = block === afterStatement && block.endsWith('\t') ? block.slice(0, -1) : block
    return shownBlock.split('\n', maxRows).map((line) =>
      line.split('\t').map((written, i): Cell => {
        const text = written === '\\N' ? '' : withoutBytea(inBackslashes(written))
        return { name: names[i], readings: [text] }
      }),
    )
  })

/** The rows of lines that list SQL literals, the first line with the names, as `.mode quote` of sqlite3 prints them. */
export const quotedRows = (source: string): ReadonlyArray<Row> => {
  if (!/^(?:'(?:[^']|'')*'(?!')|X'|-?\d|NULL)[^\n]*,/.test(source)) return []
  const [first, ...others] = source
    .split(/\r?\n(?=['\dXN-])/, maxRows)
    .map((line) => valuesAt(line.trim(), 0, false)?.values)
  if (first === undefined) return []
  const hasNames = first.every((text) => /^\w{1,64}$/.test(text)) && others.length > 0
  const lists = hasNames ? others : [first, ...others]
  return lists.flatMap((list) => rowsOf(hasNames ? first : [], [list]))
}
