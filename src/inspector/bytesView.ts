/**
 * Bytes on the page, with the names of line feeds, odd bytes and look-alikes.
 */
import type { Bytes } from '../core/Bytes.ts'
import { characterStart, type Glyph, glyphsOf, holds } from '../diagnosis/glyphs.ts'
import { el } from './element.ts'

/** More than this at once slows the page down, and nobody reads it. */
const mostBytes = 6000
/** Bytes shown before a difference. */
const before = 1500

export interface View {
  /** The byte to mark, and the name of the box for screen readers. */
  readonly mark?: number | undefined
  readonly label: string
}

/** The bytes in a box; of many bytes, those round the mark. */
export const bytesView = (bytes: Bytes, { mark, label }: View): HTMLElement => {
  const wanted = mark === undefined ? 0 : Math.max(0, mark - before)
  const from = wanted === 0 ? 0 : characterStart(bytes, wanted)
  const to = Math.min(bytes.length, from + mostBytes)
  const pre = el('pre', { class: 'wrap', role: 'group', 'aria-label': label })
  if (from > 0) pre.append(ellipsis(`${from} bytes before`), '\n')
  for (const glyph of glyphsOf(bytes, from, to, mark)) pre.append(holds(glyph, mark) ? marked(glyph) : drawn(glyph))
  if (mark !== undefined && mark >= bytes.length) pre.append(el('mark', {}, el('span', { class: 'end' }, 'END')))
  if (to < bytes.length) pre.append('\n', ellipsis(`${bytes.length - to} bytes more`))
  if (bytes.length === 0 && mark === undefined) pre.append(el('span', { class: 'none' }, 'nothing'))
  return pre
}

const ellipsis = (what: string): HTMLElement => el('span', { class: 'none' }, `… ${what}`)

/** The name of a line feed is not copied with the text. */
const drawn = ({ text, name, kind }: Glyph): Node => {
  switch (kind) {
    case 'text':
      return document.createTextNode(text)
    case 'line end':
      return fragment(el('span', { class: 'odd' }, 'LF'), '\n')
    case 'odd':
      return el('span', { class: 'odd strange' }, name)
    case 'look-alike':
      return fragment(el('span', { class: 'alike' }, text), el('span', { class: 'odd strange' }, name))
  }
}

const marked = (glyph: Glyph): Node =>
  glyph.kind === 'line end'
    ? fragment(el('mark', {}, el('span', { class: 'odd' }, 'LF')), '\n')
    : el('mark', {}, glyph.text === ' ' ? el('span', { class: 'odd' }, 'SP') : drawn(glyph))

const fragment = (...nodes: ReadonlyArray<Node | string>): DocumentFragment => {
  const all = document.createDocumentFragment()
  all.append(...nodes)
  return all
}

/** A short text in one line. */
export const inline = (bytes: Bytes): HTMLElement => {
  const span = el('span')
  for (const glyph of glyphsOf(bytes, 0, mostBytes)) span.append(drawn(glyph))
  if (bytes.length > mostBytes) span.append(ellipsis(`${bytes.length - mostBytes} bytes more`))
  return span
}
