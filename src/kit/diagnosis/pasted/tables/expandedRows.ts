/**
 * The rows of records with one line for each cell, as `psql -x` and `\G` of MySQL print them.
 *
 *     -[ RECORD 1 ]-----------          *************** 1. row ***************
 *     method | POST                     method: POST
 *     body   | {                       +  body: {
 *            |   "a": 1                +    "a": 1
 *            | }                          }
 */
import { type Cell, type Row, withoutBytea } from '../sqlRows.ts'

/** A further line of a value of `psql -x`: there is no name before the bar. */
const expandedLine = /^ {1,64}\| (.*)$/

/** `-[ RECORD 1 ]---+---`, `****** 1. row ******` */
const recordBegins = /^(?:-\[ RECORD \d{1,9} \][-+]*|\*{3,64} \d{1,9}\. row \*{3,64})$/

/** A name and its value: ` method | POST` of `psql -x`, and `method: POST` of `\G` of MySQL, whose values go on in the next line. */
const expandedCell = /^[ \t]{0,64}(\w{1,64})(?: {0,64}\| |: )(.*)$/

/** A cell whose lines are still read. */
interface OpenCell {
  readonly name: string
  readonly lines: Array<string>
}

/** Blanks and a plus sign: a line of `psql -x` goes on in the next one. */
const goesOn = /(?<! ) *\+$/

/** What the client says after the rows: `1 row in set (0.00 sec)`, `(1 row)`. */
const endsRows = /^(?:\d{1,9} rows? in set\b|\(\d{1,9} rows?\)$)/

const addLine = ({ lines }: OpenCell, line: string): void => {
  const continued = expandedLine.exec(line)?.[1]
  if (continued !== undefined) lines.push((lines.pop() ?? '').replace(goesOn, ''), continued)
  else if (line !== '' && !endsRows.test(line)) lines.push(line)
}

export const expandedRows = (source: string): ReadonlyArray<Row> => {
  const rows: Array<Array<OpenCell>> = []
  for (const line of source.split(/\r?\n/)) {
    const row = rows.at(-1)
    const lastCell = row?.at(-1)
    const [, name, cellText = ''] = expandedCell.exec(line) ?? []
    if (recordBegins.test(line)) rows.push([])
    else if (name !== undefined) row?.push({ name, lines: [cellText] })
    else if (lastCell !== undefined) addLine(lastCell, line)
  }
  return rows.map((row) => row.map(({ name, lines }): Cell => ({ name, readings: [withoutBytea(lines.join('\n'))] })))
}
