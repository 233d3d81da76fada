import { createServer } from 'node:http'
import * as http2 from 'node:http2'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { logger } from 'hono/logger'
import { requestId } from 'hono/request-id'
import { TrieRouter } from 'hono/router/trie-router'
import { validator } from 'hono/validator'
import { type VerifiedEnv, verified } from '../../../src/server/adapters/hono.ts'
import { createVerifier, type Verifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback, withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { head, header, request, running, type Serve } from './adapterContract.ts'
import { talks, withSession } from './talk.ts'

/** Serves an app that `build` assembles from the middleware and its handler, on @hono/node-server. */
const serving =
  (
    build: (
      app: Hono<VerifiedEnv>,
      middleware: MiddlewareHandler,
      handler: (c: Context) => Promise<Response>,
    ) => unknown,
  ): Serve =>
  async (verifier, handle) => {
    const app = new Hono<VerifiedEnv>()
    build(app, verified(verifier), async (c) =>
      c.text(handle(c.get('verified'), Buffer.from(await c.req.arrayBuffer()))),
    )
    return onLoopback(createServer(getRequestListener(app.fetch)))
  }

const plain = serving((app, middleware, handler) => app.use(middleware).all('*', handler))

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

const post = async (body: string, more: Record<string, string> = {}): Promise<RequestInit> => ({
  method: 'POST',
  body,
  headers: { authorization: (await sign({ body })).authorization, ...more },
})

/** An app whose every route is behind a verifier. */
const verifying = async (): Promise<Hono<VerifiedEnv>> => {
  const app = new Hono<VerifiedEnv>()
  return app.use(verified(await createVerifier({ keys, clock: () => now })))
}

/** A request for one target, with the signature of another. */
const signedAs = async (sent: string, target: string): Promise<string> =>
  head(`POST ${sent}`, await header({ target }), 'Content-Length: 2').concat('{}')

const passing = suite('hono: what the handler behind the middleware gets')

const reading: ReadonlyArray<readonly [how: string, read: (c: Context) => Promise<unknown>, expected: unknown]> = [
  ['c.req.json()', (c) => c.req.json(), { a: 'é' }],
  ['c.req.text()', (c) => c.req.text(), '{"a":"é"}'],
  ['c.req.arrayBuffer()', async (c) => Buffer.from(await c.req.arrayBuffer()).toString(), '{"a":"é"}'],
  ['c.req.raw', (c) => c.req.raw.text(), '{"a":"é"}'],
  ["c.get('verified')", async (c) => Buffer.from(c.get('verified').body).toString(), '{"a":"é"}'],
]
for (const [how, read, expected] of reading) {
  passing(`the verified bytes, through ${how}`, async () => {
    const app = new Hono<VerifiedEnv>()
    let seen: unknown
    app.use('/v1/*', verified(await createVerifier({ keys, clock: () => now })))
    app.post('/v1/jobs', async (c) => {
      seen = await read(c)
      return c.text(c.get('verified').appId)
    })
    const answer = await app.request('/v1/jobs', await post('{"a":"é"}'))
    assert.equal([answer.status, await answer.text(), seen], [200, 'app-1', expected])
    seen = undefined
    await withServer(createServer(getRequestListener(app.fetch)), async ({ url }) => {
      assert.is((await fetch(`${url}/v1/jobs`, await post('{"a":"é"}'))).status, 200)
      assert.equal(seen, expected)
    })
  })
}

passing('on node with http2, where the target that chose the route is verified', async () => {
  const app = await verifying()
  app.all('*', async (c) => c.text(`${c.get('verified').target} ${await c.req.text()}`))
  await withServer(http2.createServer(getRequestListener(app.fetch) as never), ({ port }) =>
    withSession(port, async (ask) => {
      for (const [path, signedTarget, signedBody, expected] of [
        ['/v1/../jobs', '/jobs', 'a body', '200 /jobs a body'],
        [
          '/ü',
          '/%C3%BC',
          'a body',
          '400 {"error":{"code":"target_invalid","message":"the request target is not of the required form"}}',
        ],
      ] as const) {
        const { authorization } = await sign({ target: signedTarget, body: signedBody })
        const said = await ask({ ':path': path, authorization }, 'a body')
        assert.is(said.join(' '), expected)
      }
    }),
  )
})

passing('on other runtimes, an `incoming` in the environment is ignored', async () => {
  const app = await verifying()
  app.post('*', async (c) => c.text(await c.req.text()))
  for (const env of [undefined, {}, { incoming: null }, { incoming: 'a queue' }, { incoming: { rawHeaders: [] } }]) {
    assert.is(await (await app.request('/v1/jobs', await post('{}'), env)).text(), '{}')
  }
})

const places = suite('hono: where the middleware is mounted')

places('a router that calls it twice for one request: verified once', async () => {
  const app = new Hono<VerifiedEnv>({ router: new TrieRouter() })
  const calls: Array<string> = []
  app.use(async (c, next) => {
    calls.push(c.req.path)
    await next()
  })
  app.use(verified(await createVerifier({ keys, clock: () => now })))
  app.all('/:name', (c) => c.text(c.get('verified').target))
  const { authorization } = await sign({ method: 'GET', target: '/*', body: '' })
  const answer = await app.request('/*', { headers: { authorization } })
  assert.equal([answer.status, await answer.text()], [200, '/*'])
  // Otherwise this proves nothing.
  assert.equal(calls, ['/*', '/*'])
  assert.is((await app.request('/*', { headers: { authorization } })).status, 401)
  assert.is((await app.request('/*')).status, 401)
})

for (const [how, target, build] of [
  ['at a route', '/v1/jobs?', (app, middleware, handler) => app.post('/v1/jobs', middleware, handler)],
  ['at a path', '/v1/jobs?a', (app, middleware, handler) => app.use('/v1/*', middleware).post('/v1/jobs', handler)],
  [
    'in an app under a prefix',
    '/api/v1/jobs?a=%2e',
    (app, middleware, handler) => app.route('/api/v1', new Hono().use(middleware).post('/jobs', handler)),
  ],
  [
    'in a mounted app',
    '/api/x?',
    (app, middleware, handler) => app.mount('/api', new Hono().use(middleware).post('/x', handler).fetch),
  ],
] as ReadonlyArray<readonly [string, string, Parameters<typeof serving>[0]]>) {
  places(`${how}, the middleware verifies the target of the request line`, () =>
    running(serving(build), async ({ ask, handled }) => {
      assert.is((await ask(await request('{}', `POST ${target}`))).body, 'app-1 2')
      assert.is(handled[0]?.request.target, target)
      assert.equal(handled[0]?.body, Buffer.from('{}'))
    }),
  )
}

places('in a mounted app without node, the option prefix names what the mount takes off', async () => {
  const verifier = await createVerifier({ keys, clock: () => now })
  const mountedWith = (options: object) =>
    new Hono().mount('/api', new Hono().use(verified(verifier, options)).post('/x', (c) => c.text(c.req.path)).fetch)
  const ask = async (options: object, target: string): Promise<string | number> => {
    const { authorization } = await sign({ target, body: '{}' })
    const answer = await mountedWith(options).request('/api/x?a', {
      method: 'POST',
      headers: { authorization },
      body: '{}',
    })
    return answer.status === 200 ? answer.text() : answer.status
  }
  assert.is(await ask({ prefix: '/api' }, '/api/x?a'), '/x')
  assert.is(await ask({ prefix: '/api' }, '/x?a'), 401)
  // Without it nothing notices the mount.
  assert.is(await ask({}, '/api/x?a'), 401)
})

places('routes not behind the middleware are neither verified nor changed', () =>
  running(
    serving((app, middleware, handler) => {
      app.post('/open', async (c) => c.text(`${c.get('verified')} ${await c.req.text()}`))
      app.use('/v1/*', middleware).post('/v1/jobs', handler)
    }),
    async ({ ask }) => {
      assert.is((await ask(`${head('POST /open', 'Content-Length: 2')}{}`)).body, 'undefined {}')
    },
  ),
)

const chosen = suite('hono: the verified request is the one that chose the handler')

/** One handler at /admin/delete, and a verifier that records the target that `authorize` would get. */
const guarded: Parameters<typeof serving>[0] = (app, middleware, handler) =>
  app.use(middleware).post('/admin/delete', handler).post('/admin/', handler)

const resolved = [
  ['/x/../admin/delete', '/admin/delete'],
  ['/./admin/delete', '/admin/delete'],
  ['/x/%2e%2E/admin/delete?a=%7e&', '/admin/delete?a=%7e&'],
  ['/""""/../admin/delete', '/admin/delete'],
  ['http://elsewhere.example/x/../admin/delete?', '/admin/delete?'],
  // As many slashes as before.
  ['/admin/.', '/admin/'],
  ['/admin/%2e?', '/admin/?'],
] as const
for (const [sent, seen] of resolved) {
  chosen(`${sent}: only the target that the handler sees is verified`, () =>
    running(serving(guarded), async ({ ask, handled, refused }) => {
      const written = sent.replace('http://elsewhere.example', '')
      assert.is((await ask(await signedAs(sent, written))).status, 401)
      assert.is(refused[0]?.reason, 'signature_invalid')
      assert.is((await ask(await signedAs(sent, seen))).body, 'app-1 2')
      assert.is(handled[0]?.request.target, seen)
      const line = await header({ target: seen })
      assert.is((await ask(head(`POST ${sent}`, line, line, 'Content-Length: 2').concat('{}'))).status, 400)
      assert.is(refused[1]?.reason, 'authorization_multiple')
    }),
  )
}

chosen('characters that URL would encode stay as sent', () =>
  running(plain, async ({ ask, handled }) => {
    const targets = [
      '/"<>^`{|}\'?"<>\'',
      '/%7b{',
      '/.../..a/.b./%2e%2e%2e',
      'http://elsewhere.example:80/a*/?',
      '//a/',
      '/?/..',
    ]
    for (const target of targets) {
      const signed = target.replace(/^http:..[^/]*/, '')
      assert.is((await ask(await signedAs(target, signed))).body, 'app-1 2', target)
      assert.is(handled.at(-1)?.request.target, signed)
    }
  }),
)

chosen('the same on a server that passes on what @hono/node-server refuses', async () => {
  const app = await verifying()
  app.all('*', (c) => c.text(c.get('verified').target))
  const server = createServer(async (incoming, res) => {
    const answer = await app.fetch(new Request(`http://h${incoming.url}`), { incoming })
    const body = await answer.text()
    res.writeHead(answer.status, { 'Content-Length': body.length }).end(body)
  })
  await withServer(server, async ({ port }) => {
    const { ask, end } = talks(port)
    for (const [sent, target, expected] of [
      ['/admin\\delete', '/admin/delete', '/admin/delete'],
      ['/x/y\\..\\admin', '/x/admin', '/x/admin'],
      ['/admin\\delete', '/admin\\delete', 'signature_invalid'],
    ] as const)
      assert.match((await ask(head(`GET ${sent}`, await header({ method: 'GET', target, body: '' })))).body, expected)
    end()
  })
})

chosen('a mounted app sees `/` for its own path, and some escapes decoded: these targets are refused', () =>
  running(
    serving((app, middleware, handler) => app.mount('/v1/jobs', new Hono().use(middleware).all('*', handler).fetch)),
    async ({ ask, handled, refused }) => {
      for (const [sent, target] of [
        ['/v1/jobs', '/v1/jobs'],
        ['/v1/jobs', '/'],
        ['/v1/jobs/%61dmin', '/v1/jobs/%61dmin'],
        ['/v1/jobs/%61dmin', '/admin'],
      ] as const) {
        assert.is((await ask(await signedAs(sent, target))).status, 400, `${sent} signed as ${target}`)
        assert.is(refused.at(-1)?.reason, 'target_invalid')
      }
      assert.is((await ask(await signedAs('/x/../v1/jobs/admin?a', '/admin?a'))).status, 401)
      const target = '/v1/jobs/admin?a'
      assert.is((await ask(await signedAs('/x/../v1/jobs/admin?a', target))).status, 200)
      const requests = handled.map(({ request }) => request.target)
      assert.equal(requests, [target])
    },
  ),
)

/** An unverified handler calls app.request with its own environment and headers. */
const within = (to: string, body?: string): Serve =>
  serving((app, middleware, handler) => {
    const send = async (c: Context) =>
      app.request(to, { method: 'POST', body: body ?? (await c.req.text()), headers: c.req.raw.headers }, c.env)
    app.post('/batch/*', send).use(middleware).all('*', handler)
  })

for (const [sent, to] of [
  ['/batch', '/admin/delete'],
  ['/batch?to=/admin/delete', '/admin/delete'],
  ['/batch/admin?a', '/admin'],
  ['/batch/admin', '/admin?a'],
  ['/batch/xadmin', 'http://h.example/admin'],
] as const) {
  chosen(`a handler of ${sent} that calls app.request(${to}) does not pass with its own signature`, () =>
    running(within(to), async ({ ask, handled, refused }) => {
      assert.is((await ask(await request('{}', `POST ${sent}`))).status, 401)
      assert.is(refused[0]?.reason, 'signature_invalid')
      assert.is(handled.length, 0)
      // An inner request with its own signature passes, with its own body.
      const target = to.replace('http://h.example', '')
      assert.is((await ask(await signedAs(sent, target))).body, 'app-1 2')
      assert.is(handled[0]?.request.target, target)
    }),
  )
}

chosen("app.request('/') from a handler looks like the request of a mounted app, and is refused", () =>
  running(within('/'), async ({ ask, refused }) => {
    assert.is((await ask(await signedAs('/batch', '/'))).status, 400)
    assert.is(refused[0]?.reason, 'target_invalid')
  }),
)

chosen('an inner request does not pass with the outer body', () =>
  running(within('/admin/delete', '{"all":true}'), async ({ connect, refused }) => {
    const { send, answer } = connect()
    send(await signedAs('/batch', '/admin/delete'))
    // The length differs, as where middleware has replaced the body.
    assert.is((await answer())?.status, 500)
    send(head('POST /batch', await header({ target: '/admin/delete' }), 'Content-Length: 12').concat('{"all":null}'))
    assert.is((await answer())?.status, 401)
    const reasons = refused.map(({ reason }) => reason)
    assert.equal(reasons, ['body_consumed', 'signature_invalid'])
  }),
)

chosen('a request that middleware has replaced is verified as replaced', () =>
  running(
    serving((app, middleware, handler) => {
      app.use(async (c, next) => {
        c.req.raw = new Request(new URL('/v2/jobs', c.req.url), c.req.raw)
        return next()
      })
      app.use(middleware).all('*', handler)
    }),
    async ({ ask, handled }) => {
      assert.is((await ask(await request('{}', 'POST /v1/jobs'))).status, 401)
      assert.is((await ask(await signedAs('/v1/jobs', '/v2/jobs'))).body, 'app-1 2')
      assert.is(handled[0]?.request.target, '/v2/jobs')
    },
  ),
)

chosen('behind a router that strips a prefix, the target of the request line is verified', async () => {
  const app = await verifying()
  app.all('*', (c) => c.text(`${c.req.path} ${c.get('verified').target}`))
  const outer = express()
  outer.use('/api', getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await withServer(createServer(outer), async ({ url }) => {
    const { authorization } = await sign({ target: '/api/v1/jobs?a' })
    const init = { method: 'POST', body: '{}', headers: { authorization } }
    assert.is(await (await fetch(`${url}/api/v1/jobs?a`, init)).text(), '/v1/jobs /api/v1/jobs?a')
  })
})

const inFront = suite('hono: other middleware in front')

const before = (...others: ReadonlyArray<MiddlewareHandler>): Serve =>
  serving((app, middleware, handler) => {
    for (const other of others) app.use(other)
    app.use(middleware).all('*', handler)
  })

const json = 'Content-Type: application/json'
const chunked = async (body: string): Promise<string> =>
  `${head('POST /v1/jobs', await header({ body }), json, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

const harmless: ReadonlyArray<readonly [name: string, ...others: ReadonlyArray<MiddlewareHandler>]> = [
  ['bodyLimit', bodyLimit({ maxSize: 1000 })],
  ['compress, cors, logger, requestId', compress(), cors(), logger(() => {}), requestId()],
  [
    'middleware that reads a clone',
    async (c, next) => {
      await c.req.raw.clone().text()
      return next()
    },
  ],
  [
    'middleware that gets c.req.raw.body, and waits',
    async (c, next) => {
      assert.ok(c.req.raw.body)
      await new Promise(setImmediate)
      return next()
    },
  ],
  [
    'middleware that reads the body and replaces the request by one with the same bytes',
    async (c, next) => {
      const text = await c.req.text()
      c.req.raw = new Request(c.req.raw, { body: text })
      return next()
    },
  ],
]
for (const [name, ...others] of harmless) {
  inFront(`${name}: the request is still accepted`, () =>
    running(before(...others), async ({ ask, handled, refused }) => {
      for (const sent of [await request('{"a":1}', 'POST /v1/jobs', json), await chunked('{"a":1}')]) {
        assert.is((await ask(sent)).body, 'app-1 7', refused[0]?.message)
        assert.equal(handled.at(-1)?.body, Buffer.from('{"a":1}'))
      }
      assert.is((await ask((await chunked('{"a":1}')).replace('{"a":1}', '{"a":2}'))).status, 401)
      assert.is(refused[0]?.reason, 'signature_invalid')
    }),
  )
}

const harmful: ReadonlyArray<readonly [name: string, other: MiddlewareHandler]> = [
  ['reads c.req.json()', async (c, next) => c.req.json().then(next)],
  ['reads c.req.raw', async (c, next) => c.req.raw.arrayBuffer().then(next)],
  [
    'has begun to read c.req.text()',
    async (c, next) => {
      c.req.text().catch(() => {})
      return next()
    },
  ],
  ['validates the body', validator('json', (value) => value)],
  [
    'has locked the stream',
    async (c, next) => {
      c.req.raw.body?.getReader()
      return next()
    },
  ],
]
for (const [name, other] of harmful) {
  inFront(`middleware that ${name}: 500 body_consumed`, () =>
    running(before(other), async ({ ask, handled, refused }) => {
      for (const sent of [await request('{"a":1}', 'POST /v1/jobs', json), await chunked('{"a":1}')]) {
        const refusal = await ask(sent)
        assert.is(refusal.status, 500)
        assert.is(refusal.body, '{"error":{"code":"internal","message":"internal error"}}')
        assert.is(refused.at(-1)?.reason, 'body_consumed')
      }
      assert.is(handled.length, 0)
    }),
  )
}

inFront('middleware that replaces the body by one of another length: 500 body_consumed', () =>
  running(
    before(async (c, next) => {
      c.req.raw = new Request(c.req.raw, { body: JSON.stringify(await c.req.json(), null, 2) })
      return next()
    }),
    async ({ ask, refused }) => {
      assert.is((await ask(await request('{"a":1}', 'POST /v1/jobs', json))).status, 500)
      assert.is(refused[0]?.reason, 'body_consumed')
    },
  ),
)

inFront('middleware that replaces the method: the new method must be the signed one', () =>
  running(
    before(async (c, next) => {
      c.req.raw = new Request(c.req.raw, { method: 'DELETE' })
      return next()
    }),
    async ({ ask, refused }) => {
      assert.is((await ask(await request('{}'))).status, 401)
      assert.is(refused[0]?.reason, 'signature_invalid')
    },
  ),
)

inFront('a cached body of middleware in front is dropped', () =>
  running(
    before(async (c, next) => {
      const bytes = await c.req.arrayBuffer()
      Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(new ArrayBuffer(3)) })
      c.req.raw = new Request(c.req.raw, { body: bytes })
      return next()
    }),
    async ({ ask, handled }) => {
      assert.is((await ask(await request('{}'))).status, 200)
      assert.equal(handled[0]?.body, Buffer.from('{}'))
    },
  ),
)

inFront('middleware that gets c.req.raw.body, before a verifier that reads the body at once', () =>
  running(
    (verifier, handle) => {
      const verify: Verifier['verify'] = async ({ body }) => {
        const bytes = typeof body === 'function' ? await body() : assert.unreachable('it is a function')
        const caller = { appId: 'app-1', scheme: 'signed', method: 'POST', target: '/v1/jobs' } as const
        return { ...caller, timestamp: now, nonce: 'n', fingerprint: '00', body: bytes as Uint8Array<ArrayBuffer> }
      }
      const other: MiddlewareHandler = (c, next) => {
        assert.ok(c.req.raw.body)
        return next()
      }
      return before(other)({ ...verifier, verify }, handle)
    },
    async ({ ask }) => {
      // More than a stream buffers without a reader.
      assert.is((await ask(await request('x'.repeat(500_000)))).body, 'app-1 500000')
    },
  ),
)

inFront('a parser in front of Hono itself', async () => {
  const app = new Hono<VerifiedEnv>()
  const reasons: Array<string> = []
  const onVerdict = (verdict: { readonly outcome: string; readonly reason?: string }) =>
    reasons.push(verdict.reason ?? verdict.outcome)
  app.use(verified(await createVerifier({ keys, clock: () => now, onVerdict })))
  app.post('*', (c) => c.text('handled'))
  const outer = express()
  outer.use(express.json(), getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await withServer(createServer(outer), async ({ url }) => {
    const stream = new Blob(['{"a":1}']).stream()
    for (const init of [
      await post('{"a":1}', { 'content-type': 'application/json' }),
      { ...(await post('{"a":1}', { 'content-type': 'application/json' })), body: stream, duplex: 'half' },
    ]) {
      assert.is((await fetch(`${url}/v1/jobs`, init as RequestInit)).status, 500)
    }
    assert.equal(reasons, ['body_consumed', 'body_consumed'])
  })
})

const refusing = suite('hono: refusals')

refusing('a refusal has the status, headers and body of the error, and headers set by earlier middleware', async () => {
  const app = new Hono<VerifiedEnv>()
  app.use(cors({ origin: 'https://h.example' }), requestId())
  app.use(verified(await createVerifier({ keys, clock: () => now, tokens: { a: 'token' } })))
  const answer = await app.request('/v1/jobs', { headers: { 'x-request-id': 'r-1', origin: 'https://h.example' } })
  assert.is(answer.status, 401)
  const text = await answer.text()
  assert.is(text, '{"error":{"code":"authorization_missing","message":"this request needs an Authorization header"}}')
  assert.is(answer.headers.get('www-authenticate'), 'SVC-SHA256-RSA, Bearer realm="jobs"')
  assert.is(answer.headers.get('cache-control'), 'no-store')
  assert.is(answer.headers.get('content-type'), 'application/json; charset=UTF-8')
  assert.is(answer.headers.get('access-control-allow-origin'), 'https://h.example')
  assert.is(answer.headers.get('x-request-id'), 'r-1')
})

refusing('a refusal keeps a header that was set before there was a response', async () => {
  const app = new Hono<VerifiedEnv>()
  app.use(requestId(), verified(await createVerifier({ keys, clock: () => now })))
  const answer = await app.request('/v1/jobs', { headers: { 'x-request-id': 'r-1' } })
  assert.equal([answer.status, answer.headers.get('x-request-id')], [401, 'r-1'])
})
