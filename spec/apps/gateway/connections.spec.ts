/** At the limit of connections the one that has been idle longest is closed. */
import { createServer, type RequestListener } from 'node:http'
import { connect, type TLSSocket } from 'node:tls'
import { boundConnections } from '../../../src/apps/gateway/connections.ts'
import { serverOf } from '../../../src/apps/gateway/servers.ts'
import { type Talk, talk } from '../../server/adapters/talk.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { certificate } from '../../support/openssl.ts'
import { assert, gate, needs, suite, until } from '../../support/suite.ts'

const request = 'GET / HTTP/1.1\r\nHost: h.example\r\n\r\n'

const bounded = suite('the bound on connections')

/** Connections in the order in which they are made. */
const opening = async (port: number, count: number): Promise<ReadonlyArray<Talk>> => {
  const all: Array<Talk> = []
  for (let i = 0; i < count; i++) {
    const made = talk(port)
    all.push(made)
    await new Promise((resolve) => made.socket.once('connect', resolve))
  }
  return all
}

const withBound = (most: number, listener: RequestListener, use: (port: number) => Promise<void>): Promise<void> => {
  const server = createServer(listener)
  boundConnections(server, most)
  return withServer(server, ({ port }) => use(port))
}

bounded('whoever only holds connections loses the oldest first; who sends a request is answered', () =>
  withBound(
    4,
    (_, res) => res.end('hello'),
    async (port) => {
      const first = await opening(port, 4)
      // Now this one is the last that was used.
      assert.is((await (first[0] as Talk).ask(request)).status, 200)
      const second = await opening(port, 2)
      await Promise.all([first[1]?.ended, first[2]?.ended])
      for (const each of [first[0], first[3], ...second]) assert.is((await (each as Talk).ask(request)).status, 200)
      for (const each of [...first, ...second]) each.socket.destroy()
    },
  ),
)

bounded('a flood of idle connections disturbs no request that is under way, and no new caller', () => {
  const arrived = gate()
  const held = gate()
  return withBound(
    8,
    (req, res) => {
      if (req.url !== '/slow') return void res.end('hello')
      arrived.open()
      void held.opened.then(() => res.end('late'))
    },
    async (port) => {
      const [slow] = await opening(port, 1)
      slow?.send(request.replace('/ ', '/slow '))
      await arrived.opened
      const flood = await opening(port, 100)
      const [honest] = await opening(port, 1)
      assert.is((await (honest as Talk).ask(request)).status, 200)
      held.open()
      assert.is((await slow?.answer())?.body, 'late')
      let ended = 0
      for (const { ended: end } of flood) void end.then(() => ended++)
      await until(() => ended >= 92)
      for (const each of [...flood, slow, honest]) each?.socket.destroy()
    },
  )
})

bounded('where every connection has a request under way, the new one is closed', () => {
  const held = gate()
  let count = 0
  return withBound(
    2,
    (_, res) => {
      count += 1
      void held.opened.then(() => res.end('late'))
    },
    async (port) => {
      const busy = await opening(port, 2)
      for (const { send } of busy) send(request)
      await until(() => count === 2)
      const [extra] = await opening(port, 1)
      await extra?.ended
      held.open()
      for (const { answer } of busy) assert.is((await answer())?.body, 'late')
      for (const { socket } of [...busy]) socket.destroy()
    },
  )
})

needs('openssl', bounded)('over TLS as well, where a request has another socket than its connection', () => {
  const key = rsa(2048, 'app-2')
  const held = gate()
  let isUnderWay = false
  const server = serverOf({ cert: certificate(key), key: key.privatePem }, 100_000)({}, (_, res) => {
    isUnderWay = true
    void held.opened.then(() => res.end('late'))
  })
  boundConnections(server, 3)
  return withServer(server, async ({ port }) => {
    const dial = async (): Promise<TLSSocket> => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      return socket
    }
    const busy = await dial()
    let heard = ''
    busy.on('data', (part) => {
      heard += part
    })
    busy.write(request)
    await until(() => isUnderWay)
    const others = [await dial(), await dial(), await dial(), await dial()]
    await until(() => others.filter(({ closed }) => closed).length === 2)
    held.open()
    await until(() => heard.includes('late'))
    for (const socket of [busy, ...others]) socket.destroy()
  })
})
