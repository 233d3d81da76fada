/** String values and nulls of a JSON text, by their places, and the text with other literals in place of some of them. */
import { jsonToken } from './jsonText.ts'

export interface PlacedValue {
  readonly start: number
  readonly literal: string
  /** The literal of the nearest member's name. */
  readonly name: string
}

/** Each string value and null of a JSON text. */
export const placedValues = (json: string): ReadonlyArray<PlacedValue> => {
  const tokens = [...json.matchAll(jsonToken)]
  let name = ''
  return tokens.flatMap(({ 0: literal, index: start }, i): ReadonlyArray<PlacedValue> => {
    const isName = tokens[i + 1]?.[0] === ':'
    if (isName) name = literal
    return isName || !(literal.startsWith('"') || literal === 'null') ? [] : [{ start, literal, name }]
  })
}

/** The text with other literals in place of these values, which are in the order of the text. */
export const withLiterals = <A extends PlacedValue>(
  json: string,
  values: ReadonlyArray<A>,
  literalOf: (value: A) => string,
): string => {
  let written = ''
  let offset = 0
  for (const value of values) {
    written += json.slice(offset, value.start) + literalOf(value)
    offset = value.start + value.literal.length
  }
  return written + json.slice(offset)
}

export const namesOf = (values: ReadonlyArray<PlacedValue>): string => values.map(({ name }) => name).join(' + ')
