/**
 * The request in an event of AWS Lambda: what the caller sent, as far as the event still has it. A target that may differ from the one that
 * was sent is refused; nothing is guessed.
 *
 * | event | path | query |
 * |---|---|---|
 * | function URL | as sent | as sent |
 * | HTTP API, format 2.0 | decoded; on a custom domain with the stage before it | as sent |
 * | HTTP API, format 1.0; REST API; load balancer | decoded | split into parameters, in any order and spelling |
 *
 * So a decoded path counts as sent only if it has unreserved characters alone, and a split query only if it is empty or one plain
 * parameter. For example the rawPath `/v1/a b` of an HTTP API is refused: the caller may have sent `/v1/a%20b`, or another spelling of it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { inspect } from '../../core/untrusted.ts'
import type { EventKind } from './lambdaEvent.ts'
import { networkOf } from './nodeRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import { linesOf } from './webRequest.ts'

export interface EventRequest {
  readonly kind: EventKind
  readonly method: string
  /** `RoutableTarget.refused` if the event does not have the target that was sent. */
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly callerAddress: string | undefined
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** Why the target is refused, for the operator. */
  readonly lost?: string | undefined
}

/** An event that no caller can cause: a setting of AWS or of the program is wrong. */
export interface WrongEvent {
  /** What is wrong, for the operator. */
  readonly fault: string
}

/** The request of an event. Fails for an event that is no HTTP request, or that lacks what is needed because of a setting of AWS. */
export const requestOfEvent = (event: unknown): E.Either<WrongEvent, EventRequest> => {
  const members = inspect<Members | undefined>(() => membersOf(event), undefined)
  if (members === undefined) return E.left({ fault: noRequest })
  if (members.type === 'REQUEST' || members.type === 'TOKEN') return E.left({ fault: ofAuthorizer })
  const { http, elb } = members.requestContext
  if (typeof http === 'object' && http !== null && members.version === '2.0') return requestOfVersion2(members, http)
  if (typeof members.httpMethod !== 'string') return E.left({ fault: noRequest })
  return requestOfVersion1(members, members.httpMethod, elb === undefined ? 'rest-api' : 'load-balancer')
}

const noRequest =
  'this event is no HTTP request. verified takes the events of a function URL, of API Gateway (HTTP API and REST API) and of a load balancer'

const ofAuthorizer =
  'this is the event of an authorizer, and it has no body; verify in the function after the authorizer'

// ---- The members of an event

/** Unknown members: AWS writes most events, but the program may pass anything. */
interface Members {
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
    readonly http?: HttpMembers | null
    readonly identity?: { readonly sourceIp?: unknown } | null
  }
}

interface HttpMembers {
  readonly method?: unknown
  readonly sourceIp?: unknown
}

/** Own members only: a polluted Object.prototype adds nothing to an event. */
const ownMembers = <A>(value: unknown): A => Object.assign(Object.create(null), value) as A

const membersOf = (event: unknown): Members => {
  const members = ownMembers<Members>(event)
  return Object.assign(members, { requestContext: ownMembers(members.requestContext) })
}

// ---- Function URL and HTTP API

const requestOfVersion2 = (members: Members, http: HttpMembers): E.Either<WrongEvent, EventRequest> => {
  const { rawPath, rawQueryString = '', headers, requestContext } = members
  if (typeof rawPath !== 'string' || typeof rawQueryString !== 'string' || typeof http.method !== 'string')
    return E.left({ fault: 'this event lacks rawPath, rawQueryString or requestContext.http.method' })
  const isFunctionUrl = isFunctionUrlDomain(requestContext.domainName)
  const path = isFunctionUrl ? rawPath : withoutAddedStage(rawPath, requestContext)
  const isSent = isFunctionUrl || isPlainPath(path)
  const values = valuesOf(headers)
  return E.right({
    kind: isFunctionUrl ? 'function-url' : 'http-api',
    method: http.method,
    target: isSent ? withQuery(path, rawQueryString) : RoutableTarget.refused,
    // Format 2.0 joins the lines of a header by commas.
    authorization: values('authorization').flatMap((joined) => linesOf(joined, ',')),
    callerAddress: addressIn(http.sourceIp),
    header: (name) => values(name)[0],
    lost: isSent ? undefined : pathDecoded,
  })
}

const isFunctionUrlDomain = (domain: unknown): boolean =>
  typeof domain === 'string' && /^[a-z0-9]+\.lambda-url\.[a-z0-9-]+\.on\.aws$/.test(domain)

/** On a custom domain API Gateway puts the name of the stage before the path, although the caller did not send it. */
const withoutAddedStage = (path: string, { domainName, stage }: Members['requestContext']): string => {
  if (typeof stage !== 'string' || stage === '$default') return path
  const isCustomDomain =
    typeof domainName === 'string' && !/\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/.test(domainName)
  if (!isCustomDomain || !`${path}/`.startsWith(`/${stage}/`)) return path
  return path.slice(stage.length + 1) || '/'
}

// ---- REST API and load balancer

const requestOfVersion1 = (
  members: Members,
  method: string,
  kind: 'rest-api' | 'load-balancer',
): E.Either<WrongEvent, EventRequest> => {
  const { headers, multiValueHeaders } = members
  // Only multi-value headers show that a request had two Authorization lines.
  if (multiValueHeaders === undefined && headers !== undefined && headers !== null)
    return E.left({
      fault: kind === 'load-balancer' ? singleValued : 'this event has headers, and no multiValueHeaders',
    })
  const path = pathOfVersion1(members, kind)
  if (typeof path !== 'string') return E.left({ fault: 'this event has no path' })
  const query = queryOfParameters(members)
  const isSent = isPlainPath(path) && query !== undefined
  const values = valuesOf(multiValueHeaders)
  return E.right({
    kind,
    method,
    target: isSent ? withQuery(path, query) : RoutableTarget.refused,
    authorization: values('authorization'),
    callerAddress: addressIn(
      kind === 'load-balancer' ? lastForwarded(values) : members.requestContext.identity?.sourceIp,
    ),
    header: (name) => values(name)[0],
    lost: isSent ? undefined : isPlainPath(path) ? querySplit(kind) : pathDecoded,
  })
}

const singleValued =
  'if a header has several lines, this load balancer passes on only the last line. Turn on multi-value headers in its target group (lambda.multi_value_headers.enabled)'

/** The caller sends the stage of a REST API, and only `requestContext.path` has it. In format 1.0 of an HTTP API, `path` has it. */
const pathOfVersion1 = ({ version, path, requestContext }: Members, kind: 'rest-api' | 'load-balancer'): unknown =>
  kind === 'rest-api' && version === undefined ? (requestContext.path ?? path) : path

/** The load balancer adds the address of its caller at the end. */
const lastForwarded = (values: HeaderValues): string | undefined =>
  values('x-forwarded-for').at(-1)?.split(',').at(-1)?.trim()

/** The query if it was empty or one plain parameter; undefined for any other. */
const queryOfParameters = ({ multiValueQueryStringParameters, queryStringParameters }: Members): string | undefined => {
  const parameters = Object.entries(Object(multiValueQueryStringParameters ?? queryStringParameters) as object)
  const [first, ...others] = parameters.flatMap(([name, values]) =>
    [values].flat().map((value: unknown) => [name, value] as const),
  )
  if (first === undefined) return ''
  const [name, value] = first
  const isPlain = typeof value === 'string' && plainParameter.test(name) && plainParameter.test(value)
  return isPlain && others.length === 0 ? `${name}=${value}` : undefined
}

/** At least one character: of an empty value it is not known whether the caller sent the `=`. */
const plainParameter = /^[\w.~-]+$/

// ---- Targets

/** Unreserved characters only (RFC 3986 §2.3), and no dot segments, which a router may resolve. */
const isPlainPath = (path: string): boolean => /^\/[\w.~/-]*$/.test(path) && RoutableTarget.resolved(path) === path

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

const pathDecoded =
  'the path of this request has dot segments, or characters other than A-Z a-z 0-9 - . _ ~ /. The service before this function decodes paths, so the signed path is not known. Use a function URL, or plain paths'

const querySplit = (kind: 'rest-api' | 'load-balancer'): string =>
  `${kind === 'rest-api' ? 'API Gateway' : 'the load balancer'} has split the query of this request, so the signed query is not known. Use a function URL or an HTTP API with payload format 2.0, or at most one plain parameter`

// ---- Headers

type HeaderValues = (name: string) => ReadonlyArray<string>

/** All values of a header, for any case of its name. API Gateway may keep the case; if two entries have one name, both count. */
const valuesOf =
  (headers: unknown): HeaderValues =>
  (name) =>
    Object.entries(Object(headers) as object).flatMap(([field, value]) =>
      field.toLowerCase() === name ? [value].flat().filter((each) => typeof each === 'string') : [],
    )

const addressIn = (address: unknown): string | undefined => networkOf(typeof address === 'string' ? address : undefined)
