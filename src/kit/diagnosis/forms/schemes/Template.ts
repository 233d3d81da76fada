/**
 * A template: text with places in braces, and how it is filled. A place may have several values, so a template makes several texts.
 *
 *     piecesOf('{method}\n{path}')                                       ['', 'method', '\n', 'path', '']
 *     fillTemplate(pieces, { method: ['GET'], path: ['/a', '/a/'] })      'GET\n/a' and 'GET\n/a/'
 */

/** For the name of each place in a template, the values that may be written there. A function makes them when they are needed. */
export type Values = Readonly<Record<string, ReadonlyArray<string> | (() => ReadonlyArray<string>)>>

/** A template as plain text and names of places, in turn. */
export type Pieces = ReadonlyArray<string>

export interface Template {
  readonly detail: string
  readonly pieces: Pieces
  /** The place of the template among all templates. */
  readonly place: number
}

/** The text of a template, with the detail that names its form. */
export type NamedTemplate = readonly [detail: string, template: string]

/** A name of a place has letters, digits and blanks. */
export const piecesOf = (template: string): Pieces => template.split(/\{([\w ]+)\}/)

/** Written in the place of the body, which need not be text. */
export const bodyMark = '\ue000'

/** The text before the body, and the text after it if the body is in the text. */
export const aroundBody = (filledText: string): readonly [start: string, end?: string] => {
  const bodyAt = filledText.indexOf(bodyMark)
  return bodyAt < 0 ? [filledText] : [filledText.slice(0, bodyAt), filledText.slice(bodyAt + 1)]
}

/** The values of a place. Empty if the request does not give any. */
export const valuesAt = (place: string, candidates: Values): ReadonlyArray<string> => {
  const found = candidates[place] ?? []
  return typeof found === 'function' ? found() : found
}

/** A template that is filled up to one of its places. */
interface Filling {
  /** The text before the place. */
  readonly text: string
  /** The index of the place in the pieces. */
  readonly index: number
  /** The values of the places. A place that occurs twice has one value, once it is filled. */
  readonly candidates: Values
}

/** Every text of a template. A place that occurs twice has the same value in both. With `wanted`, only the texts that can be this one. */
export const fillTemplate = (pieces: Pieces, candidates: Values, wanted?: string): ReadonlyArray<string> =>
  fillFrom(pieces, { text: pieces[0] ?? '', index: 1, candidates }, wanted)

const fillFrom = (pieces: Pieces, filling: Filling, wanted: string | undefined): ReadonlyArray<string> => {
  const { candidates } = filling
  let { text, index } = filling
  // Most places have one value each.
  for (; ; index += 2) {
    const place = pieces[index]
    if (wanted !== undefined && !mayBecome(wanted, text, place === undefined)) return []
    if (place === undefined) return [text]
    const values = valuesAt(place, candidates)
    const nextPlain = pieces[index + 1] as string
    if (values.length !== 1) {
      const isAgain = pieces.includes(place, index + 2)
      const nextIndex = index + 2
      return values.flatMap((value) => {
        const fixed = isAgain ? { ...candidates, [place]: [value] } : candidates
        return fillFrom(pieces, { text: text + value + nextPlain, index: nextIndex, candidates: fixed }, wanted)
      })
    }
    text += (values[0] as string) + nextPlain
  }
}

/** Whether a text that is filled so far can become the wanted one. The body in it may be anything. */
const mayBecome = (wanted: string, text: string, isWhole: boolean): boolean => {
  const [start, end] = aroundBody(text)
  if (!wanted.startsWith(start)) return false
  if (!isWhole) return true
  return end === undefined ? wanted === start : wanted.endsWith(end)
}
