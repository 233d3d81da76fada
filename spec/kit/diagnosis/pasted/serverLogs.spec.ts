/**
 * What servers, gateways and clouds log of a request: read as the request that was sent, or refused for a true reason. The forms are as
 * the program that is named wrote them when it was run, or as its documents show them.
 */
import fc from 'fast-check'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import type { Printable } from './printers.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'
import { type ServerLog, serverLogs } from './serverLogs.ts'

const logs = byTurns(2, suite('readRequest: logs of servers, gateways and clouds'))

const json = (value: unknown): string => JSON.stringify(value)

const bodies = fc.oneof(
  fc.json({ maxDepth: 2 }).filter((text) => /^\{./.test(text) && !/\{\{|\.\.|…|\ufffd/.test(text)),
  fc.constantFrom('{"b":"it\'s \\"q\\" ü € \\\\ x","a":1}', '{"b":[1,2.5],"a":"C: d, e"}'),
)

const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs?lang=en&tag=a%20b', '/v1/a-b_c~d?x=1,2'),
    authorization: fc.constant(line),
    body: bodies,
  },
  { noNullPrototype: true },
)

const isReadBack = ({ print, lacksBody }: ServerLog, request: Printable): void => {
  const text = print(request)
  const received = read(text)
  assert.equal([received.method, received.target, received.authorization], [request.method, request.target, [line]])
  if (lacksBody === true) assert.is(received.bodyMissing, true, text)
  else assert.is(bodyOf(received), request.body, text)
}

for (const log of serverLogs)
  logs(`for all requests: ${log.name} is read back`, () =>
    forAll([requests], { numRuns: 12 }, (request) => isReadBack(log, request)),
  )

const record = (members: Record<string, unknown>): string =>
  json({ method: 'POST', url: 'http://h/a', headers: { authorization: line }, ...members })

logs('for all bodies of another request in the same log: none is taken for the body of this one', () =>
  forAll([bodies, fc.constantFrom('', '2026-11-30 INFO a ')], { numRuns: 30 }, (body, prefix) => {
    const other = json({ method: 'PUT', url: 'http://h/b', headers: { accept: '*/*' }, body })
    for (const lines of [
      [record({}), other],
      [other, record({})],
    ]) {
      const received = read(`${lines.map((logLine) => prefix + logLine).join('\n')}\n`)
      assert.equal([received.target, bodyOf(received), received.bodyMissing], ['/a', '', true])
    }
    const flat = (method: string, rest: string): string => `level=info method=${method} url="http://h/a" ${rest}\n`
    const text = flat('POST', `authorization="${line}"`) + flat('PUT', `body=${json(body)}`)
    assert.equal([bodyOf(read(text)), read(text).bodyMissing], ['', true])
  }),
)

logs('a body in the next record, with a method inside or beside it and no URL, is that of the request', () => {
  const body = '{"method":"GET","url":"/b"}'
  for (const text of [
    `${record({ msg: 'head' })}\n${json({ msg: 'body', body })}\n`,
    `INFO method='POST' url='http://h/a' headers={'Authorization': '${line}'}\nINFO method='POST' body='${body}'\n`,
  ])
    assert.is(bodyOf(read(text)), body, text)
  assert.is(bodyOf(read(`${record({})}\n{"title":"a"}\n`)), '{"title":"a"}')
})

logs('another record of the log is no body', () => {
  const first = json({ level: 'info', method: 'POST', path: '/a', authorization: line })
  const received = read(`${first}\n${json({ level: 'info', status: 401 })}\n`)
  assert.equal([bodyOf(received), received.bodyMissing], ['', true])
})

logs('for all bodies: the line that Docker has split at any place is joined', () =>
  forAll([bodies, fc.nat({ max: 400 })], { numRuns: 40 }, (body, at) => {
    const text = record({ body })
    const pieces = [text.slice(0, at), `${text.slice(at)}\n`, 'done\n']
    const received = read(pieces.map((log) => json({ log, stream: 'stdout' })).join('\n'))
    assert.equal([received.authorization, bodyOf(received)], [[line], body])
  }),
)

logs('texts of a collector that keeps no line ends are lines of their own', () => {
  const text = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 2\n\n{}`
  const received = read(
    text
      .split('\n')
      .map((log) => json({ log, stream: 'stdout' }))
      .join('\n'),
  )
  assert.equal([received.authorization, bodyOf(received)], [[line], '{}'])
})

logs('a message in Base64 without an Authorization header is not read, and one with it is', () => {
  const print = (authorization: string): string => {
    const wire = `POST /a HTTP/1.1\r\nHost: h\r\n${authorization}Content-Length: 2\r\n\r\n{}`
    return json({ Method: 'POST', Path: '/b', RawRequest: Buffer.from(wire).toString('base64') })
  }
  assert.is(read(print(`Authorization: ${line}\r\n`)).target, '/a')
  assert.match(refusal(print('')), /no request with a method, a URL and headers/)
})

logs('a document of ECS that only says the size of the body has no body', () => {
  const received = read(
    json({
      http: {
        request: { method: 'POST', headers: { authorization: line, 'content-length': '2' }, body: { bytes: 2 } },
      },
      url: { full: 'http://h/a' },
    }),
  )
  assert.equal([received.target, received.bodyMissing], ['/a', true])
  assert.ok(!noted(received).includes('an object that a program made'))
})

logs('members with dots in their names below a body are those of the body', () => {
  const body = '{"a.b":1}'
  const text = json({
    'http.request.method': 'POST',
    'url.original': '/a',
    'http.request.headers.authorization': line,
    'http.request.headers.content-length': '9',
    'http.request.body': JSON.parse(body),
  })
  assert.is(bodyOf(read(text)), body)
})

logs('for all bodies without a Content-Length: records with a line each end without the line end of the log', () =>
  forAll([bodies], { numRuns: 30 }, (body) => {
    const lines = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n${body}`.split('\n')
    for (const print of [
      (text: string) => json({ log: `${text}\n`, stream: 'stdout' }),
      (text: string) => json({ MESSAGE: text }),
    ])
      assert.is(bodyOf(read(lines.map(print).join('\n'))), body)
  }),
)

logs('a Content-Length that counts a last line end keeps it', () => {
  const text = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 3\n\n{}\n`
  assert.is(bodyOf(read(json([{ textPayload: text }]))), '{}\n')
})

logs(
  'the parameters that axios adds to the URL need no escape or are lost, and those of a route of Express are in the path',
  () => {
    const config = {
      url: 'http://h/a/7',
      method: 'post',
      params: { id: 7 },
      headers: { Authorization: line },
      data: '{}',
    }
    assert.match(refusal(json({ config: { ...config, params: { region: 'e u' } } })), /only as parsed parameters/)
    assert.is(read(json({ config: { ...config, params: { region: 'eu' } } })).target, '/a/7?region=eu')
    assert.is(read(json({ config })).target, '/a/7')
    const { data, ...rest } = config
    const express = { ...rest, query: {}, body: data }
    assert.is(read(json({ ...express, params: { name: 'x' } })).target, '/a/7')
  },
)

logs('the log of Rails has a query only as parameters', () => {
  const rails = { method: 'POST', path: '/a', controller: 'Jobs', action: 'create', headers: { Authorization: line } }
  assert.match(refusal(json({ ...rails, params: { region: 'eu' } })), /only as parsed parameters/)
  assert.is(read(json({ ...rails, params: {} })).target, '/a')
})

logs('a line of a log that has an Authorization header and more is not called the header alone', () => {
  const words = /only the Authorization header/
  assert.not.match(refusal(`2026-11-30 INFO request failed authorization=${line}`), words)
  assert.match(refusal(line), words)
  assert.match(refusal(`Authorization: ${line}`), words)
})

logs('a pair whose second text is a placeholder is a hidden header', () => {
  const print = (value: string): string =>
    json({ request: { method: 'POST', url: 'http://h/a', headers: [['Authorization', value]], data: '{}' } })
  assert.match(refusal(print('[Filtered]')), /hides the Authorization header/)
  assert.is(read(print(line)).target, '/a')
})

logs('a list of headers in brackets ends an item of the credentials at no blank, and no other list is one', () => {
  const spaced = line.replaceAll(',', ', ')
  const print = (authorization: string): string =>
    `Request: GET http://h/a Headers[Accept=*/* Authorization=${authorization} X-A=1], Empty body\n`
  for (const authorization of [line, spaced]) assert.equal(read(print(authorization)).authorization, [authorization])
})

logs('for all bodies: a line that CRI has split at any place is joined', () =>
  forAll([bodies, fc.nat({ max: 300 })], { numRuns: 40 }, (body, at) => {
    const text = record({ body })
    const stamp = '2026-11-30T08:56:49.123456789Z stdout'
    const received = read(`${stamp} P ${text.slice(0, at)}\n${stamp} F ${text.slice(at)}\n${stamp} F done\n`)
    assert.equal([received.authorization, bodyOf(received)], [[line], body])
  }),
)

logs('lines that only name a request have no headers, whatever else they say', () => {
  for (const text of [
    '[pid: 1|app: 0|req: 1/1] 127.0.0.1 () {40 vars in 800 bytes} [Mon Nov 30] POST /a => generated 2 bytes (HTTP/1.1 401)\n2 headers\n',
    '2026-11-30T08:56:49+00:00 heroku[router]: at=info method=POST path="/a" host=h status=401\n',
    '08:56:49.123 [info] POST /a\n08:56:49.125 [info] Sent 401 in 1ms\n',
  ])
    assert.match(refusal(text), /shows no headers of the request/)
  assert.match(refusal('the method was POST, the path is not known'), /there is no request line/)
})

logs('a line of a log that names curl as the caller is no command', () => {
  const text = `time=1 level=info msg=request ua="curl/8.5.0" auth="${line}"\n`
  assert.not.match(refusal(text), /no command/)
  assert.is(read(`A=1 B=2 curl -H 'Authorization: ${line}' http://h/a`).target, '/a')
})

logs('a header without a value in the list is none, and an empty one is one', () => {
  const print = (header: Record<string, string>): string =>
    json({ method: 'GET', url: 'http://h/a', headers: [{ name: 'Authorization', ...header }] })
  assert.equal(read(print({ value: '' })).authorization, [''])
  assert.equal(read(print({ valueStr: line })).authorization, [line])
  assert.match(refusal(print({ other: 'x' })), /not among the headers of a request/)
})

logs('a member of a record behind the headers is not called a body, and one with its name is', () => {
  const noBody = /No body was recognized/
  assert.match(noted(read(record({ labels: [{ name: 'x' }], response: { status: 401 } }))), noBody)
  const logged = `INFO POST http://h/a {'Authorization': '${line}'}\nINFO [{"a": 1},\nINFO {"b": 2}]\n`
  assert.not.match(noted(read(logged)), noBody)
})

logs('for all bodies: a stream of Loki is read in the order of its times, whichever is first', () =>
  forAll([bodies], { numRuns: 20 }, (body) => {
    const lines = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n${body}`.split('\n')
    const values = lines.map((text, i) => [String(1796018209000000000n + BigInt(i)), text])
    for (const listed of [values, values.toReversed()]) {
      const received = read(json({ data: { result: [{ stream: {}, values: listed }] } }))
      assert.equal([received.target, bodyOf(received)], ['/a', body])
    }
  }),
)

logs('a parsed body that has a member with the name of a text is not this text', () => {
  const parsed = (body: unknown): string => record({ body })
  assert.match(refusal(parsed({ text: 'a', user: 'b' })), /an object that a program made/)
  assert.is(bodyOf(read(parsed({ mimeType: 'text/plain', text: 'a' }))), 'a')
})

logs('for all lengths: no object of the record is taken for the body because it has its length', () => {
  const response = { server: 'a', date: 'Mon, 30 Nov 2026 08:56:49 GMT' }
  const labels = [{ name: 'awswaf:managed:aws', value: 'x' }]
  for (const object of [response, labels, labels[0], ['api.example.com:8080']]) {
    const length = String(json(object).length)
    const headers = { authorization: line, 'content-length': length, host: ['api.example.com:8080'] }
    const received = read(json({ method: 'POST', url: 'http://h/a', headers, response: { headers: response }, labels }))
    assert.equal([received.bodyMissing, bodyOf(received)], [true, ''])
  }
})

logs('a record whose first line shows the request gives way to no other request within it', () => {
  const inner = json({ method: 'GET', url: '/b', headers: { authorization: line }, body: '{}' })
  const received = read(record({ labels: [inner] }))
  assert.equal([received.method, received.target, bodyOf(received)], ['POST', '/a', ''])
})

logs('for all bodies of XML behind a bare name: the whole text is the body, and a placeholder is none', () =>
  forAll([fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z0-9 ]{0,8}$/)], { numRuns: 30 }, (tag, text) => {
    const body = `<${tag} id="1"><${tag}><x>${text} a=b, (c) d: e</x></${tag}></${tag}>`
    const print = (written: string): string =>
      `INFO method=POST uri=http://h/a headers={Authorization=[${line}]} body=${written}\n`
    assert.is(bodyOf(read(print(body))), body)
    assert.is(bodyOf(read(print('<none>'))), '')
    assert.equal([bodyOf(read(print(body.slice(0, -1)))), read(print(body.slice(0, -1))).bodyMissing], ['', true])
  }),
)

logs('a query that is a group of names is parsed, and a query in brackets is a text', () => {
  const print = (query: string): string =>
    `Request ( method: POST, path: /a, query: ${query}, headers: Some({"authorization": ["${line}"]}) )\n`
  assert.match(refusal(print('Some({"region": ["eu"]})')), /only as parsed parameters/)
  assert.is(read(print('Some("region=eu")')).target, '/a?region=eu')
  const raygun = { url: '/a', httpMethod: 'POST', queryString: { region: 'eu' }, headers: { Authorization: line } }
  assert.match(refusal(json({ request: raygun })), /only as parsed parameters/)
  assert.is(read(json({ request: { ...raygun, queryString: {} } })).target, '/a')
})

logs('the size of a body in bytes is no body, and a list of bytes is one', () => {
  const print = (size: unknown): string =>
    json({
      request: {
        request_method: 'POST',
        path: '/a',
        request_body_bytes: size,
        request_headers: { authorization: line },
      },
    })
  for (const size of [76, '76', '123456']) {
    const received = read(print(size))
    assert.equal([bodyOf(received), received.bodyMissing], ['', true])
  }
  const listed = `INFO method=POST uri=http://h/a headers={Authorization=[${line}]} body_bytes=[123, 34, 97, 34, 58, 49, 125]\n`
  assert.is(bodyOf(read(listed)), '{"a":1}')
})

logs('an error of Elastic APM has the body below a name of its own', () => {
  const error = {
    method: 'POST',
    url: { full: 'http://h/a' },
    headers: { authorization: line },
    body: { original: '{}' },
  }
  assert.is(bodyOf(read(json({ context: { request: error } }))), '{}')
})
