/**
 * A query that a signer wrote in its normal form, although a client sends it as it is. OAuth 1 and AWS sign `=` after the name of a
 * parameter without a value. Other programs remove this `=`. Both encode the names and values anew, or a second time, and may sort them:
 *
 *     raw&title=red%20fox  →  raw=&title=red+fox  or  raw=&title=red%2520fox
 *     z=1&raw=&t=a%20b     →  raw&t=a+b&z=1
 */
import type { Telling } from '../Telling.ts'
import { listed } from '../variables.ts'
import { encoders } from './encoders.ts'
import { decode, decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'

/** A longer query is left alone. */
const maxLength = 2048

interface Field {
  readonly name: string
  /** Undefined for a parameter without an equals sign. */
  readonly value: string | undefined
}

const fieldOf = (written: string): Field => {
  const equals = written.indexOf('=')
  return equals < 0
    ? { name: written, value: undefined }
    : { name: written.slice(0, equals), value: written.slice(equals + 1) }
}

/** How a program reads a name or a value before it encodes it. */
const readings = {
  'encoded again': decode,
  'encoded again, + read as a space': decodeForm,
  'encoded twice': (component: string): string => component,
}

/** What a program does with a parameter without a value. */
type FlagRule = '= added to names without a value' | '= removed from names without a value'

/** The fields that a rule changes. Nothing is added to an empty field, as between `&&`. */
const isChangedBy: Readonly<Record<FlagRule, (field: Field) => boolean>> = {
  '= added to names without a value': ({ name, value }) => name !== '' && value === undefined,
  '= removed from names without a value': ({ value }) => value === '',
}

const flagRules = Object.keys(isChangedBy) as ReadonlyArray<FlagRule>

/** The rules that change some of these fields. */
const rulesFor = (fields: ReadonlyArray<Field>): ReadonlyArray<FlagRule> =>
  flagRules.filter((rule) => fields.some(isChangedBy[rule]))

const writeField = (field: Field, rule: FlagRule): string => {
  const { name, value } = field
  if (!isChangedBy[rule](field)) return value === undefined ? name : `${name}=${value}`
  return rule === '= added to names without a value' ? `${name}=` : name
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byNameAndValue = (a: Field, b: Field): number => compare(a.name, b.name) || compare(a.value ?? '', b.value ?? '')

const writeFields = (fields: ReadonlyArray<Field>, rule: FlagRule): ReadonlyArray<string> =>
  fields.map((field) => writeField(field, rule))

/** The query in its order, sorted by name and value, and sorted by its written fields. */
function* inEachOrder(detail: string, fields: ReadonlyArray<Field>, rule: FlagRule): Generator<Form> {
  const write = (ordered: ReadonlyArray<Field>): ReadonlyArray<string> => writeFields(ordered, rule)
  yield [detail, write(fields).join('&')]
  yield [`${detail}, sorted`, write(fields.toSorted(byNameAndValue)).join('&')]
  yield [`${detail}, sorted`, write(fields).toSorted(compare).join('&')]
}

/**
 * The queries that such a signer writes. A query in which only the flags change is not among them: another mistake names it. The same text
 * may come more than once.
 */
export function* encodedFlags(query: string): Generator<Form> {
  if (query.length > maxLength) return
  const fields = query.split('&').map(fieldOf)
  for (const rule of rulesFor(fields)) {
    const flagsAlone = writeFields(fields, rule).join('&')
    for (const form of everyForm(fields, rule)) {
      const [, written] = form
      if (written !== flagsAlone) yield form
    }
  }
}

function* everyForm(fields: ReadonlyArray<Field>, rule: FlagRule): Generator<Form> {
  yield* inEachOrder(rule, fields, rule)
  for (const [reading, read] of Object.entries(readings))
    for (const { name: encoderName, encode } of encoders) {
      const encodeComponent = (component: string): string => encode(read(component))
      const encoded = fields.map(
        ({ name, value }): Field => ({
          name: encodeComponent(name),
          value: value === undefined ? undefined : encodeComponent(value),
        }),
      )
      yield* inEachOrder(`${rule}, ${reading} by ${encoderName}`, encoded, rule)
    }
}

const addedWords = 'added = behind each name without a value'
const removedWords = 'removed the = behind each name without a value'
const encodedWords = 'encoded the names and values in another way'

/** The words for such a form, by its detail. */
export const encodedFlagsTelling = (detail: string): Telling | undefined => {
  const [, change, encoding] =
    /^= (added to|removed from) names without a value(?:, (encoded again|encoded twice).* by .*?)?(?:, sorted)?$/.exec(
      detail,
    ) ?? []
  if (change === undefined) return undefined
  const changes = [
    change === 'added to' ? addedWords : removedWords,
    ...(encoding === 'encoded twice' ? ['encoded the names and values once more'] : []),
    ...(encoding === 'encoded again' ? [encodedWords] : []),
    ...(detail.endsWith(', sorted') ? ['sorted the parameters'] : []),
  ]
  return {
    what: `Before it signed the query, the caller ${listed(changes)}.`,
    remedy: 'Sign the query exactly as it is on the request line. Do not build it again in a normal form.',
  }
}
