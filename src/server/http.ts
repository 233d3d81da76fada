/**
 * The adapter for node:http. It translates and decides nothing: raw target, every Authorization line, the raw body under
 * the verifier's cap, and the refusal as the verifier words it.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { BodyUnreadable, type VerifiedRequest, type Verifier } from './createVerifier.ts'
import { VerificationError } from './VerificationError.ts'

/** What handles a verified request. */
export type VerifiedListener = (req: IncomingMessage, res: ServerResponse, request: VerifiedRequest) => unknown

export interface HttpAdapterOptions {
  /** Told of each refusal, after it was answered: for a log. */
  readonly onRefused?: ((error: VerificationError, req: IncomingMessage) => void) | undefined
}

/**
 * A listener for `http.createServer` that hands verified requests to `listener` and answers the others itself.
 */
export const verified =
  (verifier: Verifier, listener: VerifiedListener, options: HttpAdapterOptions = {}): RequestListener =>
  async (req, res) => {
    let request: VerifiedRequest
    try {
      request = await verifier.verify({
        method: req.method ?? '',
        target: req.url ?? '',
        // headers.authorization holds the first of several lines; rawHeaders holds them all.
        authorization: authorizationLines(req),
        body: () => readBody(req, verifier.bodyLimit),
      })
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      refuse(req, res, error)
      options.onRefused?.(error, req)
      return
    }
    await listener(req, res, request)
  }

const authorizationLines = ({ rawHeaders }: IncomingMessage): ReadonlyArray<string> =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization')

const refuse = (req: IncomingMessage, res: ServerResponse, error: VerificationError): void => {
  // A body that nobody will read stands in the way of the next request on this connection.
  const unread = !req.complete
  res.writeHead(error.status, { ...error.headers, 'Content-Length': Buffer.byteLength(error.body), ...(unread ? { Connection: 'close' } : {}) })
  res.end(error.body)
  if (unread) req.resume()
}

/** The content as transmitted: chunks are joined, a content coding stays. */
const readBody = (req: IncomingMessage, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const tooLarge = () => reject(new BodyUnreadable({ _tag: 'BodyTooLarge', limitBytes: limit }))
    if (req.readableDidRead || req.readableEnded) return reject(new BodyUnreadable({ _tag: 'BodyConsumed' }))
    if (Number(req.headers['content-length'] ?? 0) > limit) return tooLarge()
    const chunks: Array<Buffer> = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) {
        req.removeAllListeners('data')
        return tooLarge()
      }
      chunks.push(chunk)
    })
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    req.on('close', () => reject(new BodyUnreadable({ _tag: 'BodyIncomplete' })))
    req.on('error', () => reject(new BodyUnreadable({ _tag: 'BodyIncomplete' })))
  })
