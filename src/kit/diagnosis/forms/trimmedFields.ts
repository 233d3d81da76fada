/**
 * Fields of a form or of a query whose values something trimmed on the way, as the middleware TrimStrings of Laravel does: `name=John+`
 * was signed, and `name=John` arrived. The forms put a blank back: at one value, or at all of them. The other way round, a program trimmed
 * the values before it signed them: `name=John` was signed, and `name=John+` arrived.
 */
import { decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** What was trimmed off a value, as it is spelled in a form. A blank without an escape at the end is white space behind the whole text. */
const blanks: ReadonlyArray<readonly [says: string, spellings: ReadonlyArray<string>]> = [
  ['a blank', ['+', '%20']],
  ['a line feed', ['%0A', '%0a']],
  ['a CR LF', ['%0D%0A', '%0d%0a']],
  ['a tab', ['%09']],
]

/** What begins the detail of such a form. */
export const trimmedField = 'trimmed: '

/** More fields have too many forms. */
const maxFields = 24
const maxLength = 8192

const hasValue = (field: string): boolean => /=./s.test(field)

const untrimmed = (field: string, before: string, after: string): string =>
  hasValue(field) ? `${field.replace('=', () => `=${before}`)}${after}` : field

/** Where the blank stood. */
const places = [
  { says: 'the end', isBefore: false, isAfter: true },
  { says: 'the start', isBefore: true, isAfter: false },
  { says: 'both ends', isBefore: true, isAfter: true },
]

/** The fields with a blank more. `text` has no question mark. Of a query only blanks at one end are put back. */
export function* untrimmedFields(text: string, carrier: 'query' | 'form'): Generator<Form> {
  const fields = text.split('&')
  if (text.length > maxLength || fields.length > maxFields || !fields.some(hasValue)) return
  for (const [says, spellings] of carrier === 'form' ? blanks : blanks.slice(0, 1))
    for (const spelling of spellings)
      for (const { says: place, isBefore, isAfter } of carrier === 'form' ? places : places.slice(0, 2)) {
        const trimming = `${trimmedField}${says} as ${spelling} at ${place}`
        const changedFields = fields.map((field) => untrimmed(field, isBefore ? spelling : '', isAfter ? spelling : ''))
        for (const [i, field] of fields.entries())
          if (hasValue(field))
            yield [`${trimming} of field ${i + 1}`, fields.with(i, changedFields[i] as string).join('&'), 'alone']
        if (fields.filter(hasValue).length > 1) yield [`${trimming} of every field`, changedFields.join('&'), 'alone']
      }
}

/** Blanks and line ends at the start of a value, and a single one of them, as they are spelled in a form. */
const blanksAtStart = /^(?:\+|%20|%0[9ADad])+/
const blankEscape = /^%(?:20|0[9ADad])$/

const trimValue = (value: string): string => {
  let end = value.length
  for (;;) {
    if (value[end - 1] === '+') end--
    else if (blankEscape.test(value.slice(Math.max(end - 3, 0), end))) end -= 3
    else return value.slice(0, end).replace(blanksAtStart, '')
  }
}

const trimField = (field: string): string => {
  const valueStart = field.indexOf('=') + 1
  return valueStart === 0 ? field : field.slice(0, valueStart) + trimValue(field.slice(valueStart))
}

/** The fields whose values were trimmed where they were signed: one of them, or all. */
export function* trimmedFieldsWhereSigned(text: string): Generator<Form> {
  const fields = text.split('&')
  if (text.length > maxLength || fields.length > maxFields) return
  const changed = fields.flatMap((field, i) => (trimField(field) === field ? [] : [i]))
  if (changed.length > 0) yield ['every value trimmed where signed', fields.map(trimField).join('&'), 'alone']
  if (changed.length < 2) return
  for (const i of changed)
    yield [`field ${i + 1} trimmed where signed`, fields.with(i, trimField(fields[i] ?? '')).join('&'), 'alone']
}

/** What a program does with the fields before it signs them, in this order. */
interface Preparation {
  readonly says: string
  readonly prepare: (fields: ReadonlyArray<string>) => ReadonlyArray<string>
}

const nameOf = (field: string): string => field.replace(/=.*$/s, '')

const trimming: Preparation = { says: 'every value trimmed where signed', prepare: (fields) => fields.map(trimField) }
const shortening: Preparation = { says: 'empty fields left out', prepare: (fields) => fields.filter(hasValue) }

const preparations: ReadonlyArray<Preparation> = [
  trimming,
  shortening,
  {
    says: 'sorted by name',
    prepare: (fields) => fields.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)),
  },
  { says: 'decoded', prepare: (fields) => fields.map(decodeForm) },
]

/**
 * The fields as signers of payment services prepare them, with every choice of two or more steps that change something: `b=2+&c=&a=1` becomes `b=2&a=1`,
 * `a=1&b=2` and others.
 */
export function* preparedFields(text: string): Generator<Form> {
  const fields = text.split('&')
  if (text.length > maxLength || fields.length > maxFields) return
  for (const chosen of subsets(preparations)) {
    let prepared: ReadonlyArray<string> = fields
    let changingSteps = 0
    for (const { prepare } of chosen) {
      const next = prepare(prepared)
      if (next.join('&') !== prepared.join('&')) changingSteps++
      prepared = next
    }
    // Other mistakes decode and sort the fields.
    const isOfSigner = chosen.some((step) => step === trimming || step === shortening)
    if (prepared.length > 0 && isOfSigner && chosen.length > 1 && changingSteps === chosen.length)
      yield [chosen.map(({ says }) => says).join(', '), prepared.join('&'), 'alone']
  }
}
