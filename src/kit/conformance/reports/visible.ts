/**
 * Untrusted text, safe to print. An escape sequence could steer the terminal, a bidirectional mark could reverse a line, and a lone
 * surrogate has no bytes in UTF-8. Each such character is written as its code point.
 *
 *     visible('a\u202eb\n')           a\u202eb\u000a
 *     visibleLines('a\u202eb\n')      a\u202eb and a line feed
 *     wrapped('one two three', 7)     ['one two', 'three']
 */

/** Invisible characters, and marks that join the letter before them. A space is not among them. */
const hidden = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu

/**
 * A text for one line. Control and invisible characters, tabs, line ends, blanks other than the space, and combining marks become
 * escapes such as `\u001b`: two texts that differ look different.
 */
export const visible = (untrusted: string): string => untrusted.replace(hidden, escapeOf)

const escapeOf = (character: string): string => {
  const hex = (character.codePointAt(0) as number).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** A text of several lines: line feeds and tabs stay, and CRLF becomes a line feed. */
export const visibleLines = (untrusted: string): string =>
  untrusted.replace(/\r\n/g, '\n').replace(/[^\n\t]+/g, visible)

/** Lines of at most `width` characters, broken at spaces; a longer word gets a line of its own. Lines after the first are indented. */
export const wrapped = (sentence: string, width: number, indent = ''): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of sentence.split(' ')) {
    const lastLine = lines.at(-1)
    if (lastLine === undefined) lines.push(word)
    else if (lastLine.length + 1 + word.length <= width) lines[lines.length - 1] = `${lastLine} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
