import express, { type Application, type Handler, type Request, type Router } from 'express'
import { verified } from '../../../../src/server/adapters/express.ts'
import type { Verifier } from '../../../../src/server/Verifier.ts'
import { report, routes, under } from './App.ts'
import { serve } from './serve.ts'

type Registering = Router & Readonly<Record<string, (path: string, ...handlers: ReadonlyArray<Handler>) => unknown>>

const guards = (verifier: Verifier | undefined): ReadonlyArray<Handler> =>
  verifier === undefined ? [] : [verified(verifier) as Handler]

// Express 4 numbers the parameters that have no name.
const isExpress4 = 'lazyrouter' in express()
const rest = isExpress4 ? '*' : '*rest'

const paramsOf = ({ params }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string | ReadonlyArray<string>>(params).map(([name, value]) =>
      Array.isArray(value) || name === '0' ? ['*', [value].flat().join('/')] : [name, String(value)],
    ),
  )

const register = <To extends Router>(to: To, prefix = '', ...before: ReadonlyArray<Handler>): To => {
  for (const [method, path] of routes) {
    const handler: Handler = (req, res) => {
      const { baseUrl, path: seen, query } = req as Request & Readonly<Record<'baseUrl' | 'path' | 'query', unknown>>
      const ran = { route: `${method} ${under(prefix, path)}`, params: paramsOf(req), method: req.method ?? '' }
      res.set(report({ ...ran, more: [baseUrl, seen, query] }, req.verified)).send('')
    }
    ;(to as unknown as Registering)[method.toLowerCase()]?.(path.replace('*', rest), ...before, handler)
  }
  return to
}

interface RouterOptions {
  readonly mergeParams?: boolean
  readonly caseSensitive?: boolean
  readonly strict?: boolean
}
const makeRouter = (options: RouterOptions = { mergeParams: true }): Router =>
  (express as unknown as { Router: (options: RouterOptions) => Router }).Router(options)

// Express writes errors to stderr in any other environment.
const app = (): Application => express().set('env', 'test')
const loose = { reports: 'text', anyCase: true, anyEnd: true } as const

await serve([
  {
    name: 'one app',
    ...loose,
    build: (verifier) => register(app().use(...guards(verifier), (_req, _res, next) => next()) as Application),
  },
  {
    name: 'routers and apps in an app',
    ...loose,
    build: (verifier) => {
      const all = guards(verifier)
      const tenants = register(makeRouter(), '/t/:tenant')
      return app()
        .use('/api', ...all, register(makeRouter(), '/api'))
        .use('/t/:tenant', ...all, tenants)
        .use('/sub', register(app().use(...all, (_req, _res, next) => next()) as Application, '/sub') as Handler)
        .use(...all, register(makeRouter()))
    },
  },
  {
    // Express 4 hands on `http://h.x/admin` of `http://h/api.x/admin`.
    name: 'a router at a regular expression',
    ...loose,
    ...(isExpress4 && { dotEnds: '/api' }),
    build: (verifier) =>
      app()
        .use(...guards(verifier), (_req, _res, next) => next())
        .use(/^\/api/, register(makeRouter(), '/api')) as Application,
  },
  {
    name: 'verified on each route, strict and case-sensitive',
    reports: 'text',
    build: (verifier) =>
      register(app().set('case sensitive routing', true).set('strict routing', true), '', ...guards(verifier)),
  },
])
