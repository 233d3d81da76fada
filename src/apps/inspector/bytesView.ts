/**
 * Bytes on the page, with the names of line feeds, odd bytes and look-alikes, and with marks.
 */
import type { Bytes } from '../../core/Bytes.ts'
import { characterStart, type Glyph, glyphsOf } from '../../kit/diagnosis/glyphs.ts'
import { counted } from '../../kit/diagnosis/numerals.ts'
import type { Span } from './differences.ts'
import { el } from './element.ts'

/** More than this at once slows the page down, and nobody reads it. */
const maxBytes = 6000
/** Bytes shown before a difference. */
const before = 1500
/** Bytes without a look, each of them a name in a box: of a picture or an archive a few lines are enough. */
const maxOdd = 300
const oddBefore = 60

/**
 * The bytes in a box, which screen readers call `label`; of many bytes, those from the first mark on, and some before it.
 * An empty mark is a place where something is missing.
 */
export const bytesView = (bytes: Bytes, label: string, marks: ReadonlyArray<Span> = []): HTMLElement => {
  const { from, to } = shownPart(bytes, marks[0]?.from ?? 0)
  const pre = el('pre.wrap', { role: 'group', 'aria-label': label })
  const draw = (start: number, end: number): void => {
    for (const glyph of glyphsOf(bytes, start, end)) pre.append(drawn(glyph))
  }
  if (from > 0) pre.append(ellipsis(`${from} bytes before`), '\n')
  let at = from
  for (const mark of marks) {
    if (mark.from > to) break
    const start = Math.max(at, characterBefore(bytes, mark.from))
    const end = Math.min(to, characterStart(bytes, Math.max(start, mark.to)))
    draw(at, start)
    pre.append(start === end ? gap(start === bytes.length) : marked(glyphsOf(bytes, start, end)))
    at = end
  }
  draw(at, to)
  if (to < bytes.length) {
    const further = marks.filter((mark) => mark.from > to).length
    const more = further === 0 ? '' : `, with ${counted(further, 'difference')}`
    pre.append('\n', ellipsis(`${bytes.length - to} bytes more${more}`))
  }
  if (bytes.length === 0 && marks.length === 0) pre.append(el('span.none', 'nothing'))
  return pre
}

/** The part that is shown, from some bytes before the first mark on. */
const shownPart = (bytes: Bytes, mark: number): Span => {
  const wanted = Math.max(0, mark - before)
  const isBinary = countOdd(bytes, wanted, mark) > oddBefore
  const begin = isBinary ? mark - oddBefore : wanted
  const from = begin === 0 ? 0 : characterStart(bytes, begin)
  const end = Math.min(bytes.length, from + maxBytes)
  return { from, to: Math.min(end, endOf(bytes, from, end)) }
}

const countOdd = (bytes: Bytes, from: number, to: number): number =>
  glyphsOf(bytes, from, to).filter(({ kind }) => kind === 'odd').length

/** Where the last odd byte is that may be shown. */
const endOf = (bytes: Bytes, from: number, end: number): number => {
  const glyphs = glyphsOf(bytes, from, end)
  const last = glyphs.filter(({ kind }) => kind === 'odd')[maxOdd]
  return last === undefined ? end : last.from
}

/** Where the character begins that has the byte at `from`. */
const characterBefore = (bytes: Bytes, from: number): number => {
  let at = from
  while (at > 0 && at > from - 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}

const ellipsis = (what: string): HTMLElement => el('span.none', `… ${what}`)

/** The name of a line feed is not copied with the text. */
const drawn = ({ text, name, kind }: Glyph): Node => {
  switch (kind) {
    case 'text':
      return document.createTextNode(text)
    case 'line end':
      return fragment(el('span.odd', 'LF'), '\n')
    case 'odd':
      return el('span.odd.strange', name)
    case 'look-alike':
      return fragment(el('span.alike', text), el('span.odd.strange', name))
  }
}

/** A space is seen in a mark as little as at the end of a line. */
const marked = (glyphs: ReadonlyArray<Glyph>): HTMLElement => {
  const mark = el('mark')
  for (const glyph of glyphs) {
    if (glyph.kind !== 'text') mark.append(drawn(glyph))
    else for (const piece of glyph.text.split(/( )/)) mark.append(piece === ' ' ? el('span.odd', 'SP') : piece)
  }
  return mark
}

/** Where bytes are missing that the other side has. */
const gap = (isEnd: boolean): HTMLElement => (isEnd ? el('mark', el('span.end', 'END')) : el('mark.gap'))

const fragment = (...nodes: ReadonlyArray<Node | string>): DocumentFragment => {
  const all = document.createDocumentFragment()
  for (const node of nodes) all.append(node)
  return all
}

/** A short text in one line. */
export const inline = (bytes: Bytes): HTMLElement => {
  const more = bytes.length > maxBytes ? ellipsis(`${bytes.length - maxBytes} bytes more`) : undefined
  return el('span', ...glyphsOf(bytes, 0, maxBytes).map(drawn), more)
}
