/**
 * Output of `curl -v` of several requests, from the first that is signed on: a call for a token, or one without a header, may stand before it.
 *
 *     > GET /v1/token HTTP/1.1
 *     > Authorization: Bearer …
 *     > POST /v1/jobs HTTP/1.1            →      > POST /v1/jobs HTTP/1.1
 *     > Authorization: SVC-SHA256-RSA …          > Authorization: SVC-SHA256-RSA …
 *
 * Texts have one character for each byte.
 */
import { isSigned } from './hidden.ts'

const sentLine = /^> [A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?$/

const authorization = /^> authorization: ?(.*)$/i

/** The text from that request on. Undefined if none is signed, or if the first is. */
export const signedTranscript = (text: string): string | undefined => {
  if (!/^[>*]/.test(text)) return undefined
  const lines = text.split('\n')
  let begin: number | undefined
  let requests = 0
  for (const [i, line] of lines.entries()) {
    if (sentLine.test(line)) {
      begin = i
      requests++
    }
    const [, value] = authorization.exec(line) ?? []
    if (begin !== undefined && value !== undefined && isSigned(value.trimEnd()))
      return requests > 1 ? lines.slice(begin).join('\n') : undefined
  }
  return undefined
}

export const firstSignedRead = 'There is more than one request; the first with a signed Authorization header was read.'
