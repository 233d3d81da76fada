import { inspect } from '../../core/untrusted.ts'

/** The maximum length of a text that a report shows in full. */
export const longest = 4000

/** A text for a report. A port may make it of any length, so at most `most` characters are shown. */
export const shortened = (text: string, most = 200): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`

/** The value as JSON; undefined if it has a circle, a bigint, or too many levels for the stack. */
export const written = (value: unknown): string | undefined =>
  inspect<string | undefined>(() => JSON.stringify(value) ?? 'missing', undefined)

/** A JSON value for a report. A port in this process may answer with a value that JSON cannot hold. */
export const shown = (value: unknown, most?: number): string =>
  shortened(Object.is(value, -0) ? '-0' : (written(value) ?? 'a value that cannot be written as JSON'), most)
