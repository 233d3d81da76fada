/** The difference of two byte strings: as text with the first differing byte marked, and as hexadecimal digits side by side. */
import { type ByteView, characterStart, type Glyph, glyphsOf, holds } from '../../diagnosis/glyphs.ts'
import type { AnswerDifference } from '../Report.ts'
import { digitsOf, type HexRun, hexWindow, rowLength, viewOf } from './hexRows.ts'
import { type Html, html } from './markup.ts'
import { plural, sentence } from './tally.ts'

const bytesBefore = 200
const bytesBehind = 300

/** Shown as hexadecimal digits: an invisible character or an invalid byte. */
const isRaw = ({ kind, text }: Glyph): boolean => kind === 'odd' && text !== ' '

const hexOf = (view: ByteView, { from, to }: Glyph): string =>
  Array.from({ length: to - from }, (_, i) => `\\x${digitsOf(view.at(from + i))}`).join('')

const glyphView = (view: ByteView, glyph: Glyph, marked: number | undefined): Html => {
  const [kind, text] =
    glyph.kind === 'line end' ? ['lf', '␊'] : isRaw(glyph) ? ['raw', hexOf(view, glyph)] : ['', glyph.text]
  const lineEnd = kind === 'lf' ? '\n' : ''
  if (holds(glyph, marked)) return html`<mark class="${`first ${kind}`.trim()}">${text}</mark>${lineEnd}`
  return kind === '' ? html`${text}` : html`<span class="${kind}">${text}</span>${lineEnd}`
}

const left = (count: number): Html | undefined =>
  count > 0 ? html`<span class="quiet">[${plural(count, 'more byte')}]</span>` : undefined

/** Bytes as text; a window of them if they are many. `marked` is an offset, or the length to mark the end. */
export const bytesAsText = (view: ByteView, marked?: number): Html => {
  const about = marked ?? 0
  const from = about > bytesBefore ? characterStart(view, about - bytesBefore) : 0
  const glyphs = glyphsOf(view, from, about + bytesBehind, marked)
  const end = marked === view.length ? html`<mark class="first">[end]</mark>` : undefined
  return html`<pre>${left(from)}${glyphs.map((one) => glyphView(view, one, marked))}${left(view.length - (glyphs.at(-1)?.to ?? from))}${end}</pre>`
}

/** Signatures are binary: only their hexadecimal digits are readable. */
const isText = (view: ByteView): boolean => {
  const glyphs = glyphsOf(view, 0, bytesBehind)
  return glyphs.filter(isRaw).length * 4 <= (glyphs.at(-1)?.to ?? 0)
}

const runOf = ({ kind, hex }: HexRun, i: number): Html => {
  const marked = {
    same: html`${hex}`,
    first: html`<mark class="first">${hex}</mark>`,
    differs: html`<mark>${hex}</mark>`,
  }
  return html`${i > 0 ? ' ' : ''}${marked[kind]}`
}

const hexDump = (expected: ByteView, received: ByteView, { offset, of }: AnswerDifference): Html => {
  const { rows, before, behind } = hexWindow(expected, received, offset)
  const around = [
    before > 0 ? `${plural(before, 'byte')} before` : '',
    behind > 0 ? `${plural(behind, 'byte')} after` : '',
  ]
  const outside = sentence(around, ' and ')
  return html`<h6>The bytes, ${rowLength} a row${outside === '' ? '' : `, without ${outside}`}</h6>
<div class="box" role="region" aria-label="Bytes of the ${of}, expected and received" tabindex="0"><table class="hex">
<thead><tr><th scope="col">offset</th><th scope="col">expected</th><th scope="col">received</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row.offset.toString(16).padStart(6, '0')}</th><td>${row.expected.map(runOf)}</td><td>${row.received.map(runOf)}</td></tr>
`,
  )}</tbody></table></div>`
}

const startsWith = (of: string, expected: ByteView, received: ByteView, offset: number): string => {
  if (offset < Math.min(expected.length, received.length)) return `The first byte that differs is at offset ${offset}.`
  if (expected.length === received.length) return `The bytes of the ${of} are equal; the difference is elsewhere.`
  return received.length < expected.length
    ? `The received bytes end at offset ${offset}; more were expected.`
    : `The received bytes continue at offset ${offset}, where they should end.`
}

export const differenceOf = (difference: AnswerDifference): Html => {
  const { of, offset } = difference
  const expected = viewOf(difference.expected)
  const received = viewOf(difference.received)
  const title = html`<h6>Where the ${of} differs</h6>`
  if (expected === undefined || received === undefined) {
    return html`${title}<p>The received value is not bytes, so there is nothing to compare.</p>`
  }
  const texts =
    isText(expected) &&
    html`<div class="pair"><div><h6>Expected, ${plural(expected.length, 'byte')}</h6>${bytesAsText(expected, offset)}</div>
<div><h6>Received, ${plural(received.length, 'byte')}</h6>${bytesAsText(received, offset)}</div></div>`
  return html`${title}<p>${startsWith(of, expected, received, offset)}</p>
${texts || undefined}
${hexDump(expected, received, difference)}`
}
