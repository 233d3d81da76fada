/**
 * The rows of lines with tabs or bars between the cells. The names may be missing.
 *
 *     method|url|body                       SQLite
 *     POST|/v1/jobs|{"a":1}
 *
 *      method |   url    |  body            psql
 *     --------+----------+---------
 *      POST   | /v1/jobs | {"a":1}
 */
import { isJson } from '../escapedBody.ts'
import { type Cell, type Row, withoutBytea } from '../sqlRows.ts'
import { isMethod, isTarget, methodNames, plainName } from '../values/usualNames.ts'
import { inBackslashes } from '../wireText.ts'
import { withNames } from './namedRows.ts'

const isName = (text: string): boolean => /^[\w ."-]{1,64}$/.test(text)

/** The rule below the names that psql prints: `----+--------+-----`. */
const ruleOfAligned = /^-{1,4096}(?:\+-{1,100000}){2,64}$/

export const separatedRows = (source: string): ReadonlyArray<Row> => {
  const lines = source.split(/\r?\n/)
  const isAligned = lines.some((line) => ruleOfAligned.test(line))
  if (isAligned) return alignedRows(lines)
  const mark = marks.find((separator) => lines.some((line) => isRow(line.split(separator))))
  if (mark === undefined) return []
  const names = namesIn(lines, mark)
  return lines.flatMap((line): ReadonlyArray<Row> => {
    const cells = mark === '|' ? joinedCells(line.split(mark)) : line.split(mark)
    if (names.length > 0 && cells.length !== names.length) return []
    return [cells.map((text, i): Cell => ({ name: names[i], readings: readingsOf(text, mark) }))]
  })
}

const marks = ['\t', '|'] as const
type Mark = (typeof marks)[number]

/** The names of the columns in the first row. Empty if the first row has values. */
const namesIn = (lines: ReadonlyArray<string>, mark: Mark): ReadonlyArray<string> => {
  const first = lines.find((line) => line.includes(mark))?.split(mark) ?? []
  return first.every(isName) && first.some((name) => methodNames.test(plainName(name))) ? first : []
}

/** With tabs, mysql and `COPY` escape a backslash, a tab and a line end. Other programs print them as they are. */
const readingsOf = (text: string, mark: Mark): Cell['readings'] => {
  if (mark === '|') return [withoutBytea(text)]
  const unescaped = inBackslashes(text)
  return unescaped === text ? [text] : [text, unescaped]
}

/** Whether the cells hold a method and a URL. A table for the eye sets them off by blanks, and is none. */
const isRow = (cells: ReadonlyArray<string>): boolean =>
  cells.length >= 3 && cells.some(isMethod) && cells.some(isTarget)

// ---- Columns of one width

/** The rows of a table with columns of one width, as psql prints them. A row whose value goes on in the next row is left out. */
const alignedRows = (lines: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const cellsOf = (line: string): ReadonlyArray<string> => line.split(' | ').map((cell) => cell.trim())
  const table = lines.filter((line) => line.startsWith(' ') && line.includes(' | ')).map(cellsOf)
  const [names = [], ...rows] = table
  if (!names.some((name) => methodNames.test(plainName(name)))) return []
  return rows
    .filter((cells) => cells.length === names.length && !cells.some((cell) => cell.endsWith('+')))
    .map((cells) => withNames(cells.map(withoutBytea), names))
}

// ---- Bars in JSON

/** Whether a text is JSON. Its last character is looked at first, because to parse each of many open brackets takes seconds. */
const isWholeJson = (text: string): boolean => /[\]}]/.test(text.trimEnd().at(-1) ?? '') && isJson(text)

/** JSON with more bars than this is not joined. */
const mostBarsInJson = 64

/** The cells, with the pieces of one JSON text joined: a bar may be a character of JSON. */
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
