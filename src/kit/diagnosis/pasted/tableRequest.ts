/**
 * A request that a row of a table holds: of a dump of a database, of a table in CSV, with tabs or with bars between its cells, or
 * of a table of HTML. The columns are found by their usual names, or else by what the cells look like. The folder `tables` reads the rows.
 *
 *     id|method|url|headers|body
 *     1|POST|https://api.example/v1/jobs|{"Authorization":"…"}|{"a":1}
 *
 * Texts have one character for each byte.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { latin1, type Received } from '../Received.ts'
import { byteTextOf, lettersOf } from './byteText.ts'
import type { Wrong } from './curlOptions.ts'
import { isJson } from './escapedBody.ts'
import { bytesOfHex } from './hexText.ts'
import { requestSent } from './librarySent.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { isRewrittenByDatabase } from './printedJson.ts'
import { type Cell, copiedRows, insertedRows, quotedRows, type Row } from './sqlRows.ts'
import { expandedRows } from './tables/expandedRows.ts'
import { csvTable, htmlRows, rowsOfQuery } from './tables/namedRows.ts'
import { separatedRows } from './tables/separatedRows.ts'
import { w3cRows } from './tables/w3cRows.ts'
import { xmlRows } from './tables/xmlRows.ts'
import { bodyOfHex } from './values/bytesInLiteral.ts'
import { headersOfText } from './values/headersOfText.ts'
import { sentMethod } from './values/requestAddress.ts'
import {
  bodyNames,
  isMethod,
  isTarget,
  isUrl,
  methodNames,
  pathNames,
  plainName,
  queryNames,
  targetNames,
  wholeUrlNames,
} from './values/usualNames.ts'

/** The readers of the rows of a table, each for another form. A form that is clearly marked comes before one that is not. */
const tableReaders: ReadonlyArray<(source: string) => ReadonlyArray<Row>> = [
  insertedRows,
  copiedRows,
  quotedRows,
  expandedRows,
  xmlRows,
  htmlRows,
  csvTable,
  w3cRows,
  rowsOfQuery,
  separatedRows,
]

/** The request of the first row that has an Authorization header. */
export const tableRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const source = latin1(bytes)
  if (!/authorization/i.test(source)) return undefined
  for (const readRows of tableReaders)
    for (const row of readRows(source)) {
      const request = requestOfRow(row)
      if (request !== undefined) return request
    }
  return undefined
}

const textOfCell = ({ readings }: Cell): string => readings[0]

/** The first cell with such a name and such a value, or else the first with such a value and no name. */
const cellOf = (row: Row, names: ReadonlyArray<RegExp>, isValue: (text: string) => boolean): Cell | undefined => {
  const fitting = row.filter((cell) => isValue(textOfCell(cell)))
  for (const pattern of names) {
    const named = fitting.find(({ name }) => name !== undefined && pattern.test(plainName(name)))
    if (named !== undefined) return named
  }
  return fitting.find(({ name }) => name === undefined)
}

/** A column that holds one header: `http_authorization`, `http.authorization`, `content_type`, `ContentLength`, `Request-Authorization`. */
const headerColumn = /^(?:(?:http|header|req|request)[_.-]?)?(authorization|content[_-]?(?:type|length))$/i

const headerNames: Readonly<Record<string, string>> = {
  authorization: 'authorization',
  content_type: 'content-type',
  contenttype: 'content-type',
  content_length: 'content-length',
  contentlength: 'content-length',
}

/** The real-time log of CloudFront writes headers as `Host:h%0Aauthorization:…%0A`. */
const withoutPercents = (text: string): string =>
  /%0A(?:[\w-]{1,128}:|$)/i.test(text)
    ? text.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

const headersOfRow = (row: Row): ReadonlyArray<Pair> => {
  for (const { readings } of row)
    for (const text of readings) {
      const headers = headersOfText(withoutPercents(text))
      if (headers.some(([fieldName]) => fieldName === 'authorization')) return headers
    }
  return row.flatMap((cell): ReadonlyArray<Pair> => {
    const columnName = headerColumn.exec(cell.name ?? '')?.[1]
    const fieldName = columnName === undefined ? undefined : headerNames[columnName.toLowerCase().replace('-', '_')]
    return fieldName === undefined ? [] : [[fieldName, textOfCell(cell)]]
  })
}

/**
 * The row with the members of an object as cells of their own. Application Insights keeps headers and body in such an object, as custom
 * dimensions, and the method in the name of the request.
 */
const withDimensions = (row: Row): Row =>
  row.flatMap((cell): Row => {
    const text = textOfCell(cell)
    const method = nameColumn.test(cell.name ?? '') ? /^([A-Z]{3,7}) \S/.exec(text)?.[1] : undefined
    if (method !== undefined && isMethod(method)) return [cell, { name: 'method', readings: [method] }]
    const isBag = cell.name !== undefined && !isBodyColumn(cell.name) && /^\{[\s\S]*authorization"\s*:/i.test(text)
    const json = isBag ? readJson(lettersOf(text), { maxMembers: 1000 }) : undefined
    if (json === undefined || E.isLeft(json)) return [cell]
    const members = Object.entries(json.right.value as object).flatMap(
      ([name, value]: [string, unknown]): Row =>
        typeof value === 'string' ? [{ name, readings: [byteTextOf(value)] }] : [],
    )
    return [cell, ...members]
  })

/** The name of a request, such as `POST /v1/jobs`. */
const nameColumn = /^(?:name|operation_?name)$/i

const requestOfRow = (written: Row): E.Either<Wrong, Received> | undefined => {
  const row = withDimensions(written)
  const headers = headersOfRow(row)
  const method = cellOf(row, [methodNames], isMethod)
  const url = cellOf(row, [wholeUrlNames], isUrl) ?? cellOf(row, [targetNames, pathNames, wholeUrlNames], isTarget)
  if (!headers.some(([fieldName, value]) => fieldName === 'authorization' && value !== '')) return undefined
  if (method === undefined || url === undefined) return undefined
  const { body, bodyLost } = bodyOrLossOf(row, headers)
  return requestSent({
    method: sentMethod(textOfCell(method)),
    url: lettersOf(withQueryOfRow(textOfCell(url), row)),
    headers: headers.map(([fieldName, value]): Pair => [fieldName, lettersOf(value)]),
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: Bytes.ofAscii(body) },
    notes: [],
    bodyLost,
  })
}

/** The URL with the query of a column of its own. */
const withQueryOfRow = (url: string, row: Row): string => {
  const cell = row.find(({ name }) => name !== undefined && queryNames.test(plainName(name)))
  const query = cell === undefined || url.includes('?') ? '' : textOfCell(cell).replace(/^\?/, '')
  return query === '' ? url : `${url}?${query}`
}

/** The body, or why it is lost. Both are undefined if the row has none. */
const bodyOrLossOf = (
  row: Row,
  headers: ReadonlyArray<Pair>,
): { readonly body?: string; readonly bodyLost?: string } => {
  const body = bodyOfRow(row, headers)
  if (body === undefined) {
    const isAmbiguous = row.some((cell) => cell.readings.length > 1 && likeliest(cell) === undefined)
    return isAmbiguous ? { bodyLost: ambiguous } : {}
  }
  const isRewritten = contentLengthIn(headers) === undefined && isRewrittenByDatabase(body)
  return isRewritten ? { bodyLost: rewrittenByDatabase } : { body }
}

/** The loss of a body that a database has parsed and written anew; no other reader finds the bytes that were sent. */
export const rewrittenByDatabase =
  'The members of this JSON are in the order that a database column of the type JSON uses. So the database has changed the body, and the body was ignored. Give the body as it was sent, or store bodies in a column for text or bytes.'

const ambiguous =
  'A backslash here may be an escape of the database or a character of the body. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself.'

const isBodyColumn = (name: string): boolean =>
  bodyNames.test(plainName(name)) || /^(?:req|request)?(?:body|payload)/.test(plainName(name))

const looksLikeBody = (text: string): boolean =>
  /^\s*[[{<]/.test(text) && !/authorization"?'?\s*(?:[:=]|=>)/i.test(text)

/** The body: of the Content-Length, or the only one that the row can hold. */
const bodyOfRow = (written: Row, headers: ReadonlyArray<Pair>): string | undefined => {
  const announced = contentLengthIn(headers)
  const row = written.map((cell) => withHexUndone(cell, announced))
  const named = row.filter(({ name }) => name !== undefined && isBodyColumn(name))
  const unnamed = row.filter(({ name, readings }) => name === undefined && looksLikeBody(readings[0]))
  const cells = named.length > 0 ? named : unnamed
  if (announced !== undefined && /^\d{1,12}$/.test(announced))
    return cells.flatMap(({ readings }) => readings).find((text) => text.length === Number(announced))
  const bodies = new Set(cells.map(likeliest))
  const [body] = bodies
  return bodies.size === 1 ? body : undefined
}

/** The bytes of a cell of digits in hexadecimal: `tshark -T fields` prints a body so, of any kind below its name. */
const bytesOfCell = ({ name, readings: [text] }: Cell): string | undefined => {
  const isOfTshark = name !== undefined && plainName(name) === 'filedata' && /^(?:[0-9a-f]{2})+$/.test(text)
  return isOfTshark ? bytesOfHex(text) : bodyOfHex(text)
}

/** The cell with the body that its digits stand for, or with these if the length shows that they are the body. */
const withHexUndone = (cell: Cell, announced: string | undefined): Cell => {
  const body = bytesOfCell(cell)
  if (body === undefined) return cell
  return { name: cell.name, readings: announced === undefined ? [body] : [body, ...cell.readings] }
}

/** The reading that is JSON, if one alone is. Undefined if the text does not tell whether its backslashes escape. */
const likeliest = ({ readings }: Cell): string | undefined => {
  const [text, ...otherReadings] = readings
  if (otherReadings.length === 0) return text
  const json = readings.filter(isJson)
  return json.length === 1 ? json[0] : undefined
}
