/**
 * Events of AWS Lambda as requests, for the adapter `countersign/lambda`: pure, from an event to what the caller sent. Where an
 * event no longer holds that, the translation fails in words, and nothing is guessed.
 *
 * - A function URL hands over path and query as they were sent.
 * - An HTTP API (payload format 2.0) hands over the query as it was sent, and the path decoded. So only a path of unreserved
 *   characters counts as sent. It writes the name of a stage in front of the path, also where the caller used a custom domain.
 * - A REST API, payload format 1.0 and a load balancer hand over a record of parameters: neither their order nor their spelling
 *   is known. So only a path of unreserved characters counts as sent, alone or with one plain parameter.
 *
 * For example the rawPath `/v1/a b` of an HTTP API: the caller may have sent `/v1/a%20b`, or another spelling of it.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import { inspect } from '../../core/untrusted.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import { has, replacement } from './AdapterOptions.ts'
import { networkOf } from './nodeRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import { linesOf } from './webRequest.ts'

/** The members of an event that handlers read most, of each kind. An event of `@types/aws-lambda` is one, too. */
export interface LambdaEvent {
  /** `2.0` of a function URL and an HTTP API, `1.0` of an HTTP API with the older format. */
  readonly version?: string | undefined
  readonly rawPath?: string | undefined
  readonly rawQueryString?: string | undefined
  readonly httpMethod?: string | undefined
  readonly path?: string | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined
  readonly multiValueHeaders?: Readonly<Record<string, ReadonlyArray<string> | undefined>> | null | undefined
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null | undefined
  readonly multiValueQueryStringParameters?:
    | Readonly<Record<string, ReadonlyArray<string> | undefined>>
    | null
    | undefined
  readonly requestContext?: object | undefined
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean | undefined
}

/** Which service of AWS made the event. */
export type EventKind = 'function-url' | 'http-api' | 'rest-api' | 'load-balancer'

export interface EventRequest {
  readonly kind: EventKind
  readonly method: string
  /** `refused` where the event does not hold what was sent. */
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly callerAddress: string | undefined
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** Why the target is refused, in words for the operator. */
  readonly lost?: string | undefined
}

/** An event that no caller can cause: a setting of AWS or of the program, in words for the operator. */
export interface WrongEvent {
  readonly fault: string
}

/** The members of an event, as far as they are what AWS writes: the program may hand over anything. */
interface Read {
  readonly type: unknown
  readonly version: unknown
  readonly rawPath: unknown
  readonly rawQueryString: unknown
  readonly httpMethod: unknown
  readonly path: unknown
  readonly headers: unknown
  readonly multiValueHeaders: unknown
  readonly queryStringParameters: unknown
  readonly multiValueQueryStringParameters: unknown
  readonly requestContext: {
    readonly domainName?: unknown
    readonly stage?: unknown
    readonly path?: unknown
    readonly elb?: unknown
    readonly http?: { readonly method?: unknown; readonly sourceIp?: unknown } | null
    readonly identity?: { readonly sourceIp?: unknown } | null
  }
}

/** Own members only: a polluted Object.prototype adds nothing to an event. */
const membersOf = <A>(value: unknown): A => Object.assign(Object.create(null), value) as A

const readingOf = (event: unknown): Read => {
  const read = membersOf<Read>(event)
  return Object.assign(read, { requestContext: membersOf(read.requestContext) })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * The request of an event. Fails for an event that is no HTTP request, or that a setting of AWS has robbed of what is needed.
 */
export const requestOfEvent = (event: unknown): E.Either<WrongEvent, EventRequest> => {
  const read = inspect<Read | undefined>(() => readingOf(event), undefined)
  if (read === undefined) return E.left({ fault: noRequest })
  if (read.type === 'REQUEST' || read.type === 'TOKEN') return E.left({ fault: ofAuthorizer })
  const { http, elb } = read.requestContext
  if (typeof http === 'object' && http !== null && read.version === '2.0') return ofVersion2(read, http)
  if (typeof read.httpMethod !== 'string') return E.left({ fault: noRequest })
  return ofVersion1(read, elb === undefined ? 'rest-api' : 'load-balancer')
}

const noRequest =
  'this event is no HTTP request. verified takes the events of a function URL, of API Gateway (HTTP API and REST API) and of a load balancer'

const ofAuthorizer =
  'this is the event of an authorizer, and it has no body; verify in the function after the authorizer'

const ofVersion2 = (
  read: Read,
  http: NonNullable<Read['requestContext']['http']>,
): E.Either<WrongEvent, EventRequest> => {
  const { rawPath, rawQueryString = '', headers, requestContext } = read
  if (typeof rawPath !== 'string' || typeof rawQueryString !== 'string' || typeof http.method !== 'string')
    return E.left({ fault: 'this event lacks rawPath, rawQueryString or requestContext.http.method' })
  const kind = isFunctionUrl(requestContext.domainName) ? 'function-url' : 'http-api'
  const path = kind === 'http-api' ? withoutAddedStage(rawPath, requestContext) : rawPath
  const isSent = kind === 'function-url' || isPlainPath(path)
  const header = headerIn(valuesOf(headers))
  return E.right({
    kind,
    method: http.method,
    target: isSent ? withQuery(path, rawQueryString) : RoutableTarget.refused,
    authorization: valuesOf(headers)('authorization').flatMap((joined) => linesOf(joined, ',')),
    callerAddress: networkOf(textOf(http.sourceIp)),
    header,
    lost: isSent ? undefined : pathDecoded,
  })
}

const ofVersion1 = (read: Read, kind: 'rest-api' | 'load-balancer'): E.Either<WrongEvent, EventRequest> => {
  const { httpMethod, headers, multiValueHeaders, requestContext, version } = read
  // With multi-value headers alone both of two Authorization lines are seen.
  if (multiValueHeaders === undefined && headers !== undefined && headers !== null)
    return E.left({
      fault: kind === 'load-balancer' ? singleValued : 'this event has headers, and no multiValueHeaders',
    })
  // The path of a REST API lacks the stage, which the caller has sent. Format 1.0 of an HTTP API has it.
  const path = kind === 'rest-api' && version === undefined ? (requestContext.path ?? read.path) : read.path
  if (typeof path !== 'string') return E.left({ fault: 'this event has no path' })
  const query = queryOf(read)
  const isSent = isPlainPath(path) && query !== undefined
  const values = valuesOf(multiValueHeaders)
  const address =
    kind === 'load-balancer'
      ? values('x-forwarded-for').at(-1)?.split(',').at(-1)?.trim()
      : requestContext.identity?.sourceIp
  return E.right({
    kind,
    method: String(httpMethod),
    target: isSent ? withQuery(path, query) : RoutableTarget.refused,
    authorization: values('authorization'),
    callerAddress: networkOf(textOf(address)),
    header: headerIn(values),
    lost: isSent ? undefined : isPlainPath(path) ? querySplit(kind) : pathDecoded,
  })
}

const pathDecoded =
  'the path of this request has dot segments, or characters other than A-Z a-z 0-9 - . _ ~ /. The service before this function decodes paths, so the signed path is not known. Use a function URL, or plain paths'

const querySplit = (kind: 'rest-api' | 'load-balancer'): string =>
  `${kind === 'rest-api' ? 'API Gateway' : 'the load balancer'} has split the query of this request, so the signed query is not known. Use a function URL or an HTTP API with payload format 2.0, or at most one plain parameter`

const singleValued =
  'if a header has several lines, this load balancer passes on only the last line. Turn on multi-value headers in its target group (lambda.multi_value_headers.enabled)'

const isFunctionUrl = (domain: unknown): boolean =>
  typeof domain === 'string' && /^[a-z0-9]+\.lambda-url\.[a-z0-9-]+\.on\.aws$/.test(domain)

/** Of unreserved characters (RFC 3986 §2.3), and without dot segments, which a router may resolve. */
const isPlainPath = (path: string): boolean => /^\/[\w.~/-]*$/.test(path) && RoutableTarget.resolved(path) === path

/** On a custom domain API Gateway puts the name of the stage in front of the path, where the caller has sent none. */
const withoutAddedStage = (path: string, { domainName, stage }: Read['requestContext']): string => {
  if (typeof stage !== 'string' || stage === '$default') return path
  const isOwnDomain =
    typeof domainName === 'string' && !/\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/.test(domainName)
  if (!isOwnDomain || !`${path}/`.startsWith(`/${stage}/`)) return path
  return path.slice(stage.length + 1) || '/'
}

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** The query of an event with a record of parameters: none, or one plain parameter; `undefined` for any other. */
const queryOf = ({ multiValueQueryStringParameters, queryStringParameters }: Read): string | undefined => {
  const parameters = Object.entries(Object(multiValueQueryStringParameters ?? queryStringParameters) as object)
  const [first, ...others] = parameters.flatMap(([name, values]) =>
    [values].flat().map((value: unknown) => [name, value] as const),
  )
  if (first === undefined) return ''
  const [name, value] = first
  const isPlain = typeof value === 'string' && plain.test(name) && plain.test(value)
  return isPlain && others.length === 0 ? `${name}=${value}` : undefined
}

/** Without a value it is not known whether the caller has sent `=`. */
const plain = /^[\w.~-]+$/

/** All values of a header, whatever the case of its name: API Gateway may keep the case, and of two entries none is chosen. */
const valuesOf =
  (headers: unknown) =>
  (name: string): ReadonlyArray<string> =>
    Object.entries(Object(headers) as object).flatMap(([field, value]) =>
      field.toLowerCase() === name ? [value].flat().filter((each) => typeof each === 'string') : [],
    )

const headerIn =
  (values: (name: string) => ReadonlyArray<string>): EventRequest['header'] =>
  (name) =>
    values(name)[0]

const announcedOnly = 'Content-Length announces a body, but the event has none: pass on the event as AWS made it'

/** The content as it was sent: text, or bytes in Base64. `remedy` tells the operator how to keep a body that was parsed. */
export const contentOfEvent = (
  event: Pick<LambdaEvent, 'body' | 'isBase64Encoded'>,
  header: EventRequest['header'],
  limit: number,
  remedy: string,
): E.Either<BodyError, Bytes.Bytes> => {
  const { body, isBase64Encoded } = event
  const tooLarge: BodyError = { _tag: 'body_too_large', limitBytes: limit }
  if (body === undefined || body === null)
    return Number(header('content-length') ?? 0) > 0
      ? E.left({ _tag: 'body_consumed', remedy: announcedOnly })
      : E.right(Bytes.empty)
  if (typeof body !== 'string') return E.left({ _tag: 'body_consumed', remedy })
  // A character is at least one byte, and four of Base64 are three.
  if (body.length > (isBase64Encoded === true ? 4 * Math.ceil(limit / 3) : limit)) return E.left(tooLarge)
  const bytes: E.Either<unknown, Bytes.Bytes> = isBase64Encoded === true ? Base64.decode(body) : Bytes.ofText(body)
  if (E.isLeft(bytes)) return E.left({ _tag: 'body_unsupported', because: 'text' })
  if (bytes.right.length > limit) return E.left(tooLarge)
  // AWS turned bytes that are no text into U+FFFD.
  const announced = header('content-length')
  const isChanged = announced !== undefined && Number(announced) !== bytes.right.length && has(bytes.right, replacement)
  return isChanged ? E.left({ _tag: 'body_unsupported', because: 'text' }) : E.right(bytes.right)
}

/** An answer as the service that made the event takes it. */
export interface LambdaAnswer {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly multiValueHeaders?: Readonly<Record<string, Array<string>>>
  readonly body: string
  readonly isBase64Encoded: false
}

/** A load balancer with multi-value headers takes no others. */
export const answerTo = (kind: EventKind | undefined, { status, headers, body }: HttpAnswer): LambdaAnswer => {
  const answer = { statusCode: status, body, isBase64Encoded: false } as const
  if (kind !== 'load-balancer') return { ...answer, headers }
  return {
    ...answer,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  }
}
