/**
 * The head of a request in one line of a log: of mod_log_forensic of Apache, with a bar between its parts, and of Squid, with the headers
 * in brackets. Both escape `%`, their own marks and control characters once more.
 *
 *     +yQtJf8CoAB4AAFNXBIEAAAAA|GET /v1/jobs?a=%252F HTTP/1.1|Host:127.0.0.1%3a8080
 *     1796052993.567 31 127.0.0.1 TCP_MISS/401 34 GET http://127.0.0.1:8080/v1/jobs?a=%2F - HIER_NONE/- - [Host: 127.0.0.1:8080\r\n] [HTTP/1.1 401]
 *         →  GET /v1/jobs?a=%2F HTTP/1.1
 *            Host: 127.0.0.1:8080
 */

const forensicLine = /^\+[\w.@-]{8,64}\|([A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3})\|(.*)$/gm

const unescaped = (part: string): string =>
  part.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Squid without `strip_query_terms off` writes a lone question mark in place of the query: then the target is not known. */
const squidLine =
  /^\d{10}\.\d{3} {1,12}\d{1,12} \S{1,64} [A-Z_]{3,64}\/\d{3} \d{1,15} ([A-Z]{3,10}) (\S{1,65536}(?<!\?)) [^[\]\n]{1,512}\[([^[\]\n]{1,65536})\] \[/gm

const squidHead = (log: string): string | undefined => {
  for (const [, method, url = '', fields = ''] of log.matchAll(squidLine)) {
    if (!/(?:^|\\n)authorization:/i.test(fields)) continue
    // A reverse proxy writes the whole URL, and the caller has sent its path.
    const target = url.replace(/^https?:\/\/[^/]{1,512}(?=\/)/, '')
    return `${method} ${target} HTTP/1.1\n${unescaped(fields.replaceAll('\\r\\n', '\n'))}\n`
  }
  return undefined
}

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
  return squidHead(log)
}
