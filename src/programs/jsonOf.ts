/**
 * The JSON of an answer.
 */
import * as E from 'fp-ts/lib/Either.js'
import { parse } from 'fp-ts/lib/Json.js'
import * as O from 'fp-ts/lib/Option.js'
import { type Bytes, toText } from '../core/Bytes.ts'

const mediaType = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i

/** The parsed body of an answer with this `Content-Type`; none if the type is another, or the bytes are not JSON. */
export const jsonOf = (contentType: string | undefined, body: Bytes): O.Option<unknown> => {
  const text = mediaType.test(contentType ?? '') ? toText(body) : undefined
  return text === undefined || E.isLeft(text) ? O.none : O.fromEither(parse(text.right))
}
