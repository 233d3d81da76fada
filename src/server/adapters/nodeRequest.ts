/**
 * Requests of node:http and node:http2, and the answer to a refused one, for the adapters on them. Only types come from
 * node: Hono's adapter also runs where there is no node.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { Bytes } from '../../core/Bytes.ts'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import { inspect } from '../../core/untrusted.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import type { AdaptedRequest } from '../Verifier.ts'
import { type AdapterSettings, withRawBody } from './AdapterOptions.ts'
import { type CorsPolicy, varying } from './cors.ts'
import { hasGone } from './hasGone.ts'
import * as RoutableTarget from './routableTarget.ts'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse

/** What a framework around the request knows of it. A router that removes a prefix from `url` keeps the whole in `originalUrl`. */
export interface Place {
  /** With it the bytes are put back, for whoever reads the request behind `verified`. */
  readonly res?: NodeResponse | undefined
  readonly originalUrl?: unknown
  /** The prefix that the router says it has removed. */
  readonly baseUrl?: unknown
  /** Something in front has replaced the body's stream, so the bytes that were signed are not to be had. */
  readonly isReplaced?: boolean | undefined
  /** Not every router finds the signed path in such a target. */
  readonly isUnroutable?: boolean | undefined
}

/**
 * The request as it arrived; its body is read when the verifier asks for it, up to `limit` bytes. `remedy` tells the operator how
 * to keep a body that something in front has read.
 */
export const received = (
  req: NodeRequest,
  limit: number,
  remedy: string,
  place: Place = {},
  allowRewrites = false,
): AdaptedRequest => {
  const { res, isReplaced = false } = place
  const { originalUrl = place.originalUrl, baseUrl } = req as Place
  const url = req.url ?? ''
  const whole = typeof originalUrl === 'string' ? originalUrl : url
  const target = place.isUnroutable === true ? RoutableTarget.refused : targetOf(url, whole)
  return {
    method: req.method ?? '',
    target,
    authorization: authorizationOf(req),
    // HTTP/2 throws where the session has ended.
    callerAddress: networkOf(inspect(() => req.socket?.remoteAddress, undefined)),
    body: () =>
      isReplaced ? Promise.resolve(E.left({ _tag: 'body_consumed', remedy })) : readBody(req, res, limit, remedy),
    hasGone: () => hasGone(req),
    headers: () => headersOf(req),
    fault:
      allowRewrites ||
      target === RoutableTarget.refused ||
      RoutableTarget.isEndOf(whole, url, place.baseUrl ?? baseUrl) ||
      // What no request line may hold, such as a fragment, routers cut in their own ways: the caller's mistake, which the verifier names.
      E.isLeft(RequestTarget.parse(target))
        ? undefined
        : RoutableTarget.rewritten,
  }
}

/** The same with the body that a parser in front has kept, if it has. `from` is what the framework hands to `rawBody`. */
export const receivedOrKept = <R>(
  req: NodeRequest,
  limit: number,
  remedy: string,
  settings: Pick<AdapterSettings<readonly [R, ...ReadonlyArray<unknown>]>, 'rawBody' | 'allowRewrites'>,
  from: R,
  place: Place,
): AdaptedRequest => {
  const { rawBody, allowRewrites } = settings
  const request = received(req, limit, remedy, place, allowRewrites)
  if (rawBody === undefined) return request
  const kept = async () => {
    const bytes = await rawBody(from)
    if (bytes !== undefined && bytes !== null && isTaken(req)) refuseReaders(req)
    return bytes
  }
  return withRawBody(request, kept, from, headerOf(req))
}

/** The value of a header, by its name in lower case. Node makes `headers` when somebody asks for them. */
export const headerOf =
  (req: NodeRequest) =>
  (name: string): string | undefined =>
    [req.headers[name]].flat()[0]

const targetOf = (url: string, whole: string): string => {
  const target = RoutableTarget.ofRequestLine(url)
  // Express leaves `http://h?x/admin` of `http://h/api?x/admin` behind /api, and an old find-my-way finds /admin in it.
  if (whole === url || target === RoutableTarget.refused) return target
  const [seen, sent] = [url, whole].map(RoutableTarget.originOf)
  // Connect and Express 4 leave `http://h.x/admin` of `http://h/api.x/admin`.
  const isMoved = seen !== undefined && sent !== undefined && seen !== sent
  return isMoved ? RoutableTarget.refused : RoutableTarget.ofRequestLine(whole)
}

/** Node may have dropped a second line from headers that are cut, so the first does not count as the only one. */
const authorizationOf = (req: NodeRequest): ReadonlyArray<string> => {
  const lines = linesOf(req, 'authorization')
  return lines.length === 0 || isHttp2(req) || headersAreWhole(req) ? lines : [...lines, '']
}

/** Answers a refused request. Reads on for a while if the caller still sends, so that the answer is not lost. */
export const refuse = (req: NodeRequest, to: NodeResponse, answer: HttpAnswer, limit: number): void => {
  // The program, such as a deadline of its own, may have answered meanwhile.
  if (to.headersSent) return
  const { status, body } = answer
  // An answer without content has no length either (RFC 9110 §8.6).
  const headers = { ...answer.headers, ...(body === '' ? {} : { 'Content-Length': byteLength(body) }) }
  const res = to as ServerResponse
  if (isHttp2(req)) {
    res.writeHead(status, headers)
    res.end(body)
    return void lingerOnHttp2(req)
  }
  const isClosing = leavesRest(req, limit)
  res.writeHead(status, isClosing ? { ...headers, Connection: 'close' } : headers)
  // Some servers throw at a body in answer to HEAD.
  const content = req.method === 'HEAD' ? undefined : body
  // Node reads and drops the rest of the body, and the connection stays.
  if (!isClosing) return void res.end(content)
  res.flushHeaders()
  // Content-Length makes the answer complete at once; only the connection ends later.
  if (content !== undefined) res.write(content)
  linger(req, () => res.end())
}

/** A refusal is ASCII; the names of a job's members may be any text. */
const byteLength = (body: string): number => new TextEncoder().encode(body).length

/**
 * For a program that answers a refused request itself: the status and the headers are set, but for those of the body. When the
 * program has answered, the rest of the body is read for a while, as `refuse` does.
 */
export const beginRefusal = (
  req: NodeRequest,
  res: NodeResponse,
  { status, headers }: HttpAnswer,
  limit: number,
): void => {
  if (res.headersSent) return
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) if (name !== 'Content-Type') res.setHeader(name, value)
  res.once('finish', () => {
    if (isHttp2(req)) lingerOnHttp2(req)
    else if (leavesRest(req, limit)) linger(req, () => req.complete || req.socket.destroySoon())
  })
}

/** Sets the headers of CORS; whether the request is a preflight, which is answered with them alone. */
export const allowOrigin = (req: NodeRequest, res: NodeResponse, cors: CorsPolicy): boolean => {
  if (res.headersSent) return false
  const { headers, vary, isPreflight } = cors(req.method ?? '', headerOf(req))
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (vary !== '') res.setHeader('Vary', varying(res.getHeader('Vary'), vary))
  return isPreflight
}

/** The answer to a preflight, beside the headers of `allowOrigin`. */
export const noContent: HttpAnswer = { status: 204, headers: {}, body: '' }

/** Not by the version alone: the request line of HTTP/1.1 may end in `HTTP/2.0`, and node:http takes it. */
export const isHttp2 = (req: NodeRequest): req is Http2ServerRequest => req.httpVersionMajor >= 2 && 'stream' in req

/**
 * Every value of a header: `req.headers` keeps only one of several Authorization lines. Trimmed: under
 * `insecureHTTPParser` node obeys `Content-Length : 2`, and keeps the blank in the name.
 */
const linesOf = (req: NodeRequest, name: string): ReadonlyArray<string> => {
  if (isMadeOfEvent(req)) return valuesOf(req.headers, name)
  const { rawHeaders } = req
  const lines: Array<string> = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (isNamed(rawHeaders[i] as string, name)) lines.push(rawHeaders[i + 1] as string)
  return lines
}

/** Every header line, and those of a request that was made of an event. */
const headersOf = (req: NodeRequest): object => {
  const { rawHeaders, headers } = req
  if (isMadeOfEvent(req)) return headers
  return rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]]] : []))
}

/**
 * Whether a program has made this request, as serverless-http makes one of an event: it has `headers`, and no header lines. Node
 * fills both, so no caller can choose this.
 */
const isMadeOfEvent = ({ rawHeaders, headers }: NodeRequest): boolean =>
  (rawHeaders ?? []).length === 0 && Object.keys(headers ?? {}).length > 0

/** All values of a header in any case: of two entries the verifier must not choose one. */
const valuesOf = (headers: NodeRequest['headers'], name: string): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([field, value]) =>
    field.trim().toLowerCase() === name && value !== undefined && value !== null ? [value].flat().map(String) : [],
  )

/** Hot path: most headers differ in their first letter or are too short, and need no copy in lower case. */
const isNamed = (field: string, name: string): boolean => {
  const first = field.charCodeAt(0)
  if (field.length < name.length || (isVisibleAscii(first) && (first | 0x20) !== name.charCodeAt(0))) return false
  return field.trim().toLowerCase() === name
}

const isVisibleAscii = (code: number): boolean => code > 0x20 && code < 0x7f

/** Node drops headers beyond `maxHeadersCount` (1,000), yet frames the body by the dropped ones as well. */
const headersAreWhole = (req: IncomingMessage): boolean => {
  if (isMadeOfEvent(req)) return true
  const { server } = (req.socket ?? {}) as { readonly server?: { readonly maxHeadersCount?: number | null } }
  const most = server?.maxHeadersCount ?? 1000
  return most === 0 || req.rawHeaders.length < 2 * most
}

/**
 * The most bytes that the body can have: none if no header announces any (RFC 9112 §6.3). A request that was made of an event
 * may have a body all the same, which a handler would read.
 */
const announced = (req: IncomingMessage): number => {
  if (!headersAreWhole(req) || linesOf(req, 'transfer-encoding').length > 0) return Number.POSITIVE_INFINITY
  const [length] = linesOf(req, 'content-length')
  return Number(length ?? (isMadeOfEvent(req) ? Number.POSITIVE_INFINITY : 0))
}

/** Whether more than `limit` bytes may still come: too many to read before the next request. */
export const leavesRest = (req: IncomingMessage, limit: number): boolean =>
  announced(req) > limit && !req.complete && !req.readableEnded

/**
 * How long the rest of a refused body is read and dropped. Closing while the other side still sends resets the connection,
 * and the answer may be lost with it (RFC 9112 §9.6).
 */
const lingerMs = 2000

/** Drops the rest of the body; calls `then` once, when the body ends, the connection closes, or the time is over. */
export const linger = (req: IncomingMessage, then: () => void): void => {
  const end = () => {
    clearTimeout(timer)
    req.off('end', end).off('close', end)
    then()
  }
  const timer = setTimeout(end, lingerMs).unref()
  req.on('end', end).on('close', end).resume()
}

/** The same for HTTP/2: only the stream is closed, not the connection. */
export const lingerOnHttp2 = (req: Http2ServerRequest): void => {
  const timer = setTimeout(() => req.stream.close(), lingerMs).unref()
  req.once('close', () => clearTimeout(timer)).resume()
}

/** Whether somebody has read the body or is about to: a listener for `readable` reads by itself. */
const isTaken = (req: NodeRequest): boolean =>
  req.readableDidRead ||
  req.readableEnded ||
  // Decoded to text: not the signed bytes.
  req.readableEncoding !== null ||
  req.listenerCount('readable') > 0

/** Whether all of the body has come. Public is only whether somebody has read it to its end, after which nothing can be put back. */
const hasCome = (stream: Readable): boolean =>
  (stream as { readonly _readableState?: { readonly ended?: boolean } })._readableState?.ended === true

/** A later reader of a request that is drained would find it empty, or wait for ever. */
export const refuseReaders = (req: NodeRequest): void => {
  const on = (req as Readable).on.bind(req)
  const refuse = (): never => {
    throw new Error(
      'the body of this request has been read already, so nothing is left to read: use the bytes that `verified` gives to the handler',
    )
  }
  const listen = (event: string, listener: (...args: ReadonlyArray<unknown>) => void) =>
    event === 'data' || event === 'readable' ? refuse() : on(event, listener)
  Object.assign(req, { on: listen, addListener: listen, pipe: refuse })
}

/**
 * The content as transmitted: chunks are joined, a content coding stays. With `res` it is in the request again before anybody
 * knows of it: `multer` and `req.pipe(upstream)` read there, whatever `verified` hands on. So the bytes are taken where the
 * server pushes them, for a stream that was read to its end takes nothing back.
 */
const readBody = (
  req: NodeRequest,
  res: NodeResponse | undefined,
  limit: number,
  remedy: string,
): Promise<E.Either<BodyError, Bytes>> =>
  new Promise((resolve) => {
    const stream: Readable = req
    const { push } = stream
    const content = ByteBuffer.upTo(limit, 'keep')
    const settle = () => {
      stream.push = push
      stream.off('close', onLost).off('error', onLost)
    }
    const fail = (error: BodyError) => {
      settle()
      resolve(E.left(error))
    }
    const onLost = () => fail({ _tag: 'body_incomplete' })
    const onTooLarge = () => fail({ _tag: 'body_too_large', limitBytes: limit })
    const onEnd = (putBack: (bytes: Uint8Array) => unknown) => {
      // A reset HTTP/2 stream ends like a complete one.
      if (hasGone(req)) return onLost()
      settle()
      const bytes = content.bytes()
      if (isHeard) refuseReaders(req)
      else if (res === undefined) stream.resume()
      else {
        if (bytes.length > 0) putBack(bytes)
        dropUnread(req, res)
      }
      resolve(E.right(bytes))
    }

    if (!isHttp2(req) && announced(req) === 0) return resolve(E.right(new Uint8Array(0)))
    // No further event will come.
    if (hasGone(req)) return onLost()
    if (isTaken(req)) return fail({ _tag: 'body_consumed', remedy })
    if (Number(linesOf(req, 'content-length')[0] ?? 0) > limit) return onTooLarge()
    // Somebody who listens since before gets each part when it comes.
    const isHeard = stream.listenerCount('data') > 0
    // Not at a length of 0: to read the end is to emit it.
    while (stream.readableLength > 0) if (!content.add(stream.read())) return onTooLarge()
    if (hasCome(stream)) return onEnd((bytes) => stream.unshift(bytes))
    stream.on('close', onLost).on('error', onLost)
    const take: Readable['push'] = (chunk, encoding) => {
      if (chunk === null) onEnd((bytes) => push.call(stream, bytes))
      else if (!content.add(typeof chunk === 'string' ? globalThis.Buffer.from(chunk, encoding) : chunk)) onTooLarge()
      else if (!isHeard) return true
      return push.call(stream, chunk, encoding)
    }
    stream.push = take
    stream.read(0)
  })

/** What nobody has begun to read goes with the answer, or an idle connection would keep it. */
const dropUnread = (req: NodeRequest, res: NodeResponse): void => {
  res.on('close', () => {
    if (req.readableFlowing === null) req.resume()
  })
}

/** One caller's addresses: providers give each customer of IPv6 a /64 at least (RFC 6177). */
export const networkOf = (address: string | undefined): string | undefined => {
  if (address === undefined || !address.includes(':')) return address
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length)
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
