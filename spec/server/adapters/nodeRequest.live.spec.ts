/** Callers who never stop sending: each test takes the two seconds for which a server drains a refused body. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as http2 from 'node:http2'
import express from 'express'
import { fastify } from 'fastify'
import * as forExpress from '../../../src/server/adapters/express.ts'
import * as forFastify from '../../../src/server/adapters/fastify.ts'
import * as forHttp from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
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

const every = 50

/** Sends without end, and tells for how long: what holds this process up holds the server up, too, and counts for neither. */
const sendingBy = (send: () => void) => {
  let turns = 0
  const interval = setInterval(() => {
    turns++
    send()
  }, every)
  return { elapsed: () => turns * every, stop: () => clearInterval(interval) }
}

/** The answer comes at once; the connection closes when the drain time is over. */
const lasts = (answered: number, ended: number, began: number, name: string): void => {
  assert.ok(answered < 1000, `${name} answered after ${answered} ms`)
  assert.ok(performance.now() - began > 1500, `${name} was cut off too early`)
  assert.ok(ended < 4000, `${name} was cut off after ${ended} ms`)
}

const endless = suite('a caller who never stops sending')

endless('gets the answer at once, and is disconnected two seconds later', async () => {
  await Promise.all(
    servers.map(async ([name, server]) => {
      const { send, answer, ended, socket } = talk((await onLoopback(server)).port)
      const begun = performance.now()
      send(head('POST /', 'Transfer-Encoding: chunked'))
      const sending = sendingBy(() => send('1\r\nx\r\n'))
      try {
        assert.is((await answer())?.status, 401)
        const answered = sending.elapsed()
        await ended
        lasts(answered, sending.elapsed(), begun, name)
      } finally {
        sending.stop()
        socket.destroy()
        server.close()
      }
    }),
  )
})

endless('loses only the stream over HTTP/2', async () => {
  await Promise.all(
    servers2.map(async ([name, server]) => {
      const session = http2.connect((await onLoopback(server)).url)
      const begun = performance.now()
      const stream = session.request({ ':method': 'POST', ':path': '/' }).on('error', () => {})
      const sending = sendingBy(() => void (stream.destroyed || stream.write('x')))
      try {
        const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }]
        assert.is(status, 401)
        const answered = sending.elapsed()
        await once(stream.resume(), 'close')
        lasts(answered, sending.elapsed(), begun, name)
        assert.not.ok(session.closed)
      } finally {
        sending.stop()
        session.destroy()
        server.close()
      }
    }),
  )
})
