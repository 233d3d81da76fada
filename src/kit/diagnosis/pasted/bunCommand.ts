/**
 * The command of curl that Bun logs for a request (`BUN_CONFIG_VERBOSE_FETCH=curl`), as a shell reads it: Bun puts texts into quotation
 * marks with the escapes of JSON, in which a shell would replace `$` and a backtick.
 *
 *     [fetch] $ curl --http1.1 "https://api.example/v1/jobs" -X POST --data-raw "{\"cost\":\"$5\"}"
 *     [fetch] > HTTP/1.1 POST https://api.example/v1/jobs
 *
 * Texts have one character for each byte.
 */
import { inBackslashes } from './wireText.ts'

const command = /^[^\n"]{0,32}?\b(curl (?:--http[\d.]{1,3} )?"https?:[^\n]*?)\r?$/m
const sentLine = /^(?:\[fetch\] )?>? ?HTTP\/[\d.]{1,3} [A-Z]{3,10} https?:/m

const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The command. Undefined if the text is no such log. */
export const bunCommand = (log: string): string | undefined => {
  const written = sentLine.test(log) ? command.exec(log)?.[1] : undefined
  // A quotation mark without an end takes the rest with it. Else each one in the rest would be tried as a beginning.
  return written?.replace(/"([^"\\]*(?:\\[\s\S][^"\\]*)*)("?)/g, (literal, inside: string, end: string) =>
    end === '' ? literal : inSingleQuotes(inBackslashes(inside)),
  )
}
