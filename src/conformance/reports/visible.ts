/**
 * Text from a port, made safe to look at. A port may send anything: an escape sequence would steer the terminal, a mark of
 * writing direction would turn a line round, and half of a surrogate pair has no place in a file. Each such character is
 * written as its code point instead.
 */

const written = (c: string): string => {
  const hex = (c.codePointAt(0) as number).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** Text for one line: what steers or cannot be seen is written as `\u001b`, and so are tabs and line ends. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu, written)

/** The same for a text of several lines, which keeps its line feeds and tabs. */
export const visibleLines = (text: string): string => text.replace(/\r\n/g, '\n').replace(/[^\n\t]+/g, visible)
