/**
 * Requests as the services of AWS hand them to a function, by the published shapes of their events: what a function URL, an
 * HTTP API, a REST API and a load balancer make of the same request, and what each of them loses on the way.
 */
import type { LambdaEvent } from '../../src/server/adapters/lambda.ts'

/** A request on the wire. */
export interface Sent {
  readonly method: string
  readonly target: string
  /** In the order in which they were sent; a name may come twice. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
}

/** The services, and the settings of them that change an event. */
export const services = [
  'function URL',
  'HTTP API',
  'HTTP API with a stage',
  'HTTP API with a stage, on a custom domain',
  'HTTP API with payload format 1.0',
  'REST API',
  'REST API on a custom domain',
  'load balancer with multi-value headers',
  'load balancer',
] as const

export type Service = (typeof services)[number]

/** What comes before the path that was sent to the app: a stage, or the mapping of a custom domain. */
export const sentPrefix = (service: Service): string => {
  if (service === 'HTTP API with a stage' || service === 'REST API') return '/prod'
  return service === 'REST API on a custom domain' ? '/mapping' : ''
}

export const eventOf = (service: Service, sent: Sent): LambdaEvent => {
  switch (service) {
    case 'function URL':
      return version2(
        sent,
        { accountId: 'anonymous', domainName: 'id.lambda-url.eu-central-1.on.aws', stage: '$default' },
        pathOf,
      )
    case 'HTTP API':
      return version2(sent, { domainName: executeApi, stage: '$default' }, decodedPathOf)
    case 'HTTP API with a stage':
      return version2(sent, { domainName: executeApi, stage: 'prod' }, decodedPathOf)
    case 'HTTP API with a stage, on a custom domain':
      return version2(sent, { domainName: 'api.example', stage: 'prod' }, (sent) => `/prod${decodedPathOf(sent)}`)
    case 'HTTP API with payload format 1.0':
      return { ...version1(sent, { domainName: executeApi, stage: '$default' }, decodedPathOf(sent)), version: '1.0' }
    case 'REST API':
      return version1(
        sent,
        { domainName: executeApi, stage: 'prod', path: decodedPathOf(sent) },
        decodedPathOf(sent).slice('/prod'.length),
      )
    case 'REST API on a custom domain':
      return version1(
        sent,
        { domainName: 'api.example', stage: 'prod', path: decodedPathOf(sent) },
        decodedPathOf(sent),
      )
    case 'load balancer with multi-value headers':
      return loadBalancer(sent, true)
    case 'load balancer':
      return loadBalancer(sent, false)
  }
}

const executeApi = 'id.execute-api.eu-central-1.amazonaws.com'

const pathOf = ({ target }: Sent): string => target.split('?', 1)[0] ?? ''
const rawQueryOf = ({ target }: Sent): string => target.slice(pathOf({ target } as Sent).length + 1)

/** As others report of HTTP APIs. */
const decodedPathOf = (sent: Sent): string => {
  const path = pathOf(sent)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const isText = ({ headers }: Sent): boolean =>
  headers.some(
    ([name, value]) => /^content-type$/i.test(name) && /^(?:text\/|application\/(?:json|javascript|xml)\b)/.test(value),
  )

/** Bytes that are no text are lost in a body that is handed over as text. */
const bodyOf = (sent: Sent, inBase64: boolean): { readonly body: string | null; readonly isBase64Encoded: boolean } => {
  const { body } = sent
  if (body.length === 0) return { body: null, isBase64Encoded: false }
  return { body: Buffer.from(body).toString(inBase64 ? 'base64' : 'utf8'), isBase64Encoded: inBase64 }
}

/** All values of each header, by its name in lower case. */
const valuesOf = ({ headers }: Sent): ReadonlyMap<string, Array<string>> => {
  const values = new Map<string, Array<string>>()
  for (const [name, value] of headers)
    values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value])
  return values
}

const version2 = (sent: Sent, context: object, path: (sent: Sent) => string): LambdaEvent => {
  const rawPath = path(sent)
  const http = {
    method: sent.method,
    path: decodedPathOf(sent),
    protocol: 'HTTP/1.1',
    sourceIp: '192.0.2.1',
    userAgent: 'agent',
  }
  const { body, isBase64Encoded } = bodyOf(sent, !isText(sent))
  const event: LambdaEvent & Readonly<Record<string, unknown>> = {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: rawQueryOf(sent),
    headers: Object.fromEntries([...valuesOf(sent)].map(([name, values]) => [name, values.join(',')])),
    requestContext: {
      accountId: '123456789012',
      apiId: 'id',
      domainPrefix: 'id',
      requestId: 'id',
      routeKey: '$default',
      time: '12/Mar/2020:19:03:58 +0000',
      timeEpoch: 1583348638390,
      http,
      ...context,
    },
    isBase64Encoded,
  }
  const parameters = [...parametersOf(sent, decoded)].map(([name, values]) => [name, values.join(',')] as const)
  const withQuery =
    parameters.length === 0 ? event : { ...event, queryStringParameters: Object.fromEntries(parameters) }
  return body === null ? withQuery : { ...withQuery, body }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

type Parameters = ReadonlyMap<string, Array<string>>

const parametersOf = (sent: Sent, read: (text: string) => string): Parameters => {
  const parameters = new Map<string, Array<string>>()
  for (const part of rawQueryOf(sent).split('&').filter(Boolean)) {
    const [name = '', ...value] = part.split('=')
    parameters.set(read(name), [...(parameters.get(read(name)) ?? []), read(value.join('='))])
  }
  return parameters
}

const lastOf = (values: ReadonlyMap<string, Array<string>>): Record<string, string> =>
  Object.fromEntries([...values].map(([name, all]) => [name, all.at(-1) ?? '']))

/** With the names of headers as they were sent, which API Gateway keeps. */
const headersAsSent = ({ headers }: Sent): Record<string, Array<string>> => {
  const values: Record<string, Array<string>> = {}
  for (const [name, value] of headers) values[name] = [...(values[name] ?? []), value]
  return values
}

const version1 = (sent: Sent, context: object, path: string): LambdaEvent => {
  const parameters = parametersOf(sent, decoded)
  const has = parameters.size > 0
  const multiValueHeaders = headersAsSent(sent)
  const event: LambdaEvent & Readonly<Record<string, unknown>> = {
    resource: '/{proxy+}',
    path,
    httpMethod: sent.method,
    headers: lastOf(new Map(Object.entries(multiValueHeaders))),
    multiValueHeaders,
    queryStringParameters: has ? lastOf(parameters) : null,
    multiValueQueryStringParameters: has ? Object.fromEntries(parameters) : null,
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    requestContext: {
      accountId: '123456789012',
      apiId: 'id',
      httpMethod: sent.method,
      identity: { sourceIp: '192.0.2.1', userAgent: 'agent', user: null },
      path,
      protocol: 'HTTP/1.1',
      requestId: 'id',
      resourcePath: '/{proxy+}',
      ...context,
    },
    ...bodyOf(sent, !isText(sent)),
  }
  return event
}

const loadBalancer = (sent: Sent, isMulti: boolean): LambdaEvent => {
  const values = new Map([...valuesOf(sent), ['x-forwarded-for', ['198.51.100.7, 192.0.2.1']]] as const)
  // The load balancer does not decode parameters.
  const parameters = parametersOf(sent, (text) => text)
  const { body, isBase64Encoded } = bodyOf(sent, !isText(sent))
  const event = {
    requestContext: {
      elb: {
        targetGroupArn: 'arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/jobs/6d0ecf831eec9f09',
      },
    },
    httpMethod: sent.method,
    path: pathOf(sent),
    body: body ?? '',
    isBase64Encoded,
  }
  if (!isMulti) return { ...event, headers: lastOf(values), queryStringParameters: lastOf(parameters) }
  return {
    ...event,
    multiValueHeaders: Object.fromEntries(values),
    multiValueQueryStringParameters: Object.fromEntries(parameters),
  }
}
