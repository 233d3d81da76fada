/** `Retry-After` (RFC 9110 §10.2.3): how long a service asks a caller to wait. For whatever sends a request again. */
import * as O from 'fp-ts/lib/Option.js'
import * as HttpDate from '../core/HttpDate.ts'
import type * as Timestamp from '../core/Timestamp.ts'
import type { HttpResponse } from '../effects/Http.ts'

/**
 * In milliseconds, 0 for a date in the past; undefined for text that asks for nothing. What begins with a digit asks for a
 * pause: if it cannot be read, such as `1.5`, `1e9` or `2, 3`, the pause is longer than any. A date counts from the answer's
 * own `Date`, or else from `serviceTime`.
 */
export const retryAfterMs = (
  headers: HttpResponse['headers'],
  serviceTime: Timestamp.Timestamp,
): number | undefined => {
  const asked = headers['retry-after'] ?? ''
  if (/^\d/.test(asked)) return /^\d+$/.test(asked) ? Number(asked) * 1000 : Number.POSITIVE_INFINITY
  const date = HttpDate.parse(asked)
  if (O.isNone(date)) return undefined
  const now = O.getOrElse(() => serviceTime)(HttpDate.parse(headers.date ?? ''))
  return Math.max(0, date.value - now) * 1000
}
