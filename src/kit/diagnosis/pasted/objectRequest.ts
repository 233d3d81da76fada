/**
 * A request as an object of JSON: whatever has a method and a URL in one of their usual members, with headers as a list, as
 * pairs or as an object. Programs that export, log or hand on requests differ in these names, and in little else.
 *
 * Read, among others: `{ method, url, headers }` of Node, Express, pino and axios, `{ rawPath, rawQueryString, … }` of
 * Lambda, `{ request_method, request_uri, http_authorization }` of nginx, sessions of Charles, HAR, Postman, Insomnia.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import type * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { encoded } from './librarySent.ts'

export interface Listed {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly data: Data
}

export type Data =
  | { readonly _tag: 'Body'; readonly bytes: Bytes.Bytes }
  /** The object has no member for a body. */
  | { readonly _tag: 'None' }
  /** A form, a file or the like: only the program that sends it knows the bytes. */
  | { readonly _tag: 'NoText' }
  /** JSON that a program has parsed: the bytes that were sent are lost. */
  | { readonly _tag: 'Parsed'; readonly compact: string }

/** An own member, under the first of these names that the object has; a dot goes into an object. */
export const member = (value: unknown, ...paths: ReadonlyArray<string>): unknown => {
  for (const path of paths) {
    let found: unknown = value
    for (const name of path.split('.'))
      found =
        typeof found === 'object' && found !== null && Object.hasOwn(found, name)
          ? (found as Record<string, unknown>)[name]
          : undefined
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

export const textIn = (value: unknown, ...paths: ReadonlyArray<string>): string | undefined => {
  for (const path of paths) {
    const text = member(value, path)
    if (typeof text === 'string') return text
  }
  return undefined
}

/** What has a method and a URL, however deep: archives, folders and exports nest them. */
export const requestsIn = (value: unknown): ReadonlyArray<Listed> => {
  if (typeof value !== 'object' || value === null) return []
  const method = textIn(value, 'method', 'Method', 'httpMethod', 'request_method', 'requestContext.http.method', 'verb')
  const url = urlOf(value)
  const headers = headersOf(value)
  if (method === undefined || url === undefined || headers === undefined)
    return Object.values(value)
      .flatMap(requestsIn)
      .map(begunAt(textIn(value, 'startedDateTime')))
  // axios keeps the method in lower case, and sends it in upper case.
  const isLower = /^(?:get|head|post|put|patch|delete|options)$/.test(method)
  return [{ method: isLower ? method.toUpperCase() : method, url, headers, data: dataOf(value) }]
}

/** An archive tells by the caller's clock when the request began, as its Date header would; a header of that name goes first. */
const begunAt =
  (time: string | undefined) =>
  (request: Listed): Listed =>
    time === undefined ? request : { ...request, headers: [...request.headers, ['date', time]] }

const withQuery = (path: string, query: string | undefined): string =>
  query === undefined || query === '' || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`

const urlOf = (value: object): string | undefined => {
  const postman = postmanUrl(member(value, 'url'))
  const whole =
    postman ??
    textIn(value, 'originalUrl', 'url', 'url.raw', 'URL', 'uri', 'request_uri', 'requestUri', 'href', 'endpoint')
  const base = textIn(value, 'baseURL')
  if (whole !== undefined) return base === undefined || /^https?:/i.test(whole) ? whole : joined(base, whole)
  const path = textIn(value, 'rawPath', 'path')
  if (path === undefined) return undefined
  const target = withQuery(path, textIn(value, 'rawQueryString', 'query', 'query_string'))
  const scheme = textIn(value, 'scheme')
  const host = textIn(value, 'host')
  return scheme === undefined || host === undefined || !/^https?$/i.test(scheme)
    ? target
    : `${scheme}://${host}${target}`
}

/** As newman and Postman keep a URL without its text: the host, the path and the parameters in lists. */
const postmanUrl = (url: unknown): string | undefined => {
  const host = member(url, 'host')
  const path = member(url, 'path')
  if (textIn(url, 'raw') !== undefined || !isTexts(host) || !isTexts(path)) return undefined
  const query = member(url, 'query')
  const parameters = (Array.isArray(query) ? query : []).flatMap((each: unknown): ReadonlyArray<string> => {
    const key = textIn(each, 'key')
    const value = textIn(each, 'value')
    if (member(each, 'disabled') === true || key === undefined) return []
    return [value === undefined ? key : `${key}=${value}`]
  })
  const port = textIn(url, 'port')
  const authority = host.join('.') + (port === undefined ? '' : `:${port}`)
  return withQuery(`${textIn(url, 'protocol') ?? 'http'}://${authority}/${path.join('/')}`, parameters.join('&'))
}

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** As axios joins them. */
const joined = (base: string, path: string): string => `${base.replace(/\/?\/$/, '')}/${path.replace(/^\/+/, '')}`

const headerNames = [
  'rawHeaders',
  'headers',
  'header',
  'Header',
  'Headers',
  'multiValueHeaders',
  'request_headers',
  'requestHeaders',
  'request.header.headers',
  'request.headers',
]

const bodyNames = [
  'rawBody',
  'postData',
  'request.body',
  'body',
  'Body',
  'data',
  'request_body',
  'requestBody',
  'payload',
]

type Pair = readonly [name: string, value: string]

/** Absent if the object has none. */
const headersOf = (value: object): ReadonlyArray<Pair> | undefined => {
  const named = member(value, ...headerNames)
  return named === undefined ? fromMembers(value) : Array.isArray(named) ? ofList(named) : ofObject(named)
}

/** `http_authorization` and its like are variables of nginx. */
const fromMembers = (value: object): ReadonlyArray<Pair> | undefined => {
  const pairs = Object.entries(value).flatMap(([name, text]): ReadonlyArray<Pair> => {
    const header = /^(?:http_(\w+)|(authorization|content_type|content_length))$/i.exec(name)
    const own = header?.[1] ?? header?.[2]
    return own === undefined || typeof text !== 'string' ? [] : [[own.replaceAll('_', '-'), text]]
  })
  return pairs.some(isAuthorization) ? pairs : undefined
}

export const isAuthorization = ([name]: Pair): boolean => name.toLowerCase() === 'authorization'

/** `[{ name, value }]`, `[[name, value]]`, or `[name, value, name, value]`. */
const ofList = (list: ReadonlyArray<unknown>): ReadonlyArray<Pair> => {
  if (list.length > 0 && list.every((each) => typeof each === 'string'))
    return list.flatMap((name, i): ReadonlyArray<Pair> => (i % 2 === 0 ? [[name, String(list[i + 1] ?? '')]] : []))
  return list.flatMap((each): ReadonlyArray<Pair> => {
    if (Array.isArray(each)) return [[String(each[0] ?? ''), String(each[1] ?? '')]]
    if (member(each, 'disabled') === true || member(each, 'enabled') === false || member(each, 'active') === false)
      return []
    return [[textIn(each, 'name', 'key') ?? '', textIn(each, 'value') ?? '']]
  })
}

/** A value is a text, or a list of texts. */
const ofObject = (headers: unknown): ReadonlyArray<Pair> =>
  Object.entries(headers ?? {}).flatMap(([name, value]): ReadonlyArray<Pair> => {
    const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    return values.flatMap(
      (each): ReadonlyArray<Pair> =>
        typeof each === 'string' || typeof each === 'number' ? [[name, String(each)]] : [],
    )
  })

const dataOf = (value: object): Data => {
  const data = member(value, ...bodyNames)
  if (data === undefined) return bodyOfMessage(textIn(value, 'raw')) ?? { _tag: 'None' }
  if (typeof data !== 'object' || data === null)
    return dataOfText(String(data), member(value, 'isBase64Encoded') === true)
  if (member(data, 'type') === 'Buffer') return dataOfBuffer(member(data, 'data'))
  const text = textIn(data, 'text', 'raw', 'string', 'base64_string') ?? ofCharacters(data)
  if (text !== undefined) return dataOfText(text, textIn(data, 'encoding') === 'base64')
  // Hoppscotch keeps the text beside its type.
  const typed = textIn(data, 'contentType') === undefined ? undefined : textIn(data, 'body')
  if (typed !== undefined) return dataOfText(typed, false)
  if (Object.keys(data).length === 0) return dataOfText('', false)
  const isDescribed = ['mimeType', 'mode', 'params', 'formdata', 'urlencoded', 'file', 'fileName'].some((name) =>
    Object.hasOwn(data, name),
  )
  return isDescribed ? { _tag: 'NoText' } : { _tag: 'Parsed', compact: JSON.stringify(data) }
}

/** ngrok keeps the message off the wire, in Base64. */
const bodyOfMessage = (raw: string | undefined): Data | undefined => {
  const bytes = raw === undefined ? undefined : Base64.decode(raw)
  if (bytes === undefined || E.isLeft(bytes)) return undefined
  const end = latin1(bytes.right).indexOf('\r\n\r\n')
  return end < 0 ? undefined : { _tag: 'Body', bytes: bytes.right.slice(end + 4) }
}

/** Base64 of an object or a list of JSON, which is no JSON itself. */
const isBase64OfJson = (text: string): boolean =>
  /^(?:e[wy3]|W[wyz1-3])[A-Za-z0-9+/]*={0,2}$/.test(text) && E.isRight(Base64.decode(text))

const dataOfText = (text: string, isBase64: boolean): Data => {
  if (!isBase64 && !isBase64OfJson(text)) return { _tag: 'Body', bytes: encoded(text) }
  const bytes = Base64.decode(text)
  return E.isLeft(bytes) ? { _tag: 'NoText' } : { _tag: 'Body', bytes: bytes.right }
}

/** A text that a program has spread into an object, a character for each number. */
const ofCharacters = (data: object): string | undefined => {
  const characters: ReadonlyArray<unknown> = Object.values(data)
  const isText =
    Object.keys(data).every((key, i) => key === String(i)) &&
    characters.every((each) => typeof each === 'string' && each.length <= 2)
  return isText && characters.length > 0 && !Array.isArray(data) ? characters.join('') : undefined
}

/** As `JSON.stringify` writes a Buffer of Node. */
const dataOfBuffer = (data: unknown): Data => {
  const isBytes = Array.isArray(data) && data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
  return isBytes ? { _tag: 'Body', bytes: Uint8Array.from(data) } : { _tag: 'NoText' }
}
