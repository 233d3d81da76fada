/** Two byte strings side by side in rows of 16: a window around the first difference. */
import type { ByteView } from '../../diagnosis/glyphs.ts'
import { ofHex } from '../content.ts'
import type { VectorBytes } from '../Vector.ts'

/**
 * Bytes to look at one by one: a body that is one byte repeated a million times is never laid out.
 * Undefined where the digits are no bytes: a port's trace may hold anything.
 */
export const viewOf = (bytes: VectorBytes): ByteView | undefined => {
  const one = ofHex('hex' in bytes ? bytes.hex : bytes.repeat.hex)
  if (one === undefined) return undefined
  const times = 'hex' in bytes ? 1 : bytes.repeat.times
  if (!Number.isSafeInteger(times) || times < 0) return undefined
  const length = one.length * times
  return { length, at: (offset) => (offset >= 0 && offset < length ? one[offset % one.length] : undefined) }
}

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
const rowsInAll = 8

/** Two hexadecimal digits; dots behind the end. */
export const digitsOf = (byte: number | undefined): string => byte?.toString(16).padStart(2, '0') ?? '··'

const runs = (view: ByteView, other: ByteView, offset: number, first: number): ReadonlyArray<HexRun> => {
  const found: Array<{ kind: HexRun['kind']; bytes: Array<string> }> = []
  for (let at = offset; at < offset + rowLength; at++) {
    const byte = view.at(at)
    if (byte === undefined && other.at(at) === undefined) break
    const kind = at === first ? 'first' : byte === other.at(at) ? 'same' : 'differs'
    const digits = digitsOf(byte)
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
  // Near the end, fill the window with more rows before.
  const before = Math.max(0, Math.min(wanted, lastRow - rowsInAll + 1)) * rowLength
  const end = Math.min(length, before + rowsInAll * rowLength)
  const rows: Array<HexRow> = []
  for (let at = before; at < end; at += rowLength) {
    const ours = runs(expected, received, at, offset)
    const theirs = runs(received, expected, at, offset)
    rows.push({ offset: at, expected: ours, received: theirs })
  }
  return { rows, before, behind: length - end }
}
