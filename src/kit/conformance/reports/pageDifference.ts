/**
 * The part of the page that shows where two byte strings differ: as text with the first differing byte marked, and as hexadecimal
 * digits side by side.
 *
 *     POST␊                     POST␊
 *     /v1/jobs[?]␊              /v1/jobs[␊]          the received string to sign lacks the question mark
 *     000000  50 4f 53 54 0a 2f …    50 4f 53 54 0a 2f …
 */
import { type ByteView, characterStart, type Glyph, glyphsOf, holds } from '../../diagnosis/glyphs.ts'
import type { AnswerDifference } from '../Report.ts'
import { digitsOf, type HexRun, hexWindow, rowLength, viewOf } from './hexRows.ts'
import { type Html, html } from './markup.ts'
import { plural, sentence } from './tally.ts'

export const differenceOf = (difference: AnswerDifference): Html => {
  const { of, offset } = difference
  const expected = viewOf(difference.expected)
  const received = viewOf(difference.received)
  const title = html`<h6>Where the ${of} differs</h6>`
  if (expected === undefined || received === undefined) {
    return html`${title}<p>The received value is not bytes, so there is nothing to compare.</p>`
  }
  return html`${title}<p>${whereItDiffers(of, expected, received, offset)}</p>
${isReadable(expected) ? textPair(expected, received, offset) : undefined}
${hexTable(expected, received, difference)}`
}

const whereItDiffers = (of: string, expected: ByteView, received: ByteView, offset: number): string => {
  if (offset < Math.min(expected.length, received.length)) return `The first byte that differs is at offset ${offset}.`
  if (expected.length === received.length) return `The bytes of the ${of} are equal; the difference is elsewhere.`
  return received.length < expected.length
    ? `The received bytes end at offset ${offset}; more were expected.`
    : `The received bytes continue at offset ${offset}, where they should end.`
}

// ---- Bytes as text

const textPair = (expected: ByteView, received: ByteView, offset: number): Html =>
  html`<div class="pair"><div><h6>Expected, ${plural(expected.length, 'byte')}</h6>${bytesAsText(expected, offset)}</div>
<div><h6>Received, ${plural(received.length, 'byte')}</h6>${bytesAsText(received, offset)}</div></div>`

/** How many bytes of a long text are shown before the marked one, and how many from it on. */
const bytesBefore = 200
const bytesAfter = 300

/** Bytes as text; a window of them if they are many. `marked` is an offset, or the length to mark the end. */
export const bytesAsText = (view: ByteView, marked?: number): Html => {
  const center = marked ?? 0
  const start = center > bytesBefore ? characterStart(view, center - bytesBefore) : 0
  const glyphs = glyphsOf(view, start, center + bytesAfter, marked)
  const end = glyphs.at(-1)?.to ?? start
  const endMark = marked === view.length ? html`<mark class="first">[end]</mark>` : undefined
  const shown = glyphs.map((glyph) => glyphMarkup(view, glyph, marked))
  return html`<pre>${omission(start)}${shown}${omission(view.length - end)}${endMark}</pre>`
}

const omission = (bytes: number): Html | undefined =>
  bytes > 0 ? html`<span class="quiet">[${plural(bytes, 'more byte')}]</span>` : undefined

const glyphMarkup = (view: ByteView, glyph: Glyph, marked: number | undefined): Html => {
  const { className, content } = glyphContent(view, glyph)
  const lineEnd = glyph.kind === 'line end' ? '\n' : ''
  if (holds(glyph, marked)) return html`<mark class="${`first ${className}`.trim()}">${content}</mark>${lineEnd}`
  return className === '' ? html`${content}` : html`<span class="${className}">${content}</span>${lineEnd}`
}

/** What the page shows of a glyph, and the class of its element. */
const glyphContent = (view: ByteView, glyph: Glyph): { readonly className: string; readonly content: string } => {
  if (glyph.kind === 'line end') return { className: 'lf', content: '␊' }
  return isRaw(glyph)
    ? { className: 'raw', content: bytesAsEscapes(view, glyph) }
    : { className: '', content: glyph.text }
}

/** Whether the glyph is shown as hexadecimal digits: an invisible character or an invalid byte. */
const isRaw = ({ kind, text }: Glyph): boolean => kind === 'odd' && text !== ' '

/** The bytes of a glyph as escapes, such as `\xc2\xa0`. */
const bytesAsEscapes = (view: ByteView, { from, to }: Glyph): string =>
  Array.from({ length: to - from }, (_, index) => `\\x${digitsOf(view.at(from + index))}`).join('')

/**
 * Whether the first bytes are a text: at most one glyph is shown as escapes for every four bytes. A signature is binary, so it is not
 * readable as text, and the page shows its digits alone.
 */
const isReadable = (view: ByteView): boolean => {
  const glyphs = glyphsOf(view, 0, bytesAfter)
  return glyphs.filter(isRaw).length * 4 <= (glyphs.at(-1)?.to ?? 0)
}

// ---- Bytes as hexadecimal digits

const hexTable = (expected: ByteView, received: ByteView, { offset, of }: AnswerDifference): Html => {
  const { rows, before, behind } = hexWindow(expected, received, offset)
  const omitted = sentence(
    [before > 0 ? `${plural(before, 'byte')} before` : '', behind > 0 ? `${plural(behind, 'byte')} after` : ''],
    ' and ',
  )
  return html`<h6>The bytes, ${rowLength} a row${omitted === '' ? '' : `, without ${omitted}`}</h6>
<div class="box" role="region" aria-label="Bytes of the ${of}, expected and received" tabindex="0"><table class="hex">
<thead><tr><th scope="col">offset</th><th scope="col">expected</th><th scope="col">received</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row.offset.toString(16).padStart(6, '0')}</th><td>${row.expected.map(runMarkup)}</td><td>${row.received.map(runMarkup)}</td></tr>
`,
  )}</tbody></table></div>`
}

const runMarkup = ({ kind, hex }: HexRun, index: number): Html => html`${index > 0 ? ' ' : ''}${markedHex(kind, hex)}`

const markedHex = (kind: HexRun['kind'], hex: string): Html => {
  switch (kind) {
    case 'same':
      return html`${hex}`
    case 'first':
      return html`<mark class="first">${hex}</mark>`
    case 'differs':
      return html`<mark>${hex}</mark>`
  }
}
