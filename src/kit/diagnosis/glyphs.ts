/**
 * Bytes as text that hides nothing. Each glyph knows its bytes, and has a name where a reader would see nothing, or
 * something else.
 *
 *     the bytes of "a\u00a0\n"     { text: 'a' }, { name: 'U+00A0', kind: 'odd' }, { name: 'LF', kind: 'line end' }
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
const lengthByFirstByte = (firstByte: number): number => {
  if (firstByte < 0x80) return 1
  if (firstByte < 0xe0) return 2
  return firstByte < 0xf0 ? 3 : 4
}

/** The glyph of the one character, or of the one byte, at `start`. */
export const glyphAt = (view: ByteView, start: number): Glyph => {
  const firstByte = view.at(start) as number
  if (firstByte > 0x20 && firstByte < 0x7f)
    return { text: String.fromCharCode(firstByte), from: start, to: start + 1, kind: 'text' }
  const end = start + lengthByFirstByte(firstByte)
  const bytes = Uint8Array.from({ length: end - start }, (_, i) => view.at(start + i) ?? 0)
  const decoded = toText(bytes)
  if (E.isLeft(decoded) || end > view.length) {
    const escapedByte = `\\x${firstByte.toString(16).padStart(2, '0')}`
    return { text: '', name: escapedByte, from: start, to: start + 1, kind: 'odd' }
  }
  const character = decoded.right
  const odd = (oddName: string): Glyph => ({ text: character, name: oddName, from: start, to: end, kind: 'odd' })
  if (firstByte === 0x0a) return { text: character, name: 'LF', from: start, to: end, kind: 'line end' }
  // A space is seen between two characters, and not at the end of a line.
  const followingByte = view.at(end)
  if (firstByte === 0x20 && (followingByte === undefined || followingByte === 0x0a || followingByte === 0x0d))
    return odd('SP')
  if (firstByte < 0x20 || firstByte === 0x7f) return odd(controls[firstByte] ?? 'DEL')
  if (character === '\ufeff') return odd('BOM')
  if (unseen.test(character)) return odd(codePointName(character))
  if (lookAlike.test(character))
    return { text: character, name: codePointName(character), from: start, to: end, kind: 'look-alike' }
  return { text: character, from: start, to: end, kind: 'text' }
}

/**
 * The glyphs of the bytes from `start` up to `end`, plain characters that follow each other in one. The glyph at `alone` stands
 * by itself, so that it can be marked.
 */
export const glyphsOf = (view: ByteView, start: number, end: number, alone?: number): ReadonlyArray<Glyph> => {
  const glyphs: Array<Glyph> = []
  for (let offset = start; offset < Math.min(end, view.length); offset = (glyphs.at(-1) as Glyph).to) {
    const glyph = glyphAt(view, offset)
    const previous = glyphs.at(-1)
    const joins = previous?.kind === 'text' && glyph.kind === 'text' && !holds(previous, alone) && !holds(glyph, alone)
    if (joins) glyphs[glyphs.length - 1] = { ...previous, text: previous.text + glyph.text, to: glyph.to }
    else glyphs.push(glyph)
  }
  return glyphs
}

/** Whether the byte at `offset` is one of those of the glyph. */
export const holds = ({ from: glyphStart, to: glyphEnd }: Glyph, offset: number | undefined): boolean =>
  offset !== undefined && glyphStart <= offset && offset < glyphEnd

/** The first offset at or after `start` at which a character begins, so that a window cuts none in two. */
export const characterStart = (view: ByteView, start: number): number => {
  let offset = start
  while (offset < start + 3 && ((view.at(offset) ?? 0) & 0xc0) === 0x80) offset++
  return offset
}

/** One byte in words: `0x0a (LF)`. */
export const byteName = (byte: number): string => {
  const hex = `0x${byte.toString(16).padStart(2, '0')}`
  if (byte === 0x20) return `${hex} (space)`
  if (byte === 0x7f) return `${hex} (DEL)`
  return byte > 0x7f ? hex : `${hex} (${controls[byte] ?? String.fromCharCode(byte)})`
}

/** A character in words: the byte, or a letter beyond ASCII as it is. */
export const characterName = (codePoint: number): string =>
  codePoint > 0x7e ? String.fromCodePoint(codePoint) : byteName(codePoint)

const holdsControl = /\p{Cc}/u

/** A text of the request in quotation marks: as it is, or with escapes if it holds control characters. */
export const quoted = (shown: string): string => (holdsControl.test(shown) ? JSON.stringify(shown) : `"${shown}"`)
