import type { IncomingMessage, RequestListener } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import express, { type Handler } from 'express'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { verified } from '../../../../src/server/adapters/fastify.ts'
import type { Verifier } from '../../../../src/server/Verifier.ts'
import { type App, report, routes, under } from './App.ts'
import { serve } from './serve.ts'

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

const made = async (
  verifier: Verifier | undefined,
  options: object,
  fill: (app: FastifyInstance) => unknown,
): Promise<FastifyInstance> => {
  const app = fastify(options) as unknown as FastifyInstance
  if (verifier !== undefined) app.register(verified, { verifier })
  await app.register(async (scope) => fill(scope))
  await app.ready()
  return app
}

const listenerOf =
  (app: FastifyInstance): RequestListener =>
  (req, res) =>
    app.routing(req, res)

const text = { reports: 'text' } as const

const alone: App<RequestListener> = {
  name: 'one app',
  ...text,
  build: async (verifier) => listenerOf(await made(verifier, {}, (app) => register(app))),
}

const prefixes = (app: FastifyInstance): void => {
  app.register(async (scope) => register(scope, '/api'), { prefix: '/api' })
  app.register(async (scope) => register(scope, '/t/:tenant'), { prefix: '/t/:tenant' })
}

await serve(
  [
    alone,
    {
      name: 'prefixes',
      ...text,
      anyEnd: true,
      build: async (verifier) =>
        listenerOf(
          await made(verifier, {}, (app) => {
            register(app)
            prefixes(app)
          }),
        ),
    },
    {
      name: 'any case, slashes at the end and doubled ones',
      ...text,
      anyCase: true,
      anyEnd: true,
      mergesSlashes: true,
      build: async (verifier) =>
        listenerOf(
          await made(
            verifier,
            { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
            (app) => register(app),
          ),
        ),
    },
    {
      name: 'a semicolon ends the path',
      ...text,
      delimiter: ';',
      build: async (verifier) =>
        listenerOf(await made(verifier, { useSemicolonDelimiter: true }, (app) => register(app))),
    },
    {
      // Express removes the path /api, and leaves `http://h?x` of `http://h/api?x`.
      name: 'mounted in an app of Express',
      ...text,
      anyCase: true,
      anyEnd: true,
      build: async (verifier) => {
        const inner = listenerOf(await made(verifier, {}, (app) => register(app, '/api')))
        return express()
          .set('env', 'test')
          .use('/api', inner as Handler) as RequestListener
      },
    },
  ],
  [
    {
      name: 'one app',
      ...text,
      build: async (verifier) => {
        const app = await made(verifier, { http2: true }, (scope) => register(scope))
        return (req: Http2ServerRequest, res: Http2ServerResponse) =>
          app.routing(req as unknown as IncomingMessage, res as never)
      },
    },
  ],
)
