/** Answers of an upstream that HTTP or the caller's protocol does not allow: the gateway lives, and says what it can. */
import { once } from 'node:events'
import * as http from 'node:http'
import * as http2 from 'node:http2'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { rsa } from '../../support/keys.ts'
import { certificate } from '../../support/openssl.ts'
import { assert, forAll, needs, suite, until } from '../../support/suite.ts'
import { head, type Stand, type Standing, standing } from './standing.ts'

/** An answer as one caller sees it: `body` is undefined if it was cut off. */
interface Seen {
  readonly status: number
  readonly reason: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string | undefined
}

/** Asks the gateway for a path, and rejects if no answer begins. */
type Ask = (path: string, method?: string) => Promise<Seen>

const authorization = 'Bearer a-token'

/** Resolves to undefined if the stream ends early. */
const whole = (stream: NodeJS.ReadableStream): Promise<string | undefined> => text(stream).catch(() => undefined)

const overHttp1: (port: number) => { readonly ask: Ask; readonly end: () => void } = (port) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: async (path, method = 'GET') => {
      const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers: { authorization } })
      request.end()
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
      const { statusCode: status = 0, statusMessage: reason = '', headers } = answer
      return { status, reason, headers, body: await whole(answer) }
    },
    end: () => agent.destroy(),
  }
}

const overHttp2: typeof overHttp1 = (port) => {
  const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  return {
    ask: async (path, method = 'GET') => {
      const stream = session.request({ ':method': method, ':path': path, authorization })
      stream.on('error', () => {})
      const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
      return { status: Number(headers[':status']), reason: '', headers, body: await whole(stream) }
    },
    end: () => session.destroy(),
  }
}

/** Answers `/odd` with these bytes and ends; every other path with `next`. */
const upstreamOf = (): { odd: Buffer; readonly raw: NonNullable<Stand['raw']> } => {
  const it = {
    odd: Buffer.alloc(0),
    raw: (socket: Socket): void => {
      let heard = ''
      socket.on('data', (part) => {
        heard += part.toString('latin1')
        if (!heard.includes('\r\n\r\n')) return
        const isOdd = / \/odd /.test(heard)
        heard = ''
        if (isOdd) socket.end(it.odd)
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext')
      })
    },
  }
  return it
}

interface Scene extends Standing {
  readonly ask: never
  readonly askFor: Ask
  /** Has `/odd` answered with these bytes. */
  readonly answerWith: (bytes: string) => void
}

const protocols = {
  'HTTP/1.1': { over: overHttp1, stand: (): Stand => ({}) },
  'HTTP/2': {
    over: overHttp2,
    stand: (): Stand => {
      const key = rsa(2048, 'app-2')
      return { certificate: { cert: certificate(key), key: key.privatePem } }
    },
  },
}

/** A caller, a gateway, and an upstream that says what the test wants. */
const scene = (
  protocol: keyof typeof protocols,
  use: (it: Scene) => Promise<void>,
  settings: Stand['settings'] = {},
): Promise<void> => {
  const upstream = upstreamOf()
  const { over, stand } = protocols[protocol]
  return standing(
    async (it) => {
      const { ask, end } = over(it.port)
      const answerWith = (bytes: string): void => {
        upstream.odd = Buffer.from(bytes, 'latin1')
      }
      try {
        await use({ ...it, ask: undefined as never, askFor: ask, answerWith })
      } finally {
        end()
      }
    },
    { ...stand(), raw: upstream.raw, settings },
  )
}

/** What the gateway's own answers may have; the last four belong to the connection. */
const own = new Set([
  'content-type',
  'x-request-id',
  'cache-control',
  'content-length',
  ':status',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
])

const isOwn = ({ body }: Seen): boolean => /^\{"error":\{"code":"upstream_unavailable"/.test(body ?? '')

const answersRightly = async ({ askFor }: Scene): Promise<void> => {
  const { status, body, headers } = await askFor('/next')
  assert.equal([status, body], [200, 'next'])
  const strange = Object.keys(headers).filter((name) => !own.has(name))
  assert.equal(strange, [])
}

const odd = suite('an odd answer of the upstream')
const testOf = { 'HTTP/1.1': odd, 'HTTP/2': needs('openssl', odd) }

/** Names that may stand once only, as RFC 9110 or Node's HTTP/2 has it. */
const singular = [
  'X-Content-Type-Options',
  'Access-Control-Allow-Credentials',
  'ETag',
  'Date',
  'Last-Modified',
  'Age',
  'Location',
  'Retry-After',
  'Content-Type',
  'Content-Range',
  'Expires',
  'Access-Control-Max-Age',
]

testOf['HTTP/2']('two lines of a name that may stand once: HTTP/2 gets the first, and the answer', () =>
  scene('HTTP/2', async (it) => {
    for (const name of singular) {
      it.answerWith(
        `HTTP/1.1 200 OK\r\n${name}: 1\r\nX-Many: a\r\nx-many: b\r\n${name}: 2\r\nContent-Length: 4\r\n\r\nbody`,
      )
      const { status, headers, body } = await it.askFor('/odd')
      assert.equal([status, headers[name.toLowerCase()], headers['x-many'], body], [200, '1', 'a, b', 'body'], name)
    }
  }),
)

testOf['HTTP/2']('a header of the connection is dropped', () =>
  scene('HTTP/2', async (it) => {
    it.answerWith('HTTP/1.1 200 OK\r\nHTTP2-Settings: x\r\nUpgrade: h2c\r\nContent-Length: 4\r\n\r\nbody')
    const { status, headers } = await it.askFor('/odd')
    assert.equal([status, headers['http2-settings']], [200, undefined])
    await answersRightly(it)
  }),
)

odd('a reason phrase with a control character: the answer passes, with the usual phrase', () =>
  scene('HTTP/1.1', async (it) => {
    for (const control of ['\x01', '\x0b', '\x7f', '\0']) {
      it.answerWith(`HTTP/1.1 200 fi${control}ne\r\nContent-Length: 4\r\n\r\nbody`)
      const { status, reason, body } = await it.askFor('/odd')
      assert.equal([status, reason, body], [200, 'OK', 'body'])
    }
  }),
)

testOf['HTTP/2']('a 502 in its place has nothing of its headers', () =>
  scene('HTTP/2', async (it) => {
    it.answerWith('HTTP/1.1 999 No\r\nContent-Encoding: gzip\r\nSet-Cookie: a=1\r\nContent-Length: 4\r\n\r\nbody')
    const seen = await it.askFor('/odd')
    assert.is(seen.status, 502)
    assert.ok(isOwn(seen), seen.body)
    const strange = Object.keys(seen.headers).filter((name) => !own.has(name))
    assert.equal(strange, [])
  }),
)

for (const [protocol, test] of Object.entries(testOf) as ReadonlyArray<[keyof typeof protocols, typeof odd]>)
  test(`${protocol}: an endless row of 102 ends with the time-out`, () => {
    const chatter = (socket: Socket): void => {
      socket.once('data', () => {
        const chatting = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
        socket.on('close', () => clearInterval(chatting))
      })
    }
    const { over, stand } = protocols[protocol]
    return standing(
      async ({ port, lines }) => {
        const { ask, end } = over(port)
        const { status } = await ask('/odd')
        assert.is(status, 504)
        await until(() => lines.length === 1)
        assert.match(lines[0]?.message ?? '', 'the upstream did not answer in time')
        end()
      },
      { ...stand(), raw: chatter, settings: { upstreamTimeoutMs: 150 } },
    )
  })

/** Bytes that may stand in a line, most of them visible. */
const lineText = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
      { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0xff }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x1f }) },
      { weight: 1, arbitrary: fc.constant(0x7f) },
    ),
    { maxLength: 12 },
  )
  .map((codes) => String.fromCharCode(...codes))

const statusText = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 100, max: 999 }).map(String) },
  { weight: 4, arbitrary: fc.constantFrom('200', '204', '205', '304', '101', '103', '600', '999') },
  { weight: 1, arbitrary: fc.constantFrom('', '0', '000', '099', '20', '2000', '-20', '2x0') },
)

const statusLine = fc
  .tuple(fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'http/1.1'), statusText, lineText)
  .map(([version, status, reason]) => `${version} ${status} ${reason}`)

const headerName = fc.oneof(
  fc.constantFrom(...singular),
  fc.constantFrom(
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'Upgrade',
    'HTTP2-Settings',
    'TE',
    'Trailer',
    'Expect',
    'Transfer-Encoding',
    'Content-Length',
    'Content-Encoding',
    'Set-Cookie',
    'Vary',
    'WWW-Authenticate',
    'Link',
    'Host',
    'Authorization',
    'Cookie',
    'Status',
    ':status',
    ':path',
    '__proto__',
    'constructor',
    'Countersign',
  ),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/),
  lineText,
)

const headerLines = fc
  .tuple(headerName, fc.array(fc.oneof(lineText, fc.constantFrom('', '1', 'a\r\n b')), { minLength: 1, maxLength: 3 }))
  .map(([name, values]) => values.map((value) => `${name}: ${value}`))

const answers = fc
  .tuple(statusLine, fc.array(headerLines, { maxLength: 4 }), fc.constantFrom('', 'Content-Length: 4'))
  .map(([line, headers, length]) => [line, ...headers.flat(), ...(length === '' ? [] : [length])])
  .map((lines) => `${lines.join('\r\n')}\r\n\r\nbody`)

for (const [protocol, test] of Object.entries(testOf) as ReadonlyArray<[keyof typeof protocols, typeof odd]>)
  test(`${protocol}: for all status lines and headers: an answer comes, and the next request is answered rightly`, () =>
    scene(protocol, (it) =>
      forAll([answers, fc.constantFrom('GET', 'GET', 'HEAD')], { numRuns: 150 }, async (answer, method) => {
        it.answerWith(answer)
        const seen = await it.askFor('/odd', method)
        assert.ok(seen.status >= 200, `${seen.status}`)
        if (isOwn(seen)) {
          const strange = Object.keys(seen.headers).filter((name) => !own.has(name))
          assert.equal([seen.status, strange], [502, []])
        }
        await answersRightly(it)
        const faults = it.lines.filter(({ code }) => code === 'internal')
        assert.equal(faults, [])
      }),
    ))

const failing = suite('a fault of the gateway itself')

failing('in its report: the connection ends, and neither this nor the next request ends the process', () =>
  standing(
    async ({ connect }) => {
      for (let i = 0; i < 2; i++) {
        const { send, ended, heard } = connect()
        send(head('GET /next', `Authorization: ${authorization}`))
        await ended
        assert.not.match(heard(), '200 OK')
      }
    },
    {
      settings: {
        report: () => {
          throw new Error('the log is full')
        },
        maxRequests: 0,
      },
    },
  ),
)
