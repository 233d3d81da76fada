/**
 * Method and URL in a tree of literals: by their usual names, the nearest to the headers, or side by side.
 *
 *     { method: 'POST', baseURL: 'https://h', url: '/v1/jobs' }      POST 'https://h/v1/jobs'      "POST /v1/jobs HTTP/1.1"
 */
import { areOfQuery, namesIn, type Parameter } from '../parametersBeside.ts'
import type { Leaf } from './literalIndex.ts'
import type { Group, Text } from './literals/Literal.ts'
import {
  bodyNames,
  isAbsent,
  isMethod,
  isTarget,
  isUrl,
  methodNames,
  pathNames,
  plainName,
  queryNames,
  routeNames,
  targetNames,
  wholeUrlNames,
} from './usualNames.ts'
/** The first text of this group with such a name and such a value. */
export const named = (
  { items: members }: Group,
  memberNames: RegExp,
  isValue: (candidate: string) => boolean,
): string | undefined => {
  for (const { key, value: member } of members) {
    if (key === undefined || !memberNames.test(plainName(key))) continue
    const candidate = member._tag === 'Text' ? member.readings[0] : firstIn(member, isValue)
    if (candidate !== undefined && isValue(candidate)) return candidate
  }
  return undefined
}

const firstIn = (group: Group, isValue: (candidate: string) => boolean): string | undefined => {
  for (const { value: member } of group.items) {
    const candidate = member._tag === 'Text' ? member.readings[0] : firstIn(member, isValue)
    if (candidate !== undefined && isValue(candidate)) return candidate
  }
  return undefined
}

const withQuery = (path: string, query: string | undefined): string =>
  query === undefined || query === '' || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`

/** The search path of a shell, `/usr/local/bin:/usr/bin`, is no path of a URL. */
const isPath = (candidate: string): boolean =>
  /^\/[!-~]*$/.test(candidate) && !/^(?:\/[^:?]*:)+\/(?!\/)/.test(candidate)

/** The name of the path in an environment of CGI: PATH there is the search path of the shell. */
const cgiPath = /^(?:PATH_INFO|REQUEST_URI|RAW_URI|SCRIPT_NAME)$/

const isQuery = (candidate: string): boolean => /^[!-~]+$/.test(candidate) && candidate.includes('=')

/** The URL or the target by its name. */
export const urlIn = (written: Group): string | undefined => {
  const isEnvironment = written.items.some(({ key }) => key !== undefined && cgiPath.test(key))
  const group = isEnvironment ? { ...written, items: written.items.filter(({ key }) => key !== 'PATH') } : written
  const wholeUrl = named(group, wholeUrlNames, isUrl)
  const besideUrl = named(group, /^(?:querystring|urlquery|rawquery)$/, isQuery)
  if (wholeUrl !== undefined) return withQuery(wholeUrl, besideUrl)
  const urlParts = group.items.find(({ key, value: member }) => key !== undefined && isUrlInParts(key, member))?.value
  if (urlParts?._tag === 'Group') return urlIn(urlParts)
  const base = named(group, /^baseurl$/, isUrl)
  const target = named(group, targetNames, isPath) ?? named(group, pathNames, isPath)
  if (target === undefined) return base
  const url = withQuery(target, queryIn(group))
  return base === undefined ? url : base.replace(/\/$/, '') + url
}

/** `url: Url { path: "/v1/jobs", query: Some("a=b") }`. */
const isUrlInParts = (key: string, member: Text | Group): boolean =>
  /^(?:url|uri)$/.test(plainName(key)) &&
  member._tag === 'Group' &&
  member.items.some((component) => component.key !== undefined && pathNames.test(plainName(component.key)))

/** The query by its usual name: a text, perhaps in brackets as `Some("a=b")`. A group of names and values is a query that was parsed. */
const queryIn = ({ items }: Group): string | undefined => {
  for (const { key, value } of items) {
    if (key === undefined || !queryNames.test(plainName(key))) continue
    const query = onlyText(value)
    if (query !== undefined && !isAbsent(query)) return query
  }
  return undefined
}

const onlyText = (node: Text | Group): string | undefined => {
  if (node._tag === 'Text') return node.readings[0]
  const [only, ...others] = node.items
  return only !== undefined && only.key === undefined && others.length === 0 ? onlyText(only.value) : undefined
}

/** The names of a query that a program has parsed. */
const parametersNames =
  /^(?:query|queryparams|queryparameters|querystring|querystringparameters|searchparams|queries|qs)$/

/** Whether the query of a URL without one is in a group of its own. */
export const isQueryParsed = ({ items: members }: Group): boolean =>
  members.some(
    ({ key, value: node }) =>
      key !== undefined && parametersNames.test(plainName(key)) && node._tag === 'Group' && node.items.length > 0,
  )

/** Whether Faraday printed the path without the query: its `:params` are nil even for a URL with a query. */
export const isQueryLeftOut = ({ items: members }: Group): boolean => {
  const names = members.map(({ key }) => (key ?? '').replace(/^:/, ''))
  return (
    names.includes('url_path') && names.includes('params') && !names.some((name) => queryNames.test(plainName(name)))
  )
}

/** Whether an object of a method and a URL keeps `params` beside them, and the URL lacks these: `{ method: 'get', url: '/a', params: { b: 1 } }`. */
export const hasParametersBeside = ({ items: members }: Group, url: string): boolean => {
  const memberNames = members.map(({ key }) => key ?? '')
  const isRequest = [methodNames, wholeUrlNames].every((pattern) =>
    memberNames.some((name) => pattern.test(plainName(name))),
  )
  const kept = members.find(({ key, value }) => key === 'params' && value._tag === 'Group')?.value
  if (!isRequest || kept?._tag !== 'Group') return false
  const parameters = kept.items.flatMap(
    ({ key, value }): ReadonlyArray<Parameter> =>
      key === undefined ? [] : [{ name: key, value: value._tag === 'Text' ? value.readings[0] : undefined }],
  )
  const names = namesIn(url.slice(url.indexOf('?') + 1))
  return areOfQuery(memberNames, parameters, url) && !parameters.every(({ name }) => names.includes(name))
}

export interface Address {
  readonly method: string
  readonly url: string
  readonly at: number
}

/** Whether it is a route and no target: the name of a span is `GET /v1/jobs/:id`. */
const isOfRoute = ({ key, value: literal }: Leaf): boolean =>
  (key !== undefined && routeNames.test(plainName(key))) ||
  /^(?:[A-Z]{3,10} )?\/(?:[^?\s]*\/)?(?::[A-Za-z_]\w*|\{\w+\}|<\w+>)(?:\/|$)/.test(literal.readings[0])

/** Whether it has the name of a body: a body may look like a request line. */
const isNamedBody = ({ key, levels }: Leaf): boolean =>
  levels === 0 && key !== undefined && bodyNames.test(plainName(key))

/** The request line beside the headers, in the same brackets: `{ headers: […], line: "POST /v1/jobs HTTP/1.1" }`. */
export const requestLineIn = (group: Group | undefined): Address | undefined => {
  for (const { value: member } of group?.items ?? []) {
    const written = member._tag === 'Text' ? member.readings[0] : ''
    const [, method = '', url = ''] = /^([A-Z]{3,10}) (\S+) HTTP\/[0-9.]{1,3}\s{0,4}$/.exec(written) ?? []
    if (isMethod(method) && isTarget(url)) return { method, url, at: member.from }
  }
  return undefined
}

/** Method and URL side by side; a quoted request line. The last before the headers, or else the first behind them. */
export const besideHeaders = (leaves: ReadonlyArray<Leaf>, headersAt: number): Address | undefined => {
  const addresses: Array<Address> = []
  leaves.forEach((leaf, i) => {
    const literal = leaf.value
    const written = literal.readings[0]
    if (isOfRoute(leaf) || isNamedBody(leaf)) return
    const requestLine = /^([A-Z]{3,10}) (\S+)(?: HTTP\/[0-9.]{1,3})?\s{0,4}$/.exec(written)
    if (requestLine !== null && isMethod(requestLine[1] ?? '') && isTarget(requestLine[2] ?? ''))
      addresses.push({ method: requestLine[1] ?? '', url: requestLine[2] ?? '', at: literal.from })
    const method = /(?:^|[.:])([A-Za-z]{3,7})$/.exec(written)?.[1] ?? ''
    // The tag of a page is no method.
    const isTag = method === 'head' && !literal.isQuoted
    if (!isMethod(method) || isTag) return
    const url = [leaves[i + 1], leaves[i - 1], leaves[i + 2]]
      .map((leaf) => (leaf === undefined || isOfRoute(leaf) ? '' : leaf.value.readings[0]))
      .find((candidate) => isTarget(candidate))
    if (url !== undefined) addresses.push({ method, url, at: literal.from })
  })
  return addresses.findLast((address) => address.at < headersAt) ?? addresses[0]
}

/** What every program writes in capitals on the wire. */
export const sentMethod = (method: string): string =>
  isMethod(method) ? method.replace(/^.*:/, '').toUpperCase() : method

/** The text that has one of these names, wherever it stands. */
export const anywhere = (
  leaves: ReadonlyArray<Leaf>,
  memberNames: RegExp,
  isValue: (candidate: string) => boolean,
): string | undefined =>
  leaves.find(
    ({ key, value: literal }) => key !== undefined && memberNames.test(plainName(key)) && isValue(literal.readings[0]),
  )?.value.readings[0]

/** A method, where the text has none beside its URL. Code for libcurl posts what it has fields for. */
export const methodAnywhere = (leaves: ReadonlyArray<Leaf>): string | undefined =>
  anywhere(leaves, /^(?:(?:http|request)?method|curloptcustomrequest)$/, isMethod) ??
  (anywhere(leaves, /^curlopt(?:copy)?postfields$/, () => true) === undefined ? undefined : 'POST')
