/**
 * A request that a simulation of Hoverfly describes by matchers, as the object that it was captured from.
 *
 *     { "path": [{ "matcher": "exact", "value": "/v1/jobs" }], "body": [{ "matcher": "json", "value": "{}" }], "query": {} }
 *         →  { "path": "/v1/jobs", "body": "{}", "query": "" }
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
export const withoutMatchers = (request: object): object | undefined => {
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
