/** The adapters in frameworks and wrappers that no page names: those of npm, each with a request of its own making. */
import express from 'express'
import Koa from 'koa'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { createVerifier, type VerifiedRequest, type Verifier } from '../../../src/server/node.ts'
import { installedTools } from '../../support/installedTools.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
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
