/**
 * What the parts of the page share: the look of a verdict, and the anchors.
 */
import type { CaseVerdict } from '../Report.ts'
import { type Html, html } from './markup.ts'
import { isExamined, labelOf, meaningOf, symbolOf } from './verdicts.ts'

/** A verdict's CSS class. */
export const toneOf = (verdict: CaseVerdict): 'good' | 'bad' | 'warn' | 'none' => {
  if (verdict === 'pass') return 'good'
  if (verdict === 'known') return 'warn'
  return isExamined(verdict) ? 'bad' : 'none'
}

export const tagOf = (verdict: CaseVerdict): Html =>
  html`<span class="tag ${toneOf(verdict)}" title="${meaningOf(verdict)}">${symbolOf(verdict)} ${labelOf(verdict)}</span>`

/** A fragment for an id of any characters. Different ids have different fragments. */
const fragment = (text: string): string =>
  text.replace(/[^A-Za-z0-9._/-]/g, (unit) => `~${unit.charCodeAt(0).toString(16)}~`)

/** The id has the place of the port, because two ports may have the same name. */
export const portAnchor = (place: number): string => `p${place + 1}`
export const groupAnchor = (place: number, group: string): string => `${portAnchor(place)}:${fragment(group)}`
export const caseAnchor = (place: number, id: string): string => `${portAnchor(place)}/${fragment(id)}`
export const listAnchor = (place: number, verdict: 'pass' | 'unsupported' | 'not-run'): string =>
  `${portAnchor(place)}=${verdict}`
