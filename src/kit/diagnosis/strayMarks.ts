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

const narrowSpan = (
  headerLine: string,
  { from: spanStart, to: spanEnd }: Span,
  isLeftOut: (c: string | undefined) => boolean,
): Span => {
  let start = spanStart
  let end = spanEnd
  while (start < end && isLeftOut(headerLine[start])) start++
  while (end > start && isLeftOut(headerLine[end - 1])) end--
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
const stripMarks = (
  { line: headerLine, strays, isStray }: Search,
  place: string,
  span: Span,
  countedSides: Sides,
): Span => {
  const outer = narrowSpan(headerLine, span, isBlank)
  const inner = narrowSpan(headerLine, outer, isMark)
  const marksBefore = headerLine.slice(outer.from, inner.from)
  const after = headerLine.slice(inner.to, outer.to)
  if (marksBefore + after === '' || (countedSides === 'both or none' && (marksBefore === '' || after === '')))
    return outer
  strays.push({ place, before: marksBefore, after })
  for (let offset = outer.from; offset < inner.from; offset++) isStray[offset] = true
  for (let offset = inner.to; offset < outer.to; offset++) isStray[offset] = true
  return inner
}

/** Where the items of a stretch begin and end. */
const itemsIn = (headerLine: string, { from: spanStart, to: spanEnd }: Span): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let start = spanStart
  for (let offset = spanStart; offset <= spanEnd; offset++)
    if (offset === spanEnd || headerLine[offset] === ',') {
      spans.push({ from: start, to: offset })
      start = offset + 1
    }
  return spans
}

const phrase = ({ place, before: marksBefore, after }: Stray): string => {
  if (marksBefore === '') return `${after} after ${place}`
  return after === '' ? `${marksBefore} before ${place}` : `${marksBefore} and ${after} round ${place}`
}

/** A longer line is refused for its length. */
const maxCharacters = 8192

/** The line without the marks that do not belong to it; undefined if it has none. */
export const withoutMarks = (headerLine: string): Bared | undefined => {
  if (headerLine.length > maxCharacters) return undefined
  const search: Search = { line: headerLine, strays: [], isStray: [] }
  const lineSpan = stripMarks(search, 'the line', { from: 0, to: headerLine.length }, 'both or none')
  const blank = headerLine.slice(lineSpan.from, lineSpan.to).search(/[ \t]/)
  if (blank < 0) return undefined
  const typeEnd = lineSpan.from + blank
  stripMarks(search, 'the auth type', { from: lineSpan.from, to: typeEnd }, 'any')
  const itemsSpan = stripMarks(search, 'the items', { from: typeEnd, to: lineSpan.to }, 'both or none')
  const written = new Map<string, string>()
  for (const span of itemsIn(headerLine, itemsSpan)) {
    const itemSpan = stripMarks(search, 'an item', span, 'both or none')
    const equals = headerLine.indexOf('=', itemSpan.from)
    if (equals < 0 || equals >= itemSpan.to) return undefined
    const { from: nameStart, to: nameEnd } = stripMarks(
      search,
      'the name of an item',
      { from: itemSpan.from, to: equals },
      'any',
    )
    const itemName = headerLine.slice(nameStart, nameEnd)
    stripMarks(search, itemName, { from: equals + 1, to: itemSpan.to }, 'any')
    written.set(itemName, headerLine.slice(equals + 1, itemSpan.to))
  }
  const { strays, isStray } = search
  if (strays.length === 0) return undefined
  const offsets = Array.from(headerLine, (_, offset) => offset).filter((offset) => isStray[offset] !== true)
  const phrases = [...new Set(strays.map(phrase))]
  return {
    line: offsets.map((offset) => headerLine[offset]).join(''),
    offsets,
    written,
    at: isStray.indexOf(true),
    telling: {
      detail: phrases.join(', '),
      what: `The header has ${listed(phrases)}.`,
      remedy: 'Write the header line and its values without these marks, and sign the values without them.',
    },
  }
}
