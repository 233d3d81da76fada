/** The adapter for Fastify: a plugin. Refusals are sent through Fastify, so its hooks see them. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import * as Package from '../../core/Package.ts'
import { inspect } from '../../core/untrusted.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerifiedRequest, VerifierSource } from '../Verifier.ts'
import type { AdapterOptions } from './AdapterOptions.ts'
import type { CorsPolicy } from './cors.ts'
import { type NodeGate, nodeGateOf } from './nodeGate.ts'
import { allowOrigin, isHttp2, leavesRest, linger, lingerOnHttp2, type NodeRequest } from './nodeRequest.ts'
import { unending } from './unending.ts'
import { assertCovered, type JobDecoder, type VerifiedFor } from './verifiedJob.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent this request; set in the scope in which `verified` is registered. */
    verified?: VerifiedRequest
  }
}

/** The options that all adapters share; `answerRefusal` gets the request and the reply. */
export type FastifyAdapterOptions = AdapterOptions<readonly [request: FastifyRequest, reply: FastifyReply]>

/** What `app.register(verified, …)` takes. `answerRefusal` sends or returns its answer, or throws, for the app's error handler. */
export type VerifiedOptions = FastifyAdapterOptions & {
  /** From `createVerifier`, a promise of one, or a function that makes one. */
  readonly verifier: VerifierSource
}

const remedy =
  'In Fastify, register verified before the plugin or hook that reads the body. Or name where the hook keeps the bytes: ' +
  'app.register(verified, { verifier, rawBody: (request) => request.rawBody })'

type Args = readonly [request: FastifyRequest, reply: FastifyReply]

const gateFor = ({ verifier, ...options }: VerifiedOptions = {} as VerifiedOptions) =>
  E.tryCatch(
    () =>
      nodeGateOf<Args>(verifier, options, {
        remedy,
        hasAnswered: (_, reply) => reply.sent,
        answer: (answer, limit, request, reply) => send(request.raw, reply, answer, limit),
        ask: async (refused, refusal, request, reply) => {
          reply.code(refusal.status)
          const given = await refused(refusal, request, reply)
          // A handler that has sent its answer may return the reply.
          if (given !== undefined && !reply.sent) reply.send(given)
        },
      }),
    (error) => new TypeError(`${(error as Error).message}, and register with { verifier }`),
  )

const plugin: FastifyPluginCallback<VerifiedOptions> = (app, options, done) => {
  // Its routers end a path at a semicolon.
  if (!app.version.startsWith('5.')) return done(new TypeError(Package.unserved(Package.fastify, app.version)))
  const gate = gateFor(options)
  if (E.isLeft(gate)) return done(gate.left)
  // A second hook with another verifier would claim each nonce again, and refuse everything.
  if (app.hasRequestDecorator('verified'))
    return done(new TypeError('request.verified exists already; register verified once, in the scope that needs it'))
  app.decorateRequest('verified')
  const { cors } = gate.right
  const answered = cors === undefined ? E.right(undefined) : answerPreflights(app, cors)
  if (E.isLeft(answered)) return done(answered.left)
  verifyBeforeParsing(app, gate.right)
  answerJobs(app)
  done()
}

/**
 * A plugin that lets verified requests through and answers the others itself: in the scope in which it is registered, and in
 * those that are opened in it later. `request.verified` says who sent the request, and its `body` is the very bytes that
 * were verified; `request.body` is what Fastify's parser makes of these bytes, under Fastify's own `bodyLimit`.
 * No earlier hook may read the body or replace it, unless the option `rawBody` says where the bytes are kept: such a request is
 * answered with 500. (fastify-raw-body keeps them later, so it needs no option.)
 *
 * A `JobRefused` that a handler throws is answered with its 400, unless the app has an error handler of its own. The registration
 * fails with a TypeError in another Fastify than 5, without a verifier, for an option that makes no sense, and the second time. A failure that is no refusal
 * becomes an error of Fastify's.
 *
 * @example
 * ```ts
 * import { assertVerified, verified } from 'countersign/fastify'
 * import { createVerifier } from 'countersign/server'
 * import { fastify } from 'fastify'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const app = fastify()
 * app.register(verified, { verifier })
 * app.post('/v1/jobs', async (request) => {
 *   assertVerified(request)
 *   return { app_id: request.verified.appId }
 * })
 * const { statusCode } = await app.inject({ method: 'POST', url: '/v1/jobs' })
 * assert.equal(statusCode, 401)
 * ```
 */
export const verified: FastifyPluginCallback<VerifiedOptions> = Object.assign(plugin, {
  // No scope of its own: it acts on the scope that registers it.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'countersign',
  [Symbol.for('plugin-meta')]: { name: 'countersign' },
})

/**
 * For TypeScript, which cannot know which routes are in the scope of `verified`: from here on `request.verified` is there. With the
 * decoder that `verified` was given as its option `decode`, `request.verified.job` is there as well. Throws a TypeError, which
 * Fastify answers with 500, if it is not.
 *
 * @example
 * ```ts
 * import { assertVerified } from 'countersign/fastify'
 * import { fastify } from 'fastify'
 *
 * const app = fastify()
 * app.get('/health', async (request) => {
 *   assertVerified(request)
 *   return request.verified.appId
 * })
 * const { statusCode, body } = await app.inject('/health')
 * assert.equal(statusCode, 500)
 * assert.match(body, /this route is not covered by verified/)
 * ```
 */
export function assertVerified<R extends { readonly verified?: VerifiedRequest }, J = never>(
  request: R,
  decode?: JobDecoder<J>,
): asserts request is R & { readonly verified: VerifiedFor<J> } {
  assertCovered(request, 'app.register(verified, { verifier })', decode)
}

/**
 * In `preParsing`, the last hook that sees the body as it came. A refusal does not call `done`: after a hook that returns a
 * promise Fastify goes on to the handler unless the answer has ended, and a refusal may only have begun.
 */
const verifyBeforeParsing = (app: FastifyInstance, { enter, rawBody }: NodeGate<Args>): void => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    enter(request.raw, { res: reply.raw, isReplaced: payload !== request.raw }, request, reply).then((caller) => {
      if (caller === undefined) return
      request.verified = caller
      // Otherwise a new stream, since a reader of one that has ended waits for ever. It costs a tenth of the whole request.
      const isThere = rawBody === undefined && caller.body.length > 0 && payload.readableLength === caller.body.length
      done(null, isThere && !payload.readableEnded ? payload : streamOf(caller.body))
    }, done)
  })
}

/**
 * The hooks of a scope run for its routes only: a route for OPTIONS makes them run for every path, and is itself not found. Where
 * the app or another scope has such a route, that one is left alone.
 */
const answerPreflights = (app: FastifyInstance, cors: CorsPolicy): E.Either<Error, unknown> => {
  app.addHook('onRequest', (request, reply, done) => {
    if (allowOrigin(request.raw, reply.raw, cors)) reply.code(204).send()
    else done()
  })
  // What a plugin throws would end the process. (`hasRoute` finds no route for `*`.)
  return pipe(
    E.tryCatch(
      () => app.options('*', (_, reply) => reply.callNotFound()),
      (error) => error as Error & { readonly code?: unknown },
    ),
    E.orElseW((error) => (error.code === 'FST_ERR_DUPLICATED_ROUTE' ? E.right(undefined) : E.left(error))),
  )
}

/**
 * Fastify's own error handler writes an answer of its own for a JobRefused; it becomes ours. What an error handler of the app's
 * answers stays as it is.
 */
const answerJobs = (app: FastifyInstance): void => {
  const thrown = new WeakMap<FastifyRequest, JobRefused>()
  app.addHook('onError', (request, _, error, done) => {
    if (error instanceof JobRefused) thrown.set(request, error)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const error = thrown.get(request)
    if (error === undefined || !isFastifys(payload, error)) return done(null, payload)
    reply.headers(error.headers)
    done(null, error.body)
  })
}

const isFastifys = (payload: unknown, { message, status }: JobRefused): boolean =>
  typeof payload === 'string' &&
  inspect(() => {
    const written = JSON.parse(payload)
    return written.message === message && written.statusCode === status
  }, false)

const streamOf = (bytes: Uint8Array): Readable =>
  new Readable({
    read() {
      this.push(bytes)
      this.push(null)
    },
  })

const send = (req: NodeRequest, reply: FastifyReply, { status, headers, body }: HttpAnswer, limit: number): void => {
  // A refusal is ASCII.
  reply.code(status).headers(headers).header('Content-Length', body.length)
  // Some servers throw at a body in answer to HEAD. Bytes: text would pass through a serializer.
  const content = req.method === 'HEAD' ? undefined : Buffer.from(body)
  const isClosing = !isHttp2(req) && leavesRest(req, limit)
  if (isClosing) reply.header('Connection', 'close')
  // Otherwise Node reads and drops the rest of the body, and the connection stays.
  reply.send(isClosing ? unending(content, (end) => linger(req, end)) : content)
  if (isHttp2(req)) lingerOnHttp2(req)
}
