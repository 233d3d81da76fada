import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Application, Handler, Response } from 'express'
import { isLeft } from 'fp-ts/lib/Either.js'
import { verified } from '../../../src/server/adapters/express.ts'
import { contentOf } from '../../../src/server/adapters/jsonBody.ts'
import { framework, isOlder } from '../../support/frameworks.ts'
import { httpOnLoopback, withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { adapterContract, head, header, type Running, request, running, type Serve } from './adapterContract.ts'
import { talk } from './talk.ts'

const { default: express } = await framework<typeof import('express')>('express')

/** Serves an app that `build` assembles from the middleware and the handler behind it. */
const serving =
  (build: (app: Application, middleware: Handler, handler: Handler) => unknown): Serve =>
  (verifier, handle) => {
    const app = express()
    build(app, verified(verifier), (req, res) => {
      assert.ok(req.verified)
      res.send(handle(req.verified, req.body))
    })
    app.use((error: unknown, _req: unknown, res: Response, _next: unknown) => {
      res.status(500).send(`error handler: ${error instanceof Error ? error.message : 'none'}`)
    })
    return httpOnLoopback(app)
  }

const plain = serving((app, middleware, handler) => app.use(middleware, handler))

adapterContract('express', plain)

const places = suite('express: where the middleware is mounted')

const json = 'Content-Type: application/json'
const plainText = 'Content-Type: text/plain'

/** The status of one signed request with a JSON body, and what the handler saw. */
const submit = async ({ connect, handled }: Running, target = '/v1/jobs', body = '{"a":1}', type = json) => {
  const { status } = await connect().ask(await request(body, `POST ${target}`, type))
  return { status, handled: handled.at(-1) }
}

for (const [how, target, build] of [
  ['at a route', '/v1/jobs?a', (app, middleware, handler) => app.post('/v1/jobs', middleware, handler)],
  ['at a path', '/api/v1/jobs?a', (app, middleware, handler) => app.use('/api', middleware, handler)],
  [
    'in a nested router',
    '/api/v1/jobs?a=%2e',
    (app, middleware, handler) =>
      app.use('/api', express.Router().use('/v1', express.Router().use(middleware).post('/jobs', handler))),
  ],
  ['in a nested app', '/api/x', (app, middleware, handler) => app.use('/api', express().use(middleware, handler))],
] as ReadonlyArray<readonly [string, string, Parameters<typeof serving>[0]]>) {
  places(`${how}, the middleware verifies the target of the request line`, () =>
    running(serving(build), async (server) => {
      const { status, handled } = await submit(server, target)
      assert.is(status, 200)
      assert.is(handled?.request.target, target)
    }),
  )
}

places('routes not behind the middleware are neither verified nor changed', () =>
  running(
    serving((app, middleware, handler) => {
      app.post('/open', express.json(), (req, res) => res.send(`${req.verified} ${req.body.a}`))
      app.use(middleware, handler)
    }),
    async ({ ask }) => {
      assert.is((await ask(`${head('POST /open', json, 'Content-Length: 7')}{"a":1}`)).body, 'undefined 1')
    },
  ),
)

const parsers = suite('express: body parsers')

const everyParser: ReadonlyArray<readonly [name: string, parser: Handler]> = [
  ['json', express.json({ type: '*/*' })],
  ['raw', express.raw({ type: '*/*' })],
  ['raw without inflating', express.raw({ type: '*/*', inflate: false })],
  ['text', express.text({ type: '*/*' })],
  ['urlencoded', express.urlencoded({ type: '*/*' })],
]

parsers('JSON with an empty Content-Encoding is parsed', () =>
  running(plain, async ({ connect, handled }) => {
    for (const field of ['Content-Encoding:', 'Content-Encoding: Identity', 'Accept: */*']) {
      const { ask } = connect()
      assert.is((await ask(await request('{"a":1}', 'POST /v1/jobs', json, field))).status, 200)
      assert.equal(handled.at(-1)?.body, { a: 1 }, field)
    }
  }),
)

for (const [name, parser] of everyParser) {
  parsers(`${name} behind the verifier neither waits nor changes the body`, () =>
    running(
      serving((app, middleware, handler) => app.use(middleware, parser, handler)),
      async (server) => {
        for (const body of ['{"a":1}', '']) {
          const { status, handled } = await submit(server, '/v1/jobs', body, plainText)
          assert.is(status, 200)
          assert.ok(Buffer.isBuffer(handled?.body))
          assert.equal(handled?.body, Buffer.from(body))
          assert.equal(handled?.body, Buffer.from(handled?.request.body ?? [0]))
        }
        for (const [method, framing, body] of [
          ['POST', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
          ['GET', plainText, ''],
        ] as const) {
          const line = await header({ method, target: '/', body: '' })
          assert.is((await server.ask(head(`${method} /`, line, plainText, framing) + body)).body, 'app-1 0')
          assert.equal(server.handled.at(-1)?.body, Buffer.from(''))
        }
      },
    ),
  )
}

const inFront: ReadonlyArray<readonly [what: string, read: Handler]> = [
  ...everyParser,
  ['what listens for readable', (req, _, next) => next(void req.on('readable', () => {}))],
  ['what reads one byte', (req, _, next) => void once(req, 'readable').then(() => next(void req.read(1)))],
  ['what calls setEncoding', (req, _, next) => next(void req.setEncoding('utf8'))],
]
for (const [what, read] of inFront) {
  parsers(`${what} in front of the verifier gives 500 body_consumed, and the message names the fix`, () =>
    running(
      serving((app, middleware, handler) => app.use(read, middleware, handler)),
      async (server) => {
        const { status } = await submit(server)
        assert.is(status, 500)
        assert.is(server.refused[0]?.reason, 'body_consumed')
        assert.match(server.refused[0]?.message ?? '', 'put the verifier before every body parser')
        assert.is(server.handled.length, 0)
      },
    ),
  )
}

parsers('a parser in front that ignores this content type is harmless', () =>
  running(
    serving((app, middleware, handler) => app.use(express.urlencoded(), middleware, handler)),
    async (server) => assert.is((await submit(server)).status, 200),
  ),
)

parsers('req._body is set, so body-parser 1 does not read the body again', () =>
  running(
    serving((app, middleware) =>
      app.use(middleware, (req, res) => res.send(`${(req as { readonly _body?: unknown })._body}`)),
    ),
    async ({ ask }) => {
      assert.is((await ask(await request('a body'))).body, 'true')
    },
  ),
)

/** What `express.json()` itself does with this request: the status, the type of the error, and `req.body`. */
const own = async (type: string, body: Buffer): Promise<unknown> => {
  const seen: Array<unknown> = []
  const app = express().use(express.json(), (req, res) => res.send(void seen.push(req.body)))
  app.use((error: unknown, _req: unknown, res: Response, _next: unknown) => res.send(void seen.push(faultOf(error))))
  const { port, close } = await httpOnLoopback(app)
  const { ask, socket } = talk(port)
  await ask(Buffer.concat([Buffer.from(head('POST /', type, `Content-Length: ${body.length}`)), body]))
  socket.destroy()
  close()
  return seen[0]
}

const faultOf = (error: unknown): unknown => {
  const { name, status, statusCode, expose, type } = error as Readonly<Record<string, unknown>>
  return { name, status, statusCode, expose, type }
}

/** The same behind `verified`. */
const ours = async (type: string, body: Buffer): Promise<unknown> => {
  const seen: Array<unknown> = []
  const build = serving((app, middleware) => {
    app.use(middleware, (req, res) => res.send(void seen.push(req.body)))
    app.use((error: unknown, _req: unknown, res: Response, _next: unknown) => res.send(void seen.push(faultOf(error))))
  })
  await running(build, async ({ connect }) => {
    const { ask, send } = connect()
    send(head('POST /', await header({ target: '/', body }), type, `Content-Length: ${body.length}`))
    await ask(body)
  })
  return seen[0]
}

const utf16 = (value: string): Buffer => Buffer.from(value, 'utf16le')

for (const [what, type, body] of [
  ['an object', 'application/json', '{"a":[1,{"b":null}]}'],
  ['an array', 'application/json;charset=utf-8', ' [1] '],
  ['other letter case, blanks and quotation marks', 'Application/JSON ; Charset="UTF-8"', '{"a":"\u00e4"}'],
  ['a byte order mark', 'application/json', '\ufeff{"a":1}'],
  ['UTF-16', 'application/json; charset=utf-16le', utf16('{"a":1}')],
  ['an unknown charset', 'application/json; charset=latin1', '{}'],
  ['a charset of Unicode that does not exist', 'application/json; charset=utf-99', '{}'],
  ['bytes that are no UTF-8', 'application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['half an object', 'application/json', '{"a":'],
  ['a text', 'application/json', '"a"'],
] as ReadonlyArray<readonly [what: string, type: string, body: string | Buffer]>) {
  parsers(`JSON becomes what express.json() makes of it: ${what}`, async () => {
    const line = `Content-Type: ${type}`
    const bytes = Buffer.from(body)
    assert.equal(await ours(line, bytes), await own(line, bytes))
  })
}

for (const type of ['application/vnd.api+json', 'text/json', 'application/jsonp', 'application/x; a=application/json'])
  parsers(`${type} is no JSON for express.json(), and stays a Buffer`, async () => {
    // Express 4 puts an empty object there.
    assert.equal(await own(`Content-Type: ${type}`, Buffer.from('{}')), isOlder() ? {} : undefined)
    assert.equal(await ours(`Content-Type: ${type}`, Buffer.from('{}')), Buffer.from('{}'))
  })

parsers('an empty body of JSON is undefined', async () => {
  assert.is(await ours(json, Buffer.from('')), undefined)
})

parsers('__proto__ in JSON sets no prototype', async () => {
  const body = (await ours(json, Buffer.from('{"__proto__":{"isAdmin":true}}'))) as { isAdmin?: unknown }
  assert.is(body.isAdmin, undefined)
  assert.is(Object.getPrototypeOf(body), Object.prototype)
})

parsers('the error of malformed JSON shows nothing of the body', async () => {
  for (const body of ['{"token": hunter2', 'hunter2', '"hunter2"', '{"hunter2"}']) {
    const fault = contentOf({ 'content-type': 'application/json' }, Buffer.from(body))
    assert.ok(isLeft(fault))
    const { message, stack } = fault.left
    assert.not.match(JSON.stringify({ ...fault.left, message, stack }), /hunter|token/)
    assert.match(message, /JSON/)
  }
})

parsers('where parsers in front keep the bytes, req.body is read anew from those that were verified', () =>
  running(
    (verifier, handle) => {
      const app = express()
      const keep = { verify: (req: object, _: unknown, bytes: Buffer) => void Object.assign(req, { rawBody: bytes }) }
      app.use(express.json(keep), express.urlencoded(keep))
      app.use((req, _, next) => next(void Object.assign(req.body ?? {}, { mark: 1 })))
      const rawBody = (req: object) => (req as { rawBody?: Buffer }).rawBody
      app.use(verified(verifier, { rawBody }), (req, res) => res.send(handle(req.verified as never, req.body)))
      return httpOnLoopback(app)
    },
    async (server) => {
      // The content type is not signed.
      const body = '{"comment":"&role=admin&x="}'
      for (const [type, read] of [
        [json, JSON.parse(body)],
        ['Content-Type: application/x-www-form-urlencoded', Buffer.from(body)],
        [plainText, Buffer.from(body)],
      ] as const) {
        const { status, handled } = await submit(server, '/', body, type)
        assert.equal([status, handled?.body], [200, read])
        assert.equal(Buffer.from(handled?.request.body ?? []), Buffer.from(body))
      }
    },
  ),
)

const errors = suite('express: faults of the program')

errors('an error thrown behind the verifier goes to the error handler once', () =>
  running(
    serving((app, middleware) =>
      app.use(middleware, () => {
        const error = new Error('of the handler')
        // Express 4 does not look at promises.
        if (isOlder()) throw error
        return Promise.reject(error)
      }),
    ),
    async ({ ask }) => {
      assert.is((await ask(await request('a body'))).body, 'error handler: of the handler')
    },
  ),
)

errors('a response sent before verification ends is kept', () =>
  running(
    serving((app, middleware, handler) => {
      app.use((_, res, next) => {
        res.status(503).send('too slow')
        next()
      })
      app.use(middleware, handler)
    }),
    async ({ ask, refused }) => {
      assert.is((await ask(head('GET /'))).body, 'too slow')
      assert.is((await ask(head('GET /'))).status, 503)
      assert.is(refused.length, 2)
    },
  ),
)

errors('a refusal keeps headers set by earlier middleware', () =>
  running(
    serving((app, middleware, handler) => {
      app.use((_, res, next) => next(void res.set({ 'Access-Control-Allow-Origin': '*' })))
      app.use(middleware, handler)
    }),
    async ({ ask }) => {
      for (const field of ['Content-Length: 0', 'Transfer-Encoding: chunked']) {
        const refusal = await ask(head('POST /', field))
        assert.is(refusal.status, 401)
        assert.is(refusal.headers['access-control-allow-origin'], '*')
      }
    },
  ),
)

errors('app.use(verified) without a verifier fails closed', async () => {
  const app = express().use(verified as never, (_req, res) => res.send('open'))
  await withServer(createServer(app), async ({ url }) => assert.is((await fetch(url)).status, 500))
})
