/**
 * A table that a tool for logs exports as CSV (RFC 4180): the first line names the columns, and a quotation mark inside of quotes is
 * doubled. Each row becomes an object of JSON, which the other readers know.
 *
 *     "@timestamp","http.request.method","http.request.body.content"
 *     "Nov 30, 2026",POST,"{""a"":1}"
 *         →  {"@timestamp":"Nov 30, 2026","http.request.method":"POST","http.request.body.content":"{\"a\":1}"}
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'

const columnNames = /^"?[@\w][\w .@/-]{0,128}"?(?:,"?[@\w][\w .@/-]{0,128}"?){1,256}\r?\n/

/** A cell, and what ends it. */
const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y

const maxRows = 10_000

type Row = ReadonlyArray<string>

/** The rows up to the first that is malformed. */
const rowsOf = (csv: string): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let row: Array<string> = []
  cell.lastIndex = 0
  while (cell.lastIndex < csv.length && rows.length < maxRows) {
    const [, quoted, bare = '', end] = cell.exec(csv) ?? []
    if (end === undefined) break
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The rows of a table with quoted cells, the names of its columns first. None if the text is no such table. */
export const csvRows = (csv: string): ReadonlyArray<Row> =>
  columnNames.test(csv.slice(0, 40_000)) && csv.includes('""') ? rowsOf(csv) : []

/** The rows as objects of JSON, one a line. Undefined if the text is no such table. */
export const csvRecords = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const csv = textOf(bytes).replace(/^\ufeff/, '')
  const [names = [], ...rows] = csvRows(csv)
  const objects = rows
    .filter((row) => row.length === names.length)
    .map((row) => JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']))))
  return objects.length === 0 ? undefined : encoded(objects.join('\n'))
}
