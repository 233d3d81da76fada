/** The apps of Hono, which serve on every runtime. */
import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { verified } from '../../../../src/server/adapters/hono.ts'
import type { VerifiedRequest, Verifier } from '../../../../src/server/Verifier.ts'
import { type App, report, routes, under } from './App.ts'

/** Hono has one parameter in a segment. */
const pairOf = ({ pair = '', ...params }: Record<string, string>): Record<string, string> => {
  const at = pair.indexOf('-')
  return { ...params, a: pair.slice(0, at), b: pair.slice(at + 1) }
}

export const register = (app: Hono, verifier: Verifier | undefined, prefix = ''): Hono => {
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

export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

const resolved = { reports: 'resolved' } as const

export const honoApps: ReadonlyArray<App<Fetch>> = [
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
]

/** `app.mount` hands on another Request, without its prefix: only on @hono/node-server does the target that was sent remain. */
export const verifiedInMounts: App<Fetch> = {
  name: 'verified in each mount',
  ...resolved,
  anyEnd: true,
  refusesMountPoint: true,
  build: (verifier) =>
    new Hono()
      .mount('/api', register(new Hono(), verifier, '/api').fetch)
      .mount('/t/acme', register(new Hono(), verifier, '/t/acme').fetch)
      .route('/', register(new Hono(), verifier)).fetch,
}
