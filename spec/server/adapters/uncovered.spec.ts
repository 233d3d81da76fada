/** A route that `verified` does not cover says so, where it asks for its caller. */
import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import express, { type NextFunction, type Request, type Response } from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import * as onExpress from '../../../src/server/adapters/express.ts'
import * as onFastify from '../../../src/server/adapters/fastify.ts'
import * as onFetch from '../../../src/server/adapters/fetch.ts'
import * as onHono from '../../../src/server/adapters/hono.ts'
import * as onHttp from '../../../src/server/adapters/http.ts'
import * as onKoa from '../../../src/server/adapters/koa.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'

const verifier = await createVerifier({ keys: {} })

/** Apps with one route that is covered, /v1, and one that is not, /open. Each asks for its caller. */
const apps: Readonly<Record<string, (tell: (error: Error) => void) => RequestListener | Promise<RequestListener>>> = {
  express: (tell) => {
    const app = express()
    app.use('/v1', onExpress.verified(verifier))
    app.use((req) => {
      onExpress.assertVerified(req)
    })
    const errors = (error: unknown, _: Request, res: Response, __: NextFunction) => {
      tell(error as Error)
      res.sendStatus(500)
    }
    return app.use(errors)
  },
  koa: (tell) => {
    const app = new Koa()
    const verify = onKoa.verified(verifier)
    app.use((ctx, next) => (ctx.path === '/v1' ? verify(ctx as never, next) : next()))
    app.use((ctx) => onKoa.assertVerified(ctx))
    app.on('error', tell)
    return app.callback()
  },
  fastify: async (tell) => {
    const app = fastify()
    app.register(async (scope) => {
      await scope.register(onFastify.verified, { verifier })
      scope.get('/v1', async (request) => onFastify.assertVerified(request))
    })
    app.get('/open', async (request) => onFastify.assertVerified(request))
    app.setErrorHandler((error: Error, _, reply) => {
      tell(error)
      reply.code(500).send()
    })
    await app.ready()
    return (req, res) => app.routing(req, res)
  },
  hono: (tell) => {
    const app = new Hono()
    app.use('/v1', onHono.verified(verifier))
    app.get('*', (c) => {
      onHono.assertVerified(c)
      return c.text(c.get('verified').appId)
    })
    app.onError((error, c) => {
      tell(error)
      return c.body(null, 500)
    })
    return getRequestListener(app.fetch)
  },
}

const uncovered = suite('a route that verified does not cover')

for (const [name, make] of Object.entries(apps)) {
  uncovered(`${name}: assertVerified throws a TypeError with the remedy, and no caller is let in`, async () => {
    const told: Array<Error> = []
    const server = createServer(await make((error) => told.push(error)))
    const answers = await withServer(server, ({ url }) => Promise.all([fetch(`${url}/open`), fetch(`${url}/v1`)]))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses, [500, 401])
    const shown = told.map((error) => error instanceof TypeError)
    assert.equal(shown, [true])
    assert.match(told[0]?.message ?? '', /^this route is not covered by verified: put .+ in front of it$/)
  })
}

uncovered('though Object.prototype was polluted', () => {
  const polluted = Object.prototype as { verified?: unknown }
  polluted.verified = { appId: 'app-1' }
  try {
    assert.throws(() => onExpress.assertVerified({} as { verified?: never }), /not covered by verified/)
    assert.throws(() => onFastify.assertVerified({} as { verified?: never }), /not covered by verified/)
    assert.throws(() => onKoa.assertVerified({ state: {} } as { state: { verified?: never } }), /not covered/)
    assert.throws(() => onHono.assertVerified({ var: {} }), /not covered by verified/)
  } finally {
    delete polluted.verified
  }
})

uncovered('what verified returns is named in stack traces and lists of routes', () => {
  for (const made of [
    onExpress.verified(verifier),
    onKoa.verified(verifier),
    onHono.verified(verifier),
    onHttp.verified(verifier, () => {}),
    onFetch.verified(verifier, () => new Response()),
  ])
    assert.is(made.name, 'countersign')
})
