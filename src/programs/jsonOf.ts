/**
 * The JSON of an answer.
 */
import { pipe } from 'fp-ts/lib/function.js'
import { parse } from 'fp-ts/lib/Json.js'
import * as O from 'fp-ts/lib/Option.js'
import { type Bytes, toText } from '../core/Bytes.ts'

const mediaType = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i

/** The parsed body of an answer with this `Content-Type`; none if the type is another, or the bytes are not JSON. */
export const jsonOf = (contentType: string | undefined, body: Bytes): O.Option<unknown> =>
  pipe(
    O.some(body),
    O.filter(() => mediaType.test(contentType ?? '')),
    O.chain((bytes) => O.fromEither(toText(bytes))),
    O.chain((text) => O.fromEither(parse(text))),
  )
