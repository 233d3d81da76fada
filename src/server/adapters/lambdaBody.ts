/**
 * The body in an event of AWS Lambda, as the caller sent it. An event has a body as text, or as bytes in Base64.
 *
 * ```ts
 * contentOfEvent({ body: 'e30=', isBase64Encoded: true }, header, 1_000_000, remedy) // Right: the bytes of {}
 * ```
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import { has, replacement } from './AdapterOptions.ts'
import type { LambdaEvent } from './lambdaEvent.ts'
import type { EventRequest } from './lambdaRequest.ts'

/** `limit` is in bytes. `remedy` tells the operator how to keep the bytes of a body that was parsed. */
export const contentOfEvent = (
  event: Pick<LambdaEvent, 'body' | 'isBase64Encoded'>,
  header: EventRequest['header'],
  limit: number,
  remedy: string,
): E.Either<BodyError, Bytes.Bytes> => {
  const { body, isBase64Encoded } = event
  const contentLength = header('content-length')
  if (body === undefined || body === null) {
    const isAnnounced = Number(contentLength ?? 0) > 0
    return isAnnounced ? E.left({ _tag: 'body_consumed', remedy: announcedOnly }) : E.right(Bytes.empty)
  }
  if (typeof body !== 'string') return E.left({ _tag: 'body_consumed', remedy })
  const isBase64 = isBase64Encoded === true
  // Before decoding: a character is at least one byte, and four characters of Base64 are three bytes.
  const isLong = body.length > (isBase64 ? 4 * Math.ceil(limit / 3) : limit)
  if (isLong) return E.left({ _tag: 'body_too_large', limitBytes: limit })
  const bytes: E.Either<unknown, Bytes.Bytes> = isBase64 ? Base64.decode(body) : Bytes.ofText(body)
  if (E.isLeft(bytes)) return E.left({ _tag: 'body_unsupported', because: 'text' })
  if (bytes.right.length > limit) return E.left({ _tag: 'body_too_large', limitBytes: limit })
  return isChanged(bytes.right, contentLength)
    ? E.left({ _tag: 'body_unsupported', because: 'text' })
    : E.right(bytes.right)
}

/** AWS turns bytes that are no text into U+FFFD. Then the length is another, too. */
const isChanged = (body: Bytes.Bytes, contentLength: string | undefined): boolean =>
  contentLength !== undefined && Number(contentLength) !== body.length && has(body, replacement)

const announcedOnly = 'Content-Length announces a body, but the event has none: pass on the event as AWS made it'
