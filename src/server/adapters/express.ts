/** The adapter for Express: a middleware for an app, a router or a route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import * as E from 'fp-ts/lib/Either.js'
import * as Package from '../../core/Package.ts'
import { JobRefused } from '../JobRefused.ts'
import { isThrown } from '../untrusted.ts'
import type { VerifiedRequest, VerifierSource } from '../Verifier.ts'
import type { AdapterOptions } from './AdapterOptions.ts'
import { contentOf } from './jsonBody.ts'
import { nodeGateOf } from './nodeGate.ts'
import { refuse } from './nodeRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import { assertCovered, type JobDecoder, type VerifiedFor } from './verifiedJob.ts'

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
export type ExpressMiddleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

/**
 * The options of `verified`; `answerRefusal` gets the arguments of a middleware, so `next(refusal)` hands the refusal to the error
 * handlers.
 */
export type ExpressOptions = AdapterOptions<readonly [req: Request, res: Response, next: NextFunction]>

const remedy =
  'In Express, move app.use(verified(verifier)) above app.use(express.json()). Or let the parser keep the bytes: ' +
  // Type-checks as it stands, and runs in JavaScript.
  "app.use(express.json({ verify: (req, res, bytes) => { Reflect.set(req, 'rawBody', bytes) } })), and app.use(verified(verifier, { rawBody: (req) => Reflect.get(req, 'rawBody') }))"

/**
 * A middleware that lets verified requests through and answers the others itself. Behind it `req.verified` says who sent the
 * request, and its `body` is the very bytes that were verified. `req.body` is what these bytes hold if the content type is JSON,
 * as from `express.json()`, and otherwise a Buffer of them. A body parser behind it leaves both alone.
 *
 * Nothing in front of it may read the body, unless the option `rawBody` says where the bytes are kept; `req.body` is then read
 * anew from them. A request whose bytes are gone is answered with 500.
 *
 * Malformed JSON goes to the error handlers, as from `express.json()`. A `JobRefused` goes there too, and is answered with its 400
 * if none of them answers it: add them before the first request comes, for the adapter's own then takes the last place. (Express 4
 * hands on what a handler throws, but not the rejection of an async one.) A failure that is no refusal goes to `next`, as an error.
 * Throws a TypeError at once without a verifier, or for an option that makes no sense.
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
export const verified = (verifier: VerifierSource, options?: ExpressOptions): ExpressMiddleware => {
  const { enter } = nodeGateOf<readonly [req: Request, res: Response, next: NextFunction]>(verifier, options, {
    remedy,
    answer: (answer, limit, req, res) => refuse(req, res, answer, limit),
    // `next()` and `next('route')` would run what is behind.
    ask: (refused, refusal, req, res, next) =>
      refused(refusal, req, res, (error?: unknown) => next(isThrown(error) ? error : refusal)),
  })
  const pass = async (...[req, res, next]: Parameters<ExpressMiddleware>): Promise<void> => {
    try {
      meet(req)
      const caller = await enter(
        req,
        { res, isUnroutable: !RoutableTarget.isForExpress(req) },
        req as Request,
        res as Response,
        next,
      )
      if (caller === undefined) return
      // Also where a parser in front has read it: by a content type that nobody signed, as a form perhaps.
      const content = contentOf(req.headers, caller.body)
      if (E.isLeft(content)) return next(content.left)
      // The request can be read again, but not by body parsers: 1 skips one that has `_body`, 2 one that on-finished calls finished.
      Object.assign(req, { verified: caller, body: content.right, _body: true, finished: true })
    } catch (error) {
      return next(error)
    }
    next()
  }
  // It answers nothing: Restify, and others that know async middleware, run what follows when a promise resolves, a refusal's too.
  const countersign: ExpressMiddleware = (req, res, next) => {
    void pass(req, res, next)
  }
  return countersign
}

/**
 * For TypeScript, which cannot know which routes are behind `verified`: from here on `req.verified` is there. With the decoder that
 * `verified` was given as its option `decode`, `req.verified.job` is there as well. Throws a TypeError, which Express answers with
 * 500, if it is not.
 *
 * @example
 * ```ts
 * import { assertVerified } from 'countersign/express'
 * import type { Request, Response } from 'express'
 *
 * const handler = (req: Request, res: Response) => {
 *   assertVerified(req)
 *   res.json({ app_id: req.verified.appId })
 * }
 * assert.throws(() => handler({} as Request, {} as Response), /put verified/)
 * ```
 */
export function assertVerified<R extends { readonly verified?: VerifiedRequest }, J = never>(
  req: R,
  decode?: JobDecoder<J>,
): asserts req is R & { readonly verified: VerifiedFor<J> } {
  assertCovered(req, 'verified(verifier)', decode)
}

interface App extends RoutableTarget.ExpressApp {
  readonly parent?: App
  readonly use: (handler: ErrorHandler) => unknown
}

type InApp = IncomingMessage & { readonly app?: App; readonly originalUrl?: string }

type ErrorHandler = (error: unknown, req: IncomingMessage, res: ServerResponse, next: (error: unknown) => void) => void

const met = new WeakSet<App>()

/**
 * At the first request, an app shows its version, and has registered its error handlers. One more is put behind them: they decide
 * first, and a JobRefused that they leave gets its 400. Throws a TypeError for Express 3.
 */
const meet = (req: InApp): void => {
  const root = (app: App | undefined): App | undefined => (app?.parent === undefined ? app : root(app.parent))
  const app = root(req.app)
  if (app === undefined || met.has(app)) return
  // An app of Express 3 is one of Connect.
  if ('stack' in app) throw new TypeError(Package.unserved(Package.express))
  met.add(app)
  app.use((error, request, res, next) => {
    if (error instanceof JobRefused) refuse(request, res, error, 0)
    else next(error)
  })
}
