/**
 * Bytes as text that hides nothing. Each glyph knows its bytes, and has a name where a reader would see nothing, or
 * something else.
 */
import * as E from 'fp-ts/lib/Either.js'
import { toText } from '../../core/Bytes.ts'

/** Bytes that are looked at one by one; they may be computed. */
export interface ByteView {
  readonly length: number
  /** The byte at an offset; undefined beyond the end. */
  readonly at: (offset: number) => number | undefined
}

export interface Glyph {
  /** The character, or a run of plain ones, for a reader who copies it; empty where the bytes are not UTF-8. */
  readonly text: string
  /** The name of what a reader could not see, or would take for something else. */
  readonly name?: string
  /** Its first byte, and the one behind its last. */
  readonly from: number
  readonly to: number
  readonly kind: 'text' | 'line end' | 'odd' | 'look-alike'
}

const controls = [
  'NUL',
  'SOH',
  'STX',
  'ETX',
  'EOT',
  'ENQ',
  'ACK',
  'BEL',
  'BS',
  'TAB',
  'LF',
  'VT',
  'FF',
  'CR',
  'SO',
  'SI',
  'DLE',
  'DC1',
  'DC2',
  'DC3',
  'DC4',
  'NAK',
  'SYN',
  'ETB',
  'CAN',
  'EM',
  'SUB',
  'ESC',
  'FS',
  'GS',
  'RS',
  'US',
]

/** Shown as nothing, or as a blank. */
// biome-ignore-start lint/suspicious/noMisleadingCharacterClass: single characters are tested, marks among them
const unseen = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufe00-\ufe0f]$/u

/** Greek and Cyrillic that looks Latin, full-width ASCII, typographic quotes, dashes and dots, combining marks. */
const lookAlike =
  /^[\u0131\u017f\u0300-\u036f\u0391-\u03a9\u03bf\u03c1\u03bd\u0405-\u0408\u0410-\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u2010-\u201f\u2024\u2026\u2032\u2033\u2039\u203a\u2044\u2212\u2215\u2236\u212a\uff01-\uff5e]$/u
// biome-ignore-end lint/suspicious/noMisleadingCharacterClass: as above

export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

/** How many bytes the character that begins here should have. */
const lengthOf = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)

/** The glyph of the one character, or of the one byte, at `from`. */
export const glyphAt = (view: ByteView, from: number): Glyph => {
  const first = view.at(from) as number
  if (first > 0x20 && first < 0x7f) return { text: String.fromCharCode(first), from, to: from + 1, kind: 'text' }
  const to = from + lengthOf(first)
  const bytes = Uint8Array.from({ length: to - from }, (_, i) => view.at(from + i) ?? 0)
  const read = toText(bytes)
  if (E.isLeft(read) || to > view.length) {
    const name = `\\x${first.toString(16).padStart(2, '0')}`
    return { text: '', name, from, to: from + 1, kind: 'odd' }
  }
  const text = read.right
  const odd = (name: string): Glyph => ({ text, name, from, to, kind: 'odd' })
  if (first === 0x0a) return { text, name: 'LF', from, to, kind: 'line end' }
  // A space is seen between two characters, and not at the end of a line.
  const next = view.at(to)
  if (first === 0x20 && (next === undefined || next === 0x0a || next === 0x0d)) return odd('SP')
  if (first < 0x20 || first === 0x7f) return odd(controls[first] ?? 'DEL')
  if (text === '\ufeff') return odd('BOM')
  if (unseen.test(text)) return odd(codePointName(text))
  if (lookAlike.test(text)) return { text, name: codePointName(text), from, to, kind: 'look-alike' }
  return { text, from, to, kind: 'text' }
}

/**
 * The glyphs of the bytes from `from` up to `to`, plain characters that follow each other in one. The glyph at `alone` stands
 * by itself, so that it can be marked.
 */
export const glyphsOf = (view: ByteView, from: number, to: number, alone?: number): ReadonlyArray<Glyph> => {
  const glyphs: Array<Glyph> = []
  for (let at = from; at < Math.min(to, view.length); at = (glyphs.at(-1) as Glyph).to) {
    const next = glyphAt(view, at)
    const last = glyphs.at(-1)
    const joins = last?.kind === 'text' && next.kind === 'text' && !holds(last, alone) && !holds(next, alone)
    if (joins) glyphs[glyphs.length - 1] = { ...last, text: last.text + next.text, to: next.to }
    else glyphs.push(next)
  }
  return glyphs
}

/** Whether the byte at `at` is one of the glyph's. */
export const holds = ({ from, to }: Glyph, at: number | undefined): boolean => at !== undefined && from <= at && at < to

/** The first offset at or after `from` at which a character begins, so that a window cuts none in two. */
export const characterStart = (view: ByteView, from: number): number => {
  let at = from
  while (at < from + 3 && ((view.at(at) ?? 0) & 0xc0) === 0x80) at++
  return at
}

/** One byte in words: `0x0a (LF)`. */
export const byteName = (byte: number): string => {
  const hex = `0x${byte.toString(16).padStart(2, '0')}`
  if (byte === 0x20) return `${hex} (space)`
  const name = controls[byte] ?? (byte === 0x7f ? 'DEL' : byte < 0x7f ? String.fromCharCode(byte) : undefined)
  return name === undefined ? hex : `${hex} (${name})`
}
