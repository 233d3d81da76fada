/**
 * A request as node:http and node:http2 hand it over, and the answer to one that is refused: what every adapter shares that
 * stands on them. Nothing here is imported from node, so that an adapter may use it where there is none.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Readable } from 'node:stream'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import type { BodyError } from '../core/VerifyError.ts'
import * as RoutableTarget from './routableTarget.ts'
import type { VerificationError } from './VerificationError.ts'
import { BodyUnreadable, type ReceivedRequest } from './Verifier.ts'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse

/** The pieces of a request as they arrived; its body is read when the verifier asks for it, up to `limit` bytes. */
export const received = (req: NodeRequest, limit: number): ReceivedRequest => ({
  method: req.method ?? '',
  target: targetOf(req),
  authorization: linesOf(req, 'authorization'),
  body: () => readBody(req, limit),
})

/** A router that takes a prefix off `url` keeps what stood on the request line in `originalUrl`. */
const targetOf = (req: NodeRequest & { readonly originalUrl?: unknown }): string =>
  RoutableTarget.ofRequestLine(typeof req.originalUrl === 'string' ? req.originalUrl : (req.url ?? ''))

/** Answers a request that is refused, and reads on for a while if the caller still sends, so that the answer is heard. */
export const refuse = (req: NodeRequest, res: NodeResponse, error: VerificationError, limit: number): void => {
  // Something in front, such as a deadline of the program's own, has answered meanwhile.
  if (res.headersSent) return
  if (isHttp2(req)) refuseOnHttp2(req, res as Http2ServerResponse, error)
  else refuseOnHttp1(req, res as ServerResponse, error, limit)
}

export const isHttp2 = (req: NodeRequest): req is Http2ServerRequest => req.httpVersionMajor >= 2

/**
 * Every value of a header: `req.headers` holds one of several Authorization lines. Under `insecureHTTPParser` node obeys
 * `Content-Length : 2` and keeps the blank in the name, so whoever compares it as it is takes a body for none.
 */
const linesOf = ({ rawHeaders }: NodeRequest, name: string): ReadonlyArray<string> =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.trim().toLowerCase() === name)

/** Node drops the headers behind the first thousand, or what the server is set to, and frames the body by them all the same. */
const headersAreWhole = ({ rawHeaders, socket }: IncomingMessage): boolean => {
  const { server } = socket as { readonly server?: { readonly maxHeadersCount?: number | null } }
  const most = server?.maxHeadersCount ?? 1000
  return most === 0 || rawHeaders.length < 2 * most
}

/** How many bytes the body has at most: none, if no header announces any (RFC 9112 §6.3). */
const announced = (req: IncomingMessage): number =>
  headersAreWhole(req) && linesOf(req, 'transfer-encoding').length === 0
    ? Number(linesOf(req, 'content-length')[0] ?? 0)
    : Number.POSITIVE_INFINITY

/** Whether more than `limit` bytes of the body may still come: too many to wait for them with the next request. */
export const leavesRest = (req: IncomingMessage, limit: number): boolean => announced(req) > limit && !req.readableEnded

/**
 * For how long the rest of a body that is refused is read and dropped. Whoever closes while the other side still sends
 * resets the connection, and with it the answer may be lost (RFC 9112 §9.6).
 */
const lingerMs = 2000

/** Drops what still comes; calls `then` once, when the body has ended, the caller is gone, or it has gone on too long. */
export const linger = (req: IncomingMessage, then: () => void): void => {
  const end = () => {
    clearTimeout(timer)
    req.off('end', end).off('close', end)
    then()
  }
  const timer = setTimeout(end, lingerMs).unref()
  req.on('end', end).on('close', end).resume()
}

/** The same for a stream: it has no connection of its own to close, and is cut off by itself if it goes on too long. */
export const lingerOnHttp2 = (req: Http2ServerRequest): void => {
  const timer = setTimeout(() => req.stream.close(), lingerMs).unref()
  req.once('close', () => clearTimeout(timer)).resume()
}

const refuseOnHttp1 = (
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: VerificationError,
  limit: number,
): void => {
  const length = { 'Content-Length': byteLength(body) }
  // Some servers are told to take a body in answer to HEAD for an error.
  const content = req.method === 'HEAD' ? undefined : body
  if (!leavesRest(req, limit)) {
    // What is left of the body is read and dropped by node, and the connection stays.
    res.writeHead(status, { ...headers, ...length })
    res.end(content)
    return
  }
  res.writeHead(status, { ...headers, ...length, Connection: 'close' })
  res.flushHeaders()
  // Whole by its length, so that it can be read at once. What ends is the connection.
  if (content !== undefined) res.write(content)
  linger(req, () => res.end())
}

/** A refusal is ASCII. */
const byteLength = (body: string): number => body.length

const refuseOnHttp2 = (
  req: Http2ServerRequest,
  res: Http2ServerResponse,
  { status, headers, body }: VerificationError,
): void => {
  res.writeHead(status, { ...headers, 'Content-Length': byteLength(body) })
  res.end(body)
  lingerOnHttp2(req)
}

/** Whether something in front has the body, or is about to take it: whoever listens for `readable` reads by himself. */
const isTaken = (req: NodeRequest): boolean =>
  req.readableDidRead ||
  req.readableEnded ||
  // What comes is text, and no longer what was signed.
  req.readableEncoding !== null ||
  req.listenerCount('readable') > 0

/** The content as transmitted: chunks are joined, a content coding stays. */
const readBody = (req: NodeRequest, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const stream: Readable = req
    const content = ByteBuffer.upTo(limit)
    const settle = () => stream.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost)
    const fail = (error: BodyError) => {
      settle()
      reject(new BodyUnreadable(error))
    }
    const onLost = () => fail({ _tag: 'body_incomplete' })
    const onEnd = () => {
      // A stream of HTTP/2 that is reset ends as if it were whole.
      if (isHttp2(req) && req.stream.aborted) return onLost()
      settle()
      resolve(content.bytes())
    }
    const onData = (chunk: Buffer) => {
      if (!content.add(chunk)) fail({ _tag: 'body_too_large', limitBytes: limit })
    }

    if (!isHttp2(req) && announced(req) === 0) return resolve(new Uint8Array(0))
    if (isTaken(req)) return fail({ _tag: 'body_consumed' })
    if (Number(linesOf(req, 'content-length')[0] ?? 0) > limit)
      return fail({ _tag: 'body_too_large', limitBytes: limit })
    // The caller may have hung up while keys were looked up; then no event comes any more.
    if (req.destroyed) return onLost()
    // Something in front may have paused it, and then no listener sets it going.
    stream.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost).resume()
  })
