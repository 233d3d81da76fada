import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import * as http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import * as assert from 'uvu/assert'
import { type VerifiedListener, verified } from '../../../src/server/adapters/http.ts'
import {
  createVerifier,
  type RefusedVerdict,
  type Verdict,
  type VerifiedRequest,
  type VerifierOptions,
} from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { plant, runIn } from '../../support/project.ts'
import { suite } from '../../support/suite.ts'
import { until } from '../../support/until.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { type Answer, type Talk, talk } from './talk.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

interface Running {
  readonly port: number
  readonly connect: () => Talk
  readonly handled: ReadonlyArray<VerifiedRequest>
  readonly refused: ReadonlyArray<RefusedVerdict>
}

const hello: VerifiedListener = (_, res, { appId, body }) => void res.end(`${appId} ${body.length}`)

/** A server with the adapter, optionally behind another listener, for the time of one test. */
const running = async (
  use: (server: Running) => Promise<void>,
  {
    before,
    ...options
  }: Partial<VerifierOptions> & { readonly before?: (next: RequestListener) => RequestListener } = {},
): Promise<void> => {
  const handled: Array<VerifiedRequest> = []
  const refused: Array<RefusedVerdict> = []
  const onVerdict = (verdict: Verdict) => verdict.outcome === 'reject' && refused.push(verdict)
  const verifier = await createVerifier({ keys, clock: () => now, onVerdict, ...options })
  const listener = verified(verifier, (req, res, request) => {
    handled.push(request)
    return hello(req, res, request)
  })
  const server = createServer(before === undefined ? listener : before(listener))
  const talks: Array<Talk> = []
  await listening(server)
  const { port } = server.address() as AddressInfo
  const connect = () => {
    const made = talk(port)
    talks.push(made)
    return made
  }
  try {
    await use({ port, connect, handled, refused })
  } finally {
    for (const { socket } of talks) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
}

const listening = (server: Server | http2.Http2Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const header = async (toSign: ToSign = {}): Promise<string> => (await sign(toSign)).authorization

const head = (line: string, ...fields: ReadonlyArray<string>): string =>
  `${[`${line} HTTP/1.1`, 'Host: h.example', ...fields].join('\r\n')}\r\n\r\n`

const passing = suite('verified: verifies the request as sent on the wire')

passing('method, target and body bytes', () =>
  running(async ({ connect, handled }) => {
    const body = Buffer.from([0, 255, 10, 13])
    const target = "/v1/../jobs//x?b=2&a=1&a=%7e&it's"
    const { send, answer } = connect()
    send(head(`PUT ${target}`, `Authorization: ${await header({ method: 'PUT', target, body })}`, 'Content-Length: 4'))
    send(body)
    assert.is((await answer())?.body, 'app-1 4')
    const [request] = handled
    assert.equal([request?.method, request?.target], ['PUT', target])
    assert.equal(Buffer.from(request?.body ?? []), body)
  }),
)

passing('a target in absolute-form', () =>
  running(async ({ connect, handled }) => {
    const { send, answer } = connect()
    send(
      head(
        'GET http://elsewhere.example:80/v1/jobs?',
        `Authorization: ${await header({ method: 'GET', target: '/v1/jobs?', body: '' })}`,
      ),
    )
    assert.is((await answer())?.status, 200)
    assert.is(handled[0]?.target, '/v1/jobs?')
  }),
)

passing('a chunked body: the content is signed, not the chunk framing', () =>
  running(async ({ connect, handled }) => {
    const { send, answer } = connect()
    send(head('POST /v1/jobs', `Authorization: ${await header({ body: 'hello world' })}`, 'Transfer-Encoding: chunked'))
    send('5;ext=1\r\nhello\r\n')
    send('6\r\n worl')
    send('d\r\n0\r\nTrailer: x\r\n\r\n')
    assert.is((await answer())?.status, 200)
    assert.is(Buffer.from(handled[0]?.body ?? []).toString(), 'hello world')
  }),
)

passing('a compressed body: the compressed bytes are what is verified', () =>
  running(async ({ connect, handled, refused }) => {
    const zipped = gzipSync('{"request_id":"1","stages":[]}')
    const request = async (body: Uint8Array | string) =>
      head(
        'POST /v1/jobs',
        `Authorization: ${await header({ body })}`,
        'Content-Encoding: gzip',
        `Content-Length: ${zipped.length}`,
      )
    const { send, answer } = connect()
    send(await request(zipped))
    send(zipped)
    assert.is((await answer())?.status, 200)
    assert.equal(Buffer.from(handled[0]?.body ?? []), zipped)
    send(await request('{"request_id":"1","stages":[]}'))
    send(zipped)
    assert.is((await answer())?.status, 401)
    assert.is(refused[0]?.reason, 'signature_invalid')
  }),
)

passing('HEAD and OPTIONS, and a request without a body', () =>
  running(async ({ connect, handled }) => {
    const { send, answer } = connect()
    for (const method of ['HEAD', 'OPTIONS', 'GET', 'DELETE']) {
      send(head(`${method} /a`, `Authorization: ${await header({ method, target: '/a', body: '' })}`))
      assert.is((await answer(method === 'HEAD' ? 'head' : undefined))?.status, 200)
    }
    assert.equal(
      handled.map(({ method }) => method),
      ['HEAD', 'OPTIONS', 'GET', 'DELETE'],
    )
  }),
)

passing('pipelined requests', () =>
  running(async ({ connect }) => {
    const { send, answer } = connect()
    const request = async (body: string) =>
      head('POST /v1/jobs', `Authorization: ${await header({ body })}`, `Content-Length: ${body.length}`) + body
    send(`${(await request('a')) + head('POST /v1/jobs', 'Content-Length: 2')}xx${await request('bcd')}`)
    assert.equal(
      [(await answer())?.body, (await answer())?.status, (await answer())?.body],
      ['app-1 1', 401, 'app-1 3'],
    )
  }),
)

passing.run()

const refusing = suite('verified: refusals')

refusing('two Authorization lines are refused: identical, in any letter case, with other lines between', () =>
  running(async ({ connect, refused }) => {
    const { send, answer } = connect()
    const line = await header({ body: '' })
    send(head('POST /v1/jobs', `Authorization: ${line}`, 'Content-Length: 0', `AUTHORIZATION: ${line}`))
    const { status, body, headers } = (await answer()) as Answer
    assert.is(status, 400)
    assert.is(body, '{"error":{"code":"authorization_multiple","message":"send exactly one Authorization header"}}')
    assert.is(headers['content-length'], String(body.length))
    assert.is(headers['content-type'], 'application/json; charset=UTF-8')
    assert.is(headers['cache-control'], 'no-store')
    assert.is(refused[0]?.reason, 'authorization_multiple')
  }),
)

refusing('an asterisk target, an unsigned preflight, and a HEAD, which gets no body', () =>
  running(async ({ connect }) => {
    const { send, answer } = connect()
    send(head('OPTIONS *', `Authorization: ${await header({ method: 'OPTIONS', target: '/', body: '' })}`))
    assert.match((await answer())?.body ?? '', '"target_invalid"')
    send(head('OPTIONS /v1/jobs', 'Origin: https://h.example', 'Access-Control-Request-Method: POST'))
    const preflight = await answer()
    assert.is(preflight?.status, 401)
    assert.is(preflight?.headers['www-authenticate'], 'SVC-SHA256-RSA')
    send(head('HEAD /v1/jobs'))
    const bare = await answer('head')
    assert.is(bare?.status, 401)
    assert.ok(Number(bare?.headers['content-length']) > 0)
    send(head('GET /v1/jobs'))
    assert.is((await answer())?.status, 401)
  }),
)

refusing('a refused timestamp: the Date header gives the server’s time', () =>
  running(async ({ connect }) => {
    const { send, answer } = connect()
    send(head('POST /v1/jobs', `Authorization: ${await header({ timestamp: now - 301, body: '' })}`))
    assert.is((await answer())?.headers.date, new Date(now * 1000).toUTCString())
  }),
)

refusing('the connection survives a refusal: the unread body is discarded, the next request is answered', () =>
  running(
    async ({ connect, handled }) => {
      const { send, answer, socket } = connect()
      for (let i = 0; i < 3; i++) {
        send(head('POST /v1/jobs', 'Content-Length: 6'))
        const refusal = await answer()
        assert.is(refusal?.status, 401)
        assert.is(refusal?.headers.connection, 'keep-alive')
        send('a body')
      }
      send(`${head('POST /v1/jobs', `Authorization: ${await header({ body: 'a body' })}`, 'Content-Length: 6')}a body`)
      assert.is((await answer())?.status, 200)
      assert.is(handled.length, 1)
      assert.not.ok(socket.destroyed)
    },
    { bodyLimit: 6 },
  ),
)

refusing('a Content-Length over the limit is refused at once, before the body is sent', () =>
  running(
    async ({ connect, refused }) => {
      const { send, answer, ended } = connect()
      send(head('POST /v1/jobs', `Authorization: ${await header({ body: '' })}`, 'Content-Length: 1025'))
      // No byte of the body has been sent.
      const refusal = await answer()
      assert.is(refusal?.status, 413)
      assert.match(refusal?.body ?? '', '"code":"body_too_large"')
      assert.is(refusal?.headers.connection, 'close')
      assert.is(refused[0]?.reason, 'body_too_large')
      await ended
    },
    { bodyLimit: 1024 },
  ),
)

refusing('a chunked body is refused when it passes the limit, not at its last chunk', () =>
  running(
    async ({ connect, handled }) => {
      const { send, answer, ended } = connect()
      send(head('POST /v1/jobs', `Authorization: ${await header({ body: '' })}`, 'Transfer-Encoding: chunked'))
      send(`400\r\n${'x'.repeat(1024)}\r\n`)
      send('1\r\nx\r\n')
      const refusal = await answer()
      assert.is(refusal?.status, 413)
      assert.is(refusal?.headers.connection, 'close')
      send('0\r\n\r\n')
      await ended
      const exact = connect()
      const body = 'x'.repeat(1024)
      exact.send(head('POST /v1/jobs', `Authorization: ${await header({ body })}`, 'Transfer-Encoding: chunked'))
      exact.send(`400\r\n${body}\r\n0\r\n\r\n`)
      assert.is((await exact.answer())?.status, 200)
      assert.is(handled.length, 1)
    },
    { bodyLimit: 1024 },
  ),
)

refusing('a client that keeps sending still gets the answer', () =>
  running(
    async ({ connect }) => {
      for (const fields of [['Content-Length: 30000000'], ['Transfer-Encoding: chunked']]) {
        const { send, answer, socket } = connect()
        send(head('POST /v1/jobs', `Authorization: ${await header({ body: '' })}`, ...fields))
        const piece =
          fields[0] === 'Transfer-Encoding: chunked' ? `f4240\r\n${'x'.repeat(1_000_000)}\r\n` : 'x'.repeat(1_000_000)
        // This client reads only after it has sent everything; a reset connection would lose the answer.
        socket.pause()
        await new Promise((resolve) => socket.write(piece.repeat(30), resolve))
        socket.resume()
        assert.is((await answer())?.status, 413)
      }
    },
    { bodyLimit: 1024 },
  ),
)

refusing('endless chunks after any other refusal close the connection', () =>
  running(async ({ connect }) => {
    const { send, answer, ended } = connect()
    send(head('POST /v1/jobs', 'Transfer-Encoding: chunked'))
    const refusal = await answer()
    assert.is(refusal?.status, 401)
    assert.is(refusal?.headers.connection, 'close')
    send('0\r\n\r\n')
    await ended
  }),
)

refusing('a body that ends early, before or during the read, is body_incomplete', () =>
  running(async ({ connect, refused, handled }) => {
    const { send, socket } = connect()
    send(head('POST /v1/jobs', `Authorization: ${await header({ body: 'a body' })}`, 'Content-Length: 6'))
    send('a b')
    socket.end()
    const chunked = connect()
    chunked.send(
      head('POST /v1/jobs', `Authorization: ${await header({ body: 'a body' })}`, 'Transfer-Encoding: chunked'),
    )
    chunked.send('6\r\na b')
    await once(chunked.socket, 'connect')
    chunked.socket.destroy()
    await until(() => refused.length === 2)
    assert.equal(
      refused.map(({ reason }) => reason),
      ['body_incomplete', 'body_incomplete'],
    )
    assert.is(handled.length, 0)
  }),
)

refusing('the caller hangs up during the key look-up', async () => {
  let hungUp = (): void => {}
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve
  })
  const slow = {
    keysOf: () => async () => {
      await gone
      return { _tag: 'Right', right: [{ signatureLength: 256, validity: {}, verify: () => async () => true }] }
    },
  }
  await running(
    async ({ connect, refused }) => {
      const { send, socket } = connect()
      send(head('POST /v1/jobs', `Authorization: ${await header({ body: 'a body' })}`, 'Content-Length: 6'))
      await once(socket, 'connect')
      socket.destroy()
      await until(() => refused.length > 0)
      assert.is(refused[0]?.reason, 'body_incomplete')
    },
    {
      keys: slow,
      before: (next) => (req, res) => {
        req.once('close', () => setImmediate(hungUp))
        next(req, res)
      },
    },
  )
})

const wasRead: ReadonlyArray<readonly [how: string, read: (req: IncomingMessage) => Promise<unknown>]> = [
  ['to its end', (req) => req.toArray()],
  ['in part', (req) => once(req, 'readable').then(() => req.read(1))],
  ['as text', async (req) => req.setEncoding('utf8')],
]
for (const [how, read] of wasRead) {
  refusing(`a body that a listener in front has read ${how}: 500 body_consumed`, () =>
    running(
      async ({ connect, refused, handled }) => {
        const { send, answer } = connect()
        // More than a stream buffers without a reader.
        const body = 'x'.repeat(300_000)
        send(head('POST /v1/jobs', `Authorization: ${await header({ body })}`, 'Content-Length: 300000') + body)
        const refusal = await answer()
        assert.is(refusal?.status, 500)
        assert.is(refusal?.body, '{"error":{"code":"internal","message":"internal error"}}')
        assert.is(
          refused[0]?.message,
          'internal error: the request body was consumed before verification; put the verifier in front of every body parser, and of whatever else reads or replaces the body',
        )
        send(`${head('POST /v1/jobs', 'Content-Length: 1')}x`)
        assert.is((await answer())?.status, 401)
        assert.is(handled.length, 0)
      },
      { before: (next) => async (req, res) => read(req).then(() => next(req, res)) },
    ),
  )
}

refusing('a listener in front that does not read the body is harmless', () =>
  running(
    async ({ connect }) => {
      const { send, answer } = connect()
      send(`${head('POST /v1/jobs', `Authorization: ${await header({ body: 'a body' })}`, 'Content-Length: 6')}a body`)
      assert.is((await answer())?.body, 'app-1 6')
      send(head('POST /v1/jobs', `Authorization: ${await header({ body: '' })}`))
      assert.is((await answer())?.body, 'app-1 0')
    },
    {
      before: (next) => (req, res) => {
        req.pause()
        setImmediate(() => next(req, res))
      },
    },
  ),
)

refusing.run()

const listeners = suite('verified: a listener that throws')

const program = (listener: string, before = ''): string => `
  import events from 'node:events'
  import { createServer } from 'node:http'
  import { verified } from '${new URL('../../../src/server/adapters/http.ts', import.meta.url)}'
  const verifier = { bodyLimit: 10, verify: async (r) => ({ appId: 'a', method: r.method, target: r.target, body: await r.body() }) }
  ${before}
  const server = createServer(verified(verifier, ${listener}))
  server.listen(0, '127.0.0.1', async () => {
    const answer = await fetch('http://127.0.0.1:' + server.address().port)
    console.log('answered', answer.status)
    server.close()
    server.closeAllConnections()
  })
`
const hook = new URL('../../../scripts/typescript.mjs', import.meta.url)
const runProgram = (text: string) => runIn(plant({ 'program.mjs': text }), `node --import ${hook} program.mjs`)

for (const [how, listener] of [
  ['throws', '() => { throw new Error("my own fault") }'],
  ['rejects', 'async () => { throw new Error("my own fault") }'],
] as const) {
  listeners(
    `a listener that ${how} ends the process with its own stack, as node does without the adapter`,
    async () => {
      const { code, output } = await runProgram(program(listener))
      assert.is(code, 1)
      assert.match(output, 'Error: my own fault\n    at ')
      assert.not.match(output, 'answered')
    },
  )

  listeners(`a listener that ${how} is answered with 500 by a server with captureRejections`, async () => {
    const { code, output } = await runProgram(program(listener, 'events.captureRejections = true'))
    assert.is(output, 'answered 500\n')
    assert.is(code, 0)
  })
}

listeners('an unexpected error of the verifier is not taken for a refusal', async () => {
  const mine = () => Promise.reject(new RangeError('mine'))
  const verifier = { bodyLimit: 0, verify: mine, verifyStream: mine }
  const listener = verified(verifier, hello)
  const thrown = await listener({ rawHeaders: [] } as unknown as IncomingMessage, {} as never).catch((error) => error)
  assert.instance(thrown, RangeError)
})

listeners.run()

const streams = suite('verified: http2')

streams('accepts, refuses, and stops a body over the limit', async () => {
  const refused: Array<string> = []
  const onVerdict = (verdict: Verdict) => verdict.outcome === 'reject' && refused.push(verdict.reason)
  const verifier = await createVerifier({ keys, clock: () => now, bodyLimit: 1024, onVerdict })
  const listener = verified<http2.Http2ServerRequest, http2.Http2ServerResponse>(
    verifier,
    (_, res, { appId, body }) => void res.end(`${appId} ${body.length}`),
  )
  const server = http2.createServer(listener)
  await listening(server)
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const ask = async (
    fields: http2.OutgoingHttpHeaders,
    body: Uint8Array | string,
  ): Promise<readonly [unknown, string]> => {
    const stream = session.request({ ':method': 'POST', ':path': '/v1/jobs', ...fields })
    stream.on('error', () => {})
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    const answered = once(stream, 'response')
    const closed = once(stream, 'close')
    stream.end(body)
    const [{ ':status': status }] = (await answered) as [{ ':status': number }]
    await closed
    return [status, text]
  }
  try {
    assert.equal(await ask({ authorization: await header({ body: 'a body' }) }, 'a body'), [200, 'app-1 6'])
    assert.equal(await ask({ authorization: await header({ body: '' }) }, ''), [200, 'app-1 0'])
    assert.is((await ask({ authorization: await header({ body: 'a body' }) }, 'b body'))[0], 401)
    assert.is((await ask({ authorization: await header({ body: '' }) }, 'x'.repeat(5_000_000)))[0], 413)
    assert.is(
      (await ask({ authorization: await header({ body: '' }), 'content-length': 2000 }, 'x'.repeat(2000)))[0],
      413,
    )
    assert.is((await ask({}, 'x'.repeat(5_000_000)))[0], 401)
    assert.equal(await ask({ authorization: await header({ body: 'still here' }) }, 'still here'), [200, 'app-1 10'])
    assert.equal(refused, ['signature_invalid', 'body_too_large', 'body_too_large', 'authorization_missing'])
  } finally {
    session.destroy()
    server.close()
  }
})

streams.run()
