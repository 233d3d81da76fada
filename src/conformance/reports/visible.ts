/**
 * Text from elsewhere, safe to print. An escape sequence would steer the terminal, a bidirectional mark would turn a line
 * round, and a lone surrogate has no UTF-8. Each such character becomes its code point.
 */

const written = (c: string): string => {
  const hex = (c.codePointAt(0) as number).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** For one line: invisible characters are written as `\u001b`, and so are tabs and line ends. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu, written)

/** For several lines: line feeds and tabs stay. */
export const visibleLines = (text: string): string => text.replace(/\r\n/g, '\n').replace(/[^\n\t]+/g, visible)
