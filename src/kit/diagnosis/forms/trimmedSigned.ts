/**
 * JSON whose string values were trimmed in the signed text alone: the caller signed the values after its framework had changed them, and
 * sent them as they were. `{"name":"John Doe ","note":""}` was sent, and `{"name":"John Doe","note":null}` was signed. `trimmedValues.ts`
 * has the opposite direction.
 */

import { namesOf, type PlacedValue, placedValues, withLiterals } from './placedValues.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** A string value that such a framework changes, and what stands there then. */
interface ChangedString extends PlacedValue {
  readonly trimmed: string
}

/** A character of a string, as JSON spells it. */
const spelledUnit = /\\u[0-9A-Fa-f]{4}|\\?[\s\S]/g

/** The literal of a string without the white space at its ends. The spelling of the rest stays. */
const trimLiteral = (literal: string): string => {
  const text = JSON.parse(literal) as string
  const kept = text.trim()
  if (kept === text) return literal
  const before = text.length - text.trimStart().length
  const units = literal.slice(1, -1).match(spelledUnit) ?? []
  return `"${units.slice(before, before + kept.length).join('')}"`
}

const stringsIn = (json: string): ReadonlyArray<ChangedString> =>
  placedValues(json)
    .filter(({ literal }) => literal.startsWith('"'))
    .map((value) => ({ ...value, trimmed: trimLiteral(value.literal) }))

const isEmpty = ({ literal }: ChangedString): boolean => literal === '""'
const hasBlanks = ({ literal, trimmed }: ChangedString): boolean => literal !== trimmed
const orNull = ({ trimmed }: ChangedString): string => (trimmed === '""' ? 'null' : trimmed)

/** More strings have too many choices: then all are changed, or one of these. */
const most = { alone: 24, subsets: 3 }

const choicesOf = (strings: ReadonlyArray<ChangedString>): ReadonlyArray<ReadonlyArray<ChangedString>> =>
  strings.length > most.subsets ? [strings, ...strings.slice(0, most.alone).map((value) => [value])] : subsets(strings)

/** The JSON text after its strings were trimmed, after its empty strings became null, and after both. */
export function* trimmedWhereSigned(json: string): Generator<Form> {
  const strings = stringsIn(json)
  const blanks = strings.filter(hasBlanks)
  const empty = strings.filter(isEmpty)
  const changed = strings.filter((value) => hasBlanks(value) || isEmpty(value))
  for (const chosen of choicesOf(blanks))
    if (chosen.length > 0)
      yield [`${namesOf(chosen)} trimmed where signed`, withLiterals(json, chosen, ({ trimmed }) => trimmed)]
  for (const chosen of choicesOf(empty))
    if (chosen.length > 0)
      yield [`null signed for an empty ${namesOf(chosen)}`, withLiterals(json, chosen, () => 'null')]
  if (blanks.length > 0 && changed.some((value) => orNull(value) === 'null'))
    yield [
      `${namesOf(changed)} trimmed where signed; null signed for empty strings`,
      withLiterals(json, changed, orNull),
    ]
}
