/** Requests that a wrapper such as serverless-http makes of an event: node's own class, with `headers` and without header lines. */
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import express from 'express'
import fc from 'fast-check'
import Koa from 'koa'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import { createVerifier, type VerifiedRequest } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
const target = '/v1/jobs'

type Headers = Readonly<Record<string, string | number | ReadonlyArray<string>>>

/** As serverless-http makes it: the body is pushed when somebody reads. */
const requestOf = (headers: Headers, body: string, method = 'POST'): IncomingMessage => {
  const request = new IncomingMessage(new PassThrough() as unknown as Socket)
  const read = () => {
    request.push(body)
    request.push(null)
  }
  return Object.assign(request, { method, url: target, headers, complete: true, _read: read }) as IncomingMessage
}

interface Seen {
  readonly handled: ReadonlyArray<string>
  readonly reasons: ReadonlyArray<string>
}

type Listen = (req: IncomingMessage, res: ServerResponse) => unknown

const listeners = async (answer: (request: VerifiedRequest) => string, reasons: Array<string>) => {
  const told = (v: { readonly outcome: string; readonly reason?: string }) => void reasons.push(v.reason ?? v.outcome)
  const verifier = await createVerifier({ keys, clock: () => now, onVerdict: told })
  const koa = Object.assign(new Koa(), { silent: true })
    .use(onKoa(verifier))
    .use((ctx) => {
      ctx.body = answer(ctx.state.verified as VerifiedRequest)
    })
  const app = express().use(onExpress(verifier), (req, res) => {
    res.send(answer(req.verified as VerifiedRequest))
  })
  return {
    http: onHttp(verifier, (_req, res, request) => res.end(answer(request))),
    express: app as unknown as Listen,
    koa: koa.callback() as Listen,
  } satisfies Record<string, Listen>
}

const answered = async (listen: Listen, req: IncomingMessage): Promise<void> => {
  const res = new ServerResponse(req)
  const finished = new Promise((resolve) => res.on('finish', resolve))
  res.assignSocket(new PassThrough().resume() as unknown as Socket)
  await listen(req, res)
  await finished
}

const send = async (
  name: 'http' | 'express' | 'koa',
  headersOf: (authorization: string) => Headers,
  body = 'é body',
  method = 'POST',
): Promise<Seen> => {
  const handled: Array<string> = []
  const reasons: Array<string> = []
  const all = await listeners((request) => {
    handled.push(Buffer.from(request.body).toString())
    return 'handled'
  }, reasons)
  const { authorization } = await sign({ method, target, body })
  await answered(all[name], requestOf(headersOf(authorization), body, method))
  return { handled, reasons }
}

const events = suite('a request that was made of an event')
const length = { 'content-length': Buffer.byteLength('é body') }

for (const name of ['http', 'express', 'koa'] as const) {
  events(`${name}: one Authorization, as text or as the only one of a list, is verified`, async () => {
    for (const headersOf of [
      (authorization: string) => ({ ...length, authorization }),
      (authorization: string) => ({ ...length, authorization: [authorization] }),
      (authorization: string) => ({ ...length, Authorization: authorization }),
      // Without a length, a handler could still read a body.
      (authorization: string) => ({ authorization }),
    ])
      assert.equal(await send(name, headersOf), { handled: ['é body'], reasons: ['accept'] })
    const bodiless = (authorization: string) => ({ authorization, 'content-length': 0 })
    assert.equal(await send(name, bodiless, '', 'GET'), { handled: [''], reasons: ['accept'] })
  })

  events(`${name}: two Authorization headers are refused, none is missing`, async () => {
    const other = 'Bearer AA=='
    for (const headersOf of [
      (authorization: string) => ({ ...length, authorization: [authorization, other] }),
      (authorization: string) => ({ ...length, authorization, Authorization: other }),
      (authorization: string) => ({ ...length, Authorization: [other], authorization: [authorization] }),
    ])
      assert.equal(await send(name, headersOf), { handled: [], reasons: ['authorization_multiple'] })
    assert.equal(await send(name, () => length), { handled: [], reasons: ['authorization_missing'] })
    const empty = (): Headers => ({ ...length, authorization: [] })
    assert.equal(await send(name, empty), { handled: [], reasons: ['authorization_missing'] })
  })

  events(`${name}: a length over the limit is refused before the body is read`, async () => {
    const headersOf = (authorization: string) => ({ authorization, 'content-length': '99999999' })
    assert.equal(await send(name, headersOf), { handled: [], reasons: ['body_too_large'] })
  })
}

events('for all header lines of node, `headers` decides nothing', () =>
  forAll(
    [fc.array(fc.tuple(fc.constantFrom('Host', 'X-A', 'Accept'), fc.constantFrom('a', 'b')), { minLength: 1 })],
    { numRuns: 20 },
    async (lines) => {
      const reasons: Array<string> = []
      const { http } = await listeners(() => 'handled', reasons)
      const { authorization } = await sign({ target, body: '' })
      const req = requestOf({ authorization }, '')
      req.rawHeaders = lines.flat()
      await answered(http, req)
      assert.equal(reasons, ['authorization_missing'])
    },
  ),
)
