/**
 * Compiled, never run: what a server program may write, and what the compiler must reject. Where it does not,
 * `@ts-expect-error` is itself an error.
 */
import type { KeyPairKeyObjectResult } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { assertVerified, verified as onExpress } from '../../src/server/adapters/express.ts'
import { assertVerified as assertFastify, verified as onFastify } from '../../src/server/adapters/fastify.ts'
import { verified as onFetch } from '../../src/server/adapters/fetch.ts'
import { assertVerified as assertHono, verified as onHono, type VerifiedEnv } from '../../src/server/adapters/hono.ts'
import { verified } from '../../src/server/adapters/http.ts'
import { assertVerified as assertKoa, verified as onKoa } from '../../src/server/adapters/koa.ts'
import { verified as onLambda } from '../../src/server/adapters/lambda.ts'
import {
  createVerifier,
  decodeJob,
  type Guard,
  keyFolder,
  keySource,
  noReplayGuard,
  tokenFile,
  type VerifiedJob,
  type Verifier,
} from '../../src/server/node.ts'

declare const pem: string
declare const verifier: Verifier

// Settings.

createVerifier({ keys: { 'app-1': [pem, { key: pem, notAfter: 1 }], 'app-2': { kty: 'RSA', n: '', e: '' } } })
createVerifier({ keys: await keyFolder('keys'), tokens: await tokenFile('tokens') })
createVerifier({ keys: {}, tokens: { a: 'b', c: ['d', 'e'] }, authorize: ({ appId }) => appId === 'a', clock: () => 1 })
createVerifier({
  keys: {},
  guard: noReplayGuard('why'),
  policies: { ows: true },
  edition: 'mainland',
  cryptoOn: 'loop',
})
createVerifier({ keys: {}, guard: await memoryGuard() })
createVerifier({ keys: {}, guard: { claim: () => async () => ({ _tag: 'Right', right: 'first' }) } })

declare const keyPair: KeyPairKeyObjectResult
declare const cryptoKeys: CryptoKeyPair
declare const exportedKey: JsonWebKey
declare const bytes: Uint8Array
declare const row: {
  readonly pem: string
  readonly at: Date | null
  readonly seconds: number | null
  readonly text: string
}

createVerifier({ keys: { 'app-1': keyPair.publicKey, 'app-2': cryptoKeys.publicKey, 'app-3': [bytes, exportedKey] } })
createVerifier({
  keys: { 'app-1': { keys: [exportedKey] }, 'app-2': { key: keyPair.publicKey, notAfter: new Date() } },
})
keySource(async () => ({ key: row.pem, notBefore: row.at, notAfter: row.seconds, revoked: row.at }))
keySource(async () => [{ key: bytes, notBefore: 1n, notAfter: '1700000000', revoked: undefined }])
// @ts-expect-error a date as text is none
keySource(async () => ({ key: row.pem, notAfter: row.text }))
// @ts-expect-error a misspelled notAfter
createVerifier({ keys: { 'app-1': { key: row.pem, notafter: 1 } } })
// @ts-expect-error a guard answers one of three words
export const wrongGuard: Guard = { claim: () => async () => ({ _tag: 'Right', right: true }) }

keySource((appId) => (appId === 'a' ? pem : undefined), { maxCallsPerSecond: 10, cacheSize: 1_000_000 })
keySource({ lookUpMany: async (appIds) => new Map(appIds.map((appId) => [appId, pem])) })
keySource({ lookUpMany: () => ({ a: pem, b: [pem], c: null }), idsPerCall: 100 }, { ttl: 1 })

// @ts-expect-error many apps have many keys
keySource({ lookUpMany: async () => pem })
// @ts-expect-error a list does not say whose keys they are
keySource({ lookUpMany: () => [[pem]] })
// @ts-expect-error the size of a call belongs to the lookup
keySource({ lookUpMany: () => ({}) }, { idsPerCall: 100 })
// @ts-expect-error there is no such member
keySource({ mnay: () => ({}) })

// Requests.

const request = { method: 'POST', target: '/', authorization: 'x' }

// @ts-expect-error a request with a token has no nonce
export const nonce: string = (await verifier.verify(request)).nonce

// The adapter.

createServer(
  verified(verifier, (req, res, { appId, body }) => {
    res.setHeader('x', req.rawHeaders)
    res.end(appId + body.length)
  }),
)
createServer(verified(verifier, async (_, res) => res.end()))
createHttp2Server(
  verified(verifier, (req, res, { appId }) => {
    req.stream.session?.ping(() => {})
    res.end(appId)
  }),
)
// @ts-expect-error an http listener is no http2 listener
createServer(verified(verifier, (req: import('node:http2').Http2ServerRequest, res) => res.end(req.authority)))

// The options of the adapters.

const app = express()
app.use(
  onExpress(verifier, {
    answerRefusal: (refusal, req, res, next) => (req.body ? next(refusal) : res.json(refusal.code)),
  }),
)
app.post('/v1/jobs', (req, res) => {
  // @ts-expect-error TypeScript cannot know that this route is behind verified
  res.json(req.verified.appId)
  assertVerified(req)
  res.json([req.verified.appId, decodeJob(req.verified.body).stages.length])
})
new Koa().use(onKoa(verifier, { answerRefusal: ({ status }, ctx) => ctx.throw(status) })).use((ctx) => {
  // @ts-expect-error TypeScript cannot know that this middleware is behind verified
  ctx.body = ctx.state.verified.appId
  assertKoa(ctx)
  ctx.body = ctx.state.verified.appId
})
fastify().register(onFastify, {
  verifier,
  cors: ['https://app.example'],
  answerRefusal: (refusal, _, reply) => reply.send(refusal),
})
fastify().get('/', async (request) => {
  // @ts-expect-error TypeScript cannot know that this route is in the scope of verified
  request.verified.appId.length
  assertFastify(request)
  return request.verified.appId
})
new Hono().get('/', (c) => {
  // @ts-expect-error verified is not in front of this route
  c.get('verified')
  // @ts-expect-error the same
  c.var.verified
  assertHono(c)
  return c.text(c.get('verified').appId + c.var.verified.appId)
})
new Hono().use(onHono(verifier)).get('/', (c) => c.text(c.get('verified').appId))
new Hono().get('/', onHono(verifier), (c) => c.text(c.var.verified.appId))
new Hono<VerifiedEnv>().get('/', (c) => c.text(c.get('verified').appId))
new Hono().use(
  onHono(verifier, { rawBody: (c) => c.req.arrayBuffer(), answerRefusal: (refusal, c) => c.text(refusal.code) }),
)
verified(verifier, (_, res) => res.end(), { answerRefusal: ({ body }, _, res) => res.end(body) })
onFetch(verifier, () => new Response(), { answerRefusal: ({ status }) => new Response(null, { status }) })
// @ts-expect-error a body that was parsed is not what arrived
onFetch(verifier, () => new Response(), { rawBody: (request: Request) => request.json() as Promise<{ a: 1 }> })

// The option decode: the job has the type that the decoder answers.

createServer(verified(verifier, (_, res, { job, appId }) => res.end(appId + job.request_id), { decode: decodeJob }))
createServer(
  verified(verifier, (_, res, { job }) => res.end(job.toFixed()), { decode: async ({ length }: Uint8Array) => length }),
)
createServer(
  verified(verifier, (_, res, { job }) => res.end(job.request_id), {
    decode: decodeJob,
    answerRefusal: ({ status }, _, res) => res.writeHead(status).end(),
  }),
)
// @ts-expect-error without a decoder there is no job
createServer(verified(verifier, (_, res, { job }) => res.end(job.request_id)))
declare const takeOther: (req: object, res: object, request: VerifiedJob<{ readonly id: string }>) => void
// @ts-expect-error the decoder says what a job is, and the handler does not
createServer(verified(verifier, takeOther, { decode: decodeJob }))
// @ts-expect-error a handler that asks for a job needs a decoder
createServer(verified(verifier, (_, res, { job }: VerifiedJob<{ readonly id: string }>) => res.end(job.id)))
// @ts-expect-error a decoder reads bytes
createServer(verified(verifier, () => {}, { decode: (text: string) => text }))

onFetch(verifier, (_, { job, original }) => Response.json([job.request_id, original.url]), { decode: decodeJob })
onFetch(verifier, (_, { job }, env: { readonly kv: string }) => Response.json([job.stages, env.kv]), {
  decode: decodeJob,
})
// @ts-expect-error there is no such member of this job
onFetch(verifier, (_, { job }) => Response.json(job.requestId), { decode: (_: Uint8Array) => ({ id: 1 }) })
// @ts-expect-error without a decoder there is no job
onFetch(verifier, (_, { job }) => Response.json(job))

onLambda(verifier, (_, { job }) => ({ statusCode: 200, body: job.request_id }), { decode: decodeJob })
// @ts-expect-error without a decoder there is no job
onLambda(verifier, (_, { job }) => ({ statusCode: 200, body: job.request_id }))

new Hono().post('/', onHono(verifier, { decode: decodeJob }), (c) => c.text(c.get('verified').job.request_id))
new Hono().use(onHono(verifier, { decode: decodeJob })).post('/', (c) => c.text(c.var.verified.job.request_id))
// @ts-expect-error without a decoder there is no job
new Hono().post('/', onHono(verifier), (c) => c.text(c.get('verified').job.request_id))
new Hono<VerifiedEnv<{ readonly id: string }>>().post('/', (c) => c.text(c.get('verified').job.id))
new Hono().post('/', (c) => {
  assertHono(c, decodeJob)
  return c.text(c.get('verified').job.request_id + c.var.verified.job.request_id)
})

app.post('/v1/jobs', onExpress(verifier, { decode: decodeJob }), (req, res) => {
  assertVerified(req, decodeJob)
  res.json(req.verified.job.request_id)
})
app.post('/v1/jobs', onExpress(verifier, { decode: decodeJob }), (req, res) => {
  assertVerified(req)
  // @ts-expect-error an assertion without the decoder knows no job
  res.json(req.verified.job)
})
fastify()
  .register(onFastify, { verifier, decode: decodeJob })
  .post('/', async (request) => {
    assertFastify(request, decodeJob)
    return request.verified.job.request_id
  })
new Koa().use(onKoa(verifier, { decode: decodeJob })).use((ctx) => {
  assertKoa(ctx, decodeJob)
  ctx.body = ctx.state.verified.job.request_id
})
