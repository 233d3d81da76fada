/**
 * The lines of the Authorization field. A request may have several; a line that was wrapped when it was copied is still one.
 */

/** A line begins with the header's name, or with an auth type and an item. */
const opening = /^[ \t]*(?:authorization[ \t]*:|[0-9A-Za-z-]+[ \t]+[a-z_]+[ \t]*=|bearer[ \t])/i

/** The values, each without the header's name and the blanks round it (RFC 9112 §5). */
export const authorizationLines = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const line of text.replace(/\n+$/, '').split('\n')) {
    const last = lines.at(-1)
    if (last === undefined || opening.test(line)) lines.push(line)
    else lines[lines.length - 1] = `${last}\n${line}`
  }
  const values = lines.map((line) => line.replace(/^[ \t]*authorization[ \t]*:/i, '').replace(/^[ \t]+|[ \t]+$/g, ''))
  return values.filter((value) => value !== '')
}
