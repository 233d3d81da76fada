/**
 * The adapter for Fastify, a plugin. It translates and decides nothing: the target of the request line whatever rewrites or
 * prefixes there are, every Authorization line, the raw body under the verifier's cap, and the refusal as the verifier words
 * it, sent by Fastify, so that its hooks see it.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { isHttp2, leavesRest, linger, lingerOnHttp2, type NodeRequest, received } from './nodeRequest.ts'
import { VerificationError } from './VerificationError.ts'
import { BodyUnreadable, type ReceivedRequest, type VerifiedRequest, type Verifier } from './Verifier.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent this request; set in the scope in which `verified` is registered, and there always. */
    verified: VerifiedRequest
  }
}

export interface VerifiedOptions {
  readonly verifier: Verifier
}

const plugin: FastifyPluginCallback<VerifiedOptions> = (app, options, done) => {
  const verifier = options?.verifier
  if (typeof verifier?.verify !== 'function')
    return done(new TypeError('verified needs a verifier; await createVerifier first, and register with { verifier }'))
  // Twice would claim each nonce twice, and refuse everything.
  if (app.hasRequestDecorator('verified'))
    return done(new TypeError('request.verified exists already; register verified once, in the scope that it is for'))
  app.decorateRequest('verified')
  verifyBeforeParsing(app, verifier)
  done()
}

/**
 * A plugin that lets verified requests through and answers the others itself: in the scope in which it is registered, and in
 * those that are opened in it later. `request.verified` says who sent the request, and its `body` is the very bytes that
 * were verified; `request.body` is what Fastify's parser makes of these bytes, under Fastify's own `bodyLimit`.
 * In front of it no hook may read the body or replace it: such a request is answered with 500.
 *
 * The registration fails with a TypeError if it is given no verifier, or if it is the second. What is no refusal goes
 * Fastify's way, as an error.
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
  // The scope is that of whoever registers it, and not one of its own.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'countersign',
  [Symbol.for('plugin-meta')]: { name: 'countersign', fastify: '5.x' },
})

/**
 * In `preParsing`, the last moment at which the body is still as it came. `done` is not called for a refusal: a hook that
 * returned a promise would go on to the handler, for Fastify looks whether the answer has ended, and not whether it has begun.
 */
const verifyBeforeParsing = (app: FastifyInstance, verifier: Verifier): void => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const limit = verifier.bodyLimit
    verifier.verify(payload === request.raw ? received(request.raw, limit) : replaced(request.raw, limit)).then(
      (accepted) => {
        request.verified = accepted
        // In any case a new stream: whoever reads one that has ended waits for ever.
        done(null, streamOf(accepted.body))
      },
      (error) => {
        if (error instanceof VerificationError) refuse(request, reply, error, limit)
        else done(error)
      },
    )
  })
}

/** A hook in front has put another stream in the body's place, so what was signed cannot be had. */
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
  // Something in front, such as a deadline of the program's own, has answered meanwhile.
  if (reply.sent || reply.raw.headersSent) return
  const { status, headers, body } = error
  const req: NodeRequest = request.raw
  // A refusal is ASCII.
  reply.code(status).headers(headers).header('Content-Length', body.length)
  // Some servers are told to take a body in answer to HEAD for an error. Bytes, for text would pass a serializer.
  const content = req.method === 'HEAD' ? undefined : Buffer.from(body)
  if (isHttp2(req)) {
    reply.send(content)
    lingerOnHttp2(req)
  } else if (leavesRest(req, limit)) {
    reply.header('Connection', 'close')
    reply.send(unending(content, (end) => linger(req, end)))
  } else {
    // What is left of the body is read and dropped by node, and the connection stays.
    reply.send(content)
  }
}

/** The answer is whole by its length, so that it can be read at once. What ends later is the stream, and with it the connection. */
const unending = (content: Uint8Array | undefined, until: (end: () => void) => void): Readable => {
  const stream = new Readable({ read() {} })
  if (content !== undefined) stream.push(content)
  until(() => stream.push(null))
  return stream
}
