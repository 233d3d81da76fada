/**
 * Requests of node:http and node:http2, and the answer to a refused one, for the adapters on them. Only types come from
 * node: Hono's adapter also runs where there is no node.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Readable } from 'node:stream'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import { BodyUnreadable, type ReceivedRequest } from '../Verifier.ts'
import { type CorsPolicy, varying } from './cors.ts'
import { hasGone } from './hasGone.ts'
import * as RoutableTarget from './routableTarget.ts'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse

/**
 * The request as it arrived; its body is read when the verifier asks for it, up to `limit` bytes. `remedy` tells the operator how
 * to keep a body that something in front has read. A router that removes a prefix from `url` keeps the target of the request
 * line in `originalUrl`.
 */
export const received = (
  req: NodeRequest,
  limit: number,
  remedy: string,
  { originalUrl }: { readonly originalUrl?: unknown } = req as { readonly originalUrl?: unknown },
): ReceivedRequest => ({
  method: req.method ?? '',
  target: targetOf(req.url ?? '', originalUrl),
  authorization: authorizationOf(req),
  body: () => readBody(req, limit, remedy),
  hasGone: () => hasGone(req),
})

/** The value of a header, by its name in lower case. Node makes `headers` when somebody asks for them. */
export const headerOf =
  (req: NodeRequest) =>
  (name: string): string | undefined =>
    [req.headers[name]].flat()[0]

const targetOf = (url: string, originalUrl: unknown): string => {
  const target = RoutableTarget.ofRequestLine(url)
  // Express leaves `http://h?x/admin` of `http://h/api?x/admin` behind /api, and an old find-my-way finds /admin in it.
  if (typeof originalUrl !== 'string' || target === RoutableTarget.refused) return target
  const [seen, sent] = [url, originalUrl].map(RoutableTarget.originOf)
  // Connect and Express 4 leave `http://h.x/admin` of `http://h/api.x/admin`.
  const isMoved = seen !== undefined && sent !== undefined && seen !== sent
  return isMoved ? RoutableTarget.refused : RoutableTarget.ofRequestLine(originalUrl)
}

/** Node may have dropped a second line from headers that are cut, so the first does not count as the only one. */
const authorizationOf = (req: NodeRequest): ReadonlyArray<string> => {
  const lines = linesOf(req, 'authorization')
  return lines.length === 0 || isHttp2(req) || headersAreWhole(req) ? lines : [...lines, '']
}

/** Answers a refused request. Reads on for a while if the caller still sends, so that the answer is not lost. */
export const refuse = (req: NodeRequest, res: NodeResponse, answer: HttpAnswer, limit: number): void => {
  // The program, such as a deadline of its own, may have answered meanwhile.
  if (res.headersSent) return
  if (isHttp2(req)) refuseOnHttp2(req, res as Http2ServerResponse, answer)
  else refuseOnHttp1(req, res as ServerResponse, answer, limit)
}

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
export const allowOrigin = (req: NodeRequest, res: NodeResponse, cors: CorsPolicy | undefined): boolean => {
  if (cors === undefined || res.headersSent) return false
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
const linesOf = ({ rawHeaders }: NodeRequest, name: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (isNamed(rawHeaders[i] as string, name)) lines.push(rawHeaders[i + 1] as string)
  return lines
}

/** Hot path: most headers differ in their first letter or are too short, and need no copy in lower case. */
const isNamed = (field: string, name: string): boolean => {
  const first = field.charCodeAt(0)
  if (field.length < name.length || (isVisibleAscii(first) && (first | 0x20) !== name.charCodeAt(0))) return false
  return field.trim().toLowerCase() === name
}

const isVisibleAscii = (code: number): boolean => code > 0x20 && code < 0x7f

/** Node drops headers beyond `maxHeadersCount` (1,000), yet frames the body by the dropped ones as well. */
const headersAreWhole = ({ rawHeaders, socket }: IncomingMessage): boolean => {
  const { server } = socket as { readonly server?: { readonly maxHeadersCount?: number | null } }
  const most = server?.maxHeadersCount ?? 1000
  return most === 0 || rawHeaders.length < 2 * most
}

/** The most bytes that the body can have: none if no header announces any (RFC 9112 §6.3). */
const announced = (req: IncomingMessage): number =>
  headersAreWhole(req) && linesOf(req, 'transfer-encoding').length === 0
    ? Number(linesOf(req, 'content-length')[0] ?? 0)
    : Number.POSITIVE_INFINITY

/** Whether more than `limit` bytes may still come: too many to read before the next request. */
export const leavesRest = (req: IncomingMessage, limit: number): boolean => announced(req) > limit && !req.readableEnded

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

const refuseOnHttp1 = (
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: HttpAnswer,
  limit: number,
): void => {
  const length = lengthOf(body)
  // Some servers throw at a body in answer to HEAD.
  const content = req.method === 'HEAD' ? undefined : body
  if (!leavesRest(req, limit)) {
    // Node reads and drops the rest of the body, and the connection stays.
    res.writeHead(status, { ...headers, ...length })
    res.end(content)
    return
  }
  res.writeHead(status, { ...headers, ...length, Connection: 'close' })
  res.flushHeaders()
  // Content-Length makes the answer complete at once; only the connection ends later.
  if (content !== undefined) res.write(content)
  linger(req, () => res.end())
}

/** An answer without content has no length either (RFC 9110 §8.6). */
const lengthOf = (body: string): { readonly 'Content-Length'?: number } =>
  body === '' ? {} : { 'Content-Length': byteLength(body) }

/** A refusal is ASCII; the names of a job's members may be any text. */
const byteLength = (body: string): number => new TextEncoder().encode(body).length

const refuseOnHttp2 = (
  req: Http2ServerRequest,
  res: Http2ServerResponse,
  { status, headers, body }: HttpAnswer,
): void => {
  res.writeHead(status, { ...headers, ...lengthOf(body) })
  res.end(body)
  lingerOnHttp2(req)
}

/**
 * Body parsers skip a request that has ended, and would read any other into `req.body`. An empty body is verified without being
 * read, so its end is still to come.
 */
export const ended = (req: NodeRequest): Promise<void> =>
  new Promise((resolve) => {
    const stream: Readable = req
    // A listener for `readable` reads by itself, and may never reach the end.
    if (stream.readableEnded || stream.destroyed || stream.listenerCount('readable') > 0) return resolve()
    const settle = () => {
      stream.off('end', settle).off('close', settle)
      resolve()
    }
    stream.on('end', settle).on('close', settle).resume()
  })

/** Whether somebody has read the body or is about to: a listener for `readable` reads by itself. */
const isTaken = (req: NodeRequest): boolean =>
  req.readableDidRead ||
  req.readableEnded ||
  // Decoded to text: not the signed bytes.
  req.readableEncoding !== null ||
  req.listenerCount('readable') > 0

/** The content as transmitted: chunks are joined, a content coding stays. */
const readBody = (req: NodeRequest, limit: number, remedy: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const stream: Readable = req
    const content = ByteBuffer.upTo(limit, 'keep')
    const settle = () => stream.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost)
    const fail = (error: BodyError) => {
      settle()
      reject(new BodyUnreadable(error))
    }
    const onLost = () => fail({ _tag: 'body_incomplete' })
    const onEnd = () => {
      if (hasGone(req)) return onLost()
      settle()
      resolve(content.bytes())
    }
    const onData = (chunk: Buffer) => {
      if (!content.add(chunk)) fail({ _tag: 'body_too_large', limitBytes: limit })
    }

    if (!isHttp2(req) && announced(req) === 0) return resolve(new Uint8Array(0))
    // No further event will come.
    if (hasGone(req)) return onLost()
    if (isTaken(req)) return fail({ _tag: 'body_consumed', remedy })
    if (Number(linesOf(req, 'content-length')[0] ?? 0) > limit)
      return fail({ _tag: 'body_too_large', limitBytes: limit })
    // Somebody may have paused the stream, and then adding a listener does not resume it.
    stream.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost).resume()
  })
