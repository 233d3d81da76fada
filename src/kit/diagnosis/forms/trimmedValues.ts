/**
 * JSON whose string values a framework trimmed after the caller had signed them. Laravel's TrimStrings turns `{"name":"John Doe "}`
 * into `{"name":"John Doe"}`, and its ConvertEmptyStringsToNull turns `""` into `null`. The verifier then reads the trimmed text, so
 * the forms put the blanks back: at one value, at two, or at all of them.
 */

import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { treeOf, writerOf } from './jsonText.ts'
import { namesOf, type PlacedValue, placedValues, withLiterals } from './placedValues.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'
import { trimmedWhereSigned } from './trimmedSigned.ts'

/** The values of a JSON text. A name has a number if it is not the first of that name. */
const valuesIn = (json: string): ReadonlyArray<PlacedValue> => {
  const counts = new Map<string, number>()
  return placedValues(json).map((value) => {
    const count = (counts.get(value.name) ?? 0) + 1
    counts.set(value.name, count)
    return count === 1 ? value : { ...value, name: `${value.name} (${count})` }
  })
}

/** What was trimmed off a string, as it is spelled in JSON. */
interface Trimming {
  readonly says: string
  readonly before: string
  readonly after: string
}

const blankAfter: Trimming = { says: 'a blank at the end', before: '', after: ' ' }
const blankBefore: Trimming = { says: 'a blank at the start', before: ' ', after: '' }
const trimmings: ReadonlyArray<Trimming> = [
  blankAfter,
  blankBefore,
  { says: 'a line feed at the end', before: '', after: '\\n' },
  { says: 'a blank at both ends', before: ' ', after: ' ' },
  { says: 'a CR LF at the end', before: '', after: '\\r\\n' },
  { says: 'a line feed at the start', before: '\\n', after: '' },
  { says: 'a tab at the end', before: '', after: '\\t' },
]

/** One middleware trims strings, and the next one makes empty strings null. */
const trimmingsWithNull = trimmings.slice(0, 4)

const untrimmed =
  ({ before, after }: Trimming) =>
  ({ literal }: PlacedValue): string =>
    `"${before}${literal.slice(1, -1)}${after}"`

/** More values have too many forms: then each is untrimmed alone, or no two of them together. */
const most = { alone: 24, inPairs: 8, nulls: 3 }

function* untrimmedForms(json: string, strings: ReadonlyArray<PlacedValue>): Generator<Form> {
  if (strings.length === 0) return
  for (const trimming of trimmings) {
    const literalOf = untrimmed(trimming)
    for (const value of strings.slice(0, most.alone))
      yield [`${value.name} trimmed of ${trimming.says}`, withLiterals(json, [value], literalOf)]
    yield [`every string trimmed of ${trimming.says}`, withLiterals(json, strings, literalOf)]
  }
  if (strings.length > most.inPairs) return
  for (const trimming of [blankAfter, blankBefore])
    for (const [i, first] of strings.entries())
      for (const second of strings.slice(i + 1)) {
        const pair = [first, second]
        const detail = `${namesOf(pair)} trimmed of ${trimming.says}`
        yield [detail, withLiterals(json, pair, untrimmed(trimming))]
      }
}

/** Empty strings that became null, alone and together with a blank that was trimmed off a string. */
function* emptyStringForms(
  json: string,
  nulls: ReadonlyArray<PlacedValue>,
  strings: ReadonlyArray<PlacedValue>,
): Generator<Form> {
  if (nulls.length === 0) return
  const choices =
    nulls.length > most.nulls ? [nulls, ...nulls.slice(0, most.alone).map((value) => [value])] : subsets(nulls)
  for (const chosen of choices) {
    if (chosen.length === 0) continue
    const detail = `null for an empty ${namesOf(chosen)}`
    yield [detail, withLiterals(json, chosen, () => '""')]
    yield [`null for a blank ${namesOf(chosen)}`, withLiterals(json, chosen, () => '" "')]
    yield [`null for two blanks in ${namesOf(chosen)}`, withLiterals(json, chosen, () => '"  "')]
  }
  const trimmedStrings = [
    ...strings.slice(0, most.alone).map((value) => [value]),
    ...(strings.length > 1 ? [strings] : []),
  ]
  for (const trimmed of trimmedStrings) {
    const changedValues = [...nulls, ...trimmed].toSorted((a, b) => a.start - b.start)
    for (const trimming of trimmingsWithNull) {
      const literalOf = (changed: PlacedValue): string =>
        changed.literal === 'null' ? '""' : untrimmed(trimming)(changed)
      const detail = `${namesOf(trimmed)} trimmed of ${trimming.says}; null for empty strings`
      yield [detail, withLiterals(json, changedValues, literalOf)]
    }
  }
}

function* everyForm(json: string): Generator<Form> {
  const values = valuesIn(json)
  const strings = values.filter(({ literal }) => literal !== 'null')
  const nulls = values.filter(({ literal }) => literal === 'null')
  yield* trimmedWhereSigned(json)
  yield* untrimmedForms(json, strings)
  yield* emptyStringForms(json, nulls, strings)
}

/** The trimmed text as JavaScript writes it anew: `18676.0` becomes `18676` then. */
function* trimmedByJavaScript(json: string): Generator<Form> {
  for (const [detail, text] of trimmedWhereSigned(json))
    yield [`${detail}, written anew by JavaScript`, JSON.stringify(JSON.parse(text))]
}

function* inCompactText(forms: Iterable<Form>): Generator<Form> {
  for (const [detail, text] of forms) yield [`${detail}, compact`, text]
}

const limits = { forms: 250, characters: 200_000 }

/** The JSON text before its values were trimmed, or after it, as it is written and compact: a framework that trims may write it anew. */
export function* untrimmedValues(json: string): Generator<Form> {
  if (!isJson(json)) return
  const compact = writerOf(treeOf(json), { most: json.length }).write({ comma: ',', colon: ':', escaped: /(?!)/g })
  const isCompact = compact === undefined || compact === json
  yield* distinct(
    [json],
    limits,
    everyForm(json),
    isCompact ? [] : inCompactText(everyForm(compact)),
    trimmedByJavaScript(json),
  )
}
