/**
 * Where a value stands in a JSON text: RFC 6901. The empty pointer is the whole.
 */
export type JsonPointer = string

/** `~` and `/` inside a name become `~0` and `~1` (RFC 6901 §3); the first must go first. */
export const ofPath = (path: ReadonlyArray<string | number>): JsonPointer =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const maxShown = 120

/**
 * The pointer as it may stand in a log, a terminal or an answer. Names are the sender's text, so whatever is not visible
 * ASCII is escaped as in JSON (no line break, no terminal sequence, no reversed text), and a long one is cut.
 */
export const show = (pointer: JsonPointer): string => {
  const shown = pointer.slice(0, maxShown).replace(/[^\x20-\x7e]/g, escaped)
  return pointer.length > maxShown ? `${shown}...` : shown
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
