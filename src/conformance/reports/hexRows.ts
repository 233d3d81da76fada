/**
 * Two byte strings side by side in rows of 16, a window round the place where they part.
 */
import type { ByteView } from '../../diagnosis/glyphs.ts'

/** Neighbouring bytes that are alike, or differ, together: so a page needs few elements for them. */
export interface HexRun {
  /** `first` is the byte at which the two part, alone. */
  readonly kind: 'same' | 'differs' | 'first'
  /** `4a 6f`, two digits a byte; `··` where the other side goes on and this one has ended. */
  readonly hex: string
}

export interface HexRow {
  readonly offset: number
  readonly expected: ReadonlyArray<HexRun>
  readonly received: ReadonlyArray<HexRun>
}

export interface HexWindow {
  readonly rows: ReadonlyArray<HexRow>
  /** How many bytes stand before and behind the window, in the longer of the two. */
  readonly before: number
  readonly behind: number
}

export const rowLength = 16
const rowsBefore = 2
const rowsInAll = 8

const runs = (view: ByteView, other: ByteView, offset: number, first: number): ReadonlyArray<HexRun> => {
  const found: Array<{ kind: HexRun['kind']; bytes: Array<string> }> = []
  for (let at = offset; at < offset + rowLength; at++) {
    const byte = view.at(at)
    if (byte === undefined && other.at(at) === undefined) break
    const kind = at === first ? 'first' : byte === other.at(at) ? 'same' : 'differs'
    const digits = byte === undefined ? '··' : byte.toString(16).padStart(2, '0')
    const last = found.at(-1)
    if (last?.kind === kind) last.bytes.push(digits)
    else found.push({ kind, bytes: [digits] })
  }
  return found.map(({ kind, bytes }) => ({ kind, hex: bytes.join(' ') }))
}

export const hexWindow = (expected: ByteView, received: ByteView, offset: number): HexWindow => {
  const length = Math.max(expected.length, received.length)
  const lastRow = Math.max(0, Math.ceil(length / rowLength) - 1)
  const wanted = Math.min(Math.max(0, Math.floor(offset / rowLength) - rowsBefore), lastRow)
  // At the end there may be fewer rows behind than fit: show more before, rather than less.
  const first = Math.max(0, Math.min(wanted, lastRow - rowsInAll + 1))
  const rows: Array<HexRow> = []
  for (let row = first; row <= Math.min(lastRow, first + rowsInAll - 1); row++) {
    const at = row * rowLength
    if (at >= length) break
    rows.push({
      offset: at,
      expected: runs(expected, received, at, offset),
      received: runs(received, expected, at, offset),
    })
  }
  const end = Math.min(length, (first + rows.length) * rowLength)
  return { rows, before: Math.min(first * rowLength, length), behind: length - end }
}
