// Hono on @hono/node-server.
import type { RequestListener } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { getRequestListener } from '@hono/node-server'
import express, { type Handler } from 'express'
import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { verified } from '../../../../src/server/adapters/hono.ts'
import type { VerifiedRequest, Verifier } from '../../../../src/server/Verifier.ts'
import { type App, report, routes, under } from './App.ts'
import { serve } from './serve.ts'

/** Hono has one parameter in a segment. */
const pairOf = ({ pair = '', ...params }: Record<string, string>): Record<string, string> => {
  const at = pair.indexOf('-')
  return { ...params, a: pair.slice(0, at), b: pair.slice(at + 1) }
}

const register = (app: Hono, verifier: Verifier | undefined, prefix = ''): Hono => {
  if (verifier !== undefined) app.use(verified(verifier))
  for (const [method, path] of routes) {
    const handler = (c: Context): Response => {
      const params = c.req.param() as Record<string, string>
      const ran = { route: `${method} ${under(prefix, path)}`, params: params.pair ? pairOf(params) : params }
      const seen: VerifiedRequest | undefined = c.get('verified')
      return c.body(null, 200, report({ ...ran, method: c.req.method, more: [c.req.path, c.req.queries()] }, seen))
    }
    const written = path.replace(':a-:b', ':pair{[^-/]+-[^/]+}')
    if (method === 'ALL') app.all(written, handler)
    else app.on(method, written, handler)
  }
  return app
}

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

const resolved = { reports: 'resolved' } as const

const apps: ReadonlyArray<App<Fetch>> = [
  { name: 'one app', ...resolved, build: (verifier) => register(new Hono(), verifier).fetch },
  {
    name: 'routes and a base path',
    ...resolved,
    build: (verifier) => {
      const app = new Hono()
      if (verifier !== undefined) app.use(verified(verifier))
      return app
        .route('/t/:tenant', register(new Hono(), undefined, '/t/:tenant'))
        .route('/', register(new Hono().basePath('/base') as Hono, undefined, '/base'))
        .route('/', register(new Hono(), undefined)).fetch
    },
  },
  {
    name: 'another router, slashes at the end do not matter',
    ...resolved,
    anyEnd: true,
    build: (verifier) => register(new Hono({ router: new TrieRouter(), strict: false }), verifier).fetch,
  },
  {
    name: 'mounts behind verified',
    ...resolved,
    anyEnd: true,
    build: (verifier) => {
      const app = new Hono()
      if (verifier !== undefined) {
        app.use(verified(verifier), async (c, next) => {
          await next()
          const { method, target } = c.get('verified')
          if (c.res.headers.has('x-ran')) c.header('x-verified', `${method} ${target}`)
        })
      }
      return app
        .mount('/api', register(new Hono(), undefined, '/api').fetch)
        .mount('/t/acme', register(new Hono(), undefined, '/t/acme').fetch)
        .route('/', register(new Hono(), undefined)).fetch
    },
  },
  // `app.mount` hands on another Request, without its prefix: only on @hono/node-server does the target that was sent remain.
  {
    name: 'verified in each mount',
    ...resolved,
    anyEnd: true,
    refusesMountPoint: true,
    build: (verifier) =>
      new Hono()
        .mount('/api', register(new Hono(), verifier, '/api').fetch)
        .mount('/t/acme', register(new Hono(), verifier, '/t/acme').fetch)
        .route('/', register(new Hono(), verifier)).fetch,
  },
]

const listenerOf = (fetch: Fetch) => getRequestListener(fetch)

const onNode = ({ build, ...app }: App<Fetch>): App<RequestListener> => ({
  ...app,
  build: async (verifier) => listenerOf(await build(verifier)),
})

await serve(
  [
    ...apps.map(onNode),
    {
      name: 'mounted in an app of Express',
      reports: 'resolved',
      anyCase: true,
      anyEnd: true,
      refusesMountPoint: true,
      build: (verifier) => {
        const inner = listenerOf(register(new Hono(), verifier, '/api').fetch)
        return express()
          .set('env', 'test')
          .use('/api', inner as Handler) as RequestListener
      },
    },
  ],
  apps.map(({ build, ...app }) => ({
    ...app,
    build: async (verifier) =>
      listenerOf(await build(verifier)) as (req: Http2ServerRequest, res: Http2ServerResponse) => unknown,
  })),
)
