/** The apps of Hono, which serve on every runtime. */
import { type Context, Hono } from 'hono'
import { LinearRouter } from 'hono/router/linear-router'
import { TrieRouter } from 'hono/router/trie-router'
import { verified } from '../../../../src/server/hono.ts'
import type { VerifiedRequest, Verifier } from '../../../../src/server/Verifier.ts'
import { type App, report, routes, under } from './App.ts'

export const register = (app: Hono, verifier: Verifier | undefined, prefix = ''): Hono => {
  if (verifier !== undefined) app.use(verified(verifier))
  for (const [method, path] of routes) {
    const handler = (c: Context): Response => {
      // `/:a-:b` is one name in Hono.
      const ran = { route: `${method} ${under(prefix, path)}`, params: c.req.param() as Record<string, string> }
      const seen: VerifiedRequest | undefined = c.get('verified')
      return c.body(null, 200, report({ ...ran, method: c.req.method, more: [c.req.path, c.req.queries()] }, seen))
    }
    const written = path.replace(':a-:b', ':a{[^-/]+-[^/]+}')
    if (method === 'ALL') app.all(written, handler)
    else app.on(method, written, handler)
  }
  return app
}

export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

const resolved = { reports: 'resolved' } as const

export const honoApps: ReadonlyArray<App<Fetch>> = [
  { name: 'one app', ...resolved, build: (verifier) => register(new Hono(), verifier).fetch },
  {
    name: 'routes, a base path and a mount',
    ...resolved,
    build: (verifier) =>
      new Hono()
        .route('/t/:tenant', register(new Hono(), verifier, '/t/:tenant'))
        .mount('/api', register(new Hono(), verifier, '/api').fetch)
        .route('/', register(new Hono().basePath('/base') as Hono, verifier, '/base'))
        .route('/', register(new Hono(), verifier)).fetch,
  },
  {
    name: 'slashes at the end do not matter, other routers',
    ...resolved,
    anyEnd: true,
    build: (verifier) => {
      const inner = register(new Hono({ router: new LinearRouter(), strict: false }), verifier, '/api')
      return register(new Hono({ router: new TrieRouter(), strict: false }), verifier).mount('/api', inner.fetch).fetch
    },
  },
]
