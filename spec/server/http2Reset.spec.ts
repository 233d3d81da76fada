// A stream of HTTP/2 that is reset ends, for whoever reads it, as one does that is whole. A client of node:http2 ends a stream
// before it resets it; so the frames are written by hand (RFC 9113 §4.1).
import { once } from 'node:events'
import * as http2 from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import * as assert from 'uvu/assert'
import { verified } from '../../src/server/http.ts'
import { createVerifier, type Verdict } from '../../src/server/node.ts'
import { rsa } from '../support/keys.ts'
import { suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'

const types = { data: 0, headers: 1, rstStream: 3, settings: 4 } as const
const endHeaders = 4

const frame = (type: number, flags: number, stream: number, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** RFC 7541 §5.1 and §5.2: text behind its length, which begins in seven bits. */
const text = (value: string): ReadonlyArray<number> => {
  const length: Array<number> = value.length < 127 ? [value.length] : [127]
  let left = value.length - 127
  for (; left >= 128; left >>= 7) length.push((left & 127) | 128)
  if (value.length >= 127) length.push(left)
  return [...length, ...Buffer.from(value)]
}

/** §6.2.2: fields by their whole names, and in no table. */
const fields = (all: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(Object.entries(all).flatMap(([name, value]) => [0, ...text(name), ...text(value)]))

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = http2.constants

/** What becomes of a request whose body is never ended, and whose stream is reset with this code when all of it has come. */
const verdictOf = async (code: number): Promise<string> => {
  let told = (_: Verdict): void => {}
  const verdict = new Promise<Verdict>((resolve) => {
    told = resolve
  })
  const verifier = await createVerifier({
    keys: { 'app-1': rsa(2048, 'app-1').publicPem },
    clock: () => now,
    onVerdict: (reached) => told(reached),
  })
  const server = http2.createServer()
  const listener = verified<http2.Http2ServerRequest, http2.Http2ServerResponse>(verifier, (_, res) => {
    res.end()
  })
  const arrived = new Promise<void>((resolve) => {
    server.on('request', (req, res) => {
      void listener(req, res)
      // Behind the verifier's own listener, so that it has seen this part.
      req.stream.once('data', () => setImmediate(resolve))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    const { authorization } = await sign({ body: '{}' })
    const request = { ':method': 'POST', ':scheme': 'http', ':path': '/v1/jobs', ':authority': 'h', authorization }
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    socket.write(frame(types.settings, 0, 0, Buffer.of()))
    socket.write(frame(types.headers, endHeaders, 1, fields(request)))
    socket.write(frame(types.data, 0, 1, Buffer.from('{}')))
    await arrived
    socket.write(frame(types.rstStream, 0, 1, Buffer.of(0, 0, 0, code)))
    const reached = await verdict
    return reached.outcome === 'accept' ? 'accept' : reached.reason
  } finally {
    socket.destroy()
    server.close()
  }
}

const reset = suite('verified: http2, a stream that is reset')

reset('within its body is no request, even if all that was signed had come', async () => {
  assert.is(await verdictOf(NGHTTP2_CANCEL), 'body_incomplete')
  // Node ends the body of this one quietly.
  assert.is(await verdictOf(NGHTTP2_NO_ERROR), 'body_incomplete')
})

reset.run()
