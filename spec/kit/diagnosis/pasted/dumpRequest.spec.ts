/** What languages print of the values of a request is read as that request; a log round it is no part of it. */
import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { dumps } from './dumps.ts'
import type { Printable } from './printers.ts'
import { bodyOf, isQuick, line, noted, read, refusal, refuses } from './reading.ts'

const dumped = suite('readRequest: values that programs print')

const bodies = fc.oneof(
  fc.json({ maxDepth: 2 }).filter((text) => /^[{[]/.test(text)),
  fc.constantFrom('{"a":"it\'s \\"q\\" ü € \\\\ \\n"}', '[{"a":"C:\\\\tmp"}]', '{"a":[{},{"b":"=> : , ]"}]}'),
)
const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs?lang=en&trace=1', '/v1/a-b_c~d', '/v1/jobs(7);v=1?ids=1,2&tag[]=a'),
    authorization: fc.constant(line),
    body: bodies,
  },
  { noNullPrototype: true },
)

for (const { name, print } of dumps)
  dumped(`for all requests: ${name} is read back`, () =>
    forAll([requests], (request) => {
      const received = read(print(request))
      assert.equal([received.method, received.target, received.authorization], [request.method, request.target, [line]])
      assert.is(bodyOf(received), request.body, print(request))
    }),
  )

const message = (first: string, each: string, body: string): string =>
  [
    `${first}POST /v1/jobs HTTP/1.1`,
    `${each}Host: h`,
    `${each}Authorization: ${line}`,
    `${each}Content-Length: ${body.length}`,
    each,
    `${each}${body}`,
  ].join('\n')

const prefixes = [
  '2026/11/29 05:05:02 request: ',
  '[2026-11-29T05:05:02+00:00] http.INFO: ',
  '2026-11-29 05:13:33.108 DEBUG [main] o.a.Client - [P#post] ',
  'I, [2026-11-29T05:02:21.051022 #11483]  INFO -- request: ',
  '-> ',
  '< ',
  '>> ',
]

dumped('for all beginnings of lines: they are no part of the message, before the first line or before each', () => {
  const body = '{"a": "b"}'
  for (const prefix of prefixes)
    for (const each of ['', prefix]) {
      const text = `service started\n${message(prefix, each, body)}\n${prefix}HTTP/1.1 401 Unauthorized\n`
      const received = read(text)
      assert.equal([received.target, received.authorization, bodyOf(received)], ['/v1/jobs', [line], body], text)
    }
})

dumped('for all printed line ends: they are no part of the message', () => {
  for (const end of ['\\r', '\\x0d', '\\r\\n']) {
    const body = '{"a": "b"}'
    const linesOfHead = message('', '', body).split('\n').slice(0, -1)
    const printed = [...linesOfHead.map((each) => each + end), body].join('\n')
    const text = `T 127.0.0.1:1 -> 127.0.0.1:2\n${printed}\n`
    assert.is(bodyOf(read(text)), body, end)
  }
})

const head = `POST /v1/jobs HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 10\n\n`
const logs = [
  '---\nLOG: header received:\nHTTP/1.1 401 Unauthorized\n\n{"code":401}\n',
  'Nov 29, 2026 4:43:59 AM a.b.C response\nINFO: 401\n',
  'HTTP/1.1 401 Unauthorized\nContent-Length: 12\n\n{"code":401}',
  '2026-11-29 05:14:05.129 DEBUG [x] FLUSH\n',
  '< HTTP/1.1 401 Unauthorized\n',
  '* Connection #0 to host h left intact\n',
]

dumped('for all lines of a log behind a head: they are no body', () => {
  for (const log of logs)
    for (const before of ['', 'INFO: started\n']) {
      const received = read(before + head + log)
      assert.equal([received.authorization, received.bodyMissing, bodyOf(received)], [[line], true, ''], log)
    }
})

dumped('a body that stands elsewhere in the text is taken, if its length is the one that was sent', () => {
  for (const body of ['body={"a": "b"}', '#<R @o={:body=>"{\\"a\\": \\"b\\"}"}>', 'Payload: b\'{"a": "b"}\'']) {
    assert.is(bodyOf(read(`${head}${logs[1]}${body}\n`)), '{"a": "b"}', body)
    assert.is(read(`${head.replace('10', '11')}${logs[1]}${body}\n`).bodyMissing, true, body)
  }
})

dumped('the response is never the body, nor gives its length', () => {
  const request = `POST https://h/v1/jobs\nAuthorization: ${line}\nAccept: */*\n`
  const response = 'HTTP/1.1 401 Unauthorized\nContent-Length: 12\n\n{"code":401}\n'
  for (const text of [
    `x: 1\n${request}\n${response}`,
    `Headers: {'Authorization': '${line}'}\nRequest method: POST\nRequest URI: /a\n${response}`,
  ])
    assert.is(read(text).bodyMissing, true, text)
})

dumped('a header that a program hides or cuts is told as that, never as the fault of the caller', () => {
  const hides = 'hides the Authorization header'
  const forms = (value: string): ReadonlyArray<string> => [
    `1 > POST http://h/a\n1 > Authorization: ${value}\n{}\n`,
    `{'method': 'POST', 'url': 'http://h/a', 'headers': {'authorization': '${value}'}}\n`,
    `POST /a HTTP/1.1\nHost: h\nAuthorization: ${value}\n\n{}`,
    JSON.stringify({ method: 'POST', url: 'http://h/a', headers: { Authorization: value } }),
  ]
  for (const value of [
    '[redacted]',
    '<REDACTED>',
    '[Filtered]',
    '[secure]',
    '<Not Logged>',
    '***',
    'Bearer *****',
    'REDACTED',
  ])
    for (const text of forms(value)) assert.ok(refusal(text).includes(hides), text)
  refuses([
    ['{"request":{"method":"POST","host":"h","uri":"/a","headers":{"Authorization":[],"Accept":["a"]}}}', hides],
    [
      `{'method': 'POST', 'url': 'http://h/a', 'headers': {'Authorization': 'A app_id=a,nonce_str=b,time…'}}`,
      'has cut the',
    ],
    ['FETCH 1: sending request to POST http://h/a\nFETCH 1: received response\n', 'shows no headers'],
    ['HTTP/1.1 401 Unauthorized\nContent-Length: 2\n\n{}', 'response'],
  ])
})

dumped('JSON that was indented for the eye is not taken where no length tells what was sent', () => {
  const received = read(
    `POST  /v1/jobs  HTTP/1.1\nHOST : h\nHEADERS:\n\tAuthorization: ${line}\nBODY :\n{\n  "a": 1\n}\n`,
  )
  assert.is(received.bodyMissing, true)
  assert.ok(noted(received).includes('indented it for reading'))
})

dumped('a line end that a program writes behind a value is no part of it', () => {
  const layers = {
    'http.request.method': 'POST',
    'http.request.full_uri': 'http://h/a',
    'http.authorization': `${line}\r\n`,
  }
  assert.equal(read(JSON.stringify([{ _source: { layers: { http: layers } } }])).authorization, [line])
})

dumped('a command in a log is read behind what stands before it', () => {
  for (const before of ['++ ', '2026/11/29 05:05:02 ', '[curl] 2026/11/29 CURL command line: '])
    assert.is(
      bodyOf(read(`x\n${before}curl -X POST http://h/a -H 'Authorization: ${line}' -d '{"a":1}'\ny\n`)),
      '{"a":1}',
    )
})

dumped('for all texts that are cut anywhere: answers', () =>
  forAll([fc.constantFrom(...dumps), requests, fc.nat()], ({ print }, request, at) => {
    const text = print(request)
    void readRequest(Buffer.from(text.slice(at % text.length)))
    void readRequest(Buffer.from(text.slice(0, at % text.length)))
  }),
)

dumped('for long texts of one unit: in linear time', () => {
  const heads = ['x\n', `log: POST /a HTTP/1.1\nAuthorization: ${line}\nContent-Length: 7\n\n`]
  for (const first of heads)
    for (const unit of ["'", "'s ", '[', "{'a': ", 'a b=c,', '[a] => b\n', '0000: 4141\n', '65 ', '"a" ', '{"a":1}\n'])
      isQuick(readRequest, first, unit)
})

dumped('a dump with marks of direction, as nc -o writes it, is read', () => {
  const wire = `${head.replace('10', '9')}{"a":"b"}`
  const dumpOf = (mark: string, bytes: string): string =>
    (bytes.match(/[\s\S]{1,16}/g) ?? [])
      .map((piece, i) => {
        const numbers = Buffer.from(piece).toString('hex').replace(/../g, '$& ').padEnd(48)
        return `${mark} ${(i * 16).toString(16).padStart(8, '0')} ${numbers}# ${piece.replace(/[^ -~]/g, '.')}\n`
      })
      .join('')
  const received = read(dumpOf('>', wire) + dumpOf('<', 'HTTP/1.1 401 Unauthorized\nContent-Length: 0\n\n'))
  assert.equal([received.target, received.authorization, bodyOf(received)], ['/v1/jobs', [line], '{"a":"b"}'])
})

dumped('a record of the log about the response is no body of a GET', () => {
  const request = {
    origin: 'local',
    type: 'request',
    method: 'GET',
    uri: 'http://h/a?b=1',
    headers: { Authorization: [line] },
  }
  const response = { origin: 'remote', type: 'response', status: 401, headers: {}, body: { error: 'x' } }
  const begin = '01:59:30.327 [main] TRACE Logbook -- '
  const received = read(`${begin}${JSON.stringify(request)}\n${begin}${JSON.stringify(response)}\n`)
  assert.equal([received.target, bodyOf(received)], ['/a?b=1', ''])
})

dumped('a line of source that pytest shows is no value', () => {
  const received = read(
    `====== FAILURES ======\n___ test_a ___\n\n    def test_a():\n        method,url,headers,body=sets.get('A')\n>       assert r.status_code==200\nE       assert 401 == 200\n\nbody       = None\nheaders    = {'Authorization': '${line}'}\nmethod     = 'GET'\nurl        = 'http://h/a?b=1'\n\ntest_x.py:6: AssertionError\n`,
  )
  assert.equal([received.target, received.authorization, bodyOf(received)], ['/a?b=1', [line], ''])
})

dumped('a body that is not recognized is never said to be absent', () => {
  const received = read(`1.1.1.1 "POST /a HTTP/1.1" 401 auth="${line}" sent="%7B%22a%22:1%7D"\n`)
  assert.is(received.bodyMissing, true)
  assert.match(noted(received), 'No body was recognized in this text.')
  assert.match(refusal('bytes 504f then\n"HTTP/1.1 401 x"\n'), 'this text has only a response')
})

dumped('a body off the wire before other bytes has no note about indentation', () => {
  const wire = `\u0001\u0002${head.replace('10', '9')}{"a":"b"}\u0000\u0001P\u0000`.replaceAll('\n', '\r\n')
  const received = read(wire)
  assert.equal([bodyOf(received), noted(received)], ['{"a":"b"}', ''])
})
