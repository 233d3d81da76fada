// Hono on @hono/node-server.
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { verified } from '../../../../src/server/adapters/hono.ts'
import type { VerifiedRequest } from '../../../../src/server/Verifier.ts'
import { type App, type Reading, report, routes, under } from './App.ts'
import { inExpress } from './inExpress.ts'
import { type OnHttp2, serve } from './serve.ts'

/** Hono has one parameter in a segment. */
const pairOf = ({ pair = '', ...params }: Record<string, string>): Record<string, string> => {
  const at = pair.indexOf('-')
  return { ...params, a: pair.slice(0, at), b: pair.slice(at + 1) }
}

const unguarded: MiddlewareHandler = (_, next) => next()

/** All routes. `prefix`: where a mount or a base path puts them. */
const routed = (guard = unguarded, prefix = '', app: Hono = new Hono()): Hono => {
  app.use(guard)
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

/** A mounted app gets another Request, which knows no verdict: whoever mounts it tells of that. */
const tellsVerdict: MiddlewareHandler = async (c, next) => {
  await next()
  const seen: VerifiedRequest | undefined = c.get('verified')
  if (seen !== undefined && c.res.headers.has('x-ran')) c.header('x-verified', `${seen.method} ${seen.target}`)
}

const app = (
  name: string,
  reading: Partial<Reading>,
  made: (guard: MiddlewareHandler) => Pick<Hono, 'fetch'>,
): App<RequestListener> => ({
  name,
  reports: 'resolved',
  ...reading,
  build: (verifier) => {
    const { fetch } = made(verifier === undefined ? unguarded : verified(verifier))
    return getRequestListener(fetch)
  },
})

const apps: ReadonlyArray<App<RequestListener>> = [
  app('one app', {}, routed),
  app('routes and a base path', {}, (guard) =>
    new Hono()
      .use(guard)
      .route('/t/:tenant', routed(unguarded, '/t/:tenant'))
      .route('/', routed(unguarded, '/base', new Hono().basePath('/base') as Hono))
      .route('/', routed()),
  ),
  app('another router, slashes at the end do not matter', { anyEnd: true }, (guard) =>
    routed(guard, '', new Hono({ router: new TrieRouter(), strict: false })),
  ),
  app('mounts behind verified', { anyEnd: true }, (guard) =>
    new Hono()
      .use(guard, tellsVerdict)
      .mount('/api', routed(unguarded, '/api').fetch)
      .mount('/t/acme', routed(unguarded, '/t/acme').fetch)
      .route('/', routed()),
  ),
  // `app.mount` hands on another Request, without its prefix: only on @hono/node-server does the target that was sent remain.
  app('verified in each mount', { anyEnd: true, refusesMountPoint: true }, (guard) =>
    new Hono()
      .mount('/api', routed(guard, '/api').fetch)
      .mount('/t/acme', routed(guard, '/t/acme').fetch)
      .route('/', routed(guard)),
  ),
]

await serve(
  [...apps, inExpress(app('', { refusesMountPoint: true }, (guard) => routed(guard, '/api')))],
  apps as ReadonlyArray<App<unknown>> as ReadonlyArray<App<OnHttp2>>,
)
