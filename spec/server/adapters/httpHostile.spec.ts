import { createServer, type ServerOptions } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const hostile = suite('verified: hostile requests over a raw socket')

/** Sends one request to a new server, and returns everything until the server closes, or `mostMs` are over. */
const exchange = async (
  request: string | Uint8Array,
  options: ServerOptions = {},
  maxHeadersCount?: number,
  mostMs?: number,
): Promise<string> => {
  const verifier = await createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem }, clock: () => now })
  const server = createServer(
    options,
    verified(verifier, (_, res, { body }) => res.end(`body of ${body.length}`)),
  )
  if (maxHeadersCount !== undefined) server.maxHeadersCount = maxHeadersCount
  const { port, close } = await onLoopback(server)
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(request)
    if (mostMs !== undefined) setTimeout(() => socket.end(), mostMs)
    return await text(socket)
  } finally {
    socket.destroy()
    void close()
  }
}

const head = (...lines: ReadonlyArray<string>): string => [...lines, 'Connection: close', '', ''].join('\r\n')

/** insecureHTTPParser: some programs must admit old clients with it. */
const lenient: ServerOptions = { insecureHTTPParser: true }

hostile(
  'a request is refused if node may have dropped an Authorization line, or the header that frames its body',
  async () => {
    const { authorization } = await sign({ body: '' })
    const padding = new Array(1100).fill('a:')
    for (const framing of ['Content-Length: 10', 'Transfer-Encoding: chunked']) {
      const content = framing.startsWith('C') ? '{"evil":1}' : 'a\r\n{"evil":1}\r\n0\r\n\r\n'
      const lines = [
        'POST /v1/jobs HTTP/1.1',
        'Host: h',
        'Connection: close',
        `Authorization: ${authorization}`,
        ...padding,
        framing,
        '',
        '',
      ]
      const answer = await exchange(lines.join('\r\n') + content, { maxHeaderSize: 65_536 })
      assert.match(answer, 'HTTP/1.1 400')
      assert.match(answer, 'authorization_multiple')
    }
  },
)

hostile('a second Authorization line around the limit of maxHeadersCount is never overlooked', async () => {
  const { authorization } = await sign({ body: '', method: 'GET' })
  const line = `Authorization: ${authorization}`
  for (const maxHeadersCount of [undefined, 20, 62]) {
    const most = maxHeadersCount ?? 1000
    /** The answer to a request with so many headers, `last` among them. */
    const answerTo = (count: number, last: string): Promise<string> => {
      const first = ['Host: h', 'Connection: close', line]
      const padding = new Array(count - first.length - 1).fill('a:')
      const lines = ['GET /v1/jobs HTTP/1.1', ...first, ...padding, last, '', '']
      return exchange(lines.join('\r\n'), { maxHeaderSize: 65_536 }, maxHeadersCount)
    }
    // Node takes 31 headers at a time, and drops those that come once it has as many as the limit.
    const kept = Math.ceil(most / 31) * 31
    for (const count of [most - 1, most, most + 1, kept, kept + 1])
      assert.match(await answerTo(count, line), 'authorization_multiple', `${count} headers, at most ${most}`)
    // With one header fewer than the limit, none can be lost. With as many, Node may have dropped others.
    assert.match(await answerTo(most - 1, 'a:'), 'body of 0', `at most ${most}`)
    assert.match(await answerTo(most, 'a:'), 'authorization_multiple', `at most ${most}`)
  }
})

hostile('a Content-Length after a thousand other headers counts against the limit', async () => {
  const padding = new Array(1100).fill('a:')
  const lines = ['POST /v1/jobs HTTP/1.1', 'Host: h', ...padding, 'Content-Length: 999999999999', '', '']
  const answer = await exchange(lines.join('\r\n'), { maxHeaderSize: 65_536 })
  assert.match(answer, 'HTTP/1.1 401')
  assert.match(answer, 'Connection: close')
})

hostile('under insecureHTTPParser, a blank after a header name hides no header from the verifier', async () => {
  const { authorization } = await sign({ body: '' })
  const line = `Authorization: ${authorization}`
  for (const [blank, content] of [
    ['Content-Length : 2', '{}'],
    ['Content-Length   : 2', '{}'],
    ['Transfer-Encoding : chunked', '2\r\n{}\r\n0\r\n\r\n'],
  ] as const) {
    const answer = await exchange(head('POST /v1/jobs HTTP/1.1', 'Host: h', line, blank) + content, lenient)
    assert.match(answer, 'signature_invalid', blank)
  }
})

hostile('the body that such a header announces reaches the handler complete', async () => {
  const { authorization } = await sign({ body: '{}' })
  const lines = ['POST /v1/jobs HTTP/1.1', 'Host: h', `Authorization: ${authorization}`, 'Content-Length : 2']
  assert.match(await exchange(`${head(...lines)}{}`, lenient), 'body of 2')
})

hostile('a refused HEAD gets no body, even with rejectNonStandardBodyWrites', async () => {
  const answer = await exchange(head('HEAD /v1/jobs HTTP/1.1', 'Host: h'), {
    rejectNonStandardBodyWrites: true,
  } as ServerOptions)
  assert.match(answer, 'HTTP/1.1 401')
  assert.ok(answer.endsWith('\r\n\r\n'))
})

hostile(
  'a request that calls itself HTTP/2.0 over HTTP/1.1 is answered, and its half body ends no process',
  async () => {
    const { authorization } = await sign({ body: 'abcde' })
    const lines = ['Host: h', 'Content-Length: 5', '', '']
    const half = await exchange(`${['POST /v1/jobs HTTP/2.0', ...lines].join('\r\n')}abc`, {}, undefined, 2500)
    assert.match(half, 'HTTP/1.1 401')
    const signed = ['POST /v1/jobs HTTP/2.0', 'Connection: close', `Authorization: ${authorization}`, ...lines]
    assert.match(await exchange(`${signed.join('\r\n')}abcde`), 'body of 5')
  },
)

hostile('a missing listener throws at the start', () => {
  assert.throws(() => verified({ verify: () => {} } as never, undefined as never), 'needs a handler')
})
