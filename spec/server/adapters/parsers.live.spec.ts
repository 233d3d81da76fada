/** The adapters among the parsers, routers and mounts that people have: those of npm, in front and behind. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { type FastifyPluginCallback, fastify } from 'fastify'
import Koa, { type Middleware } from 'koa'
import * as assert from 'uvu/assert'
import { createClient } from '../../../src/client/node.ts'
import { assertVerified, verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { createVerifier, type Verifier } from '../../../src/server/node.ts'
import { installedTools } from '../../support/installedTools.ts'
import { rsa } from '../../support/keys.ts'
import { suite } from '../../support/suite.ts'

const { load } = await installedTools('spec/server/tools')
const { default: rawBody } = await load<{ default: FastifyPluginCallback<object> }>('fastify-raw-body')
const { bodyParser } = await load<{ bodyParser: (options?: object) => Middleware }>('@koa/bodyparser')
const { default: mount } = await load<{ default: (prefix: string, app: Koa) => Middleware }>('koa-mount')
interface Router {
  readonly post: (path: string, ...handlers: ReadonlyArray<Middleware>) => unknown
  readonly routes: () => Middleware
}
const { default: Router } = await load<{ default: new (options?: object) => Router }>('@koa/router')

const { publicPem, privatePem } = rsa(2048, 'app-1')
const job = { request_id: '7', stages: [] }

/** What the handler behind `verified` answers to a signed job, and to one that was altered on its way. */
const ask = async (listener: RequestListener): Promise<ReadonlyArray<unknown>> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const client = await createClient({ baseUrl: url, appId: 'app-1', privateKey: privatePem })
    const { json } = await client.submitJob(job)
    const { headers, body } = await client
      .sign({ method: 'POST', url: '/v1/jobs', body: JSON.stringify(job) })
      .then((signed) => ({
        headers: { authorization: signed.authorization, 'content-type': 'application/json' },
        body: '{}',
      }))
    const altered = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })
    await altered.body?.cancel()
    return [json, altered.status]
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const expected = [{ app_id: 'app-1', body: job, bytes: JSON.stringify(job) }, 401]
const seen = ({ appId, body }: { readonly appId: string; readonly body: Uint8Array }, parsed: unknown) => ({
  app_id: appId,
  body: parsed,
  bytes: Buffer.from(body).toString(),
})

const verifier = (): Promise<Verifier> => createVerifier({ keys: { 'app-1': publicPem } })
const parsers = suite('parsers, routers and mounts of npm')

parsers('express.json() in front keeps the bytes', async () => {
  const app = express()
  app.use(express.json({ verify: (req, _, bytes) => void Object.assign(req, { rawBody: bytes }) }))
  app.use(onExpress(await verifier(), { rawBody: (req) => (req as { readonly rawBody?: Buffer }).rawBody }))
  app.post('/v1/jobs', (req, res) => {
    assertVerified(req)
    res.json(seen(req.verified, req.body))
  })
  assert.equal(await ask(app), expected)
})

parsers('express.json() behind the adapter leaves its value alone', async () => {
  const app = express().use(onExpress(await verifier()), express.json(), express.urlencoded(), (req, res) => {
    assertVerified(req)
    res.json(seen(req.verified, req.body))
  })
  assert.equal(await ask(app as RequestListener), expected)
})

for (const [how, options] of [
  ['without the option', {}],
  ['with the option', { rawBody: (request: object) => (request as { readonly rawBody?: string }).rawBody }],
] as const)
  for (const settings of [{}, { encoding: false }])
    parsers(`fastify-raw-body ${JSON.stringify(settings)} keeps the bytes for the handler, ${how}`, async () => {
      const app = fastify()
      await app.register(rawBody, settings)
      await app.register(onFastify, { verifier: await verifier(), ...options })
      app.post('/v1/jobs', async (request) => {
        const { rawBody } = request as { readonly rawBody?: string }
        assert.is(String(rawBody), JSON.stringify(job))
        return seen(request.verified, request.body)
      })
      await app.ready()
      assert.equal(await ask((req, res) => app.routing(req, res)), expected)
    })

const answer: Middleware = (ctx) => {
  ctx.body = seen(ctx.state.verified, (ctx.request as { readonly body?: unknown }).body)
}

parsers('@koa/bodyparser in front keeps the bytes', async () => {
  const options = { rawBody: ({ request }: Koa.ParameterizedContext) => (request as { rawBody?: string }).rawBody }
  assert.equal(
    await ask(
      new Koa()
        .use(bodyParser())
        .use(onKoa(await verifier(), options))
        .use(answer)
        .callback(),
    ),
    expected,
  )
})

parsers('@koa/bodyparser behind the adapter leaves its value alone', async () => {
  assert.equal(
    await ask(
      new Koa()
        .use(onKoa(await verifier()))
        .use(bodyParser())
        .use(answer)
        .callback(),
    ),
    expected,
  )
})

parsers('on a route of @koa/router, and under a prefix of it', async () => {
  const router = new Router({ prefix: '/v1' })
  router.post('/jobs', onKoa(await verifier()) as Middleware, answer)
  assert.equal(await ask(new Koa().use(router.routes()).callback()), expected)
})

parsers('in an app that koa-mount mounts', async () => {
  const inner = new Koa().use(onKoa(await verifier())).use(answer) as unknown as Koa
  assert.equal(await ask(new Koa().use(mount('/v1', inner)).callback()), expected)
})

parsers.run()
