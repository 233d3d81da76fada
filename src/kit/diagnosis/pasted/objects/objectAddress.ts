/**
 * Where a request that is an object of JSON goes: its URL or its path, with the query that the object keeps elsewhere.
 *
 *     { url: '/v1/jobs' }                                                /v1/jobs
 *     { scheme: 'https', host: 'h', path: '/v1/jobs', query: 'a=1' }     https://h/v1/jobs?a=1
 *     { url: '/v1/jobs', query: { a: '1' } }                             the query was parsed: its bytes are lost
 */
import { scalarText } from '../librarySent.ts'
import type { Pair } from '../Pair.ts'
import { withParametersBeside } from '../parametersBeside.ts'
import { member, textIn } from './members.ts'

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
export const urlOf = (request: object): string | undefined => {
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
export const withParameters = (request: object, url: string): Target => {
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

/**
 * The parameters of the path, in the list of Postman or of Insomnia, or with a colon in that of Yaak. Undefined if there is none: the path
 * is as it was sent.
 */
export const pathParametersOf = (request: object): ReadonlyArray<Pair> | undefined => {
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
