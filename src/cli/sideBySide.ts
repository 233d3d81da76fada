/**
 * Two byte strings next to each other, line by line, with everything made visible that a terminal would hide. Of what is
 * alike only as much is shown as it takes to find one's way.
 */
import type { Colours } from './terminal.ts'

/** What some bytes look like: one character, or a name for what has no look. */
interface Cell {
  readonly text: string
  readonly columns: number
  readonly bytes: string
}

type Line = ReadonlyArray<Cell>

const names: Readonly<Record<string, string>> = { '\u007f': '␡', '\ufeff': '⟦BOM⟧' }
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u
/** What prints nothing, turns the line round, or joins what stands before it. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{M}]|(?! )\p{Zs}/u

const shown = (character: string): string => {
  const point = character.codePointAt(0) as number
  // Unicode has a picture of each control character.
  if (point < 0x20) return String.fromCodePoint(0x2400 + point)
  if (!unseen.test(character)) return character
  return names[character] ?? `⟦U+${point.toString(16).toUpperCase().padStart(4, '0')}⟧`
}

const cell = (text: string, bytes: Uint8Array): Cell => ({
  text,
  columns: [...text].reduce((sum, c) => sum + (wide.test(c) ? 2 : 1), 0),
  bytes: Buffer.from(bytes).toString('hex'),
})

/** Each character; a byte that belongs to none stands for itself. */
const cellsOf = (bytes: Uint8Array): Line => {
  const cells: Array<Cell> = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] as number
    const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    const some = bytes.subarray(at, at + length)
    const character = Buffer.from(some).toString('utf8')
    const isText = Buffer.from(character).equals(some)
    cells.push(isText ? cell(shown(character), some) : cell(`⟦${first.toString(16)}⟧`, bytes.subarray(at, at + 1)))
    at += isText ? length : 1
  }
  return cells
}

/** Its lines, each with its line feed. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Line> => {
  const lines: Array<Array<Cell>> = [[]]
  for (const each of cellsOf(bytes)) {
    lines.at(-1)?.push(each)
    if (each.bytes === '0a') lines.push([])
  }
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
}

/** How many cells two lines begin with that are the same. */
const alike = (a: Line, b: Line): number => {
  let count = 0
  while (count < a.length && a[count]?.bytes === b[count]?.bytes) count++
  return count
}

/** As much of a line as fits, from a cell on: what was cut off shows as an ellipsis. Padded to the width. */
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

/** How many cells of what is alike stand in front of a difference that is not near the line's beginning. */
const before = 12
/** How many lines that are alike stand round one that is not. */
const around = 1

/** A table of two columns: what was signed, and what should have been; `labels` name the right one's first lines. */
export const sideBySide = (
  left: { readonly title: string; readonly bytes: Uint8Array },
  right: { readonly title: string; readonly bytes: Uint8Array },
  labels: ReadonlyArray<string>,
  width: number,
  { bold, dim, red, green }: Colours,
): string => {
  const [lefts, rights] = [linesOf(left.bytes), linesOf(right.bytes)]
  const margin = Math.max(...labels.map((label) => label.length)) + 2
  const column = Math.max(16, Math.floor((width - margin - 3) / 2))
  const count = Math.max(lefts.length, rights.length)
  const sames = Array.from({ length: count }, (_, i) => {
    const [a = [], b = []] = [lefts[i], rights[i]]
    const same = alike(a, b)
    return same === a.length && same === b.length ? undefined : same
  })
  const isNear = (i: number): boolean =>
    i < labels.length - 1 || sames.slice(Math.max(0, i - around), i + around + 1).some((same) => same !== undefined)

  const row = (i: number): string => {
    const [a = [], b = []] = [lefts[i], rights[i]]
    const same = sames[i]
    const from = same === undefined || same <= column / 2 ? 0 : same - before
    const label = (labels[Math.min(i, labels.length - 1)] as string).padEnd(margin)
    const mark = same ?? -1
    const cells = [
      cut(a, from, column, mark, (text) => red(bold(text))),
      cut(b, from, column, mark, (text) => green(bold(text))),
    ]
    return `${dim(i < labels.length ? label : ' '.repeat(margin))}${cells.join(same === undefined ? dim(' │ ') : ' ≠ ')}`.trimEnd()
  }

  const title = (text: string): string => bold(text.padEnd(column))
  const rows = [`${' '.repeat(margin)}${title(left.title)}   ${title(right.title).trimEnd()}`]
  let skipped = 0
  const tellSkipped = (): void => {
    if (skipped > 0) rows.push(dim(`${' '.repeat(margin)}… ${skipped} ${skipped === 1 ? 'line' : 'lines'} alike`))
    skipped = 0
  }
  for (let i = 0; i < count; i++) {
    if (!isNear(i)) skipped++
    else {
      tellSkipped()
      rows.push(row(i))
    }
  }
  tellSkipped()
  return `${rows.join('\n')}\n`
}
