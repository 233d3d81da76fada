/**
 * One request of a connection at a time, for `verified` on node:http and for servers that call `limitPipelining`. The tests
 * count handlers, parsed requests and bytes, and no time. Requests are counted where Node makes them, before our code.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import fc from 'fast-check'
import { verified } from '../../../src/server/adapters/http.ts'
import { limitPipelining, mostWaiting } from '../../../src/server/adapters/pipeline.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { certificate } from '../../support/openssl.ts'
import { assert, forAll, gate, needs, suite, until } from '../../support/suite.ts'
import { now } from '../../support/world.ts'
import { head, request } from './adapterContract.ts'
import { type Talks, talks } from './talk.ts'

const unsigned = head('GET /p')

/** Requests that Node has parsed and whose answers have not ended, of all servers in this process. */
const countParsed = async (use: (counts: { open: number; most: number }) => Promise<void>): Promise<void> => {
  const counts = { open: 0, most: 0 }
  const onParsed = (message: unknown): void => {
    const { response } = message as { readonly response: ServerResponse }
    counts.open++
    counts.most = Math.max(counts.most, counts.open)
    response.once('close', () => counts.open--)
  }
  subscribe('http.server.request.start', onParsed)
  try {
    await use(counts)
  } finally {
    unsubscribe('http.server.request.start', onParsed)
  }
}

interface Scene extends Pick<Talks, 'connect'> {
  readonly port: number
  /** The sockets of the server, in their order. */
  readonly sockets: ReadonlyArray<Socket>
}

const withListener = async (
  listener: RequestListener,
  prepare: (server: Server) => void,
  use: (it: Scene) => Promise<void>,
): Promise<void> => {
  const server = createServer(listener)
  prepare(server)
  const sockets: Array<Socket> = []
  server.on('connection', (socket: Socket) => sockets.push(socket))
  const { port, close } = await onLoopback(server)
  const { connect, end } = talks(port)
  try {
    await use({ connect, sockets, port })
  } finally {
    end()
    await close()
  }
}

interface VerifiedScene extends Scene {
  /** The targets of the requests that were handled. */
  readonly handled: ReadonlyArray<string>
  readonly verdicts: () => number
}

/** Handlers of `/slow` answer when `opened` resolves. */
const withVerified = async (
  prepare: (server: Server) => void,
  opened: Promise<void>,
  use: (it: VerifiedScene) => Promise<void>,
): Promise<void> => {
  let verdicts = 0
  const verifier = await createVerifier({
    keys: { 'app-1': rsa(2048, 'app-1').publicPem },
    clock: () => now,
    onVerdict: () => verdicts++,
  })
  const handled: Array<string> = []
  const listener = verified(verifier, async (req, res) => {
    handled.push(req.url ?? '')
    if (req.url === '/slow') await opened
    res.end(req.url)
  })
  await withListener(listener, prepare, (it) => use({ ...it, handled, verdicts: () => verdicts }))
}

const preparations: Readonly<Record<string, (server: Server) => void>> = {
  'verified on a server of another': () => {},
  'verified on a server that limits pipelining': limitPipelining,
}

for (const [name, prepare] of Object.entries(preparations)) {
  const pipelining = suite(name)

  pipelining('too many requests in a read: one begins and is answered, the others claim no nonce', () => {
    const { open, opened } = gate()
    return withVerified(prepare, opened, async ({ connect, handled, verdicts }) => {
      const { send, answer, ended } = connect()
      const dropped = await request('', 'GET /dropped')
      send((await request('', 'GET /slow')) + dropped + unsigned.repeat(2000))
      await until(() => handled.length === 1)
      open()
      assert.is((await answer())?.body, '/slow')
      assert.is(await answer(), undefined)
      await ended
      assert.equal([handled, verdicts()], [['/slow'], 1])
      assert.is((await connect().ask(dropped)).body, '/dropped')
    })
  })

  pipelining('as many as may wait are answered in their order, one after the other', () => {
    const { open, opened } = gate()
    return withVerified(prepare, opened, async ({ connect, handled, verdicts }) => {
      const { send, answer } = connect()
      send((await request('', 'GET /slow')) + unsigned.repeat(mostWaiting - 1) + (await request('', 'GET /last')))
      await until(() => handled.length === 1)
      assert.is(verdicts(), 1)
      open()
      assert.is((await answer())?.body, '/slow')
      for (let i = 1; i < mostWaiting; i++) assert.is((await answer())?.status, 401)
      assert.is((await answer())?.body, '/last')
    })
  })

  pipelining('after the first connection that pipelines, few requests are parsed, however many come', () => {
    const { open, opened } = gate()
    return countParsed((counts) =>
      withVerified(prepare, opened, async ({ connect, handled, sockets }) => {
        const first = connect()
        first.send(unsigned.repeat(3))
        for (let i = 0; i < 3; i++) await first.answer()
        counts.most = counts.open
        const before = counts.open
        const { send, answer, ended } = connect()
        send((await request('', 'GET /slow')) + unsigned.repeat(40_000))
        await until(() => handled.length === 1)
        // The server has read more than one part of 64 KiB, and dropped it.
        await until(() => (sockets[1]?.bytesRead ?? 0) > 500_000)
        assert.ok(counts.most - before <= 3, `${counts.most - before} requests were parsed`)
        open()
        assert.is((await answer())?.body, '/slow')
        await ended
      }),
    )
  })

  pipelining('a large body waits in the network, and is taken when its turn comes', () => {
    const { open, opened } = gate()
    return withVerified(prepare, opened, async ({ connect, handled, sockets }) => {
      const first = connect()
      first.send(unsigned.repeat(3))
      for (let i = 0; i < 3; i++) await first.answer()
      const { send, answer, socket } = connect()
      const body = 'x'.repeat(900_000)
      send(await request('', 'GET /slow'))
      await until(() => handled.length === 1)
      // What follows is more than the sockets of both sides hold.
      const rest = `${head('POST /rest', 'Content-Length: 32000000')}${'y'.repeat(32_000_000)}`
      send((await request(body, 'POST /large')) + (await request('', 'GET /last')) + rest)
      await until(() => (sockets[1]?.bytesRead ?? 0) > 64 * 1024)
      await new Promise((resolve) => setTimeout(resolve, 50))
      assert.ok((sockets[1]?.bytesRead ?? 0) < 400_000, `${sockets[1]?.bytesRead} bytes were read`)
      assert.ok(socket.writableLength > 0)
      open()
      assert.equal(
        [(await answer())?.body, (await answer())?.body, (await answer())?.body],
        ['/slow', '/large', '/last'],
      )
    })
  })

  pipelining('a body that looks like many requests is a body', () =>
    withVerified(prepare, Promise.resolve(), async ({ connect }) => {
      const { send, answer } = connect()
      const body = `\r\n\r\n${unsigned.repeat(3000)}`
      send((await request('', 'GET /a')) + (await request(body, 'POST /b')) + (await request('', 'GET /c')))
      assert.equal([(await answer())?.body, (await answer())?.body, (await answer())?.body], ['/a', '/b', '/c'])
    }),
  )

  pipelining('requests that wait are dropped with their connection', () => {
    const { open, opened } = gate()
    return withVerified(prepare, opened, async ({ connect, handled, verdicts, sockets }) => {
      const { send, socket } = connect()
      send((await request('', 'GET /slow')) + unsigned.repeat(20))
      await until(() => handled.length === 1)
      socket.resetAndDestroy()
      await until(() => sockets[0]?.destroyed === true)
      open()
      assert.is((await connect().ask(unsigned)).status, 401)
      assert.is(verdicts(), 2)
    })
  })
}

const slicing = suite('a server that limits pipelining')

interface Sent {
  readonly body: string
  readonly chunks: ReadonlyArray<number> | undefined
}

/** Bodies of what slices are cut at, in one part or in chunks. */
const sent: fc.Arbitrary<Sent> = fc.record(
  {
    body: fc.string({
      unit: fc.constantFrom('\n', '\r\n', 'a', 'GET / HTTP/1.1\r\n', '\n\n', '\r\n\r\n'),
      maxLength: 40,
    }),
    chunks: fc.option(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), { nil: undefined }),
  },
  { noNullPrototype: true },
)

const chunked = (body: string, sizes: ReadonlyArray<number>): string => {
  const parts: Array<string> = []
  for (let at = 0, i = 0; at < body.length; i++) {
    const part = body.slice(at, at + (sizes[i % sizes.length] as number))
    parts.push(`${part.length.toString(16)}\r\n${part}\r\n`)
    at += part.length
  }
  return `${parts.join('')}0\r\n\r\n`
}

const wire = ({ body, chunks }: Sent, i: number): string => {
  if (chunks !== undefined) return head(`POST /${i}`, 'Transfer-Encoding: chunked') + chunked(body, chunks)
  return body === '' ? head(`GET /${i}`) : head(`POST /${i}`, `Content-Length: ${body.length}`) + body
}

const echo: RequestListener = (req, res) => {
  let body = ''
  req.setEncoding('latin1').on('data', (part) => {
    body += part
  })
  req.on('end', () => setImmediate(() => res.end(JSON.stringify([req.url, body]))))
}

slicing('for all requests and all cuts of their bytes: each is answered as if it came alone', () =>
  withListener(echo, limitPipelining, ({ connect }) =>
    forAll(
      [fc.array(sent, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(400), { maxLength: 12 })],
      async (requests, cuts) => {
        const bytes = requests.map(wire).join('')
        const { socket, answer } = connect()
        let from = 0
        for (const cut of cuts) {
          const part = bytes.slice(from, from + cut)
          from += part.length
          await new Promise((resolve) => socket.write(part, 'latin1', resolve))
          await new Promise(setImmediate)
        }
        socket.write(bytes.slice(from), 'latin1')
        for (const [i, { body }] of requests.entries())
          assert.is((await answer())?.body, JSON.stringify([`/${i}`, body]))
        socket.destroy()
      },
    ),
  ),
)

slicing('hands on all that comes after an upgrade, in its order', () =>
  withListener(
    echo,
    (server) => {
      server.on('upgrade', (_, socket: Socket, first) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n')
        socket.write(first)
        socket.pipe(socket)
      })
      limitPipelining(server)
    },
    async ({ connect }) => {
      const { send, heard } = connect()
      const after = `\n\n\r\n\r\n${unsigned.repeat(500)}`
      send(`${head('GET /', 'Upgrade: echo', 'Connection: Upgrade')}${after}`)
      await until(() => heard().length > after.length)
      send('more\n\nand more')
      await until(() => heard().endsWith(`\r\n\r\n${after}more\n\nand more`))
    },
  ),
)

slicing('leaves a connection to the program that an upgrade has given it to, however the program reads it', () =>
  withListener(
    echo,
    (server) => {
      server.on('upgrade', (_, socket: Socket, first) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n')
        socket.write(first)
        // A listener for it stops the flow, and nobody ever resumes it.
        socket.on('readable', () => {
          for (let part = socket.read(); part !== null; part = socket.read()) socket.write(part)
        })
        socket.on('end', () => socket.end('over'))
      })
      limitPipelining(server)
    },
    async ({ connect }) => {
      const { socket, send, heard } = connect()
      const after = `\n\n\r\n\r\n${unsigned.repeat(500)}`
      send(`${head('GET /', 'Upgrade: echo', 'Connection: Upgrade')}${after}`)
      await until(() => heard().endsWith(after))
      send('more\n\nand more')
      await until(() => heard().endsWith('more\n\nand more'))
      socket.end()
      await until(() => heard().endsWith('over'))
    },
  ),
)

slicing('takes lines that end anywhere, and many empty ones', () =>
  withListener(echo, limitPipelining, async ({ connect }) => {
    const { socket, answer } = connect()
    for (const letter of `\r\n${unsigned}`) await new Promise((resolve) => socket.write(letter, resolve))
    assert.is((await answer())?.body, '["/p",""]')
    socket.write('\r\n'.repeat(5000) + unsigned)
    assert.is((await answer())?.body, '["/p",""]')
  }),
)

needs('openssl', slicing)('limits it over TLS as well', () =>
  countParsed(async (counts) => {
    const key = rsa(2048, 'app-2')
    const { open, opened } = gate()
    const server = createSecureServer({ cert: certificate(key), key: key.privatePem }, (_, res) => {
      void opened.then(() => res.end('ok'))
    })
    limitPipelining(server as unknown as Server)
    const { port, close } = await onLoopback(server)
    const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false })
    let heard = ''
    socket
      .on('error', () => {})
      .on('data', (part) => {
        heard += part
      })
    socket.write(unsigned.repeat(3000))
    await until(() => counts.open > 0)
    open()
    await new Promise((resolve) => socket.once('close', resolve))
    assert.ok(counts.most <= 2, `${counts.most} requests were parsed`)
    assert.ok(heard.startsWith('HTTP/1.1 200'))
    await close()
  }),
)
