/**
 * The handler that runs belongs to the signed target, whatever form the target has on the wire and whatever Host
 * comes with it: the request is refused, or the app without a verifier answers the signed target in the same way.
 */
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Handler } from 'express'
import fc from 'fast-check'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, Hono } from 'hono'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onFetch } from '../../../src/server/adapters/fetch.ts'
import { verified as onHono } from '../../../src/server/adapters/hono.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import * as RoutableTarget from '../../../src/server/adapters/routableTarget.ts'
import { createVerifier, type Verifier } from '../../../src/server/node.ts'
import { framework, isOlder } from '../../support/frameworks.ts'
import { rsa } from '../../support/keys.ts'
import { httpOnLoopback } from '../../support/loopback.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { type Answer, talk } from './talk.ts'

const { default: express } = await framework<typeof import('express')>('express')

const paths = ['/', '/admin', '/export', '/users/:id', '/:account/export', '/v1/jobs']

/** Every framework with the same routes, alone and mounted at /api; each answers with the route that ran and its parameters. */
type Build = (verifier?: Verifier) => RequestListener | Promise<RequestListener>

const onExpressApp: Build = (verifier) => {
  const routes = (name: string) => {
    const router = express.Router()
    if (verifier !== undefined) router.use(onExpress(verifier))
    const show =
      (path: string): Handler =>
      (req, res) =>
        void res.json([name, path, { ...req.params }])
    for (const path of [...paths, isOlder() ? '/*' : '/*splat']) router.get(path, show(path))
    return router
  }
  const app = express().use('/api', routes('mounted'))
  if (isOlder()) app.use(/^\/expression/, routes('at an expression'))
  app.use(routes('alone'))
  // Express answers an escape that it cannot decode with its own 400, and writes the error to stderr in any other environment.
  return app.set('env', 'test')
}

const onFastifyApp: Build = async (verifier) => {
  const app = fastify()
  if (verifier !== undefined) app.register(onFastify, { verifier })
  const routes = (name: string, all: ReadonlyArray<string>) => async (scope: FastifyInstance) => {
    for (const path of all) scope.get(path, async ({ params }: FastifyRequest) => [name, path, params])
  }
  app.register(routes('alone', [...paths, '/*']))
  app.register(routes('mounted', paths), { prefix: '/api' })
  await app.ready()
  return (req, res) => app.routing(req, res)
}

const onHonoApp: Build = (verifier) => {
  const routes = (name: string): Hono => {
    const app = new Hono()
    if (verifier !== undefined) app.use(onHono(verifier))
    for (const path of [...paths, '*']) app.get(path, (c: Context) => c.json([name, path, c.req.param()]))
    return app
  }
  const app = new Hono().mount('/api', routes('mounted').fetch).route('/', routes('alone'))
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}

const frameworks: Readonly<Record<string, Build>> = { express: onExpressApp, fastify: onFastifyApp, hono: onHonoApp }

const verifierFor = (): Promise<Verifier> =>
  createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem }, clock: () => now })

interface Sent {
  readonly target: string
  readonly host?: string
  /** The signed target; default: `RequestTarget.parse` of the sent one. */
  readonly signed?: string
}

interface Pair {
  /** The answer of the app with the verifier. */
  readonly send: (sent: Sent) => Promise<Answer | undefined>
  /** The answer of the app without a verifier to the target in origin-form. */
  readonly expected: (target: string) => Promise<string | undefined>
}

const pairOf = async (build: Build, use: (pair: Pair) => Promise<unknown>): Promise<void> => {
  const guarded = await httpOnLoopback(await build(await verifierFor()))
  const open = await httpOnLoopback(await build())
  const ask = async (port: number, text: string): Promise<Answer | undefined> => {
    const { send, answer, socket } = talk(port)
    send(Buffer.from(text, 'latin1'))
    try {
      return await answer()
    } finally {
      socket.destroy()
    }
  }
  try {
    await use({
      send: async ({ target, host = 'h.example', signed = signedText(target) }) => {
        const { authorization } = await sign({ method: 'GET', target: signed, body: '' })
        return ask(guarded.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`)
      },
      expected: async (target) => (await ask(open.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`))?.body,
    })
  } finally {
    guarded.close()
    open.close()
  }
}

const signedText = (target: string): string => {
  const parsed = RequestTarget.parse(target)
  return E.isRight(parsed) ? parsed.right : '/'
}

const attacks: ReadonlyArray<readonly [framework: string, ...sent: ReadonlyArray<Sent>]> = [
  [
    'express',
    { target: 'http://h:acme/export' },
    { target: 'javascript://h/users/7' },
    { target: 'http://h/x\\..\\admin' },
    { target: 'http://h;x/admin' },
    { target: "http://h/it's" },
    // Express 4 looks for `http://h.x/admin` behind the mount.
    ...(isOlder() ? [{ target: 'http://h/expression.x/admin' }, { target: 'http://h/admin' }] : []),
  ],
  [
    'fastify',
    { target: 'http://a?x/admin' },
    { target: 'ws://h/admin' },
    { target: 'HTTP://h/admin' },
    { target: 'http://u@h/admin' },
  ],
  [
    'hono',
    { target: 'http://a?x/admin' },
    // http:////v1/admin is a URL of the host v1.
    { target: '/a/admin', host: '/' },
    { target: '//a/admin', host: '\\' },
    { target: '/api/admin/', host: '\xfc#abcde', signed: '/api/admin/' },
    { target: '/a/admin', host: '\xfc?abcde' },
  ],
]

const attacking = suite('a target that a router parses differently')
for (const [framework, ...sents] of attacks) {
  for (const sent of sents) {
    const { target, host } = sent
    attacking(`${framework}: ${target}${host === undefined ? '' : ` for the host ${host}`} is refused`, () =>
      pairOf(frameworks[framework] as Build, async ({ send }) => {
        const answered = await send(sent)
        assert.is(answered?.status, 400)
        assert.match(answered?.body ?? '', /target_invalid/)
      }),
    )
  }
}

const plainAbsolute: ReadonlyArray<Sent> = [
  { target: 'http://elsewhere.example:80/v1/jobs?' },
  { target: 'https://[::1]:8443/users/7?a=b' },
  { target: 'http://127.0.0.1/api/admin' },
]

for (const framework of Object.keys(frameworks)) {
  attacking(`${framework}: a plain absolute-form, and any plain host, run the handler of the path`, () =>
    pairOf(frameworks[framework] as Build, async ({ send, expected }) => {
      for (const sent of [
        ...(isOlder() && framework === 'express' ? [] : plainAbsolute),
        { target: '/users/7', host: '[::1]' },
        { target: '/users/7', host: 'ab:1' },
      ]) {
        const answered = await send(sent)
        assert.is(answered?.status, 200, sent.target)
        assert.is(answered?.body, await expected(signedText(sent.target)))
      }
    }),
  )
}

attacking('node:http and fetch accept the same targets', async () => {
  const verifier = await verifierFor()
  const builds: ReadonlyArray<readonly [Build, ...odd: ReadonlyArray<string>]> = [
    [() => onHttp(verifier, (_, res, { target }) => void res.end(target)), 'http://a?x/admin', 'http://h'],
    [() => getRequestListener(onFetch(verifier, (_, { target }) => new Response(target)))],
  ]
  for (const [build, ...odd] of builds) {
    await pairOf(build, async ({ send }) => {
      for (const target of [
        'http://h:acme/x',
        'http://h;x/x',
        'ftp://h/x',
        'http://[zz]/x',
        'http://h:99999/x',
        ...odd,
      ])
        assert.is((await send({ target }))?.status, 400, target)
      assert.is((await send({ target: 'http://h:80/x?' }))?.body, '/x?')
    })
  }
})

attacking('in an app of Express: a target that lost its path with the prefix is refused', () =>
  // `http://h?x/admin` is left, in which find-my-way 9.0 to 9.8 finds /admin.
  pairOf(
    (verifier) => {
      const show: RequestListener = (req, res) => void res.end(req.url)
      return express().use('/api', verifier === undefined ? (show as Handler) : (onHttp(verifier, show) as Handler))
    },
    async ({ send }) => {
      const answered = await send({ target: 'http://h/api?x/admin' })
      assert.is(answered?.status, 400)
      assert.match(answered?.body ?? '', /target_invalid/)
      assert.is((await send({ target: 'http://h/api/users/7' }))?.body, 'http://h/users/7')
      assert.is((await send({ target: '/api?x/admin' }))?.body, '/?x/admin')
    },
  ),
)

attacking('hono in an app of Express: a path that leaves the mount when it is resolved is refused', () =>
  pairOf(
    (verifier) => express().use('/api', onHonoApp(verifier) as unknown as Handler),
    async ({ send }) => {
      for (const target of ['/api/..', '/api/%2E%2e/admin', '/api/../admin'])
        assert.is((await send({ target, signed: RoutableTarget.resolved(target) }))?.status, 400, target)
      assert.is((await send({ target: '/api/users/7' }))?.status, 200)
    },
  ),
)

attacking('a mount that makes another host of a path, as one of Connect does, is refused', () =>
  pairOf(
    (verifier) => {
      const show: RequestListener = (req, res) => void res.end(req.url)
      const inner = verifier === undefined ? show : onHttp(verifier, show)
      return (req, res) => {
        Object.assign(req, { originalUrl: req.url, url: req.url?.replace('/api', '') })
        inner(req, res)
      }
    },
    async ({ send }) => {
      for (const target of ['http://h/api.x/admin', 'http://h/api:80/admin'])
        assert.is((await send({ target }))?.status, 400, target)
      assert.is((await send({ target: 'http://h/api/users/7' }))?.body, 'http://h/users/7')
    },
  ),
)

attacking('a target whose path the URL parser changes is refused, as on Deno and workerd', async () => {
  const guard = onFetch(await verifierFor(), () => new Response('it ran'))
  for (const target of ['/v1/../admin', '/v1/%2e%2e/admin', '/v1\\admin']) {
    const { authorization } = await sign({ method: 'GET', target, body: '' })
    const request = new Request('http://h/', { headers: { authorization } })
    Object.defineProperty(request, 'url', { value: `http://h${target}` })
    const answer = await guard(request)
    assert.is(answer.status, 400, target)
    assert.match(await answer.text(), /target_invalid/)
  }
})

attacking('a target in origin-form is unchanged', () =>
  forAll([fc.string().map((rest) => `/${rest}`)], (text) => assert.is(RoutableTarget.ofRequestLine(text), text)),
)
