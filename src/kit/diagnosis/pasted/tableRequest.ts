/**
 * A request that a row of a table holds: of a dump of a database, of a table in CSV, with tabs or with bars between its cells, or
 * of a table of HTML. The columns are found by their usual names; failing that, by what the cells look like.
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
import { csvRows } from './csvRecords.ts'
import type { Wrong } from './curlOptions.ts'
import { isJson } from './escapedBody.ts'
import { bytesOfHex } from './hexText.ts'
import { requestSent } from './librarySent.ts'
import { withoutReferencesInBytes } from './markupText.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { isRewrittenByDatabase } from './printedJson.ts'
import { type Cell, copiedRows, insertedRows, quotedRows, type Row, withoutBytea } from './sqlRows.ts'
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
import { inBackslashes } from './wireText.ts'

/** The request of the first row that has an Authorization header. */
export const tableRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const source = latin1(bytes)
  if (!/authorization/i.test(source)) return undefined
  for (const readTable of [
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
  ])
    for (const row of readTable(source)) {
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

// ---- Tables

const htmlRow = /<tr\b[^<>]{0,1024}>((?:(?!<\/?tr\b)[\s\S])*)/gi
const htmlCell = /<t[dh]\b[^<>]{0,1024}>((?:(?!<\/?t[dhr]\b)[\s\S])*)(?=<)/gi

/** The rows of a table of HTML, the first with the names of the columns. */
const htmlRows = (source: string): ReadonlyArray<Row> => {
  const [names = [], ...rows] = [...source.matchAll(htmlRow)].map(([, inside = '']) =>
    [...inside.matchAll(htmlCell)].map(([, text = '']) => withoutReferencesInBytes(text)),
  )
  return rows.filter((row) => row.length === names.length).map((row) => withNames(row, names))
}

const withNames = (texts: ReadonlyArray<string>, names: ReadonlyArray<string>): Row =>
  texts.map((text, i) => ({ name: names[i], readings: [text] }))

const csvTable = (source: string): ReadonlyArray<Row> => {
  const [names = [], ...rows] = csvRows(source)
  if (!names.some((name) => methodNames.test(plainName(name)) || wholeUrlNames.test(plainName(name)))) return []
  return rows.filter((row) => row.length === names.length).map((row) => withNames(row, names))
}

/**
 * The rows of a log in the W3C format, which IIS writes: a line names the fields, and `cs(Authorization)` is a header of the request. IIS
 * writes a blank in a header as a plus sign. In an Authorization header the plus signs of Base64 are none after the auth type or a comma.
 */
const w3cRows = (source: string): ReadonlyArray<Row> => {
  let names: ReadonlyArray<string> = []
  return source.split(/\r?\n/).flatMap((line): ReadonlyArray<Row> => {
    const fields = /^#Fields: (.*)$/.exec(line)?.[1]
    if (fields !== undefined) names = fields.trim().split(/\s+/)
    const values = line.split(/[ \t]/)
    return line.startsWith('#') || values.length !== names.length ? [] : [w3cRow(names, values)]
  })
}

/** The rows of a result of a query in Azure Monitor: `{"tables":[{"columns":[{"name":"url"}],"rows":[["http://h/a"]]}]}`. */
const rowsOfQuery = (source: string): ReadonlyArray<Row> => {
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

const w3cColumns: Readonly<Record<string, string>> = {
  'cs-method': 'method',
  'cs-uri': 'url',
  'cs-uri-stem': 'path',
  'cs-uri-query': 'query',
}

const w3cRow = (names: ReadonlyArray<string>, values: ReadonlyArray<string>): Row => {
  const cells = names.flatMap((name, i): Row => {
    const column = w3cColumns[name]
    return column === undefined || values[i] === '-' ? [] : [{ name: column, readings: [values[i] ?? ''] }]
  })
  const headers = names.flatMap((name, i): ReadonlyArray<string> => {
    const fieldName = /^cs\(([\w-]{1,128})\)$/.exec(name)?.[1] ?? (name === 'cs-host' ? 'Host' : undefined)
    if (fieldName === undefined || values[i] === '-') return []
    return [`${fieldName}: ${(values[i] ?? '').replace(/(^[A-Za-z][\w-]{0,64}|,)\+(?=\w{1,64}=)/g, '$1 ')}`]
  })
  return [...cells, { name: 'headers', readings: [headers.join('\n')] }]
}

/** The next line of a value of `psql -x`: no name stands before the bar. */
const expandedLine = /^ {1,64}\| (.*)$/

const recordBegins = /^(?:-\[ RECORD \d{1,9} \][-+]*|\*{3,64} \d{1,9}\. row \*{3,64})$/

/** A name and its value: ` method | POST` of `psql -x`, and `method: POST` of `\G` of MySQL, whose values go on in the next line. */
const expandedCell = /^[ \t]{0,64}(\w{1,64})(?: {0,64}\| |: )(.*)$/

/** The rows of records with one line for each cell. */
const expandedRows = (source: string): ReadonlyArray<Row> => {
  const rows: Array<Array<{ readonly name: string; readonly lines: Array<string> }>> = []
  for (const line of source.split(/\r?\n/)) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    const [, name, cellText = ''] = expandedCell.exec(line) ?? []
    const continued = expandedLine.exec(line)?.[1]
    if (recordBegins.test(line)) rows.push([])
    else if (name !== undefined) row?.push({ name, lines: [cellText] })
    else if (last !== undefined && continued !== undefined) {
      const previous = last.lines.pop() ?? ''
      last.lines.push(previous.replace(/(?<! ) *\+$/, ''), continued)
    } else if (last !== undefined && line !== '') last.lines.push(line)
  }
  return rows.map((row) => row.map(({ name, lines }): Cell => ({ name, readings: [withoutBytea(lines.join('\n'))] })))
}

const isXml = (source: string): boolean =>
  /^\s*(?:<\?xml\b|<(?!!|html\b|t[rdh]\b|table\b)[\w:.-]{1,128}[\s>])/i.test(source) &&
  /<\/[\w:.-]{1,128}>\s*$/.test(source)

/**
 * A tag, its attributes, and its text if it holds no other tag.
 *
 *     <method>POST</method>      <header name="Accept" value="text/html"/>      <request method="POST">
 */
const element =
  /<([\w:.-]{1,128})((?:\s{1,64}[\w:.-]{1,128}\s{0,8}=\s{0,8}(?:"[^"<]{0,65536}"|'[^'<]{0,65536}')){0,64})\s{0,64}(?:\/>|>(?:([^<]*)<\/\1\s{0,8}>)?)/g

const attribute = /([\w:.-]{1,128})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g

/** The document with references in place of the texts of CDATA. */
const withoutCdata = (source: string): string =>
  source
    .split('<![CDATA[')
    .map((piece, i) => {
      const end = i === 0 ? -1 : piece.indexOf(']]>')
      if (end < 0) return piece
      const inside = piece.slice(0, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return inside + piece.slice(end + 3)
    })
    .join('')

/** `<method>POST</method>`, `<field name="method">POST</field>`, `<header name="Accept" value="text/html"/>`, `<request method="POST">`. */
const cellsOfElement = (tag: string, attributeText: string, elementText: string | undefined): Row => {
  const attributes = [...attributeText.matchAll(attribute)].map(
    ([, name = '', double, single]): Pair => [name.toLowerCase(), withoutReferencesInBytes(double ?? single ?? '')],
  )
  const label = attributes.find(([name]) => name === 'name' || name === 'key')?.[1]
  const value = attributes.find(([name]) => name === 'value')?.[1]
  if (label !== undefined && value !== undefined) return [{ name: label, readings: [value] }]
  const cells = attributes.map(([name, text]): Cell => ({ name, readings: [text] }))
  if (elementText === undefined) return cells
  return [...cells, { name: label ?? tag, readings: [withoutReferencesInBytes(elementText)] }]
}

/** The elements of a document of XML as cells: one row for each `<row>`, or one for the document. The response is left out. */
const xmlRows = (source: string): ReadonlyArray<Row> => {
  if (!isXml(source)) return []
  // XML 1.0 §2.11: a parser reads each line end as a line feed.
  const documents = withoutCdata(source.replace(/\r\n?/g, '\n')).split(
    /<(?:row|record|item|httpSample)\b(?=[^<>]{0,1024}>\s*<)/,
  )
  return documents.map((part) =>
    withNamesOfJtl(
      [...part.replace(/<(?:\w{1,32}:)?response\b[\s\S]*$/i, '').matchAll(element)].flatMap(
        ([, tag = '', attributeText = '', elementText]) => cellsOfElement(tag, attributeText, elementText),
      ),
    ),
  )
}

/** The cells by their usual names. JMeter's results name the URL after its class, and keep the body under the name of the query. */
const withNamesOfJtl = (row: Row): Row =>
  row.some(({ name }) => name === 'java.net.URL')
    ? row.map(({ name, readings }) => ({ name: namesOfJtl.get(name ?? '') ?? name, readings }))
    : row

const namesOfJtl: ReadonlyMap<string, string> = new Map([
  ['java.net.URL', 'url'],
  ['queryString', 'body'],
])

const isName = (text: string): boolean => /^[\w ."-]{1,64}$/.test(text)

/** The rule below the names that psql prints: `----+--------+-----`. */
const ruleOfAligned = /^-{1,4096}(?:\+-{1,100000}){2,64}$/

/** The rows of lines with tabs or bars between the cells. The names may be missing. */
const separatedRows = (source: string): ReadonlyArray<Row> => {
  const lines = source.split(/\r?\n/)
  const isAligned = lines.some((line) => ruleOfAligned.test(line))
  if (isAligned) return alignedRows(lines)
  const mark = ['\t', '|'].find((separator) => lines.some((line) => isRow(line.split(separator))))
  if (mark === undefined) return []
  const first = lines.find((line) => line.includes(mark))?.split(mark) ?? []
  const names = first.every(isName) && first.some((name) => methodNames.test(plainName(name))) ? first : []
  return lines.flatMap((line): ReadonlyArray<Row> => {
    const cells = mark === '|' ? joinedCells(line.split(mark)) : line.split(mark)
    if (names.length > 0 && cells.length !== names.length) return []
    return [
      cells.map((text, i) => ({ name: names[i], readings: mark === '|' ? [withoutBytea(text)] : readingsOf(text) })),
    ]
  })
}

/** The rows of a table with columns of one width, as psql prints them; a value of several lines goes on in the next row, and is left out. */
const alignedRows = (lines: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const table = lines
    .filter((line) => line.startsWith(' ') && line.includes(' | '))
    .map((line) =>
      line
        .slice(1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
  const [names = [], ...rows] = table
  if (!names.some((name) => methodNames.test(plainName(name)))) return []
  return rows
    .filter((cells) => cells.length === names.length && !cells.some((cell) => cell.endsWith('+')))
    .map((cells) => withNames(cells.map(withoutBytea), names))
}

/** Whether the cells hold a method and a URL; a table for the eye sets them off by blanks. */
const isRow = (cells: ReadonlyArray<string>): boolean =>
  cells.length >= 3 && cells.some(isMethod) && cells.some(isTarget)

/** The last character is tried first: to parse each of many open brackets takes seconds. */
const isWholeJson = (text: string): boolean => /[\]}]/.test(text.trimEnd().at(-1) ?? '') && isJson(text)

/** JSON with more bars than this is not joined. */
const mostBarsInJson = 64

/** A bar may be a character of JSON: the pieces of one text are joined. */
const joinedCells = (cells: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  for (let i = 0; i < cells.length; ) {
    const piecesOfJson = countOfPieces(cells, i)
    joined.push(cells.slice(i, i + piecesOfJson).join('|'))
    i += piecesOfJson
  }
  return joined
}

/** How many cells from this one on are pieces of one JSON text: 1 if the cell is whole, or if no more make it whole. */
const countOfPieces = (cells: ReadonlyArray<string>, start: number): number => {
  let text = cells[start] ?? ''
  if (!/^[[{]/.test(text)) return 1
  for (let end = start; end <= Math.min(cells.length - 1, start + mostBarsInJson); end++) {
    if (end > start) text += `|${cells[end]}`
    if (isWholeJson(text)) return end - start + 1
  }
  return 1
}

/** mysql and `COPY` escape a backslash, a tab and a line end; other programs print them as they are. */
const readingsOf = (text: string): Cell['readings'] => {
  const escaped = inBackslashes(text)
  return escaped === text ? [text] : [text, escaped]
}
