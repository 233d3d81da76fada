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

const announcesBody = /^(?:content-(?:length|type|encoding)|transfer-encoding)$/i

/**
 * Whether the text after the headers of this request is no body of it. Without a Content-Length and a Transfer-Encoding there is no body
 * (RFC 9112 §6.3). JSON may be of somebody who wrote the message by hand. After a method that usually has a body, the header may have been
 * left out.
 */
export const hasNoBody = (method: string, fieldNames: ReadonlyArray<string>, afterHead: string): boolean =>
  /^(?:GET|HEAD|DELETE|OPTIONS)$/i.test(method) &&
  !fieldNames.some((fieldName) => announcesBody.test(fieldName)) &&
  !/^\s{0,64}(?:[[{]|(?:request )?(?:body|payload|data)[ (][^\n:=]{0,32}[:=])/i.test(afterHead)
