/**
 * The request that an HTTP library sends for a method, a URL, headers and a body: it escapes what may not stand in a URL, and
 * resolves dot segments. For the readers of what people paste from logs, exports and programs.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { evidenceIn } from '../../../effects/evidenceHeaders.ts'
import { type Body, escapedIn, latin1, type Received, receivedOf, trimmed } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { parseUrl, withoutDotSegments } from './curlUrl.ts'

export interface Sent {
  readonly method: string
  /** An absolute URL, or a path with its query. */
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** Undefined if the text holds none, whether or not one was sent. */
  readonly body: Body | undefined
  readonly notes: ReadonlyArray<string>
  /** Why a body that is there was not taken: its bytes are lost. */
  readonly bodyLost?: string | undefined
}

/** UTF-8; half a surrogate pair becomes the replacement character, as encoders of libraries write it. */
export const encoded = (original: string): Bytes.Bytes =>
  E.getOrElse((): Bytes.Bytes => Bytes.empty)(Bytes.ofText(original.replace(/\p{Cs}/gu, '\ufffd')))

/** A text, a number or the like as a text. Undefined for an object: String() throws for one with a member `toString`. */
export const scalarText = (json: unknown): string | undefined =>
  typeof json === 'object' && json !== null ? undefined : String(json)

/** A text as a body. */
export const bytesBody = (bodyText: string): Body => ({ _tag: 'Bytes', bytes: encoded(bodyText) })

/** A file as a body, as it is. */
export const fileBody = (fileName: string): Body => ({
  _tag: 'Files',
  parts: [{ _tag: 'File', name: fileName, treatment: 'as it is' }],
})

/** What every library escapes: blanks, controls, `"`, `<`, `>` and bytes beyond ASCII. */
const escaped = (url: string): string => escapedIn(latin1(encoded(url)), /[^!-~]|["<>]/g)

/** What some libraries rewrite and others leave alone: `'`, `|` and the like, and escapes of characters that need none. */
const disputed = /['\\^`{|}[\]]|%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/i

/** Headers that speak for a body. */
const announcesBody = ([fieldName, fieldValue]: readonly [string, string]): boolean =>
  (fieldName === 'content-length' && /[1-9]/.test(fieldValue)) || fieldName === 'transfer-encoding'

/** What is said of a text with more requests than one. */
export const severalRequests = (count: number): string =>
  `There are ${count} requests; the first with an Authorization header was read.`

/** What is said of a template. */
export const valuesInBraces =
  'the program replaces a placeholder such as {{…}}, <<…>> or {% … %} by a value when it sends the request; paste the request as it was sent'

/** What is said of a path with parameters whose values the program fills in. */
export const parametersInPath =
  'the program replaces a parameter such as :id in the path by its value when it sends the request; paste the request as it was sent'

/** What is said of a form or a file in place of the body. */
export const bodyIsNoText = 'the body of this request is not text; paste the request as it was sent'

/** What is said of a map or an object in a language's own words. */
export const bodyIsInspected =
  'this is not the JSON that was sent, but a map or an object in the notation of the program. So the bytes of the body are lost; make the JSON text before you send it, and log this text'

/** What is said where only the parameters of the query are in the text. */
export const queryWasParsed =
  'this text has the query only as parsed parameters, so the bytes of the query are lost; add the query to the path, exactly as it was sent'

/** What is said of the request in an error of Faraday. */
export const queryOfFaraday =
  'Faraday shows the path of the URL here, but never its query, so the target is not known; write :url and the whole URL in place of :url_path and the path'

/** What is said of a path that is in the text with several queries. */
export const queriesDiffer =
  'this text has the path of the request with two different queries, so nothing was checked; give the request line as it was sent'

/** What is said of a body that is no text any more. */
export const bodyWasParsed =
  'this is not the text of the body, but an object that a program made from it. So the bytes are lost; log the text or the bytes of the body'

/** What is said of a body in a log whose members are all in the order of their names. */
export const bodyIsSorted =
  'the program that wrote this log has sorted the members of every object by name, perhaps in the body too. So the order that was sent is not known; log the text or the bytes of the body'

/** What is said of a text with an Authorization header, and no URL or target. */
export const urlNotThere =
  'there is an Authorization header here, but no URL and no path, so nothing can be checked; print the method and the URL too, or paste the request as raw HTTP or as a curl command'

/** What is said of a text with an Authorization header and a URL, and no method. */
export const methodNotThere =
  'there is an Authorization header and a URL here, but no method, so nothing can be checked; print the method too, or paste the request as raw HTTP or as a curl command'

const loneMarkKept =
  'The URL ends in a question mark without a query. The mark was kept, because it is part of the signed text. Some frameworks and logs remove such a mark, and some print a mark that was not sent.'

/** What is said where a program prints the question mark of an empty query. */
export const loneMarkDropped =
  'The URL ends in a question mark without a query. Some frameworks print this, so the mark was removed. If the mark was sent, give the request in a form that shows the bytes.'

/** What is said where nothing in the text was taken for the body. */
export const bodyNotThere = 'No body was recognized in this text.'

/** What is said of a body of several lines whose end the text does not show. */
export const lineEndLeftOut =
  'The line end behind the body was left out, and there is no Content-Length to check that; if the line end was sent, give the body itself.'

/** The request as it arrives. A path gives no host. */
export const requestSent = ({ method, url, headers, body, notes, bodyLost }: Sent): E.Either<Wrong, Received> => {
  const written = escaped(url)
  const isPath = written.startsWith('/') && !written.startsWith('//')
  const urlParts = parseUrl(isPath ? `http://none${written}` : written, true)
  if (E.isLeft(urlParts)) return urlParts
  const { path, query, user } = urlParts.right
  const target = withoutDotSegments(path) + query
  const fields = headers.map(
    ([fieldName, fieldValue]) => [fieldName.toLowerCase(), trimmed(latin1(encoded(fieldValue)))] as const,
  )
  const host = fields.find(([fieldName]) => fieldName === 'host')?.[1] ?? (isPath ? undefined : urlParts.right.host)
  const isBodyLikely = fields.some(announcesBody) || /^(?:POST|PUT|PATCH)$/i.test(method)
  const lacksBody = body === undefined && (bodyLost !== undefined || isBodyLikely)
  const allNotes = [
    ...notes,
    ...(disputed.test(target)
      ? ['Libraries write some characters of this URL in different ways. The target is used as it is written here.']
      : []),
    ...(target.endsWith('?') ? [loneMarkKept] : []),
    ...(user === undefined ? [] : ['The user and the password were removed from the URL.']),
    ...(lacksBody ? [bodyLost ?? bodyNotThere] : []),
  ]
  const evidence = evidenceIn(fields)
  const request = {
    method,
    target,
    host,
    url: isPath ? undefined : url,
    authorization: fields.filter(([fieldName]) => fieldName === 'authorization').map(([, fieldValue]) => fieldValue),
    body: body ?? ({ _tag: 'Bytes', bytes: Bytes.empty } as const),
    ...(evidence.length === 0 ? {} : { headers: evidence }),
    ...(lacksBody ? { bodyMissing: true as const } : {}),
  }
  return E.right(receivedOf(request, allNotes))
}
