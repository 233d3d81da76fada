import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import mount from 'koa-mount'
import { verified } from '../../../../src/server/adapters/koa.ts'
import type { Verifier } from '../../../../src/server/Verifier.ts'
import { report, routes, under } from './App.ts'
import { serve } from './serve.ts'

const guards = (verifier: Verifier | undefined): ReadonlyArray<Middleware> =>
  verifier === undefined ? [] : [verified(verifier) as Middleware]

const paramsOf = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name === 'rest' ? '*' : name, value]))

/** `*rest`, in the words of path-to-regexp before 8. */
const rest = (() => {
  try {
    new Router().get('/*rest')
    return '*rest'
  } catch {
    return ':rest(.*)'
  }
})()

const register = (router: Router, prefix = '', ...before: ReadonlyArray<Middleware>): Router => {
  for (const [method, path] of routes) {
    const handler: Middleware = (ctx) => {
      const { params, path: seen, query } = ctx as typeof ctx & { readonly params: Record<string, string> }
      const ran = { route: `${method} ${under(prefix, path)}`, params: paramsOf(params), method: ctx.method }
      ctx.set(report({ ...ran, more: [seen, { ...query }] }, ctx.state.verified))
      ctx.body = ''
    }
    const name = method.toLowerCase() as 'get' | 'all'
    router[name](path.replace('*', rest), ...before, handler)
  }
  return router
}

const app = (...middleware: ReadonlyArray<Middleware>): Koa => {
  const made = Object.assign(new Koa(), { silent: true })
  for (const each of middleware) made.use(each)
  return made
}

const loose = { reports: 'text', anyCase: true, anyEnd: true } as const

await serve([
  {
    name: 'a router',
    ...loose,
    build: (verifier) => app(...guards(verifier), register(new Router()).routes()).callback(),
  },
  {
    name: 'routers with prefixes, and mounted apps',
    ...loose,
    build: (verifier) => {
      const all = guards(verifier)
      const api = register(new Router({ prefix: '/api' }), '/api', ...all)
      const sub = app(...all, register(new Router(), '/sub').routes())
      return app(api.routes(), mount('/sub', sub), ...all, register(new Router()).routes()).callback()
    },
  },
  {
    name: 'verified on each route, strict and case-sensitive',
    reports: 'text',
    build: (verifier) =>
      app(register(new Router({ strict: true, sensitive: true }), '', ...guards(verifier)).routes()).callback(),
  },
])
