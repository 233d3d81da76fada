/**
 * Bytes on the page, with the names of line feeds, odd bytes and look-alikes, and with marks.
 */
import type { Bytes } from '../../core/Bytes.ts'
import { characterStart, type Glyph, glyphsOf } from '../../kit/diagnosis/glyphs.ts'
import { counted } from '../../kit/diagnosis/numerals.ts'
import type { Span } from './differences.ts'
import { el } from './element.ts'
import { say } from './language.ts'

/** More than this at once slows the page down, and nobody reads it. */
const maxBytes = 6000
/** Bytes shown before a difference. */
const bytesBeforeMark = 1500
/** Bytes without a look, each of them a name in a box: of a picture or an archive a few lines are enough. */
const maxOdd = 300
const oddBefore = 60

/**
 * The bytes in a box, which screen readers call `label`; of many bytes, those from the first mark on, and some before it.
 * An empty mark is a place where something is missing.
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
    pre.append(start === end ? gap(start === bytes.length) : markGlyphs(glyphsOf(bytes, start, end)))
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

/** The part that is shown, from some bytes before the first mark on. */
const shownPart = (bytes: Bytes, mark: number): Span => {
  const wanted = Math.max(0, mark - bytesBeforeMark)
  const isBinary = countOdd(bytes, wanted, mark) > oddBefore
  const begin = isBinary ? mark - oddBefore : wanted
  const shownStart = begin === 0 ? 0 : characterStart(bytes, begin)
  const end = Math.min(bytes.length, shownStart + maxBytes)
  return { from: shownStart, to: Math.min(end, endOf(bytes, shownStart, end)) }
}

const countOdd = (bytes: Bytes, start: number, end: number): number =>
  glyphsOf(bytes, start, end).filter(({ kind }) => kind === 'odd').length

/** Where the last odd byte is that may be shown. */
const endOf = (bytes: Bytes, start: number, end: number): number => {
  const glyphs = glyphsOf(bytes, start, end)
  const lastOddGlyph = glyphs.filter(({ kind }) => kind === 'odd')[maxOdd]
  return lastOddGlyph === undefined ? end : lastOddGlyph.from
}

/** Where the character begins that has the byte at `start`. */
const characterBefore = (bytes: Bytes, start: number): number => {
  let offset = start
  while (offset > 0 && offset > start - 3 && ((bytes[offset] ?? 0) & 0xc0) === 0x80) offset--
  return offset
}

const ellipsis = (what: string): HTMLElement => el('span.none', `… ${say(what)}`)

/** The name of a line feed is not copied with the text. */
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

/** A space is seen in a mark as little as at the end of a line. */
const markGlyphs = (glyphs: ReadonlyArray<Glyph>): HTMLElement => {
  const mark = el('mark')
  for (const glyph of glyphs) {
    if (glyph.kind !== 'text') mark.append(drawGlyph(glyph))
    else for (const textRun of glyph.text.split(/( )/)) mark.append(textRun === ' ' ? el('span.odd', 'SP') : textRun)
  }
  return mark
}

/** Where bytes are missing that the other side has. */
const gap = (isEnd: boolean): HTMLElement => (isEnd ? el('mark', el('span.end', say('END'))) : el('mark.gap'))

const fragment = (...nodes: ReadonlyArray<Node | string>): DocumentFragment => {
  const fragment = document.createDocumentFragment()
  for (const node of nodes) fragment.append(node)
  return fragment
}

/** A short text in one line. */
export const inline = (bytes: Bytes): HTMLElement => {
  const omission = bytes.length > maxBytes ? ellipsis(`${bytes.length - maxBytes} bytes more`) : undefined
  return el('span', ...glyphsOf(bytes, 0, maxBytes).map(drawGlyph), omission)
}
