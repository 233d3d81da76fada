/**
 * A request as an object of JSON: whatever has a method and a URL in one of their usual members, and headers. Programs that export, log or
 * hand on requests differ in these names, and in little else. The folder `objects` reads the address, the headers and the body.
 *
 * Read, among others: `{ method, url, headers }` of Node, Express, pino and axios, `{ rawPath, rawQueryString, … }` of
 * Lambda, `{ request_method, request_uri, http_authorization }` of nginx, sessions of Charles, HAR, Postman, Insomnia.
 */

import { withoutDescriptions } from './describedRequest.ts'
import { withoutMatchers } from './matchers.ts'
import { member, textIn } from './objects/members.ts'
import { pathParametersOf, urlOf, withParameters } from './objects/objectAddress.ts'
import { base64OfGo, type Data, dataOf, goBody, ofPlain } from './objects/objectBody.ts'
import { requestHeadersOf } from './objects/objectHeaders.ts'
import type { Pair } from './Pair.ts'
import { withPathParameters } from './pathParameters.ts'
import { requestOfSpan } from './spanAttributes.ts'

export interface Listed {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly data: Data
  /** The object holds the query as parameters only, and their bytes are lost. */
  readonly isQueryLost?: boolean
  /** The path has a parameter whose value is not known. */
  readonly isPathOpen?: boolean
  /** The program that exported the object fills in values when it sends the request. */
  readonly isTemplate?: boolean
  /** The object describes more than one request. */
  readonly fitsMany?: true
  readonly notes?: ReadonlyArray<string>
}

/** The members that hold the method. */
const methodNames: ReadonlyArray<string> = [
  'method',
  'httpMethod',
  'request_method',
  'requestMethod',
  'requestContext.http.method',
  // ECS
  'http.request.method',
  // Cloudflare
  'clientRequestMethod',
  'verb',
]

/** A request of which a simulation gives only what it has to fit. */
const fittingMany: Listed = { method: '', url: '', headers: [], data: { _tag: 'None' }, fitsMany: true }

/** What has a method and a URL, however deep: archives, folders and exports nest them. `memberName`: the method that names the object. */
export const requestsIn = (written: unknown, memberName?: string): ReadonlyArray<Listed> => {
  if (typeof written !== 'object' || written === null) return []
  const json = withoutMatchers(withoutDescriptions(written))
  if (json === undefined) return [fittingMany]
  const request = ofSpan(json) ?? requestOf(json, memberName)
  if (request !== undefined) return [request]
  return Object.entries(json)
    .flatMap(([name, inner]) => requestsIn(inner, methodOf(name)))
    .map(begunAt(textIn(json, 'startedDateTime')))
}

/** The request of a span of a trace. Undefined if the object is none. */
const ofSpan = (json: object): Listed | undefined => {
  const request = requestOfSpan(json)
  if (request === undefined) return undefined
  const { body, ...address } = request
  return { ...address, data: body === undefined ? { _tag: 'None' } : ofPlain(body) }
}

/** The request that the object itself is. Undefined if it lacks a method, a URL or headers. */
const requestOf = (json: object, memberName: string | undefined): Listed | undefined => {
  const headers = requestHeadersOf(json)
  const ownMethod = textIn(json, ...methodNames)
  const ownUrl = urlOf(json)
  if ((ownMethod === undefined || ownUrl === undefined) && holdsRequest(json)) return undefined
  const method = ownMethod ?? headerIn(headers, ':method') ?? memberName
  const url = ownUrl ?? headerIn(headers, ':path')
  if (method === undefined || url === undefined || headers === undefined) return undefined
  const { target, isQueryLost, notes } = withParameters(json, url)
  const bodyOfGo = goBody(json, headers)
  const parameters = pathParametersOf(json)
  const sentTarget = parameters === undefined ? target : withPathParameters(target, parameters)
  return {
    // axios keeps the method in lower case, and sends it in upper case.
    method: /^(?:get|head|post|put|patch|delete|options)$/.test(method) ? method.toUpperCase() : method,
    url: sentTarget ?? target,
    isPathOpen: sentTarget === undefined,
    isTemplate: isExported(json),
    headers: headers.flatMap(withoutPseudoHeader),
    data: bodyOfGo ?? dataOf(json, headers),
    isQueryLost,
    notes: bodyOfGo === undefined ? notes : [...notes, base64OfGo],
  }
}

/**
 * Whether the member `request` is the whole request, as in an entry of an archive. The pseudo-headers in it have a method and a path too,
 * but they are not of the object round it, which has another body or none.
 */
const holdsRequest = (json: object): boolean => {
  const inner = member(json, 'request')
  return typeof inner === 'object' && inner !== null && requestOf(inner, undefined) !== undefined
}

const headerIn = (headers: ReadonlyArray<Pair> | undefined, name: string): string | undefined =>
  headers?.find(([fieldName]) => fieldName === name)?.[1]

/** A header as HTTP/1.1 has it: `:authority` is the host, and the other pseudo-headers of HTTP/2 are none. */
const withoutPseudoHeader = ([fieldName, fieldValue]: Pair): ReadonlyArray<Pair> => {
  if (fieldName === ':authority') return [['host', fieldValue]]
  return fieldName.startsWith(':') ? [] : [[fieldName, fieldValue]]
}

/** Artillery names a request after its method: `post: { url, headers, body }`. */
const methodOf = (memberName: string): string | undefined =>
  /^(?:get|post|put|patch|delete)$/.test(memberName) ? memberName.toUpperCase() : undefined

/**
 * An archive has the time of the caller's clock at which the request began, as its Date header would have. The time becomes the last
 * header, so a real Date header is found before it.
 */
const begunAt =
  (time: string | undefined) =>
  (request: Listed): Listed =>
    time === undefined ? request : { ...request, headers: [...request.headers, ['date', time]] }

/** A request as Postman, Insomnia and Hoppscotch export it. */
const isExported = (request: object): boolean =>
  member(request, 'url.raw') !== undefined ||
  member(request, 'url.host') !== undefined ||
  textIn(request, '_type') === 'request' ||
  textIn(request, 'endpoint') !== undefined
