/** One caller that takes whatever it can get, beside honest ones. */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { GatewaySettings } from '../../../src/apps/gateway/gateway.ts'
import { mostFiles } from '../../../src/apps/gateway/Spool.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { app2 } from '../../support/world.ts'
import { type Standing, signedHead, signedRequest, standing } from './standing.ts'

const maxRequests = 12
const other = { appId: app2, key: rsa(2048, 'app-2') }
const patience = { termMs: 40, stallMs: 400, waitMs: 2000, slowBodyMs: 2500, unreadMs: 400 }
const verifier = { keys: { 'app-1': rsa(2048, 'app-1').publicPem, 'app-2': other.key.publicPem } }
const settings: Partial<GatewaySettings> = { maxRequests, patience }

const size = 8 * 1024 * 1024
const much = Buffer.alloc(size)
const answering: RequestListener = (req, res) => {
  if (req.url?.startsWith('/hang')) return
  if (req.url?.startsWith('/much')) res.end(much)
  else res.end('hello')
}
const stand = { settings, verifier, upstream: answering }

/** Sends requests, each on a connection of its own that nobody reads. */
const silent = async (
  { port }: Standing,
  requests: ReadonlyArray<Uint8Array | string>,
): Promise<ReadonlyArray<Socket>> =>
  Promise.all(
    requests.map(async (request) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      socket.write(request)
      return socket
    }),
  )

const of2 = (target: string, count = maxRequests): Promise<ReadonlyArray<Buffer>> =>
  Promise.all(Array.from({ length: count }, () => signedRequest({ ...other, method: 'GET', target, body: '' })))

/** The statuses of honest requests, one after the other. */
const honest = async ({ ask }: Standing, count: number): Promise<string> => {
  const statuses: Array<number | undefined> = []
  for (let i = 0; i < count; i++) {
    statuses.push((await ask(await signedRequest({ method: 'GET', target: '/fast', body: '' }))).status)
  }
  return statuses.join()
}

const all200 = (count: number): string => Array(count).fill(200).join()

const sharing = suite('an app that takes every place at the upstream')

sharing('with requests that hang: another gets its share at once, and only as many lose their place', () =>
  standing(async (it) => {
    const sockets = await silent(it, await of2('/hang'))
    await until(() => it.got.length === maxRequests)
    assert.is(await honest(it, 6), all200(6))
    const lost = it.lines.filter(({ code }) => code === 'displaced')
    assert.ok(lost.length >= 1 && lost.length <= 6, `${lost.length} lost their place`)
    assert.ok(lost.every(({ status, caller }) => status === 503 && caller?.appId === 'app-2'))
    assert.is(sockets.filter(({ destroyed }) => destroyed).length, 0)
  }, stand),
)

sharing('and renews them without end: the same', () =>
  standing(async (it) => {
    let isOver = false
    await silent(it, await of2('/hang'))
    await until(() => it.got.length === maxRequests)
    const renewing = (async () => {
      while (!isOver) await silent(it, await of2('/hang', 2))
    })()
    assert.is(await honest(it, 6), all200(6))
    isOver = true
    await renewing
  }, stand),
)

sharing('with requests that the service does not take: the same', () => {
  const body = Buffer.alloc(4_000_000)
  let taken = 0
  return standing(
    async (it) => {
      const large = await Promise.all(
        Array.from({ length: 4 }, () => signedRequest({ ...other, target: '/hang', body })),
      )
      await silent(it, large)
      await until(() => taken === 4)
      assert.is(await honest(it, 2), all200(2))
    },
    {
      verifier: { ...verifier, bodyLimit: 5_000_000 },
      settings: { ...settings, maxRequests: 4 },
      raw: (socket) =>
        void socket.once('data', (part) => {
          if (part.includes('/fast')) return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
          taken++
          socket.pause()
        }),
    },
  )
})

sharing('by not reading its answers: the same', () =>
  standing(async (it) => {
    await silent(it, await of2('/much'))
    await until(() => it.got.length === maxRequests)
    assert.is(await honest(it, 6), all200(6))
  }, stand),
)

sharing('is refused what is over its share, before its nonce is spent, and has it while nobody else wants it', () =>
  standing(async (it) => {
    await silent(it, await of2('/hang'))
    await until(() => it.got.length === maxRequests)
    const [request] = (await of2('/fast', 1)) as [Buffer]
    for (let i = 0; i < 2; i++) assert.match((await it.ask(request)).body, '"overloaded"')
    assert.is(it.lines.filter(({ code }) => code === 'displaced').length, 0)
  }, stand),
)

/** On a busy machine, who reads slowly must not seem to be still. */
const unhurried = { ...stand, settings: { maxRequests, patience: { ...patience, unreadMs: 1000 } } }

sharing('an answer that nobody reads ends, though nobody waits; one that is read slowly does not', () =>
  standing(async (it) => {
    const [unread, slow] = (await silent(it, await of2('/much', 2))) as [Socket, Socket]
    let length = 0
    slow.on('data', (part) => {
      length += part.length
      slow.pause()
      setTimeout(() => slow.resume(), 10)
    })
    await until(() => it.lines.length === 2 && length > size)
    unread.resume()
    await once(unread, 'close')
    const told = it.lines.map(({ message }) => message).sort()
    assert.equal(told, ['forwarded', 'the answer was cut off because the caller did not read it'])
  }, unhurried),
)

const uploading = suite('bodies that do not come')

const large = Buffer.alloc(20_000, 'x')
/** Where nobody waits for a place. */
const impatient = { ...patience, waitMs: 100, slowBodyMs: 1500 }
const uploads = { settings: { ...settings, maxUpload: 3_000_000 }, verifier: { ...verifier, bodyLimit: 1000 } }

/** Forged, with the beginning of a body. */
const stalled = async (count: number): Promise<ReadonlyArray<Buffer>> => {
  const head = await signedHead({ body: 'forged' }, 'Content-Length: 1000000')
  return Array.from({ length: count }, () => Buffer.concat([Buffer.from(head), large]))
}

uploading('64 of strangers that are silent: those of others and of the app that they name are taken', () =>
  standing(async (it) => {
    const sockets = await silent(it, await stalled(mostFiles))
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const who of [other, {}]) {
      const { ask } = it.connect()
      assert.is((await ask(await signedRequest({ ...who, body: large }))).status, 200)
    }
    assert.ok(sockets.filter(({ destroyed }) => !destroyed).length >= mostFiles - 4)
  }, uploads),
)

uploading('and are renewed without end: the same', () =>
  standing(async (it) => {
    let isOver = false
    await silent(it, await stalled(mostFiles))
    const renewing = (async () => {
      while (!isOver) {
        await silent(it, await stalled(4))
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    for (let i = 0; i < 3; i++) assert.is((await it.ask(await signedRequest({ ...other, body: large }))).status, 200)
    isOver = true
    await renewing
  }, uploads),
)

const behindProxy = {
  ...uploads.settings,
  patience: { ...patience, stallMs: 10_000, waitMs: 500 },
}

uploading('64 of one client behind a proxy: those of another are taken, in the name of the same app', () =>
  standing(
    async (it) => {
      const head = await signedHead({ body: 'forged' }, 'Content-Length: 1000000', 'X-Real-IP: 203.0.113.7')
      await silent(it, Array<Buffer>(mostFiles).fill(Buffer.concat([Buffer.from(head), large])))
      await new Promise((resolve) => setTimeout(resolve, 50))
      assert.is((await it.ask(await signedRequest({ body: large }, 'X-Real-IP: 198.51.100.1'))).status, 200)
    },
    { ...uploads, settings: behindProxy, clientHeader: 'X-Real-IP' },
  ),
)

uploading(
  'the client is whom the proxy in front has added last, of IPv6 its network, and else the address of the socket',
  () => {
    const clients: Array<string | undefined> = []
    return standing(
      async ({ connect }) => {
        for (const [line, client] of [
          ['x-real-ip: 198.51.100.1', '198.51.100.1'],
          ['X-Real-IP: 203.0.113.7, 198.51.100.1', '198.51.100.1'],
          ['X-Real-IP: 203.0.113.7\r\nX-Real-IP: 198.51.100.1', '198.51.100.1'],
          ['X-Real-IP: 2001:db8::1', '2001:db8:0:0'],
          ['X-Real-IP: ', '127.0.0.1'],
          ['X-Forwarded-For: 203.0.113.7', '127.0.0.1'],
        ] as const) {
          const { ask } = connect()
          assert.is((await ask(await signedRequest({ nonce: `client-${clients.length}` }, line))).status, 200)
          assert.is(clients.at(-1), client, line)
        }
      },
      { ...uploads, settings: behindProxy, clientHeader: 'X-Real-IP', onClient: (client) => clients.push(client) },
    )
  },
)

for (const [where, length, framing] of [
  ['in memory', 500, 'Content-Length: 500'],
  ['in memory, in chunks', 500, 'Transfer-Encoding: chunked'],
  ['in a file', 20_000, 'Content-Length: 20000'],
] as const)
  uploading(`${where}: 408, and the connection ends; one that comes slowly is taken`, () =>
    standing(
      async (it) => {
        const body = Buffer.alloc(length, 'x')
        const { send, ask } = it.connect()
        send(await signedHead({ body }, framing))
        const isChunked = framing.startsWith('Transfer')
        const refusal = await ask(isChunked ? '1\r\nx\r\n' : 'x')
        assert.equal([refusal.status, refusal.headers.connection], [408, 'close'])
        assert.match(refusal.body, '"body_too_slow"')
        assert.is(it.lines[0]?.code, 'body_too_slow')
        const slow = it.connect()
        slow.send(await signedHead({ body }, framing))
        for (let at = 0; at < length; at += length / 10) {
          const part = body.subarray(at, at + length / 10)
          slow.send(isChunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part)
          await new Promise((resolve) => setTimeout(resolve, 45))
        }
        if (isChunked) slow.send('0\r\n\r\n')
        assert.is((await slow.answer())?.status, 200)
      },
      { ...uploads, settings: { ...uploads.settings, patience: impatient } },
    ),
  )
