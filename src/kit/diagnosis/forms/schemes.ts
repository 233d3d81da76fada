/**
 * Texts that the schemes of other services sign, made of the parts of this request. A caller that follows the documents of another
 * service signs such a text. Values that only the caller knew, such as a secret, cannot be filled in.
 *
 *     as Qiniu signs        {method} {target}\nHost: {host}\n{typeline}\n{body}
 *
 *   schemes/Template.ts           a template, and how it is filled
 *   schemes/templates.ts          the templates; schemes/partLists.ts makes those of lists of parts
 *   schemes/schemeValues.ts       the values of the places
 *   schemes/fittingTemplates.ts   the templates that may have made a wanted text, of thousands
 */
import type * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import type { Draft, Layout } from '../Draft.ts'
import { decodeReplacing, takeBytes, utf8 } from './charsets.ts'
import { textAlone } from './layouts.ts'
import type { Form } from './Respelling.ts'
import { templatesFor } from './schemes/fittingTemplates.ts'
import { maxPayload, valuesOf } from './schemes/schemeValues.ts'
import { aroundBody, fillTemplate } from './schemes/Template.ts'
import { templates } from './schemes/templates.ts'

/** The bytes of a filled text, with the body in its place. There are thousands of such texts, so they share their memory. */
const bytesOf = (filledText: string, body: Bytes.Bytes): Bytes.Bytes => {
  const [start, end] = aroundBody(filledText)
  if (end === undefined) return utf8(filledText)
  const startBytes = utf8(start)
  const endBytes = utf8(end)
  const bytes = takeBytes(startBytes.length + body.length + endBytes.length)
  bytes.set(startBytes)
  bytes.set(body, startBytes.length)
  bytes.set(endBytes, startBytes.length + body.length)
  return bytes
}

/** The body as it is in a decoded text. A byte order mark is lost only where the text begins with it. */
const textsOfBody = (body: Bytes.Bytes): ReadonlyArray<string> => {
  const text = decodeReplacing(body)
  return body[0] === 0xef ? [text, `\ufeff${text}`] : [text]
}

/** Whether a text has our five parts with another target at most. No other scheme has such a text, as the spec shows. */
const isOursButTarget = (text: string, { method, timestamp, nonce }: Draft): boolean => {
  const start = `${method}\n`
  const end = `\n${timestamp}\n${nonce}\n`
  return text.startsWith(start) && text.startsWith(end, text.indexOf('\n', start.length))
}

/** Every text that another scheme signs. With `only`, those that can have these bytes. */
export function* schemes(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Layout>> {
  // Bytes that are not UTF-8 change nothing of the text around them.
  const wanted = only && decodeReplacing(only)
  if (draft.body.length > maxPayload || (wanted !== undefined && isOursButTarget(wanted, draft))) return
  const candidates = valuesOf(draft, hash, wanted)
  const counts = new Map<string, number>()
  const open =
    wanted === undefined ? templates() : templatesFor({ ...candidates, body: textsOfBody(draft.body) }, wanted)
  for (const { detail, pieces: templatePieces } of open)
    for (const filledText of fillTemplate(templatePieces, candidates, wanted)) {
      const count = (counts.get(detail) ?? 0) + 1
      counts.set(detail, count)
      yield [count === 1 ? detail : `${detail} (${count})`, textAlone(bytesOf(filledText, draft.body))]
    }
}
