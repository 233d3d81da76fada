/**
 * Two byte strings next to each other, line by line, with everything visible that a terminal would hide. Equal lines are shown
 * only near a difference.
 */

import { inEnglish, type Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import { codePointName, type Glyph, glyphAt } from '../../kit/diagnosis/glyphs.ts'
import { columnsOf, padded } from './columns.ts'
import type { Colours } from './Outcome.ts'

const format = ({ text, name, kind }: Glyph): string => {
  const point = text.codePointAt(0) ?? 0x20
  // Unicode has a picture of each control character.
  if (point < 0x20) return String.fromCodePoint(0x2400 + point)
  if (point === 0x7f) return '␡'
  if (kind === 'odd' && text !== ' ') return `⟦${name?.replace('\\x', '')}⟧`
  // A combining mark would join what stands before it.
  return /\p{M}/u.test(text) ? `⟦${codePointName(text)}⟧` : text
}

/** One character, or a name for what has no look. */
const cellOf = (glyph: Glyph, bytes: Uint8Array) => {
  const text = format(glyph)
  return { text, columns: columnsOf(text), bytes: Buffer.from(bytes).toString('hex') }
}

type Cell = ReturnType<typeof cellOf>
type Line = ReadonlyArray<Cell>

/** The lines, each with its line feed. A byte that belongs to no character stands for itself. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Line> => {
  const lines: Array<Array<Cell>> = []
  for (let at = 0; at < bytes.length; ) {
    const glyph = glyphAt(bytes, at)
    if (at === 0 || bytes[at - 1] === 0x0a) lines.push([])
    lines.at(-1)?.push(cellOf(glyph, bytes.subarray(at, glyph.to)))
    at = glyph.to
  }
  return lines
}

/** The number of equal cells at the beginning of two lines. */
const alike = (a: Line, b: Line): number => {
  let count = 0
  while (count < a.length && a[count]?.bytes === b[count]?.bytes) count++
  return count
}

/** The part of a line from a cell on, cut or padded to the width; an ellipsis shows a cut. */
const cut = (line: Line, from: number, width: number, mark: number, paint: (text: string) => string): string => {
  let room = width - (from > 0 ? 1 : 0)
  let text = from > 0 ? '…' : ''
  for (let i = from; i < line.length; i++) {
    const { text: one, columns } = line[i] as Cell
    const rest = line.slice(i).reduce((sum, each) => sum + each.columns, 0)
    if (columns > room || (rest > room && columns > room - 1)) return `${text}…${' '.repeat(room - 1)}`
    text += i === mark ? paint(one) : one
    room -= columns
  }
  return text + ' '.repeat(Math.max(0, room))
}

/** How many of the lines from `from` on differ. */
const differing = (sames: ReadonlyArray<number | undefined>, from: number): string => {
  const rest = sames.slice(from)
  const differ = rest.filter((same) => same !== undefined).length
  return `${rest.length} more ${rest.length === 1 ? 'line' : 'lines'}, of which ${differ} ${differ === 1 ? 'differs' : 'differ'}`
}

/** Equal cells shown before a difference that is far from the beginning of the line. */
const before = 12
/** Equal lines shown before and after a different one. */
const around = 1

/** Rows behind the names of the parts: a binary body has lines without end, and a person reads the first. */
const mostRows = 40

/** A table of two columns, what was signed and what should have been. `labels` name the first lines of the latter. */
export const sideBySide = (
  left: { readonly title: string; readonly bytes: Uint8Array },
  right: { readonly title: string; readonly bytes: Uint8Array },
  labels: ReadonlyArray<string>,
  width: number,
  { bold, dim, red, green }: Colours,
  say: Say = inEnglish,
): string => {
  const lefts = linesOf(left.bytes)
  const rights = linesOf(right.bytes)
  const margin = labels.reduce((most, label) => Math.max(most, columnsOf(label)), 0) + 2
  const column = Math.max(16, Math.floor((width - margin - 3) / 2))
  const count = Math.max(lefts.length, rights.length)
  const sames = Array.from({ length: count }, (_, i) => {
    const a = lefts[i] ?? []
    const b = rights[i] ?? []
    const same = alike(a, b)
    return same === a.length && same === b.length ? undefined : same
  })
  const isNear = (i: number): boolean =>
    i < labels.length - 1 || sames.slice(Math.max(0, i - around), i + around + 1).some((same) => same !== undefined)

  const row = (i: number): string => {
    const a = lefts[i] ?? []
    const b = rights[i] ?? []
    const same = sames[i]
    const from = same === undefined || same <= column / 2 ? 0 : same - before
    const label = padded(labels[Math.min(i, labels.length - 1)] as string, margin)
    const shown = (line: Line, paint: Colours['red']) =>
      cut(line, from, column, same ?? -1, (text) => paint(bold(text)))
    const cells = [shown(a, red), shown(b, green)]
    return `${dim(i < labels.length ? label : ' '.repeat(margin))}${cells.join(same === undefined ? dim(' │ ') : ' ≠ ')}`.trimEnd()
  }

  const title = (text: string): string => bold(padded(text, column))
  const rows = [`${' '.repeat(margin)}${title(left.title)}   ${title(right.title).trimEnd()}`]
  let skipped = 0
  for (let i = 0; i <= count; i++) {
    if (i < count && rows.length > mostRows) {
      rows.push(dim(`${' '.repeat(margin)}… ${say(differing(sames, i))}`))
      break
    }
    if (i < count && !isNear(i)) skipped++
    else {
      if (skipped > 0)
        rows.push(dim(`${' '.repeat(margin)}… ${say(`${skipped} ${skipped === 1 ? 'line' : 'lines'} alike`)}`))
      if (i < count) rows.push(row(i))
      skipped = 0
    }
  }
  return `${rows.join('\n')}\n`
}
