/**
 * The fields of a query or of a form: names and values without their escapes, in their order, and the text that they make
 * again. `a=red+fox&b` has the fields `a`, with the value `red fox`, and `b`, with none.
 */
import { decode } from './percent.ts'

export interface Field {
  readonly name: string
  /** Absent where no equals sign follows the name. */
  readonly value?: string
}

/** How names and values are written. */
export interface Spelling {
  readonly name: (text: string) => string
  readonly value: (text: string) => string
}

/** The names and values as they stand there. */
export const rawFieldsOf = (text: string): ReadonlyArray<Field> =>
  text.split('&').map((item) => {
    const at = item.indexOf('=')
    return at < 0 ? { name: item } : { name: item.slice(0, at), value: item.slice(at + 1) }
  })

/** No encoder changes anything of a component of letters and digits. */
export const isPlainComponent = (text: string): boolean => !/[^0-9A-Za-z]/.test(text)

/** The same of a query or of a form: here `=` and `&` are signs only where they stand between names and values. */
export const arePlainFields = (fields: ReadonlyArray<Field>): boolean =>
  fields.every(({ name, value = '' }) => isPlainComponent(name) && isPlainComponent(value))

/** The same of a path. */
export const isPlainPath = (path: string): boolean => path.split('/').every(isPlainComponent)

/**
 * What a plus sign stands for. Two readings mix it up with a space: what was decoded once more has a space for `%2B`, and what was
 * encoded once more has `%2B` for a space.
 */
export type Plus = 'a space' | 'a plus sign' | 'a space, escaped or not' | 'itself, as each space does'

/** A component without its escapes. */
export const decoded = (text: string, plus: Plus): string => {
  switch (plus) {
    case 'a space':
      return decode(text.replaceAll('+', ' '))
    case 'a plus sign':
      return decode(text)
    case 'a space, escaped or not':
      return decode(text).replaceAll('+', ' ')
    case 'itself, as each space does':
      return decode(text).replaceAll(' ', '+')
  }
}

export const decodedFields = (fields: ReadonlyArray<Field>, plus: Plus): ReadonlyArray<Field> =>
  fields.map(({ name, value }) => ({
    name: decoded(name, plus),
    ...(value === undefined ? {} : { value: decoded(value, plus) }),
  }))

export const fieldsText = (fields: ReadonlyArray<Field>, spelling: Spelling): string =>
  fields
    .map(({ name, value }) => spelling.name(name) + (value === undefined ? '' : `=${spelling.value(value)}`))
    .join('&')
