import fc from 'fast-check'
import { readHttp } from '../../../../src/kit/diagnosis/pasted/readHttp.ts'
import type { Received } from '../../../../src/kit/diagnosis/Received.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import * as like from '../../../support/lookalikes.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, isQuick, noted, readingBy } from './reading.ts'

const { read, refusal } = readingBy(readHttp, 'latin1')
const body = (received: Received): string => bodyOf(received, 'latin1')

/** A POST with those header lines and that body, every line ended alike. */
const post = (headers: ReadonlyArray<string>, content: string, end = '\r\n'): string =>
  ['POST /v1/jobs HTTP/1.1', 'Host: h.example', ...headers, '', ''].join(end) + content

const reading = suite('readHttp')

reading('for all requests: reads what is written, and has nothing to add', () =>
  forAll(
    [
      like.methodText(),
      arb.target(),
      fc.array(fc.oneof(arb.authorization().map(like.written), fc.constant('x: y'))),
      fc.constantFrom('\r\n', '\n'),
      arb.body(),
    ],
    (method, target, authorization, end, content) => {
      const lines = [
        `${method} ${target} HTTP/1.1`,
        'Host: h.example:8080',
        ...authorization.flatMap((value, i) => [
          `X-Other: ${i}`,
          `${i % 2 ? 'Authorization' : 'authorization'}: \t${value}  `,
        ]),
        `content-length:${content.length}`,
      ]
      const received = read(Buffer.concat([Buffer.from(`${lines.join(end)}${end}${end}`), content]))
      assert.is(received.method, method)
      assert.is(received.target, target)
      assert.is(received.host, 'h.example:8080')
      assert.equal(received.authorization, authorization)
      assert.ok(received.body._tag === 'Bytes' && Buffer.compare(received.body.bytes, content) === 0)
      assert.is(received.notes, undefined)
    },
  ),
)

reading('for all bodies: puts chunks together, with extensions and trailers', () =>
  forAll([arb.body(), fc.integer({ min: 1, max: 50 })], (content, size) => {
    const pieces: Array<Uint8Array> = []
    for (let at = 0; at < content.length; at += size) {
      const piece = content.subarray(at, at + size)
      pieces.push(Buffer.from(`${piece.length.toString(16)};a="b"\r\n`), piece, Buffer.from('\r\n'))
    }
    const head = post(['Transfer-Encoding: chunked', 'Content-Length: 3'], '')
    const received = read(Buffer.concat([Buffer.from(head), ...pieces, Buffer.from('0\r\nTrailer: x\r\n\r\n')]))
    assert.is(body(received), Buffer.from(content).toString('latin1'))
    assert.is(received.notes, undefined)
  }),
)

reading('keeps bytes that are no text, in the target and in the header too', () => {
  const received = read('POST /\xe9 HTTP/1.0\r\nAuthorization: \xff\r\n\r\n\x00\xff')
  assert.is(received.target, '/\xe9')
  assert.equal(received.authorization, ['\xff'])
  assert.is(body(received), '\x00\xff')
})

reading('knows a target in absolute form, and prefers the Host header', () => {
  const received = read('GET http://a.example:81/x?y HTTP/1.1\r\n\r\n')
  assert.is(received.target, 'http://a.example:81/x?y')
  assert.is(received.url, 'http://a.example:81/x?y')
  assert.is(received.host, 'a.example:81')
  assert.is(read('GET http://a.example/ HTTP/1.1\r\nhOST: b\r\n\r\n').host, 'b')
})

reading('joins a folded header by a space', () => {
  const received = read('GET / HTTP/1.1\r\nAuthorization: a,\r\n\t b\r\n\r\n')
  assert.equal(received.authorization, ['a, b'])
  assert.match(noted(received), 'a second line')
})

reading('joins lines of Base64 to the Authorization line before them, with a note', () => {
  const received = read('GET / HTTP/1.1\r\nAuthorization: x signature=AAAA\r\nBBB+\r\nCC==\r\nHost: a\r\n\r\n')
  assert.equal([received.authorization, received.host], [['x signature=AAAA\nBBB+\nCC=='], 'a'])
  assert.match(noted(received), 'broken into several lines')
  refusal('GET / HTTP/1.1\r\nHost: a\r\nBBBB\r\n\r\n')
})

reading('notes a blank before a colon, and a missing version', () => {
  assert.match(noted(read('GET / HTTP/1.1\nAuthorization : a\n')), 'before the colon')
  assert.match(noted(read('GET /')), 'no version')
})

reading('ignores a byte order mark and empty lines', () =>
  assert.is(read('\xef\xbb\xbf\r\n\nGET / HTTP/1.1\r\n\r\n').method, 'GET'),
)

reading('reads a request of HTTP/2 as browsers show it', () => {
  assert.is(read('POST /a HTTP/2\nHost: h\n\nx').target, '/a')
  const lines = ':authority: h:8443\n:method: POST\n:path: /a?b:c\n:scheme: https\nauthorization: x: y\n'
  for (const text of [
    lines,
    lines.replaceAll(/^(:?[a-z]+): /gm, '$1:\n'),
    lines.replaceAll(/^(:?[a-z]+): /gm, '$1\n'),
  ]) {
    const { method, target, host, authorization } = read(text)
    const told = { method, target, host, authorization }
    assert.equal(told, { method: 'POST', target: '/a?b:c', host: 'h:8443', authorization: ['x: y'] })
  }
  assert.match(refusal(':authority: h\n:path: /\n'), ':method')
})

reading('reads the request out of what curl -v prints', () => {
  const text = `*   Trying 127.0.0.1:80...
* Connected to h (127.0.0.1) port 80 (#0)
> POST /v1/jobs HTTP/1.1\r
> Host: h\r
> Authorization: a\r
> Content-Length: 10\r
> \r
} [10 bytes data]
< HTTP/1.1 200 OK
< Host: other
<
{ [2 bytes data]
> GET /second HTTP/1.1
>
`
  for (const from of [text, text.slice(text.indexOf('> POST'))]) {
    const received = read(from)
    assert.is(received.target, '/v1/jobs')
    assert.is(received.host, 'h')
    assert.equal(received.authorization, ['a'])
    assert.is(body(received), '')
    assert.match(noted(received), 'does not print the body')
    assert.match(noted(received), 'first was read')
  }
})

reading('reads a method of punctuation, even of the marks of curl -v', () => {
  for (const method of ['*', '$', '%', '#', "'", '`', '|'])
    assert.is(read(`${method} / HTTP/1.1\r\n\r\n`).method, method)
})

const measuring = suite('readHttp: where the body ends')

measuring('is at the Content-Length, whatever is behind', () => {
  const received = read(post(['Content-Length: 2'], '{}GET / HTTP/1.1\r\n\r\n'))
  assert.is(body(received), '{}')
  assert.match(noted(received), '18 bytes after')
  assert.match(noted(read(post(['Content-Length: 2'], '{}\n'))), 'line end after the body')
})

measuring('is at the end of the text without one', () => {
  assert.is(body(read(post([], '{}'))), '{}')
  const received = read(post([], '{}\n'))
  assert.is(body(received), '{}\n')
  assert.match(noted(received), 'last line end')
  assert.is(body(read('GET / HTTP/1.1\n\n\n')), '')
})

measuring('restores line ends that an editor has changed', () => {
  for (const [length, text, end, right] of [
    [8, '{\n"a"\n}', '\n', undefined],
    [9, '{\n"a"\n}', '\n', '{\r\n"a"\r\n}'],
    [9, '{\n"a"\n}\n', '\n', '{\r\n"a"\r\n}'],
    [7, '{\r\n"a"\r\n}', '\r\n', '{\n"a"\n}'],
    [7, '{\r\n"a"\r\n}\r\n', '\r\n', '{\n"a"\n}'],
    [3, '{}', '\n', '{}\n'],
    [4, '{}', '\r\n', '{}\r\n'],
  ] as const) {
    const received = read(post([`Content-Length: ${length}`], text, end))
    if (right !== undefined) assert.is(body(received), right)
    assert.is(received.notes?.length, 1, text)
  }
})

measuring('is refused if the body is too short, or its length is no number', () => {
  assert.match(refusal(post(['Content-Length: 10'], '{}')), '10 bytes, but only 2 follow')
  assert.match(refusal(post(['Content-Length: ten'], '{}')), 'not a number')
  assert.match(refusal(post(['Content-Length: 2, 2'], '{}')), 'not a number')
  assert.match(refusal(post(['Content-Length: 1', 'Content-Length: 2'], '{}')), 'differ')
  assert.is(body(read(post(['Content-Length: 2', 'Content-Length: 2'], '{}'))), '{}')
})

measuring('takes a body whose chunks were joined', () => {
  const received = read(post(['Transfer-Encoding: chunked'], '{"a":1}'))
  assert.is(body(received), '{"a":1}')
  assert.match(noted(received), 'has no chunks')
})

measuring('refuses chunks that do not add up, and codings that it cannot remove', () => {
  const chunked = (text: string): string => refusal(post(['Transfer-Encoding: Chunked'], text))
  for (const text of [
    '5\r\nabc',
    '3\r\nabcd\r\n0\r\n\r\n',
    '3\r\nabc\r\n',
    '3\r\nabc',
    '3\r\nabc\r\nx\r\n',
    'fffffffffff\r\n',
  ])
    assert.match(chunked(text), 'a chunk size or the end of a chunk is missing')
  assert.match(refusal(post(['Transfer-Encoding: gzip, chunked'], '')), 'only the Transfer-Encoding chunked')
  const received = read(post(['Transfer-Encoding: chunked'], '3\nabc\n0\n\nmore'))
  assert.is(body(received), 'abc')
  assert.match(noted(received), '4 bytes after')
})

const refusing = suite('readHttp: what it refuses')

refusing('names the line, and echoes nothing of it', () => {
  assert.match(refusal(''), 'no request')
  assert.match(refusal('Host: secret\n\n'), /^line 1: there is no request line/)
  assert.match(refusal('HTTP/1.1 200 OK\n\n'), 'a response')
  assert.match(refusal('POST / HTTP/1.1\nHost: h\n{"secret":1}'), /^line 3: this line is not a header/)
  assert.match(refusal('POST / HTTP/1.1\n secret\n\n'), /^line 2: /)
  for (const text of ['secret', 'POST / HTTP/1.1\nsecret', 'POST / HTTP/1.1\nContent-Length: secret\n\n'])
    assert.not.match(refusal(text), 'secret')
})

refusing('for all bytes: answers, and in linear time', async () => {
  const plain =
    'POST| |/|HTTP/1.1|\r\n|\n|\r|:|Content-Length|Transfer-Encoding|chunked|1|a|> |* |:method|:path|\t|\xff|;|0'
  const piece = fc.constantFrom(...plain.split('|'))
  await forAll([fc.array(piece)], (pieces) => void readHttp(Buffer.from(pieces.join(''), 'latin1')))
  await forAll([fc.uint8Array()], (bytes) => void readHttp(bytes))
  const chunks = `${post(['Transfer-Encoding: chunked'], '')}`
  for (const [head, unit] of [
    ['', ' '],
    ['', '\n'],
    ['', '\r'],
    ['', 'a'],
    ['', '> GET / HTTP/1.1\n>\n'],
    ['', '* \n'],
    ['GET / HTTP/1.1\n', 'a: b\n'],
    ['GET / HTTP/1.1\na:', '\n '],
    ['GET / HTTP/1.1\na:', ' '],
    ['GET ', ' '],
    [':method:\nGET\n', ':path\n/\n'],
    [chunks, '1\r\na\r\n'],
    [chunks, '1\n'],
    [chunks, '0\n'],
    [post(['Content-Length: 1000'], ''), '\r\n'],
  ] as const)
    isQuick(readHttp, head, unit)
})
