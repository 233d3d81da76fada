/** Apps of Fastify for the law of routing. */
import type { RequestListener } from 'node:http'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { verified } from '../../../../src/server/adapters/fastify.ts'
import { type App, type Reading, report, routes, under } from './App.ts'
import { inExpress } from './inExpress.ts'
import { type OnHttp2, serve } from './serve.ts'

const every = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']

const register = (scope: FastifyInstance, prefix = ''): void => {
  for (const [method, path] of routes) {
    scope.route({
      method: (method === 'ALL' ? every : method) as 'GET',
      url: path,
      handler: (request: FastifyRequest, reply) => {
        const { params, query } = request as FastifyRequest & { readonly params: Record<string, string> }
        const ran = { route: `${method} ${under(prefix, path)}`, params: { ...params }, method: request.method }
        return reply.headers(report({ ...ran, more: query }, request.verified)).send('')
      },
    })
  }
}

/** All routes once more, below each prefix. */
const below =
  (...prefixes: ReadonlyArray<string>) =>
  (scope: FastifyInstance): void => {
    for (const prefix of prefixes) scope.register(async (inner) => register(inner, prefix), { prefix })
  }

const app = (
  name: string,
  reading: Partial<Reading> = {},
  options: object = {},
  fill: (scope: FastifyInstance) => void = register,
): App<RequestListener> => ({
  name,
  reports: 'text',
  ...reading,
  build: async (verifier) => {
    // A copy: Fastify 5.0 writes into it.
    const made = fastify({ ...options }) as unknown as FastifyInstance
    if (verifier !== undefined) made.register(verified, { verifier })
    await made.register(async (scope) => fill(scope))
    await made.ready()
    return (req, res) => made.routing(req, res)
  },
})

const indulgent = { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true }

await serve(
  [
    app('one app'),
    app('prefixes', { anyEnd: true }, {}, below('', '/api', '/t/:tenant')),
    app(
      'any case, slashes at the end and doubled ones',
      { anyCase: true, anyEnd: true, mergesSlashes: true },
      indulgent,
    ),
    app('a semicolon ends the path', { delimiter: ';' }, { useSemicolonDelimiter: true }),
    // Express removes the path /api, and leaves `http://h?x` of `http://h/api?x`.
    inExpress(app('', {}, {}, (scope) => register(scope, '/api'))),
  ],
  [app('one app', {}, { http2: true }) as unknown as App<OnHttp2>],
)
