/**
 * The adapter for node:http, and for node:http2 with its requests and responses in the style of node:http. It translates
 * and decides nothing: raw target, every Authorization line, the raw body under the verifier's cap, and the refusal as the
 * verifier words it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Readable } from 'node:stream'
import * as Gathering from '../core/Gathering.ts'
import type { BodyError } from '../core/VerifyError.ts'
import { VerificationError } from './VerificationError.ts'
import { BodyUnreadable, type VerifiedRequest, type Verifier } from './Verifier.ts'

/** What handles a verified request. */
export type VerifiedListener<Req = IncomingMessage, Res = ServerResponse> = (
  req: Req,
  res: Res,
  request: VerifiedRequest,
) => unknown

export interface HttpAdapterOptions<Req = IncomingMessage> {
  /** Told of each refusal, after it was answered: for a log. */
  readonly onRefused?: ((error: VerificationError, req: Req) => void) | undefined
}

/**
 * A listener for `createServer` that hands verified requests to `listener` and answers the others itself.
 *
 * What `listener` throws, or its promise rejects with, is handled as node handles it without this adapter: the process
 * ends and shows it or, if `events.captureRejections` was set before the server was made, the server answers 500.
 */
export const verified = <
  Req extends IncomingMessage | Http2ServerRequest = IncomingMessage,
  Res extends ServerResponse | Http2ServerResponse = ServerResponse,
>(
  verifier: Verifier,
  listener: VerifiedListener<Req, Res>,
  options: HttpAdapterOptions<Req> = {},
): ((req: Req, res: Res) => Promise<void>) => {
  // At the start, and not at the first request.
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  if (typeof listener !== 'function') throw new TypeError('verified needs a listener to hand verified requests to')
  return async (req, res) => {
    let request: VerifiedRequest
    try {
      request = await verifier.verify({
        method: req.method ?? '',
        target: req.url ?? '',
        authorization: linesOf(req, 'authorization'),
        body: () => readBody(req, verifier.bodyLimit),
      })
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      if (isHttp2(req)) refuseOnHttp2(req, res as Http2ServerResponse, error)
      else refuse(req, res as ServerResponse, error, verifier.bodyLimit)
      options.onRefused?.(error, req)
      return
    }
    await listener(req, res, request)
  }
}

const isHttp2 = (req: IncomingMessage | Http2ServerRequest): req is Http2ServerRequest => req.httpVersionMajor >= 2

/** Every value of a header: `req.headers` holds one of several Authorization lines. */
const linesOf = ({ rawHeaders }: IncomingMessage | Http2ServerRequest, name: string): ReadonlyArray<string> =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)

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

/**
 * For how long the rest of a body that is refused is read and dropped. Whoever closes while the other side still sends
 * resets the connection, and with it the answer may be lost (RFC 9112 §9.6).
 */
const lingerMs = 2000

const refuse = (
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: VerificationError,
  limit: number,
): void => {
  const length = { 'Content-Length': Buffer.byteLength(body) }
  // Some servers are told to take a body in answer to HEAD for an error.
  const content = req.method === 'HEAD' ? undefined : body
  if (announced(req) <= limit || req.readableEnded) {
    // What is left of the body is read and dropped by node, and the connection stays.
    res.writeHead(status, { ...headers, ...length })
    res.end(content)
    return
  }
  res.writeHead(status, { ...headers, ...length, Connection: 'close' })
  res.flushHeaders()
  // Whole by its length, so that it can be read at once. What ends is the connection.
  if (content !== undefined) res.write(content)
  const end = () => {
    clearTimeout(timer)
    res.end()
  }
  const timer = setTimeout(end, lingerMs).unref()
  req.once('end', end).once('close', end).resume()
}

/** A stream has no connection of its own to close; if it goes on too long, it is cut off by itself. */
const refuseOnHttp2 = (
  req: Http2ServerRequest,
  res: Http2ServerResponse,
  { status, headers, body }: VerificationError,
): void => {
  const { stream } = res
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
  const timer = setTimeout(() => stream.close(), lingerMs).unref()
  req.once('close', () => clearTimeout(timer)).resume()
}

/** The content as transmitted: chunks are joined, a content coding stays. */
const readBody = (req: IncomingMessage | Http2ServerRequest, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const stream: Readable = req
    const content = Gathering.upTo(limit)
    const settle = () => stream.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost)
    const fail = (error: BodyError) => {
      settle()
      reject(new BodyUnreadable(error))
    }
    const onLost = () => fail({ _tag: 'BodyIncomplete' })
    const onEnd = () => {
      // A stream of HTTP/2 that is reset ends as if it were whole.
      if (isHttp2(req) && req.stream.aborted) return onLost()
      settle()
      resolve(content.bytes())
    }
    const onData = (chunk: Buffer) => {
      if (!content.add(chunk)) fail({ _tag: 'BodyTooLarge', limitBytes: limit })
    }

    if (!isHttp2(req) && announced(req) === 0) return resolve(new Uint8Array(0))
    // With an encoding set, what comes is text, and no longer what was signed.
    if (req.readableDidRead || req.readableEnded || req.readableEncoding !== null) return fail({ _tag: 'BodyConsumed' })
    if (Number(linesOf(req, 'content-length')[0] ?? 0) > limit) return fail({ _tag: 'BodyTooLarge', limitBytes: limit })
    // The caller may have hung up while keys were looked up; then no event comes any more.
    if (req.destroyed) return onLost()
    // Something in front may have paused it, and then no listener sets it going.
    stream.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost).resume()
  })
