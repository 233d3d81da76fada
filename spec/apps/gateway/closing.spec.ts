import * as http2 from 'node:http2'
import { text } from 'node:stream/consumers'
import { rsa } from '../../support/keys.ts'
import { certificate } from '../../support/openssl.ts'
import { assert, gate, needs, suite, until } from '../../support/suite.ts'
import { sign } from '../../support/world.ts'
import { signedRequest, standing } from './standing.ts'

const closing = suite('a gateway that closes')

closing('requests under way end; new ones are refused; then every connection is closed', () => {
  const { open, opened } = gate()
  return standing(
    async ({ connect, gateway, close, got, lines }) => {
      const busy = connect()
      const idle = connect()
      const late = connect()
      for (const { ask } of [idle, late]) {
        assert.is((await ask(await signedRequest({ target: '/quick' }))).status, 200)
      }
      busy.send(await signedRequest({ body: 'slow' }))
      await until(() => got.length === 3)
      const closed = close(gateway.drain(), 5000)
      assert.is(gateway.isDraining(), true)
      // Node has closed the connections that are not in use.
      await Promise.all([idle.ended, late.ended])
      const connected = connect()
      await connected.ended
      open()
      const last = await busy.answer()
      assert.equal([last?.status, last?.headers.connection], [200, 'close'])
      await Promise.all([closed, busy.ended])
      assert.is(lines.length, 3)
    },
    { upstream: (req, res) => (req.url === '/quick' ? void res.end() : void opened.then(() => res.end('slow'))) },
  )
})

closing('a request that was pipelined behind another is not begun, and may be sent again', () => {
  const { open, opened } = gate()
  return standing(
    async ({ connect, gateway, close, got, refused }) => {
      const { send, answer, ended } = connect()
      send(await signedRequest({ body: 'slow' }))
      await until(() => got.length === 1)
      const closed = close(gateway.drain(), 5000)
      send(await signedRequest({ body: 'next' }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      open()
      assert.is((await answer())?.headers.connection, 'close')
      await Promise.all([closed, ended])
      assert.equal([got.length, refused.length], [1, 0])
    },
    { upstream: (_, res) => void opened.then(() => res.end()) },
  )
})

closing('pipelined requests whose connection breaks do not stay under way', () => {
  const { open, opened } = gate()
  return standing(
    async ({ connect, gateway, got }) => {
      const { send, socket } = connect()
      send(Buffer.concat(await Promise.all(Array.from({ length: 20 }, () => signedRequest()))))
      await until(() => got.length === 1)
      socket.destroy()
      open()
      await gateway.drain()
      assert.is(got.length, 1)
    },
    { upstream: (_, res) => void opened.then(() => res.end()) },
  )
})

closing('a request that takes too long is cut off', () =>
  standing(
    async ({ connect, gateway, close, got }) => {
      const { send, ended } = connect()
      send(await signedRequest({ body: 'for ever' }))
      await until(() => got.length === 1)
      await close(gateway.drain(), 50)
      await ended
    },
    { upstream: () => {} },
  ),
)

needs('openssl', closing)('sessions of HTTP/2 end their requests, and open no more', () => {
  const { open, opened } = gate()
  const key = rsa(2048, 'app-2')
  return standing(
    async ({ port, gateway, close, got }) => {
      const client = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
      client.on('error', () => {})
      const { authorization } = await sign({ method: 'GET', body: '' })
      const stream = client.request({ ':path': '/v1/jobs', authorization })
      const body = text(stream)
      await until(() => got.length === 1)
      const goaway = new Promise((resolve) => client.once('goaway', resolve))
      const closed = close(gateway.drain(), 5000)
      await goaway
      open()
      const [said] = await Promise.all([body, closed])
      assert.is(said, 'slow')
    },
    {
      certificate: { cert: certificate(key), key: key.privatePem },
      upstream: (_, res) => void opened.then(() => res.end('slow')),
    },
  )
})
