/**
 * The JSON of an answer, if it says that it is JSON, and is.
 */
import * as E from 'fp-ts/lib/Either.js'
import { parse } from 'fp-ts/lib/Json.js'
import * as O from 'fp-ts/lib/Option.js'
import { type Bytes, toText } from '../core/Bytes.ts'

const mediaType = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i

/** The parsed body of an answer with this `Content-Type`; none if the type is another, or the bytes are no JSON. */
export const jsonOf = (contentType: string | undefined, body: Bytes): O.Option<unknown> => {
  if (!mediaType.test(contentType ?? '')) return O.none
  const text = toText(body)
  const json = E.isLeft(text) ? text : parse(text.right)
  return E.isLeft(json) ? O.none : O.some(json.right)
}
