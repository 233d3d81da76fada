/**
 * A query whose fields were signed decoded, with a text for the value that a field lacks. A gateway gives the fields in a table, where a
 * field without a value is `true` or empty, and the signing code writes them again:
 *
 *     flag&with%20space=a%2Fb  →  flag=true&with space=a/b
 */
import type { Telling } from '../Telling.ts'
import { decode, decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'

/** What programs write behind the name of a field without a value. */
const valuesOfFlags: ReadonlyArray<string> = ['=true', '=', '=1', '=null', '=undefined', '=None']

const readings: Readonly<Record<string, (field: string) => string>> = {
  decoded: decode,
  'decoded, + as a space': decodeForm,
}

const behind = ' behind a name without a value'

/** The decoded queries, in their order and sorted. The same text may come more than once. */
export function* decodedFlags(query: string): Generator<Form> {
  const fields = query.split('&')
  const hasFlag = fields.some((field) => field !== '' && !field.includes('='))
  if (!hasFlag || !/[%+]/.test(query)) return
  for (const [detail, read] of Object.entries(readings))
    for (const value of valuesOfFlags) {
      const written = fields.map((field) => read(field) + (field === '' || field.includes('=') ? '' : value))
      yield [`each field ${detail}, ${value}${behind}`, written.join('&')]
      yield [`each field ${detail}, ${value}${behind}, sorted`, written.toSorted().join('&')]
    }
}

/** The words for such a form, by its detail. */
export const decodedFlagsTelling = (detail: string): Telling | undefined => {
  const [, value] = /^each field decoded.*, (=\w*) behind a name without a value(?:, sorted)?$/.exec(detail) ?? []
  return value === undefined
    ? undefined
    : {
        what: `The caller signed the parameters of the query decoded, and wrote ${value} behind a name that has no value. Perhaps its gateway or framework reads the query into a table, and the signing code builds a query from this table.`,
        remedy:
          'Sign the query exactly as it is on the request line. Do not build it again from its decoded parameters.',
      }
}
