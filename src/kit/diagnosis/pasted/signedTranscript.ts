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

/** The auth type, in lower case. Undefined for a value that does not begin with one, such as a placeholder. */
const typeOf = (value: string): string | undefined => /^([A-Za-z][\w-]{0,64})(?: |$)/.exec(value)?.[1]?.toLowerCase()

/**
 * The text from that request on. Undefined if none is signed, or if the first is. An earlier request whose header has the same auth type, or
 * is hidden, is the one that was meant: its header is wrong, and nothing else may be read in its place.
 */
export const signedTranscript = (text: string): string | undefined => {
  if (!/^[>*]/.test(text)) return undefined
  const lines = text.split('\n')
  const earlierTypes: Array<string | undefined> = []
  let begin: number | undefined
  let requests = 0
  for (const [i, line] of lines.entries()) {
    if (sentLine.test(line)) {
      begin = i
      requests++
    }
    const value = authorization.exec(line)?.[1]?.trimEnd()
    if (begin === undefined || value === undefined) continue
    const type = typeOf(value)
    if (!isSigned(value)) {
      earlierTypes.push(type)
      continue
    }
    const isMeantBefore = earlierTypes.includes(undefined) || earlierTypes.includes(type)
    return requests > 1 && !isMeantBefore ? lines.slice(begin).join('\n') : undefined
  }
  return undefined
}

export const firstSignedRead = 'There is more than one request; the first with a signed Authorization header was read.'
