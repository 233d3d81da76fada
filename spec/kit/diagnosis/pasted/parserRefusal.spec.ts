/** Requests that a real server's parser refuses, and what is said of them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { processorMs } from '../../../../scripts/processorMs.ts'
import {
  type ParserError,
  type ParserRefusal,
  parserRefusal,
} from '../../../../src/kit/diagnosis/pasted/parserRefusal.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const server = createServer((_, res) => res.end())
const errors: Array<ParserError> = []
server.on('clientError', (error: ParserError, socket) => {
  errors.push(error)
  socket.destroy()
})

const refused = async (text: string | Uint8Array): Promise<ParserRefusal> => {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.resume().write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  await once(socket, 'close')
  const error = errors.pop()
  assert.ok(error, 'the parser refuses it')
  return parserRefusal(error)
}

/** A request with these header lines. */
const withLines = (lines: string): string => `GET /a HTTP/1.1\r\n${lines}\r\n\r\n`

const rest = 'HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer S3CRET\r\n\r\n'

const parser = suite('parserRefusal: by a real server')

for (const [name, text, detail] of [
  [
    'a space in the query',
    `GET /v1/jobs?q=S3CRET red&b=2 c ${rest}`,
    'GET /v1/jobs?…: byte 22 of the request line, in the query, is 0x20 (space); send it as %20, and sign the target with the escape (there are more such places: 1)',
  ],
  ['a space in the path', `GET /a b ${rest}`, 'GET /a%20b: byte 7 of the request line, in the path, is 0x20 (space); '],
  ['UTF-8', Buffer.from(`GET /a?q=\u00e9 ${rest}`), 'in the query, is U+00E9 in UTF-8; send it as %C3%A9, and'],
  ['Latin-1', `GET /\xe9 ${rest}`, 'GET /%E9: byte 6 of the request line, in the path, is 0xe9, which is no UTF-8; '],
  ['a tab', `GET /a\tb ${rest}`, 'is 0x09 (TAB); send it as %09, and'],
  [
    'a method in lower case',
    `get /a ${rest}`,
    'get /a: Node knows methods only in capitals; send and sign the method in capitals',
  ],
  ['another version', `GET /a HTTP/2\r\nHost: h\r\n\r\n`, 'the request line does not end in HTTP/1.1; '],
  ['a request line without CR', `GET /a HTTP/1.1\nHost: h\n\n`, 'GET /a: the request line ends in a line feed alone; '],
  ['a header without CR', withLines('Host: h\nA: S3CRET'), 'header line 1 (Host) ends in a line feed alone; '],
  ['a header that begins with a blank', withLines(' Host: S3CRET'), 'header line 1 begins with a blank; '],
  ['a name with a blank', withLines('Host: h\r\nAuthor ization: S3CRET'), 'header line 2 has a wrong name: '],
  ['a header without a colon', withLines('Host: h\r\nS3CRET'), 'header line 2 has no colon; write Name: value'],
  ['a control character', withLines('Host: S3CRET\x01'), 'header line 1 (Host) holds 0x01 (SOH) at byte 13; '],
  [
    'a header that is too long',
    withLines(`Host: h\r\nCookie: ${'S3CRET'.repeat(4000)}`),
    /^GET \/a: the longest line is header line 2 \(Cookie\), with \d{5} bytes or more; shorten it$/,
  ],
  [
    'a target that is too long',
    `GET /a?${'S3CRET'.repeat(4000)} ${rest}`,
    /^GET \/a\?…: .* the request line, with \d{5} /,
  ],
] as const)
  parser(name, async () => {
    const told = await refused(text)
    if (typeof detail === 'string') assert.ok(told.detail?.includes(detail), told.detail)
    else assert.match(told.detail as string, detail)
    assert.is(told.status, name.endsWith('too long') ? 431 : 400)
    assert.not.match(JSON.stringify(told), 'S3CRET')
  })

parser('extensions of chunks that are too long have a status of their own', async () => {
  const head = 'POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n'
  const told = await refused(`${head}1;${'a'.repeat(17 * 1024)}\r\n`)
  assert.equal([told.status, told.message.includes('the extensions of the chunks are longer')], [413, true])
})

parser('no words of the bytes where they may be part of a body, or no request', async () => {
  const behind = await refused(
    `POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}S3CRET token HTTP/1.1\r\n\r\n`,
  )
  assert.is(
    behind.detail,
    'POST /a: Node does not know this method, or its body is longer than its Content-Length says; fix that',
  )
  for (const text of [`POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nS3CRET`, 'S3CRET\r\n\r\n']) {
    const told = await refused(text)
    assert.is(told.detail, undefined, text)
    assert.not.match(JSON.stringify(told), 'S3CRET')
  }
  assert.match((await refused('\x16\x03\x01\x02\x00\x01\x00')).message, 'this is TLS')
  assert.match((await refused('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).message, 'this is HTTP/2')
})

parser.after(() => void server.close())

const saying = suite('parserRefusal')

saying('a code that is not known, one without bytes, and none', () => {
  assert.equal(parserRefusal({ code: 'HPE_NEW' }), {
    status: 400,
    message: "Node's parser says HPE_NEW; compare the request with RFC 9112",
  })
  assert.is(parserRefusal({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }).status, 408)
  const compare = 'compare the request with RFC 9112'
  assert.equal(parserRefusal({}), { status: 400, message: `Node's parser does not say why; ${compare}` })
  // A name that every object inherits is no code.
  assert.equal(parserRefusal({ code: 'toString' }), parserRefusal({}))
  const reset = parserRefusal({ code: 'ECONNRESET' })
  assert.equal([reset.status, reset.message.includes('the connection failed (ECONNRESET)')], [400, true])
  assert.is(parserRefusal({ code: 'HPE_INVALID_URL', rawPacket: new Uint8Array() }).detail, undefined)
})

saying('a long path is cut, and a fault that does not show is not made up', () => {
  const rawPacket = Buffer.from(`GET /${'a'.repeat(100)} HTTP/1.1\r\nHost: h\r\n\r\n`)
  const { detail } = parserRefusal({ code: 'HPE_STRICT', rawPacket })
  assert.is(detail, `GET /${'a'.repeat(79)}…: the fault does not show in these bytes`)
})

saying('for all bytes and codes: an answer, in time', async () => {
  const codes = ['HPE_INVALID_URL', 'HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW', 'HPE_CR_EXPECTED', 'X']
  await forAll(
    [
      fc.constantFrom(...codes),
      fc.array(fc.constantFrom('GET ', '/', '?', ' ', 'HTTP/1.1', '\r\n', '\n', '\r', 'A: b', '\xff', '\0', 'a')),
    ],
    (code, parts) => {
      const { message } = parserRefusal({ code, rawPacket: Buffer.from(parts.join(''), 'latin1') })
      assert.ok(message.length > 0)
    },
  )
  const began = processorMs()
  for (const part of ['GET /', ' ', '\xff', '?', '\n', 'a:', ' HTTP/1.1'])
    for (const code of codes) parserRefusal({ code, rawPacket: Buffer.from(`GET /${part.repeat(40_000)}`, 'latin1') })
  assert.ok(processorMs() - began < 3000, `${processorMs() - began} ms`)
})
