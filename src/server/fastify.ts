/** The adapter for Fastify: a plugin. Refusals are sent through Fastify, so its hooks see them. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import * as E from 'fp-ts/lib/Either.js'
import { type Judge, judging } from './judging.ts'
import { isHttp2, leavesRest, linger, lingerOnHttp2, type NodeRequest, received } from './nodeRequest.ts'
import type { VerificationError } from './VerificationError.ts'
import { BodyUnreadable, type ReceivedRequest, type VerifiedRequest, type Verifier } from './Verifier.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent this request; always set in the scope in which `verified` is registered. */
    verified: VerifiedRequest
  }
}

export interface VerifiedOptions {
  readonly verifier: Verifier
}

const plugin: FastifyPluginCallback<VerifiedOptions> = (app, options, done) => {
  const judge = E.tryCatch(
    () => judging(options?.verifier),
    (error) => new TypeError(`${(error as Error).message}, and register with { verifier }`),
  )
  if (E.isLeft(judge)) return done(judge.left)
  // A second hook would claim each nonce again, and refuse everything.
  if (app.hasRequestDecorator('verified'))
    return done(new TypeError('request.verified exists already; register verified once, in the scope that it is for'))
  app.decorateRequest('verified')
  verifyBeforeParsing(app, judge.right, options.verifier.bodyLimit)
  done()
}

/**
 * A plugin that lets verified requests through and answers the others itself: in the scope in which it is registered, and in
 * those that are opened in it later. `request.verified` says who sent the request, and its `body` is the very bytes that
 * were verified; `request.body` is what Fastify's parser makes of these bytes, under Fastify's own `bodyLimit`.
 * No earlier hook may read the body or replace it: such a request is answered with 500.
 *
 * The registration fails with a TypeError without a verifier, and the second time. A failure that is no refusal becomes an
 * error of Fastify's.
 *
 * @example
 * ```ts
 * import { verified } from 'countersign/fastify'
 * import { createVerifier } from 'countersign/server'
 * import { fastify } from 'fastify'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const app = fastify()
 * app.register(verified, { verifier })
 * app.post('/v1/jobs', async (request) => ({ app_id: request.verified.appId }))
 * const { statusCode } = await app.inject({ method: 'POST', url: '/v1/jobs' })
 * assert.equal(statusCode, 401)
 * ```
 */
export const verified: FastifyPluginCallback<VerifiedOptions> = Object.assign(plugin, {
  // No scope of its own: it acts on the scope that registers it.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'countersign',
  [Symbol.for('plugin-meta')]: { name: 'countersign', fastify: '5.x' },
})

/**
 * In `preParsing`, the last hook that sees the body as it came. A refusal does not call `done`: after a hook that returns a
 * promise Fastify goes on to the handler unless the answer has ended, and a refusal may only have begun.
 */
const verifyBeforeParsing = (app: FastifyInstance, judge: Judge, bodyLimit: number): void => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const receive = payload === request.raw ? received : replaced
    judge((limit) => receive(request.raw, limit)).then((verdict) => {
      if (E.isLeft(verdict)) return refuse(request, reply, verdict.left, bodyLimit)
      request.verified = verdict.right
      // Always a new stream: a reader of one that has ended waits for ever.
      done(null, streamOf(verdict.right.body))
    }, done)
  })
}

/** An earlier hook replaced the body's stream, so the bytes that were signed are not to be had. */
const replaced = (req: NodeRequest, limit: number): ReceivedRequest => ({
  ...received(req, limit),
  body: () => Promise.reject(new BodyUnreadable({ _tag: 'body_consumed' })),
})

const streamOf = (bytes: Uint8Array): Readable =>
  new Readable({
    read() {
      this.push(bytes)
      this.push(null)
    },
  })

const refuse = (request: FastifyRequest, reply: FastifyReply, error: VerificationError, limit: number): void => {
  // The program, such as a deadline of its own, may have answered meanwhile.
  if (reply.sent || reply.raw.headersSent) return
  const { status, headers, body } = error
  const req: NodeRequest = request.raw
  // A refusal is ASCII.
  reply.code(status).headers(headers).header('Content-Length', body.length)
  // Some servers throw at a body in answer to HEAD. Bytes: text would pass through a serializer.
  const content = req.method === 'HEAD' ? undefined : Buffer.from(body)
  if (isHttp2(req)) {
    reply.send(content)
    lingerOnHttp2(req)
  } else if (leavesRest(req, limit)) {
    reply.header('Connection', 'close')
    reply.send(unending(content, (end) => linger(req, end)))
  } else {
    // Node reads and drops the rest of the body, and the connection stays.
    reply.send(content)
  }
}

/** Content-Length makes the answer complete at once. Only the stream, and with it the connection, ends later. */
const unending = (content: Uint8Array | undefined, until: (end: () => void) => void): Readable => {
  const stream = new Readable({ read() {} })
  if (content !== undefined) stream.push(content)
  until(() => stream.push(null))
  return stream
}
