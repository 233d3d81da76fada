/**
 * Requests of other classes than the platform's own, for the adapter of `fetch` handlers: srvx (h3 2), undici of npm, whatwg-node
 * (Yoga), happy-dom, Azure Functions, node-fetch. No platform takes them as a Request. So each member is read once, and
 * verifier and handler get what was read: a getter that answers something else the second time changes nothing.
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

/** What the adapter reads of a request: a Request of the platform is one. */
export interface SeenRequest extends Pick<Request, 'method' | 'url' | 'headers' | 'bodyUsed'> {
  readonly body: SeenBody | null
  readonly signal?: AbortSignal | null | undefined
  /** Each value of Authorization, which Headers of the platform would trim. */
  readonly authorization?: ReadonlyArray<string>
  /** The target of the request line, where a mount has removed a prefix from `url`. */
  readonly whole?: string | undefined
  /** Why this is no request, in words for the operator. */
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
 * Whether a request is of the platform's own class: the platform's getter answers for no other. `instanceof` does not tell, for
 * srvx and @hono/node-server set its prototype. A request with a `url` of its own counts as foreign: the platform would copy
 * another one.
 */
const isOfPlatform = (request: object): request is Request => {
  try {
    const { prototype } = Request
    // workerd with an old compatibility date has no getters there.
    if (!('url' in prototype)) return request instanceof Request
    return Reflect.get(prototype, 'url', request) === (request as Request).url
  } catch {
    return false
  }
}

/** The request as it is read from here on. */
export const seen = (request: RequestLike): SeenRequest =>
  isOfPlatform(request)
    ? request
    : (inspect<SeenRequest | undefined>(() => snapshotOf(request), undefined) ?? unreadable(request))

/** The platform's Request of these parts, with these bytes for its body. */
export const requestOf = ({ url, method, headers, signal }: SeenRequest, bytes: Uint8Array): Request => {
  try {
    if (isUnmakable(method)) return Object.defineProperty(new Request(url, { headers }), 'method', { value: method })
    const body = method === 'GET' || method === 'HEAD' ? null : (bytes as Uint8Array<ArrayBuffer>)
    const init = { method, headers, body }
    // A signal of another realm is none for the platform.
    return new Request(url, signal instanceof AbortSignal ? { ...init, signal } : init)
  } catch {
    throw new ContractViolation('this platform cannot make a Request from the method, URL and headers of this request')
  }
}

/**
 * What cannot be read. @hono/node-server makes the platform's Request at the first look at the headers, and the platform makes
 * none of a URL with credentials: the caller sent that target, so it is refused, and is no fault of the server.
 */
const unreadable = (request: RequestLike): SeenRequest => {
  const url = inspect<unknown>(() => request.url, undefined)
  const isOfCaller = typeof url === 'string' && URL.canParse(url) && RoutableTarget.ofUrl(url) === undefined
  if (isOfCaller) return withoutMembers({ url })
  return noRequest(
    'this is no Request: it lacks method, url or headers. For a request of node:http use countersign/http',
  )
}

const noRequest = (fault: string): SeenRequest => withoutMembers({ fault })

const withoutMembers = (known: Pick<Partial<SeenRequest>, 'url' | 'fault'>): SeenRequest => ({
  method: '',
  url: '',
  headers: new Headers(),
  body: null,
  bodyUsed: false,
  ...known,
})

/** No platform makes a Request of these methods. */
const isUnmakable = (method: string): boolean => /^(?:CONNECT|TRACE|TRACK)$/i.test(method)

const snapshotOf = (request: RequestLike): SeenRequest => {
  const { method, url, headers, bodyUsed } = request
  // A clone puts another body in place of that.
  const whole = wholeOf(request)
  const { body } = request
  const lines = linesOf(headers)
  if (typeof method !== 'string' || typeof url !== 'string' || lines === undefined) throw new TypeError()
  const own = copyOf(lines)
  const read = bodyOf(body, own, request)
  if (read === undefined) return noRequest('the body of this request is not a stream of bytes')
  return {
    method,
    url,
    headers: own,
    authorization: lines.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value),
    body: read,
    bodyUsed: bodyUsed === true,
    signal: inspect(() => (request as Partial<Request>).signal, undefined),
    whole,
  }
}

type HeaderLine = readonly [name: string, value: string]

const linesOf = (headers: object | null | undefined): ReadonlyArray<HeaderLine> | undefined => {
  const listed = headers as Partial<Headers & Iterable<HeaderLine>> | null | undefined
  if (typeof listed?.get !== 'function') return undefined
  if (typeof listed[Symbol.iterator] === 'function') return [...(listed as Iterable<HeaderLine>)]
  const lines: Array<HeaderLine> = []
  listed.forEach?.((value, name) => {
    lines.push([name, value])
  })
  return lines
}

/** Without what the platform takes for no header, such as the pseudo-headers of HTTP/2. The verifier does not see it either. */
const copyOf = (lines: ReadonlyArray<HeaderLine>): Headers => {
  const headers = new Headers()
  for (const [name, value] of lines) inspect(() => headers.append(name, value), undefined)
  return headers
}

/** `undefined`: a body that cannot be read in parts, under the cap. */
const bodyOf = (body: unknown, headers: Headers, request: RequestLike): SeenBody | null | undefined => {
  if (body === undefined && !isBodiless(headers)) return readAtOnce(request as Partial<Request>)
  if (body === undefined || body === null) return null
  const stream = body as Partial<SeenBody & AsyncIterable<unknown>>
  if (typeof stream.getReader === 'function') return stream as SeenBody
  return typeof stream[Symbol.asyncIterator] === 'function'
    ? { locked: false, getReader: () => readerOf((stream as AsyncIterable<unknown>)[Symbol.asyncIterator]()) }
    : undefined
}

const isBodiless = (headers: Headers): boolean =>
  Number(headers.get('content-length') ?? 0) === 0 && !headers.has('transfer-encoding')

/** Of a stream of node, as node-fetch has it. */
const readerOf = (parts: AsyncIterator<unknown>): BodyReader => ({
  read: () => parts.next(),
  cancel: async () => parts.return?.(),
})

/** Of a class without the member `body`. Its announced length is under the cap. */
const readAtOnce = (request: Partial<Request>): SeenBody | undefined => {
  if (typeof request.arrayBuffer !== 'function') return undefined
  const all = async function* () {
    const content = new Uint8Array((await request.arrayBuffer?.()) ?? new ArrayBuffer(0))
    if (content.length > 0) yield content
  }
  return { locked: false, getReader: () => readerOf(all()) }
}

/** What srvx knows of the request of node:http below. */
interface OnNode {
  readonly runtime?: {
    readonly node?: {
      readonly req?: { readonly rawHeaders?: unknown; readonly url?: unknown; readonly originalUrl?: unknown }
    }
  }
}

/**
 * The target of the request line, where it can be had: srvx keeps the request of node:http. A proxy around the platform's own
 * Request, such as `mount` of h3 2 makes, hands `clone` to it.
 */
const wholeOf = (request: RequestLike): string | undefined => {
  const { rawHeaders, url, originalUrl = url } = (request as OnNode).runtime?.node?.req ?? {}
  if (Array.isArray(rawHeaders) && typeof originalUrl === 'string') return originalUrl
  if (Object.getPrototypeOf(request) !== Request.prototype) return undefined
  return inspect(() => {
    const clone = (request as Request).clone()
    clone.body?.cancel().catch(() => {})
    return RoutableTarget.ofUrl(clone.url)
  }, undefined)
}
