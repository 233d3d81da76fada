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
import { byteTextOf, lettersOf } from './byteText.ts'
import { withoutDescriptions } from './describedRequest.ts'
import { encoded, scalarText } from './librarySent.ts'
import { withoutMatchers } from './matchers.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { withParametersBeside } from './parametersBeside.ts'
import { withPathParameters } from './pathParameters.ts'
import { requestOfSpan } from './spanAttributes.ts'
import { base64OfBody } from './values/bytesInLiteral.ts'
import { headersOfText } from './values/headersOfText.ts'

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

export type Data =
  | { readonly _tag: 'Body'; readonly bytes: Bytes.Bytes }
  /** The object has no member for a body. */
  | { readonly _tag: 'None' }
  /** A form, a file or the like: only the program that sends it knows the bytes. */
  | { readonly _tag: 'NoText' }
  /** JSON that a program has parsed: the bytes that were sent are lost. */
  | { readonly _tag: 'Parsed'; readonly compact: string }

/**
 * An own member, under the first of these names that the object has, or under the same name with a capital at its head, as .NET writes
 * it. A dot goes into an object: `request.body`. So a name that has a dot of its own, such as the `http.request.method` of a span,
 * cannot be asked for.
 */
export const member = (object: unknown, ...paths: ReadonlyArray<string>): unknown => {
  for (const path of paths) {
    let inner: unknown = object
    for (const key of path.split('.')) inner = ownMember(inner, key) ?? ownMember(inner, withCapital(key))
    if (inner !== undefined && inner !== null) return inner
  }
  return undefined
}

const ownMember = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined

const withCapital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

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

/** The members that hold the whole URL, or the target with its query. Of nginx, `uri` is the decoded path, and `request_uri` the target as it was sent. */
const urlNames: ReadonlyArray<string> = [
  'originalUrl',
  'url',
  'url.raw',
  // ECS: as the server has seen it, and as it is whole
  'url.original',
  'url.full',
  'URL',
  'request_uri',
  'requestUri',
  // Go: the target as it was sent
  'requestURI',
  'uri',
  'href',
  'endpoint',
  // Cloudflare
  'clientRequestURI',
]

export const textIn = (object: unknown, ...paths: ReadonlyArray<string>): string | undefined => {
  for (const path of paths) {
    const memberText = member(object, path)
    if (typeof memberText === 'string') return memberText
  }
  return undefined
}

/** A request of which a simulation gives only what it has to fit. */
const fittingMany: Listed = { method: '', url: '', headers: [], data: { _tag: 'None' }, fitsMany: true }

/** What has a method and a URL, however deep: archives, folders and exports nest them. */
export const requestsIn = (written: unknown, memberName?: string): ReadonlyArray<Listed> => {
  if (typeof written !== 'object' || written === null) return []
  const json = withoutMatchers(withoutDescriptions(written))
  if (json === undefined) return [fittingMany]
  const ofSpan = requestOfSpan(json)
  if (ofSpan !== undefined) {
    const { body, ...address } = ofSpan
    return [{ ...address, data: body === undefined ? { _tag: 'None' } : ofPlain(body) }]
  }
  const headers = requestHeadersOf(json)
  const method =
    textIn(json, ...methodNames) ?? headers?.find(([fieldName]) => fieldName === ':method')?.[1] ?? memberName
  const url = urlOf(json) ?? headers?.find(([fieldName]) => fieldName === ':path')?.[1]
  if (method === undefined || url === undefined || headers === undefined)
    return Object.entries(json)
      .flatMap(([name, inner]) => requestsIn(inner, methodOf(name)))
      .map(begunAt(textIn(json, 'startedDateTime')))
  // axios keeps the method in lower case, and sends it in upper case.
  const isLower = /^(?:get|head|post|put|patch|delete|options)$/.test(method)
  const { target, isQueryLost, notes } = withParameters(json, url)
  const sentBase64 = goBody(json, headers)
  const parameters = pathParametersOf(json)
  const sentTarget = parameters === undefined ? target : withPathParameters(target, parameters)
  return [
    {
      method: isLower ? method.toUpperCase() : method,
      url: sentTarget ?? target,
      isPathOpen: sentTarget === undefined,
      isTemplate: isExported(json),
      headers: headers.flatMap(withoutPseudoHeader),
      data: sentBase64 ?? dataOf(json, headers),
      isQueryLost,
      notes: sentBase64 === undefined ? notes : [...notes, base64OfGo],
    },
  ]
}

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

const withQuery = (path: string, query: string | undefined): string =>
  query === undefined || query === '' || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`

/** The members that hold the query of a URL or a path: of Lambda, CloudFront, API gateways and the log of AWS WAF. */
const queryNames: ReadonlyArray<string> = ['rawQueryString', 'querystring', 'queryString', 'query_string', 'args']

/** The query that is kept beside the URL. Undefined if no member is one. */
const queryBeside = (request: object): string | undefined => {
  const query = textIn(request, ...queryNames)
  return query !== undefined && /^[!-~]+$/.test(query) ? query : undefined
}

/**
 * The URL or the path. A URL in one member, perhaps below the base of axios, goes before a path in `path` or `rawPath`, perhaps with
 * its scheme and its host beside it. Each gets the query that is kept beside it.
 */
const urlOf = (request: object): string | undefined => {
  const wholeUrl = postmanUrl(member(request, 'url')) ?? textIn(request, ...urlNames)
  const base = textIn(request, 'baseURL')
  if (wholeUrl !== undefined) {
    const url = base === undefined || /^https?:/i.test(wholeUrl) ? wholeUrl : joinUrl(base, wholeUrl)
    return withQuery(url, queryBeside(request))
  }
  const path = textIn(request, 'rawPath', 'path', 'url.path')
  if (path === undefined) return undefined
  const target = withQuery(path, textIn(request, ...queryNames, 'query', 'url.query'))
  const scheme = textIn(request, 'scheme')
  const host = textIn(request, 'host')
  const hasAuthority = scheme !== undefined && /^https?$/i.test(scheme) && host !== undefined
  return hasAuthority ? `${scheme}://${host}${target}` : target
}

const joinedParameters =
  'The query was joined from the parameters of the load balancer, in the order in which they are here.'

const parametersJoined =
  'The query has the parameters that this text has beside the URL, in the order in which they are here.'

/** The URL with its query, if the query is known. */
interface Target {
  readonly target: string
  readonly isQueryLost: boolean
  readonly notes: ReadonlyArray<string>
}

/** Hoverfly keeps the query in a member of its own, sorts the parameters and undoes their escapes. */
const isQueryOfHoverfly = (request: object): boolean =>
  ['destination', 'scheme', 'path', 'query'].every((name) => textIn(request, name) !== undefined)

/** Whether a query is as it was sent, if it was sorted and decoded: it has one parameter at most, and no program escapes that. */
const isPlainParameter = (url: string): boolean => /^[^?]*(?:\?(?:[\w.-]+=[\w.-]+)?)?$/.test(url)

/** The URL with the query that the object keeps as parameters. */
const withParameters = (request: object, url: string): Target => {
  if (isQueryOfHoverfly(request) && !isPlainParameter(url)) return { target: url, isQueryLost: true, notes: [] }
  const beside = withParametersBeside(request, url)
  if (beside?._tag === 'Lost') return { target: url, isQueryLost: true, notes: [] }
  if (beside?._tag === 'Known') return { target: beside.url, isQueryLost: false, notes: [parametersJoined] }
  return withParsedQuery(request, url)
}

/**
 * The URL with a query that is kept as an object of parameters. A load balancer of AWS leaves their values as they were sent;
 * other programs decode them.
 */
const withParsedQuery = (request: object, url: string): Target => {
  const parameters = member(
    request,
    'multiValueQueryStringParameters',
    'queryStringParameters',
    'query',
    'query_string',
    'queryString',
    'queryParams',
    'query_params',
    'searchParams',
  )
  const isParsed = typeof parameters === 'object' && parameters !== null && Object.keys(parameters).length > 0
  if (!isParsed || url.includes('?')) return { target: url, isQueryLost: false, notes: [] }
  if (member(request, 'requestContext.elb') === undefined) return { target: url, isQueryLost: true, notes: [] }
  const query = Object.entries(parameters).flatMap(
    ([key, parameter]): ReadonlyArray<string | undefined> =>
      (Array.isArray(parameter) ? parameter : [parameter]).map((single) => {
        const value = scalarText(single)
        return value === undefined ? undefined : `${key}=${value}`
      }),
  )
  if (query.includes(undefined)) return { target: url, isQueryLost: true, notes: [] }
  return { target: withQuery(url, query.join('&')), isQueryLost: false, notes: [joinedParameters] }
}

const base64OfGo = 'The body is in Base64 here, because Go writes bytes into JSON in this way. It was decoded.'

/** The body of an object with the names of Go, as vegeta reads its targets: Base64, unless its Content-Length is that of the text. */
const goBody = (request: object, headers: ReadonlyArray<Pair>): Data | undefined => {
  const bodyText = textIn(request, 'body')
  if (bodyText === undefined || bodyText === '' || !isHeaderOfGo(member(request, 'header'))) return undefined
  const bytes = Base64.decode(bodyText)
  if (E.isLeft(bytes)) return undefined
  const announced = contentLengthIn(headers)
  const isOfOtherLength = announced !== undefined && announced !== String(bytes.right.length)
  return isOfOtherLength ? undefined : { _tag: 'Body', bytes: bytes.right }
}

/** Whether it is an `http.Header`, which has a list of values for each name. */
const isHeaderOfGo = (header: unknown): boolean =>
  typeof header === 'object' &&
  header !== null &&
  !Array.isArray(header) &&
  Object.values(header).every((fieldValues) => Array.isArray(fieldValues))

/**
 * The parameters of the path, in the list of Postman or of Insomnia, or with a colon in that of Yaak. Undefined if there is none: the path
 * is as it was sent.
 */
const pathParametersOf = (request: object): ReadonlyArray<Pair> | undefined => {
  const parameters = member(request, 'url.variable', 'pathParameters', 'urlParameters')
  if (!Array.isArray(parameters)) return undefined
  const pairs = parameters.map(
    (parameter: unknown): Pair => [textIn(parameter, 'key', 'name') ?? '', textIn(parameter, 'value') ?? ''],
  )
  if (member(request, 'urlParameters') === undefined) return pairs
  const ofPath = pairs.flatMap(
    ([name, value]): ReadonlyArray<Pair> => (name.startsWith(':') ? [[name.slice(1), value]] : []),
  )
  return ofPath.length === 0 ? undefined : ofPath
}

/** A request as Postman, Insomnia and Hoppscotch export it. */
const isExported = (request: object): boolean =>
  member(request, 'url.raw') !== undefined ||
  member(request, 'url.host') !== undefined ||
  textIn(request, '_type') === 'request' ||
  textIn(request, 'endpoint') !== undefined

/** As newman and Postman keep a URL without its text: the host, the path and the parameters in lists. */
const postmanUrl = (url: unknown): string | undefined => {
  const host = member(url, 'host')
  const path = member(url, 'path')
  if (textIn(url, 'raw') !== undefined || !isTexts(host) || !isTexts(path)) return undefined
  const query = member(url, 'query')
  const parameters = (Array.isArray(query) ? query : []).flatMap((parameter: unknown): ReadonlyArray<string> => {
    const key = textIn(parameter, 'key')
    const parameterValue = textIn(parameter, 'value')
    if (member(parameter, 'disabled') === true || key === undefined) return []
    return [parameterValue === undefined ? key : `${key}=${parameterValue}`]
  })
  const port = textIn(url, 'port')
  const authority = host.join('.') + (port === undefined ? '' : `:${port}`)
  return withQuery(`${textIn(url, 'protocol') ?? 'http'}://${authority}/${path.join('/')}`, parameters.join('&'))
}

const isTexts = (json: unknown): json is ReadonlyArray<string> =>
  Array.isArray(json) && json.every((element) => typeof element === 'string')

/** As axios joins them. */
const joinUrl = (base: string, path: string): string => `${base.replace(/\/?\/$/, '')}/${path.replace(/^\/+/, '')}`

// The usual names of members. A printed text is no object: for its names see values/usualNames.ts.

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

const bodyNames = [
  'rawBody',
  'postData',
  'request.body',
  'body',
  'data',
  'request_body',
  'requestBody',
  'http.request.body',
  'payload',
]

/** The headers of the object. Undefined if it has none. */
const headersOf = (request: object): ReadonlyArray<Pair> | undefined => {
  const listedHeaders = member(request, ...headerNames)
  if (listedHeaders === undefined) return fromMembers(request)
  if (typeof listedHeaders === 'string') return headersInText(listedHeaders)
  return Array.isArray(listedHeaders) ? headersOfList(listedHeaders) : headersOfObject(listedHeaders)
}

/** Headers that only an answer has. */
const ofAnswer =
  /^(?:server|set-cookie|www-authenticate|retry-after|etag|age|vary|location|x-powered-by|x-request-id)$/i
/** Headers that only a request has, and every request has one of them. */
const ofRequest = /^(?::\w+|host|authorization|user-agent|accept(?:-\w+)?)$/i

/** The headers, unless they are those of the answer: the record of a load test keeps the status and the headers of the answer beside the URL. */
const requestHeadersOf = (request: object): ReadonlyArray<Pair> | undefined => {
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

const dataOf = (request: object, headers: ReadonlyArray<Pair>): Data => {
  const data = member(request, ...bodyNames)
  if (data === undefined) return bodyOfMessage(textIn(request, 'raw')) ?? { _tag: 'None' }
  if (typeof data === 'object' && data !== null) return dataOfObject(data)
  if (member(request, 'isBase64Encoded') === true) return ofBase64(String(data))
  // A text of the length that was sent was sent as it is, even if it looks like Base64.
  const isOfLength = typeof data === 'string' && contentLengthIn(headers) === String(encoded(data).length)
  return isOfLength ? { _tag: 'Body', bytes: encoded(data) } : ofPlain(String(data))
}

/** The names beside the text of a body: of HAR, Postman, Insomnia, Charles, VCR, Envoy and Elastic APM. A parsed body has a member of another name. */
const wrappingNames =
  /^(?:text|raw|string|as_string|base64_string|original|mimeType|mode|options|encoding|size|comment|charset|params|form|formdata|urlencoded|file|files|fileName|binary|graphql|disabled|truncated|inputTruncated|compression|id|content|type|_.*)$/

/**
 * The body that a member holds as an object. The marks of one program go before the names that many use; an object without any of them
 * is the body, which a program has parsed.
 */
const dataOfObject = (data: object): Data => {
  // A tap of Envoy and an event of CloudFront say whether the body was cut.
  if (member(data, 'truncated', 'inputTruncated') === true) return { _tag: 'NoText' }
  // `as_bytes` is of Envoy, `$binary` of the extended JSON of MongoDB.
  const base64 = textIn(data, 'as_bytes', '$binary.base64')
  if (base64 !== undefined) return ofBase64(base64)
  if (member(data, 'type') === 'Buffer') return dataOfBuffer(member(data, 'data'))
  // Thunder Client has a list of fields beside the text, and one of the two is empty.
  const fields = member(data, 'form')
  if (textIn(data, 'raw') !== undefined && Array.isArray(fields) && fields.length > 0) return { _tag: 'NoText' }
  const isWrapped = Object.keys(data).every((name) => wrappingNames.test(name))
  const wrappedText = isWrapped
    ? textIn(data, 'text', 'raw', 'string', 'as_string', 'base64_string', 'original')
    : undefined
  const bodyText = wrappedText ?? joinCharacters(data)
  const encoding = textIn(data, 'encoding')
  const ofEncoding = encoding === 'base64' ? ofBase64 : ofPlain
  if (bodyText !== undefined) return ofEncoding(bodyText)
  // An event of CloudFront keeps the text beside its encoding.
  const encodedText = encoding === undefined ? undefined : textIn(data, 'data')
  if (encodedText !== undefined) return ofEncoding(encodedText)
  // ECS keeps the text beside its size.
  const isOfEcs = Object.keys(data).every((name) => /^(?:content|bytes|size|encoding)$/.test(name))
  const content = isOfEcs ? textIn(data, 'content') : undefined
  if (content !== undefined) return ofPlain(content)
  if (isOfEcs && member(data, 'bytes') !== undefined) return { _tag: 'None' }
  // Hoppscotch keeps the text beside its type.
  const typed = textIn(data, 'contentType') === undefined ? undefined : textIn(data, 'body')
  if (typed !== undefined) return ofPlain(typed)
  if (Object.keys(data).length === 0) return ofPlain('')
  const isDescribed = ['mimeType', 'mode', 'params', 'formdata', 'urlencoded', 'file', 'fileName'].some(
    (describingMember) => Object.hasOwn(data, describingMember),
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

const ofBase64 = (base64: string): Data => {
  const bytes = Base64.decode(base64)
  return E.isLeft(bytes) ? { _tag: 'NoText' } : { _tag: 'Body', bytes: bytes.right }
}

/** A text that is not said to be in Base64, though it may be. */
const ofPlain = (bodyText: string): Data => ({ _tag: 'Body', bytes: base64OfBody(bodyText) ?? encoded(bodyText) })

/** A text that a program has spread into an object, a character for each number. */
const joinCharacters = (data: object): string | undefined => {
  const characters: ReadonlyArray<unknown> = Object.values(data)
  const isText =
    Object.keys(data).every((key, i) => key === String(i)) &&
    // A character beyond U+FFFF has the length 2.
    characters.every((character) => typeof character === 'string' && character.length <= 2)
  return isText && characters.length > 0 && !Array.isArray(data) ? characters.join('') : undefined
}

/** As `JSON.stringify` writes a Buffer of Node. */
const dataOfBuffer = (data: unknown): Data => {
  const isBytes = Array.isArray(data) && data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
  return isBytes ? { _tag: 'Body', bytes: Uint8Array.from(data) } : { _tag: 'NoText' }
}
