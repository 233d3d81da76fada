/**
 * JSON whose words of enumerations were numbers when it was signed: serializers of .NET, and of Rust with serde_repr, write the number of a
 * word unless they are configured to write its name.
 *
 *     {"type":"DIFFUSION","mode":"FAST"}     {"type":1,"mode":0}
 */
import { isJson } from './isJson.ts'
import { jsonToken } from './jsonText.ts'
import type { Form } from './Respelling.ts'

/** A longer text is left alone. */
const maxLength = 16_384

/** An enumeration seldom has more words. */
const maxNumber = 9

/** A word as enumerations have it, and no name of a member. */
const enumerationWord = /^"(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|(?:[A-Z][a-z0-9]+)+)"$/

/** The different words of the text, in its order. A word with three digits in a row is an id. */
const wordsIn = (json: string): ReadonlyArray<string> => {
  const tokens = json.match(jsonToken) ?? []
  const isWord = (token: string, i: number): boolean =>
    tokens[i + 1] !== ':' && enumerationWord.test(token) && !/\d{3}/.test(token) && token.length > 3
  return [...new Set(tokens.filter(isWord))]
}

/** More words have too many choices of numbers. */
const maxWords = 2

const withNumbersFor = (json: string, numbers: ReadonlyMap<string, number>): string => {
  const tokens = /"(?:[^"\\]|\\.)*"(?:\s*:)?/g
  return json.replace(tokens, (token) => String(numbers.get(token) ?? token))
}

/** The numbers from 0 on. */
const numbers = Array.from({ length: maxNumber + 1 }, (_, number) => number)

/** Every choice of numbers for one or two different words, and the numbers in the order of more words. */
export function* enumerationNumbers(json: string, wanted?: string): Generator<Form> {
  if (json.length > maxLength || !/^\s*[[{]/.test(json) || (wanted !== undefined && wanted.length >= json.length))
    return
  const words = isJson(json) ? wordsIn(json) : []
  if (words.length === 0) return
  const detail = (chosen: ReadonlyMap<string, number>): string =>
    `the numbers of enumerations: ${[...chosen].map(([word, number]) => `${number} for ${word}`).join(' and ')}`
  const form = (chosen: ReadonlyMap<string, number>): Form => [detail(chosen), withNumbersFor(json, chosen)]
  for (const word of words.slice(0, maxWords)) for (const number of numbers) yield form(new Map([[word, number]]))
  const [first = '', second] = words
  if (second === undefined) return
  if (words.length > maxWords) {
    for (const start of [0, 1]) yield form(new Map(words.map((word, i) => [word, i + start])))
    return
  }
  for (const number of numbers)
    for (const other of numbers)
      yield form(
        new Map([
          [first, number],
          [second, other],
        ]),
      )
}
