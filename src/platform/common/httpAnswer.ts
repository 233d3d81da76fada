/** The shared part of the HTTP clients. */
import { type Rule, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'

const bytes: Rule<number> = /* @__PURE__ */ wholeNumber('bytes')

/** The largest answer that is accepted, in bytes. */
export const maxResponseBytes: Settings.Field<number> = /* @__PURE__ */ Settings.defaulting(bytes, 16 * 1024 * 1024)

/** Headers by their names in lower case; the values of a repeated name are joined by `, `. */
export const joined = (headers: Iterable<readonly [name: string, value: string]>): Readonly<Record<string, string>> => {
  const values = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = values.get(key)
    values.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}
