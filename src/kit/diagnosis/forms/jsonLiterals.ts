/**
 * The literals of a JSON text, as its tree keeps them: a string is `"caf\u00e9"` with its quotation marks, and any other scalar is
 * written as in the text.
 */

export const isString = (literal: string): boolean => literal.startsWith('"')

/** The text that the literal of a string means: `"a\"b"` means `a"b`. */
export const textOfString = (literal: string): string => JSON.parse(literal) as string

/** The text of a string, and any other scalar as it is written: `"a"` gives `a`, and `1.0` gives `1.0`. */
export const textOfLiteral = (literal: string): string => (isString(literal) ? textOfString(literal) : literal)

/** Compares two members or fields by their names, in the order of UTF-16 units. */
export const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
