/**
 * A request that a simulation of Hoverfly or a mapping of WireMock describes by matchers, as the object that it was captured from.
 *
 *     { "path": [{ "matcher": "exact", "value": "/v1/jobs" }], "body": [{ "matcher": "json", "value": "{}" }], "query": {} }
 *         →  { "path": "/v1/jobs", "body": "{}", "query": "" }
 *
 *     { "url": "/v1/jobs", "headers": { "Accept": { "equalTo": "a/b" } }, "bodyPatterns": [{ "equalTo": "{}" }] }     (WireMock)
 *         →  { "url": "/v1/jobs", "headers": { "Accept": "a/b" }, "body": "{}" }
 *
 * A matcher of another kind, such as `glob`, stands for many values, so the request is not known.
 */

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null

/** The only matcher of a field. Undefined if the field has none or several. */
const matcherOf = (field: unknown): Readonly<Record<string, unknown>> | undefined => {
  const only: unknown = Array.isArray(field) && field.length === 1 ? field[0] : undefined
  return isObject(only) && typeof only.matcher === 'string' && typeof only.value === 'string' ? only : undefined
}

/** The request without its matchers. The same object if it has none; undefined if some matcher fits more than one value. */
export const withoutMatchers = (request: object): object | undefined =>
  isOfWireMock(request) ? withoutPatterns(request) : withoutFieldMatchers(request)

const withoutFieldMatchers = (request: object): object | undefined => {
  const { path, method } = request as Readonly<Record<string, unknown>>
  if (matcherOf(path) === undefined || matcherOf(method) === undefined) return request
  const fields = Object.entries(request).map(([name, field]) => [name, fieldValue(name, field)] as const)
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
}

/** The value of a field: of one matcher that fits a single value, or of headers or parameters, which have matchers each. */
const fieldValue = (name: string, field: unknown): unknown => {
  const matcher = matcherOf(field)
  if (matcher === undefined) return Array.isArray(field) ? undefined : field
  // A matcher of JSON fits the same value in other bytes, but has the text that was captured.
  return matcher.matcher === 'exact' || (matcher.matcher === 'json' && name === 'body') ? matcher.value : undefined
}

// ---- WireMock

const equalTo = (pattern: unknown): string | undefined =>
  isObject(pattern) && typeof pattern.equalTo === 'string' && pattern.caseInsensitive !== true
    ? pattern.equalTo
    : undefined

/** The names under which WireMock keeps a URL by a pattern, or a path whose query has matchers of its own. */
const urlPatterns = ['urlPattern', 'urlPathPattern', 'urlPathTemplate', 'queryParameters']

interface Mapping {
  readonly headers: Readonly<Record<string, unknown>>
  readonly bodyPatterns?: unknown
}

/** Whether it is the request of a mapping: a method, and headers that each have a matcher. */
const isOfWireMock = (request: object): request is Mapping & object => {
  const { method, headers } = request as Readonly<Record<string, unknown>>
  if (typeof method !== 'string' || !isObject(headers)) return false
  const matchers = Object.values(headers)
  const kinds =
    /^(?:equalTo|matches|contains|doesNotMatch|absent|binaryEqualTo|equalToJson|hasExactly|includes|or|and)$/
  return (
    matchers.length > 0 &&
    matchers.every((matcher) => isObject(matcher) && Object.keys(matcher).some((kind) => kinds.test(kind)))
  )
}

/** A header of another matcher is left out, unless it is the one that has the signature. */
const withoutPatterns = (request: Mapping & object): object | undefined => {
  const { headers, bodyPatterns, ...others } = request
  const values = Object.entries(headers).map(([name, matcher]) => [name, equalTo(matcher)] as const)
  const isOpen =
    urlPatterns.some((name) => Object.hasOwn(request, name)) ||
    values.some(([name, value]) => value === undefined && /^authorization$/i.test(name))
  const body = bodyOfPatterns(bodyPatterns)
  if (isOpen || body === undefined) return undefined
  const known = values.filter(([, value]) => value !== undefined)
  return { ...others, headers: Object.fromEntries(known), ...body }
}

/** The body as a member: nothing if there are no patterns. Undefined if a pattern fits several bodies. */
const bodyOfPatterns = (patterns: unknown): { readonly body?: unknown } | undefined => {
  if (!Array.isArray(patterns) || patterns.length === 0) return {}
  const [only]: ReadonlyArray<unknown> = patterns
  const text = equalTo(only)
  if (patterns.length > 1 || !isObject(only)) return undefined
  if (text !== undefined) return { body: text }
  // A matcher of JSON fits the same value in other bytes, but has the text that was recorded.
  if (typeof only.equalToJson === 'string') return { body: only.equalToJson }
  return typeof only.binaryEqualTo === 'string' ? { body: { encoding: 'base64', text: only.binaryEqualTo } } : undefined
}
