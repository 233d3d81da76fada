/**
 * The query that a program for requests keeps as parameters beside the URL, and joins to it when it sends the request. Programs escape
 * some characters in different ways, so the query is known only if no character needs an escape.
 *
 *     { url: '/v1/jobs', params: { dry: 1 } }                                axios
 *     { url: '/v1/jobs', parameters: [{ name: 'dry', value: '1' }] }         Insomnia
 *     { endpoint: '/v1/jobs', params: [{ key: 'dry', value: '1' }] }         Hoppscotch
 *     { url: '/v1/jobs', urlParameters: [{ name: 'dry', value: '1' }] }      Yaak, which keeps those of the path here too: `:id`
 *         →  /v1/jobs?dry=1
 */
import { scalarText } from './librarySent.ts'

/** A parameter as it is in the object; the value is undefined if it is no text and no number. */
export interface Parameter {
  readonly name: string
  readonly value: string | undefined
}

/** The URL with its query, or that the query is not known. */
export type UrlWithParameters = { readonly _tag: 'Known'; readonly url: string } | { readonly _tag: 'Lost' }

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null

/** The members of a request on the side of the server, where `params` has the values of the route. */
const serverMembers: ReadonlyArray<string> = [
  'query',
  'originalUrl',
  'route',
  'routerPath',
  'httpVersion',
  'remoteAddress',
  'hostname',
  'ip',
]

/** The members that only the configuration of axios has. */
const axiosMembers: ReadonlyArray<string> = [
  'baseURL',
  'adapter',
  'transformRequest',
  'paramsSerializer',
  'xsrfCookieName',
]

/** An item of a list that is switched off, or fills in a part of the path. */
const isNotOfQuery = (item: Readonly<Record<string, unknown>>): boolean =>
  item.disabled === true ||
  item.active === false ||
  item.enabled === false ||
  item.isPath === true ||
  item.type === 'path' ||
  item.in === 'path'

/** A text or a number. Programs write `true` and dates in different ways. */
const plainText = (json: unknown): string | undefined =>
  typeof json === 'string' || typeof json === 'number' ? scalarText(json) : undefined

/** An empty value in a list may be sent with its equals sign or without. */
const listedParameter = (item: unknown): ReadonlyArray<Parameter> => {
  if (!isObject(item) || isNotOfQuery(item) || !Object.hasOwn(item, 'value')) return []
  const name = plainText(item.name ?? item.key)
  return name === undefined || name === '' ? [] : [{ name, value: plainText(item.value) || undefined }]
}

const parametersIn = (request: Readonly<Record<string, unknown>>): ReadonlyArray<Parameter> => {
  // Yaak writes a colon before the name of a parameter of the path.
  if (Array.isArray(request.urlParameters))
    return request.urlParameters.flatMap(listedParameter).filter(({ name }) => !name.startsWith(':'))
  const kept = request.params ?? request.parameters
  if (Array.isArray(kept)) return kept.flatMap(listedParameter)
  if (!isObject(kept)) return []
  // axios leaves out what is null.
  return Object.entries(kept).flatMap(([name, value]) => (value === null ? [] : [{ name, value: plainText(value) }]))
}

/** Whether the parameters are values of the route: each is a segment of the path. */
const areOfRoute = (parameters: ReadonlyArray<Parameter>, url: string): boolean => {
  const segments = url.replace(/[?#].*$/s, '').split('/')
  return parameters.every(({ value = '' }) => value !== '' && segments.includes(value))
}

/** Whether a request with these members sends the parameters beside it in its query. */
export const areOfQuery = (
  memberNames: ReadonlyArray<string>,
  parameters: ReadonlyArray<Parameter>,
  url: string,
): boolean => {
  if (parameters.length === 0) return false
  if (axiosMembers.some((name) => memberNames.includes(name))) return true
  return !serverMembers.some((name) => memberNames.includes(name)) && !areOfRoute(parameters, url)
}

/** No program escapes these. */
const isPlain = ({ name, value }: Parameter): boolean =>
  value !== undefined && /^[\w.-]+$/.test(name) && /^[\w.-]*$/.test(value)

/** The names in the query, as they are written, and with the escapes undone of ASCII. */
export const namesIn = (query: string): ReadonlyArray<string> =>
  query.split('&').map((pair) =>
    pair
      .replace(/=.*$/s, '')
      .replaceAll('+', ' ')
      .replace(/%([0-7][0-9A-Fa-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** The URL with the parameters that the object keeps beside it. Undefined if it keeps none, or if the URL has them. */
export const withParametersBeside = (request: object, url: string): UrlWithParameters | undefined => {
  const parameters = parametersIn(request as Readonly<Record<string, unknown>>)
  const memberNames = Object.keys(request)
  if (!areOfQuery(memberNames, parameters, url)) return undefined
  // Rails keeps the parameters of the query and of the body as one.
  if (memberNames.includes('controller') && memberNames.includes('action')) return { _tag: 'Lost' }
  const mark = url.indexOf('?')
  const names = mark < 0 ? [] : namesIn(url.slice(mark + 1))
  const count = parameters.filter(({ name }) => names.includes(name)).length
  // Thunder Client and Postman keep the query in the URL too.
  if (count === parameters.length) return undefined
  if (count > 0 || url.includes('#') || !parameters.every(isPlain)) return { _tag: 'Lost' }
  const query = parameters.map(({ name, value }) => `${name}=${value}`).join('&')
  return { _tag: 'Known', url: `${url}${mark < 0 ? '?' : url.endsWith('?') ? '' : '&'}${query}` }
}
