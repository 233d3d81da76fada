/**
 * Forms of a body that is a multipart form with a file. Callers sign something else in its place: one part alone, such as the JSON
 * beside an upload, the fields without the file, or the form with other line ends.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { jsonOfFields } from './changedBody.ts'
import { utf8 } from './charsets.ts'
import { type Fields, writeFields } from './formFields.ts'
import { type MultipartPart, multipartParts } from './multipart.ts'
import type { Form } from './Respelling.ts'

/** The bytes of a text that has one character for each. */
const bytesOf = (byteString: string): Bytes.Bytes => Uint8Array.from(byteString, (c) => c.charCodeAt(0))

/** The text whose UTF-8 these bytes are. Unchanged if they are not UTF-8. */
const textIn = (byteString: string): string => {
  const decoded = Bytes.toText(bytesOf(byteString))
  return E.isRight(decoded) ? decoded.right : byteString
}

/** Writes a form of these parts. */
const writeForm = (boundary: string, formParts: ReadonlyArray<MultipartPart>, lineEnd: string): string => {
  const lines = formParts.flatMap(({ head, content }) => [boundary, head.replaceAll('\r\n', lineEnd), '', content])
  return [...lines, `${boundary}--`, ''].join(lineEnd)
}

const fieldsOf = (formParts: ReadonlyArray<MultipartPart>): Fields =>
  formParts.map(({ name, filename, content }) => [name, textIn(filename ?? content)] as const)

const hyphen = 0x2d

/** The forms of a body that is a multipart form with a file. None for any other body. */
export function* multipartForms(content: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (content[0] !== hyphen || content[1] !== hyphen) return
  const byteString = latin1(content)
  const formParts = multipartParts(byteString) ?? []
  const textParts = formParts.filter(({ filename }) => filename === undefined)
  if (textParts.length === formParts.length) return
  for (const formPart of formParts) yield [`the part ${formPart.name} alone was signed`, bytesOf(formPart.content)]
  for (const [detail, chosen] of [
    ['the fields without the file were signed', fieldsOf(textParts)],
    ['the fields with the name of the file were signed', fieldsOf(formParts)],
  ] as const) {
    for (const [, json] of jsonOfFields(chosen, '')) yield [`${detail}, as JSON`, utf8(json), 'alone']
    for (const form of writeFields(chosen)) yield [`${detail}, as a form`, utf8(form), 'alone']
  }
  // JSON has no file.
  for (const content of ['{}', 'null', '[object File]']) {
    const members = formParts.map(({ name, filename, content: text }) => {
      const literal = content.startsWith('[') ? JSON.stringify(content) : content
      return `${JSON.stringify(name)}:${filename === undefined ? JSON.stringify(textIn(text)) : literal}`
    })
    yield [`JSON of the fields was signed, with ${content} for the file`, utf8(`{${members.join()}}`), 'alone']
  }
  const boundary = byteString.slice(0, byteString.indexOf('\r\n'))
  const withoutContent = formParts.map((formPart) =>
    formPart.filename === undefined ? formPart : { ...formPart, content: '' },
  )
  yield ['the form was signed without its last line end', bytesOf(byteString.replace(/\r\n$/, '')), 'alone']
  yield ['the form was signed without the file', bytesOf(writeForm(boundary, textParts, '\r\n')), 'alone']
  yield ['the form was signed with an empty file', bytesOf(writeForm(boundary, withoutContent, '\r\n')), 'alone']
  yield ['the form was signed with LF for CR LF', bytesOf(writeForm(boundary, formParts, '\n')), 'alone']
}
