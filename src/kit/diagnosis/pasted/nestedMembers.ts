/**
 * JSON whose members have names with dots, or are entries of their own, as nested objects: search engines and tools for logs keep a
 * request flat.
 *
 *     { "http.request.method": "POST", "url.original": "/v1/jobs" }             a document of ECS
 *     { "http.request.method": ["POST"], "url.original": ["/v1/jobs"] }         the fields of a search in Elasticsearch
 *     [{ "field": "headers.host", "value": "h" }, { "field": "method", … }]     Logs Insights of CloudWatch
 *         → { "http": { "request": { "method": "POST" } }, "url": { "original": "/v1/jobs" } }
 */

type Members = Record<string, unknown>

const isObject = (json: unknown): json is Readonly<Members> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const maxDepth = 16

/** The JSON with nested objects in place of such members. */
export const nestedMembers = (json: unknown, depth = 0): unknown => {
  if (depth > maxDepth) return json
  if (Array.isArray(json)) {
    const members = membersOfEntries(json)
    return members === undefined
      ? json.map((element) => nestedMembers(element, depth + 1))
      : nestedObject(members, depth)
  }
  return isObject(json) ? nestedObject(isOfSearch(json) ? withoutLists(json) : json, depth) : json
}

/** The members of a list whose elements are all `{ field, value }`. Undefined for any other list. */
const membersOfEntries = (list: ReadonlyArray<unknown>): Readonly<Members> | undefined => {
  const entries = list.flatMap(
    (element): ReadonlyArray<readonly [string, unknown]> =>
      isObject(element) && typeof element.field === 'string' && element.value !== undefined
        ? [[element.field, element.value]]
        : [],
  )
  return entries.length > 0 && entries.length === list.length ? Object.fromEntries(entries) : undefined
}

/** Whether each member is a list of texts and numbers, and a name has a dot: Elasticsearch gives each field of a search so. */
const isOfSearch = (object: Readonly<Members>): boolean =>
  Object.keys(object).some((name) => name.includes('.')) &&
  Object.values(object).every((value) => Array.isArray(value) && value.every((element) => typeof element !== 'object'))

/** A list of one value is this value. */
const withoutLists = (object: Readonly<Members>): Readonly<Members> =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  )

/** The object with a nested object for each name before a dot. */
const nestedObject = (object: Readonly<Members>, depth: number): Readonly<Members> => {
  const nested: Members = Object.create(null)
  for (const [name, value] of Object.entries(object))
    put(nested, name.split('.'), isBody.test(name) ? value : nestedMembers(value, depth + 1))
  return nested
}

/** A body that a program has parsed keeps the names of its members. */
const isBody = /(?:^|[._])(?:request|raw)?_?(?:body|payload)$/i

/** Puts a value below these names. Where a value is already, it stays, and the new one keeps its name with the dots. */
const put = (object: Members, names: ReadonlyArray<string>, value: unknown): void => {
  const [name = '', ...innerNames] = names
  if (innerNames.length === 0) {
    const present = object[name]
    object[name] = isObject(present) && isObject(value) ? { ...present, ...value } : value
    return
  }
  object[name] ??= Object.create(null)
  const inner = object[name]
  if (isObject(inner) && names.length <= maxDepth) put(inner as Members, innerNames, value)
  else object[names.join('.')] = value
}
