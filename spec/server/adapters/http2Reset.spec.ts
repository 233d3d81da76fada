// Node ends a reset HTTP/2 stream like a complete one, so a reader sees no error. The client of node:http2 ends a stream
// before it resets it; so this test writes the frames itself (RFC 9113 §4.1).
import * as http2 from 'node:http2'
import { connect } from 'node:net'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier, type Verdict } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

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

/** A string literal with its 7-bit-prefix length (RFC 7541 §5.1, §5.2). */
const text = (value: string): ReadonlyArray<number> => {
  const length: Array<number> = value.length < 127 ? [value.length] : [127]
  let left = value.length - 127
  for (; left >= 128; left >>= 7) length.push((left & 127) | 128)
  if (value.length >= 127) length.push(left)
  return [...length, ...Buffer.from(value)]
}

/** Literal header fields without indexing (RFC 7541 §6.2.2). */
const fields = (all: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(Object.entries(all).flatMap(([name, value]) => [0, ...text(name), ...text(value)]))

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = http2.constants

/** The verdict on a request that sends its whole body, no END_STREAM, and then a reset with this code. */
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
      // Registered after the verifier's listener, so the verifier has seen this part.
      req.stream.once('data', () => setImmediate(resolve))
    })
  })
  const { port, close } = await onLoopback(server)
  const socket = connect(port, '127.0.0.1')
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
    void close()
  }
}

const reset = suite('verified: http2, a stream that is reset')

reset('a reset before END_STREAM is refused, even if all signed bytes have come', async () => {
  assert.is(await verdictOf(NGHTTP2_CANCEL), 'body_incomplete')
  // On NO_ERROR, node ends the body without an error.
  assert.is(await verdictOf(NGHTTP2_NO_ERROR), 'body_incomplete')
})
