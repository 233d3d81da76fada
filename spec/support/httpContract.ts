/**
 * Contract tests of every HTTP client, against a real server.
 */
import type { Socket } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import * as Method from '../../src/core/Method.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import type { HttpError } from '../../src/core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../../src/effects/Http.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { timer } from '../../src/platform/common/system.ts'
import { whole } from '../../src/programs/readAnswer.ts'
import { assert, forAll, right, suite } from './suite.ts'
import { ok, type Wire, withWire } from './wire.ts'

const target = (text: string): RequestTarget.RequestTarget => right(RequestTarget.parse(text))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const requestTo = (base: BaseUrl.BaseUrl, given: Partial<HttpRequest> = {}): HttpRequest => ({
  base,
  method: Method.post,
  target: target('/v1/jobs'),
  headers: { Authorization: 'SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=1,signature=AAAA' },
  body: utf8('{"request_id":"1"}'),
  timeoutMs: 10_000,
  ...given,
})

/** Answers with this text, and closes. */
const say =
  (text: string) =>
  (socket: Socket): void =>
    void socket.end(text, 'latin1')

const split = (received: string) => {
  const end = received.indexOf('\r\n\r\n')
  const [line, ...headers] = received.slice(0, end).split('\r\n')
  const named = headers.map(
    (header) => [header.slice(0, header.indexOf(':')).toLowerCase(), header.replace(/^[^:]*: */, '')] as const,
  )
  return { line, headers: Object.fromEntries(named), names: named.map(([name]) => name), body: received.slice(end + 4) }
}

/** What a program sees of an answer that it reads whole. */
type Whole = Pick<HttpResponse, 'status' | 'headers'> & { readonly body: Uint8Array }

export const sending =
  (http: Http) =>
  (request: HttpRequest): TE.TaskEither<HttpError, Whole> =>
    pipe(
      whole(http, timer, 16 * 2 ** 20).send(request),
      TE.map(({ body, ...answer }) => ({
        ...answer,
        body: new Uint8Array([...(body as Iterable<Uint8Array>)][0] ?? []),
      })),
    )

export const httpContract = (name: string, make: () => Http): void => {
  const http = suite(`${name}: send`)
  const client = { send: sending(make()) }

  http('puts exactly the method, the target, the headers and the body on the wire', () =>
    withWire(ok, async (wire) => {
      const body = Uint8Array.from({ length: 256 }, (_, i) => i)
      const headers = {
        'Content-Type': 'application/json; charset=UTF-8',
        Accept: 'application/json',
        Authorization: 'Bearer a==',
      }
      const given = {
        method: right(Method.parse('patch')),
        target: target('/v1//jobs?b=2&a=1&a=%7e&c=%2F+%20'),
        headers,
        body,
      }
      assert.is(right(await client.send(requestTo(wire.base, given))()).status, 200)
      const sent = split(wire.received[0] as string)
      assert.is(sent.line, 'PATCH /v1//jobs?b=2&a=1&a=%7e&c=%2F+%20 HTTP/1.1')
      assert.is(sent.body, Buffer.from(body).toString('latin1'))
      assert.is(sent.headers['content-length'], '256')
      assert.is(sent.headers['transfer-encoding'], undefined)
      assert.is(sent.headers.host, wire.base.slice('http://'.length))
      for (const [key, value] of Object.entries(headers)) assert.is(sent.headers[key.toLowerCase()], value)
      assert.is(new Set(sent.names).size, sent.names.length)
    }),
  )

  http('an empty body has the length 0', () =>
    withWire(ok, async (wire) => {
      right(await client.send(requestTo(wire.base, { body: new Uint8Array(0) }))())
      assert.is(split(wire.received[0] as string).headers['content-length'], '0')
    }),
  )

  http('for all targets: sends the signed target unchanged, or nothing', () =>
    withWire(ok, (wire) =>
      forAll([arb.target()], async (signed) => {
        const before = wire.received.length
        const answer = await client.send(requestTo(wire.base, { target: signed }))()
        if (E.isLeft(answer)) {
          assert.equal(answer.left, { _tag: 'target_rewritten' })
          assert.is(wire.received.length, before)
        } else {
          assert.is(split(wire.received.at(-1) as string).line, `POST ${signed} HTTP/1.1`)
        }
      }),
    ),
  )

  http('returns status, lower-case headers with repeated ones joined, and the body as bytes', () => {
    const head =
      'HTTP/1.1 418 Teapot\r\nX-A: 1\r\nSet-Cookie: a=1\r\nx-a: 2\r\nSet-Cookie: b=2\r\nDate: now\r\nContent-Length: 4\r\n\r\n'
    return withWire(say(`${head}\xff\x00\r\n`), async (wire) => {
      const answer = right(await client.send(requestTo(wire.base))())
      assert.is(answer.status, 418)
      assert.equal(answer.headers, { 'x-a': '1, 2', 'set-cookie': 'a=1, b=2', date: 'now', 'content-length': '4' })
      assert.equal(answer.body, Uint8Array.of(0xff, 0, 0x0d, 0x0a))
      assert.ok(!(answer.body instanceof Buffer))
    })
  })

  http('a header named __proto__ is a normal header', () =>
    withWire(say('HTTP/1.1 200 OK\r\n__proto__: x\r\nContent-Length: 0\r\n\r\n'), async (wire) => {
      const { headers } = right(await client.send(requestTo(wire.base))())
      assert.ok(Object.hasOwn(headers, '__proto__'))
      assert.is(Object.getPrototypeOf(headers), Object.prototype)
    }),
  )

  http('joins chunks, and accepts a body that ends with the connection', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'
    for (const text of [chunked, 'HTTP/1.0 200 OK\r\n\r\nabcde']) {
      await withWire(say(text), async (wire) => {
        assert.equal(right(await client.send(requestTo(wire.base))()).body, utf8('abcde'))
      })
    }
  })

  http('returns a redirect and does not follow it', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      await withWire(
        say(`HTTP/1.1 ${status} Moved\r\nLocation: /elsewhere\r\nContent-Length: 2\r\n\r\nhi`),
        async (wire) => {
          const answer = right(await client.send(requestTo(wire.base))())
          assert.is(answer.status, status)
          assert.is(answer.headers.location, '/elsewhere')
          assert.equal(answer.body, utf8('hi'))
          assert.is(wire.received.length, 1)
        },
      )
    }
  })

  http('times out: no answer, half a head, half a body, an endless slow body', async () => {
    const drip = (socket: Socket): void => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
      const timer = setInterval(() => socket.write('.'), 5)
      socket.on('close', () => clearInterval(timer))
    }
    const silent = (text: string) => (socket: Socket) => void socket.write(text || '')
    for (const answer of [
      () => {},
      silent('HTTP/1.1 200 OK\r\nX-'),
      silent('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'),
      drip,
    ]) {
      await withWire(answer, async (wire) => {
        const result = await client.send(requestTo(wire.base, { timeoutMs: 60 }))()
        assert.equal(result, E.left({ _tag: 'timed_out', afterMs: 60 }))
      })
    }
  })

  http('closes the connection at the time-out', async () => {
    let released: Promise<unknown> = Promise.resolve()
    const endless = (socket: Socket): void => {
      released = new Promise((resolve) => socket.on('close', resolve))
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
    }
    await withWire(endless, async (wire) => {
      const answer = await client.send(requestTo(wire.base, { timeoutMs: 60 }))()
      assert.is(E.isLeft(answer) && answer.left._tag, 'timed_out')
      await released
    })
  })

  http('a time limit that overflows a timer does not time out at once', () =>
    withWire(ok, async (wire) => {
      assert.is(right(await client.send(requestTo(wire.base, { timeoutMs: Number.MAX_SAFE_INTEGER }))()).status, 200)
    }),
  )

  http('a refused connection is connection_refused, even for a name with several addresses', async () => {
    let base = '' as BaseUrl.BaseUrl
    await withWire(ok, async (wire) => {
      base = wire.base
    })
    for (const to of [base, base.replace('127.0.0.1', 'localhost')]) {
      const answer = await client.send(requestTo(right(BaseUrl.parse(to))))()
      assert.ok(E.isLeft(answer) && answer.left._tag === 'connection_refused', JSON.stringify(answer))
      const { port } = new URL(base)
      assert.equal([answer.left.cause?.code, answer.left.cause?.port], ['ECONNREFUSED', Number(port)])
    }
  })

  http('a name that does not resolve is network_failed, with a code', async () => {
    const answer = await client.send(requestTo(right(BaseUrl.parse('https://no-such-host.invalid'))))()
    assert.ok(E.isLeft(answer) && answer.left._tag === 'network_failed', JSON.stringify(answer))
    assert.match(answer.left.detail, /^(?:ENOTFOUND|EAI_AGAIN)$/)
  })

  http('a truncated and an invalid answer are failures', async () => {
    const texts = [
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      'HTTP/1.1 200 OK\r\nX-Half',
      'SSH-2.0-OpenSSH_9.2\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      '',
    ]
    for (const text of texts) {
      await withWire(say(text), async (wire) => {
        const answer = await client.send(requestTo(wire.base))()
        assert.ok(E.isLeft(answer) && answer.left._tag === 'network_failed', `${text} ${JSON.stringify(answer)}`)
      })
    }
    await withWire(
      (socket) => socket.resetAndDestroy(),
      async (wire) => {
        const answer = await client.send(requestTo(wire.base))()
        assert.ok(E.isLeft(answer) && answer.left._tag === 'network_failed')
      },
    )
  })

  http('waits for the final answer after an interim one', () =>
    withWire(
      say('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      async (wire) => {
        assert.is(right(await client.send(requestTo(wire.base))()).status, 200)
      },
    ),
  )

  http('no request is sent twice, even if the service closes a kept-alive connection', async () => {
    // A client might resend the second request on a connection.
    const closing = (socket: Socket, before: number): void => {
      if (before === 0)
        socket.write('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 0\r\n\r\n')
      else socket.resetAndDestroy()
    }
    await withWire(closing, async (wire: Wire) => {
      for (const nonce of ['n-1', 'n-2', 'n-3'])
        await client.send(requestTo(wire.base, { headers: { Authorization: nonce } }))()
      const all = wire.received.join('')
      for (const nonce of ['n-1', 'n-2', 'n-3']) assert.is(all.split(`: ${nonce}\r\n`).length - 1, 1, nonce)
    })
  })

  http('does not reject for headers that cannot be sent', () =>
    withWire(ok, async (wire) => {
      for (const headers of [{ Authorization: 'a\r\nb: c' }, { 'a b': 'c' }, { Authorization: '\u20ac' }]) {
        const answer = await client.send(requestTo(wire.base, { headers }))()
        assert.ok(E.isLeft(answer) && answer.left._tag === 'network_failed', JSON.stringify(answer))
      }
      assert.is(wire.received.length, 0)
    }),
  )
}
