/**
 * The adapter for Express, a middleware for an app, a router or a route. It translates and decides nothing: the target of
 * the request line whatever router it stands in, every Authorization line, the raw body under the verifier's cap, and the
 * refusal as the verifier words it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { received, refuse } from './nodeRequest.ts'
import { VerificationError } from './VerificationError.ts'
import type { VerifiedRequest, Verifier } from './Verifier.ts'

// What @types/express merges into its own Request, for programs that have them.
declare global {
  namespace Express {
    interface Request {
      /** Who sent this request; set behind `verified`. */
      verified?: VerifiedRequest
    }
  }
}

/** What `app.use` and `app.post` take. */
export type ExpressMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>

/**
 * A middleware that lets verified requests through and answers the others itself. Behind it `req.verified` says who sent
 * the request, and `req.body` is a Buffer of the very bytes that were verified; a body parser behind it leaves them alone.
 * In front of it nothing may read the body: a request whose body is gone is answered with 500.
 *
 * Throws a TypeError at once if it is given no verifier. What is no refusal goes to `next`, as an error.
 *
 * @example
 * ```ts
 * import { verified } from 'countersign/express'
 * import { createVerifier } from 'countersign/server'
 *
 * const middleware = verified(await createVerifier({ keys: {} }))
 * // app.post('/v1/jobs', middleware, (req, res) => res.json({ app_id: req.verified?.appId }))
 * assert.equal(middleware.length, 3)
 * ```
 */
export const verified = (verifier: Verifier): ExpressMiddleware => {
  // At the start, and not at the first request.
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  return async (req, res, next) => {
    let request: VerifiedRequest
    try {
      request = await verifier.verify(received(req, verifier.bodyLimit))
    } catch (error) {
      return error instanceof VerificationError ? refuse(req, res, error, verifier.bodyLimit) : next(error)
    }
    await ended(req)
    const { buffer, byteOffset, byteLength } = request.body
    // A Buffer, for `toString` and `JSON.parse` make text of it; `_body` is by what body-parser 1 knows that there is nothing to read.
    Object.assign(req, { verified: request, body: Buffer.from(buffer, byteOffset, byteLength), _body: true })
    next()
  }
}

/**
 * Body parsers leave a request alone that has come to its end, and would read any other into `req.body`. An empty body is verified
 * without being read, so its end is still to come.
 */
const ended = (req: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    // Whoever listens for `readable` reads by himself, and may never come to the end.
    if (req.readableEnded || req.destroyed || req.listenerCount('readable') > 0) return resolve()
    const settle = () => {
      req.off('end', settle).off('close', settle)
      resolve()
    }
    req.on('end', settle).on('close', settle).resume()
  })
