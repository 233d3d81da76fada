/**
 * Requests that have no body, so that what follows their headers in a text is something else: the mark of a shell, the last words of a
 * mail, the next record of a dump.
 *
 *     GET /v1/jobs HTTP/1.1
 *     Host: api.example
 *
 *     --5b0d7c1e-F--
 *
 * Texts have one character for each byte.
 */
import { isFormText, isJson } from './escapedBody.ts'

const announcesBody = /^(?:content-(?:length|type|encoding)|transfer-encoding)$/i

/** What is said where text after the headers is no body. */
export const textAfterHead =
  'The text after the headers was left out: a GET, HEAD, DELETE or OPTIONS request without a Content-Length has no body.'

/** How a body begins that nothing announces: as an object or a list, or behind its name. */
const beginsBody = /^\s{0,64}(?:[[{]|(?:request )?(?:body|payload|data)[ (][^\n:=]{0,32}[:=])/i

/** Whether a line is a form, or a text of JSON. */
const isBodyLine = (line: string): boolean => isFormText(line) || (line.startsWith('"') && isJson(line))

/**
 * Whether the text after the headers of this request is no body of it. Without a Content-Length and a Transfer-Encoding there is no body
 * (RFC 9112 §6.3). JSON and a form may be of somebody who wrote the message by hand. After a method that usually has a body, the header may
 * have been left out.
 */
export const hasNoBody = (method: string, fieldNames: ReadonlyArray<string>, afterHead: string): boolean =>
  /^(?:GET|HEAD|DELETE|OPTIONS)$/i.test(method) &&
  !fieldNames.some((fieldName) => announcesBody.test(fieldName)) &&
  !beginsBody.test(afterHead) &&
  !isBodyLine((/^\s{0,64}([^\n]*)/.exec(afterHead)?.[1] ?? '').trimEnd())
