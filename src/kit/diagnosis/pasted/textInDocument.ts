/**
 * A request in a text that a document of JSON holds with what people write round it: an issue of GitHub, a ticket of Zendesk, a message
 * of Teams. The text is in Markdown with fences, or in HTML. Or a request in JSON that a message of a queue holds as text.
 *
 *     { "title": "401", "body": "We send:\n\n```http\nPOST /v1/jobs HTTP/1.1\n…\n```" }      →  POST /v1/jobs HTTP/1.1 …
 *     { "Messages": [{ "Body": "{\"method\":\"POST\",…}" }] }                         →  {"method":"POST",…}
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { latin1, textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'
import { beginsLikeJson } from './readHar.ts'
import { firstLineOf } from './readHttp.ts'
import { undressed } from './undress.ts'
import { looksLikeRequest } from './yamlRequest.ts'

const maxMembers = 1_000_000

/** More texts with the header are no document of a person. */
const mostTexts = 64

function* textsIn(json: unknown): Generator<string> {
  if (typeof json === 'string' && /authorization/i.test(json)) yield json
  if (typeof json === 'object' && json !== null) for (const inner of Object.values(json)) yield* textsIn(inner)
}

/** Whether an object of this JSON has an Authorization header of its own, as a member, or as a value of `name` beside another. */
const hasHeader = (json: unknown): boolean =>
  (typeof json === 'string' && /^(?:proxy-|x-)?authorization$/i.test(json)) ||
  (typeof json === 'object' &&
    json !== null &&
    (Object.keys(json).some((name) => /authorization$/i.test(name)) || Object.values(json).some(hasHeader)))

/** JSON in JSON in JSON: a notification in a message of a queue. */
const mostNested = 4

/** The object that a member holds as text, the innermost. Undefined if the JSON around it has a header of its own: then the member is the body. */
const objectInText = (json: unknown, depth = 0): string | undefined => {
  if (depth > mostNested || hasHeader(json)) return undefined
  for (const text of textsIn(json)) {
    const inner = /^\s{0,64}\{/.test(text) ? readJson(text, { maxMembers }) : undefined
    if (inner === undefined || E.isLeft(inner)) continue
    const { value } = inner.right
    return hasHeader(value) ? text : objectInText(value, depth + 1)
  }
  return undefined
}

/** The first request in such a text, without fences and markup. Undefined if the text is no JSON, or if its texts are the request itself. */
export const textInDocument = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  if (!beginsLikeJson(firstLineOf(bytes))) return undefined
  const document = readJson(textOf(bytes), { maxMembers })
  if (E.isLeft(document)) return undefined
  let count = 0
  for (const text of textsIn(document.right.value)) {
    if (++count > mostTexts) return undefined
    const written = encoded(text)
    const { bytes: bare } = undressed(written)
    if (bare !== written && looksLikeRequest(latin1(bare))) return bare
  }
  const object = objectInText(document.right.value)
  return object === undefined ? undefined : encoded(object)
}
