/**
 * A text in a box that a program has drawn for the terminal, without the box, and a log whose control characters a daemon has escaped.
 *
 *     ╭──── Traceback ────╮
 *     │ submit("POST", …) │      submit("POST", …)
 *     ╰───────────────────╯
 *
 *     refused#012POST /v1/jobs HTTP/1.1#012Host: h      rsyslog
 *
 * Texts have one character for each byte.
 */
import { trimmedEnd } from '../Received.ts'

/** A line between two bars, of one kind: the bytes of `│` or of `║`. */
const boxLine = /^[ \t]{0,64}(\u00e2(?:\u0094\u0082|\u0095\u0091)) ?(.*)\1[ \t]*$/

/** The lines in the box. Undefined if fewer than three lines are in one. */
export const unboxedText = (drawn: string): string | undefined => {
  if (!/\u00e2(?:\u0094\u0082|\u0095\u0091)/.test(drawn)) return undefined
  const lines = drawn.split(/\r?\n/)
  const inside = lines.flatMap((line): ReadonlyArray<string> => {
    const content = boxLine.exec(line)?.[2]
    return content === undefined ? [] : [trimmedEnd(content)]
  })
  return inside.length < 3 || !inside.some((line) => /authorization/i.test(line)) ? undefined : inside.join('\n')
}

/** A header that does not stand behind an escaped line end is not of the escaped message: then this is the body of another request. */
const headerOutside = /(?<!#012|[\w-])authorization["']?[ \t]{0,8}[:=]/i

/** The log with its control characters: a number sign and three octal digits stand for one. */
export const withControlCharacters = (log: string): string | undefined =>
  /\bHTTP\/[0-9.]{1,3}#01[25]/.test(log) && !headerOutside.test(log)
    ? log.replace(/#(0[0-3][0-7]|[23][0-7]{2})/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 8)),
      )
    : undefined
