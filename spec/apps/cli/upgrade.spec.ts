/**
 * Node's parser drops what stands behind an ignored Upgrade in the same packet. The law for every server of ours: each
 * request of a packet is answered, or the last answer says that the connection ends.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loggedServer } from '../../../src/apps/cli/loggedServer.ts'
import { close, listening } from '../../../src/apps/cli/loopback.ts'
import { metrics } from '../../../src/apps/cli/metrics.ts'
import { talk } from '../../server/adapters/talk.ts'
import { assert, suite } from '../../support/suite.ts'
import { signedHead, standing } from '../gateway/standing.ts'

const upgrades: ReadonlyArray<ReadonlyArray<string>> = [
  ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['Connection: Upgrade', 'Upgrade: websocket'],
  ['Connection: upgrade', 'Upgrade: h2c', 'Content-Length: 0'],
  ['Connection: Upgrade', 'Upgrade: h2c', 'Expect: 100-continue'],
  ['Connection: Upgrade', 'Upgrade: h2c', 'Expect: something'],
  ['Upgrade: h2c'],
]

const ask = async (port: number, first: string): Promise<void> => {
  const { send, answer, ended, socket } = talk(port)
  send(`${first}GET /second HTTP/1.1\r\nHost: h\r\n\r\n`)
  let one = await answer()
  if (one?.status === 100) one = await answer()
  assert.ok(one !== undefined, first)
  if (one.headers.connection === 'close') await ended
  else assert.ok(await answer(), `lost behind ${first}`)
  socket.destroy()
}

const hello = () => createServer((_, res) => void res.end('hello'))
const portOf = (server: Server): number => (server.address() as AddressInfo).port

const losing = suite('behind an ignored Upgrade')

// Where nobody listens for another Expect, Node answers 417 by itself: metrics and page need no better.
losing('of a server on loopback, and of one with a log', async () => {
  const logged = loggedServer(
    (_, res) => void res.end('hello'),
    () => {},
  )
  await new Promise<void>((resolve) => void logged.listen(0, '127.0.0.1', resolve))
  const servers = [hello(), metrics([]).server(() => [])]
  for (const server of servers) await listening(server, 0)
  try {
    for (const server of [logged, ...servers])
      for (const fields of upgrades.filter((all) => server === logged || !all.includes('Expect: something')))
        await ask(portOf(server), `GET /first HTTP/1.1\r\nHost: h\r\n${fields.join('\r\n')}\r\n\r\n`)
  } finally {
    await Promise.all([logged, ...servers].map(close))
  }
})

losing('of the gateway, whether the request is verified or refused', () =>
  standing(async ({ port }) => {
    for (const fields of upgrades) {
      await ask(port, `GET /first HTTP/1.1\r\nHost: h\r\n${fields.join('\r\n')}\r\n\r\n`)
      await ask(port, await signedHead({ method: 'GET', target: '/first', body: '' }, ...fields))
    }
  }),
)
