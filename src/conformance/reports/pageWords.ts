/**
 * What the parts of the page share: how a verdict looks, where a case stands, and how much of a text is shown.
 */
import type { Verdict } from '../Report.ts'
import { type Html, html } from './markup.ts'
import { labelOf, meaningOf, symbolOf } from './verdicts.ts'

/** The class that colours a verdict. */
export const toneOf = (verdict: Verdict): 'good' | 'bad' | 'warn' | 'none' => {
  switch (verdict) {
    case 'pass':
      return 'good'
    case 'known':
      return 'warn'
    case 'unsupported':
    case 'not-run':
      return 'none'
    default:
      return 'bad'
  }
}

export const tagOf = (verdict: Verdict): Html =>
  html`<span class="tag ${toneOf(verdict)}" title="${meaningOf(verdict)}">${symbolOf(verdict)} ${labelOf(verdict)}</span>`

/** An id may hold anything, a fragment may not; two ids never share a fragment. */
const fragment = (text: string): string =>
  text.replace(/[^A-Za-z0-9._/-]/g, (unit) => `~${unit.charCodeAt(0).toString(16)}~`)

/** Ports are told apart by their place, as two may share a name. */
export const portAnchor = (place: number): string => `p${place + 1}`
export const groupAnchor = (place: number, group: string): string => `${portAnchor(place)}:${fragment(group)}`
export const caseAnchor = (place: number, id: string): string => `${portAnchor(place)}/${fragment(id)}`
/** The list of what a port does not do, or of what was not run. */
export const listAnchor = (place: number, verdict: 'pass' | 'unsupported' | 'not-run'): string =>
  `${portAnchor(place)}=${verdict}`

/** A text that a port may have made as long as it likes. */
export const shortened = (text: string, most = 4000): string => {
  if (text.length <= most) return text
  return `${text.slice(0, most)} … and ${(text.length - most).toLocaleString('en')} more characters`
}
