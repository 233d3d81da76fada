/**
 * A text in which each line end has a CR more than the program has written: a terminal adds it, and `script` records it; so does a file that
 * was opened as a text in Windows. The empty line behind the headers, which the program ends in CR LF, shows it.
 *
 *     Host: h CR CR LF          Host: h CR LF
 *     CR CR LF              →   CR LF
 *     { CR LF                   { LF
 *
 * Texts have one character for each byte.
 */

const firstEmptyLine = /\n\r*\n/

/** The lines that `script` writes by itself, which no terminal has changed. */
const ofScript = /^Script (?:started|done) [^\n]*\n?/gm

/** The text as the program has written it. Undefined if no CR was added to each line end. */
export const withoutTerminalEnds = (text: string): string | undefined => {
  if (firstEmptyLine.exec(text)?.[0] !== '\n\r\r\n') return undefined
  if (/(?:^|[^\r])\n/.test(text.replace(ofScript, ''))) return undefined
  return text.replaceAll('\r\n', '\n')
}

export const terminalEndsUndone =
  'Each line end here has a CR more, as a terminal or a text file of Windows adds it. These were left out.'
