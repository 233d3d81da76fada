/**
 * Two byte strings next to each other, line by line, for `diagnose`: what was signed, and what should have been. Everything is visible
 * that a terminal would hide. Equal lines are shown only near a difference.
 *
 *                 signed        to be signed
 *     method      POST␊       │ POST␊
 *     target      /v1/jobs␊   ≠ /v1/jobs?␊
 *     timestamp   1700000000␊ │ 1700000000␊
 *     … 1 line alike
 */

import { inEnglish, type Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { codePointName, type Glyph, glyphAt } from '../../kit/diagnosis/glyphs.ts'
import { columnsOf, padded } from './columns.ts'
import type { Colours } from './Outcome.ts'

interface Side {
  readonly title: string
  readonly bytes: Uint8Array
}

/** A table of two columns. `labels` name the first lines of the right side; the last of them names all lines from there on. */
export const sideBySide = (
  left: Side,
  right: Side,
  labels: ReadonlyArray<string>,
  width: number,
  colours: Colours,
  say: Say = inEnglish,
): string => {
  const pairs = pairLines(linesOf(left.bytes), linesOf(right.bytes))
  const margin = labels.reduce((widest, label) => Math.max(widest, columnsOf(label)), 0) + 2
  const column = Math.max(minColumn, Math.floor((width - margin - separatorColumns) / 2))
  const table: Table = { pairs, labels, margin, column, colours, say }
  const title = (words: string): string => colours.bold(padded(words, column))
  const titleRow = `${' '.repeat(margin)}${title(left.title)}   ${title(right.title).trimEnd()}`
  return `${[titleRow, ...bodyRows(table)].join('\n')}\n`
}

interface Table {
  readonly pairs: ReadonlyArray<LinePair>
  readonly labels: ReadonlyArray<string>
  /** The columns of the labels, and of each side. */
  readonly margin: number
  readonly column: number
  readonly colours: Colours
  readonly say: Say
}

/** A narrower column would show nothing, whatever the terminal's width. */
const minColumn = 16
const separatorColumns = 3

// ---- Lines, in cells of one character each

interface Cell {
  readonly shown: string
  readonly columns: number
  /** In hex, by which cells are compared. */
  readonly bytes: string
}

type Line = ReadonlyArray<Cell>

/** The lines, each with its line feed. A byte that belongs to no character has a cell of its own. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Line> => {
  const lines: Array<Array<Cell>> = []
  for (let start = 0; start < bytes.length; ) {
    const glyph = glyphAt(bytes, start)
    if (start === 0 || bytes[start - 1] === 0x0a) lines.push([])
    lines.at(-1)?.push(cellOf(glyph, bytes.subarray(start, glyph.to)))
    start = glyph.to
  }
  return lines
}

const cellOf = (glyph: Glyph, bytes: Uint8Array): Cell => {
  const shown = visibleGlyph(glyph)
  return { shown, columns: columnsOf(shown), bytes: Buffer.from(bytes).toString('hex') }
}

/** The character itself, or a name for one that a terminal would not show. */
const visibleGlyph = ({ text, name, kind }: Glyph): string => {
  const codePoint = text.codePointAt(0) ?? 0x20
  // Unicode has a picture of each control character.
  if (codePoint < 0x20) return String.fromCodePoint(0x2400 + codePoint)
  if (codePoint === 0x7f) return '␡'
  if (kind === 'odd' && text !== ' ') return `⟦${name?.replace('\\x', '')}⟧`
  // A combining mark would join the character before it.
  return /\p{M}/u.test(text) ? `⟦${codePointName(text)}⟧` : text
}

// ---- Pairs of lines

interface LinePair {
  readonly left: Line
  readonly right: Line
  /** How many cells are equal before the first difference; undefined if the lines are equal. */
  readonly difference: number | undefined
}

const pairLines = (lefts: ReadonlyArray<Line>, rights: ReadonlyArray<Line>): ReadonlyArray<LinePair> =>
  Array.from({ length: Math.max(lefts.length, rights.length) }, (_, index) => {
    const left = lefts[index] ?? []
    const right = rights[index] ?? []
    const equalCells = equalStart(left, right)
    const isSame = equalCells === left.length && equalCells === right.length
    return { left, right, difference: isSame ? undefined : equalCells }
  })

const equalStart = (left: Line, right: Line): number => {
  let count = 0
  while (count < left.length && left[count]?.bytes === right[count]?.bytes) count++
  return count
}

// ---- Rows

/** A binary body has lines without end, and a person reads the first. One row is the titles. */
const maxRows = 40
/** Equal lines shown before and after a different one. */
const contextLines = 1

/** A row for each pair near a difference, and one for each gap. */
const bodyRows = (table: Table): ReadonlyArray<string> => {
  const { pairs, margin, colours, say } = table
  const note = (words: string): string => colours.dim(`${' '.repeat(margin)}… ${say(words)}`)
  const rows: Array<string> = []
  let skipped = 0
  const endGap = (): void => {
    if (skipped > 0) rows.push(note(`${skipped} ${skipped === 1 ? 'line' : 'lines'} alike`))
    skipped = 0
  }
  for (const index of pairs.keys()) {
    // With the titles there are as many rows as a person reads.
    if (rows.length + 1 > maxRows) return [...rows, note(remainder(pairs.slice(index)))]
    if (!isShown(table, index)) skipped++
    else {
      endGap()
      rows.push(pairRow(table, index))
    }
  }
  endGap()
  return rows
}

/** Whether the line has a label of its own, or is near a difference. */
const isShown = ({ pairs, labels }: Table, index: number): boolean =>
  index < labels.length - 1 ||
  pairs
    .slice(Math.max(0, index - contextLines), index + contextLines + 1)
    .some(({ difference }) => difference !== undefined)

const remainder = (pairs: ReadonlyArray<LinePair>): string => {
  const differing = pairs.filter(({ difference }) => difference !== undefined).length
  return `${pairs.length} more ${pairs.length === 1 ? 'line' : 'lines'}, of which ${differing} ${differing === 1 ? 'differs' : 'differ'}`
}

/** Equal cells shown before a difference that is far from the beginning of the line. */
const contextCells = 12

const pairRow = ({ pairs, labels, margin, column, colours }: Table, index: number): string => {
  const { left, right, difference } = pairs[index] as LinePair
  const { bold, dim, red, green } = colours
  const start = difference === undefined || difference <= column / 2 ? 0 : Math.max(0, difference - contextCells)
  const fit = (line: Line, paint: Colours['red']): string =>
    fitLine(line, { start, width: column, marked: difference, paint: (shown) => paint(bold(shown)) })
  const label = index < labels.length ? padded(labels[index] as string, margin) : ' '.repeat(margin)
  const separator = difference === undefined ? dim(' │ ') : ' ≠ '
  return `${dim(label)}${fit(left, red)}${separator}${fit(right, green)}`.trimEnd()
}

interface Fit {
  /** The first cell that is shown. */
  readonly start: number
  readonly width: number
  /** The cell to paint. */
  readonly marked: number | undefined
  readonly paint: (shown: string) => string
}

/** The part of a line from a cell on, cut or padded to the width. An ellipsis shows a cut. */
const fitLine = (line: Line, { start, width, marked, paint }: Fit): string => {
  let room = width - (start > 0 ? 1 : 0)
  let fitted = start > 0 ? '…' : ''
  for (let index = start; index < line.length; index++) {
    const { shown, columns } = line[index] as Cell
    const needed = line.slice(index).reduce((sum, cell) => sum + cell.columns, 0)
    if (columns > room || (needed > room && columns > room - 1)) return `${fitted}…${' '.repeat(room - 1)}`
    fitted += index === marked ? paint(shown) : shown
    room -= columns
  }
  return fitted + ' '.repeat(Math.max(0, room))
}
