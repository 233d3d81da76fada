/**
 * A body may hold a request: a log in a member of JSON, or a record of another call. It is not the request of the text, which has its own
 * Authorization header before the body.
 *
 *     Method: POST, URL: /v1/logs
 *     authorization: SVC-SHA256-RSA app_id=app-1,…
 *     body: {"log":"GET /v1/jobs HTTP/1.1\\r\\nAuthorization: SVC-SHA256-RSA app_id=app-2,…"}
 *
 * Texts have one character for each byte.
 */
import { wholeHeaders } from './wholeHeaders.ts'

/** Where JSON begins, with a member or with a text. */
const jsonBegins = /[[{]\s{0,16}"|\\"/

/** Of a longer line only the end before the header is looked at. */
const mostOfLine = 1_000_000

/** Whether JSON begins in the line before this place. */
const isInJson = (text: string, at: number): boolean => {
  const lineStart = text.lastIndexOf('\n', at) + 1
  return jsonBegins.test(text.slice(Math.max(lineStart, at - mostOfLine), at))
}

/**
 * Whether the request with this Authorization header is part of a body: the header is within JSON, and before it is another whole
 * Authorization header outside of JSON. In a log that is JSON itself, every header is within JSON.
 */
export const isOfBody = (authorization: ReadonlyArray<string>, text: string): boolean => {
  const [value] = authorization
  const { value: first } = wholeHeaders(text).next()
  if (value === undefined || first === undefined || first[0] === value) return false
  const at = text.indexOf(value)
  return at > first.index && isInJson(text, at) && !isInJson(text, first.index)
}
