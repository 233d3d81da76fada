/**
 * Turns the head of the upstream's answer into one that the caller's protocol allows, or says why it cannot be passed on. `forward.ts`
 * asks before it writes anything, so the caller never gets half of a head.
 *
 *   HTTP/1.1 200 fi\x01ne   →   HTTP/1.1: 200 OK            HTTP/2: 200
 *   ETag: "a"  ETag: "b"    →   HTTP/1.1: both lines        HTTP/2: etag: "a"
 */
import * as E from 'fp-ts/lib/Either.js'
import { isName, type Lines, toCaller, valuesOf } from './passedHeaders.ts'

export type Protocol = 'HTTP/1.1' | 'HTTP/2'

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number
  /** Undefined: the usual one of this status. HTTP/2 has none. */
  readonly reason: string | undefined
  readonly lines: Lines
}

/** A Left says, for the log, why the answer cannot be passed on. */
export const callerAnswer = (
  protocol: Protocol,
  { status, reason, lines }: AnswerHead,
): E.Either<string, AnswerHead> => {
  // Node removes chunks only: what is left is compressed, and no header would say so.
  if (valuesOf(lines, 'transfer-encoding').some((coding) => coding.toLowerCase() !== 'chunked'))
    return E.left('a Transfer-Encoding that is not just chunked')
  if (status < 200 || status > highestStatus[protocol]) return E.left(`the status ${status}`)
  const endToEnd = toCaller(lines)
  const passed = hasNoLength(protocol, status) ? without('content-length', endToEnd) : endToEnd
  if (!isValid(passed)) return E.left('a header that HTTP does not allow')
  if (protocol === 'HTTP/2') return E.right({ status, reason: undefined, lines: linesOfHttp2(passed) })
  const isReasonAllowed = reason !== undefined && isFieldText(reason)
  return E.right({ status, reason: isReasonAllowed ? reason : undefined, lines: passed })
}

/** Some services answer 999. Node's HTTP/2 refuses to send what RFC 9110 §15 does not know. */
const highestStatus: Readonly<Record<Protocol, number>> = { 'HTTP/1.1': 999, 'HTTP/2': 599 }

/** 204 has no length (RFC 9110 §8.6). Node's HTTP/2 sends no content with 205, and the length would promise some. */
const hasNoLength = (protocol: Protocol, status: number): boolean =>
  status === 204 || (status === 205 && protocol === 'HTTP/2')

const without = (name: string, lines: Lines): Lines =>
  lines.filter((_, i) => lines[i - (i % 2)]?.toLowerCase() !== name)

/** `field-value` and `reason-phrase` of RFC 9110 §5.5 and RFC 9112 §4. */
const isFieldText = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

const isValid = (lines: Lines): boolean =>
  lines.every((nameOrValue, i) => (i % 2 === 0 ? isName(nameOrValue) : isFieldText(nameOrValue)))

/** Names that Node's HTTP/2 sends once only. If the upstream repeats such a header, the first line counts, as for most browsers. */
const singular: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'access-control-max-age',
  'access-control-request-method',
  'age',
  'authorization',
  'content-length',
  'content-location',
  'content-md5',
  'content-range',
  'content-type',
  'date',
  'dnt',
  'etag',
  'expires',
  'from',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'range',
  'referer',
  'retry-after',
  'tk',
  'upgrade-insecure-requests',
  'user-agent',
  'x-content-type-options',
])

/** Names that Node's HTTP/2 sends once only, and whose value is a list. Several lines become one (RFC 9110 §5.3). */
const joinable: ReadonlySet<string> = new Set(['content-encoding', 'content-language'])

/** Names in lower case, values without blanks around them (RFC 9113 §8.2.1). */
const linesOfHttp2 = (lines: Lines): Lines => {
  const passed: Array<string> = []
  /** For each name that is sent once only, the index of its value in `passed`. */
  const indexes = new Map<string, number>()
  for (let i = 0; i < lines.length; i += 2) {
    const name = (lines[i] as string).toLowerCase()
    const value = (lines[i + 1] as string).trim()
    const index = indexes.get(name)
    if (index === undefined) {
      passed.push(name, value)
      if (singular.has(name) || joinable.has(name)) indexes.set(name, passed.length - 1)
    } else if (joinable.has(name)) passed[index] = `${passed[index]}, ${value}`
  }
  return passed
}
