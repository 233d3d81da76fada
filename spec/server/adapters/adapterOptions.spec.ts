/** The options that all adapters share do the same in each: shape a refusal, take kept bytes, answer preflights. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from 'express'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import type Koa from 'koa'
import * as AuthType from '../../../src/core/AuthType.ts'
import { verifyErrors } from '../../../src/kit/testing/arbitraries.ts'
import type { AdapterOptions } from '../../../src/server/adapters/AdapterOptions.ts'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onFetch } from '../../../src/server/adapters/fetch.ts'
import { verified as onHono } from '../../../src/server/adapters/hono.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { verified as onKoa } from '../../../src/server/adapters/koa.ts'
import {
  createVerifier,
  decodeJob,
  JobRefused,
  type VerificationError,
  type VerifiedRequest,
  type Verifier,
} from '../../../src/server/node.ts'
import { verificationError } from '../../../src/server/VerificationError.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { now, sign } from '../../support/world.ts'
import { apps } from './apps.ts'
import { talk } from './talk.ts'

/** Where the specs' own parser in front keeps the bytes. */
const kept = new WeakMap<object, Buffer>()

interface Ways {
  /** `shape` answers problem+json with the framework's means; `hand on` gives the refusal to the framework's error path; or the option itself. */
  readonly refused?: 'shape' | 'hand on' | ((refusal: VerificationError, ...args: ReadonlyArray<never>) => unknown)
  /** Takes the bytes that the parser in front has kept. */
  readonly rawBody?: boolean
  readonly cors?: AdapterOptions<readonly [unknown]>['cors']
  readonly client?: AdapterOptions<readonly [unknown]>['callerAddress']
  /** Whether a parser in front reads every body; or what it keeps of one. */
  readonly parser?: boolean | ((sent: Buffer) => Buffer)
  /** Whether the handler is asynchronous. */
  readonly isAsync?: boolean
  /** Whether the app has an error path of its own. */
  readonly errors?: boolean
}

const problemOf = ({ code, status }: VerificationError): object => ({ type: 'about:blank', title: code, status })
const problemType = 'application/problem+json'
const problem = (refusal: VerificationError): string => JSON.stringify(problemOf(refusal))

/** What every app does with a verified request: `/jobs` is a job, anything else is answered with its length. */
const answerOf = ({ target, body }: VerifiedRequest): string =>
  target === '/jobs' ? decodeJob(body).request_id : String(body.length)

const handedOn = (error: unknown): readonly [number, string] => [
  (error as { status?: number }).status ?? 500,
  `error path: ${error instanceof Error ? `${error.name} ${(error as { reason?: string }).reason}` : 'none'}`,
]

const names = ['http', 'express', 'koa', 'fastify', 'hono', 'fetch'] as const
type Name = (typeof names)[number]

/** Answers problem+json with the framework's means. */
const shapes: Readonly<Record<Name, (refusal: VerificationError, ...args: ReadonlyArray<never>) => unknown>> = {
  http: (refusal, _: IncomingMessage, res: ServerResponse) =>
    res.setHeader('Content-Type', problemType).end(problem(refusal)),
  express: (refusal, _: ExpressRequest, res: ExpressResponse) => res.type(problemType).send(problem(refusal)),
  koa: (refusal, ctx: Koa.ParameterizedContext) => {
    ctx.type = problemType
    ctx.body = problem(refusal)
  },
  fastify: (refusal, _: unknown, reply: import('fastify').FastifyReply) =>
    reply.type(problemType).send(problemOf(refusal)),
  hono: (refusal, c: import('hono').Context) => c.body(problem(refusal), { headers: { 'Content-Type': problemType } }),
  fetch: (refusal) => {
    const { status, headers } = refusal
    return new Response(problem(refusal), { status, headers: { ...headers, 'Content-Type': problemType } })
  },
}

const throwing = (value: unknown): never => {
  throw value
}

const handOn = (refusal: VerificationError, ...args: ReadonlyArray<unknown>): unknown => {
  const [, , next] = args as ReadonlyArray<unknown> as readonly [unknown, unknown, NextFunction?]
  return typeof next === 'function' ? next(refusal) : throwing(refusal)
}

const listenerOf = async (name: Name, verifier: Verifier, ways: Ways): Promise<RequestListener> => {
  const { refused, rawBody, cors, client, parser, isAsync, errors } = ways
  const given = {
    cors,
    callerAddress: client,
    answerRefusal: refused === 'shape' ? shapes[name] : refused === 'hand on' ? handOn : refused,
    rawBody: rawBody && ((of: object) => kept.get(of)),
  }
  return apps[name](verifier, {
    options: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    answer: (request) =>
      isAsync === true ? new Promise(setImmediate).then(() => answerOf(request)) : answerOf(request),
    parser: parser
      ? async (read, of) => {
          const sent = await read()
          kept.set(of, typeof parser === 'function' ? parser(sent) : sent)
        }
      : undefined,
    errors: errors === true ? handedOn : undefined,
    methods: ['GET', 'POST'],
  })
}

const { publicPem } = rsa(2048, 'app-1')

interface Asked {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Sends one request after the other to an app, with a signature unless it is told otherwise. */
const asking = async (
  name: Name,
  ways: Ways,
  use: (
    ask: (method: string, target: string, body?: string, headers?: Record<string, string>) => Promise<Asked>,
    port: number,
  ) => Promise<void>,
  spy: (request: { readonly callerAddress?: string | undefined }) => void = () => {},
): Promise<void> => {
  const made = await createVerifier({
    keys: { 'app-1': publicPem },
    clock: () => now,
    bodyLimit: 1024,
    onVerdict: () => {},
  })
  const verifier: Verifier = {
    ...made,
    verify: (request) => {
      spy(request)
      return made.verify(request)
    },
  }
  const server = createServer(await listenerOf(name, verifier, ways))
  return withServer(server, async ({ port }) => {
    await use(async (method, target, body = '', headers = {}) => {
      const { authorization } = await sign({ method, target, body })
      const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
        method,
        ...(method === 'GET' || method === 'OPTIONS' ? {} : { body }),
        headers: {
          ...(headers.authorization === '' ? {} : { authorization }),
          'content-type': 'text/plain',
          ...headers,
        },
      })
      return { status: answer.status, headers: answer.headers, body: await answer.text() }
    }, port)
  })
}

/** Bytes of a stranger: text, text with a byte order mark, Latin-1, anything. */
const strangeBody = (): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => Buffer.from(text)),
      fc.string({ minLength: 1 }).map((text) => Buffer.from(`\ufeff${text}`)),
      fc.constant(Buffer.of(0xe9)),
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
    )
    .map((bytes) => new Uint8Array(bytes))

const strangeHeaders = (): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    fc.constant({}),
    fc.constantFrom('gzip', 'br', 'x').map((coding) => ({ 'content-encoding': coding })),
    fc
      .constantFrom('latin1', 'utf-8', 'UTF-16')
      .map((charset) => ({ 'content-type': `text/plain; charset=${charset}` })),
  )

const unsigned = { authorization: 'Basic YTpi' }

const refusals = suite('every adapter: the option answerRefusal')

for (const name of names) {
  refusals(`${name}: shapes the answer; status and headers are those of the refusal`, () =>
    asking(name, { refused: 'shape' }, async (ask) => {
      const { status, headers, body } = await ask('POST', '/', 'a body', unsigned)
      assert.is(status, 401)
      assert.match(headers.get('content-type') ?? '', problemType)
      assert.is(headers.get('www-authenticate'), 'SVC-SHA256-RSA error="scheme_unsupported"')
      assert.is(headers.get('cache-control'), 'no-store')
      assert.equal(JSON.parse(body), { type: 'about:blank', title: 'scheme_unsupported', status: 401 })
      assert.equal([(await ask('POST', '/', 'a body')).body, (await ask('GET', '/')).body], ['6', '0'])
    }),
  )

  // What comes of the connection is there the server's.
  if (name === 'fetch') continue
  for (const ways of [{}, { refused: 'shape' }] as ReadonlyArray<Ways>)
    refusals(`${name}: a client that keeps sending still gets the ${ways.refused ?? 'usual'} answer`, () =>
      asking(name, ways, async (_, port) => {
        const { authorization } = await sign({ method: 'POST', target: '/', body: '' })
        for (const field of ['Content-Length: 15000000', 'Transfer-Encoding: chunked']) {
          const { send, answer, socket } = talk(port)
          send(`POST / HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\n${field}\r\n\r\n`)
          const million = 'x'.repeat(1_000_000)
          const piece = field.startsWith('T') ? `f4240\r\n${million}\r\n` : million
          socket.pause()
          await new Promise((resolve) => socket.write(piece.repeat(15), resolve))
          socket.resume()
          assert.is((await answer())?.status, 413, field)
          socket.destroy()
        }
      }),
    )
}

for (const name of ['express', 'koa', 'fastify', 'hono'] as const) {
  refusals(`${name}: hands the refusal on to the framework's own error path`, () =>
    asking(name, { refused: 'hand on', errors: true }, async (ask) => {
      const { status, body } = await ask('POST', '/', 'a body', unsigned)
      assert.equal([status, body], [401, 'error path: VerificationError scheme_unsupported'])
      assert.is((await ask('POST', '/', 'a body')).body, '6')
    }),
  )

  refusals(`${name}: where the framework's error path has no handler, the status is still that of the refusal`, () =>
    asking(name, { refused: 'hand on' }, async (ask) => {
      assert.is((await ask('POST', '/', 'a body', unsigned)).status, 401)
    }),
  )
}

const rejections: ReadonlyArray<readonly [what: string, refused: () => unknown]> = [
  ['nothing', () => Promise.reject()],
  ['null', () => Promise.reject(null)],
  ['false', () => Promise.reject(false)],
  ['the word route', () => Promise.reject('route')],
  ['the word router, at once', () => throwing('router')],
]

refusals('http: where answerRefusal throws, the adapter answers and warns once, and the process goes on', async () => {
  const thrown = [undefined, new Error('secret'), new RangeError('secret')]
  const refused = (refusal: VerificationError) =>
    thrown.length % 2 === 0 ? throwing(thrown.pop()) : Promise.reject(thrown.pop() ?? refusal)
  const heard = await warningsOf(() =>
    asking('http', { refused }, async (ask) => {
      for (let i = 0; i < 4; i++) {
        const { status, body } = await ask('POST', '/', 'a body', unsigned)
        assert.equal([status, JSON.parse(body).error.code], [401, 'scheme_unsupported'])
      }
      assert.is((await ask('POST', '/', 'a body')).body, '6')
    }),
  )
  const [warned, ...more] = heard.filter(({ name }) => name === 'CountersignWarning').map(({ message }) => message)
  assert.equal(more, [])
  assert.match(warned ?? '', 'the option answerRefusal threw')
  assert.not.match(warned ?? '', 'secret')
})

refusals('http: where answerRefusal throws in the middle of its answer, the connection ends', async () => {
  const refused = (_: VerificationError, _req: never, res: ServerResponse) => throwing(res.write('half'))
  await asking('http', { refused: refused as never }, async (_, port) => {
    const { send, socket } = talk(port)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    send('GET / HTTP/1.1\r\nHost: h\r\n\r\n')
    await closed
  })
})

refusals('http: where answerRefusal throws when it has answered, its answer stays', async () => {
  const refused = (_: VerificationError, _req: never, res: ServerResponse) => throwing(res.end('whole'))
  await asking('http', { refused: refused as never }, async (ask) => {
    assert.is((await ask('POST', '/', 'a body', unsigned)).body, 'whole')
  })
})

for (const name of ['express', 'koa', 'fastify', 'hono', 'fetch'] as const) {
  for (const [what, refused] of rejections)
    refusals(`${name}: refused that rejects with ${what} is a failure, and no handler runs`, () =>
      asking(name, { refused }, async (ask) => {
        // Some frameworks keep the status that is set already.
        assert.ok([401, 500].includes((await ask('POST', '/', 'a body', unsigned)).status))
        assert.is((await ask('POST', '/', 'a body')).body, '6')
      }),
    )
}

for (const [what, words] of [
  ['nothing', []],
  ['route', ['route']],
  ['router', ['router']],
  ['null', [null]],
] as const)
  refusals(`express: refused that calls next with ${what} hands the refusal on, and no handler runs`, () => {
    const refused = (_: unknown, _req: unknown, _res: unknown, next: (...words: ReadonlyArray<unknown>) => void) =>
      next(...words)
    return asking('express', { refused: refused as never, errors: true }, async (ask) => {
      const { status, body } = await ask('POST', '/', 'a body', unsigned)
      assert.equal([status, body], [401, 'error path: VerificationError scheme_unsupported'])
    })
  })

refusals('express: an error that refused gives next reaches the error path as it is', () => {
  const refused = (_: unknown, _req: unknown, _res: unknown, next: (error: unknown) => void) =>
    next(new RangeError('own'))
  return asking('express', { refused: refused as never, errors: true }, async (ask) => {
    assert.is((await ask('POST', '/', 'a body', unsigned)).body, 'error path: RangeError undefined')
  })
})

for (const name of names)
  refusals(`${name}: each refusal sends its own status, headers and body; the connection stays open`, async () => {
    const errors = fc.sample(fc.record(verifyErrors), { numRuns: 1, seed: 1 })
    const offer = { authType: AuthType.standard, edition: 'international', tokens: true } as const
    for (const error of errors.flatMap((all) => Object.values(all))) {
      const refusal = verificationError(error, offer)
      const verifier = { bodyLimit: 10, verify: () => Promise.reject(refusal) } as unknown as Verifier
      await withServer(createServer(await listenerOf(name, verifier, {})), async ({ port }) => {
        const { ask, socket } = talk(port)
        for (const body of ['', 'a body']) {
          const told = await ask(`POST /v1/jobs HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
          assert.is(told.status, refusal.status, error._tag)
          assert.is(told.body, refusal.body)
          assert.is(told.headers['content-length'], String(refusal.body.length))
          for (const [key, value] of Object.entries(refusal.headers)) assert.is(told.headers[key.toLowerCase()], value)
        }
        socket.destroy()
      })
    }
  })

const rejecting = async (name: Name, thrown: unknown, ways: Ways): Promise<readonly [number, string]> => {
  const verifier = { bodyLimit: 9, verify: () => Promise.reject(thrown) } as unknown as Verifier
  let told: readonly [number, string] = [0, '']
  await withServer(createServer(await listenerOf(name, verifier, ways)), async ({ url }) => {
    const answer = await fetch(`${url}/`)
    told = [answer.status, await answer.text()]
  })
  return told
}

refusals('a verifier of the program that rejects with nothing is a failure, and no handler runs', async () => {
  for (const thrown of [undefined, null, false, 'route'])
    for (const name of ['express', 'koa', 'fastify', 'hono', 'fetch'] as const)
      assert.is((await rejecting(name, thrown, {}))[0], 500, `${name}: ${String(thrown)}`)
})

refusals("an unexpected error of the verifier goes to the framework's own error path", async () => {
  for (const name of ['express', 'koa', 'fastify', 'hono'] as const)
    assert.equal(
      await rejecting(name, new RangeError('its own'), { errors: true }),
      [500, 'error path: RangeError undefined'],
      name,
    )
})

const keeping = suite('every adapter: the option rawBody')

for (const name of names) {
  keeping(`${name}: the bytes that a parser in front has kept are verified`, () =>
    asking(name, { parser: true, rawBody: true }, async (ask) => {
      assert.equal((await ask('POST', '/', 'a body')).body, '6')
      assert.equal((await ask('GET', '/')).body, '0')
      assert.is((await ask('POST', '/', 'x'.repeat(1025))).status, 413)
      const { authorization } = await sign({ method: 'POST', target: '/', body: 'a body' })
      assert.is((await ask('POST', '/', 'b body', { authorization })).status, 401)
    }),
  )

  keeping(`${name}: where the parser has kept none, the adapter reads the body itself`, () =>
    asking(name, { rawBody: true }, async (ask) => {
      assert.equal((await ask('POST', '/', 'a body')).body, '6')
    }),
  )

  keeping(`${name}: without the option, such a body is lost`, () =>
    asking(name, { parser: true }, async (ask) => assert.is((await ask('POST', '/', 'a body')).status, 500)),
  )
}

for (const name of names) {
  // What parsers keep is text, or inflated.
  const keeps = (text: string): Ways => ({
    parser: (sent) => (sent.length === 0 ? sent : Buffer.from(text)),
    rawBody: true,
  })

  keeping(`${name}: kept bytes of another length than arrived are not what was sent`, () =>
    asking(name, keeps('a body'), async (ask) => {
      const { authorization } = await sign({ method: 'POST', target: '/', body: 'a body' })
      assert.is((await ask('POST', '/', 'another body', { authorization })).status, 500)
      assert.is((await ask('POST', '/', 'a body', { authorization })).status, 200)
    }),
  )

  keeping(`${name}: a byte order mark, which text has lost, is the caller's choice`, () =>
    asking(name, keeps('a body'), async (ask) => {
      assert.is((await ask('POST', '/', '\ufeffa body')).status, 415)
    }),
  )

  const asText: Ways = { parser: (sent) => Buffer.from(new TextDecoder().decode(sent)), rawBody: true }

  keeping(
    `${name}: for all bytes, codings and charsets that a stranger sends to a parser of text, the server is not at fault`,
    () =>
      asking(name, asText, async (_, port) => {
        const statuses = new Set<number>()
        await forAll([strangeBody(), strangeHeaders()], { numRuns: 40 }, async (body, headers) => {
          const authorization = String((await sign({ method: 'POST', target: '/', body: 'other' })).authorization)
          const init = { method: 'POST', body, headers: { authorization, 'content-type': 'text/plain', ...headers } }
          const { status } = await fetch(`http://127.0.0.1:${port}/`, init)
          statuses.add(status)
          assert.ok(status === 401 || status === 415, `${status}`)
        })
        assert.equal([...statuses].toSorted(), [401, 415])
      }),
  )

  keeping(`${name}: a body in a content coding is not what a parser keeps`, () =>
    asking(name, keeps('a body'), async (ask) => {
      const { authorization } = await sign({ method: 'POST', target: '/', body: 'a body' })
      assert.is((await ask('POST', '/', 'gzippe', { authorization, 'content-encoding': 'gzip' })).status, 415)
      assert.is((await ask('POST', '/', 'a body', { authorization, 'content-encoding': 'Identity' })).status, 200)
    }),
  )
}

keeping('hono: rawBody is asked only for a body that something has read; any other is read under the cap', async () => {
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, clock: () => now, bodyLimit: 9 })
  const asked: Array<string> = []
  const rawBody = (c: import('hono').Context) => {
    asked.push(c.req.method)
    return c.req.arrayBuffer()
  }
  const app = new Hono().use(onHono(verifier, { rawBody })).all('*', async (c) => c.text(await c.req.text()))
  const { authorization } = await sign({ method: 'POST', target: '/', body: 'a body' })
  const init = { method: 'POST', body: 'a body', headers: { authorization } }
  const server = createServer(getRequestListener(app.fetch))
  await withServer(server, async ({ url }) => {
    assert.is(await (await app.request('/', init)).text(), 'a body')
    const { authorization: another } = await sign({ method: 'POST', target: '/', body: 'a body' })
    assert.is(await (await fetch(`${url}/`, { ...init, headers: { authorization: another } })).text(), 'a body')
  })
  assert.equal(asked, [])
})

keeping('fetch: rawBody may not read the request itself, which has no cap', async () => {
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, clock: () => now, onVerdict: () => {} })
  const handler = onFetch(verifier, () => new Response(), { rawBody: (request: Request) => request.arrayBuffer() })
  const { authorization } = await sign({ method: 'POST', target: '/', body: 'a' })
  const answer = await handler(new Request('http://h/', { method: 'POST', body: 'a', headers: { authorization } }))
  assert.is(answer.status, 500)
})

keeping('what it may answer: bytes, an ArrayBuffer, text, nothing; alone or as a promise', async () => {
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, clock: () => now, onVerdict: () => {} })
  const statusFor = async (answered: unknown): Promise<number> => {
    const handler = onFetch(verifier, () => new Response(), { rawBody: (() => answered) as never })
    const { authorization } = await sign({ method: 'POST', target: '/', body: 'ä' })
    return (await handler(new Request('http://h/', { method: 'POST', body: 'ä', headers: { authorization } }))).status
  }
  const bytes = Buffer.from('ä')
  const own = Uint8Array.from(bytes).buffer
  for (const answered of [bytes, own, 'ä', undefined, null, Promise.resolve(bytes), Promise.resolve()])
    assert.is(await statusFor(answered), 200, String(answered))
  assert.is(await statusFor(Buffer.from('b')), 401)
  // The program's own mistakes are no caller's.
  for (const answered of ['\ud800', 7, { a: 1 }, Promise.reject(new Error('mine'))])
    assert.is(await statusFor(answered), 500, String(answered))
})

const cors = suite('every adapter: the option cors')
const page = 'https://app.example'
const asks = {
  authorization: '',
  origin: page,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,x-own',
}

/** `fetch` sends no Origin of the caller's. */
const over = async (port: number, line: string, fields: Readonly<Record<string, string>>, body = '') => {
  const { ask, socket } = talk(port)
  const lines = Object.entries({ ...fields, 'Content-Length': String(body.length) }).filter(([, value]) => value !== '')
  const {
    status,
    headers,
    body: text,
  } = await ask(
    `${line} HTTP/1.1\r\nHost: h\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n${body}`,
  )
  socket.destroy()
  return { status, headers, body: text }
}

for (const name of names) {
  cors(`${name}: a preflight of an allowed origin is answered, and no handler runs`, () =>
    asking(name, { cors: [page, 'http://localhost:3000'] }, async (_, port) => {
      const { status, headers, body } = await over(port, 'OPTIONS /jobs', asks)
      assert.equal([status, body], [204, ''])
      assert.is(headers['access-control-allow-origin'], page)
      assert.is(headers['access-control-allow-methods'], 'POST')
      assert.is(headers['access-control-allow-headers'], 'authorization,content-type,x-own')
      assert.is(headers['access-control-max-age'], '600')
      assert.is(headers.vary?.toLowerCase(), 'origin, access-control-request-method, access-control-request-headers')
      assert.is(headers['access-control-allow-credentials'], undefined)
    }),
  )

  cors(`${name}: a preflight of another origin, and an OPTIONS that is none, are refused as any unsigned request`, () =>
    asking(name, { cors: page }, async (_, port) => {
      for (const fields of [
        { ...asks, origin: 'https://app.example.evil.example' },
        { ...asks, origin: 'null' },
        { ...asks, 'access-control-request-method': '' },
        { ...asks, origin: '' },
      ]) {
        const { status, headers } = await over(port, 'OPTIONS /jobs', fields)
        assert.is(status, 401)
        assert.is(headers['access-control-allow-methods'], undefined)
        assert.is(headers['access-control-allow-origin'], fields.origin === page ? page : undefined)
        assert.match(headers.vary?.toLowerCase() ?? '', 'origin')
      }
    }),
  )

  cors(`${name}: an allowed origin may read the answers and the refusals, and another may not`, () =>
    asking(name, { cors: { origins: page, exposed: ['Location'] } }, async (_, port) => {
      for (const [origin, allowed] of [
        [page, page],
        ['https://other.example', undefined],
      ] as const) {
        const { authorization } = await sign({ method: 'POST', target: '/', body: 'a' })
        for (const [line, status] of [
          [authorization, 200],
          ['Bearer a', 401],
        ] as const) {
          const answer = await over(port, 'POST /', { authorization: line, origin, 'Content-Type': 'text/plain' }, 'a')
          assert.is(answer.status, status)
          assert.is(answer.headers['access-control-allow-origin'], allowed)
          const exposed = allowed && 'Date, Retry-After, WWW-Authenticate, Location'
          assert.is(answer.headers['access-control-expose-headers'], exposed)
          assert.is(answer.headers.vary, 'Origin')
        }
      }
    }),
  )

  cors(`${name}: a refusal of the program's own shape, and a refused job, may be read as well`, () =>
    asking(name, { cors: '*', refused: 'shape' }, async (_, port) => {
      const shaped = await over(port, 'POST /', { authorization: 'Bearer a', origin: page })
      assert.equal([shaped.status, shaped.headers['access-control-allow-origin']], [401, '*'])
      const { authorization } = await sign({ method: 'POST', target: '/jobs', body: '{}' })
      const job = await over(port, 'POST /jobs', { authorization, origin: page, 'Content-Type': 'text/plain' }, '{}')
      assert.equal([job.status, job.headers['access-control-allow-origin']], [400, '*'])
    }),
  )

  cors(`${name}: without the option a preflight is refused`, () =>
    asking(name, {}, async (_, port) => {
      const { status, headers } = await over(port, 'OPTIONS /jobs', asks)
      assert.is(status, 401)
      assert.is(headers['access-control-allow-origin'], undefined)
    }),
  )
}

cors('fastify: a preflight in a scope with a prefix is answered, though no route takes OPTIONS', async () => {
  const verifier = await createVerifier({ keys: { 'app-1': publicPem } })
  const app = fastify()
  app.get('/open', async () => 'open')
  for (const prefix of ['/v1', '/v2'])
    app.register(
      async (scope) => {
        scope.register(onFastify, { verifier, cors: page })
        scope.post('/jobs', async () => 'ran')
      },
      { prefix },
    )
  const ask = async (url: string) =>
    (
      await app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: page, 'access-control-request-method': 'POST' },
      })
    ).statusCode
  assert.equal([await ask('/v1/jobs'), await ask('/v2/jobs'), await ask('/open')], [204, 204, 404])
})

type Fastify = import('fastify').FastifyInstance
const beside: Readonly<Record<string, (app: Fastify, register: (scope: Fastify) => void) => void>> = {
  'a route of the app for OPTIONS of every path, in front': (app, register) => {
    app.options('*', async () => 'own')
    register(app)
  },
  'such a route, behind': (app, register) => {
    register(app)
    app.options('*', async () => 'own')
  },
  'another scope without a prefix': (app, register) => {
    for (const url of ['/jobs', '/others'])
      app.register(async (scope) => {
        register(scope)
        scope.post(url, async () => 'ran')
      })
  },
}
for (const [where, build] of Object.entries(beside))
  cors(`fastify: beside ${where}, the app starts, and preflights are answered`, async () => {
    const verifier = await createVerifier({ keys: { 'app-1': publicPem } })
    const app = fastify()
    build(app, (scope) => void scope.register(onFastify, { verifier, cors: page }))
    for (const url of ['/jobs', '/others']) {
      const headers = { origin: page, 'access-control-request-method': 'POST' }
      assert.is((await app.inject({ method: 'OPTIONS', url, headers })).statusCode, 204)
    }
  })

cors('fastify: a path without a route for OPTIONS is not found when a request of it is verified', () =>
  asking('fastify', { cors: page }, async (_, port) => {
    const { authorization } = await sign({ method: 'OPTIONS', target: '/jobs', body: '' })
    assert.is((await over(port, 'OPTIONS /jobs', { authorization, origin: page })).status, 404)
  }),
)

const jobs = suite('every adapter: a JobRefused of the handler is its 400')

for (const name of names) {
  for (const isAsync of [false, true]) {
    jobs(`${name}, ${isAsync ? 'asynchronous' : 'synchronous'}`, () =>
      asking(name, { isAsync }, async (ask) => {
        for (const [body, code] of [
          ['{"request_id":7,"stages":[]}', 'job_invalid'],
          ['{"request_id":', 'job_malformed'],
        ] as const) {
          const { status, headers, body: said } = await ask('POST', '/jobs', body)
          assert.is(status, 400)
          assert.match(headers.get('content-type') ?? '', 'application/json')
          assert.is(headers.get('cache-control'), 'no-store')
          assert.is(JSON.parse(said).error.code, code)
        }
        const accepted = await ask('POST', '/jobs', '{"request_id":"7","stages":[]}')
        assert.equal([accepted.status, accepted.body], [200, '7'])
      }),
    )
  }
}

for (const name of ['express', 'fastify', 'hono'] as const) {
  jobs(`${name}: the app's own error handler has the last word`, () =>
    asking(name, { errors: true }, async (ask) => {
      const { status, body } = await ask('POST', '/jobs', '{}')
      assert.equal([status, body], [400, 'error path: JobRefused job_invalid'])
    }),
  )
}

jobs('a JobRefused names the places, and shows no value', () => {
  const bytes = Buffer.from('{"request_id":7,"stages":[{"type":"a secret"},{"type":8}]}')
  try {
    decodeJob(bytes, { 'unknown-stage': false })
    assert.unreachable()
  } catch (error) {
    assert.ok(error instanceof JobRefused)
    assert.equal(error.pointers, ['/request_id', '/stages/0/type', '/stages/1/type'])
    assert.equal([error.name, error.reason, error.status], ['JobRefused', 'job_invalid', 400])
    assert.not.match(error.message + error.body, 'secret')
  }
  assert.throws(() => decodeJob(bytes, { unknown: true } as never), /misconfigured: .*unknown/)
})

const clients = suite('every adapter: the option client')

for (const name of names) {
  clients(`${name}: the verifier hears who sends: the socket's address, or whom the program names`, async () => {
    const heard: Array<string | undefined> = []
    const ask = (ways: Ways) =>
      asking(
        name,
        ways,
        async (send) => assert.is((await send('POST', '/', 'a body')).status, 200),
        ({ callerAddress }) => heard.push(callerAddress),
      )
    await ask({})
    await ask({ client: () => 'somebody' })
    assert.equal(heard, [name === 'fetch' ? undefined : '127.0.0.1', 'somebody'])
  })

  clients(`${name}: a function that throws, or answers no text, lets nobody in`, async () => {
    const thrower = () => {
      throw new Error('canary')
    }
    for (const client of [thrower, () => 1 as never])
      await asking(name, { client }, async (send) => {
        const { status, body } = await send('POST', '/', 'a body')
        assert.is(status, 500)
        assert.not.match(body, 'canary')
      })
  })
}

const settings = suite('every adapter: options that do not exist or make no sense')

const wrongs: ReadonlyArray<readonly [options: unknown, words: RegExp]> = [
  [
    { refuse: () => {} },
    /verified: "refuse" is not an option here; the options are answerRefusal, decode, rawBody, cors, allowRewrites, callerAddress, prefix$/,
  ],
  [{ refused: () => {} }, /verified: "refused" is not an option here; it is called answerRefusal now$/],
  [{ client: () => '' }, /verified: "client" is not an option here; it is called callerAddress now$/],
  [{ 'a secret!': 1 }, /verified: a name that is not shown is not an option here/],
  [{ answerRefusal: 'no' }, /verified: answerRefusal must be a function$/],
  [{ decode: {} }, /verified: decode must be a function$/],
  [{ cors: true }, /verified: cors: the options must be a record of origins, exposed, maxAge$/],
  [{ cors: {} }, /verified: cors: origins must name the allowed origins$/],
  [
    { cors: { origins: '*', origin: page } },
    /verified: cors: "origin" is not an option here; the options are origins, exposed, maxAge$/,
  ],
  [{ cors: 'app.example' }, /verified: cors: an origin is written like https:\/\/app\.example$/],
  [{ cors: 'https://App.example/' }, /verified: cors: write https:\/\/app\.example, as browsers do$/],
  [{ cors: { origins: page, exposed: ['a b'] } }, /verified: cors: exposed must be names of headers$/],
  [{ cors: { origins: page, maxAge: -1 } }, /verified: cors: maxAge must be a whole number of seconds, 0 or more$/],
  [{ allowRewrites: 'yes' }, /verified: allowRewrites must be true or false$/],
  [
    { prefix: '/api/' },
    /verified: prefix must be the part of the path that a proxy removes, such as \/api: it starts with \/ and/,
  ],
  [{ prefix: () => '/api' }, /verified: prefix must be the part of the path that a proxy removes/],
  [
    'refused',
    /verified: the options must be a record of answerRefusal, decode, rawBody, cors, allowRewrites, callerAddress, prefix$/,
  ],
  [
    { answerRefusal: 'no', cors: { origins: ['h', 'HTTPS://h'], maxAge: 'x' }, x: 1 },
    /answerRefusal must be a function; cors: an origin is .*; write https:\/\/h, .*; maxAge must be .*; "x" is not an option here; the options are/,
  ],
]

const starts: Readonly<Record<string, (verifier: Verifier, options?: never) => unknown>> = {
  http: (verifier, options) => onHttp(verifier, () => {}, options),
  express: onExpress,
  koa: onKoa,
  hono: onHono,
  fetch: (verifier, options) => onFetch(verifier, () => new Response(), options),
}

for (const [name, start] of Object.entries(starts)) {
  settings(`${name}: without a verifier, a promise or a function it throws at the start`, () => {
    for (const wrong of [undefined, null, {}, 'verifier'])
      assert.throws(
        () => start(wrong as never),
        (error: Error) => error instanceof TypeError && /^verified needs a verifier, a promise/.test(error.message),
      )
  })
}

for (const name of names) {
  settings(`${name} says so at the start`, async () => {
    const verifier = await createVerifier({ keys: {} })
    for (const [options, words] of wrongs) {
      if (name !== 'fastify') assert.throws(() => starts[name]?.(verifier, options as never), words)
      else if (typeof options === 'object') {
        const failed = await fastify()
          .register(onFastify, { verifier, ...(options as object) })
          .then(
            () => undefined,
            (error: Error) => error.message,
          )
        assert.match(failed ?? '', new RegExp(words.source.replace(/\$$/, '')))
      }
    }
  })
}

settings('an option that Object.prototype was polluted with sets nothing', async () => {
  const verifier = await createVerifier({ keys: { 'app-1': publicPem }, clock: () => now })
  const polluted = Object.prototype as { refused?: unknown }
  polluted.refused = () => new Response('open')
  try {
    const handler = onFetch(verifier, () => new Response(), {})
    assert.is((await handler(new Request('http://h/'))).status, 401)
  } finally {
    delete polluted.refused
  }
})
