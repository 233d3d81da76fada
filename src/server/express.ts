/** The adapter for Express: a middleware for an app, a router or a route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import { judging } from './judging.ts'
import { received, refuse } from './nodeRequest.ts'
import type { VerifiedRequest, Verifier } from './Verifier.ts'

// @types/express merges this into its own Request.
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
 * Nothing in front of it may read the body: a request whose body is gone is answered with 500.
 *
 * Throws a TypeError at once without a verifier. A failure that is no refusal goes to `next`, as an error.
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
  const judge = judging(verifier)
  return (req, res, next) =>
    judge((limit) => received(req, limit)).then(async (verdict) => {
      if (E.isLeft(verdict)) return refuse(req, res, verdict.left, verifier.bodyLimit)
      await ended(req)
      const { buffer, byteOffset, byteLength } = verdict.right.body
      // A Buffer: `toString` and `JSON.parse` read it as text. body-parser 1 skips a request that has `_body`.
      Object.assign(req, { verified: verdict.right, body: Buffer.from(buffer, byteOffset, byteLength), _body: true })
      next()
    }, next)
}

/**
 * Body parsers skip a request that has ended, and would read any other into `req.body`. An empty body is verified without
 * being read, so its end is still to come.
 */
const ended = (req: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    // A listener for `readable` reads by itself, and may never reach the end.
    if (req.readableEnded || req.destroyed || req.listenerCount('readable') > 0) return resolve()
    const settle = () => {
      req.off('end', settle).off('close', settle)
      resolve()
    }
    req.on('end', settle).on('close', settle).resume()
  })
