/** The adapters among the parsers, uploads, proxies, routers and mounts that people have: those of npm, in front and behind. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request as requestTo,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import express, { type Handler } from 'express'
import { type FastifyPluginCallback, type FastifyRequest, fastify } from 'fastify'
import { Hono } from 'hono'
import Koa, { type Middleware } from 'koa'
import { createClient } from '../../../src/client/node.ts'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onHono } from '../../../src/server/adapters/hono.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { createVerifier, type VerifiedRequest, type Verifier } from '../../../src/server/node.ts'
import { installedTools } from '../../support/installedTools.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback, withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'

const { load } = await installedTools('spec/server/tools')
const { default: rawBody } = await load<{ default: FastifyPluginCallback<object> }>('fastify-raw-body')
const { bodyParser } = await load<{ bodyParser: (options?: object) => Middleware }>('@koa/bodyparser')
const { default: mount } = await load<{ default: (prefix: string, app: Koa) => Middleware }>('koa-mount')
interface Router {
  readonly post: (path: string, ...handlers: ReadonlyArray<Middleware>) => unknown
  readonly routes: () => Middleware
}
const { default: Router } = await load<{ default: new (options?: object) => Router }>('@koa/router')

interface File {
  readonly originalname: string
  readonly buffer: Buffer
}
const { default: multer } = await load<{
  default: { (options?: object): { any: () => Handler }; memoryStorage: () => object }
}>('multer')
interface Part {
  readonly filename: string
  readonly toBuffer: () => Promise<Buffer>
}
const { default: multipart } = await load<{ default: FastifyPluginCallback<object> }>('@fastify/multipart')
const {
  default: { createProxyServer },
} = await load<{
  default: {
    createProxyServer: (o: object) => { web: (req: object, res: object, o: object, failed: () => void) => void }
  }
}>('http-proxy')
const { default: bodyParser1 } = await load<{
  default: Record<'json' | 'raw' | 'urlencoded', (o?: object) => Handler>
}>('body-parser')

const { publicPem, privatePem } = rsa(2048, 'app-1')
const job = { request_id: '7', stages: [] }

/** What the handler behind `verified` answers to a signed job, and to one that was altered on its way. */
const ask = async (listener: RequestListener): Promise<ReadonlyArray<unknown>> => {
  const server = createServer(listener)
  return withServer(server, async ({ url }) => {
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
  })
}

const expected = [{ app_id: 'app-1', body: job, bytes: JSON.stringify(job) }, 401]
const seen = ({ appId, body }: { readonly appId: string; readonly body: Uint8Array }, parsed: unknown) => ({
  app_id: appId,
  body: parsed,
  bytes: Buffer.from(body).toString(),
})

const verifier = (): Promise<Verifier> => createVerifier({ keys: { 'app-1': publicPem } })
const parsers = suite('parsers, routers and mounts of npm')

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
        return seen(request.verified as VerifiedRequest, request.body)
      })
      await app.ready()
      assert.equal(await ask((req, res) => app.routing(req, res)), expected)
    })

const answer: Middleware = (ctx) => {
  ctx.body = seen(ctx.state.verified as VerifiedRequest, (ctx.request as { readonly body?: unknown }).body)
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

/** A form of one file, as curl sends it. */
const form = (file: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\nContent-Type: application/x\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])

/** The answer to a signed form, sent in several packets; and to an altered one, which has to be refused. */
const upload = (listener: RequestListener, file: Uint8Array, isChunked: boolean): Promise<string> =>
  withServer(createServer(listener), async ({ port, url }) => {
    const send = async (body: Buffer, sent: Buffer): Promise<string> => {
      const client = await createClient({ baseUrl: url, appId: 'app-1', privateKey: privatePem })
      const { authorization } = await client.sign({ method: 'POST', url: '/v1/files', body })
      const length = isChunked ? {} : { 'content-length': sent.length }
      const headers = { authorization, 'content-type': 'multipart/form-data; boundary=b', ...length }
      const request = requestTo({ port, method: 'POST', path: '/v1/files', headers, agent: false })
      const answered = new Promise<IncomingMessage>((resolve, reject) =>
        request.on('response', resolve).on('error', reject),
      )
      for (let at = 0; at < sent.length; at += 40_000) {
        request.write(sent.subarray(at, at + 40_000))
        await new Promise(setImmediate)
      }
      request.end()
      const answer = await answered
      return `${answer.statusCode} ${await text(answer)}`
    }
    const altered = form(file)
    altered.write('x', altered.length - 9)
    assert.match(await send(form(file), altered), /^401/)
    return await send(form(file), form(file))
  })

const files = (req: object): string => {
  const [file] = (req as { readonly files: ReadonlyArray<File> }).files
  return file === undefined ? 'none' : `${file.originalname} ${file.buffer.toString('hex')}`
}
const uploading = (): Handler => multer({ storage: multer.memoryStorage() }).any()

/** A service that says which file it was sent, behind a proxy. */
const upstream = await onLoopback(createServer(express().use(uploading(), (req, res) => void res.send(files(req)))))
const proxy = createProxyServer({})
const proxied = (req: object, res: object): Promise<void> =>
  new Promise((_, reject) => {
    proxy.web(req, res, { target: upstream.url }, reject as () => void)
  })
const piped = (req: IncomingMessage, res: ServerResponse): void => {
  const { port } = upstream
  const { method, url: path, headers } = req
  req.pipe(requestTo({ port, method, path, headers, agent: false }, (answer) => void answer.pipe(res)))
}

const uploads = suite('uploads and proxies of npm behind the adapters')
uploads.after(upstream.close)

const inFront: Handler = express.json({ verify: (req, _, bytes) => void Object.assign(req, { rawBody: bytes }) })
const keptBytes = (req: object) => (req as { readonly rawBody?: Buffer }).rawBody
const behind: ReadonlyArray<Handler> = [
  bodyParser1.json(),
  bodyParser1.urlencoded({ extended: true }),
  bodyParser1.raw({ type: () => true }),
  express.json(),
  express.raw({ type: '*/*' }),
]

const sinks: Readonly<Record<string, (verifier: Verifier) => RequestListener | Promise<RequestListener>>> = {
  'multer on Express': (verifier) =>
    express().use(onExpress(verifier), uploading(), (req, res) => void res.send(files(req))),
  'multer on Express, body parsers in front and behind': (verifier) =>
    express().use(
      inFront,
      onExpress(verifier, { rawBody: keptBytes }),
      ...behind,
      uploading(),
      (req, res) => void res.send(files(req)),
    ),
  '@fastify/multipart, registered behind': async (verifier) => {
    const app = fastify()
    app.register(onFastify, { verifier }).register(multipart)
    app.post('/v1/files', async (request: FastifyRequest) => {
      for await (const part of (request as unknown as { parts: () => AsyncIterable<Part> }).parts())
        return `${part.filename} ${(await part.toBuffer()).toString('hex')}`
      return 'none'
    })
    await app.ready()
    return (req, res) => app.routing(req, res)
  },
  'http-proxy on node:http': (verifier) => onHttp(verifier, proxied),
  'http-proxy on Express, body parsers behind': (verifier) =>
    express().use(onExpress(verifier), ...behind, proxied as Handler),
  'http-proxy on Koa': (verifier) =>
    new Koa()
      .use(onKoa(verifier))
      .use((ctx) => {
        ctx.respond = false
        proxied(ctx.req, ctx.res)
      })
      .callback(),
  'req.pipe(…) on node:http': (verifier) => onHttp(verifier, piped),
  'req.pipe(…) on Fastify': async (verifier) => {
    const app = fastify()
    app.register(onFastify, { verifier })
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.post('/v1/files', (request, reply) => {
      reply.hijack()
      piped(request.raw, reply.raw)
    })
    await app.ready()
    return (req, res) => app.routing(req, res)
  },
  'c.req.parseBody() of Hono': (verifier) => {
    const app = new Hono().use(onHono(verifier))
    app.post('/v1/files', async (c) => {
      const { f } = await c.req.parseBody<{ f: globalThis.File }>()
      return c.text(`${f.name} ${Buffer.from(await f.arrayBuffer()).toString('hex')}`)
    })
    return getRequestListener(app.fetch)
  },
}

for (const [name, build] of Object.entries(sinks))
  uploads(`${name}: the file that was signed`, async () => {
    const listener = await build(await verifier())
    for (const isChunked of [false, true])
      for (const file of [Buffer.from('hello'), Buffer.alloc(200_000, '\r\n--x')])
        assert.is(await upload(listener, file, isChunked), `200 a.bin ${file.toString('hex')}`, String(isChunked))
  })

for (const parse of [...behind, express.text({ type: '*/*' }), express.urlencoded({ type: '*/*' })])
  uploads(`a form that ${parse.name} of npm reads behind the adapter stays what was verified`, async () => {
    const app = express().use(onExpress(await verifier()), parse, (req, res) => void res.send(req.body.toString('hex')))
    const file = Buffer.from('hello')
    assert.is(await upload(app, file, true), `200 ${form(file).toString('hex')}`)
  })
