/**
 * What callers sign in place of a multipart form with a file, which is no text as a rule: one part alone, as the JSON beside an
 * upload, the fields without the file, or the same lines otherwise.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { jsonOf } from './changedBody.ts'
import { utf8 } from './charsets.ts'
import { type Fields, formsOf } from './formFields.ts'
import { type MultipartPart, multipartParts } from './multipart.ts'
import type { Form } from './Respelling.ts'

/** Of one character for each byte. */
const bytesOf = (text: string): Bytes.Bytes => Uint8Array.from(text, (c) => c.charCodeAt(0))

/** The text of bytes; as it is where they are no UTF-8. */
const textIn = (text: string): string => {
  const read = Bytes.toText(bytesOf(text))
  return E.isRight(read) ? read.right : text
}

/** The form again, of these parts. */
const joined = (boundary: string, parts: ReadonlyArray<MultipartPart>, lineEnd: string): string => {
  const lines = parts.flatMap(({ head, content }) => [boundary, head.replaceAll('\r\n', lineEnd), '', content])
  return [...lines, `${boundary}--`, ''].join(lineEnd)
}

const fieldsOf = (parts: ReadonlyArray<MultipartPart>): Fields =>
  parts.map(({ name, filename, content }) => [name, textIn(filename ?? content)] as const)

const hyphen = 0x2d

/** The forms of a body that is a multipart form with a file; none of any other. */
export function* multipartForms(content: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (content[0] !== hyphen || content[1] !== hyphen) return
  const text = latin1(content)
  const parts = multipartParts(text) ?? []
  const fields = parts.filter(({ filename }) => filename === undefined)
  if (fields.length === parts.length) return
  for (const part of parts) yield [`the part ${part.name} alone was signed`, bytesOf(part.content)]
  for (const [says, some] of [
    ['the fields without the file were signed', fieldsOf(fields)],
    ['the fields with the name of the file were signed', fieldsOf(parts)],
  ] as const) {
    for (const [, json] of jsonOf(some, '')) yield [`${says}, as JSON`, utf8(json), 'alone']
    for (const form of formsOf(some)) yield [`${says}, as a form`, utf8(form), 'alone']
  }
  const boundary = text.slice(0, text.indexOf('\r\n'))
  const withoutContent = parts.map((part) => (part.filename === undefined ? part : { ...part, content: '' }))
  yield ['the form was signed without its last line end', bytesOf(text.replace(/\r\n$/, '')), 'alone']
  yield ['the form was signed without the file', bytesOf(joined(boundary, fields, '\r\n')), 'alone']
  yield ['the form was signed with an empty file', bytesOf(joined(boundary, withoutContent, '\r\n')), 'alone']
  yield ['the form was signed with LF for CR LF', bytesOf(joined(boundary, parts, '\n')), 'alone']
}
