/** The place of a value in a JSON text (RFC 6901). The empty pointer is the whole text. */
export type JsonPointer = string

/** Escapes `~` in a name as `~0`, then `/` as `~1`; this order matters (RFC 6901 §3). */
export const ofPath = (path: ReadonlyArray<string | number>): JsonPointer =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const maxShown = 120

/**
 * The pointer for a log, a terminal or an answer. Names are the sender's text, so JSON escapes replace all but visible
 * ASCII: no line break, no terminal sequence, no reversed text. A long pointer is cut.
 */
export const show = (pointer: JsonPointer): string => {
  const shown = pointer.slice(0, maxShown).replace(/[^\x20-\x7e]/g, escaped)
  return pointer.length > maxShown ? `${shown}...` : shown
}

/** A UTF-16 code unit as JSON escapes it. */
export const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The value at the pointer; undefined where there is none. Own members only. An index of an array has no zero before it. */
export const valueAt = (json: unknown, pointer: JsonPointer): unknown => {
  let value = json
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
