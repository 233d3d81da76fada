/**
 * The fields of a query or a form: their names and values in order, and the text that they make again. `a=red+fox&b` has the field
 * `a` with the value `red fox`, and the field `b` without a value.
 */
import { decode, decodeForm } from './percent.ts'

export interface Field {
  readonly name: string
  /** Absent where no equals sign follows the name. */
  readonly value?: string
}

/** How a library writes the names and the values of fields. */
export interface FieldWriter {
  readonly name: (component: string) => string
  readonly value: (component: string) => string
}

/** The fields with the escapes that their names and values have. */
export const rawFieldsOf = (query: string): ReadonlyArray<Field> =>
  query.split('&').map((pair) => {
    const equals = pair.indexOf('=')
    return equals < 0 ? { name: pair } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) }
  })

/** Whether no encoder changes anything in a component: it has only letters and digits. */
export const isPlainComponent = (component: string): boolean => !/[^0-9A-Za-z]/.test(component)

/** Whether no encoder changes anything in these fields. The `=` and `&` between names and values do not count. */
export const arePlainFields = (fields: ReadonlyArray<Field>): boolean =>
  fields.every((field) => isPlainComponent(field.name) && isPlainComponent(field.value ?? ''))

/** Whether no encoder changes anything in a path. */
export const isPlainPath = (path: string): boolean => path.split('/').every(isPlainComponent)

/**
 * The meaning of a plus sign. The last two confuse it with a space: a text that was decoded twice has a space for `%2B`, and a text
 * that was encoded twice has `%2B` for a space.
 */
export type Plus = 'a space' | 'a plus sign' | 'a space, escaped or not' | 'itself, as each space does'

/** A component without its escapes. */
export const decodeComponent = (component: string, plus: Plus): string => {
  switch (plus) {
    case 'a space':
      return decodeForm(component)
    case 'a plus sign':
      return decode(component)
    case 'a space, escaped or not':
      return decode(component).replaceAll('+', ' ')
    case 'itself, as each space does':
      return decode(component).replaceAll(' ', '+')
  }
}

export const decodeFields = (fields: ReadonlyArray<Field>, plus: Plus): ReadonlyArray<Field> =>
  fields.map((field) => ({
    name: decodeComponent(field.name, plus),
    ...(field.value === undefined ? {} : { value: decodeComponent(field.value, plus) }),
  }))

/** The query or the form of these fields. */
export const joinFields = (fields: ReadonlyArray<Field>, writer: FieldWriter): string =>
  joinWritten(
    fields.map((field) => writer.name(field.name)),
    valuesWritten(fields, writer.value),
  )

/** A value for each field, `undefined` where no equals sign follows its name. */
export type WrittenValues = ReadonlyArray<string | undefined>

/** The values of these fields, as this function writes them. */
export const valuesWritten = (fields: ReadonlyArray<Field>, write: FieldWriter['value']): WrittenValues =>
  fields.map((field) => (field.value === undefined ? undefined : write(field.value)))

/** The query or the form of names and values that are written already. */
export const joinWritten = (names: ReadonlyArray<string>, values: WrittenValues): string => {
  let joined = ''
  for (const [i, fieldName] of names.entries()) {
    const fieldValue = values[i]
    joined += (i === 0 ? '' : '&') + fieldName
    if (fieldValue !== undefined) joined += `=${fieldValue}`
  }
  return joined
}
