import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import * as http2 from 'node:http2'
import { createServer, get } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type PeerCertificate } from 'node:tls'
import { certificateOf, endedWords, renewing } from '../../../src/apps/gateway/certificate.ts'
import { type Upstream, upstreamOf } from '../../../src/apps/gateway/Upstream.ts'
import { lastingFolder } from '../../support/folder.ts'
import { rsa, type TestKey } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { certificate } from '../../support/openssl.ts'
import { assert, needs, suite, until } from '../../support/suite.ts'
import { sign, type ToSign } from '../../support/world.ts'
import { type Stand, type Standing, signedRequest, standing } from './standing.ts'

const pairOf = (key: TestKey) => ({ cert: certificate(key), key: key.privatePem })

interface Answered {
  readonly status: number
  readonly headers: http2.IncomingHttpHeaders
  readonly body: string
}

/** One session of HTTP/2 to a gateway. */
const session = (
  use: (
    it: Omit<Standing, 'ask'> & {
      readonly client: http2.ClientHttp2Session
      readonly ask: (what: ToSign, headers?: http2.OutgoingHttpHeaders, more?: Sending) => Promise<Answered>
    },
  ) => Promise<void>,
  stand: Stand = {},
): Promise<void> =>
  standing(
    async (it) => {
      const client = http2.connect(`https://127.0.0.1:${it.port}`, { rejectUnauthorized: false })
      client.on('error', () => {})
      const ask = async (
        what: ToSign,
        headers: http2.OutgoingHttpHeaders = {},
        more: Sending = {},
      ): Promise<Answered> => {
        const { method = 'POST', target = '/v1/jobs', body = '' } = what
        const { authorization } = await sign({ ...what, body })
        const pseudo = { ':method': more.method ?? method, ':path': target, authorization }
        const stream = client.request({ ...pseudo, ...headers }, { endStream: body === '' && !more.trailers })
        const { trailers } = more
        if (trailers !== undefined) stream.on('wantTrailers', () => stream.sendTrailers(trailers))
        if (!stream.writableEnded) stream.end(body)
        const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
        return { status: Number(answer[':status']), headers: answer, body: await text(stream) }
      }
      try {
        await use({ ...it, client, ask })
      } finally {
        client.destroy()
      }
    },
    { certificate: pairOf(rsa(2048, 'app-2')), ...stand },
  )

interface Sending {
  readonly method?: string
  readonly trailers?: http2.OutgoingHttpHeaders
}

const over = suite('HTTP/2 towards callers')
const test = needs('openssl', over)

test('method, target and body arrive; the host is that of :authority, and cookies are one line', () =>
  session(async ({ ask, got, port }) => {
    const target = '/v1/../jobs//x?b=2&a=%7e'
    const cookies = { cookie: ['a=1', 'b=2'], 'x-repeated': ['1', '2'], countersign_app_id: 'evil', te: 'trailers' }
    const { status, body } = await ask({ method: 'PUT', target, body: 'a body' }, cookies)
    assert.equal([status, body], [200, 'hello'])
    const [request] = got
    assert.equal([request?.method, request?.target, request?.body.toString()], ['PUT', target, 'a body'])
    const lines = request?.lines ?? []
    assert.equal(lines.slice(0, 8), [
      'Host',
      `127.0.0.1:${port}`,
      'x-repeated',
      '1',
      'x-repeated',
      '2',
      'Cookie',
      'a=1; b=2',
    ])
    assert.is(lines[lines.indexOf('X-Forwarded-Proto') + 1], 'https')
    assert.not.ok(lines.some((text) => text === 'evil' || text.startsWith(':') || text === 'te'))
  }))

test('trailers reach nobody, and neither does a method in another letter case', () =>
  session(async ({ ask, got, refused }) => {
    const { status } = await ask({ body: 'x' }, {}, { trailers: { 'countersign-app-id': 'evil' } })
    assert.is(status, 200)
    assert.not.ok(got[0]?.lines.includes('evil'))
    assert.is((await ask({ body: '' }, {}, { method: 'pOsT' })).status, 400)
    assert.is(refused[0]?.reason, 'method_invalid')
    assert.is(got.length, 1)
  }))

test('a host beside another :authority is refused', () =>
  session(async ({ ask, got }) => {
    const { status, body } = await ask({ body: '' }, { ':authority': 'h.example', host: 'other.example' })
    assert.is(status, 400)
    assert.match(body, 'host_invalid')
    assert.is(got.length, 0)
  }))

test('the answer has its headers, each as often as the upstream said it', () =>
  session(
    async ({ ask }) => {
      const { status, headers, body } = await ask({ method: 'GET' })
      assert.equal([status, body], [201, 'made'])
      assert.equal(headers['set-cookie'], ['a=1', 'b=2'])
      assert.is(headers.connection, undefined)
      const head = await ask({ method: 'HEAD' })
      assert.equal([head.status, head.body, head.headers['content-length']], [201, '', '4'])
    },
    {
      upstream: (_, res) => {
        res.writeHead(201, 'Made', [
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'Content-Length',
          '4',
          'Connection',
          'close',
        ])
        res.end('made')
      },
    },
  ))

test('uploads, an upstream that fails, and a caller that resets the stream', () => {
  const body = Buffer.alloc(300_000, 'x')
  let requests = 0
  return session(
    async ({ ask, got, client, lines }) => {
      assert.is((await ask({ body })).status, 200)
      assert.ok(got[0]?.body.equals(body))
      assert.is((await ask({ body })).status, 502)
      const { authorization } = await sign({ body: 'abc' })
      const stream = client.request({ ':method': 'POST', ':path': '/v1/jobs', authorization })
      stream.on('error', () => {})
      stream.write('ab')
      await new Promise((resolve) => setTimeout(resolve, 30))
      stream.close(http2.constants.NGHTTP2_CANCEL)
      assert.is((await ask({ method: 'GET' })).status, 502)
      assert.is(got.length, 3)
      assert.ok(lines.every(({ status }) => status !== 500))
    },
    {
      verifier: { bodyLimit: 1000 },
      settings: { maxUpload: 1_000_000 },
      upstream: (_, res) => (requests++ === 0 ? void res.end() : void res.socket?.destroy()),
    },
  )
})

test('a session has at most 100 requests at once', () =>
  session(async ({ client, ask }) => {
    await ask({ method: 'GET' })
    assert.is(client.remoteSettings.maxConcurrentStreams, 100)
  }))

test('nothing can be written into the request line or the headers of the upstream', () =>
  session(async ({ port, ask, got, lines }) => {
    const line = ' HTTP/1.1\r\nCountersign-App-Id: evil\r\nX: '
    const spoiled: ReadonlyArray<http2.OutgoingHttpHeaders> = [
      { ':path': `/v1/jobs${line}` },
      { ':path': '/v1/jobs HTTP/1.1' },
      { ':path': 'http://h.example/v1/jobs' },
      { ':method': `POST /smuggled${line}` },
      { ':authority': `h.example${line}` },
      { ':scheme': `https://evil.example/smuggled${line}` },
      { 'x-one': `a${line}` },
      { 'x-one': 'a\0b' },
      { 'x-one\r\ncountersign-app-id': 'evil' },
      { 'x-one:': 'a' },
      { 'x one': 'a' },
      { 'X-UPPER': 'a' },
      { 'transfer-encoding': 'chunked' },
      { connection: 'countersign-app-id' },
      { 'content-length': '2' },
      { 'content-length': '2, 6' },
      { 'content-length': '60' },
      { 'x-http2': ['a', 'b\ncountersign-app-id: evil'] },
    ]
    for (const headers of spoiled) {
      // A session of its own: a malformed request may end it.
      const client = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
      const { authorization } = await sign({ body: 'abcdef' })
      const pseudo = { ':method': 'POST', ':path': '/v1/jobs', authorization }
      await new Promise<void>((resolve) => {
        client.on('error', () => resolve()).on('close', resolve)
        try {
          const stream = client.request({ ...pseudo, ...headers })
          stream
            .on('response', () => resolve())
            .on('error', () => resolve())
            .on('close', resolve)
          stream.resume().end('abcdef')
        } catch {
          // The client itself refuses it.
          resolve()
        }
      })
      client.destroy()
    }
    assert.is((await ask({ method: 'GET' })).status, 200)
    for (const { method, target, body, lines: received } of got.slice(0, -1)) {
      assert.equal([method, target, body.toString()], ['POST', '/v1/jobs', 'abcdef'])
      assert.not.ok(received.some((text) => /evil|smuggled/.test(text)))
    }
    assert.not.ok(lines.some(({ status }) => status === 500))
  }))

test('CONNECT is refused with a line in the log, and its session lives on', () =>
  session(async ({ client, ask, got, logged }) => {
    const stream = client.request({ ':method': 'CONNECT', ':authority': 'h.example:443' })
    const [headers] = await once(stream, 'response')
    assert.is(headers[':status'], 405)
    assert.match(logged.join('\n'), /^request_unreadable, from 127\.0\.0\.1:\d+: .*CONNECT/)
    assert.is((await ask({ method: 'GET' })).status, 200)
    assert.is(got.length, 1)
  }))

test('100 Continue comes before the body', () =>
  session(async ({ client, got }) => {
    const { authorization } = await sign({ body: 'x' })
    const stream = client.request({ ':method': 'POST', ':path': '/v1/jobs', authorization, expect: '100-continue' })
    await once(stream, 'continue')
    stream.end('x')
    const [headers] = await once(stream, 'response')
    assert.is(headers[':status'], 200)
    assert.is(got[0]?.body.toString(), 'x')
  }))

test('HTTP/1.1 over TLS as well', () =>
  standing(
    async ({ port, got }) => {
      const { authorization } = await sign({ method: 'GET', body: '' })
      const options = {
        host: '127.0.0.1',
        port,
        path: '/v1/jobs',
        headers: { authorization },
        rejectUnauthorized: false,
      }
      const [status, version] = await new Promise<readonly unknown[]>((resolve, reject) =>
        get(options, (res) => {
          res.resume()
          res.on('end', () => resolve([res.statusCode, res.httpVersion]))
        }).on('error', reject),
      )
      assert.equal([status, version], [200, '1.1'])
      const { lines = [] } = got[0] ?? {}
      assert.is(lines[lines.indexOf('X-Forwarded-Proto') + 1], 'https')
    },
    { certificate: pairOf(rsa(2048, 'app-2')) },
  ))

test('an upstream over https must have a certificate that is trusted', async () => {
  const key = rsa(2048, 'app-1')
  const upstream = createServer({ cert: certificate(key), key: key.privatePem }, (_, res) => res.end('no'))
  await withServer(upstream, async ({ port }) => {
    const settings = { upstream: upstreamOf(`https://127.0.0.1:${port}`) as Upstream }
    await standing(
      async ({ ask, lines }) => {
        assert.is((await ask(await signedRequest())).status, 502)
        assert.match(lines[0]?.message ?? '', 'DEPTH_ZERO_SELF_SIGNED_CERT')
      },
      { settings },
    )
  })
})

const files = suite('the certificate')
const fileTest = needs('openssl', files)
const folder = lastingFolder()
const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const put = ({ cert, key }: { readonly cert?: string; readonly key?: string }): void => {
  if (cert !== undefined) writeFileSync(paths.cert, cert)
  if (key !== undefined) writeFileSync(paths.key, key)
}

fileTest('is refused in words if a file is missing, or the two do not belong together', async () => {
  const refusal = () =>
    certificateOf(paths).then(
      () => 'good',
      ({ message }: Error) => message,
    )
  assert.is(await refusal(), `--cert ${paths.cert}: the file cannot be read (ENOENT)`)
  put(pairOf(rsa(2048, 'app-1')))
  assert.is(await refusal(), 'good')
  put({ key: rsa(2048, 'app-2').privatePem })
  const result = await refusal()
  assert.match(
    result,
    /--cert .*cert\.pem and --key .*key\.pem: expected a certificate in PEM and its private key, but this key belongs to another certificate/,
  )
  put({ cert: 'junk' })
  assert.match(await refusal(), 'expected a certificate in PEM')
  assert.ok(readdirSync(folder).length === 2)
})

const shown = (port: number): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    }).on('error', reject)
  })

fileTest('is renewed while the server runs; until both files do, the old one stays', async () => {
  const first = pairOf(rsa(2048, 'app-1'))
  const second = pairOf(rsa(2048, 'app-2'))
  put(first)
  await standing(
    async ({ port, server }) => {
      const said: Array<string> = []
      const renewal = renewing(server as never, paths, first, (words, level) => said.push(`${level}: ${words}`), 20)
      try {
        const before = (await shown(port)).fingerprint256
        put({ cert: second.cert })
        await until(() => said.length === 1)
        assert.match(said[0] ?? '', /^error: .*the previous certificate stays in use$/)
        assert.is((await shown(port)).fingerprint256, before)
        put({ key: second.key })
        await until(() => said.length === 2)
        assert.match(said[1] ?? '', /^info: the certificate was renewed; it ends on \d{4}-\d\d-\d\d$/)
        assert.is.not((await shown(port)).fingerprint256, before)
      } finally {
        renewal.stop()
      }
    },
    { certificate: first },
  )
})

fileTest('that has ended is an error in the log, also if it is a new one', async () => {
  const first = pairOf(rsa(2048, 'app-1'))
  const second = pairOf(rsa(2048, 'app-2'))
  assert.is(endedWords(first.cert, Date.now()), undefined)
  const threeDaysOn = (): number => Date.now() + 3 * 86_400_000
  const words = /^the certificate ended on \d{4}-\d\d-\d\d: callers refuse it$/
  assert.match(endedWords(first.cert, threeDaysOn()) ?? '', words)
  put(second)
  const said: Array<string> = []
  const server = { setSecureContext: () => {} }
  const say = (text: string, level: string): void => void said.push(`${level}: ${text}`)
  const renewal = renewing(server, paths, first, say, 5, threeDaysOn)
  try {
    await until(() => said.length === 1)
    assert.match(said[0] ?? '', /^error: the certificate ended on /)
  } finally {
    renewal.stop()
  }
})
