/**
 * A request that an export of Apifox describes by its parameters, each with an example, as the object that other programs write.
 *
 *     { "method": "put", "path": "/v1/jobs/{id}", "parameters": { "path": [{ "name": "id", "example": "7" }], "header": […] },
 *       "requestBody": { "type": "application/json", "jsonSchema": {}, "example": "{}" } }
 *         →  { "method": "put", "path": "/v1/jobs/7", "headers": […], "body": "{}" }
 */

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null

interface Parameter {
  readonly name: string
  readonly value: string | undefined
}

const parametersOf = (list: unknown): ReadonlyArray<Parameter> =>
  (Array.isArray(list) ? list : []).flatMap((parameter: unknown): ReadonlyArray<Parameter> => {
    if (!isObject(parameter) || typeof parameter.name !== 'string' || parameter.enable === false) return []
    const value = [parameter.example, parameter.value].find((text) => typeof text === 'string')
    return [{ name: parameter.name, value }]
  })

/** The request as an object with the usual members. The same object if it is not described in this way. */
export const withoutDescriptions = (request: object): object => {
  const { method, path, parameters, requestBody, cases } = request as Readonly<Record<string, unknown>>
  const isDescribed = isObject(parameters) && Array.isArray(parameters.header)
  if (typeof method !== 'string' || typeof path !== 'string' || !isDescribed) return request
  const query = parametersOf(parameters.query)
  return {
    _type: 'request',
    method,
    path: filledPath(path, parametersOf(parameters.path)),
    headers: parametersOf(parameters.header).map(({ name, value = '' }) => ({ name, value })),
    ...(query.length === 0
      ? {}
      : { queryParams: Object.fromEntries(query.map(({ name, value }) => [name, value ?? ''])) }),
    ...bodyOf(withSavedData(requestBody, cases)),
  }
}

/** The path with the examples of its parameters. One without an example stays a placeholder. */
const filledPath = (path: string, parameters: ReadonlyArray<Parameter>): string =>
  path.replace(
    /\{([\w-]{1,64})\}/g,
    (_, name: string) => parameters.find((parameter) => parameter.name === name)?.value ?? `{{${name}}}`,
  )

/** The body of the only saved request, which Apifox keeps below the description as `cases[0].requestBody.data`. */
const withSavedData = (requestBody: unknown, cases: unknown): unknown => {
  const saved = (Array.isArray(cases) ? cases : []).flatMap((one: unknown) => {
    const own = isObject(one) ? one.requestBody : undefined
    return isObject(own) && typeof own.data === 'string' && own.data !== '' ? [own.data] : []
  })
  return isObject(requestBody) && new Set(saved).size === 1
    ? { ...requestBody, example: saved[0], examples: [] }
    : requestBody
}

/** The text of the example as a member; no text if there is only a schema, and nothing if there is no body. */
const bodyOf = (requestBody: unknown): { readonly body?: unknown } => {
  if (!isObject(requestBody) || requestBody.type === 'none' || requestBody.type === undefined) return {}
  const examples: ReadonlyArray<unknown> = Array.isArray(requestBody.examples) ? requestBody.examples : []
  const texts = [requestBody.example, ...examples.map((example) => (isObject(example) ? example.value : undefined))]
  const written = [...new Set(texts.filter((text) => typeof text === 'string' && text !== ''))]
  return { body: written.length === 1 ? written[0] : { mode: 'example' } }
}
