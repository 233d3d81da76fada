/**
 * Quotation marks and brackets that a program or a person has left in the line: round all of it, round the auth type, the items,
 * a name or a value, on both sides or on one. `signature=<MEUC…>` has `<` and `>` round the signature.
 */
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

export interface Bared {
  /** The line without these marks. */
  readonly line: string
  /** Where each of its characters stands in the line that was given. */
  readonly offsets: ReadonlyArray<number>
  /** Values with their marks, by the names of their items. */
  readonly written: ReadonlyMap<string, string>
  readonly telling: Telling & { readonly detail: string }
  /** Where the first mark stands. */
  readonly at: number
}

/** From the first character to the one after the last. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Stray {
  readonly place: string
  readonly before: string
  readonly after: string
}

const isMark = (c: string | undefined): boolean =>
  c !== undefined && '"\'`<>()[]{};\\\u201c\u201d\u2018\u2019'.includes(c)
const isBlank = (c: string | undefined): boolean => c === ' ' || c === '\t'

const narrowed = (text: string, { from, to }: Span, isLeftOut: (c: string | undefined) => boolean): Span => {
  let start = from
  let end = to
  while (start < end && isLeftOut(text[start])) start++
  while (end > start && isLeftOut(text[end - 1])) end--
  return { from: start, to: end }
}

/** The marks found so far, and which characters of the line are such. */
interface Search {
  readonly line: string
  readonly strays: Array<Stray>
  readonly isStray: Array<boolean>
}

/** Which marks count: a single one at the end of the line belongs to its last value. */
type Sides = 'both or none' | 'any'

/** What is left of a stretch without the blanks and marks at its ends; the marks are noted. */
const bare = ({ line, strays, isStray }: Search, place: string, span: Span, sides: Sides): Span => {
  const outer = narrowed(line, span, isBlank)
  const inner = narrowed(line, outer, isMark)
  const before = line.slice(outer.from, inner.from)
  const after = line.slice(inner.to, outer.to)
  if (before + after === '' || (sides === 'both or none' && (before === '' || after === ''))) return outer
  strays.push({ place, before, after })
  for (let at = outer.from; at < inner.from; at++) isStray[at] = true
  for (let at = inner.to; at < outer.to; at++) isStray[at] = true
  return inner
}

/** Where the items of a stretch begin and end. */
const itemsIn = (line: string, { from, to }: Span): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let start = from
  for (let at = from; at <= to; at++)
    if (at === to || line[at] === ',') {
      spans.push({ from: start, to: at })
      start = at + 1
    }
  return spans
}

const phrase = ({ place, before, after }: Stray): string => {
  if (before === '') return `${after} behind ${place}`
  return after === '' ? `${before} in front of ${place}` : `${before} and ${after} round ${place}`
}

/** A longer line is refused for its length. */
const maxCharacters = 8192

/** The line without the marks that do not belong to it; undefined if it has none. */
export const withoutMarks = (line: string): Bared | undefined => {
  if (line.length > maxCharacters) return undefined
  const search: Search = { line, strays: [], isStray: [] }
  const whole = bare(search, 'the line', { from: 0, to: line.length }, 'both or none')
  const blank = line.slice(whole.from, whole.to).search(/[ \t]/)
  if (blank < 0) return undefined
  const typeEnd = whole.from + blank
  bare(search, 'the auth type', { from: whole.from, to: typeEnd }, 'any')
  const items = bare(search, 'the items', { from: typeEnd, to: whole.to }, 'both or none')
  const written = new Map<string, string>()
  for (const span of itemsIn(line, items)) {
    const item = bare(search, 'an item', span, 'both or none')
    const equals = line.indexOf('=', item.from)
    if (equals < 0 || equals >= item.to) return undefined
    const { from, to } = bare(search, 'the name of an item', { from: item.from, to: equals }, 'any')
    const name = line.slice(from, to)
    bare(search, name, { from: equals + 1, to: item.to }, 'any')
    written.set(name, line.slice(equals + 1, item.to))
  }
  const { strays, isStray } = search
  if (strays.length === 0) return undefined
  const offsets = Array.from(line, (_, at) => at).filter((at) => isStray[at] !== true)
  const phrases = [...new Set(strays.map(phrase))]
  return {
    line: offsets.map((at) => line[at]).join(''),
    offsets,
    written,
    at: isStray.indexOf(true),
    telling: {
      detail: phrases.join(', '),
      what: `The header has ${listed(phrases)}.`,
      remedy: 'Write the line and its values without such marks, and sign the values without them.',
    },
  }
}
