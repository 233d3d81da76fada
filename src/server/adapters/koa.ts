/** The adapter for Koa: a middleware. Refusals are set on the context, so that middleware in front of it sees them. */
import * as E from 'fp-ts/lib/Either.js'
import type { Middleware, ParameterizedContext } from 'koa'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerifiedRequest, VerifierSource } from '../Verifier.ts'
import type { AdapterOptions } from './AdapterOptions.ts'
import { contentOf } from './jsonBody.ts'
import { nodeGateOf } from './nodeGate.ts'
import { isHttp2, leavesRest, linger, lingerOnHttp2, type NodeRequest } from './nodeRequest.ts'
import { unending } from './unending.ts'
import { assertCovered, type JobDecoder, type VerifiedFor } from './verifiedJob.ts'

declare module 'koa' {
  interface DefaultState {
    /** Who sent this request, and the bytes of its body; set behind `verified`. */
    verified?: VerifiedRequest
  }
}

/**
 * The options of `verified`; `answerRefusal` and `rawBody` get the context. What `answerRefusal` throws goes to Koa's error handling.
 */
export type KoaOptions = AdapterOptions<readonly [ctx: ParameterizedContext]>

const remedy =
  'In Koa, move app.use(verified(verifier)) above app.use(bodyParser()). Or use the bytes that the parser keeps: ' +
  'app.use(verified(verifier, { rawBody: (ctx) => ctx.request.rawBody }))'

/**
 * A middleware that lets verified requests through and answers the others itself. Behind it `ctx.state.verified` says who sent the
 * request, and its `body` is the very bytes that were verified. `ctx.request.body` is what these bytes hold if the content type is
 * JSON, and otherwise a Buffer of them. Body parsers behind it leave them alone.
 *
 * Nothing in front of it may read the body, unless the option `rawBody` says where the bytes are kept; `ctx.request.body` is then
 * read anew from them. A request whose bytes are gone is answered with 500.
 *
 * Malformed JSON is thrown, as an error of status 400. A `JobRefused` of the middleware behind is answered with its 400. Any other
 * failure goes to Koa's error handling. Throws a TypeError without a verifier, or for an option that makes no sense.
 *
 * @example
 * ```ts
 * import type { Server } from 'node:http'
 * import { assertVerified, verified } from 'countersign/koa'
 * import { createVerifier } from 'countersign/server'
 * import Koa from 'koa'
 *
 * const app = new Koa()
 * app.use(verified(await createVerifier({ keys: {} })))
 * app.use((ctx) => {
 *   assertVerified(ctx)
 *   ctx.body = { app_id: ctx.state.verified.appId }
 * })
 * const server = await new Promise<Server>((resolve) => {
 *   const made = app.listen(0, '127.0.0.1', () => resolve(made))
 * })
 * const { port } = server.address() as { port: number }
 * const { status } = await fetch(`http://127.0.0.1:${port}/v1/jobs/1`)
 * server.closeAllConnections()
 * server.close()
 * assert.equal(status, 401)
 * ```
 */
export const verified = (verifier: VerifierSource, options?: KoaOptions): Middleware => {
  const { enter, bodyLimit } = nodeGateOf<readonly [ctx: ParameterizedContext]>(verifier, options, {
    remedy,
    answer: (answer, limit, ctx) => refuse(ctx, answer, limit),
    ask: (refused, refusal, ctx) => {
      // Said to Koa as well: otherwise a body would make it 200.
      ctx.status = refusal.status
      return refused(refusal, ctx)
    },
  })
  const pass: Middleware = async (ctx, next) => {
    try {
      const caller = await enter(ctx.req, placeOf(ctx), ctx)
      if (caller === undefined) return
      // Also where a parser in front has read it: by a content type that nobody signed, as a form perhaps.
      const content = contentOf(ctx.req.headers, caller.body)
      if (E.isLeft(content)) throw content.left
      Object.assign(ctx.request, { body: content.right })
      // Body parsers skip such a context.
      Object.assign(ctx, { disableBodyParser: true })
      ctx.state.verified = caller
      await next()
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error
      refuse(ctx, error, bodyLimit())
    }
  }
  // Not async, as in every adapter: some frameworks judge a handler by that.
  const countersign: Middleware = (ctx, next) => pass(ctx, next)
  return countersign
}

/**
 * For TypeScript, which cannot know which middleware is behind `verified`: from here on `ctx.state.verified` is there. With the
 * decoder that `verified` was given as its option `decode`, `ctx.state.verified.job` is there as well. Throws a TypeError, which
 * Koa answers with 500, if it is not.
 *
 * @example
 * ```ts
 * import { assertVerified } from 'countersign/koa'
 * import Koa from 'koa'
 *
 * const app = new Koa()
 * app.use((ctx) => {
 *   assertVerified(ctx)
 *   ctx.body = { app_id: ctx.state.verified.appId }
 * })
 * assert.throws(() => assertVerified({ state: {} }), /this route is not covered by verified/)
 * ```
 */
export function assertVerified<C extends { readonly state: { readonly verified?: VerifiedRequest } }, J = never>(
  ctx: C,
  decode?: JobDecoder<J>,
): asserts ctx is C & { readonly state: { readonly verified: VerifiedFor<J> } } {
  assertCovered(ctx.state, 'app.use(verified(verifier))', decode)
}

/** The target of the request line: a mount changes `req.url`, and a framework around Koa has its own `originalUrl`. */
const placeOf = ({ res, originalUrl, mountPath }: ParameterizedContext & { readonly mountPath?: unknown }) => ({
  res,
  originalUrl,
  baseUrl: mountPath,
})

const refuse = (ctx: ParameterizedContext, { status, headers, body }: HttpAnswer, limit: number): void => {
  // The program, such as a deadline of its own, may have answered meanwhile.
  if (ctx.headerSent) return
  const req: NodeRequest = ctx.req
  ctx.status = status
  ctx.set(headers)
  if (body === '') return
  const content = Buffer.from(body)
  ctx.body = content
  if (isHttp2(req)) lingerOnHttp2(req)
  else if (leavesRest(req, limit) && req.method !== 'HEAD') {
    ctx.body = unending(content, (end) => linger(req, end))
    ctx.length = content.length
    ctx.set('Connection', 'close')
  }
  // Koa takes a body of bytes for `application/octet-stream`, and forgets what it was.
  ctx.set(headers)
}
