/**
 * The Authorization line in its parts, with what is wrong with each.
 */
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import { inline } from './bytesView.ts'
import { el } from './element.ts'
import { headerParts, type Item, isBearer, isCredential } from './headerParts.ts'
import type { Inspection } from './Inspection.ts'

export const headerView = ({ authorization, settings }: Inspection): ReadonlyArray<HTMLElement> => {
  const title = el('h3', 'Authorization header')
  if (authorization.length === 0) return [title, el('p.quiet', 'The request has none.')]
  const many =
    authorization.length === 1
      ? []
      : [el('p.bad', `The request has ${authorization.length}; a verifier takes exactly one.`)]
  return [title, ...many, ...authorization.map((line, i) => lineView(line, i, authorization.length, settings))]
}

const lineView = (line: string, place: number, of: number, { authType }: Inspection['settings']): HTMLElement => {
  if (isBearer(line))
    return el('p', `Token authentication. The token is a secret, and is not shown (${line.length} characters).`)
  if (isCredential(line, authType))
    return el(
      'p.bad',
      `✗ Neither ${authType} nor any of its items can be recognised. It may be a credential of another kind, and is not shown (${line.length} characters).`,
    )
  const { items, missing } = headerParts(line, authType)
  const caption = `Its parts${of === 1 ? '' : `, line ${place + 1}`}; characters are counted from 0`
  const heads = ['Part', 'Value', 'Check'].map((name) => el('th', { scope: 'col' }, name))
  const table = el(
    'table',
    el('caption.hidden', caption),
    el('thead', el('tr', ...heads)),
    el('tbody', ...items.map(itemRow), ...missing.map((key) => row([key], el('td', '–'), bad('missing')))),
  )
  const label = 'Parts of the Authorization header'
  return el('div.table', { tabindex: '0', role: 'group', 'aria-label': label }, table)
}

const row = (head: ReadonlyArray<Node | string>, value: HTMLElement, check: HTMLElement): HTMLElement =>
  el('tr', el('th', { scope: 'row' }, ...head), value, el('td.check', check))

const itemRow = ({ name, value, offset, fault }: Item): HTMLElement =>
  row(
    [name === '' ? 'no key' : inline(utf8(name)), el('small', `from ${offset}`)],
    el('td.value', value === '' ? el('span.none', 'nothing') : inline(utf8(value))),
    fault === undefined ? el('span.good', '✓ well formed') : bad(`character ${fault.offset}: ${fault.what}`),
  )

const bad = (what: string): HTMLElement => el('span.bad', `✗ ${what}`)
