/**
 * The headers of a request that is an object of JSON: as a list, as pairs, as an object, as one text, or in members of their own.
 *
 *     { headers: { Accept: '*\/*' } }                      { headers: [{ name: 'Accept', value: '*\/*' }] }
 *     { rawHeaders: ['Accept', '*\/*'] }                   { http_accept: '*\/*', http_authorization: '…' }
 */
import { byteTextOf, lettersOf } from '../byteText.ts'
import { scalarText } from '../librarySent.ts'
import type { Pair } from '../Pair.ts'
import { headersOfText } from '../values/headersOfText.ts'
import { member, textIn } from './members.ts'

/** The members that hold the headers. A printed text is no object: for its names see values/usualNames.ts. */
const headerNames = [
  'rawHeaders',
  'headers',
  'header',
  'multiValueHeaders',
  'request_headers',
  'requestHeaders',
  'request.header.headers',
  'request.headers',
  'http.request.headers',
]

/** Headers that only an answer has. */
const ofAnswer =
  /^(?:server|set-cookie|www-authenticate|retry-after|etag|age|vary|location|x-powered-by|x-request-id)$/i
/** Headers that only a request has, and every request has one of them. */
const ofRequest = /^(?::\w+|host|authorization|user-agent|accept(?:-\w+)?)$/i

/** The headers, unless they are those of the answer: the record of a load test keeps the status and the headers of the answer beside the URL. */
export const requestHeadersOf = (request: object): ReadonlyArray<Pair> | undefined => {
  const headers = headersOf(request)
  const hasStatus = ['status', 'code', 'statusCode', 'status_code'].some((name) =>
    /^[1-5]\d\d$/.test(scalarText(member(request, name)) ?? ''),
  )
  const isAnswer =
    hasStatus &&
    headers?.some(([fieldName]) => ofAnswer.test(fieldName)) === true &&
    !headers.some(([fieldName]) => ofRequest.test(fieldName))
  return isAnswer ? undefined : headers
}

/** The headers of the object. Undefined if it has none. */
const headersOf = (request: object): ReadonlyArray<Pair> | undefined => {
  const listedHeaders = member(request, ...headerNames)
  if (listedHeaders === undefined) return fromMembers(request)
  if (typeof listedHeaders === 'string') return headersInText(listedHeaders)
  return Array.isArray(listedHeaders) ? headersOfList(listedHeaders) : headersOfObject(listedHeaders)
}

/** Headers that were printed into one text, as JSON, as a map or as lines. */
const headersInText = (text: string): ReadonlyArray<Pair> | undefined => {
  const headers = headersOfText(byteTextOf(text))
  return headers.length === 0
    ? undefined
    : headers.map(([fieldName, fieldValue]): Pair => [fieldName, lettersOf(fieldValue)])
}

/** `http_authorization` and its like are variables of nginx. */
const fromMembers = (request: object): ReadonlyArray<Pair> | undefined => {
  const pairs = Object.entries(request).flatMap(([memberName, memberText]): ReadonlyArray<Pair> => {
    const header = /^(?:http_(\w+)|(authorization|content_type|content_length))$/i.exec(memberName)
    const fieldName = header?.[1] ?? header?.[2]
    return fieldName === undefined || typeof memberText !== 'string'
      ? []
      : [[fieldName.replaceAll('_', '-'), memberText]]
  })
  return pairs.some(isAuthorization) ? pairs : undefined
}

export const isAuthorization = ([fieldName]: Pair): boolean => fieldName.toLowerCase() === 'authorization'

/** `[{ name, value }]`, `[[name, value]]`, `['name: value']`, or `[name, value, name, value]`. */
const headersOfList = (headerList: ReadonlyArray<unknown>): ReadonlyArray<Pair> => {
  const headerLines = headerList.map((element) =>
    typeof element === 'string' ? /^(:?[\w-]{1,128}): ?(.*)$/s.exec(element) : null,
  )
  if (headerList.length > 0 && headerLines.every((headerLine) => headerLine !== null))
    return headerLines.map((headerLine): Pair => [headerLine[1] ?? '', headerLine[2] ?? ''])
  if (headerList.length > 0 && headerList.every((element) => typeof element === 'string'))
    return headerList.flatMap(
      (fieldName, i): ReadonlyArray<Pair> => (i % 2 === 0 ? [[fieldName, String(headerList[i + 1] ?? '')]] : []),
    )
  return headerList.flatMap((header): ReadonlyArray<Pair> => {
    if (Array.isArray(header)) return [[scalarText(header[0] ?? '') ?? '', scalarText(header[1] ?? '') ?? '']]
    if (
      member(header, 'disabled') === true ||
      member(header, 'enabled') === false ||
      member(header, 'active') === false
    )
      return []
    const value = textIn(header, 'value', 'valueStr')
    return value === undefined ? [] : [[textIn(header, 'name', 'key') ?? '', value]]
  })
}

/** A value is a text, or a list of texts, or, in an event of CloudFront, a list of `{ key, value }`. */
const headersOfObject = (headers: unknown): ReadonlyArray<Pair> =>
  Object.entries(headers ?? {}).flatMap(([fieldName, fieldValue]): ReadonlyArray<Pair> => {
    const fieldValues: ReadonlyArray<unknown> = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
    return fieldValues.flatMap((single): ReadonlyArray<Pair> => {
      const fieldText = textIn(single, 'value') ?? single
      return typeof fieldText === 'string' || typeof fieldText === 'number' ? [[fieldName, String(fieldText)]] : []
    })
  })
