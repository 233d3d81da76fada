/**
 * A text in which bytes were lost, cut, printed otherwise or masked is never judged as if it were whole: what tools make of a request
 * is read back as that request, or its body is told as not known, or the text is refused.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const changed = suite('readRequest: texts that tools have changed')

interface Request {
  readonly method: string
  readonly target: string
  readonly authorization: string
  readonly body: string
}

/** One character for each byte. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
const ofLatin1 = (text: string): string => Buffer.from(text, 'latin1').toString()

const headersOf = ({ authorization, body }: Request): ReadonlyArray<string> => [
  'Host: h.example',
  `Authorization: ${authorization}`,
  `Content-Length: ${Buffer.byteLength(body)}`,
]

const message = (request: Request): string =>
  `${request.method} ${request.target} HTTP/1.1\n${headersOf(request).join('\n')}\n\n${request.body}`

/** As `curl --trace-ascii` prints bytes: a dot for each that is not printable, and no CR LF. */
const dumpInAscii = (text: string): string => {
  const bytes = latin1(text)
  const lines: Array<string> = []
  for (let at = 0; at < bytes.length; ) {
    const row = bytes.slice(at, at + 64)
    const lineEnd = row.indexOf('\r\n')
    const shown = lineEnd < 0 ? row : row.slice(0, lineEnd)
    lines.push(`${at.toString(16).padStart(4, '0')}: ${shown.replace(/[^ -~]/g, '.')}`)
    at += lineEnd < 0 ? (bytes.slice(at + 64, at + 66) === '\r\n' ? 66 : row.length) : lineEnd + 2
  }
  return lines.join('\n')
}

const dumpInHex = (text: string): string =>
  (latin1(text).match(/[\s\S]{1,16}/g) ?? [])
    .map((row, i) => {
      const hex = [...row].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join(' ')
      return `${(16 * i).toString(16).padStart(4, '0')}: ${hex.padEnd(47)} ${row.replace(/[^ -~]/g, '.')}`
    })
    .join('\n')

const traceBy =
  (dump: (text: string) => string) =>
  (request: Request): string => {
    const head = `${request.method} ${request.target} HTTP/1.1\r\n${headersOf(request).join('\r\n')}\r\n\r\n`
    const length = Buffer.byteLength(request.body)
    const sent = `=> Send data, ${length} bytes (0x${length.toString(16)})\n${dump(request.body)}\n`
    return `== Info:   Trying 127.0.0.1:9100...\n=> Send header, ${head.length} bytes (0x${head.length.toString(16)})\n${dump(head)}\n${sent}<= Recv header, 27 bytes (0x1b)\n0000: HTTP/1.1 401 Unauthorized\n`
  }

const stamped =
  (prefix: string) =>
  (text: string): string =>
    text.replace(/^/gm, prefix)

/** JSON for the eye, its members in the order of their names, as mitmdump prints it. */
const prettyAndSorted = (body: string): string => {
  const sorted = (json: unknown): unknown =>
    Array.isArray(json)
      ? json.map(sorted)
      : typeof json === 'object' && json !== null
        ? Object.fromEntries(
            Object.entries(json)
              .toSorted(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, value]) => [name, sorted(value)]),
          )
        : json
  return JSON.stringify(sorted(JSON.parse(body)), null, 4)
}

const mitmdump = (request: Request): string => {
  const body = prettyAndSorted(request.body).replace(/^/gm, '    ')
  const headers = headersOf(request).map((header) => `    ${header}\n`)
  return `127.0.0.1:54036: client connect\n127.0.0.1:54036: ${request.method} http://h.example${request.target}\n${headers.join('')}\n${body}\n\n << 401 Unauthorized 2b\n    Content-Length: 2\n\n    {}\n`
}

/** RFC 2045 §6.7, in lines of 76 characters. */
const quotedPrintable = (text: string): string =>
  latin1(text)
    .split('\n')
    .map((textLine) => {
      const escapes = [...textLine].map((c, i) =>
        /[!-<>-~]/.test(c) || (c === ' ' && i < textLine.length - 1)
          ? c
          : `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      )
      let written = ''
      let width = 0
      for (const octet of escapes) {
        if (width + octet.length > 75) {
          written += '=\n'
          width = 0
        }
        written += octet
        width += octet.length
      }
      return written
    })
    .join('\n')

const mailHead = (coding: string): string =>
  `From: dev@example.org\nSubject: 401\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${coding}\n\n`

/** RFC 8792, by one strategy or the other, at a width. A line is never folded before a space, which unfolding would remove (§7.1.2). */
const folded =
  (width: number, isDouble: boolean) =>
  (request: Request): string => {
    const lines = message(request)
      .split('\n')
      .map((textLine) =>
        (textLine.match(new RegExp(`[\\s\\S]{1,${width}}(?! )`, 'gu')) ?? []).join(
          isDouble ? '\\\n   \\' : '\\\n     ',
        ),
      )
    return `NOTE: '${isDouble ? '\\\\' : '\\'}' line wrapping per RFC 8792\n\n${lines.join('\n')}`
  }

const goStructure = ({ method, target, authorization, body }: Request): string =>
  `2026/11/29 12:39:08 failed: &{Method:${method} URL:http://h.example${target} Proto:HTTP/1.1 Header:map[Authorization:[${authorization}]] Body:${body === '' ? '<nil>' : '{Reader:0x2bf494ef1230}'} GetBody:<nil> ContentLength:${Buffer.byteLength(body)} TransferEncoding:[] Host:h.example Form:map[] RequestURI: TLS:<nil> ctx:{emptyCtx:{}}}`

const csharp = ({ method, target, authorization, body }: Request): string =>
  `var request = new HttpRequestMessage(HttpMethod.${method[0]}${method.slice(1).toLowerCase()}, "http://h.example${target}");\nrequest.Headers.TryAddWithoutValidation("Authorization", "${authorization}");\nrequest.Content = new StringContent(@"${body.replaceAll('"', '""')}", null, "application/json");\n`

const span = ({ method, target, authorization }: Request): string => {
  const [path, query] = target.split('?')
  return JSON.stringify({
    name: `${method} /v1/jobs/:id`,
    attributes: {
      'http.route': '/v1/jobs/:id',
      'http.request.method': method,
      'url.path': path,
      ...(query === undefined ? {} : { 'url.query': query }),
      'http.request.header.authorization': [authorization],
    },
  })
}

interface Tool {
  readonly name: string
  readonly print: (request: Request) => string
  /** The form has the whole request, so it is read. */
  readonly isWhole?: true
}

const actions = '2026-11-29T12:44:01.1234567Z '

const tools: ReadonlyArray<Tool> = [
  { name: 'curl --trace-ascii', print: traceBy(dumpInAscii) },
  { name: 'curl --trace', print: traceBy(dumpInHex), isWhole: true },
  { name: 'curl --trace-ascii in a log of GitHub Actions', print: (r) => stamped(actions)(traceBy(dumpInAscii)(r)) },
  {
    name: 'curl --trace in a log of GitHub Actions',
    print: (r) => stamped(actions)(traceBy(dumpInHex)(r)),
    isWhole: true,
  },
  { name: 'curl --trace in another log', print: (r) => stamped('build 7 > ')(traceBy(dumpInHex)(r)), isWhole: true },
  { name: 'a message in a log of GitHub Actions', print: (r) => stamped(actions)(message(r)), isWhole: true },
  {
    name: 'a message in a log of Jenkins',
    print: (r) => stamped('[2026-11-29T12:44:01.123Z] ')(message(r)),
    isWhole: true,
  },
  { name: 'a message in a log of docker compose', print: (r) => stamped('worker-1  | ')(message(r)), isWhole: true },
  { name: 'mitmdump with flow_detail=3', print: mitmdump },
  {
    name: 'a mail in quoted-printable',
    print: (r) => mailHead('quoted-printable') + quotedPrintable(message(r)),
    isWhole: true,
  },
  {
    name: 'a mail in Base64',
    print: (r) =>
      `${mailHead('base64')}${(
        Buffer.from(message(r))
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\n')}\n`,
    isWhole: true,
  },
  { name: 'RFC 8792', print: folded(68, false), isWhole: true },
  { name: 'RFC 8792 with two backslashes', print: folded(40, true), isWhole: true },
  { name: '%+v of Go', print: goStructure },
  { name: 'code in C#', print: csharp },
  { name: 'a span of OpenTelemetry', print: span },
]

const long = line.replace('AA==', `${'aB3+/'.repeat(30)}==`)
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.', '. ', 'ü', '€', '1', '-', ' c') })
const objects = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'type', 'seed'),
      fc.oneof(texts, fc.integer(), fc.constant(1.5), fc.constant([{ z: 1, y: '' }])),
    ),
    { minLength: 1 },
  )
  .map((members) => Object.fromEntries(members))
const requests: fc.Arbitrary<Request> = fc.record(
  {
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs/77?full=true', '/v1/jobs?a=%5B1%5D'),
    authorization: fc.constantFrom(line, long),
    body: fc
      .tuple(objects, fc.constantFrom(undefined, 2))
      .map(([object, indent]) => JSON.stringify(object, null, indent)),
  },
  { noNullPrototype: true },
)

for (const { name, print, isWhole = false } of tools)
  changed(`for all requests: ${name} is read as the request, or not judged`, () =>
    forAll([requests], { numRuns: 60 }, (request) => {
      const result = readRequest(Buffer.from(print(request)))
      if (E.isLeft(result)) {
        assert.not(isWhole, `${print(request)}: ${result.left.what}`)
        return
      }
      const { method, target, authorization, bodyMissing = false } = result.right
      assert.equal([method, target, authorization], [request.method, request.target, [request.authorization]])
      if (isWhole) assert.not(bodyMissing, print(request))
      // A span has no body, and a method without one does not announce it.
      if (bodyMissing || (name.includes('span') && /GET|DELETE/.test(method))) return
      assert.is(ofLatin1(bodyOf(result.right, 'latin1')), request.body)
    }),
  )

const jobWithDots = '{"title":"a. b","n":1.5}'
const get: Request = { method: 'GET', target: '/v1/jobs/77', authorization: line, body: '' }
const post: Request = { ...get, method: 'POST', body: jobWithDots }

changed('<nil> is no body of Go, and ContentLength announces one', () => {
  assert.is(bodyOf(read(goStructure(get))), '')
  assert.is(read(goStructure(get)).bodyMissing, undefined)
  assert.is(read(goStructure({ ...post, method: 'DELETE' })).bodyMissing, true)
})

changed('a dot of --trace-ascii is taken in a number only, and the switch is named', () => {
  const received = read(traceBy(dumpInAscii)(post))
  assert.is(received.bodyMissing, true)
  assert.match(noted(received), /Run curl with --trace FILE/)
  assert.is(bodyOf(read(traceBy(dumpInAscii)({ ...post, body: '{"n":1.5,"a":[0.1,2]}' }))), '{"n":1.5,"a":[0.1,2]}')
  assert.is(read(traceBy(dumpInAscii)({ ...post, body: '{\n"n":1}' })).bodyMissing, true)
})

changed('members that are sorted in JSON for the eye may have been sorted by the printer', () => {
  const printed = (body: string): string =>
    `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 13\n\n${body}\n`
  assert.match(refusal(printed('{\n  "a": 1,\n  "b": 2\n}')), 'was indented for reading')
  assert.is(bodyOf(read(printed('{\n  "b": 1,\n  "a": 2\n}'))), '{"b":1,"a":2}')
})

changed('verbatim texts of C#, and texts of Objective-C, by their own rules', () => {
  const backslash = csharp({ ...post, body: '{"a":"x\\"y","b":"c\\\\d"}' })
  assert.is(bodyOf(read(backslash)), '{"a":"x\\"y","b":"c\\\\d"}')
  const objectiveC = `@{ @"method": @"POST", @"url": @"http://h/a", @"headers": @{ @"Authorization": @"${line}" }, @"body": @"{\\"a\\":1}" }`
  assert.is(bodyOf(read(objectiveC)), '{"a":1}')
})

changed('the route of a span is no target', () => {
  const { name, attributes } = JSON.parse(span(get))
  const { 'url.path': _, ...withoutPath } = attributes
  assert.match(refusal(JSON.stringify({ name, attributes: withoutPath })), /Not recognized: the target/)
  const otlp = Object.entries(attributes).map(([key, value]) => ({
    key,
    value: Array.isArray(value)
      ? { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
      : { stringValue: value },
  }))
  assert.is(read(JSON.stringify({ spans: [{ name, attributes: otlp }] })).target, '/v1/jobs/77')
})

changed('a block of Jira, or a fence in the middle of prose, holds the request', () => {
  const curl = `curl http://h/a -H 'Authorization: ${line}' -d '{}'`
  const answer = '{noformat}\n{"error":{"code":"signature_invalid"}}\n{noformat}\n'
  assert.is(bodyOf(read(`h3. Refused\n\n{code:bash|title=request}\n${curl}\n{code}\n\n${answer}`)), '{}')
  assert.is(bodyOf(read(`We send\n\n\`\`\`sh\n${curl}\n\`\`\`\n\nand get\n\n\`\`\`\n{"error":1}\n\`\`\`\n`)), '{}')
})

changed('a body with empty lines in a block of Jira is read to its end', () => {
  const message = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n{"a":1}\n\nend`
  assert.is(bodyOf(read(`See\n\n{code}\n${message}\n{code}\n`)), '{"a":1}\n\nend')
})

changed('a signature that begins like an escape of quoted-printable stays as it is', () => {
  const authorization = line.replace('AA==', `3D${'A'.repeat(340)}==`)
  assert.equal(read(message({ ...post, authorization })).authorization, [authorization])
})

changed('a message off the wire stays as it is, whatever its header ends in and its body holds', () => {
  const authorization = `${line.slice(0, -1)}\\`
  const wire = `POST /a HTTP/1.1\r\nAuthorization: ${authorization}\r\nHost: h\r\n\r\n`
  assert.equal(read(wire).authorization, [authorization])
  const mail = `Authorization: SVC app_id=3Da,n=\n=3D1\nAuthorization: x\\\n  y`
  assert.is(bodyOf(read(wire + mail)), mail)
})

changed('a mask of any length is told as one, also in a map of headers', () => {
  const masked = (stars: number): string =>
    `(a) HTTP Method: POST, Resource Path: /a\n(a) Method request headers: {Accept=*/*, Authorization=${'*'.repeat(stars)}jmxQ==, User-Agent=okhttp/4.12.0, Host=h}\n(a) Method request body before transformations: {}\n`
  for (const stars of [5, 64, 65, 500])
    assert.match(refusal(masked(stars)), 'API Gateway hides the Authorization header')
})

changed('lines of a log that follow a body are not taken for it', () => {
  const log = stamped(actions)(`${message({ ...post, body: '{}' }).replace(/Content-Length.*\n/, '')}\nsome other line`)
  assert.is(read(log).bodyMissing, true)
  assert.match(noted(read(log)), 'does not show where the body ends')
})

changed('a body that is indented is never taken for none, whatever the method is', () => {
  for (const method of ['GET', 'DELETE', 'POST']) {
    const received = read(`${method} http://h/a\n{'Authorization': '${line}'}\n{\n  "a": 1\n}\n`)
    assert.is(received.bodyMissing, true, method)
  }
})

changed('program text is told as such, with what has that library print the request', () => {
  const programs: ReadonlyArray<readonly [text: string, words: string]> = [
    ["import http from 'k6/http'\nhttp.post(url, '{}', { headers: { Authorization: sign() } })\n", '--http-debug=full'],
    ['import requests\nrequests.post(url, headers=headers)\n', 'print response.request.method'],
    ['HttpRequest request = HttpRequest.newBuilder()\n  .header("Authorization", line).build();\n', '-Djdk.httpclient'],
    ['req, err := http.NewRequest("POST", url, body)\n', 'httputil.DumpRequestOut(req, true)'],
    [
      `Feature: jobs\n\nScenario: submit\n  Given url 'https://h'\n  And path 'v1', 'jobs'\n  And header Authorization = '${line}'\n  And request {"a":1}\n  When method post\n  Then status 401\n`,
      'com.intuit.karate at the level DEBUG',
    ],
    [
      `http get --headers [Authorization "${line}"] "https://h/v1/jobs?a=1&b=2"\n`,
      'write the request as a curl command',
    ],
    [`http post --headers {Authorization: "${line}"} https://h/v1/jobs '{}'\n`, 'write the request as a curl command'],
    ['def send(body):\n    return call(body)\n', 'change the program so that it prints'],
  ]
  for (const [text, words] of programs) {
    assert.match(refusal(text), 'this is source code')
    assert.ok(refusal(text).includes(words), refusal(text))
  }
})

changed('a log of Rest Assured with a body in several lines is not told to print what it has printed already', () => {
  const log = `Request method:\tPOST\nRequest URI:\thttp://h/a\nHeaders:\t\tAuthorization=${line}\nBody:\n{\n  "a": 1\n}\n`
  assert.ok(noted(read(log)).includes('or give the body itself if you have called it'))
  assert.is(noted(read(log.replace(/\{\n {2}"a": 1\n\}/, '{"a":1}'))), '')
})

changed('a command of HTTPie is read, whatever its method and its items are', () => {
  const { method, authorization } = read(`http get https://h/a 'Authorization:${line}' --headers`)
  assert.equal([method, authorization], ['GET', [line]])
})

changed('flows that mitmproxy saves are told as such', () =>
  assert.match(
    refusal('2559:4:type;4:http;7:version;2:17#9:websocket;0:~15:timestamp_start;18:1795956234.1140244^'),
    'hardump',
  ),
)

changed('a here-string adds a line feed, so the body is not known', () =>
  assert.match(refusal(`http POST http://h/a 'Authorization: ${line}' <<< '{}'`), /adds a line feed/),
)

changed('a body between fences is read as Hurl sends it', () => {
  const hurl = (fence: string): string =>
    `POST http://h/a\nAuthorization: ${line}\n${fence}\n{"a":1}\n\`\`\`\nHTTP 200\n[Asserts]\n`
  for (const fence of ['```json', '```']) {
    assert.is(bodyOf(read(hurl(fence))), '{"a":1}\n')
    assert.match(noted(read(hurl(fence))), 'Hurl also sends the line feed')
  }
})

changed(
  'frames of HTTP/2 as Go logs them, items of Burp, taps of Envoy, flows of Artillery and OkHttp are read',
  () => {
    const body = '{"a":"\\"ü"}'
    const fields = [
      ':authority h',
      ':method POST',
      ':path /a?b=1',
      `authorization ${line}`,
      `content-length ${Buffer.byteLength(body)}`,
    ]
    const written = fields.map((field) => {
      const [, name, value] = /^(\S+) (.*)$/.exec(field) ?? []
      return `2026/11/29 12:39:09 http2: Transport encoding header "${name}" = "${value}"\n`
    })
    const data = JSON.stringify(latin1(body)).replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`)
    const frames = (end: string): string =>
      `${written.join('')}2026/11/29 12:39:09 http2: Framer 0x3: wrote DATA flags=END_STREAM stream=1 len=12 data=${data}${end}\n2026/11/29 12:39:09 http2: Framer 0x4: read DATA flags=END_STREAM stream=1 len=12 data=${data}\n`
    assert.is(bodyOf(read(frames(''))), body)
    const raw = message({ ...post, body }).replaceAll('\n', '\r\n')
    const item = (request: string): string =>
      `<?xml version="1.0"?>\n<items burpVersion="2024.5">\n  <item>${request}</item>\n</items>\n`
    const base64 = Buffer.from(raw).toString('base64')
    assert.is(bodyOf(read(item(`<request base64="true"><![CDATA[${base64}]]></request>`))), body)
    assert.is(bodyOf(read(item(`<request base64="false"><![CDATA[${raw}]]></request>`))), body)
    const tap = (truncated: boolean): string =>
      JSON.stringify({
        http_buffered_trace: {
          request: {
            headers: fields.map((field) => ({
              key: field.split(' ', 1)[0],
              value: field.slice(field.indexOf(' ') + 1),
            })),
            body: { truncated, as_bytes: Buffer.from(body).toString('base64') },
          },
        },
      })
    assert.is(bodyOf(read(tap(false))), body)
    assert.is(read(tap(false)).target, '/a?b=1')
    assert.match(refusal(tap(true)), 'not text')
    const artillery = `config:\n  target: "http://h"\nscenarios:\n  - flow:\n      - post:\n          url: "/a?b=1"\n          headers:\n            Authorization: "${line}"\n          body: '{"a":1}'\n`
    const flow = read(artillery)
    assert.equal([flow.method, flow.target, bodyOf(flow)], ['POST', '/a?b=1', '{"a":1}'])
    const okhttp = read(
      `failed: Request{method=GET, url=http://h/a?b=1, headers=[Authorization:${line}, Accept:*/*]}\n`,
    )
    assert.equal([okhttp.target, okhttp.authorization], ['/a?b=1', [line]])
  },
)
