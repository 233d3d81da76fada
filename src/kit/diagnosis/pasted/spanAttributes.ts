/**
 * The request that a span of OpenTelemetry describes in its attributes. Its name and its route are no target: they hold names in
 * place of values.
 *
 *     { "name": "GET /v1/jobs/:id", "attributes": {
 *       "http.request.method": "GET", "url.path": "/v1/jobs/7", "url.query": "full=true",
 *       "http.request.header.authorization": ["…"] } }
 *     "attributes": [{ "key": "http.request.method", "value": { "stringValue": "GET" } }]      OTLP
 *     "tags": [{ "key": "http.method", "type": "string", "value": "GET" }]                     Jaeger
 */

/** What the attributes say. A span has a body only if the program has put it there. */
export interface SpanRequest {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string
}

type Attributes = ReadonlyMap<string, ReadonlyArray<string>>

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null

/** The texts of a value, bare, in a list, or in the wrapping of OTLP. */
const textsOf = (json: unknown): ReadonlyArray<string> => {
  if (typeof json === 'string' || typeof json === 'number') return [String(json)]
  if (Array.isArray(json)) return json.flatMap(textsOf)
  return isObject(json) ? textsOf(json.stringValue ?? json.intValue ?? json.arrayValue ?? json.values) : []
}

const attributesOf = (span: Readonly<Record<string, unknown>>): Attributes | undefined => {
  const listed = span.attributes ?? span.tags
  if (!isObject(listed)) return undefined
  const pairs = Array.isArray(listed)
    ? listed.flatMap(
        (attribute: unknown): ReadonlyArray<readonly [string, unknown]> =>
          isObject(attribute) && typeof attribute.key === 'string' ? [[attribute.key, attribute.value]] : [],
      )
    : Object.entries(listed)
  return new Map(pairs.map(([attributeName, attribute]) => [attributeName, textsOf(attribute)] as const))
}

/** The value in a list of one text, which Jaeger keeps as JSON: `["…"]`. */
const withoutList = (headerValue: string): string => headerValue.replace(/^\["([^"\\]{0,65536})"\]$/, '$1')

const headerPrefix = 'http.request.header.'

/** The request, if the object is a span that has the headers of one. */
export const requestOfSpan = (span: object): SpanRequest | undefined => {
  const attributes = attributesOf(span as Readonly<Record<string, unknown>>)
  if (attributes === undefined) return undefined
  const first = (...attributeNames: ReadonlyArray<string>): string | undefined =>
    attributeNames.flatMap((attributeName) => attributes.get(attributeName) ?? [])[0]
  const method = first('http.request.method_original', 'http.request.method', 'http.method')
  const path = first('url.path')
  const query = first('url.query') ?? ''
  const target = path === undefined || query === '' ? path : `${path}?${query.replace(/^\?/, '')}`
  const url = target ?? first('http.target', 'url.full', 'http.url')
  const headers = [...attributes].flatMap(([attributeName, values]) =>
    attributeName.startsWith(headerPrefix)
      ? values.map(
          (text) => [attributeName.slice(headerPrefix.length).replaceAll('_', '-'), withoutList(text)] as const,
        )
      : [],
  )
  if (method === undefined || url === undefined || headers.length === 0) return undefined
  const body = first('http.request.body', 'http.request.body.content', 'http.request.body.text', 'http.body')
  return body === undefined ? { method, url, headers } : { method, url, headers, body }
}
