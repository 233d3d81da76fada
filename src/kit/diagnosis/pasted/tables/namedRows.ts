/**
 * The rows of tables whose first row has the names of the columns: a table of HTML, a table in CSV, and the answer to a query as JSON.
 *
 *     <tr><th>method</th><th>url</th></tr><tr><td>POST</td><td>/v1/jobs</td></tr>
 *     method,url⏎POST,/v1/jobs
 *     {"columns":[{"name":"method"},{"name":"url"}],"rows":[["POST","/v1/jobs"]]}
 *
 * Each gives one row: method POST, url /v1/jobs.
 */
import * as E from 'fp-ts/lib/Either.js'
import { read as readJson } from '../../../../job/JsonReader.ts'
import { byteTextOf, lettersOf } from '../byteText.ts'
import { csvRows } from '../csvRecords.ts'
import { withoutReferencesInBytes } from '../markupText.ts'
import type { Row } from '../sqlRows.ts'
import { methodNames, plainName, wholeUrlNames } from '../values/usualNames.ts'

/** A row with these texts, below these names. */
export const withNames = (texts: ReadonlyArray<string>, names: ReadonlyArray<string>): Row =>
  texts.map((text, i) => ({ name: names[i], readings: [text] }))

// ---- HTML

/** A row of a table, up to the next one. Its end tag may be missing, as HTML allows. */
const htmlRow = /<tr\b[^<>]{0,1024}>((?:(?!<\/?tr\b)[\s\S])*)/gi

/** A cell, up to the next tag of the table. */
const htmlCell = /<t[dh]\b[^<>]{0,1024}>((?:(?!<\/?t[dhr]\b)[\s\S])*)(?=<)/gi

/** The rows of a table of HTML, the first with the names of the columns. */
export const htmlRows = (source: string): ReadonlyArray<Row> => {
  const [names = [], ...rows] = [...source.matchAll(htmlRow)].map(([, inside = '']) =>
    [...inside.matchAll(htmlCell)].map(([, text = '']) => withoutReferencesInBytes(text)),
  )
  return rows.filter((row) => row.length === names.length).map((row) => withNames(row, names))
}

// ---- CSV

/** The rows of a table in CSV. None if no column has the name of a method or a URL. */
export const csvTable = (source: string): ReadonlyArray<Row> => {
  const [names = [], ...rows] = csvRows(source)
  if (!names.some((name) => methodNames.test(plainName(name)) || wholeUrlNames.test(plainName(name)))) return []
  return rows.filter((row) => row.length === names.length).map((row) => withNames(row, names))
}

// ---- The answer to a query

/** The rows of a result of a query in Azure Monitor: `{"tables":[{"columns":[{"name":"url"}],"rows":[["http://h/a"]]}]}`. */
export const rowsOfQuery = (source: string): ReadonlyArray<Row> => {
  if (!/^\s{0,64}[[{]/.test(source) || !/"columns"\s{0,8}:\s{0,8}\[/.test(source)) return []
  const json = readJson(lettersOf(source), { maxMembers: 1_000_000 })
  return E.isLeft(json) ? [] : tablesIn(json.right.value).flatMap(rowsOfResult)
}

/** What has columns and rows: the result itself, or each of its tables. */
const tablesIn = (result: unknown): ReadonlyArray<unknown> => {
  const tables = Array.isArray(result) ? result : (result as { readonly tables?: unknown }).tables
  return Array.isArray(tables) ? tables : [result]
}

const rowsOfResult = (table: unknown): ReadonlyArray<Row> => {
  const { columns, rows } = (table ?? {}) as { readonly columns?: unknown; readonly rows?: unknown }
  if (!Array.isArray(columns) || !Array.isArray(rows)) return []
  const names = columns.map((column: unknown) => (column as { readonly name?: unknown } | null)?.name)
  return rows.map(
    (row: unknown): Row =>
      (Array.isArray(row) ? row : []).flatMap((value: unknown, i): Row => {
        const name = names[i]
        return typeof name === 'string' && typeof value === 'string' ? [{ name, readings: [byteTextOf(value)] }] : []
      }),
  )
}
