/**
 * Requests of other classes than the platform's own, for the adapter of `fetch` handlers: srvx (h3 2), undici of npm, whatwg-node
 * (Yoga), happy-dom, Azure Functions, node-fetch. The platform's functions refuse them.
 *
 *     seen(new Request(url))          the request itself
 *     seen(requestOfNodeFetch)        a snapshot: { method, url, headers, body, … }
 *     requestOf(snapshot, bytes)      a Request of the platform, for the handler
 *
 * A snapshot reads each member once, for the verifier and for the handler. So a getter that answers another value the second time
 * changes nothing.
 */
import { inspect } from '../../core/untrusted.ts'
import { ContractViolation } from '../untrusted.ts'
import * as RoutableTarget from './routableTarget.ts'

/** Any object that has these members of a Request. */
export interface RequestLike {
  readonly method: string
  readonly url: string
  readonly headers: object
  readonly body?: unknown
  readonly bodyUsed?: boolean
}

/** A request as the adapter reads it: a Request of the platform, or a snapshot of another. */
export interface SeenRequest extends Pick<Request, 'method' | 'url' | 'headers' | 'bodyUsed'> {
  readonly body: SeenBody | null
  readonly signal?: AbortSignal | null | undefined
  /** Each value of Authorization; the platform's Headers would trim them. */
  readonly authorization?: ReadonlyArray<string>
  /** The target of the request line, if it is known: `url` lacks the prefix that a mount has removed. */
  readonly lineTarget?: string | undefined
  /** Why this is no request; a sentence for the operator. */
  readonly fault?: string | undefined
}

export interface SeenBody {
  readonly locked: boolean
  readonly getReader: () => BodyReader
}

export interface BodyReader {
  readonly read: () => Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  readonly cancel: () => Promise<unknown>
}

/**
 * Whether a request is of the platform's own class: the platform's getter throws for every other. `instanceof` is true for the
 * requests of srvx and @hono/node-server too, because they set its prototype. A request that has its own `url` counts as foreign:
 * the platform would copy another URL.
 */
const isOfPlatform = (request: object): request is Request => {
  try {
    const prototype = Request.prototype
    // workerd with an old compatibility date has no getters there.
    if (!('url' in prototype)) return request instanceof Request
    return Reflect.get(prototype, 'url', request) === (request as Request).url
  } catch {
    return false
  }
}

/** The request that adapter and verifier read in place of `request`. */
export const seen = (request: RequestLike): SeenRequest =>
  isOfPlatform(request)
    ? request
    : (inspect<SeenRequest | undefined>(() => snapshotOf(request), undefined) ?? unreadable(request))

/** A Request of the platform with these parts, and with these bytes for its body. */
export const requestOf = ({ url, method, headers, signal }: SeenRequest, bytes: Uint8Array): Request => {
  try {
    if (isForbidden(method)) return Object.defineProperty(new Request(url, { headers }), 'method', { value: method })
    const body = method === 'GET' || method === 'HEAD' ? null : (bytes as Uint8Array<ArrayBuffer>)
    const init = { method, headers, body }
    // The platform refuses a signal of another realm.
    return new Request(url, signal instanceof AbortSignal ? { ...init, signal } : init)
  } catch {
    throw new ContractViolation('this platform cannot make a Request from the method, URL and headers of this request')
  }
}

/**
 * A request whose members cannot be read. Usually the program passed another object than a request. But @hono/node-server makes the
 * platform's Request when its headers are first read, and the platform throws for a URL with credentials. The caller sent that
 * target, so it is refused, and is no fault of the server.
 */
const unreadable = (request: RequestLike): SeenRequest => {
  const url = inspect<unknown>(() => request.url, undefined)
  const isFaultOfCaller = typeof url === 'string' && URL.canParse(url) && RoutableTarget.ofUrl(url) === undefined
  if (isFaultOfCaller) return { ...emptyRequest(), url }
  return noRequest(
    'this is no Request: it lacks method, url or headers. For a request of node:http use countersign/http',
  )
}

const noRequest = (fault: string): SeenRequest => ({ ...emptyRequest(), fault })

const emptyRequest = (): SeenRequest => ({ method: '', url: '', headers: new Headers(), body: null, bodyUsed: false })

/** No platform makes a Request with one of these methods. */
const isForbidden = (method: string): boolean => /^(?:CONNECT|TRACE|TRACK)$/i.test(method)

/** Reads each member once. Throws if `request` lacks one. */
const snapshotOf = (request: RequestLike): SeenRequest => {
  const { method, url, headers, bodyUsed } = request
  // Before `body` is read: a clone replaces the body of the request.
  const lineTarget = lineTargetOf(request)
  const { body: givenBody } = request
  const lines = linesOf(headers)
  if (typeof method !== 'string' || typeof url !== 'string' || lines === undefined) throw new TypeError()
  const platformHeaders = headersOf(lines)
  const body = bodyOf(givenBody, platformHeaders, request)
  if (body === undefined) return noRequest('the body of this request is not a stream of bytes')
  return {
    method,
    url,
    headers: platformHeaders,
    authorization: lines.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value),
    body,
    bodyUsed: bodyUsed === true,
    signal: inspect(() => (request as Partial<Request>).signal, undefined),
    lineTarget,
  }
}

type HeaderLine = readonly [name: string, value: string]

/** The lines of any class of Headers; undefined for another object. */
const linesOf = (given: object | null | undefined): ReadonlyArray<HeaderLine> | undefined => {
  const headers = given as Partial<Headers & Iterable<HeaderLine>> | null | undefined
  if (typeof headers?.get !== 'function') return undefined
  if (typeof headers[Symbol.iterator] === 'function') return [...(headers as Iterable<HeaderLine>)]
  const lines: Array<HeaderLine> = []
  headers.forEach?.((value, name) => {
    lines.push([name, value])
  })
  return lines
}

/** The platform's Headers. Lines that the platform refuses, such as the pseudo-headers of HTTP/2, are left out. */
const headersOf = (lines: ReadonlyArray<HeaderLine>): Headers => {
  const headers = new Headers()
  for (const [name, value] of lines) inspect(() => headers.append(name, value), undefined)
  return headers
}

/** The body as a stream of parts, so that the limit holds; `null` for no body, `undefined` for a body that is no such stream. */
const bodyOf = (body: unknown, headers: Headers, request: RequestLike): SeenBody | null | undefined => {
  if (body === undefined && announcesBody(headers)) return wholeBodyOf(request as Partial<Request>)
  if (body === undefined || body === null) return null
  const stream = body as Partial<SeenBody & AsyncIterable<unknown>>
  if (typeof stream.getReader === 'function') return stream as SeenBody
  return typeof stream[Symbol.asyncIterator] === 'function'
    ? { locked: false, getReader: () => readerOf((stream as AsyncIterable<unknown>)[Symbol.asyncIterator]()) }
    : undefined
}

const announcesBody = (headers: Headers): boolean =>
  Number(headers.get('content-length') ?? 0) !== 0 || headers.has('transfer-encoding')

/** The reader of an async iterator, such as that of a stream of Node in node-fetch. */
const readerOf = (parts: AsyncIterator<unknown>): BodyReader => ({
  read: () => parts.next(),
  cancel: async () => parts.return?.(),
})

/** The body of a request without the member `body`, in one part: its announced length is within the limit. */
const wholeBodyOf = (request: Partial<Request>): SeenBody | undefined => {
  if (typeof request.arrayBuffer !== 'function') return undefined
  const onePart = async function* () {
    const content = new Uint8Array((await request.arrayBuffer?.()) ?? new ArrayBuffer(0))
    if (content.length > 0) yield content
  }
  return { locked: false, getReader: () => readerOf(onePart()) }
}

/** The request of node:http, as srvx keeps it. */
interface OnNode {
  readonly runtime?: {
    readonly node?: {
      readonly req?: { readonly rawHeaders?: unknown; readonly url?: unknown; readonly originalUrl?: unknown }
    }
  }
}

/**
 * The target of the request line, if it can be found. srvx keeps the request of node:http. A proxy around the platform's own
 * Request, as `mount` of h3 2 makes it, passes `clone` on to that Request, whose URL has the prefix.
 */
const lineTargetOf = (request: RequestLike): string | undefined => {
  const { rawHeaders, url, originalUrl = url } = (request as OnNode).runtime?.node?.req ?? {}
  if (Array.isArray(rawHeaders) && typeof originalUrl === 'string') return originalUrl
  if (Object.getPrototypeOf(request) !== Request.prototype) return undefined
  return inspect(() => {
    const clone = (request as Request).clone()
    clone.body?.cancel().catch(() => {})
    return RoutableTarget.ofUrl(clone.url)
  }, undefined)
}
