/**
 * Requests as JSON: an HTTP archive (HAR 1.2), as developer tools copy or save it, or an export of Postman or Insomnia.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import {
  escapedIn,
  latin1,
  type Received,
  receivedOf,
  textOf,
  trimmed,
  type Unreadable,
  unreadable,
} from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { parseUrl, withoutDotSegments } from './curlUrl.ts'

/** Whether a line begins a JSON object; `{ [5 bytes data]` is of `curl -v`. */
export const beginsLikeJson = (line: string): boolean => /^[ \t]*\{[ \t]*(?:"|$)/.test(line)

/** More than any archive has. */
const maxMembers = 10_000_000

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const textIn = (value: unknown, name: string): string | undefined => {
  const text = member(value, name)
  return typeof text === 'string' ? text : undefined
}

/** A request in any of these formats. */
interface Listed {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** Absent if there is none. */
  readonly data: unknown
}

const headerOf = (header: unknown): Listed['headers'] =>
  member(header, 'disabled') === true
    ? []
    : [[textIn(header, 'name') ?? textIn(header, 'key') ?? '', textIn(header, 'value') ?? '']]

/** What has a method, a URL and a list of headers, however deep: archives, folders and exports nest them. */
const requestsIn = (value: unknown): ReadonlyArray<Listed> => {
  if (typeof value !== 'object' || value === null) return []
  const method = textIn(value, 'method')
  const url = textIn(value, 'url') ?? textIn(member(value, 'url'), 'raw')
  const headers = member(value, 'headers') ?? member(value, 'header')
  if (method === undefined || url === undefined || !Array.isArray(headers))
    return Object.values(value).flatMap(requestsIn)
  return [{ method, url, headers: headers.flatMap(headerOf), data: member(value, 'postData') ?? member(value, 'body') }]
}

const isAuthorization = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'authorization'

/** The body as text; nothing if it is a form or a file, which only the program that sends it writes. */
const textOfData = (data: unknown): string | undefined =>
  textIn(data, 'text') ?? textIn(data, 'raw') ?? (Object.keys(data ?? {}).length === 0 ? '' : undefined)

/** UTF-8; half a surrogate pair becomes the replacement character, as encoders of libraries write it. */
const encoded = (text: string): Bytes.Bytes =>
  E.getOrElse((): Bytes.Bytes => Bytes.empty)(Bytes.ofText(text.replace(/\p{Cs}/gu, '\ufffd')))

/** What every library escapes: blanks, controls, `"`, `<`, `>` and bytes beyond ASCII. */
const escaped = (url: string): string => escapedIn(latin1(encoded(url)), /[^!-~]|["<>]/g)

/** What some libraries rewrite and others leave alone: `'`, `|` and the like, and escapes of characters that need none. */
const disputed = /['\\^`{|}[\]]|%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/i

/** The request as an HTTP library sends it: the URL escaped, its dot segments resolved. A URL without a host gives none. */
const sentBy = (
  { method, url, headers }: Listed,
  text: string,
  notes: ReadonlyArray<string>,
): E.Either<Wrong, Received> => {
  const written = escaped(url)
  const isPath = written.startsWith('/') && !written.startsWith('//')
  const parts = parseUrl(isPath ? `http://none${written}` : written, true)
  if (E.isLeft(parts)) return parts
  const { path, query, user } = parts.right
  const target = withoutDotSegments(path) + query
  const fields = headers.map(([name, value]) => [name.toLowerCase(), trimmed(latin1(encoded(value)))] as const)
  const host = fields.find(([name]) => name === 'host')?.[1] ?? (isPath ? undefined : parts.right.host)
  const said = [
    ...notes,
    ...(disputed.test(target)
      ? ['Libraries differ in how they write some characters of this URL; the target is given as it is written here.']
      : []),
    ...(user === undefined ? [] : ['The user and the password of the URL were left out.']),
  ]
  const authorization = fields.filter(([name]) => name === 'authorization').map(([, value]) => value)
  const body = { _tag: 'Bytes', bytes: encoded(text) } as const
  return E.right(receivedOf({ method, target, host, url: isPath ? undefined : url, authorization, body }, said))
}

/** Reads the first request that has an Authorization header; the first of all if none has. */
export const readHar = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const refused = (what: string): E.Either<Unreadable, never> => unreadable(bytes, 0, what)
  const json = readJson(textOf(bytes).replace(/^\ufeff/, ''), { maxMembers })
  if (E.isLeft(json))
    return refused('this begins like JSON and is no HTTP archive; paste a whole HAR, or the request itself')
  const requests = requestsIn(json.right.value)
  const request = requests.find(({ headers }) => headers.some(isAuthorization)) ?? requests[0]
  if (request === undefined)
    return refused('this JSON is no HTTP archive: it has no request with a method and a URL; paste the request itself')
  const { url, headers, data } = request
  const text = textOfData(data)
  if (text === undefined) return refused('the body of this request is no text; paste the request as it was sent')
  const signed = headers.filter(isAuthorization)
  if (member(json.right.value, 'log') === undefined && /\{\{.*\}\}/.test(`${url} ${signed.join(' ')} ${text}`))
    return refused('a value in {{…}} is put in when the request is sent; paste the request as it was sent')
  const sent = sentBy(request, text, [
    ...(requests.length > 1
      ? [`There are ${requests.length} requests; the first with an Authorization header was read.`]
      : []),
    ...(signed.length > 0 ? [] : ['Browsers leave credentials out of a sanitized HAR; copy it with sensitive data.']),
  ])
  return E.isLeft(sent) ? refused(sent.left) : sent
}
