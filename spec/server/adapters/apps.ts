/** An app of each framework behind its adapter, on node:http. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from 'express'
import { type FastifyInstance, fastify, type HTTPMethods } from 'fastify'
import { type Context, Hono } from 'hono'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onFetch } from '../../../src/server/adapters/fetch.ts'
import { verified as onHono, type VerifiedEnv } from '../../../src/server/adapters/hono.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import type { VerifiedRequest, Verifier } from '../../../src/server/node.ts'
import { framework } from '../../support/frameworks.ts'

const { default: express } = await framework<typeof import('express')>('express')
const { default: KoaApp } = await framework<{ readonly default: typeof Koa }>('koa')

export interface Seen {
  readonly raw: IncomingMessage
  /** What the handler finds as the request's body. */
  readonly body: () => unknown
}

export interface App {
  /** The text of the answer, at once or later. */
  readonly answer: (request: VerifiedRequest, seen: Seen) => string | Promise<string>
  /** The options of the adapter. */
  readonly options?: object
  /** Runs in front of the adapter. `of` is what the option rawBody is given. */
  readonly parser?: ((read: () => Promise<Buffer>, of: object) => Promise<unknown>) | undefined
  /** What the app's own error path answers. */
  readonly errors?: ((error: unknown) => readonly [status: number, text: string]) | undefined
  /** Under the prefix /v1, by the framework's own router. */
  readonly isMounted?: boolean
  /** The methods of the route, where a framework is told. */
  readonly methods?: Array<HTTPMethods>
}

const say = <A>(text: string | Promise<string>, then: (text: string) => A): A | Promise<A> =>
  typeof text === 'string' ? then(text) : text.then(then)

type Make = (verifier: Verifier, app: App) => RequestListener | Promise<RequestListener>

export const apps: Readonly<Record<'http' | 'express' | 'koa' | 'fastify' | 'hono' | 'fetch', Make>> = {
  http: (verifier, { answer, options, parser }) => {
    const handler = onHttp(
      verifier,
      (raw, res, request) => say(answer(request, { raw, body: () => undefined }), (text) => res.end(text)),
      options,
    )
    return async (req, res) => {
      await parser?.(() => buffer(req), req)
      await handler(req, res)
    }
  },
  express: (verifier, { answer, options, parser, errors, isMounted }) => {
    const app = express().set('env', 'test')
    if (parser) app.use((req, _, next) => parser(() => buffer(req), req).then(() => next()))
    const handler = (req: ExpressRequest, res: ExpressResponse) =>
      say(answer(req.verified as VerifiedRequest, { raw: req, body: () => req.body }), (text) => void res.send(text))
    const adapter = onExpress(verifier, options)
    if (isMounted) app.use('/v1', express.Router().use(adapter).post('/jobs', handler))
    else app.use(adapter, handler)
    if (errors)
      app.use((error: unknown, _req: ExpressRequest, res: ExpressResponse, _next: NextFunction) => {
        const [status, text] = errors(error)
        res.status(status).send(text)
      })
    return app
  },
  koa: (verifier, { answer, options, parser, errors, isMounted }) => {
    const app = Object.assign(new KoaApp(), { silent: true })
    const front: Middleware = async (ctx, next) => {
      // As koa-mount does it.
      if (isMounted) ctx.path = ctx.path.replace('/v1', '')
      await parser?.(() => buffer(ctx.req), ctx)
      await next().catch((error: unknown) => {
        if (errors === undefined) throw error
        ;[ctx.status, ctx.body] = errors(error)
      })
    }
    app.use(front).use(onKoa(verifier, options))
    app.use((ctx) => {
      const body = () => (ctx.request as { readonly body?: unknown }).body
      return say(answer(ctx.state.verified as VerifiedRequest, { raw: ctx.req, body }), (text) => {
        ctx.body = text
      })
    })
    return app.callback()
  },
  fastify: async (verifier, { answer, options, parser, errors, isMounted, methods }) => {
    const app = fastify()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    if (parser) app.addHook('onRequest', async (request) => void (await parser(() => buffer(request.raw), request)))
    const route = (scope: FastifyInstance): void => {
      scope.register(onFastify, { verifier, ...options })
      scope.route({
        method: methods ?? scope.supportedMethods,
        url: isMounted ? '/jobs' : '*',
        handler: ({ verified, raw, body }, reply) => {
          const text = answer(verified as VerifiedRequest, { raw, body: () => body })
          return text instanceof Promise ? text : void reply.send(text)
        },
      })
    }
    if (isMounted) app.register(async (scope) => route(scope), { prefix: '/v1' })
    else route(app)
    if (errors)
      app.setErrorHandler((error, _, reply) => {
        const [status, text] = errors(error)
        reply.code(status).send(text)
      })
    await app.ready()
    return (req, res) => app.routing(req, res)
  },
  hono: (verifier, { answer, options, parser, errors, isMounted }) => {
    const inner = new Hono<VerifiedEnv & { Bindings: { incoming: IncomingMessage } }>()
    if (errors)
      inner.onError((error, c) => {
        const [status, text] = errors(error)
        return c.text(text, status as never)
      })
    if (parser) inner.use((c, next) => parser(async () => Buffer.from(await c.req.arrayBuffer()), c).then(next))
    const bodyOf = async (c: Context): Promise<unknown> =>
      c.req.method === 'GET' || c.req.method === 'HEAD' ? undefined : new Uint8Array(await c.req.arrayBuffer())
    inner
      .use(onHono(verifier, options))
      .all('*', (c) =>
        say(answer(c.get('verified'), { raw: c.env.incoming, body: () => bodyOf(c) }), (text) => c.text(text)),
      )
    return getRequestListener((isMounted ? new Hono().route('/v1', inner) : inner).fetch)
  },
  fetch: (verifier, { answer, options, parser, isMounted }) => {
    const handler = onFetch(
      verifier,
      (request, verified, { incoming: raw }: { incoming: IncomingMessage }) => {
        const body = async () => new Uint8Array(await request.arrayBuffer())
        return say(answer(verified, { raw, body }), (text) => new Response(text))
      },
      options,
    )
    const listener = async (request: Request, env: unknown): Promise<Response> => {
      await parser?.(async () => Buffer.from(await request.arrayBuffer()), request)
      return handler(request, env as { incoming: IncomingMessage })
    }
    return getRequestListener(isMounted ? new Hono().mount('/v1', listener).fetch : listener)
  },
}
