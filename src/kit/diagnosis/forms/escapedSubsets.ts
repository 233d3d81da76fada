/**
 * JSON strings in which any choice of kinds of characters is escaped: the slash, the signs of HTML, quotation marks of other kinds, letters
 * beyond ASCII. Programs that imitate another serializer replace some of them: `{"a":"b/c&d"}` becomes `{"a":"b\/c\u0026d"}`.
 */
import { isJson } from './isJson.ts'
import { unicodeEscape } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

interface Kind {
  readonly name: string
  readonly matches: RegExp
  readonly escape: (c: string) => string
  /** It matches escapes, not the characters. */
  readonly isOfEscapes?: true
}

/** Control characters as `\u` and four digits, where JSON has a shorter escape: Go wrote `\u0008` before its version 1.22. */
const shortEscapes: ReadonlyArray<readonly [letters: string, codes: Readonly<Record<string, string>>]> = [
  ['bf', { '\\b': '\\u0008', '\\f': '\\u000c' }],
  ['t', { '\\t': '\\u0009' }],
  ['nr', { '\\n': '\\u000a', '\\r': '\\u000d' }],
]

const kinds: ReadonlyArray<Kind> = [
  { name: '/', matches: /\//g, escape: () => '\\/' },
  ...['&', '<', '>', "'", '+', '=', '%', '#', '`'].map((sign) => ({
    name: sign,
    matches: new RegExp(`[${sign}]`, 'g'),
    escape: unicodeEscape,
  })),
  { name: '\\u', matches: /[\u0080-\uffff]/g, escape: unicodeEscape },
  ...shortEscapes.map(
    ([letters, codes]): Kind => ({
      name: Object.keys(codes).join(' '),
      matches: new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\[${letters}]`, 'g'),
      escape: (pair) => codes[pair] ?? pair,
      isOfEscapes: true,
    }),
  ),
]

/** More kinds have too many choices. */
const maxKinds = 6
const maxLength = 16_384

const jsonString = /"(?:[^"\\]|\\.)*"/g

/** Whether a longer text differs from this JSON text within its strings alone. */
const mayBeEscaped = (json: string, wanted: string): boolean =>
  wanted.length > json.length && wanted.replace(jsonString, '""') === json.replace(jsonString, '""')

/** Writes a literal of a string with the characters of these kinds escaped. A character after a backslash is escaped already. */
const withEscapes = (chosen: ReadonlyArray<Kind>): ((literal: string) => string) => {
  const ofCharacters = chosen.filter(({ isOfEscapes }) => isOfEscapes === undefined)
  const ofEscapes = chosen.filter(({ isOfEscapes }) => isOfEscapes)
  const escapedPairOrKind = new RegExp(['\\\\.', ...ofCharacters.map(({ matches }) => matches.source)].join('|'), 'g')
  return (literal) =>
    literal.replace(escapedPairOrKind, (unit) => {
      const kind = (unit.length > 1 ? ofEscapes : ofCharacters).find(({ matches }) => unit.search(matches) >= 0)
      return kind === undefined ? unit : kind.escape(unit)
    })
}

/** The JSON text with each choice of kinds escaped within its strings. None if none can be `wanted`. */
export function* escapedSubsets(json: string, wanted?: string): Generator<Form> {
  if (json.length > maxLength || !isJson(json)) return
  if (wanted !== undefined && !mayBeEscaped(json, wanted)) return
  const literals = (json.match(jsonString) ?? []).join('')
  const characters = literals.replace(/\\./g, '')
  const present = kinds
    .filter(({ matches, isOfEscapes }) => (isOfEscapes ? literals : characters).search(matches) >= 0)
    .slice(0, maxKinds)
  for (const chosen of subsets(present)) {
    if (chosen.length === 0) continue
    const written = json.replace(jsonString, withEscapes(chosen))
    yield [`escaped in strings: ${chosen.map(({ name }) => name).join(' ')}`, written]
  }
}
