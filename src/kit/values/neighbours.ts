/** The neighbours of a text: one edit at any place, by its kind. */
import { letters } from './characters.ts'
import * as Gen from './Gen.ts'
import type { LabelledGens } from './Labelled.ts'

type Edit = (before: string, here: string, after: string) => string

const beside =
  (step: number): Edit =>
  (before, here, after) =>
    before + String.fromCharCode(here.charCodeAt(0) + step) + after
const inserting =
  (one: string): Edit =>
  (before, here, after) =>
    before + one + here + after

/** What separates, quotes, blanks or ends for some program. */
const marks = ' \t\n\r\0,;=:&"\'/%+-_.0'
/** What stands in place of another mark in some format. */
const separators = '-_.;:&'

const edits: { readonly [kind: string]: Edit } = {
  'one character fewer': (before, _, after) => before + after,
  'one character twice': (before, here, after) => before + here + here + after,
  'two characters turned': (before, here, after) => before + after.slice(0, 1) + here + after.slice(1),
  'the next character': beside(1),
  'the character before': beside(-1),
  'the other case': (before, here, after) =>
    before + (letters.includes(here) ? String.fromCharCode(here.charCodeAt(0) ^ 0x20) : here) + after,
  ...Object.fromEntries(
    [...separators].map((one): [string, Edit] => [
      `${one} for another mark`,
      (before, here, after) => before + (/\w/.test(here.replace('_', '')) ? here : one) + after,
    ]),
  ),
  ...Object.fromEntries([...marks].map((one) => [`one more ${JSON.stringify(one)}`, inserting(one)])),
}

/** By the kind of edit, the other texts: one for each of the first so many places, and at the end. */
export const neighbours: { readonly [kind: string]: (right: string, places?: number) => ReadonlyArray<string> } =
  Object.fromEntries(
    Object.entries(edits).map(([kind, edit]) => [
      kind,
      (right, places = right.length) => {
        const ends = [...[...right.slice(0, places)].keys(), ...(kind.startsWith('one more') ? [right.length] : [])]
        const texts = ends.map((at) => edit(right.slice(0, at), right.charAt(at), right.slice(at + 1)))
        return [...new Set(texts)].filter((text) => text !== right)
      },
    ]),
  )

/** By each kind of edit, one neighbour of one of these texts, and one of them as it is; `is` reads it. */
export const neighbouring = (
  rule: string,
  rights: ReadonlyArray<string>,
  is: (text: string) => boolean,
): LabelledGens =>
  Object.entries({ ...neighbours, 'as it is': (right: string) => [right] }).map(([kind, of]) =>
    Gen.tuple(Gen.constantFrom(...rights), Gen.nat()).map(([right, at]) => {
      const texts = of(right)
      const value = texts[at % texts.length] as string
      return { value, rule, change: kind, passes: is(value) }
    }),
  )
