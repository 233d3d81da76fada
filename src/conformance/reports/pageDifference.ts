/**
 * Where two byte strings part: as text with the first differing byte marked, and as hexadecimal digits side by side.
 */
import type { Difference } from '../Report.ts'
import { type ByteView, viewOf } from './byteView.ts'
import { characterStart, type Glyph, glyphsOf } from './glyphs.ts'
import { type HexRun, hexWindow, rowLength } from './hexRows.ts'
import { type Html, html } from './markup.ts'
import { plural } from './tally.ts'

const bytesBefore = 200
const bytesBehind = 300

const glyph = ({ text, kind, from, to }: Glyph, marked: number | undefined): Html => {
  const lineEnd = kind === 'lf' ? '\n' : ''
  if (marked !== undefined && from <= marked && marked < to)
    return html`<mark class="first ${kind}">${text}</mark>${lineEnd}`
  return kind === 'text' ? html`${text}` : html`<span class="${kind}">${text}</span>${lineEnd}`
}

const left = (count: number): Html | undefined =>
  count > 0 ? html`<span class="quiet">[${plural(count, 'more byte')}]</span>` : undefined

/** Bytes as text, a window of them if they are many; `marked` is the offset to mark, and may be that of the end. */
export const bytesAsText = (view: ByteView, marked?: number): Html => {
  const about = marked ?? 0
  const from = about > bytesBefore ? characterStart(view, about - bytesBefore) : 0
  const glyphs = glyphsOf(view, from, about + bytesBehind)
  const end = marked === view.length ? html`<mark class="first">[end]</mark>` : undefined
  return html`<pre>${left(from)}${glyphs.map((one) => glyph(one, marked))}${left(view.length - (glyphs.at(-1)?.to ?? from))}${end}</pre>`
}

/** A signature is no text, and the page does not pretend that it is. */
const isText = (view: ByteView): boolean => {
  const glyphs = glyphsOf(view, 0, bytesBehind)
  return glyphs.filter(({ kind }) => kind === 'raw').length * 4 <= glyphs.length
}

const runOf = ({ kind, hex }: HexRun, i: number): Html => {
  const digits =
    kind === 'same'
      ? html`${hex}`
      : kind === 'first'
        ? html`<mark class="first">${hex}</mark>`
        : html`<mark>${hex}</mark>`
  return html`${i > 0 ? ' ' : ''}${digits}`
}

const hexDump = (expected: ByteView, received: ByteView, { offset, of }: Difference): Html => {
  const { rows, before, behind } = hexWindow(expected, received, offset)
  const around = [
    before > 0 ? `${plural(before, 'byte')} before` : '',
    behind > 0 ? `${plural(behind, 'byte')} after` : '',
  ]
  const outside = around.filter((text) => text !== '').join(' and ')
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
  if (expected.length === received.length) return `Both are equal: the ${of} differs in nothing that is shown here.`
  return received.length < expected.length
    ? `What came ends at offset ${offset}; more was expected.`
    : `What came goes on at offset ${offset}, where it should end.`
}

export const differenceOf = (difference: Difference): Html => {
  const { of, offset } = difference
  const expected = viewOf(difference.expected)
  const received = viewOf(difference.received)
  const title = html`<h6>Where the ${of} differs</h6>`
  if (expected === undefined || received === undefined) {
    return html`${title}<p>What came is no bytes, so it cannot be compared.</p>`
  }
  const texts =
    isText(expected) &&
    html`<div class="pair"><div><h6>Expected, ${plural(expected.length, 'byte')}</h6>${bytesAsText(expected, offset)}</div>
<div><h6>Received, ${plural(received.length, 'byte')}</h6>${bytesAsText(received, offset)}</div></div>`
  return html`${title}<p>${startsWith(of, expected, received, offset)}</p>
${texts || undefined}
${hexDump(expected, received, difference)}`
}
