import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { verified } from '../../../src/server/adapters/koa.ts'
import type { VerifiedRequest } from '../../../src/server/node.ts'
import { framework } from '../../support/frameworks.ts'
import { httpOnLoopback, onLoopback } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { adapterContract, head, header, request, running, type Serve } from './adapterContract.ts'

const { default: App } = await framework<{ readonly default: typeof Koa }>('koa')

const quiet = (): Koa => Object.assign(new App(), { silent: true })

/** Serves an app that `build` assembles from the middleware and the handler behind it. */
const serving =
  (build: (app: Koa, middleware: Middleware, handler: Middleware) => unknown): Serve =>
  (verifier, handle) => {
    const app = quiet()
    build(app, verified(verifier), (ctx) => {
      ctx.body = handle(ctx.state.verified as VerifiedRequest, (ctx.request as { readonly body?: unknown }).body)
    })
    return httpOnLoopback(app.callback())
  }

const plain = serving((app, middleware, handler) => app.use(middleware).use(handler))

adapterContract('koa', plain)

const json = 'Content-Type: application/json'

const koa = suite('koa')

koa('a target that no request line may hold is the fault of its caller, also where a mount has cut it', () =>
  running(
    serving((app, middleware, handler) => {
      app.use((ctx, next) => {
        ctx.url = '/'
        return next()
      })
      app.use(middleware).use(handler)
    }),
    async ({ ask, handled }) => {
      const line = await header({ target: '/sub', body: '' })
      assert.is((await ask(head('POST /sub#', line, 'Content-Length: 0'))).status, 400)
      assert.is(handled.length, 0)
    },
  ),
)

koa('inside of another framework the target that this keeps in originalUrl counts', () =>
  running(
    (verifier, handle) => {
      const app = quiet()
      app.use(verified(verifier)).use((ctx) => {
        ctx.body = handle(ctx.state.verified as VerifiedRequest, undefined)
      })
      const listener = app.callback()
      const server = createServer((req, res) => {
        const { url = '' } = req
        Object.assign(req, { originalUrl: url, url: url.replace('/outer', '') })
        listener(req, res)
      })
      return onLoopback(server)
    },
    async ({ ask, handled }) => {
      assert.is((await ask(await request('', 'POST /outer/v1/jobs'))).status, 200)
      assert.is(handled[0]?.request.target, '/outer/v1/jobs')
    },
  ),
)

koa('where a parser in front keeps the bytes, ctx.request.body is read anew from those that were verified', () =>
  running(
    (verifier, handle) => {
      const app = quiet()
      app.use(async (ctx, next) => {
        const rawBody = await text(ctx.req)
        Object.assign(ctx.request, { rawBody, body: Object.fromEntries(new URLSearchParams(rawBody)) })
        await next()
      })
      app.use(verified(verifier, { rawBody: ({ request }) => (request as { rawBody?: string }).rawBody }))
      app.use((ctx) => {
        ctx.body = handle(ctx.state.verified as VerifiedRequest, (ctx.request as { readonly body?: unknown }).body)
      })
      return httpOnLoopback(app.callback())
    },
    async ({ ask, handled }) => {
      const body = '{"comment":"&role=admin&x="}'
      for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
        assert.is((await ask(await request(body, 'POST /', `Content-Type: ${type}`))).status, 200)
      }
      const bodies = handled.map((each) => each.body)
      assert.equal(bodies, [Buffer.from(body), JSON.parse(body)])
    },
  ),
)

koa('JSON is parsed for ctx.request.body, and the bytes stay in ctx.state.verified', () =>
  running(plain, async ({ ask, handled }) => {
    assert.is((await ask(await request('{"a":1}', 'POST /', json))).status, 200)
    assert.equal(handled[0]?.body, { a: 1 })
    assert.equal(Buffer.from(handled[0]?.request.body ?? []), Buffer.from('{"a":1}'))
    assert.is((await ask(await request('{"a":', 'POST /', json))).status, 400)
    assert.is(handled.length, 1)
  }),
)

koa('middleware in front sees status and body of a refusal, and its headers are kept', () => {
  const seen: Array<unknown> = []
  return running(
    serving((app, middleware, handler) => {
      app.use(async (ctx, next) => {
        ctx.set('X-Before', '1')
        await next()
        seen.push(ctx.status, String(ctx.body))
        ctx.set('X-After', '2')
      })
      app.use(middleware).use(handler)
    }),
    async ({ ask }) => {
      const refusal = await ask(head('GET /'))
      assert.equal([refusal.headers['x-before'], refusal.headers['x-after']], ['1', '2'])
      assert.match(refusal.headers['content-type'] ?? '', 'application/json')
      assert.equal(seen, [401, refusal.body])
    },
  )
})

koa('a response sent before verification ends is kept', () =>
  running(
    serving((app, middleware, handler) => {
      app.use((ctx, next) => {
        ctx.res.writeHead(503, { 'Content-Length': 8 }).end('too slow')
        return next()
      })
      app.use(middleware).use(handler)
    }),
    async ({ ask, refused }) => {
      assert.is((await ask(head('GET /'))).body, 'too slow')
      await until(() => refused.length > 0)
    },
  ),
)
