/**
 * An HTTP archive (HAR 1.2), as developer tools copy or save it.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { type Received, textOf, type Unreadable, unreadable } from '../Received.ts'
import { bytesBody, received } from './librarySent.ts'

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

const listIn = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const list = member(value, name)
  return Array.isArray(list) ? list : []
}

/** The requests of an archive, of one entry, or the one request itself. */
const requestsIn = (value: unknown): ReadonlyArray<unknown> => {
  const entries = listIn(member(value, 'log'), 'entries')
  return entries.length > 0 ? entries.map((entry) => member(entry, 'request')) : [member(value, 'request') ?? value]
}

const headersOf = (request: unknown): ReadonlyArray<readonly [string, string]> =>
  listIn(request, 'headers').map((header) => [textIn(header, 'name') ?? '', textIn(header, 'value') ?? ''])

const isAuthorization = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'authorization'

/** Reads the first request of an archive that has an Authorization header; the first of all if none has. */
export const readHar = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const refused = (what: string): E.Either<Unreadable, never> => unreadable(bytes, 0, what)
  const json = readJson(textOf(bytes).replace(/^\ufeff/, ''), { maxMembers })
  if (E.isLeft(json))
    return refused('this begins like JSON and is no HTTP archive; paste a whole HAR, or the request itself')
  const requests = requestsIn(json.right.value)
  const request = requests.find((each) => headersOf(each).some(isAuthorization)) ?? requests[0]
  const [method, url] = [textIn(request, 'method'), textIn(request, 'url')]
  if (method === undefined || url === undefined)
    return refused('this JSON is no HTTP archive: it has no request with a method and a URL; paste the request itself')
  const headers = headersOf(request)
  const sent = received({
    method,
    url,
    headers,
    body: bytesBody(textIn(member(request, 'postData'), 'text') ?? ''),
    notes: [
      ...(requests.length > 1
        ? [`There are ${requests.length} requests; the first with an Authorization header was read.`]
        : []),
      ...(headers.some(isAuthorization)
        ? []
        : ['Browsers leave credentials out of a sanitized HAR; copy it with sensitive data.']),
    ],
  })
  return E.isLeft(sent) ? refused(sent.left) : sent
}
