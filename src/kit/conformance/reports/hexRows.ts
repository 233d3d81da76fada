/**
 * Two byte strings side by side in rows of 16 bytes, for the page: a window of rows around the first difference.
 *
 *     hexWindow(view of 'abc', view of 'abd', 2)
 *     { before: 0, behind: 0, rows: [{ offset: 0,
 *         expected: [{ kind: 'same', hex: '61 62' }, { kind: 'first', hex: '63' }],
 *         received: [{ kind: 'same', hex: '61 62' }, { kind: 'first', hex: '64' }] }] }
 */
import type { ByteView } from '../../diagnosis/glyphs.ts'
import { ofHex } from '../content.ts'
import type { VectorBytes } from '../Vector.ts'

// ---- Bytes one by one

/**
 * A view of the bytes, which gives them one by one. So a body of one byte that is repeated a million times is never built. Undefined if
 * the digits are not bytes: a port's trace may hold anything.
 */
export const viewOf = (bytes: VectorBytes): ByteView | undefined => {
  const unit = ofHex('hex' in bytes ? bytes.hex : bytes.repeat.hex)
  if (unit === undefined) return undefined
  const times = 'hex' in bytes ? 1 : bytes.repeat.times
  if (!Number.isSafeInteger(times) || times < 0) return undefined
  const length = unit.length * times
  return { length, at: (offset) => (offset >= 0 && offset < length ? unit[offset % unit.length] : undefined) }
}

/** Two hexadecimal digits, or dots after the end. */
export const digitsOf = (byte: number | undefined): string => byte?.toString(16).padStart(2, '0') ?? '··'

// ---- The window

/** Consecutive bytes of one kind, so that the page needs few elements. */
export interface HexRun {
  /** `first` is the first differing byte, in a run of its own. */
  readonly kind: 'same' | 'differs' | 'first'
  /** `4a 6f`, two digits a byte; `··` after the end of the shorter side. */
  readonly hex: string
}

export interface HexRow {
  readonly offset: number
  readonly expected: ReadonlyArray<HexRun>
  readonly received: ReadonlyArray<HexRun>
}

export interface HexWindow {
  readonly rows: ReadonlyArray<HexRow>
  /** How many bytes precede and follow the window, in the longer byte string. */
  readonly before: number
  readonly behind: number
}

export const rowLength = 16
const rowsBefore = 2
const rowsShown = 8

/** `firstDifference` is the offset of the first byte that differs. */
export const hexWindow = (expected: ByteView, received: ByteView, firstDifference: number): HexWindow => {
  const length = Math.max(expected.length, received.length)
  const lastRow = Math.max(0, Math.ceil(length / rowLength) - 1)
  const wantedRow = Math.min(Math.max(0, Math.floor(firstDifference / rowLength) - rowsBefore), lastRow)
  // Near the end, fill the window with more rows before.
  const start = Math.max(0, Math.min(wantedRow, lastRow - rowsShown + 1)) * rowLength
  const end = Math.min(length, start + rowsShown * rowLength)
  const rows: Array<HexRow> = []
  for (let offset = start; offset < end; offset += rowLength) {
    const expectedRuns = runsOf({ view: expected, otherView: received, offset, firstDifference })
    const receivedRuns = runsOf({ view: received, otherView: expected, offset, firstDifference })
    rows.push({ offset, expected: expectedRuns, received: receivedRuns })
  }
  return { rows, before: start, behind: length - end }
}

interface RowSide {
  readonly view: ByteView
  readonly otherView: ByteView
  /** The offset of the row's first byte. */
  readonly offset: number
  readonly firstDifference: number
}

/** One side of a row, up to the end of the longer byte string. */
const runsOf = ({ view, otherView, offset: start, firstDifference }: RowSide): ReadonlyArray<HexRun> => {
  const runs: Array<{ kind: HexRun['kind']; digits: Array<string> }> = []
  for (let offset = start; offset < start + rowLength; offset++) {
    const byte = view.at(offset)
    const otherByte = otherView.at(offset)
    if (byte === undefined && otherByte === undefined) break
    const kind = offset === firstDifference ? 'first' : byte === otherByte ? 'same' : 'differs'
    const run = runs.at(-1)
    if (run?.kind === kind) run.digits.push(digitsOf(byte))
    else runs.push({ kind, digits: [digitsOf(byte)] })
  }
  return runs.map(({ kind, digits }) => ({ kind, hex: digits.join(' ') }))
}
