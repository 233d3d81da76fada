import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, gate, suite } from '../../support/suite.ts'
import { fails, file, home, type Service, type Serving, serving, servingAlone, signedNow } from './command.ts'

const signed = (method = 'POST', target = '/v1/jobs', body = '{}'): Promise<string> =>
  signedNow({ method, target, body })

/** A gateway before a service of this process. */
const before = async (
  service: RequestListener,
  args: ReadonlyArray<string>,
  use: (gateway: Service, upstream: Server) => Promise<void>,
  by: Serving = serving,
): Promise<void> => {
  const upstream = createServer(service)
  await withServer(upstream, ({ url }) =>
    by(['--keys', 'keys', '--upstream', url, ...args], (gateway) => use(gateway, upstream)),
  )
}

const spki = rsa(2048, 'app-1').publicKey.export({ type: 'spki', format: 'der' })
const shortKey = `sha256:${createHash('sha256').update(spki).digest('hex').slice(0, 8)}`

const gateway = suite('countersign serve --upstream')

gateway('forwards verified requests, and logs a line for each request', () =>
  before(
    (req, res) => res.end(`${req.method} ${req.url} from ${req.headers['countersign-app-id']}`),
    [],
    async ({ url, out, log, logged }) => {
      assert.match(out(), /^ {2}upstream {3}http:\/\/127\.0\.0\.1:\d+$/m)
      assert.not.match(out(), 'example')
      const authorization = await signed('PUT', '/a?b=secret', 'x')
      const answer = await fetch(`${url}/a?b=secret`, { method: 'PUT', headers: { authorization }, body: 'x' })
      assert.equal([answer.status, await answer.text()], [200, 'PUT /a?b=secret from app-1'])
      assert.is((await fetch(url)).status, 401)
      await logged('authorization_missing')
      assert.match(log(), /^\S+Z 200 app-1: PUT \/a: forwarded, [\d.]+ ms\n\S+Z 401 authorization_missing: .*\n$/)
    },
  ),
)

gateway('answers the preflights of --cors, and names the origin in the answers of the service', () =>
  before(
    (_, res) => res.end('done'),
    ['--cors', '*'],
    async ({ url, logged }) => {
      const origin = 'https://app.example'
      const asked = { origin, 'access-control-request-method': 'POST' }
      assert.is((await fetch(url, { method: 'OPTIONS', headers: asked })).status, 204)
      await logged('204 preflight: OPTIONS /')
      const headers = { authorization: await signed(), origin }
      const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body: '{}' })
      assert.equal([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*'])
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', 'X-Request-Id')
    },
  ),
)

gateway('logs JSON on demand', () =>
  before(
    (_, res) => res.end(),
    ['--log', 'json'],
    async ({ url, log, logged }) => {
      await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization: await signed() }, body: '{}' })
      await fetch(url, { headers: { upgrade: 'x', connection: 'upgrade' } }).catch(() => {})
      await fetch(url)
      await logged('authorization_missing')
      const lines = log()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      const [first] = lines
      assert.match(first.time, /^\d{4}-.*Z$/)
      assert.is(typeof first.milliseconds, 'number')
      const { time: _, milliseconds: __, message: ___, request_id, timestamp, ...members } = first
      assert.match(request_id, /^[0-9a-f]{32}$/)
      assert.is(typeof timestamp, 'number')
      assert.equal(members, {
        level: 'info',
        status: 200,
        outcome: 'accept',
        app_id: 'app-1',
        scheme: 'signed',
        key: shortKey,
        method: 'POST',
        path: '/v1/jobs',
        client: '127.0.0.1',
      })
      assert.is(lines.at(-1).reason, 'authorization_missing')
    },
  ),
)

gateway('says on the metrics port whether it lives, and whether requests should come', () =>
  before(
    (_, res) => res.end(),
    ['--metrics', '0'],
    async ({ url, out }, upstream) => {
      const at = /^ {2}metrics {4}(http:\/\/127\.0\.0\.1:\d+)\/metrics$/m.exec(out())?.[1] ?? ''
      const ask = async (path: string) => {
        const answer = await fetch(`${at}${path}`)
        return [answer.status, await answer.text()] as const
      }
      await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization: await signed() }, body: '{}' })
      assert.match((await ask('/metrics'))[1], '\ncountersign_gateway_answers_total{status="200"} 1\n')
      assert.equal(await ask('/-/live'), [200, 'live\n'])
      assert.equal(await ask('/-/ready?x'), [200, 'ready\n'])
      assert.is((await ask('/-/other'))[0], 404)
      upstream.closeAllConnections()
      await new Promise((resolve) => upstream.close(resolve))
      assert.equal(await ask('/-/ready'), [503, 'no connection to the upstream: ECONNREFUSED\n'])
      assert.equal(await ask('/-/live'), [200, 'live\n'])
    },
  ),
)

gateway('ends when its requests have ended; a second signal ends it at once', async () => {
  for (const [signals, code] of [
    [1, 0],
    [2, 'SIGTERM'],
  ] as const) {
    const arrived = gate()
    const held = gate()
    await before(
      (_, res) => {
        arrived.open()
        void held.opened.then(() => res.end('late'))
      },
      [],
      async ({ url, port, process, logged, stop }) => {
        const authorization = await signed()
        const answer = fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization }, body: '{}' }).then(
          (it) => it.text(),
          () => 'cut off',
        )
        await arrived.opened
        process.kill('SIGTERM')
        await logged('closing: requests in progress will end, and new requests are refused')
        await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve))
        if (signals === 1) {
          await wait(20)
          held.open()
          assert.is(await answer, 'late')
          assert.is(await new Promise((resolve) => process.once('close', resolve)), code)
        } else {
          assert.is(await stop(), code)
          assert.is(await answer, 'cut off')
        }
      },
      servingAlone,
    )
  }
})

gateway('explains and keeps refused requests, and forwards none of them', async () => {
  const arrived: Array<string> = []
  await before(
    (req, res) => {
      arrived.push(req.url ?? '')
      res.end()
    },
    ['--explain', '--keep', 'refused', '--max-body', '100', '--max-upload', '1000'],
    async ({ url, port, log, logged }) => {
      const folder = join(home, 'refused')
      const send = async (target: string, authorization: string, body: string): Promise<number> =>
        (await fetch(url + target, { method: 'POST', headers: { authorization, cookie: 'S3CRET' }, body })).status
      const reserialized = async (target: string, size: number): Promise<void> => {
        const authorization = await signed('POST', target, JSON.stringify({ a: 'x'.repeat(size) }))
        assert.is(await send(target, authorization, `{"a": "${'x'.repeat(size)}"}`), 401)
      }
      await reserialized('/small', 10)
      await logged('→ Serialize the body once. Then sign and send exactly these bytes.')
      // It went to a file as it came: its body is neither examined nor kept.
      await reserialized('/large', 500)
      await logged('seen=nothing')
      const unreadable = `GET /a b HTTP/1.1\r\nHost: h\r\nAuthorization: ${await signed('GET', '/a', '')}\r\n\r\n`
      const socket = connect(port, '127.0.0.1').end(unreadable).resume()
      await new Promise((resolve) => socket.once('close', resolve))
      // What the gateway itself refuses is explained by its code alone.
      const upgrade = { authorization: await signed('GET', '/ws', ''), connection: 'upgrade', upgrade: 'websocket' }
      const refused = request(`${url}/ws`, { headers: upgrade }).end()
      const [answer] = (await once(refused, 'response')) as [IncomingMessage]
      answer.resume()
      assert.is(answer.statusCode, 501)
      await logged('upgrade_unsupported')
      const files = (): ReadonlyArray<string> =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.http'))
          .map((name) => readFileSync(join(folder, name), 'latin1'))
      // A file is there before it is written.
      while (files().filter((text) => text !== '').length < 3) await wait(20)
      await logged('explained: request_unreadable')
      assert.is(log().match(/explained: reject signature_invalid .*\bexact=body-reserialized/g)?.length, 1)
      const kept = files()
      for (const [target, body] of [
        ['/small', '"a": "xxxxxxxxxx'],
        ['/large', ''],
      ] as const) {
        const text =
          kept.find((each) => each.startsWith(`POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`)) ?? ''
        assert.ok(text !== '', target)
        assert.match(text, body)
        assert.is(text.includes('xxxxxxxxxx'), body !== '', text)
      }
      for (const text of [log(), ...kept]) assert.not.match(text, 'S3CRET')
      assert.is(await send('/honest', await signed('POST', '/honest', '{}'), '{}'), 200)
    },
  )
  assert.equal(arrived, ['/honest'])
})

gateway('passes what a trusted front sets, and nothing else of a front', () =>
  before(
    (req, res) =>
      res.end(JSON.stringify([req.headers['x-real-ip'], req.headers['remote-user'], req.headers.x_real_ip])),
    ['--trust-header', 'X-Real-IP'],
    async ({ url }) => {
      const headers = {
        authorization: await signed('GET', '/', ''),
        'x-real-ip': '192.0.2.1',
        'remote-user': 'root',
        x_real_ip: '192.0.2.9',
        connection: 'close, X-Real-IP',
      }
      const [answer] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage]
      assert.equal(await json(answer), ['192.0.2.1', null, null])
    },
  ),
)

gateway('forwards over a Unix socket', async () => {
  const upstream = createServer((_, res) => res.end('by the socket'))
  const path = `${file('run/x', '').replace(/x$/, '')}s`
  await new Promise<void>((resolve) => upstream.listen(`${home}/${path}`, resolve))
  try {
    await serving(['--keys', 'keys', '--upstream', `unix:${home}/${path}`], async ({ url }) => {
      const headers = { authorization: await signed('GET', '/', '') }
      assert.is(await (await fetch(url, { headers })).text(), 'by the socket')
    })
  } finally {
    upstream.closeAllConnections()
    upstream.close()
  }
})

const refusing = suite('countersign serve --upstream: what it refuses to start with')

refusing('options of the gateway alone, half a certificate, and an address that is not of this machine', async () => {
  const serve = ['serve', '--keys', 'keys']
  const upstream = [...serve, '--upstream', 'http://127.0.0.1:1']
  const both = /^error: --listen works only together with --upstream\nerror: --pass-authorization works only together/
  await fails([...serve, '--listen', '127.0.0.1', '--pass-authorization'], both)
  // A value that is spelled like no value is given all the same.
  for (const cert of ['false', 'undefined'])
    await fails([...serve, '--cert', cert], /^error: --cert works only together with --upstream\n/)
  await fails([...upstream, '--cert', 'x'], 'TLS needs both --cert and --key; give both or neither')
  const elsewhere = '--listen 192.0.2.1 --port 0: the system says EADDRNOTAVAIL'
  await fails([...upstream, '--listen', '192.0.2.1'], elsewhere, { exit: 3 })
})
