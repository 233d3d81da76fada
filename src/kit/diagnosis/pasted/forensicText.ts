/**
 * A request in the log of mod_log_forensic of Apache: one line, a bar between its parts, and `%`, `|`, the colon and control characters
 * escaped once more.
 *
 *     +yQtJf8CoAB4AAFNXBIEAAAAA|GET /v1/jobs?a=%252F HTTP/1.1|Host:127.0.0.1%3a8080
 *         →  GET /v1/jobs?a=%2F HTTP/1.1
 *            Host: 127.0.0.1:8080
 */

const forensicLine = /^\+[\w.@-]{8,64}\|([A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3})\|(.*)$/gm

const unescaped = (part: string): string =>
  part.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The head of the first such request with an Authorization header. Undefined if the log has none. */
export const forensicText = (log: string): string | undefined => {
  for (const [, requestLine = '', fields = ''] of log.matchAll(forensicLine)) {
    if (!/(?:^|\|)authorization:/i.test(fields)) continue
    const headerLines = fields
      .trimEnd()
      .split('|')
      .map((field) => unescaped(field).replace(/^([\w-]{1,256}):/, '$1: '))
    return `${[unescaped(requestLine), ...headerLines].join('\n')}\n\n`
  }
  return undefined
}
