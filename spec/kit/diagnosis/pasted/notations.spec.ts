/**
 * A notation that shows each byte of a body proves the body without a Content-Length; a program that sorts, hides or spoils a part of
 * the request is never taken for the caller.
 */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { longLine, notations } from './notations.ts'
import type { Printable } from './printers.ts'
import { bodyOf, isQuick, line, noted, read, refusal } from './reading.ts'

const shown = suite('readRequest: notations of programs')

const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs?lang=en&tag=a%20b', '/v1/a-b_c~d'),
    authorization: fc.constant(longLine),
    body: fc.constantFrom(
      '{"z":"it\'s \\"q\\" ü 海 \\n","b":["c/d",7.0]}',
      '{"a":{"b":"<c> & %25"}}',
      '[{"a":"x"},null]',
    ),
  },
  { noNullPrototype: true },
)

for (const { name, print, lacksBody = false } of notations)
  shown(`for all requests: ${name} is read back`, () =>
    forAll([requests], { numRuns: 4 }, (request) => {
      const text = print(request)
      const received = read(text)
      assert.equal(
        [received.method, received.target, received.authorization],
        [request.method, request.target, [longLine]],
        text,
      )
      if (lacksBody) assert.equal([received.bodyMissing, bodyOf(received)], [true, ''], text)
      else assert.is(bodyOf(received), request.body, text)
    }),
  )

/** JSON over several lines, as many programs send it. */
const indentedBodies = fc.constantFrom(
  '{\n  "a": "it\'s \\"q\\" ü 海 \\n",\n  "b": ["c\\\\d", 7.0]\n}',
  '[\n  {"a": "b"},\n  null\n]\n',
  '{\n}',
)

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

/** As nginx escapes a variable in a log. */
const escapedByNginx = (text: string): string =>
  latin1(text).replace(/[^ -~]|["\\]/g, (c) => `\\x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** As Node prints a text of several lines. */
const inPieces = (text: string): string =>
  text
    .split(/(?<=\n)/)
    .map((piece) => inspect(piece))
    .join(' +\n      ')

const quotedByPerl = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

interface Notation {
  readonly name: string
  readonly print: (body: string) => string
}

/** Programs that show each byte of a body, and no Content-Length. */
const exactNotations: ReadonlyArray<Notation> = [
  {
    name: 'a log of nginx',
    print: (body) => `h - [30/Nov/2026:00:39:53 +0000] "POST /a HTTP/1.1" 401 "${line}" "${escapedByNginx(body)}"\n`,
  },
  {
    name: 'Data::Dumper of Perl',
    print: (body) =>
      `$VAR1 = bless( {\n  '_headers' => bless( { 'authorization' => '${line}' }, 'HTTP::Headers' ),\n  '_uri' => 'http://h/a',\n  '_method' => 'POST',\n  '_content' => ${quotedByPerl(body)}\n}, 'HTTP::Request' );\n`,
  },
  {
    name: 'WebMock',
    print: (body) =>
      `Unregistered request: POST http://h/a with body '${body}' with headers {'Authorization'=>'${line}'}\n\nstub_request(:post, "http://h/a").\n  with(\n    body: ${JSON.stringify(body)},\n    headers: {\n  'Authorization'=>'${line}'\n    }).\n  to_return(status: 200, body: "", headers: {})\n`,
  },
  {
    name: 'JSON of Go, its body in Base64',
    print: (body) =>
      `${JSON.stringify({ Body: Buffer.from(body).toString('base64'), Header: { Authorization: [line] }, Method: 'POST', URL: { Scheme: 'http', Host: 'h', Path: '/a', RawQuery: '' } }, null, 2)}\n`,
  },
  {
    name: 'an object of Node, its text in pieces',
    print: (body) =>
      `undici Request {\n  method: 'POST',\n  body: <Buffer 7b 0a ... 128 more bytes>,\n  path: '/a',\n  headers: [ 'Authorization', '${line}' ],\n  handler: RequestHandler {\n    responseHeaders: null,\n    body: ${inPieces(body)}\n  }\n}\n`,
  },
]

for (const { name, print } of exactNotations)
  shown(`for all bodies of several lines: ${name} shows each byte, so the body is taken without a length`, () =>
    forAll([indentedBodies], { numRuns: 3 }, (body) => {
      const received = read(print(body))
      assert.equal([received.method, received.target, received.authorization], ['POST', '/a', [line]], print(body))
      assert.is(bodyOf(received), body, print(body))
    }),
  )

shown('for all orders of members: a logger that sorts has perhaps sorted the body, and the order is not known', () => {
  const ofMembers = (request: Record<string, unknown>): string => JSON.stringify({ level: 'info', meta: request })
  const sorted = {
    body: { prompt: 'a', steps: 1 },
    headers: { authorization: line, 'content-length': '24' },
    method: 'POST',
    url: '/a',
  }
  assert.match(refusal(ofMembers(sorted)), 'has sorted the members')
  assert.match(refusal(`2026-11-30 info: ${ofMembers(sorted)}`), 'has sorted the members')
  const { body, ...otherMembers } = sorted
  const inAnyOrder = ofMembers({ ...otherMembers, body })
  assert.is(bodyOf(read(inAnyOrder)), '{"prompt":"a","steps":1}')
  const ofOneMember = { ...sorted, body: { p: 1 }, headers: { authorization: line, 'content-length': '7' } }
  assert.is(bodyOf(read(ofMembers(ofOneMember))), '{"p":1}')
})

shown('for all notations of a query beside its URL: the target has it', () => {
  const headers = [{ name: 'Authorization', value: line }]
  for (const request of [
    { httpRequest: { headers, uri: '/a', args: 'b=c', httpMethod: 'GET' } },
    {
      request: {
        headers: { authorization: [{ key: 'Authorization', value: line }] },
        method: 'GET',
        querystring: 'b=c',
        uri: '/a',
      },
    },
  ])
    assert.is(read(JSON.stringify(request)).target, '/a?b=c', JSON.stringify(request))
  const graphql = { method: 'POST', url: '/a', headers, query: '{ me { id } }', body: '{}' }
  assert.is(read(JSON.stringify(graphql)).target, '/a')
})

shown('a body beside its encoding is decoded, and one that was cut is not taken', () => {
  const event = (inputTruncated: boolean): string =>
    JSON.stringify({
      method: 'POST',
      uri: '/a',
      headers: { authorization: [{ key: 'Authorization', value: line }] },
      body: { data: Buffer.from('{\n}').toString('base64'), encoding: 'base64', inputTruncated },
    })
  assert.is(bodyOf(read(event(false))), '{\n}')
  assert.match(refusal(event(true)), 'the body of this request is not text')
})

shown('a response without its version is no body', () => {
  const text = `GET http://h/a\nAuthorization: ${line}\nUser-Agent: lwp-request/6\n\n401 Unauthorized\nDate: now\nContent-Length: 2\n\n{}\n`
  const received = read(text)
  assert.equal([received.target, bodyOf(received)], ['/a', ''])
})

shown('where a Content-Length is there, the note says why the body was not taken', () => {
  const message = (tool: string, body: string): string =>
    `${tool}POST /a HTTP/1.1\\r\nHost: h\\r\nAuthorization: ${line}\\r\nContent-Length: 90\\r\n\\r\n{\n  "a": "${body}"\n}\n`
  const socat = '> 2026/11/30 00:21:07.000851864  length=809 from=0 to=808\n'
  const rows = [
    [message(socat, 'Gro..e'), 'writes a dot for each unprintable byte'],
    [message('x\n', 'Gro\ufffde'), 'U+FFFD'],
    [message('x\n', 'Grosse'), 'does not have the 90 bytes of its Content-Length'],
  ] as const
  for (const [text, words] of rows) assert.ok(noted(read(text)).includes(words), `${noted(read(text))}: ${text}`)
})

/** As socat -v prints bytes: each backslash twice, and the next record directly behind the last byte. */
const bySocat = (body: string, length: number | undefined): string => {
  const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r')
  const announced = length === undefined ? '' : `Content-Length: ${length}\r\n`
  const wire = `POST /a HTTP/1.1\r\nHost: h\r\nAuthorization: ${line}\r\n${announced}\r\n${body}`
  return `> 2026/11/30 16:53:57.000697557  length=750 from=0 to=749\n${escaped(wire)}< 2026/11/30 16:53:57.000700777  length=119 from=0 to=118\nHTTP/1.1 401 Unauthorized\\r\n\\r\n{"a":1}`
}

shown('for all texts: socat -v writes each backslash twice, and the body is read without that', () => {
  // Two backslashes more are as many bytes as the last two of the body.
  const body = '{\n  "stages": [\n    {\n      "prompt": "a \\"red\\" fox"\n    }\n  ]\n}'
  assert.is(bodyOf(read(bySocat(body, body.length))), body)
  return forAll([fc.stringMatching(/^[\\nx"0-9a-f \n]{0,16}$/)], (text) => {
    const json = JSON.stringify({ a: text })
    assert.is(bodyOf(read(bySocat(json, json.length))), json)
    assert.is(bodyOf(read(bySocat(json, undefined))), json)
    // Another number of bytes is another body.
    const { bodyMissing } = read(bySocat(json, json.length + 3))
    assert.is(bodyMissing, true)
  })
})

shown(
  'a line that names the request again is a line of a log and no body, and so is a line of words where JSON is announced',
  () => {
    const head = `POST /v1/jobs?n=1 HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Type: application/json\n\n`
    for (const before of ['', 'started\n'])
      for (const logLine of ['bodySent POST /v1/jobs?n=1\n', 'done POST /v1/jobs?n=1 in 3 ms']) {
        const received = read(before + head + logLine)
        assert.equal([received.bodyMissing, bodyOf(received)], [true, ''], before + logLine)
      }
    assert.is(read(`started\n${head}sent all bytes\n`).bodyMissing, true)
    for (const before of ['', 'started\n'])
      for (const json of ['{"log":"bodySent POST /v1/jobs?n=1"}', '"POST /v1/jobs?n=1"'])
        assert.is(bodyOf(read(before + head + json)), json)
    const ofForm = head.replace('application/json', 'text/plain')
    for (const words of ['a POST /v1/jobs?n=12 b', 'sent all bytes']) assert.is(bodyOf(read(ofForm + words)), words)
  },
)

shown(
  'for all texts: a Content-Length in characters is told, and the JSON is read whole; any other length cuts or is refused',
  () =>
    forAll([fc.stringMatching(/^[a-z\u00e9\u6d77]{0,8}$/), fc.constantFrom('', '\n')], (text, end) => {
      const json = JSON.stringify({ a: `\u6d77\u{1f30a}${text}` })
      const message = (length: number, body: string): string =>
        `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${length}\n\n${body}${end}`
      for (const length of [json.length, [...json].length]) {
        const received = read(message(length, json))
        assert.is(bodyOf(received), json)
        assert.match(noted(received), 'is the number of characters of the JSON')
      }
      const bytes = Buffer.byteLength(json)
      assert.not.match(noted(read(message(bytes, json))), 'number of characters')
      for (const [length, body] of [
        [json.length - 2, json],
        [json.length, json.slice(0, -1)],
        [2, `{}${json}`],
      ] as const)
        assert.not.match(noted(read(message(length, body))), 'number of characters')
    }),
)

shown('a page that hides the header is refused for that, whatever its source code shows', () => {
  const page = (value: string): string =>
    `<!DOCTYPE html>\n<html><head><style>a { b: c }</style></head><body><li>post(HTTP_AUTHORIZATION=A,HTTP_HOST=&#x27;h&#x27;)</li>\n<table><tr>\n<td>HTTP_AUTHORIZATION</td>\n  <td class="code"><pre>&#x27;${value}&#x27;</pre></td></tr>\n<tr><td>REQUEST_METHOD</td><td><pre>&#x27;GET&#x27;</pre></td></tr>\n<tr><td>PATH_INFO</td><td><pre>&#x27;/a&#x27;</pre></td></tr></table></body></html>\n`
  assert.match(refusal(page('********************')), 'hides the Authorization header')
})

shown('of two events of one request, the one with all headers is read', () => {
  const chrome = notations.find(({ name }) => name.startsWith('a net log of Chrome'))
  const request = { method: 'POST', host: 'h.example', target: '/a', authorization: longLine, body: '{"a":1}' }
  assert.is(read(chrome?.print(request) ?? '').host, 'h.example')
})

shown('XML without a request is not taken for a test plan of JMeter', () => {
  assert.match(refusal('<?xml version="1.0"?>\n<a>b</a>\n'), 'this XML has no request')
  assert.match(
    refusal('<?xml version="1.0"?>\n<jmeterTestPlan><hashTree/></jmeterTestPlan>\n'),
    'this test plan of JMeter',
  )
})

shown('the parameters of a GET in a test plan of JMeter are not dropped without a note', () => {
  const property = (name: string, value: string): string => `<stringProp name="${name}">${value}</stringProp>`
  const plan = (parameters: string): string =>
    `<?xml version="1.0"?>\n<jmeterTestPlan>\n<HTTPSamplerProxy a="b">${parameters}${property('HTTPSampler.path', '/a')}${property('HTTPSampler.method', 'GET')}</HTTPSamplerProxy>\n<HeaderManager a="b">${property('Header.name', 'Authorization')}${property('Header.value', longLine.replaceAll('"', '&quot;'))}</HeaderManager>\n</jmeterTestPlan>\n`
  const isNoted = (text: string): boolean => noted(read(text)).includes('parameters of this request')
  assert.ok(isNoted(plan(property('Argument.name', 'q') + property('Argument.value', 'lamp'))))
  assert.not(isNoted(plan('')))
})

shown('a header that goes on behind a comma, or is set in by one blank, was sent so', () => {
  for (const fold of [',\n ', ',\n      ']) {
    const text = `GET /a HTTP/1.1\nAuthorization: ${line.replaceAll(',', fold)}\n\n`
    assert.equal(read(text).authorization, [line.replaceAll(',', ', ')], text)
  }
})

shown('marks before whole lines are those of curl -v', () => {
  const text = `> GET /a HTTP/1.1\n> Host: h\n> Authorization: ${longLine}\n> \n< HTTP/1.1 401\n`
  assert.equal(read(text).authorization, [longLine])
})

shown('for long texts of one unit: in linear time', () => {
  const rows = [
    ['<?xml version="1.0"?>\n', '<![CDATA['],
    ['<!doctype html>\n', '<script>'],
    ['<!doctype html>\n', '</td>  <td>'],
    ['a,b\n', '"x""'],
    ['a,b\n""', ',"'],
    ['x\n', '"{"a":'],
    ['x\n', '"a" + '],
    ['x\n', '["a":"b":private]=>'],
    ['x\n', '<<1,2'],
    ['x\n', 'headers="map['],
    ['x\n', ' 41 41 41 41 41 41 41 41 41'],
    ['x\n', '0x41, '],
    ['>> authorization: a\n', '>> b\n'],
    ['GET /a HTTP/1.1\nAuthorization: a b=c', '\n  d'],
    ['+aaaaaaaa|', 'GET /a|'],
  ] as const
  for (const [head, unit] of rows) isQuick(readRequest, head, unit)
})
