/** The adapters in frameworks and wrappers that no page names: those of npm, each with a request of its own making. */
import { createServer, type RequestListener } from 'node:http'
import express from 'express'
import Koa from 'koa'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFetch } from '../../../src/server/adapters/fetch.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { createVerifier, type VerifiedRequest, type Verifier } from '../../../src/server/node.ts'
import { installedTools } from '../../support/installedTools.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback, withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const { load } = await installedTools('spec/server/foreign')
const older = await installedTools('spec/project/older/served')
// biome-ignore lint/suspicious/noExplicitAny: these packages are not installed where this is compiled
type Any = any

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

/** A verifier, and what it said of each request. */
const watched = async (): Promise<{ readonly verifier: Verifier; readonly reasons: Array<string> }> => {
  const reasons: Array<string> = []
  const onVerdict = (v: { readonly outcome: string; readonly reason?: string }) =>
    void reasons.push(v.reason ?? v.outcome)
  return { verifier: await createVerifier({ keys, clock: () => now, onVerdict }), reasons }
}

const textOf = (request: VerifiedRequest | undefined): string =>
  `${request?.appId} ${request?.method} ${request?.target} ${Buffer.from(request?.body ?? []).toString()}`

interface Sent {
  readonly method: string
  readonly target: string
  readonly body: string
}

const wrapped = suite('an app in serverless-http')

/** A signed request as each of the three kinds of events of AWS has it. */
const events: Readonly<Record<string, (sent: Sent) => Promise<Any>>> = {
  'payload format 2.0': async ({ method, target, body }) => {
    const { authorization } = await sign({ method, target, body })
    const http = { method, path: target, sourceIp: '192.0.2.1' }
    return {
      ...common(body, authorization),
      version: '2.0',
      rawPath: target,
      rawQueryString: '',
      requestContext: { http },
    }
  },
  'payload format 1.0': async ({ method, target, body }) => {
    const { authorization } = await sign({ method, target, body })
    const requestContext = { identity: { sourceIp: '192.0.2.1' } }
    return { ...common(body, authorization), httpMethod: method, path: target, requestContext }
  },
  'a load balancer': async ({ method, target, body }) => {
    const { authorization } = await sign({ method, target, body })
    const requestContext = { elb: { targetGroupArn: 'arn' }, identity: {} }
    return { ...common(body, authorization), httpMethod: method, path: target, requestContext }
  },
}

const common = (body: string, authorization: string) => ({
  headers: { host: 'api.example', 'content-type': 'application/json', authorization },
  multiValueHeaders: { Authorization: [authorization] },
  body,
  isBase64Encoded: false,
})

const { default: serverlessHttp } = await load<{ default: (app: unknown) => Any }>('serverless-http')
const { default: express4 } = await older.load<{ default: typeof express }>('express')
const expressApp = (make: typeof express) => (verifier: Verifier) =>
  make()
    .use(onExpress(verifier))
    .use((req, res) => void res.send(textOf(req.verified)))

const servedApps: Readonly<Record<string, (verifier: Verifier) => unknown>> = {
  'Express 5': expressApp(express),
  'Express 4': expressApp(express4),
  Koa: (verifier) =>
    new Koa().use(onKoa(verifier)).use((ctx) => {
      ctx.body = textOf(ctx.state.verified as VerifiedRequest)
    }),
}

for (const [app, make] of Object.entries(servedApps))
  for (const [kind, eventOf] of Object.entries(events))
    wrapped(`${app}, ${kind}: a signed request is let in once, and no other`, async () => {
      const { verifier, reasons } = await watched()
      const handler = serverlessHttp(make(verifier))
      const event = await eventOf({ method: 'POST', target: '/v1/jobs', body: '{"a":"é"}' })
      const answer = await handler(structuredClone(event), {})
      assert.equal([answer.statusCode, answer.body], [200, 'app-1 POST /v1/jobs {"a":"é"}'])
      const empty = await handler(await eventOf({ method: 'GET', target: '/v1/jobs/7', body: '' }), {})
      assert.is(empty.statusCode, 200)
      await handler(structuredClone(event), {})
      const fresh = await eventOf({ method: 'POST', target: '/v1/jobs', body: '{"a":1}' })
      await handler({ ...structuredClone(fresh), body: '{"a":2}' }, {})
      assert.equal(reasons, ['accept', 'accept', 'nonce_replayed', 'signature_invalid'])
    })

const restify = suite('the adapter of Express in Restify')

restify('may stand in `pre` and in `use`', async () => {
  const { default: Restify } = await load<{ default: Any }>('restify')
  for (const place of ['pre', 'use']) {
    const { verifier } = await watched()
    const server = Restify.createServer()
    server[place](onExpress(verifier))
    server.post('/v1/jobs', (req: Any, res: Any, next: () => void) => {
      res.send({ app_id: req.verified.appId })
      next()
    })
    const { url, close } = await onLoopback(server.server)
    const { authorization } = await sign({ method: 'POST', target: '/v1/jobs', body: '{}' })
    const answers = []
    for (const headers of [{ authorization }, { authorization }]) {
      const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', body: '{}', headers })
      answers.push(answer.status, (await answer.json()).app_id)
    }
    await close()
    assert.equal(answers, [200, 'app-1', 401, undefined], place)
  }
})

const classes = suite('the adapter of Request, given a class of npm')

/** Answers with what the handler sees. */
const onRequest = (verifier: Verifier): ((request: Any) => Promise<Response>) =>
  onFetch<[], Any>(verifier, async (request, { appId, target, original }) => {
    const { pathname, search } = new URL(request.url)
    return Response.json([appId, target, pathname + search, request.method, await request.text(), original !== request])
  })

type ClassOf = () => Promise<new (url: string, init: object) => object>

const classesOfNpm: Readonly<Record<string, ClassOf>> = {
  undici: async () => (await load<Any>('undici')).Request,
  'whatwg-node': async () => (await load<Any>('@whatwg-node/fetch')).Request,
  'happy-dom': async () => {
    const { Window } = await load<Any>('happy-dom')
    return new Window({ url: 'http://api.example/' }).Request
  },
  'node-fetch': async () => (await load<Any>('node-fetch')).Request,
  'Azure Functions': async () => {
    const { HttpRequest } = (await load<Any>('@azure/functions')).default
    return class {
      constructor(url: string, { method, headers, body }: Any) {
        const given = body === undefined ? {} : { body: { string: body } }
        // biome-ignore lint/correctness/noConstructorReturn: Azure's takes the parts as its host sends them
        return new HttpRequest({ url, method, headers, ...given })
      }
    }
  },
}

for (const [name, classOf] of Object.entries(classesOfNpm))
  classes(`${name}: a signed request is let in once, and no other`, async () => {
    const Foreign = await classOf()
    const { verifier, reasons } = await watched()
    const handler = onRequest(verifier)
    const target = '/v1/jobs?b=%7e&a'
    const { authorization } = await sign({ method: 'POST', target, body: '{"a":0}' })
    const headers = { authorization, 'content-type': 'application/json' }
    const send = (body: string) =>
      handler(new Foreign(`http://api.example${target}`, { method: 'POST', headers, body }))
    assert.is((await send('{"a":1}')).status, 401)
    const answer = await send('{"a":0}')
    assert.equal(await answer.json(), ['app-1', target, target, 'POST', '{"a":0}', true])
    assert.is((await send('{"a":0}')).status, 401)
    const empty = await sign({ method: 'GET', target, body: '' })
    const get = { method: 'GET', headers: { authorization: empty.authorization } }
    assert.is((await handler(new Foreign(`http://api.example${target}`, get))).status, 200)
    assert.equal(reasons, ['signature_invalid', 'accept', 'nonce_replayed', 'accept'])
  })

type Ask = (method: string, signed: string, sent?: string, body?: string) => Promise<string>

/** Sends to a server of node:http what was signed for `signed`. */
const served = (listener: RequestListener, use: (ask: Ask) => Promise<void>): Promise<void> =>
  withServer(createServer(listener), ({ url }) =>
    use(async (method, signed, sent = signed, body = method === 'GET' ? '' : '{"a":1}') => {
      const { authorization } = await sign({ method, target: signed, body })
      const init = { method, headers: { authorization }, ...(body === '' ? {} : { body }) }
      const answer = await fetch(`${url}${sent}`, init)
      return `${answer.status} ${answer.status === 200 ? await answer.text() : ''}`.trim()
    }),
  )

classes('whatwg-node on node:http, as in Yoga', async () => {
  const { createServerAdapter } = await load<Any>('@whatwg-node/server')
  const { verifier } = await watched()
  await served(createServerAdapter(onRequest(verifier)), async (ask) => {
    assert.is(
      await ask('POST', '/v1/jobs?a=%7e'),
      '200 ["app-1","/v1/jobs?a=%7e","/v1/jobs?a=%7e","POST","{\\"a\\":1}",true]',
    )
    assert.match(await ask('GET', '/v1/jobs/7'), '200')
    assert.is(await ask('POST', '/jobs', '/v1/jobs'), '401')
  })
})

const h3 = suite('the adapter of Request in h3 2')

/** On node:http, and with the platform's Request, as on Bun, Deno and workers. */
const h3Hosts: Readonly<Record<string, (app: Any) => Promise<(use: (ask: Ask) => Promise<void>) => Promise<void>>>> = {
  'node:http': async (app) => {
    const { toNodeHandler } = await load<Any>('h3')
    return (use) => served(toNodeHandler(app), use)
  },
  'the platform’s Request': async (app) => async (use) =>
    use(async (method, signed, sent = signed, body = method === 'GET' ? '' : '{"a":1}') => {
      const { authorization } = await sign({ method, target: signed, body })
      const init = { method, headers: { authorization }, ...(body === '' ? {} : { body }) }
      const answer = await app.fetch(new Request(`http://api.example${sent}`, init))
      return `${answer.status} ${answer.status === 200 ? await answer.text() : ''}`.trim()
    }),
}

for (const [host, hostOf] of Object.entries(h3Hosts)) {
  h3(`${host}: a route, and the whole app behind \`verified\``, async () => {
    const { H3 } = await load<Any>('h3')
    const { verifier } = await watched()
    const handler = onRequest(verifier)
    const routes = new H3().post('/v1/jobs', (event: Any) => handler(event.req))
    const inner = new H3().post('/v1/jobs', (event: Any) => event.req.text())
    const whole = {
      fetch: onFetch<[], Any>(await watched().then((w) => w.verifier), (request) => inner.fetch(request)),
    }
    await (await hostOf(routes))(async (ask) => {
      assert.match(await ask('POST', '/v1/jobs?a=%7e'), '200 ["app-1","/v1/jobs?a=%7e","/v1/jobs?a=%7e"')
      assert.is(await ask('POST', '/jobs', '/v1/jobs'), '401')
    })
    const outer = new H3().all('/**', (event: Any) => whole.fetch(event.req))
    await (await hostOf(outer))(async (ask) => {
      assert.is(await ask('POST', '/v1/jobs'), '200 {"a":1}')
      assert.is(await ask('POST', '/jobs', '/v1/jobs'), '401')
    })
  })

  h3(`${host}: behind a mount the whole path is what was signed`, async () => {
    const { H3, withBase } = await load<Any>('h3')
    const { verifier } = await watched()
    const handler = onRequest(verifier)
    for (const app of [
      new H3().mount('/v1', handler),
      new H3().all(
        '/v1/**',
        withBase('/v1', (event: Any) => handler(event.req)),
      ),
    ])
      await (await hostOf(app))(async (ask) => {
        assert.match(await ask('POST', '/v1/jobs?a=%7e'), /^200 \["app-1","\/v1\/jobs\?a=%7e"/)
        assert.match(await ask('GET', '/v1/jobs/7'), '200')
        assert.is(await ask('POST', '/jobs', '/v1/jobs'), '401')
        assert.not.match(await ask('POST', '/', '/v1'), /^[25]/)
      })
  })
}

const elysia = suite('the adapter of Request in Elysia')

elysia('a route, a mount without a path, and the whole app behind `verified` run what was signed', async () => {
  const { Elysia } = await load<Any>('elysia')
  const { verifier } = await watched()
  const handler = onRequest(verifier)
  const inner = new Elysia().post('/v1/jobs', ({ request }: Any) => request.text(), { parse: 'none' })
  const apps = {
    route: new Elysia().post('/v1/jobs', ({ request }: Any) => handler(request), { parse: 'none' }),
    mount: new Elysia().mount(handler),
    whole: { handle: onFetch(verifier, (request) => inner.handle(request)) },
  }
  for (const [form, app] of Object.entries(apps)) {
    const send = async (signed: string, sent = signed): Promise<number> => {
      const { authorization } = await sign({ method: 'POST', target: signed, body: '{}' })
      const init = { method: 'POST', headers: { authorization }, body: '{}' }
      return (await app.handle(new Request(`http://api.example${sent}`, init))).status
    }
    assert.equal([await send('/v1/jobs'), await send('/jobs', '/v1/jobs')], [200, 401], form)
  }
})

elysia('a mount at a path with the option prefix: what was signed for another path is refused', async () => {
  const { Elysia } = await load<Any>('elysia')
  const { verifier } = await watched()
  const answer = onFetch(verifier, async (request) => new Response(new URL(request.url).pathname), { prefix: '/v1' })
  const app = new Elysia().mount('/v1', answer)
  const send = async (signed: string, sent: string): Promise<string> => {
    const { authorization } = await sign({ method: 'POST', target: signed, body: '{}' })
    const init = { method: 'POST', headers: { authorization }, body: '{}' }
    const response = await app.handle(new Request(`http://api.example${sent}`, init))
    return response.ok ? response.text() : String(response.status)
  }
  assert.is(await send('/v1/jobs?a=%7e', '/v1/jobs?a=%7e'), '/jobs')
  assert.is(await send('/jobs', '/v1/jobs'), '401')
  assert.is(await send('/v1/v1/jobs', '/v1/jobs'), '401')
})
