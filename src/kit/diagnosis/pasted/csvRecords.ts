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

/** Jira has names such as `Custom field (Team)`. */
const columnName = '[@\\w\\x80-\\xff][\\w .@/()#%+[\\]\\x80-\\xff-]{0,128}'

/** The first line, and a cell with what ends it, for each character that programs write between cells. */
const layouts = [',', ';', '\t'].map((mark) => ({
  mark,
  columnNames: new RegExp(`^"?${columnName}"?(?:${mark}"?${columnName}"?){1,256}\\r?\\n`),
  cell: new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${mark}\\r\\n]*))(${mark}|\\r?\\n|$)`, 'y'),
}))

const maxRows = 10_000

type Row = ReadonlyArray<string>

/** The rows up to the first that is malformed. */
const rowsOf = (csv: string, { mark, cell }: Pick<(typeof layouts)[number], 'mark' | 'cell'>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let row: Array<string> = []
  cell.lastIndex = 0
  while (cell.lastIndex < csv.length && rows.length < maxRows) {
    const [, quoted, bare = '', end] = cell.exec(csv) ?? []
    if (end === undefined) break
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === mark) continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The rows of a table with quoted cells, the names of its columns first. None if the text is no such table. */
export const csvRows = (csv: string): ReadonlyArray<Row> => {
  const layout = layouts.find(({ columnNames }) => columnNames.test(csv.slice(0, 40_000)))
  return layout === undefined ? [] : rowsOf(csv, layout)
}

/** A block of Jira, or a fence of Markdown, in a line of its own. */
const blockMark = /^[ \t]{0,8}(?:\{(?:code|noformat)[:}]|`{3}|~{3})/m

/** A whole message: a request line, and its Authorization header further down. */
const message = /^[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?\n(?:[!-9;-~]{1,128}:[^\n]*\n){0,64}authorization:/im

/**
 * The first cell with an Authorization header within such a block, or with a whole message: the description of an issue. Undefined if the
 * text has none. A table with a column for the body or for this header is read by its columns.
 */
export const cellWithRequest = (csv: string): string | undefined => {
  if (!blockMark.test(csv) && !message.test(csv)) return undefined
  const [names = [], ...rows] = csvRows(csv)
  if (names.some((name) => /^(?:request_?)?(?:body|payload)$|authorization/i.test(name))) return undefined
  return rows
    .flat()
    .find((cell) => cell.includes('\n') && /authorization/i.test(cell) && (blockMark.test(cell) || message.test(cell)))
}

/** The rows as objects of JSON, one a line. Undefined if the text is no such table. */
export const csvRecords = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const csv = textOf(bytes).replace(/^\ufeff/, '')
  const [names = [], ...rows] = csv.includes('""') ? csvRows(csv) : []
  const objects = rows
    .filter((row) => row.length === names.length)
    .map((row) => JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']))))
  return objects.length === 0 ? undefined : encoded(objects.join('\n'))
}
