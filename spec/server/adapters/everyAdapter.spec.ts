/**
 * The same bytes on the wire get the same answer from every adapter. Each row is one request with its answer; exceptions are
 * under `but` with the reason: the runtime changed the request before the adapter saw it.
 */
import { createServer } from 'node:http'
import * as http2 from 'node:http2'
import { gzipSync } from 'node:zlib'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import {
  createVerifier,
  decodeJob,
  type VerifiedJob,
  type VerifiedRequest,
  type Verifier,
} from '../../../src/server/node.ts'
import { isOlder } from '../../support/frameworks.ts'
import { rsa } from '../../support/keys.ts'
import { type Loopback, onLoopback, withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { app2, now, sign, type ToSign } from '../../support/world.ts'
import { type App, apps } from './apps.ts'
import { talk, withSession } from './talk.ts'

const adapters = ['http', 'http2', 'express', 'koa', 'fastify', 'hono', 'fetch'] as const
type Adapter = (typeof adapters)[number]

/**
 * Where the verifier is mounted: alone, under the prefix /v1 by the framework's own router, behind a JSON body parser, or behind
 * a proxy that removes /api.
 */
type Place = 'alone' | 'mounted' | 'behind a parser' | 'behind a proxy' | 'mounted behind a proxy'

interface Wire {
  readonly method: string
  readonly target: string
  /** Complete header lines. */
  readonly fields: ReadonlyArray<string>
  /** The content, without the HTTP/1.1 framing. */
  readonly body: Uint8Array
  readonly framing?: 'Content-Length' | 'chunks' | 'none'
}

interface Row {
  readonly request: string
  readonly send: () => Promise<Wire>
  /** Status and public code. An answer without a code comes from the server or framework, not from the adapter. */
  readonly answer: string
  readonly but?: Partial<Record<Adapter, readonly [answer: string, because: string]>>
  readonly place?: Place
}

const bodyLimit = 1024

/** A request sent as it was signed, except for the parts in `sent`. */
const signed =
  (toSign: ToSign = {}, sent: Partial<Wire> = {}): Row['send'] =>
  async () => {
    const { method = 'POST', target = '/v1/jobs', body = '{}' } = toSign
    const { authorization } = await sign({ ...toSign, method, target, body })
    const { fields = [], ...rest } = sent
    const lines = [`Authorization: ${authorization}`, ...fields]
    return { method, target, body: Buffer.from(body), ...rest, fields: lines }
  }

/** A signed request with its Authorization line replaced by these. */
const withLines =
  (lines: (line: string) => ReadonlyArray<string>): Row['send'] =>
  async () => {
    const request = await signed()()
    return { ...request, fields: request.fields.flatMap((line) => lines(line)) }
  }

const get = (target: string): Row['send'] => signed({ method: 'GET', target, body: '' })

const notSent = 'not sent'
const zipped = gzipSync('{"request_id":"1","stages":[]}')

const noBody = 'a Request of GET has no body; one that is announced is not taken for empty'
const byNodeServer = '@hono/node-server makes no Request of it, and answers itself'
const byUrl = 'the URL of a Request is not the text that was sent'
const byRoute = 'Hono chooses the handler by the resolved target, and that is what is verified'
const oneLine = 'a client of http2 sends one'

// biome-ignore format: one row, one line, as far as it goes
const rows: ReadonlyArray<Row> = [
  // Bodies.
  { request: 'a signed POST', send: signed(), answer: '200' },
  { request: 'bytes that are no text', send: signed({ body: Uint8Array.of(0, 255, 10, 13) }), answer: '200' },
  { request: 'an empty body', send: signed({ body: '' }), answer: '200' },
  { request: 'no body at all', send: signed({ body: '' }, { framing: 'none' }), answer: '200' },
  { request: 'a body in chunks, with an extension and a trailer', send: signed({ body: 'a body' }, { framing: 'chunks' }), answer: '200' },
  { request: 'an empty body in chunks', send: signed({ body: '' }, { framing: 'chunks' }), answer: '200' },
  { request: 'a compressed body, signed after compression', send: signed({ body: zipped }, { fields: ['Content-Encoding: gzip'] }), answer: '200' },
  { request: 'a compressed body, signed before compression', send: signed({ body: '{}' }, { body: zipped, fields: ['Content-Encoding: gzip'] }), answer: '401 signature_invalid' },
  { request: 'an altered body', send: signed({ body: '{"a":1}' }, { body: Buffer.from('{"a":2}') }), answer: '401 signature_invalid' },
  { request: 'a body of exactly the limit', send: signed({ body: 'x'.repeat(bodyLimit) }), answer: '200' },
  { request: 'a Content-Length over the limit', send: signed({ body: 'x'.repeat(bodyLimit + 1) }), answer: '413 body_too_large' },
  { request: 'chunks over the limit', send: signed({ body: 'x'.repeat(bodyLimit + 1) }, { framing: 'chunks' }), answer: '413 body_too_large' },
  { request: 'a GET', send: get('/v1/jobs'), answer: '200' },
  { request: 'a GET with a body', send: signed({ method: 'GET' }), answer: '200', but: { fetch: ['400 body_incomplete', noBody] } },
  { request: 'a GET with a body that was not signed', send: signed({ method: 'GET', body: '' }, { body: Buffer.from('{}') }), answer: '401 signature_invalid', but: { fetch: ['400 body_incomplete', noBody] } },
  { request: 'an OPTIONS', send: signed({ method: 'OPTIONS', body: '' }), answer: '200' },
  { request: 'a DELETE', send: signed({ method: 'DELETE', body: '' }), answer: '200' },
  { request: 'a TRACE', send: signed({ method: 'TRACE', body: '' }), answer: '200' },
  { request: 'a HEAD', send: signed({ method: 'HEAD', body: '' }), answer: '200' },
  { request: 'an unsigned HEAD', send: async () => ({ ...(await signed({ method: 'HEAD', body: '' })()), fields: [] }), answer: '401' },

  // The Authorization line.
  { request: 'no Authorization line', send: withLines(() => []), answer: '401 authorization_missing' },
  { request: 'two Authorization lines, the valid one first', send: withLines((line) => [line, 'Authorization: Basic YTpi']), answer: '400 authorization_multiple', but: { http2: [notSent, oneLine] } },
  { request: 'two Authorization lines, the valid one last', send: withLines((line) => ['Authorization: Bearer AAAA', line]), answer: '400 authorization_multiple', but: { http2: [notSent, oneLine] } },
  { request: 'two identical Authorization lines', send: withLines((line) => [line, 'X-Other: 1', line.replace('Authorization', 'AUTHORIZATION')]), answer: '400 authorization_multiple', but: { http2: [notSent, oneLine] } },
  { request: 'two Authorization lines, one of them empty', send: withLines((line) => [line, 'Authorization:']), answer: '400 authorization_multiple', but: { http2: [notSent, oneLine] } },
  { request: 'two Authorization lines, with more headers in between than node keeps', send: withLines((line) => [line, ...new Array(1100).fill('a:'), line]), answer: '400 authorization_multiple', but: { http2: [notSent, oneLine], fetch: ['200', 'a Request does not tell that node dropped headers'] } },
  { request: 'an Authorization line behind more headers than node keeps', send: withLines((line) => [...new Array(1100).fill('a:'), line]), answer: '401 authorization_missing', but: { http2: [notSent, 'its headers are bounded otherwise'] } },
  { request: 'an Authorization line with a blank after each comma', send: withLines((line) => [line.replaceAll(',', ', ')]), answer: '400 authorization_malformed' },
  { request: 'a folded Authorization line', send: withLines((line) => [line.replace('app_id', '\r\n app_id')]), answer: '400', but: { http2: [notSent, 'it has no lines to fold'] } },
  { request: 'a bearer token where no tokens are configured', send: withLines(() => ['Authorization: Bearer AAAA']), answer: '401 bearer_not_offered' },
  { request: 'another scheme', send: withLines(() => ['Authorization: Basic YTpi']), answer: '401 scheme_unsupported' },
  { request: 'an unknown app', send: signed({ appId: app2, key: rsa(2048, 'app-2') }), answer: '401 signature_invalid' },
  { request: 'an old timestamp', send: signed({ timestamp: now - 301 }), answer: '401 timestamp_expired' },
  { request: 'a timestamp in the future', send: signed({ timestamp: now + 61 }), answer: '401 timestamp_in_future' },

  // Method and target.
  { request: 'a method in lower case', send: signed({}, { method: 'post' }), answer: '400', but: { http2: ['400 method_invalid', 'node parses no methods there'] } },
  { request: 'a different method than signed', send: signed({}, { method: 'PUT' }), answer: '401 signature_invalid' },
  { request: 'a bare ?', send: get('/v1/jobs?'), answer: '200' },
  { request: 'two slashes', send: get('//v1//jobs/'), answer: '200' },
  { request: '%7e and %2F', send: get('/v1/%7ejobs%2F?a=%7e'), answer: '200' },
  { request: 'a query with its order and duplicates', send: get("/v1/jobs?b=2&a=1&a=1&&it's=+"), answer: '200' },
  { request: 'a query in a different order than signed', send: signed({ target: '/v1/jobs?a=1&b=2' }, { target: '/v1/jobs?b=2&a=1' }), answer: '401 signature_invalid' },
  { request: '%7e where ~ was signed', send: signed({ target: '/v1/~' }, { target: '/v1/%7e' }), answer: '401 signature_invalid' },
  { request: 'a backslash in the query', send: get('/v1/jobs?a\\b'), answer: '200' },
  { request: 'a backslash in the path', send: get('/v1\\jobs'), answer: '200', but: { hono: ['400', byNodeServer], fetch: ['400', byNodeServer] } },
  { request: 'a quotation mark', send: get('/v1/jobs?"'), answer: '200', but: { fetch: ['401 signature_invalid', byUrl] } },
  { request: 'dot segments', send: get('/v1/../jobs/./x'), answer: '200', but: { hono: ['401 signature_invalid', byRoute], fetch: ['401 signature_invalid', byUrl] } },
  { request: 'dot segments where the resolved path was signed', send: signed({ target: '/jobs' }, { target: '/v1/../jobs' }), answer: '401 signature_invalid', but: { hono: ['200', byRoute], fetch: ['200', `${byUrl}; the handler sees the signed target`] } },
  { request: 'a dot segment at the end', send: get('/v1/jobs/%2e'), answer: '200', but: { hono: ['401 signature_invalid', byRoute], fetch: ['401 signature_invalid', byUrl] } },
  { request: 'dot segments in the query', send: get('/v1/jobs?/../x'), answer: '200' },
  { request: 'a fragment', send: signed({}, { target: '/v1/jobs#x' }), answer: '400 target_invalid' },
  { request: 'the absolute-form', send: signed({ target: '/v1/jobs?' }, { target: 'http://elsewhere.example:80/v1/jobs?' }), answer: '200', but: { http2: [notSent, 'it has none'], ...(isOlder() && { express: ['400 target_invalid', 'a mount of Express 4 may misread it'] }) } },
  { request: 'the asterisk-form', send: signed({ method: 'OPTIONS', target: '/', body: '' }, { target: '*' }), answer: '400 target_invalid', but: { hono: ['400', byNodeServer], fetch: ['400', byNodeServer] } },

  // Where the verifier is mounted.
  { request: 'under a prefix', place: 'mounted', send: signed({ target: '/v1/jobs?a' }), answer: '200', but: { http: [notSent, 'it has no router'], http2: [notSent, 'it has no router'], fetch: ['401 signature_invalid', 'a router that strips the prefix creates a Request with an unsigned target'] } },
  { request: 'a proxy has removed what was signed', place: 'behind a proxy', send: signed({ target: '/api/v1/jobs?a' }, { target: '/v1/jobs?a' }), answer: '200' },
  { request: 'a proxy has removed what was signed, and left nothing of the path', place: 'behind a proxy', send: signed({ target: '/api/?a' }, { target: '/?a' }), answer: '200' },
  { request: 'a proxy has removed what was signed, from the absolute-form', place: 'behind a proxy', send: signed({ target: '/api/v1/jobs' }, { target: 'http://elsewhere.example/v1/jobs' }), answer: '200', but: { http2: [notSent, 'it has none'], ...(isOlder() && { express: ['400 target_invalid', 'a mount of Express 4 may misread it'] }) } },
  { request: 'a proxy has removed a prefix that was not signed', place: 'behind a proxy', send: signed(), answer: '401 signature_invalid' },
  { request: 'a proxy has removed another prefix than the setting says', place: 'behind a proxy', send: signed({ target: '/apis/v1/jobs' }, { target: '/v1/jobs', fields: ['X-Forwarded-Prefix: /apis'] }), answer: '401 signature_invalid' },
  { request: 'a header names a prefix, and no setting does', send: signed({ target: '/api/v1/jobs' }, { target: '/v1/jobs', fields: ['X-Forwarded-Prefix: /api', 'X-Original-URI: /api/v1/jobs'] }), answer: '401 signature_invalid' },
  { request: 'a proxy has removed nothing, and the setting says a prefix', place: 'behind a proxy', send: signed({ target: '/api/v1/jobs' }), answer: '401 signature_invalid' },
  { request: 'a proxy has left a target of no form', place: 'behind a proxy', send: signed({}, { target: '/v1/jobs#x' }), answer: '400 target_invalid' },
  { request: 'under a prefix, where a proxy has removed another', place: 'mounted behind a proxy', send: signed({ target: '/api/v1/jobs?a' }, { target: '/v1/jobs?a' }), answer: '200', but: { http: [notSent, 'it has no router'], http2: [notSent, 'it has no router'], fetch: ['401 signature_invalid', 'the router strips /v1 as well, and the setting says /api alone'] } },
  { request: 'behind a parser', place: 'behind a parser', send: signed({ body: '{"a":1}' }, { fields: ['Content-Type: application/json'] }), answer: '500 internal', but: { http2: [notSent, 'as on http'] } },
]

/** What every handler answers: the app and the body bytes, which must be equal in every place a handler can read. */
const seen = ({ appId, body }: VerifiedRequest, elsewhere?: Uint8Array): string => {
  const hex = Buffer.from(body).toString('hex')
  if (elsewhere !== undefined) assert.is(Buffer.from(elsewhere).toString('hex'), hex)
  return `${appId} ${hex}`
}

/** What makes an app of each place. */
const appsIn: Readonly<Record<Place, Partial<App>>> = {
  alone: {},
  mounted: { isMounted: true },
  'behind a parser': { parser: (read) => read() },
  'behind a proxy': { options: { prefix: '/api' } },
  'mounted behind a proxy': { isMounted: true, options: { prefix: '/api' } },
}

const answer: App['answer'] = async (request, { body }) => {
  const found = await body()
  return seen(request, found instanceof Uint8Array ? found : undefined)
}

const http1Text = ({ method, target, fields, body, framing = 'Content-Length' }: Wire): Buffer => {
  const framings = {
    'Content-Length': [`Content-Length: ${body.length}`],
    chunks: ['Transfer-Encoding: chunked'],
    none: [],
  }
  const head = [`${method} ${target} HTTP/1.1`, 'Host: h.example', ...fields, ...framings[framing], '', ''].join('\r\n')
  if (framing !== 'chunks') return Buffer.concat([Buffer.from(head), body])
  const half = body.length >> 1
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)};a=b\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([Buffer.from(head), ...framed, Buffer.from('0\r\nTrailer: x\r\n\r\n')])
}

/** `200` and the handler's output, or status and code. */
const shown = (status: number, body: string): string => {
  if (status === 200) return `200 ${body}`.trimEnd()
  const code = /"code":"([a-z_]+)"/.exec(body)?.[1]
  return code === undefined ? String(status) : `${status} ${code}`
}

const overHttp1 = async (port: number, wire: Wire): Promise<string> => {
  const { send, answer, socket } = talk(port)
  try {
    send(http1Text(wire))
    const answered = await answer(wire.method === 'HEAD' ? 'head' : undefined)
    return answered === undefined ? 'no answer' : shown(answered.status, answered.body)
  } finally {
    socket.destroy()
  }
}

const overHttp2 = (port: number, { method, target, fields, body, framing }: Wire): Promise<string> =>
  withSession(port, async (ask) => {
    const headers = Object.fromEntries(
      fields.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = framing === undefined ? { 'content-length': body.length } : {}
    return shown(...(await ask({ ':method': method, ':path': target, ...headers, ...length }, body)))
  })

const verifierOf = (): Promise<Verifier> =>
  createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem }, clock: () => now, bodyLimit })

const start = async (adapter: Adapter, place: Place): Promise<Loopback | undefined> => {
  const verifier = await verifierOf()
  if (adapter === 'http2') {
    if (place !== 'alone' && place !== 'behind a proxy') return undefined
    const listener = onHttp<http2.Http2ServerRequest, http2.Http2ServerResponse>(
      verifier,
      (_, res, request) => void res.end(seen(request)),
      appsIn[place].options,
    )
    return onLoopback(http2.createServer(listener))
  }
  if (adapter === 'http' && appsIn[place].isMounted === true) return undefined
  return onLoopback(createServer(await apps[adapter](verifier, { answer, ...appsIn[place] })))
}

const servers = new Map<string, Loopback>()
const running = (adapter: Adapter, place: Place = 'alone'): Loopback | undefined => servers.get(`${adapter} ${place}`)

const startAll = async (): Promise<void> => {
  for (const adapter of adapters) {
    for (const place of Object.keys(appsIn) as ReadonlyArray<Place>) {
      const server = await start(adapter, place)
      if (server !== undefined) servers.set(`${adapter} ${place}`, server)
    }
  }
}
const stopAll = (): void => {
  for (const { close } of servers.values()) close()
  servers.clear()
}

/** Each adapter's answer to these bytes. */
const ask = async (row: Row, wire: Wire, adapter: Adapter): Promise<string> => {
  const server = running(adapter, row.place)
  if (server === undefined || row.but?.[adapter]?.[0] === notSent) return notSent
  return adapter === 'http2' ? overHttp2(server.port, wire) : overHttp1(server.port, wire)
}

/** The expected answer of each adapter; an acceptance shows the app and the body. */
const expectedOf = (row: Row, { method, body }: Wire, adapter: Adapter): string => {
  const answer = row.but?.[adapter]?.[0] ?? row.answer
  return answer === '200' && method !== 'HEAD' ? `200 app-1 ${Buffer.from(body).toString('hex')}`.trimEnd() : answer
}

const everyAdapter = suite('every adapter: one request, one answer')
everyAdapter.before(startAll)
everyAdapter.after(stopAll)

for (const row of rows) {
  everyAdapter(`${row.request}: ${row.answer}`, async () => {
    const wire = await row.send()
    const answers = adapters.map(async (adapter) => [adapter, await ask(row, wire, adapter)])
    const expected = adapters.map((adapter) => [adapter, expectedOf(row, wire, adapter)])
    assert.equal(Object.fromEntries(await Promise.all(answers)), Object.fromEntries(expected))
  })
}

everyAdapter('a replayed request: 401 nonce_replayed', async () => {
  const wire = await signed()()
  for (const adapter of adapters) {
    const { port } = running(adapter) as Loopback
    const send = () => (adapter === 'http2' ? overHttp2(port, wire) : overHttp1(port, wire))
    assert.equal([await send(), await send()], ['200 app-1 7b7d', '401 nonce_replayed'], adapter)
  }
})

everyAdapter('over HTTP/2 as well', async () => {
  for (const adapter of ['koa', 'fastify', 'hono', 'fetch'] as const) {
    const listener = await apps[adapter](await verifierOf(), { answer })
    await withServer(http2.createServer(listener as never), async ({ port }) => {
      const target = "/v1//jobs?it's?"
      assert.is(await overHttp2(port, await signed({ target })()), '200 app-1 7b7d', adapter)
      const altered = await signed({ target }, { body: Buffer.from('[]') })()
      assert.is(await overHttp2(port, altered), '401 signature_invalid', adapter)
    })
  }
})

everyAdapter('a mount that hands on a Request without its prefix, where the option prefix names it', async () => {
  const listener = await apps.fetch(await verifierOf(), { answer, isMounted: true, options: { prefix: '/v1' } })
  await withServer(createServer(listener), async ({ port }) => {
    assert.is(await overHttp1(port, await signed({ target: '/v1/jobs?a' })()), '200 app-1 7b7d')
    const other = await signed({ target: '/jobs' }, { target: '/v1/jobs' })()
    assert.is(await overHttp1(port, other), '401 signature_invalid')
  })
})

const overLines = adapters.filter((adapter) => adapter !== 'http2')

/** What an app is given in the place of a verifier, and how its first request is answered. */
const sources: Readonly<Record<string, readonly [source: () => unknown, answer: string]>> = {
  'a function': [() => verifierOf, '200 app-1 7b7d'],
  'a promise': [verifierOf, '200 app-1 7b7d'],
  'a function that never answers': [() => () => new Promise(() => {}), '503 verifier_starting'],
  'a function that throws': [
    () => () => {
      throw new Error('canary')
    },
    '503 verifier_starting',
  ],
  'a function with a wrong setting': [() => () => createVerifier({ keys: 'canary' as never }), '500 internal'],
  'a function that answers something else': [() => () => 'canary', '500 internal'],
  'a rejected promise': [() => Promise.reject(new Error('canary')), '500 internal'],
}

for (const [form, [source, answered]] of Object.entries(sources))
  everyAdapter(
    `${form} in the place of a verifier: ${answered.replace(/ app.*/, '')}, and no handler runs without a verdict`,
    async () => {
      let handled = 0
      const handle: App['answer'] = (request, where) => {
        handled++
        return answer(request, where)
      }
      await Promise.all(
        overLines.map(async (adapter) => {
          const listener = await apps[adapter](source() as Verifier, { answer: handle })
          await withServer(createServer(listener), async ({ port }) => {
            const { send, answer: next, socket } = talk(port)
            // More of them at once than one, and the same nonce in each: one is let in.
            const wire = http1Text(await signed()())
            send(Buffer.concat([wire, wire]))
            const first = await next()
            const second = await next()
            socket.destroy()
            // Two Requests are under way at once, and either may be the one that is let in.
            const [less, more] = [first, second].toSorted((a, b) => (a?.status ?? 0) - (b?.status ?? 0))
            assert.is(shown(less?.status ?? 0, less?.body ?? ''), answered, adapter)
            assert.is(more?.status, answered.startsWith('200') ? 401 : less?.status, adapter)
            assert.not.match(`${first?.body}`, 'canary')
            if (first?.status === 503) assert.is(first.headers['retry-after'], '1')
          })
        }),
      )
      assert.is(handled, answered.startsWith('200') ? overLines.length : 0)
    },
  )

everyAdapter(
  'one function makes one verifier for all adapters: what one has accepted is a replay for the others',
  async () => {
    let calls = 0
    const source = async () => {
      calls++
      return verifierOf()
    }
    const wire = await signed()()
    const statuses: Array<string> = []
    for (const adapter of overLines)
      await withServer(createServer(await apps[adapter](source as never, { answer })), async ({ port }) => {
        statuses.push(await overHttp1(port, wire))
      })
    assert.equal(statuses, ['200 app-1 7b7d', ...new Array(overLines.length - 1).fill('401 nonce_replayed')])
    assert.is(calls, 1)
  },
)

everyAdapter('Expect: 100-continue: 100, then 200', async () => {
  const wire = await signed({ body: 'a body' }, { fields: ['Expect: 100-continue'] })()
  for (const adapter of overLines) {
    const { ask, socket } = talk((running(adapter) as Loopback).port)
    const request = http1Text(wire)
    assert.is((await ask(request.subarray(0, -6))).status, 100, adapter)
    assert.is((await ask(request.subarray(-6))).status, 200, adapter)
    socket.destroy()
  }
})

everyAdapter('a refusal on a kept-alive connection: the next request is answered', async () => {
  const refused = http1Text({ ...(await signed()()), fields: [] })
  for (const adapter of overLines) {
    const { ask, socket } = talk((running(adapter) as Loopback).port)
    assert.is((await ask(refused)).status, 401, adapter)
    assert.is((await ask(http1Text(await signed()()))).status, 200, adapter)
    socket.destroy()
  }
})

const decoding = suite('every adapter: the option decode')

const json = 'Content-Type: application/json'

/** The whole answer to a signed body: that of HTTP/2 without headers. */
const answerTo = async (adapter: Adapter, port: number, wire: Wire): Promise<object> => {
  if (adapter === 'http2') return { body: await overHttp2(port, wire) }
  const { method, target, fields, body } = wire
  const headers = fields.map((line) => line.split(': ', 2) as [string, string])
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method, headers, body: Buffer.from(body) })
  const [type, cache, origin] = ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) =>
    answer.headers.get(name),
  )
  return { body: shown(answer.status, await answer.text()), type, cache, origin }
}

/** An app of an adapter whose handler answers with the text of `answer`. */
const withApp = async (
  adapter: Adapter,
  verifier: Verifier,
  app: App,
  use: (port: number) => Promise<void>,
): Promise<void> => {
  const nowhere = { raw: undefined as never, body: () => undefined }
  const server =
    adapter === 'http2'
      ? http2.createServer(
          onHttp<http2.Http2ServerRequest, http2.Http2ServerResponse>(
            verifier,
            (_, res, request) => void res.end(app.answer(request, nowhere) as string),
            app.options,
          ),
        )
      : createServer(await apps[adapter](verifier, app))
  await withServer(server as ReturnType<typeof createServer>, ({ port }) => use(port))
}

const sentBody = (body: string): Promise<Wire> => signed({ body }, { fields: [json, 'Origin: https://app.example'] })()

/** Each body is wrong in one way; the last is a job. */
const bodies = {
  'malformed JSON': '{"request_id":"7","stages":[]',
  'a member of another type': '{"request_id":7,"stages":[]}',
  'a missing member': '{"request_id":"7"}',
  'no body': '',
  'a job': '{"request_id":"7","stages":[]}',
}

const answerOf: Readonly<Record<keyof typeof bodies, string>> = {
  'malformed JSON': '400 job_malformed',
  'a member of another type': '400 job_invalid',
  'a missing member': '400 job_invalid',
  'no body': '400 job_malformed',
  'a job': '200 7',
}

for (const [what, body] of Object.entries(bodies))
  decoding(`${what}: the answer is that of a handler which calls decodeJob, and no other handler runs`, async () => {
    for (const adapter of adapters) {
      const outcomes: Array<string> = []
      const handled: Array<unknown> = []
      const answerRefusal = () => assert.unreachable('a refused job is no refused request')
      const options = { cors: 'https://app.example' }
      const verifier = await createVerifier({
        keys: { 'app-1': rsa(2048, 'app-1').publicPem },
        clock: () => now,
        onVerdict: ({ outcome }) => outcomes.push(outcome),
      })
      let expected: object = {}
      // A body that is no JSON goes no further than some frameworks, and no handler calls decodeJob.
      const plain = await signed({ body }, { fields: ['Content-Type: text/plain', 'Origin: https://app.example'] })()
      await withApp(
        adapter,
        await verifierOf(),
        { options, answer: (request) => decodeJob(request.body).request_id },
        async (port) => {
          expected = await answerTo(adapter, port, plain)
        },
      )
      const app: App = {
        options: { ...options, decode: decodeJob, answerRefusal },
        answer: (request) => {
          handled.push((request as VerifiedJob<unknown>).job)
          return (request as VerifiedJob<{ readonly request_id: string }>).job.request_id
        },
      }
      await withApp(adapter, verifier, app, async (port) => {
        const answered = await answerTo(adapter, port, await sentBody(body))
        assert.equal(answered, expected, adapter)
        assert.is((answered as { readonly body: string }).body, answerOf[what as keyof typeof bodies], adapter)
        assert.equal(outcomes, ['accept'], adapter)
        assert.equal(handled, what === 'a job' ? [{ request_id: '7', stages: [] }] : [], adapter)
      })
    }
  })

decoding('the nonce of a refused job is used up, and a forgery is not decoded', async () => {
  for (const adapter of adapters) {
    let decoded = 0
    const decode = (body: Uint8Array) => {
      decoded++
      return decodeJob(body)
    }
    await withApp(adapter, await verifierOf(), { options: { decode }, answer: () => 'handled' }, async (port) => {
      const send = async (wire: Wire) => ((await answerTo(adapter, port, wire)) as { readonly body: string }).body
      const wire = await sentBody('{}')
      assert.equal([await send(wire), await send(wire)], ['400 job_invalid', '401 nonce_replayed'], adapter)
      const forged = { ...(await sentBody('{}')), body: Buffer.from('[]') }
      assert.is(await send(forged), '401 signature_invalid', adapter)
      assert.is(decoded, 1)
    })
  }
})

decoding(
  'anything else that decode throws, even what is no error, is answered with 500, and no handler runs',
  async () => {
    for (const adapter of adapters.filter((each) => each !== 'fetch'))
      for (const thrown of [undefined, null, 'route', new SyntaxError('canary')]) {
        const decode = () => {
          throw thrown
        }
        const app: App = {
          options: { decode },
          errors: () => [500, 'own'],
          answer: () => assert.unreachable() as never,
        }
        const warnings = await warningsOf(async () =>
          withApp(adapter, await verifierOf(), app, async (port) => {
            const { body } = (await answerTo(adapter, port, await sentBody('{}'))) as { readonly body: string }
            assert.is(body, adapter.startsWith('http') ? '500 internal' : '500', adapter)
          }),
        )
        const words = warnings.map(({ message }) => message).filter((message) => message.includes('decode'))
        assert.is(words.length, adapter.startsWith('http') ? 1 : 0, adapter)
        assert.not.match(words.join(), 'canary')
      }
  },
)
