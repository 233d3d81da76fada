/** Apps of Express for the law of routing: one app, routers and apps in it, and `verified` on each route. */
import type { RequestListener } from 'node:http'
import express, { type Application, type Handler, type Request, type Router } from 'express'
import { verified } from '../../../../src/server/adapters/express.ts'
import { type App, type Reading, report, routes, under } from './App.ts'
import { serve } from './serve.ts'

type Registering = Router & Readonly<Record<string, (path: string, ...handlers: ReadonlyArray<Handler>) => unknown>>

const unguarded: Handler = (_req, _res, next) => next()

// Express 4 numbers the parameters that have no name.
const isExpress4 = 'lazyrouter' in express()
const rest = isExpress4 ? '*' : '*rest'

const paramsOf = ({ params }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string | ReadonlyArray<string>>(params).map(([name, value]) =>
      Array.isArray(value) || name === '0' ? ['*', [value].flat().join('/')] : [name, String(value)],
    ),
  )

const register = <To extends Router>(to: To, prefix = '', guard = unguarded): To => {
  for (const [method, path] of routes) {
    const handler: Handler = (req, res) => {
      const { baseUrl, path: seen, query } = req as Request & Readonly<Record<'baseUrl' | 'path' | 'query', unknown>>
      const ran = { route: `${method} ${under(prefix, path)}`, params: paramsOf(req), method: req.method ?? '' }
      res.set(report({ ...ran, more: [baseUrl, seen, query] }, req.verified)).send('')
    }
    ;(to as unknown as Registering)[method.toLowerCase()]?.(path.replace('*', rest), guard, handler)
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
const quiet = (): Application => express().set('env', 'test')

const app = (name: string, reading: Partial<Reading>, made: (guard: Handler) => Application): App<RequestListener> => ({
  name,
  reports: 'text',
  ...reading,
  build: (verifier) => made(verifier === undefined ? unguarded : (verified(verifier) as Handler)),
})

const loose = { anyCase: true, anyEnd: true } as const

await serve([
  app('one app', loose, (guard) => register(quiet().use(guard) as Application)),
  app('routers and apps in an app', loose, (guard) =>
    quiet()
      .use('/api', guard, register(makeRouter(), '/api'))
      .use('/t/:tenant', guard, register(makeRouter(), '/t/:tenant'))
      .use('/sub', register(quiet().use(guard) as Application, '/sub') as Handler)
      .use(guard, register(makeRouter())),
  ),
  // Express 4 hands on `http://h.x/admin` of `http://h/api.x/admin`.
  app('a router at a regular expression', { ...loose, ...(isExpress4 && { dotEnds: '/api' }) }, (guard) =>
    quiet()
      .use(guard)
      .use(/^\/api/, register(makeRouter(), '/api')),
  ),
  app('verified on each route, strict and case-sensitive', {}, (guard) =>
    register(quiet().set('case sensitive routing', true).set('strict routing', true), '', guard),
  ),
])
