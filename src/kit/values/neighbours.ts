/**
 * The neighbours of a text: one edit of one character at any place, by the kind of edit. For near misses, and for the generators that
 * send each neighbour of a valid header.
 *
 * ```ts
 * neighbours['one character fewer']?.('n-1') // ['-1', 'n1', 'n-']
 * ```
 */
import { letters } from './characters.ts'
import * as Gen from './Gen.ts'
import type { LabelledGens } from './Labelled.ts'

/** Edits a text at one character: the text before it, the character, the text after it. */
type Edit = (head: string, character: string, tail: string) => string

const nextInUnicode =
  (step: 1 | -1): Edit =>
  (head, character, tail) =>
    head + String.fromCharCode(character.charCodeAt(0) + step) + tail

const swapCase = (character: string): string =>
  letters.includes(character) ? String.fromCharCode(character.charCodeAt(0) ^ 0x20) : character

const insert =
  (mark: string): Edit =>
  (head, character, tail) =>
    head + mark + character + tail

/** Replaces a mark by another mark. `_` is a mark. */
const replaceMark =
  (mark: string): Edit =>
  (head, character, tail) =>
    head + (/[0-9A-Za-z]/.test(character) ? character : mark) + tail

/** For each of these characters, some program takes it for a separator, a quote, a blank or an end. */
const insertedMarks = ' \t\n\r\0,;=:&"\'/%+-_.0'
/** Each of these separates parts in some format. */
const separators = '-_.;:&'

const edits: { readonly [kind: string]: Edit } = {
  'one character fewer': (head, _, tail) => head + tail,
  'one character twice': (head, character, tail) => head + character + character + tail,
  'two characters turned': (head, character, tail) => head + tail.slice(0, 1) + character + tail.slice(1),
  'the next character': nextInUnicode(1),
  'the character before': nextInUnicode(-1),
  'the other case': (head, character, tail) => head + swapCase(character) + tail,
  ...Object.fromEntries([...separators].map((mark) => [`${mark} for another mark`, replaceMark(mark)])),
  ...Object.fromEntries([...insertedMarks].map((mark) => [`one more ${JSON.stringify(mark)}`, insert(mark)])),
}

const neighboursBy =
  (kind: string, edit: Edit) =>
  (valid: string, count = valid.length): ReadonlyArray<string> => {
    const places = [...valid.slice(0, count)].keys()
    const edited = [...places].map((place) => edit(valid.slice(0, place), valid.charAt(place), valid.slice(place + 1)))
    if (kind.startsWith('one more')) edited.push(edit(valid, '', ''))
    return [...new Set(edited)].filter((neighbour) => neighbour !== valid)
  }

/** For each kind of edit, the edited texts: one for each of the first `count` places. A mark is also put at the end. */
export const neighbours: { readonly [kind: string]: (valid: string, count?: number) => ReadonlyArray<string> } =
  Object.fromEntries(Object.entries(edits).map(([kind, edit]) => [kind, neighboursBy(kind, edit)]))

/**
 * One generator for each kind of edit, with the neighbours of these texts, and one with the texts themselves. A neighbour may be valid,
 * so these generators have no side of the rule in their labels.
 */
export const neighbouring = (
  rule: string,
  validTexts: ReadonlyArray<string>,
  isValid: (text: string) => boolean,
): LabelledGens =>
  Object.entries({ ...neighbours, 'as it is': (valid: string) => [valid] }).map(([kind, neighboursOf]) =>
    Gen.tuple(Gen.constantFrom(...validTexts), Gen.nat()).map(([valid, index]) => {
      const candidates = neighboursOf(valid)
      const neighbour = candidates[index % candidates.length] as string
      return { value: neighbour, rule, change: kind, passes: isValid(neighbour) }
    }),
  )
