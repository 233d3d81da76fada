import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { assert, gate, suite, until } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { head, signedHead, signedRequest, standing } from './standing.ts'

const passing = suite('the gateway forwards')

passing('method, target and body byte for byte; the other headers in their order, letter case and number', () =>
  standing(async ({ connect, got, lines }) => {
    const body = Buffer.from([0, 255, 10, 13])
    const target = "/v1/../jobs//x?b=2&a=1&a=%7e&it's"
    const { send, answer } = connect()
    send(
      await signedRequest(
        { method: 'PUT', target, body },
        'X-ODD-case: 1',
        'x-repeated: a',
        'Cookie: a=1',
        'X-Repeated: b',
        'X-Bytes: \xe4\xff',
      ),
    )
    assert.is((await answer())?.body, 'hello')
    const [request] = got
    assert.equal([request?.method, request?.target], ['PUT', target])
    assert.equal(request?.body, body)
    assert.equal(request?.lines.slice(0, 14), [
      'Host',
      'h.example',
      'X-ODD-case',
      '1',
      'x-repeated',
      'a',
      'Cookie',
      'a=1',
      'X-Repeated',
      'b',
      'X-Bytes',
      '\xe4\xff',
      'Content-Length',
      '4',
    ])
    await until(() => lines.length === 1)
    const [line] = lines
    assert.equal([line?.status, line?.message, line?.caller?.appId], [200, 'forwarded', 'app-1'])
  }),
)

passing('who sent it, and nothing that the caller says of that; no Authorization', () =>
  standing(async ({ ask, got }) => {
    const spoofed = [
      'Countersign-App-Id',
      'countersign-app-id',
      'COUNTERSIGN_APP_ID',
      'Countersign.Key',
      'X-Forwarded-For',
      'x_forwarded_user',
      'Forwarded',
      'Proxy',
    ].map((name) => `${name}: evil`)
    assert.is((await ask(await signedRequest({ body: '{}' }, ...spoofed))).status, 200)
    const lines = got[0]?.lines ?? []
    assert.not.ok(lines.includes('evil'))
    assert.equal(lines.slice(2), [
      'Content-Length',
      '2',
      'X-Forwarded-For',
      '127.0.0.1',
      'X-Forwarded-Proto',
      'http',
      'X-Forwarded-Host',
      'h.example',
      'Forwarded',
      'for=127.0.0.1;proto=http;host="h.example"',
      'Countersign-App-Id',
      'app-1',
      'Countersign-Scheme',
      'signed',
      'Countersign-Timestamp',
      String(now),
      'Countersign-Key',
      lines[lines.indexOf('Countersign-Key') + 1],
      'X-Request-Id',
      lines[lines.indexOf('X-Request-Id') + 1],
      'Connection',
      'keep-alive',
    ])
    assert.match(lines[lines.indexOf('Countersign-Key') + 1] ?? '', /^[0-9a-f]{64}$/)
  }),
)

passing('a token: the scheme is bearer; the token itself only if it was asked for', async () => {
  for (const passAuthorization of [false, true]) {
    await standing(
      async ({ ask, got }) => {
        assert.is((await ask(head('GET /x', 'Authorization: Bearer a-token'))).status, 200)
        const lines = got[0]?.lines ?? []
        assert.is(lines[lines.indexOf('Countersign-Scheme') + 1], 'bearer')
        assert.not.ok(lines.includes('Countersign-Key'))
        assert.is(lines.includes('Bearer a-token'), passAuthorization)
      },
      { settings: { passAuthorization } },
    )
  }
})

const behindProxy = { settings: { prefix: '/api' } }

passing('a prefix that a proxy in front has removed is verified, and what came is forwarded', () =>
  standing(async ({ ask, got, lines }) => {
    const target = "/v1/../jobs//x?b=2&a=%7e&it's"
    const { authorization } = await sign({ method: 'GET', target: `/api${target}`, body: '' })
    assert.is((await ask(head(`GET ${target}`, `Authorization: ${authorization}`))).status, 200)
    assert.is(got[0]?.target, target)
    await until(() => lines.length === 1)
    assert.is(lines[0]?.caller?.target, `/api${target}`)
  }, behindProxy),
)

passing('a prefix that a proxy in front has removed, of an upload that waits in a file', () =>
  standing(
    async ({ ask, got }) => {
      const body = 'x'.repeat(2000)
      const { authorization } = await sign({ target: '/api/v1/jobs', body })
      const fields = [`Authorization: ${authorization}`, `Content-Length: ${body.length}`]
      assert.is((await ask(head('POST /v1/jobs', ...fields) + body)).status, 200)
      assert.is(got[0]?.target, '/v1/jobs')
    },
    { settings: { prefix: '/api', maxUpload: 10_000 }, verifier: { bodyLimit: 1000 } },
  ),
)

passing('without the prefix that the setting says: 401, and nothing is forwarded', () =>
  standing(async ({ ask, got, refused }) => {
    assert.is((await ask(await signedRequest())).status, 401)
    assert.is((await ask(await signedRequest({ target: '/api/v1/jobs' }))).status, 401)
    assert.equal(
      refused.map(({ reason }) => reason),
      ['signature_invalid', 'signature_invalid'],
    )
    assert.is(got.length, 0)
  }, behindProxy),
)

passing('no hop-by-hop header, and none that Connection names; Connection cannot take away Host or the frame', () =>
  standing(async ({ ask, got }) => {
    const named = 'Connection: keep-alive, X-Mine, Content-Length, Host, Countersign-App-Id, X-Forwarded-For'
    const hops = [
      'Keep-Alive: timeout=9',
      'TE: trailers',
      'Trailer: X-T',
      'Proxy-Authorization: x',
      'Proxy-Connection: x',
      'Upgrade: h2c',
      'HTTP2-Settings: x',
    ]
    assert.is((await ask(await signedRequest({ body: '{}' }, named, 'X-Mine: 1', ...hops))).status, 200)
    const names = (got[0]?.lines ?? []).filter((_, i) => i % 2 === 0)
    assert.equal(names, [
      'Host',
      'Content-Length',
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'X-Forwarded-Host',
      'Forwarded',
      'Countersign-App-Id',
      'Countersign-Scheme',
      'Countersign-Timestamp',
      'Countersign-Key',
      'X-Request-Id',
      'Connection',
    ])
    assert.is(got[0]?.body.toString(), '{}')
  }),
)

passing('a chunked body with its length; its trailers nowhere', () =>
  standing(async ({ connect, got }) => {
    const { send, answer } = connect()
    send(await signedHead({ body: 'hello world' }, 'Transfer-Encoding: chunked', 'Trailer: Countersign-App-Id'))
    send('5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nCountersign-App-Id: evil\r\nX-T: 1\r\n\r\n')
    assert.is((await answer())?.status, 200)
    const { lines = [], body } = got[0] ?? {}
    assert.is(body?.toString(), 'hello world')
    assert.is(lines[lines.indexOf('Content-Length') + 1], '11')
    assert.not.ok(lines.some((text) => /evil|transfer-encoding|^x-t$/i.test(text)))
  }),
)

passing('requests without a body: no Content-Length for GET, 0 for POST and where the caller said so', () =>
  standing(async ({ ask, got }) => {
    for (const [method, ...fields] of [
      ['GET'],
      ['HEAD'],
      ['DELETE'],
      ['OPTIONS'],
      ['POST'],
      ['GET', 'Content-Length: 0'],
    ] as const) {
      const whole = await signedHead({ method, target: '/a', body: '' }, ...fields)
      assert.is((await ask(whole, method === 'HEAD' ? 'head' : undefined)).status, 200)
      const lines = got.at(-1)?.lines ?? []
      const length = lines.includes('Content-Length') ? lines[lines.indexOf('Content-Length') + 1] : undefined
      assert.is(length, method === 'POST' || fields.length > 0 ? '0' : undefined, method)
      assert.not.ok(lines.includes('Transfer-Encoding'))
    }
    assert.is((await ask(await signedRequest({ method: 'GET', target: '/a', body: 'of a GET' }))).status, 200)
    assert.is(got.at(-1)?.body.toString(), 'of a GET')
  }),
)

passing('a target in absolute-form in the form that is signed, if its host is that of Host', () =>
  standing(async ({ ask, got }) => {
    const { authorization } = await sign({ method: 'GET', target: '/x?', body: '' })
    const elsewhere = await ask(head('GET http://elsewhere.example/x?', `Authorization: ${authorization}`))
    assert.match(elsewhere.body, 'host_invalid')
    assert.is(got.length, 0)
    assert.is((await ask(head('GET http://H.example/x?', `Authorization: ${authorization}`))).status, 200)
    assert.is(got[0]?.target, '/x?')
  }),
)

passing('HTTP/1.0 without a Host line', () =>
  standing(async ({ ask, got, upstreamPort }) => {
    const { authorization } = await sign({ method: 'GET', target: '/x', body: '' })
    assert.is((await ask(`GET /x HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`)).status, 200)
    assert.equal(got[0]?.lines.slice(0, 2), ['Host', `127.0.0.1:${upstreamPort}`])
    assert.not.ok(got[0]?.lines.includes('X-Forwarded-Host'))
  }),
)

passing('a request that calls itself HTTP/2.0 over HTTP/1.1', () =>
  standing(async ({ ask, got, lines }) => {
    const { authorization } = await sign({ method: 'GET', target: '/x', body: '' })
    assert.is((await ask(`GET /x HTTP/2.0\r\nHost: h.example\r\nAuthorization: ${authorization}\r\n\r\n`)).status, 200)
    assert.is(got[0]?.target, '/x')
    await until(() => lines.length === 1)
  }),
)

passing('pipelined requests, in their order', () =>
  standing(async ({ connect, got }) => {
    const { send, answer } = connect()
    send(
      Buffer.concat([
        await signedRequest({ body: 'a' }),
        Buffer.from(head('POST /v1/jobs', 'Content-Length: 2')),
        Buffer.from('xx'),
        await signedRequest({ body: 'b' }),
      ]),
    )
    assert.equal([(await answer())?.status, (await answer())?.status, (await answer())?.status], [200, 401, 200])
    const bodies = got.map(({ body }) => body.toString())
    assert.equal(bodies, ['a', 'b'])
  }),
)

const refusing = suite('the gateway refuses, and nothing reaches the upstream')

refusing('a request that is unsigned, altered, repeated or too large', () =>
  standing(
    async ({ ask, got, refused }) => {
      const once = await signedRequest({ body: '{}' })
      assert.is((await ask(once)).status, 200)
      assert.match((await ask(once)).body, 'nonce_replayed')
      assert.is((await ask(`${head('POST /v1/jobs', 'Content-Length: 2')}{}`)).status, 401)
      assert.is((await ask(`${await signedHead({ body: '{}' }, 'Content-Length: 2')}{ `)).status, 401)
      assert.is((await ask(await signedHead({ body: '' }, 'Content-Length: 11'))).status, 413)
      assert.is(got.length, 1)
      assert.is(refused.length, 4)
    },
    { verifier: { bodyLimit: 10 } },
  ),
)

const unfit: ReadonlyArray<readonly [what: string, status: number, code: string, fields: ReadonlyArray<string>]> = [
  ['an upgrade', 501, 'upgrade_unsupported', ['Connection: Upgrade', 'Upgrade: websocket']],
  ['a compressing transfer coding', 501, 'transfer_coding_unsupported', ['Transfer-Encoding: gzip, chunked']],
  ['two Host lines', 400, 'host_invalid', ['Host: h.example']],
  ['two different Host lines', 400, 'host_invalid', ['Host: i.example']],
]
for (const [what, status, code, fields] of unfit) {
  refusing(what, () =>
    standing(async ({ connect, got, lines }) => {
      const { send, answer } = connect()
      send(await signedHead({ method: 'GET', target: '/x', body: '' }, ...fields))
      if (fields[0]?.startsWith('Transfer')) send('0\r\n\r\n')
      const refusal = await answer()
      assert.is(refusal?.status, status)
      assert.match(refusal?.body ?? '', code)
      assert.is(got.length, 0)
      assert.equal([lines[0]?.status, lines[0]?.code], [status, code])
    }),
  )
}

refusing('a Host that ends where a target begins, none at all, CONNECT, and an asterisk', () =>
  standing(async ({ connect, got, logged }) => {
    const { authorization } = await sign({ method: 'GET', target: '/x', body: '' })
    for (const [text, said] of [
      [`GET /x HTTP/1.1\r\nHost: a/b\r\nAuthorization: ${authorization}\r\n\r\n`, 'host_invalid'],
      [`GET /x HTTP/1.1\r\nAuthorization: ${authorization}\r\n\r\n`, 'the Host header is missing'],
      ['CONNECT h.example:443 HTTP/1.1\r\nHost: h.example\r\n\r\n', 'CONNECT asks for a tunnel'],
      [`OPTIONS * HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\n\r\n`, 'target_invalid'],
    ] as const) {
      const { ask } = connect()
      const refusal = await ask(text)
      assert.is(refusal.status, 400, text)
      assert.match(refusal.body, said)
    }
    assert.is(got.length, 0)
    assert.is(logged.length, 2)
  }),
)

refusing('more requests at once than it handles, with Retry-After', () => {
  const { open, opened } = gate()
  return standing(
    async ({ connect, got, lines }) => {
      const first = connect()
      const second = connect()
      first.send(await signedRequest({ body: 'a' }))
      await until(() => got.length === 1)
      const again = await signedRequest({ body: 'b' })
      second.send(again)
      const refusal = await second.answer()
      assert.equal([refusal?.status, refusal?.headers['retry-after']], [503, '1'])
      assert.is(lines[0]?.code, 'overloaded')
      open()
      assert.is((await first.answer())?.status, 200)
      // Its nonce was not spent.
      await until(() => lines.length === 2)
      second.send(again)
      assert.is((await second.answer())?.status, 200)
    },
    { settings: { maxRequests: 1 }, upstream: (_, res) => void opened.then(() => res.end()) },
  )
})

refusing('requests that were verified together take their places one after the other', async () => {
  const { open, opened } = gate()
  let most = 0
  let now = 0
  await standing(
    async ({ connect, got }) => {
      const callers = await Promise.all(
        ['a', 'b', 'c'].map(async (body) => ({ ...connect(), request: await signedRequest({ body }) })),
      )
      for (const { send, request } of callers) send(request)
      await until(() => got.length > 0)
      await wait(100)
      open()
      for (const { answer } of callers) {
        const status = (await answer())?.status
        // One that came later than the others is refused at once.
        assert.ok(status === 200 || status === 503, `${status}`)
      }
      assert.is(most, 1)
    },
    {
      settings: { maxRequests: 1 },
      // The checks overlap.
      verifier: { cryptoOn: 'pool' },
      upstream: (_, res) => {
        most = Math.max(most, ++now)
        void opened.then(() => {
          now--
          res.end()
        })
      },
    },
  )
})

const waiting = suite('the gateway and 100 Continue')

waiting('an accepted request is told to go on once its header has passed', () =>
  standing(async ({ ask, got }) => {
    const interim = await ask(await signedHead({ body: 'a body' }, 'Content-Length: 6', 'Expect: 100-continue'))
    assert.is(interim.status, 100)
    assert.is((await ask('a body')).status, 200)
    assert.not.ok(got[0]?.lines.includes('Expect'))
  }),
)

waiting('a refused one never; its connection closes, for nobody knows what comes next on it', () =>
  standing(async ({ connect, got }) => {
    const { ask, ended } = connect()
    const refusal = await ask(head('POST /v1/jobs', 'Content-Length: 6', 'Expect: 100-continue'))
    assert.equal([refusal.status, refusal.headers.connection], [401, 'close'])
    await ended
    assert.is(got.length, 0)
  }),
)

waiting('any other expectation is 417, with a line in the log, and the connection stays', () =>
  standing(async ({ connect, got, logged }) => {
    const { ask, send } = connect()
    send(await signedHead({ body: 'a body' }, 'Expect: something', 'Content-Length: 6'))
    const refusal = await ask('a body')
    assert.is(refusal.status, 417)
    assert.is(JSON.parse(`${refusal.body}`).error.code, 'expectation_unsupported')
    assert.is(got.length, 0)
    assert.match(logged.join('\n'), /^expectation_unsupported, from 127\.0\.0\.1:\d+: /)
    assert.is((await ask(await signedRequest())).status, 200)
  }),
)

const aborting = suite('a caller that hangs up')

aborting('what cannot be read behind a request that is at the upstream is not answered in its place', () => {
  let open = (): void => {}
  return standing(
    async ({ connect, got, lines, logged }) => {
      const { send, answer, ended } = connect()
      send(await signedRequest())
      await until(() => got.length === 1)
      send('what is this\r\n\r\n')
      await ended
      assert.is(await answer(), undefined)
      assert.match(logged.join('\n'), /^request_unreadable, from /)
      open()
      await until(() => lines.length === 1)
      assert.is(lines[0]?.status, 499)
    },
    {
      upstream: (_, res) => {
        open = () => res.end()
      },
    },
  )
})

aborting('in the middle of its body: nothing reaches the upstream', () =>
  standing(async ({ connect, got, refused }) => {
    const { send, socket } = connect()
    send(`${await signedHead({ body: 'a body' }, 'Content-Length: 6')}a b`)
    await once(socket, 'connect')
    setTimeout(() => socket.destroy(), 20)
    await until(() => refused.length === 1)
    assert.is(refused[0]?.reason, 'body_incomplete')
    assert.is(got.length, 0)
  }),
)

aborting('after the verdict: the upstream gets the whole body, and is told only then', () => {
  const body = Buffer.alloc(16_000_000, 'x') // More than sockets hold.
  let received = 0
  let ended = false
  let slow: Socket | undefined
  return standing(
    async ({ connect, lines }) => {
      const { send, socket } = connect()
      send(await signedRequest({ body }))
      await until(() => slow !== undefined)
      socket.destroy()
      await new Promise((resolve) => setTimeout(resolve, 50))
      assert.is(ended, false)
      slow?.resume()
      await until(() => ended && lines.length === 1)
      assert.ok(received > body.length, `${received} bytes`)
      assert.equal(
        [lines[0]?.status, lines[0]?.message],
        [499, 'the caller closed the connection before the upstream answered'],
      )
    },
    {
      verifier: { bodyLimit: 16_000_000 },
      raw: (socket) => {
        slow = socket
        socket.pause()
        socket.on('data', (part) => {
          received += part.length
        })
        socket.on('close', () => {
          ended = true
        })
      },
    },
  )
})
