/**
 * Untrusted text, safe to print. Escape sequences would steer the terminal, bidirectional marks would reverse a line, and a
 * lone surrogate cannot be escapeOf as UTF-8: each is escapeOf as its code point.
 */

const escapeOf = (character: string): string => {
  const hex = (character.codePointAt(0) as number).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/**
 * Text for one line. Control and invisible characters, tabs, line ends, blanks that are no space, and marks that join the letter
 * before them become escapes such as `\u001b`: two texts that differ look different.
 */
export const visible = (text: string): string =>
  text.replace(/(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu, escapeOf)

/** Lines of at most `width` characters, broken at blanks; a longer word gets its own line. Further lines are indented. */
export const wrapped = (text: string, width: number, indent = ''): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1)
    if (lastLine === undefined) lines.push(word)
    else if (lastLine.length + 1 + word.length <= width) lines[lines.length - 1] = `${lastLine} ${word}`
    else lines.push(indent + word)
  }
  return lines
}

/** For several lines: line feeds and tabs stay. */
export const visibleLines = (text: string): string => text.replace(/\r\n/g, '\n').replace(/[^\n\t]+/g, visible)
