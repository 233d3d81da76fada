/**
 * The Authorization line in its parts, with what is wrong with each.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import { inline } from './bytesView.ts'
import { el } from './element.ts'
import { headerParts, type Item, isBearer, isCredential } from './headerParts.ts'
import type { Inspection } from './Inspection.ts'

export const headerView = ({ authorization, settings }: Inspection): ReadonlyArray<HTMLElement> => {
  const title = el('h3', {}, 'Authorization header')
  if (authorization.length === 0) return [title, el('p', { class: 'quiet' }, 'The request has none.')]
  const many =
    authorization.length === 1
      ? []
      : [el('p', { class: 'bad' }, `The request has ${authorization.length}; a verifier takes exactly one.`)]
  return [title, ...many, ...authorization.map((line, i) => lineView(line, i, authorization.length, settings))]
}

const lineView = (line: string, place: number, of: number, { authType }: Inspection['settings']): HTMLElement => {
  if (isBearer(line))
    return el('p', {}, `Token authentication. The token is a secret, and is not shown (${line.length} characters).`)
  if (isCredential(line, authType))
    return el(
      'p',
      { class: 'bad' },
      `✗ Neither ${authType} nor any of its items can be recognised. It may be a credential of another kind, and is not shown (${line.length} characters).`,
    )
  const { items, missing } = headerParts(line, authType)
  const caption = `Its parts${of === 1 ? '' : `, line ${place + 1}`}; characters are counted from 0`
  const rows = [
    ...items.map(row),
    ...missing.map((key) =>
      el('tr', {}, el('th', { scope: 'row' }, key), el('td', {}, '–'), el('td', { class: 'check' }, bad('missing'))),
    ),
  ]
  return el(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Parts of the Authorization header' },
    el(
      'table',
      {},
      el('caption', { class: 'hidden' }, caption),
      el('thead', {}, el('tr', {}, ...['Part', 'Value', 'Check'].map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, ...rows),
    ),
  )
}

const row = ({ name, value, offset, fault }: Item): HTMLElement =>
  el(
    'tr',
    {},
    el('th', { scope: 'row' }, name === '' ? 'no key' : inline(asBytes(name)), el('small', {}, `from ${offset}`)),
    el('td', { class: 'value' }, value === '' ? el('span', { class: 'none' }, 'nothing') : inline(asBytes(value))),
    el(
      'td',
      { class: 'check' },
      fault === undefined
        ? el('span', { class: 'good' }, '✓ well formed')
        : bad(`character ${fault.offset}: ${fault.what}`),
    ),
  )

const bad = (what: string): HTMLElement => el('span', { class: 'bad' }, `✗ ${what}`)

const asBytes = (text: string): Bytes.Bytes => E.getOrElse(() => Bytes.empty)(Bytes.ofText(text))
