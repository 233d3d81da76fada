/** One request in front of one verifier twice, and one whose URL was rewritten in front of the verifier. */
import { createServer, type IncomingMessage, type RequestListener, request as requestTo } from 'node:http'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import express, { type Handler } from 'express'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { verified as onExpress } from '../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../src/server/adapters/fastify.ts'
import { verified as onFetch } from '../../src/server/adapters/fetch.ts'
import { verified as onHono } from '../../src/server/adapters/hono.ts'
import { verified as onHttp } from '../../src/server/adapters/http.ts'
import { verified as onKoa } from '../../src/server/adapters/koa.ts'
import { isEndOf } from '../../src/server/adapters/routableTarget.ts'
import {
  createVerifier,
  type Verdict,
  type VerifiedRequest,
  type Verifier,
  type VerifierOptions,
} from '../../src/server/node.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { now, sign, type ToSign } from '../support/world.ts'
import { apps } from './adapters/apps.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

const watched = async (options: Partial<VerifierOptions> = {}) => {
  const told: Array<Verdict> = []
  const verifier = await createVerifier({ keys, clock: () => now, onVerdict: (v) => void told.push(v), ...options })
  return { verifier, told, reasons: () => told.map((v) => (v.outcome === 'reject' ? v.reason : v.outcome)) }
}

type Ask = (toSign?: ToSign, sent?: string) => Promise<string>

const serving = async (listener: RequestListener, use: (ask: Ask) => Promise<void>): Promise<void> => {
  return withServer(createServer(listener), async ({ port }) => {
    await use(async (toSign = {}, sent = toSign.target ?? '/v1/jobs') => {
      const { method = 'POST', target = '/v1/jobs', body = 'a body' } = toSign
      const { authorization } = await sign({ ...toSign, method, target, body })
      // Not `fetch`, which spells a target anew.
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization, 'content-length': body.length }
        requestTo({ port, method, path: sent, headers, agent: false }, resolve).on('error', reject).end(body)
      })
      return `${answer.statusCode} ${await text(answer)}`
    })
  })
}

const textOf = (body: Uint8Array): string => Buffer.from(body).toString()

/** The verifiers one after the other; `between` changes the request of node:http on its way from one to the other. */
type Twice = (first: Verifier, second: Verifier, between: (req: IncomingMessage) => void) => RequestListener

const onFramework = async (verifier: Verifier): Promise<RequestListener> => {
  const app = fastify()
  app.register(onFastify, { verifier })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.all('*', async ({ body }) => String(body))
  await app.ready()
  return (req, res) => app.routing(req, res)
}

const twice: Readonly<Record<string, Twice>> = {
  http: (first, second, between) =>
    onHttp(first, (req, res) => {
      between(req)
      return onHttp(second, (_, out, { body }) => void out.end(textOf(body)))(req, res)
    }),
  express: (first, second, between) =>
    express()
      .use(onExpress(first))
      .use((req, _, next) => {
        between(req)
        next()
      })
      .all('*rest', onExpress(second) as Handler, (req, res) => void res.send(req.body)),
  koa: (first, second, between) =>
    new Koa()
      .use(onKoa(first))
      .use((ctx, next) => {
        between(ctx.req)
        return next()
      })
      .use(onKoa(second))
      .use((ctx) => {
        ctx.body = textOf((ctx.state.verified as VerifiedRequest).body)
      })
      .callback(),
  fastify: (first, second, between) => {
    const framework = onFramework(second)
    return onHttp(first, async (req, res) => {
      between(req)
      ;(await framework)(req, res)
    })
  },
  hono: (first, second, between) => {
    const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>()
    app.use(onHono(first)).use((c, next) => {
      between(c.env.incoming)
      return next()
    })
    return getRequestListener(app.use(onHono(second)).all('*', async (c) => c.text(await c.req.text())).fetch)
  },
}

const same = suite('the same verifier twice in front of one handler')

for (const [name, build] of Object.entries(twice)) {
  same(`${name}: one verdict, and the verified bytes`, async () => {
    const { verifier, reasons } = await watched()
    await serving(
      build(verifier, verifier, () => {}),
      async (ask) => {
        assert.is(await ask(), '200 a body')
        assert.equal(reasons(), ['accept'])
        // Nothing is remembered but of the very request.
        const again = { nonce: 'n-1' }
        assert.is(await ask(again), '200 a body')
        assert.match(await ask(again), /^401/)
        assert.equal(reasons(), ['accept', 'accept', 'nonce_replayed'])
      },
    )
  })

  same(`${name}: a request that was changed in between is not let in by the first verdict`, async () => {
    for (const change of [
      (req: IncomingMessage) => {
        const at = req.rawHeaders.findIndex((field) => field.toLowerCase() === 'authorization')
        req.rawHeaders[at + 1] = `${req.rawHeaders[at + 1]} `
      },
      // Hono asks its own Request for method and target.
      ...(name === 'hono'
        ? []
        : [
            (req: IncomingMessage) => Object.assign(req, { url: '/admin', originalUrl: '/admin' }),
            (req: IncomingMessage) => Object.assign(req, { method: 'DELETE' }),
          ]),
    ]) {
      const { verifier, told } = await watched()
      await serving(build(verifier, verifier, change), async (ask) => {
        assert.not.match(await ask(), /^200/, String(change))
        assert.is(told.length, 2)
      })
    }
  })

  same(`${name}: another verifier asks its own keys`, async () => {
    const first = await watched()
    const second = await watched({ keys: {} })
    await serving(
      build(first.verifier, second.verifier, () => {}),
      async (ask) => {
        assert.not.match(await ask(), /^200/)
        assert.equal([first.reasons(), second.told.length], [['accept'], 1])
      },
    )
  })
}

same('hono: another Request in between is not let in by the first verdict', async () => {
  for (const [target, method] of [
    ['/admin', 'POST'],
    ['/v1/jobs', 'DELETE'],
  ] as const) {
    const { verifier, told } = await watched()
    const app = new Hono().use(onHono(verifier)).use((c, next) => {
      c.req.raw = new Request(new URL(target, c.req.url), { method, headers: c.req.raw.headers, body: 'a body' })
      return next()
    })
    await serving(getRequestListener(app.use(onHono(verifier)).all('*', (c) => c.text('ran')).fetch), async (ask) => {
      assert.not.match(await ask(), /^200/)
      assert.is(told.length, 2)
    })
  }
})

same('fetch: a handler within a handler', async () => {
  const { verifier, reasons } = await watched()
  const inner = onFetch(verifier, async (request) => new Response(await request.text()))
  const outer = onFetch(verifier, (request) => inner(request))
  const body = 'a body'
  const { authorization } = await sign({ body })
  const sent = new Request('http://h/v1/jobs', { method: 'POST', body, headers: { authorization } })
  assert.is(await (await outer(sent)).text(), body)
  assert.equal(reasons(), ['accept'])
  // Another request, which only looks the same.
  const other = onFetch(verifier, (request) => inner(new Request(request)))
  const next = await sign({ body })
  const again = new Request(sent.url, { method: 'POST', body, headers: { authorization: next.authorization } })
  assert.is((await other(again)).status, 401)
})

/** Signed for /a; the handler of /b says which URL it was chosen by. */
type Rewriting = (verifier: Verifier, url: (url: string) => string, options: object) => Promise<RequestListener>

const inFront =
  (name: 'http' | 'express' | 'koa'): Rewriting =>
  async (verifier, url, options) =>
    apps[name](verifier, {
      options,
      answer: (_, { raw }) => String(raw.url),
      // As connect does it.
      parser: async (_, of) => {
        const { url: sent = '', originalUrl = sent } = of as { readonly url?: string; readonly originalUrl?: string }
        Object.assign(of, { originalUrl, url: url(sent) })
      },
    })

const rewriting: Readonly<Record<string, Rewriting>> = {
  http: inFront('http'),
  express: inFront('express'),
  koa: inFront('koa'),
  fastify: async (verifier, url, options) => {
    const app = fastify({ rewriteUrl: (req) => url(req.url ?? '') })
    app.register(onFastify, { verifier, ...options })
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.all('*', async (request) => request.url)
    await app.ready()
    return (req, res) => app.routing(req, res)
  },
}

const rewritten = suite('a URL that is rewritten in front of the verifier')

for (const [name, build] of Object.entries(rewriting)) {
  rewritten(`${name}: the handler of another target does not run, and the operator hears of it`, async () => {
    for (const [from, to] of [
      ['/a', '/b'],
      ['/a', '/a?admin'],
      ['/a?x=1', '/a'],
      ['/a?x=1', '/a?x=2'],
      ['/a?next=/b', '/b'],
      ['/super/user', '/r'],
      ['/super/user', '/'],
      ['/a', '/a/b'],
      ['/a', 'http://h/b'],
    ] as const) {
      const { verifier, told } = await watched()
      await serving(await build(verifier, () => to, {}), async (ask) => {
        assert.match(await ask({ target: from }), /^500 .*"internal"/, `${from} ${to}`)
        const [verdict] = told
        assert.is(verdict?.outcome === 'reject' && verdict.reason, 'misconfigured')
        const shown = String(verdict && 'message' in verdict && verdict.message)
        assert.match(shown, /code before `verified` changed the URL.* allowRewrites: true/)
      })
    }
  })

  rewritten(`${name}: with allowRewrites it runs, for the target that was signed and no other`, async () => {
    const { verifier, reasons } = await watched()
    await serving(await build(verifier, () => '/b', { allowRewrites: true }), async (ask) => {
      assert.is(await ask({ target: '/a' }), '200 /b')
      assert.match(await ask({ target: '/b' }, '/a'), /^401/)
      assert.equal(reasons(), ['accept', 'signature_invalid'])
    })
  })

  rewritten(`${name}: a prefix that is removed is no rewrite`, async () => {
    const { verifier } = await watched()
    await serving(await build(verifier, (url) => url.replace('/api', ''), {}), async (ask) => {
      for (const target of ['/api/v1/jobs?a=%2e&a', "/api//x/..?it's", '/v1/jobs', '/api/'])
        assert.is(await ask({ target }), `200 ${target.replace('/api', '')}`)
    })
  })
}

rewritten('express: the very prefix of a mount leaves a slash', async () => {
  const { verifier } = await watched()
  const show: Handler = (req, res) => void res.send((req as { originalUrl?: string }).originalUrl)
  const app = express().use('/v1', express().use('/x', onExpress(verifier) as Handler, show))
  await serving(app, async (ask) => {
    for (const target of ['/v1/x', '/v1/x/', '/v1/x?', '/v1/x?a=/', '/v1/x/y/'])
      assert.is(await ask({ target }), `200 ${target}`)
  })
})

const segments = (): fc.Arbitrary<string> =>
  fc.array(fc.stringMatching(/^[a-z.%~]{0,3}$/), { maxLength: 3 }).map((all) => all.map((each) => `/${each}`).join(''))
const queries = (): fc.Arbitrary<string> => fc.constantFrom('', '?', '?a', '?b=/a', '?/')
const origins = (): fc.Arbitrary<string> => fc.constantFrom('', 'http://h', 'https://h.example:8080')

rewritten('for all mounts: what a prefix of segments leaves is no rewrite', () =>
  forAll([segments(), segments(), queries(), origins()], (prefix, path, query, origin) => {
    fc.pre(prefix + path !== '')
    const left = path === '' ? '/' : path
    assert.ok(isEndOf(`${origin}${prefix}${path}${query}`, `${origin}${left}${query}`, prefix))
  }),
)

rewritten(
  'for all URLs: what is taken for a mount has the same query, and ends as the signed path does, at a slash',
  () =>
    forAll([segments(), queries(), segments(), queries(), segments()], (path, query, other, asked, base) => {
      const whole = `/${path}${query}`
      const url = `/${other}${asked}`
      if (!isEndOf(whole, url, base)) return
      assert.is(query, asked)
      assert.ok(`/${path}`.endsWith(`/${other}`) || (other === '' && base !== '' && `/${path}`.endsWith(base)))
    }),
)
