/**
 * A command that somebody has copied from a terminal which breaks lines at its width: each line that was broken is as wide as the
 * terminal, and no shell prints one that is wider. The Authorization header is broken in it, which no caller does outside of its Base64.
 *
 *     curl https://api.example/v1/jobs -H 'Authoriza      curl https://api.example/v1/jobs -H 'Authorization: SVC-SHA256-RSA
 *     tion: SVC-SHA256-RSA app_id=app-1,nonce_str=ab  →   app_id=app-1,nonce_str=abc,timestamp=…'
 *     c,timestamp=…'
 *
 * Texts have one character for each byte.
 */
import { lettersOf } from './byteText.ts'

const command = /^[ \t]{0,8}(?:[$%#>] )?(?:curl|wget|https?|xhs?) /m

const headerBegins = /authorization: ?[A-Za-z][\w-]{0,64} /i

/** More than the name of the header and its auth type. */
const longestBegin = 128

/** Whether a line begins the header, whose name or auth type may go on in the next, and its quotation mark does not end there. */
const isOpen = (line: string, nextLine = ''): boolean => {
  const at = (line + nextLine.slice(0, longestBegin)).search(headerBegins)
  return at >= 0 && at < line.length && !/["']/.test(line.slice(at))
}

/** No terminal is narrower. */
const leastWidth = 40

/** Letters of Chinese, Japanese and Korean and most pictures take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\ud83c-\ud83e][\ud800-\udfff]/g

const widthsOf = (line: string): { readonly letters: number; readonly columns: number } => {
  const written = lettersOf(line)
  const letters = [...written].length
  return { letters, columns: letters + (written.match(wide)?.length ?? 0) }
}

/** Whether the line is full: in columns, as a terminal counts, or in letters. A wide letter may not fit into the last column. */
const isFull = (line: string, nextLine: string, width: number): boolean => {
  const { letters, columns } = widthsOf(line)
  const isNextWide = lettersOf(nextLine).search(wide) === 0
  return letters === width || columns === width || (columns === width - 1 && isNextWide)
}

/** The command in whole lines. Undefined if no terminal has broken its Authorization header. */
export const wrappedCommand = (text: string): string | undefined => {
  if (!command.test(text)) return undefined
  const lines = text.split(/\r?\n/)
  const firstAt = lines.findIndex((line, i) => isOpen(line, lines[i + 1]))
  const width = lines[firstAt]?.length ?? 0
  const nextLine = lines[firstAt + 1] ?? ''
  const isWrapped =
    width >= leastWidth &&
    // A caller may fold a header before a blank.
    (/^[^\s"']/.test(nextLine) || (nextLine.startsWith(' ') && nextLine.length === width)) &&
    // The lines of the caller's Base64 are shorter than the line that begins with the name of the header.
    (!/signature=[^,]*$/i.test(lines[firstAt] ?? '') || nextLine.length === width) &&
    lines.every((line) => widthsOf(line).letters <= width)
  if (!isWrapped) return undefined
  return lines
    .map((line, i) => (i < lines.length - 1 && !isFull(line, lines[i + 1] ?? '', width) ? `${line}\n` : line))
    .join('')
}
