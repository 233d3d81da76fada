/** Callers who never stop sending: each test takes the two seconds for which a server drains a refused body. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { fastify } from 'fastify'
import * as assert from 'uvu/assert'
import * as forExpress from '../../src/server/express.ts'
import * as forFastify from '../../src/server/fastify.ts'
import * as forHttp from '../../src/server/http.ts'
import { createVerifier } from '../../src/server/node.ts'
import { rsa } from '../support/keys.ts'
import { suite } from '../support/suite.ts'
import { head } from './adapterContract.ts'
import { talk } from './talk.ts'

const verifier = await createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem } })

const app = fastify().register(forFastify.verified, { verifier })
const app2 = fastify({ http2: true }).register(forFastify.verified, { verifier })
await Promise.all([app.ready(), app2.ready()])
const servers = [
  ['http', createServer(forHttp.verified(verifier, () => {}))],
  ['express', createServer(express().use(forExpress.verified(verifier)))],
  ['fastify', app.server],
] as const
const servers2 = [
  ['http', http2.createServer(forHttp.verified(verifier, () => {}))],
  ['fastify', app2.server],
] as const

const listening = (server: (typeof servers | typeof servers2)[number][1]): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** The answer comes at once; the connection closes when the drain time is over. */
const lasts = (milliseconds: number, name: string): void => {
  assert.ok(milliseconds > 1500, `${name} was cut off after ${milliseconds} ms`)
  assert.ok(milliseconds < 4000, `${name} was cut off after ${milliseconds} ms only`)
}

const endless = suite('a caller who never stops sending')

endless('gets the answer at once, and is disconnected two seconds later', async () => {
  await Promise.all(
    servers.map(async ([name, server]) => {
      const { send, answer, ended, socket } = talk(await listening(server))
      const begun = performance.now()
      send(head('POST /', 'Transfer-Encoding: chunked'))
      const sending = setInterval(() => send('1\r\nx\r\n'), 50)
      try {
        assert.is((await answer())?.status, 401)
        assert.ok(performance.now() - begun < 1000)
        await ended
        lasts(performance.now() - begun, name)
      } finally {
        clearInterval(sending)
        socket.destroy()
        server.close()
      }
    }),
  )
})

endless('loses only the stream over HTTP/2', async () => {
  await Promise.all(
    servers2.map(async ([name, server]) => {
      const session = http2.connect(`http://127.0.0.1:${await listening(server)}`)
      const begun = performance.now()
      const stream = session.request({ ':method': 'POST', ':path': '/' }).on('error', () => {})
      const sending = setInterval(() => stream.destroyed || stream.write('x'), 50)
      try {
        const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }]
        assert.is(status, 401)
        assert.ok(performance.now() - begun < 1000)
        await once(stream.resume(), 'close')
        lasts(performance.now() - begun, name)
        assert.not.ok(session.closed)
      } finally {
        clearInterval(sending)
        session.destroy()
        server.close()
      }
    }),
  )
})

endless.run()
