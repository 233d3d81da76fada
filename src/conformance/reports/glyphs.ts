/**
 * Bytes as text that hides nothing: every LF is ␊, what is no UTF-8 or cannot be seen is its hexadecimal digits, and each
 * glyph knows the bytes that it stands for.
 */
import * as E from 'fp-ts/lib/Either.js'
import { toText } from '../../core/Bytes.ts'
import type { ByteView } from './byteView.ts'
import { visible } from './visible.ts'

export interface Glyph {
  readonly text: string
  /** The first of its bytes, and the one behind its last. */
  readonly from: number
  readonly to: number
  /** `raw` glyphs stand for bytes that no font can show. */
  readonly kind: 'text' | 'lf' | 'raw'
}

/** Longest first, because a shorter beginning of a character is no UTF-8 by itself. */
const lengths = [4, 3, 2, 1]

const raw = (bytes: ReadonlyArray<number>): string =>
  bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

const glyphAt = (view: ByteView, from: number): Glyph => {
  const first = view.at(from) as number
  if (first === 0x0a) return { text: '␊', from, to: from + 1, kind: 'lf' }
  for (const length of first < 0x80 ? [1] : lengths) {
    const bytes = Array.from({ length }, (_, i) => view.at(from + i)).filter((byte) => byte !== undefined)
    if (bytes.length < length) continue
    const text = toText(Uint8Array.from(bytes))
    if (E.isLeft(text) || [...text.right].length !== 1) continue
    const shown = visible(text.right) === text.right && !/\s/.test(text.right.replace(' ', ''))
    return { text: shown ? text.right : raw(bytes), from, to: from + length, kind: shown ? 'text' : 'raw' }
  }
  return { text: raw([first]), from, to: from + 1, kind: 'raw' }
}

/** The glyphs of the bytes from `from` up to `to`, or a little beyond where a character ends later. */
export const glyphsOf = (view: ByteView, from: number, to: number): ReadonlyArray<Glyph> => {
  const glyphs: Array<Glyph> = []
  for (let at = from; at < Math.min(to, view.length); at = (glyphs.at(-1) as Glyph).to) glyphs.push(glyphAt(view, at))
  return glyphs
}

/** The first offset at or after `from` at which a character begins, so that a window cuts none in two. */
export const characterStart = (view: ByteView, from: number): number => {
  let at = from
  while (at < from + 3 && ((view.at(at) ?? 0) & 0xc0) === 0x80) at++
  return at
}
