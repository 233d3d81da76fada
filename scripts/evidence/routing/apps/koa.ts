/** Apps of Koa for the law of routing. */
import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import mount from 'koa-mount'
import { verified } from '../../../../src/server/adapters/koa.ts'
import { type App, type Reading, report, routes, under } from './App.ts'
import { serve } from './serve.ts'

const unguarded: Middleware = (_, next) => next()

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

const register = (router: Router, prefix = '', guard = unguarded): Router => {
  for (const [method, path] of routes) {
    const handler: Middleware = (ctx) => {
      const { params, path: seen, query } = ctx as typeof ctx & { readonly params: Record<string, string> }
      const ran = { route: `${method} ${under(prefix, path)}`, params: paramsOf(params), method: ctx.method }
      ctx.set(report({ ...ran, more: [seen, { ...query }] }, ctx.state.verified))
      ctx.body = ''
    }
    const name = method.toLowerCase() as 'get' | 'all'
    router[name](path.replace('*', rest), guard, handler)
  }
  return router
}

const koa = (...middleware: ReadonlyArray<Middleware>): Koa => {
  const made = Object.assign(new Koa(), { silent: true })
  for (const each of middleware) made.use(each)
  return made
}

const app = (name: string, reading: Partial<Reading>, made: (guard: Middleware) => Koa): App<RequestListener> => ({
  name,
  reports: 'text',
  ...reading,
  build: (verifier) => made(verifier === undefined ? unguarded : (verified(verifier) as Middleware)).callback(),
})

const loose = { anyCase: true, anyEnd: true } as const

await serve([
  app('a router', loose, (guard) => koa(guard, register(new Router()).routes())),
  app('routers with prefixes, and mounted apps', loose, (guard) => {
    const api = register(new Router({ prefix: '/api' }), '/api', guard)
    const sub = koa(guard, register(new Router(), '/sub').routes())
    return koa(api.routes(), mount('/sub', sub), guard, register(new Router()).routes())
  }),
  app('verified on each route, strict and case-sensitive', {}, (guard) =>
    koa(register(new Router({ strict: true, sensitive: true }), '', guard).routes()),
  ),
])
