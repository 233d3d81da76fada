import { once } from 'node:events'
import type { Server } from 'node:http'
import type * as http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { type FastifyHttpOptions, type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { verified } from '../../../src/server/adapters/fastify.ts'
import { createVerifier, type VerifiedRequest, type Verifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { adapterContract, head, header, type Running, request, running, type Serve } from './adapterContract.ts'
import { withSession } from './talk.ts'

type Handler = (request: FastifyRequest) => string

const listening = async (app: FastifyInstance): Promise<{ readonly port: number; readonly close: () => unknown }> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

/** Serves an app that `build` assembles from the plugin, the verifier and the handler. */
const serving =
  (
    build: (app: FastifyInstance, verifier: Verifier, handler: Handler) => unknown,
    options: FastifyHttpOptions<Server> = {},
  ): Serve =>
  (verifier, handle) => {
    const app: FastifyInstance = fastify({ forceCloseConnections: true, ...options })
    build(app, verifier, (req) => handle(req.verified as VerifiedRequest, req.body))
    return listening(app)
  }

/** Parses every content type as bytes. */
const asBytes = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

const everything = (app: FastifyInstance, handler: Handler): void =>
  void app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    url: '*',
    handler: async (req) => handler(req),
  })

adapterContract(
  'fastify',
  serving((app, verifier, handler) => {
    app.register(verified, { verifier })
    asBytes(app)
    everything(app, handler)
  }),
)

const json = 'Content-Type: application/json'

const submit = async ({ connect, handled }: Running, target = '/v1/jobs', body = '{"a":1}') => {
  const answer = await connect().ask(await request(body, `POST ${target}`, json))
  return { answer, handled: handled.at(-1) }
}

const replacing = suite('fastify: the bytes of rawBody')

replacing('are what the handler gets, though the request holds as many others', () =>
  running(
    serving((app, verifier, handler) => {
      app.register(verified, { verifier, rawBody: () => '{"b":2}' })
      asBytes(app)
      everything(app, handler)
    }),
    async ({ connect, handled }) => {
      const { ask, send } = connect()
      const { authorization } = await sign({ body: '{"b":2}' })
      send(head('POST /v1/jobs', `Authorization: ${authorization}`, 'Content-Length: 7'))
      assert.is((await ask('{"a":1}')).status, 200)
      assert.equal(handled[0]?.body, Buffer.from('{"b":2}'))
    },
  ),
)

const scopes = suite('fastify: the scope of the plugin')

scopes('routes of the same scope are verified, even those declared earlier, and routes of nested scopes', () =>
  running(
    serving((app, verifier, handler) => {
      app.post('/before', async (req) => handler(req))
      app.register(verified, { verifier })
      app.post('/after', async (req) => handler(req))
      app.register(async (below) => void below.post('/jobs', async (req) => handler(req)), { prefix: '/v1' })
    }),
    async (server) => {
      for (const target of ['/before', '/after?a=%2e', '/v1/jobs?b&a']) {
        const { answer, handled } = await submit(server, target)
        assert.is(answer.status, 200, target)
        assert.is(handled?.request.target, target)
      }
      for (const target of ['/before', '/after', '/v1/jobs', '/nowhere']) {
        assert.is((await server.ask(head(`POST ${target}`, 'Content-Length: 0'))).status, 401, target)
      }
    },
  ),
)

scopes('routes outside the scope are not verified and have no verdict', () =>
  running(
    serving((app, verifier, handler) => {
      app.register(
        async (inside) => {
          inside.register(verified, { verifier })
          inside.post('/jobs', async (req) => handler(req))
        },
        { prefix: '/v1' },
      )
      app.post('/open', async (req) => `${req.verified} ${JSON.stringify(req.body)}`)
    }),
    async ({ ask }) => {
      assert.is((await ask(`${head('POST /open', json, 'Content-Length: 7')}{"a":1}`)).body, 'undefined {"a":1}')
      assert.is((await ask(`${head('POST /v1/jobs', json, 'Content-Length: 7')}{"a":1}`)).status, 401)
    },
  ),
)

const bodies = suite('fastify: bodies')

const jobs = (options?: FastifyHttpOptions<Server>) =>
  serving((app, verifier, handler) => {
    app.register(verified, { verifier })
    app.post('/v1/jobs', async (req) => handler(req))
  }, options)

bodies('Fastify’s own JSON parser reads the verified bytes', () =>
  running(jobs(), async (server) => {
    const { answer, handled } = await submit(server, '/v1/jobs', '{"a": 1}')
    assert.is(answer.status, 200)
    assert.equal(handled?.body, { a: 1 })
    assert.is(Buffer.from(handled?.request.body ?? []).toString(), '{"a": 1}')
    // Fastify's own answer, as without the verifier.
    assert.is((await submit(server, '/v1/jobs', '{"a":')).answer.status, 400)
    assert.is((await submit(server, '/v1/jobs', '')).answer.status, 400)
  }),
)

bodies('a content type parser that takes the stream gets the verified bytes', () =>
  running(
    serving((app, verifier, handler) => {
      app.register(verified, { verifier })
      app.addContentTypeParser('*', async (_: unknown, payload: Readable) => Buffer.concat(await payload.toArray()))
      app.post('/v1/jobs', async (req) => handler(req))
    }),
    async ({ connect, handled }) => {
      const { ask, send } = connect()
      for (const body of ['x'.repeat(200_000), '']) {
        assert.is((await ask(await request(body, 'POST /v1/jobs', 'Content-Type: a/b'))).status, 200)
        assert.equal(handled.at(-1)?.body, Buffer.from(body))
      }
      send(head('POST /v1/jobs', await header({ body: '' }), 'Content-Type: a/b', 'Transfer-Encoding: chunked'))
      assert.is((await ask('0\r\n\r\n')).status, 200)
    },
  ),
)

const gunzip = async (_req: unknown, _reply: unknown, payload: Readable): Promise<Readable> => {
  const inflated = payload.pipe(createGunzip().on('error', () => {}))
  // Fastify compares this with the Content-Length.
  payload.on('data', (chunk: Buffer) => {
    Object.assign(inflated, { receivedEncodedLength: chunk.length })
  })
  return inflated
}

bodies('a preParsing hook behind the verifier may inflate the verified body', () =>
  running(
    serving((app, verifier, handler) => {
      app.register(verified, { verifier })
      app.after(() => app.addHook('preParsing', gunzip))
      app.post('/v1/jobs', async (req) => handler(req))
    }),
    async ({ connect, handled }) => {
      const zipped = gzipSync('{"a":1}')
      const { ask, send } = connect()
      send(head('POST /v1/jobs', await header({ body: zipped }), json, `Content-Length: ${zipped.length}`))
      assert.is((await ask(zipped)).status, 200)
      assert.equal(handled[0]?.body, { a: 1 })
      assert.equal(Buffer.from(handled[0]?.request.body ?? []), zipped)
    },
  ),
)

bodies('the smaller of the two body limits holds', async () => {
  await running(jobs({ bodyLimit: 5 }), async (server) => {
    const { answer } = await submit(server)
    assert.is(answer.status, 413)
    assert.match(answer?.body ?? '', 'FST_ERR_CTP_BODY_TOO_LARGE')
  })
  await running(
    jobs(),
    async (server) => {
      const { answer } = await submit(server)
      assert.is(answer.status, 413)
      assert.match(answer?.body ?? '', 'body_too_large')
    },
    { bodyLimit: 5 },
  )
})

const inFront: ReadonlyArray<readonly [how: string, add: (app: FastifyInstance) => unknown]> = [
  ['a hook that inflates the body', (app) => app.addHook('preParsing', gunzip)],
  [
    'a hook that pipes the body through another stream',
    (app) => app.addHook('preParsing', async (_req, _reply, payload) => payload.pipe(new PassThrough())),
  ],
  [
    'a hook that replaces the body',
    (app) => app.addHook('preParsing', async () => Readable.from(['{"a":2}'], { objectMode: false })),
  ],
  [
    'a hook that reads the whole body',
    (app) =>
      app.addHook('preParsing', async (req) => {
        await req.raw.toArray()
      }),
  ],
  [
    'a hook that reads one byte in onRequest',
    (app) =>
      app.addHook('onRequest', async (req) => {
        await once(req.raw, 'readable')
        req.raw.read(1)
      }),
  ],
  ['a hook that calls setEncoding', (app) => app.addHook('onRequest', async (req) => void req.raw.setEncoding('utf8'))],
]
for (const [how, add] of inFront) {
  bodies(`${how} in front gives 500 body_consumed, and the message names the fix`, () =>
    running(
      serving((app, verifier, handler) => {
        add(app)
        app.register(verified, { verifier })
        app.post('/v1/jobs', async (req) => handler(req))
      }),
      async (server) => {
        const { answer } = await submit(server)
        assert.is(answer.status, 500)
        assert.is(answer?.body, '{"error":{"code":"internal","message":"internal error"}}')
        assert.is(server.refused[0]?.reason, 'body_consumed')
        assert.match(server.refused[0]?.message ?? '', 'put the verifier before every body parser')
        assert.is(server.handled.length, 0)
      },
    ),
  )
}

const hooks = suite('fastify: hooks and errors')

hooks('a refusal runs onSend and onResponse like any answer, whether its body was read or not', async () => {
  const told: Array<number> = []
  await running(
    serving((app, verifier, handler) => {
      app.addHook('onRequest', async (_, reply) => {
        reply.header('Access-Control-Allow-Origin', '*').serializer(JSON.stringify)
      })
      app.addHook('onSend', async (_, reply, payload) => void reply.header('X-Sent', typeof payload))
      app.addHook('onResponse', async (_, reply) => void told.push(reply.statusCode))
      app.register(verified, { verifier })
      app.post('/v1/jobs', async (req) => handler(req))
    }),
    async ({ connect }) => {
      const { ask, send, ended } = connect()
      for (const field of ['Content-Length: 0', 'Transfer-Encoding: chunked']) {
        const refusal = await ask(head('POST /v1/jobs', field))
        assert.is(refusal.headers['access-control-allow-origin'], '*')
        assert.is(refusal.headers['x-sent'], 'object')
        assert.match(refusal.body, /^\{"error":\{"code":"authorization_missing"/)
      }
      send('0\r\n\r\n')
      await ended
      await until(() => told.length === 2)
      assert.equal(told, [401, 401])
    },
  )
})

hooks('no hook or handler behind the verifier runs for a refused request', async () => {
  const ran: Array<string> = []
  await running(
    serving((app, verifier, handler) => {
      app.register(verified, { verifier })
      app.after(() => app.addHook('preParsing', async () => void ran.push('preParsing')))
      app.addHook('preValidation', async () => void ran.push('preValidation'))
      app.addHook('onError', async () => void ran.push('onError'))
      app.addHook('preHandler', async () => void ran.push('preHandler'))
      app.setErrorHandler(async () => ran.push('error handler'))
      everything(app, handler)
    }),
    async ({ connect, handled }) => {
      for (const field of ['Content-Length: 0', 'Transfer-Encoding: chunked']) {
        const { ask, send, ended } = connect()
        assert.is((await ask(head('POST /v1/jobs', field))).status, 401)
        if (field.startsWith('T')) {
          send('0\r\n\r\n')
          await ended
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
      assert.equal(ran, [])
      assert.is(handled.length, 0)
    },
  )
})

for (const [how, sendWhole] of [
  ['complete', true],
  ['begun', false],
] as const) {
  hooks(`a response already ${how} before verification ends is kept`, () =>
    running(
      serving((app, verifier, handler) => {
        app.addHook('onRequest', (_req, reply, done) => {
          done()
          const slow = new PassThrough()
          slow.write('too slow')
          reply.code(503).send(sendWhole ? 'too slow' : slow)
          if (!sendWhole) setTimeout(() => slow.end(), 20)
        })
        app.register(verified, { verifier })
        everything(app, handler)
      }),
      async ({ connect, refused }) => {
        for (const line of [await header({ method: 'GET', target: '/', body: '' }), 'A: b']) {
          const { ask, ended } = connect()
          assert.is((await ask(head('GET /', line, 'Connection: close'))).status, 503)
          await ended
        }
        assert.is(refused.length, 1)
      },
    ),
  )
}

hooks('a refused HEAD gets no body, even with rejectNonStandardBodyWrites', () =>
  running(
    serving(
      (app, verifier, handler) => {
        app.register(verified, { verifier })
        everything(app, handler)
      },
      { http: { rejectNonStandardBodyWrites: true } as object },
    ),
    async ({ ask }) => {
      for (let i = 0; i < 2; i++) {
        const refusal = await ask(head('HEAD /'), 'head')
        assert.is(refusal.status, 401)
        assert.ok(Number(refusal.headers['content-length']) > 0)
      }
    },
  ),
)

hooks('no verifier, or a second one, throws at the start', async () => {
  const promised = createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem } })
  for (const options of [undefined, {}, { verifier: {} }, promised]) {
    const error = await fastify()
      .register(verified, options as never)
      .then(undefined, (e) => e)
    assert.instance(error, TypeError)
    assert.match(error.message, 'see createVerifier, and register with { verifier }')
  }
  const verifier = await promised
  const app = fastify()
  app.register(verified, { verifier })
  app.register(async (below) => void below.register(verified, { verifier }))
  const error = await app.ready().then(undefined, (e) => e)
  assert.match(error.message, 'register verified once')
})

const streams = suite('fastify: HTTP/2')

streams('accepts, refuses, stops a body over the limit, and serves the next request', async () => {
  const refused: Array<string> = []
  const verifier = await createVerifier({
    keys: { 'app-1': rsa(2048, 'app-1').publicPem },
    clock: () => now,
    bodyLimit: 1024,
    onVerdict: (verdict) => verdict.outcome === 'reject' && refused.push(verdict.reason),
  })
  const app = fastify({ http2: true })
  app.register(verified, { verifier })
  app.post('/v1/jobs', async (req) => `${req.verified?.appId} ${JSON.stringify(req.body)}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  await withSession((app.server.address() as AddressInfo).port, async (asking) => {
    const ask = async (signed: string, sent = signed, fields: http2.OutgoingHttpHeaders = {}) => {
      const { authorization } = await sign({ body: signed })
      return asking({ 'content-type': 'application/json', authorization, ...fields }, sent)
    }
    assert.equal(await ask('{"a":1}'), [200, 'app-1 {"a":1}'])
    assert.is((await ask('{"a":1}', '{"a":2}'))[0], 401)
    assert.is((await ask('', 'x'.repeat(5_000_000)))[0], 413)
    assert.is((await ask('', 'x'.repeat(2000), { 'content-length': 2000 }))[0], 413)
    assert.is((await ask('', 'x'.repeat(5_000_000), { authorization: 'none' }))[0], 401)
    assert.equal(await ask('{"a":3}'), [200, 'app-1 {"a":3}'])
    assert.equal(refused, ['signature_invalid', 'body_too_large', 'body_too_large', 'scheme_unsupported'])
  })
  await app.close()
})
