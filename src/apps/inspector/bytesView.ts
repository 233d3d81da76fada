/**
 * Draws bytes on the page for a reader who looks for a difference: nothing is invisible, and each difference has a mark.
 *
 *     POST[LF]            a line feed has its name, and the line ends
 *     a[U+00A0]b          an odd character, which nobody could see, is its name in a box; so is a byte that is no UTF-8
 *     \u0430[U+0430]      a look-alike is shown, with its name behind it
 *     {"a":<1>}           a mark round the bytes of a difference; an empty one where the other side has more
 *
 * Of many bytes a part is shown, from some bytes before the first mark on, with the number of those left out at each end.
 * `glyphsOf` finds the names.
 */
import type { Bytes } from '../../core/Bytes.ts'
import { characterStart, type Glyph, glyphsOf } from '../../kit/diagnosis/glyphs.ts'
import { counted } from '../../kit/diagnosis/numerals.ts'
import type { Span } from './differences.ts'
import { el } from './element.ts'
import { say } from './language.ts'

/** More bytes at once slow the page down, and nobody reads them. */
const maxBytes = 6000
/** The bytes shown before the first mark. */
const bytesBeforeMark = 1500
/** The most odd glyphs shown. Each is a name in a box, so a few lines of a picture or an archive are enough. */
const maxOddShown = 300
/** With more odd glyphs than this before the first mark, the bytes are binary, and only so many bytes are shown before it. */
const maxOddBeforeMark = 60

/**
 * The bytes in a box, which screen readers call `label`. Marks are in order. An empty mark is a place where bytes are missing that
 * the other side has.
 */
export const bytesView = (bytes: Bytes, label: string, marks: ReadonlyArray<Span> = []): HTMLElement => {
  const { from: shownFrom, to: shownTo } = shownPart(bytes, marks[0]?.from ?? 0)
  const pre = el('pre.wrap', { role: 'group', 'aria-label': say(label) })
  const drawBytes = (start: number, end: number): void => {
    for (const glyph of glyphsOf(bytes, start, end)) pre.append(drawGlyph(glyph))
  }
  if (shownFrom > 0) pre.append(ellipsis(`${shownFrom} bytes before`), '\n')
  let offset = shownFrom
  for (const mark of marks) {
    if (mark.from > shownTo) break
    const start = Math.max(offset, characterBefore(bytes, mark.from))
    const end = Math.min(shownTo, characterStart(bytes, Math.max(start, mark.to)))
    drawBytes(offset, start)
    const isEmpty = start === end
    pre.append(isEmpty ? drawGap(start === bytes.length) : drawMarked(glyphsOf(bytes, start, end)))
    offset = end
  }
  drawBytes(offset, shownTo)
  if (shownTo < bytes.length) {
    const further = marks.filter((mark) => mark.from > shownTo).length
    const furtherDifferences = further === 0 ? '' : `, with ${counted(further, 'difference')}`
    pre.append('\n', ellipsis(`${bytes.length - shownTo} bytes more${furtherDifferences}`))
  }
  if (bytes.length === 0 && marks.length === 0) pre.append(el('span.none', say('nothing')))
  return pre
}

/** The part that is shown: some bytes before the first mark, and then as many as the limits allow. */
const shownPart = (bytes: Bytes, firstMark: number): Span => {
  const start = shownStart(bytes, firstMark)
  const end = Math.min(bytes.length, start + maxBytes)
  const firstOddTooMany = oddGlyphs(bytes, start, end)[maxOddShown]
  return { from: start, to: firstOddTooMany?.from ?? end }
}

const shownStart = (bytes: Bytes, firstMark: number): number => {
  const textStart = Math.max(0, firstMark - bytesBeforeMark)
  const isBinary = oddGlyphs(bytes, textStart, firstMark).length > maxOddBeforeMark
  const start = isBinary ? firstMark - maxOddBeforeMark : textStart
  return start === 0 ? 0 : characterStart(bytes, start)
}

const oddGlyphs = (bytes: Bytes, start: number, end: number): ReadonlyArray<Glyph> =>
  glyphsOf(bytes, start, end).filter(({ kind }) => kind === 'odd')

/** The offset at which the character begins that the byte at `inside` belongs to. Bytes 10xxxxxx continue a character of UTF-8. */
const characterBefore = (bytes: Bytes, inside: number): number => {
  let offset = inside
  while (offset > 0 && offset > inside - 3 && ((bytes[offset] ?? 0) & 0xc0) === 0x80) offset--
  return offset
}

const ellipsis = (what: string): HTMLElement => el('span.none', `… ${say(what)}`)

/** One glyph. The stylesheet keeps the names in boxes out of a copied text. */
const drawGlyph = ({ text: glyphText, name: glyphName, kind }: Glyph): Node => {
  switch (kind) {
    case 'text':
      return document.createTextNode(glyphText)
    case 'line end':
      return fragment(el('span.odd', 'LF'), '\n')
    case 'odd':
      return el('span.odd.strange', glyphName)
    case 'look-alike':
      return fragment(el('span.alike', glyphText), el('span.odd.strange', glyphName))
  }
}

/** The bytes of a difference. A space at the edge of a mark cannot be seen, so each space in a mark has its name, too. */
const drawMarked = (glyphs: ReadonlyArray<Glyph>): HTMLElement => {
  const mark = el('mark')
  for (const glyph of glyphs) {
    if (glyph.kind !== 'text') mark.append(drawGlyph(glyph))
    else for (const textRun of glyph.text.split(/( )/)) mark.append(textRun === ' ' ? el('span.odd', 'SP') : textRun)
  }
  return mark
}

/** The place where bytes are missing that the other side has. */
const drawGap = (isEnd: boolean): HTMLElement => (isEnd ? el('mark', el('span.end', say('END'))) : el('mark.gap'))

const fragment = (...nodes: ReadonlyArray<Node | string>): DocumentFragment => {
  const combined = document.createDocumentFragment()
  for (const node of nodes) combined.append(node)
  return combined
}

/** A short text in one line, without marks. */
export const inline = (bytes: Bytes): HTMLElement => {
  const omission = bytes.length > maxBytes ? ellipsis(`${bytes.length - maxBytes} bytes more`) : undefined
  return el('span', ...glyphsOf(bytes, 0, maxBytes).map(drawGlyph), omission)
}
