import { connect, type Socket } from 'node:net'
import { upstreamOf } from '../../../src/apps/gateway/Upstream.ts'
import { freePort } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { signedRequest, standing } from './standing.ts'

/** Answers each request of a connection with the next text; then keeps silent. */
const scripted = (...texts: ReadonlyArray<string>) => {
  let next = 0
  return (socket: Socket) =>
    socket.on('data', (part) => {
      if (part.includes('HTTP/1.1\r\n')) socket.write(texts[next++] ?? '', 'latin1')
    })
}

const answering = suite('the answer of the upstream')

answering('status, reason, headers and body as they are, without what concerns the connection', () => {
  const fields = [
    'X-ODD: \xe4',
    'Set-Cookie: a=1',
    'Connection: x-mine, keep-alive',
    'X-Mine: 1',
    'set-cookie: b=2',
    'Proxy-Authenticate: x',
  ]
  return standing(
    async ({ connect }) => {
      const { send, heard } = connect()
      send(await signedRequest())
      await until(() => heard().includes('body'))
      const lines = heard().split('\r\n')
      assert.is(lines[0], 'HTTP/1.1 418 I am a Teapot')
      assert.equal(lines.slice(1, 5), ['X-ODD: \xe4', 'Set-Cookie: a=1', 'set-cookie: b=2', 'Content-Length: 4'])
      assert.not.match(heard(), /x-mine|proxy-auth/i)
    },
    { raw: scripted(`HTTP/1.1 418 I am a Teapot\r\n${fields.join('\r\n')}\r\nContent-Length: 4\r\n\r\nbody`) },
  )
})

answering('to HEAD, 204 and 304 has no body, and keeps the connection', () =>
  standing(
    async ({ ask }) => {
      const toHead = await ask(await signedRequest({ method: 'HEAD', body: '' }), 'head')
      assert.equal([toHead.status, toHead.headers['content-length']], [200, '1000'])
      for (const expected of [204, 304]) {
        assert.is((await ask(await signedRequest({ method: 'GET', body: '' }), 'head')).status, expected)
      }
      assert.is((await ask(await signedRequest({ method: 'GET', body: '' }))).body, 'last')
    },
    {
      raw: scripted(
        'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n',
        'HTTP/1.1 204 No Content\r\n\r\n',
        'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n',
        'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlast',
      ),
    },
  ),
)

answering('is streamed: the first part comes before the last is there', () => {
  let more = (_: string): void => {}
  return standing(
    async ({ connect }) => {
      const { send, heard } = connect()
      send(await signedRequest())
      await until(() => heard().includes('first'))
      more('second')
      await until(() => heard().includes('second'))
    },
    {
      upstream: (_, res) => {
        res.write('first')
        more = (part) => void res.end(part)
      },
    },
  )
})

answering('has nothing of another answer in it, whatever comes behind its request', async () => {
  const next = await signedRequest()
  const cases = [
    { junk: 'junk\r\n\r\n', logged: 1, upstreamTimeoutMs: 5000 },
    // What comes behind a request that waits is not read before its turn, which never comes here.
    { junk: `${next}junk\r\n\r\n`, logged: 0, upstreamTimeoutMs: 500 },
  ]
  for (const { junk, logged: expected, upstreamTimeoutMs } of cases) {
    await standing(
      async ({ connect, got, logged }) => {
        const { send, ended, heard } = connect()
        send(await signedRequest({ method: 'GET', body: '' }))
        await until(() => heard().includes('half'))
        send(junk)
        await ended
        await until(() => logged.length === expected)
        assert.is(heard().split('HTTP/1.1').length, 2, heard())
        assert.is(got.length, 1)
      },
      { upstream: (_, res) => void res.write('half'), settings: { upstreamTimeoutMs } },
    )
  }
})

answering('goes no faster than the caller reads', () => {
  const size = 64 * 1024 * 1024
  let written = 0
  return standing(
    async ({ port, lines }) => {
      // Not `talk`, which keeps all that it reads.
      const socket = connect(port, '127.0.0.1')
      let length = 0
      socket.write(await signedRequest())
      await until(() => written > 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
      assert.ok(written < size / 2, `${written} bytes are on their way to a caller who reads none`)
      socket.on('data', (part) => {
        length += part.length
      })
      await until(() => length > size && lines.length === 1)
      assert.is(lines[0]?.message, 'forwarded')
      socket.destroy()
    },
    {
      upstream: (_, res) => {
        res.writeHead(200, { 'Content-Length': size })
        const part = Buffer.alloc(256 * 1024)
        const write = () => {
          while (written < size) {
            written += part.length
            if (!res.write(part)) return void res.once('drain', write)
          }
          res.end()
        }
        write()
      },
    },
  )
})

answering('that comes before the body was read is passed on', () => {
  const body = Buffer.alloc(8_000_000)
  return standing(
    async ({ ask, lines }) => {
      const early = await ask(await signedRequest({ body }))
      assert.equal([early.status, early.body], [413, 'no'])
      await until(() => lines.length === 1)
      assert.is(lines[0]?.status, 413)
      // The caller's connection is still good.
      assert.is((await ask(await signedRequest())).status, 413)
    },
    {
      verifier: { bodyLimit: 10_000_000 },
      raw: (socket) => {
        socket.once('data', () => {
          socket.pause()
          socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno')
        })
      },
    },
  )
})

answering('that is cut off is cut off for the caller as well', async () => {
  for (const start of ['Content-Length: 10\r\n\r\nhalf', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'])
    await standing(
      async ({ connect, lines }) => {
        const { send, ended, heard } = connect()
        send(await signedRequest())
        await ended
        assert.match(heard(), 'half')
        assert.not.ok(heard().endsWith('0\r\n\r\n'))
        await until(() => lines.length === 1)
        assert.is(lines[0]?.message, 'the answer was cut off')
      },
      {
        raw: (socket) =>
          void socket.once('data', () => {
            socket.write(`HTTP/1.1 200 OK\r\n${start}`)
            setTimeout(() => socket.destroy(), 20)
          }),
      },
    )
})

answering('what comes unasked on an unused connection is nobody’s answer', () => {
  let connections = 0
  return standing(
    async ({ ask }) => {
      assert.is((await ask(await signedRequest())).body, 'one')
      await new Promise((resolve) => setTimeout(resolve, 60))
      assert.is((await ask(await signedRequest())).body, 'one')
      assert.is(connections, 2)
    },
    {
      raw: (socket) => {
        connections += 1
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none')
          setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'), 20)
        })
      },
    },
  )
})

answering('two answers at once: the second is nobody’s', () =>
  standing(
    async ({ ask }) => {
      for (let i = 0; i < 3; i++) {
        assert.is((await ask(await signedRequest())).body, 'one')
      }
    },
    {
      raw: (socket) =>
        void socket.once('data', () => {
          const one = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none'
          socket.write(`${one}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`)
        }),
    },
  ),
)

const failing = suite('an upstream that fails')

const broken: ReadonlyArray<readonly [what: string, raw: (socket: Socket) => void]> = [
  ['hangs up at once', (socket) => void socket.destroy()],
  ['hangs up after the request', (socket) => void socket.once('data', () => socket.destroy())],
  ['says something else than HTTP', scripted('SSH-2.0-x\r\n')],
  [
    'sends two lengths',
    scripted('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  ['compresses by a transfer coding', scripted('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n')],
  ['switches protocols', scripted('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')],
  ['sends a header without an end', scripted(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(80_000)}`)],
]
for (const [what, raw] of broken) {
  failing(`${what}: 502, and the nonce is spent`, () =>
    standing(
      async ({ ask, lines, refused }) => {
        const request = await signedRequest()
        const failure = await ask(request)
        assert.is(failure.status, 502)
        assert.match(failure.body, /"upstream_unavailable".*Sign a new request/)
        assert.match(lines[0]?.message ?? '', /the upstream gave no answer/)
        assert.is((await ask(request)).status, 401)
        assert.is(refused[0]?.reason, 'nonce_replayed')
      },
      { raw },
    ),
  )
}

failing('is not there: 502', async () => {
  const upstream = upstreamOf(`http://127.0.0.1:${await freePort()}`)
  assert.is(await upstream?.unreachable(), 'ECONNREFUSED')
  await standing(
    async ({ ask, lines }) => {
      assert.is((await ask(await signedRequest())).status, 502)
      assert.match(lines[0]?.message ?? '', 'ECONNREFUSED')
    },
    { settings: { upstream: upstream as NonNullable<typeof upstream> } },
  )
})

failing('cannot be called, for no file descriptor is left: 503, and nobody blames the service', () => {
  const upstream = {
    ...(upstreamOf('http://127.0.0.1:1') as NonNullable<ReturnType<typeof upstreamOf>>),
    // As node:net does it, which needs a process without descriptors.
    request: () => {
      throw Object.assign(new Error('connect EMFILE 127.0.0.1:1'), { code: 'EMFILE' })
    },
  }
  return standing(
    async ({ ask, lines }) => {
      const { status, body } = await ask(await signedRequest())
      assert.is(status, 503)
      assert.match(body, '"overloaded"')
      assert.match(lines[0]?.message ?? '', 'no file descriptor is left (EMFILE)')
    },
    { settings: { upstream } },
  )
})

failing('is silent: 504, also on a connection that was used before', () => {
  let requests = 0
  return standing(
    async ({ ask, lines }) => {
      assert.is((await ask(await signedRequest())).status, 200)
      const failure = await ask(await signedRequest())
      assert.is(failure.status, 504)
      assert.match(failure.body, /"upstream_timeout".*Sign a new request/)
      const statuses = lines.map(({ status }) => status)
      assert.equal(statuses, [200, 504])
    },
    { settings: { upstreamTimeoutMs: 150 }, upstream: (_, res) => requests++ === 0 && void res.end() },
  )
})

failing('has answered while the event loop was blocked for longer than the time-out: the answer counts', () =>
  standing(
    async ({ ask }) => {
      for (const body of ['first', 'on the same connection']) {
        const answer = await ask(await signedRequest({ body }))
        assert.equal([answer.status, answer.body], [200, 'hello'])
      }
    },
    {
      settings: { upstreamTimeoutMs: 150 },
      upstream: (_, res) => {
        res.end('hello')
        const end = performance.now() + 500
        while (performance.now() < end) {}
      },
    },
  ),
)

failing('falls silent in its answer: the answer is cut off', () =>
  standing(
    async ({ connect, lines }) => {
      const { send, ended } = connect()
      send(await signedRequest())
      await ended
      await until(() => lines.length === 1)
      assert.is(lines[0]?.message, 'the answer was cut off')
    },
    { settings: { upstreamTimeoutMs: 150 }, upstream: (_, res) => void res.write('half') },
  ),
)

failing('gets no request twice, whatever becomes of the connection', () => {
  let requests = 0
  return standing(
    async ({ ask }) => {
      for (const status of [200, 502, 502]) {
        assert.is((await ask(await signedRequest({ method: 'GET', body: '' }))).status, status)
      }
      assert.is(requests, 3)
    },
    {
      upstream: (_, res) => {
        if (requests++ === 0) res.end()
        else res.socket?.destroy()
      },
    },
  )
})

const naming = suite('the name of an upstream')

naming('has scheme, host and port, or is a socket; and no path', () => {
  for (const good of [
    'http://h',
    'http://127.0.0.1:80/',
    'http://[::1]:8080',
    'https://h.example:1',
    'unix:/run/x.sock',
  ])
    assert.ok(upstreamOf(good), good)
  for (const bad of [
    'h:80',
    'http://h/x',
    'http://h?x',
    'http://h/#',
    'http://u:p@h',
    'ftp://h',
    'unix:x',
    'unix:',
    'http://',
    'http://h\\x',
    '',
  ])
    assert.is(upstreamOf(bad), undefined, bad)
})
