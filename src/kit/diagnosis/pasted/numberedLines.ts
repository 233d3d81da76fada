/**
 * A text behind the numbers of its lines, as `grep -n` prints it, perhaps with the name of the file.
 *
 *     request.http:1:POST /v1/jobs HTTP/1.1
 *     request.http:2:Host: api.example          →      POST /v1/jobs HTTP/1.1 …
 *
 * Texts have one character for each byte.
 */

const numbered = /^((?:[^\s:]{1,256}:)?)(\d{1,7}):(.*)$/s

const requestLine = /^[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?$/

/** Fewer lines may have numbers by chance. */
const fewestLines = 3

/** The text without the numbers. Undefined unless each line has the next number, behind one name, and the first is a request line. */
export const withoutLineNumbers = (text: string): string | undefined => {
  const [, name, firstNumber, firstLine] = numbered.exec(text.split('\n', 1)[0] ?? '') ?? []
  if (name === undefined || firstLine === undefined || !requestLine.test(firstLine)) return undefined
  const lines = text.replace(/\n$/, '').split('\n')
  const bare: Array<string> = []
  for (const [i, line] of lines.entries()) {
    const [, lineName, lineNumber, rest] = numbered.exec(line) ?? []
    if (lineName !== name || Number(lineNumber) !== Number(firstNumber) + i || rest === undefined) return undefined
    bare.push(rest)
  }
  return bare.length < fewestLines ? undefined : bare.join('\n')
}
