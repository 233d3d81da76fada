/** Rules on headers, bodies and transcripts fire only on texts of their form: each is shown with a text that is like it, and is not of it. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { archiveOf, bodyOf, line, noted, read, refusal } from './reading.ts'

const firing = suite('readRequest: rules that fire on their own form only')

const json = (value: unknown): string => JSON.stringify(value)
const url = 'https://h/v1/jobs'

const keepsHeader: ReadonlyArray<readonly [name: string, print: (authorization: string) => string]> = [
  [
    'an object',
    (authorization) => json({ method: 'POST', url, headers: { Authorization: authorization }, body: '{}' }),
  ],
  [
    'an archive',
    (authorization) =>
      archiveOf({
        method: 'POST',
        url,
        headers: [{ name: 'Authorization', value: authorization }],
        postData: { text: '{}' },
      }),
  ],
  [
    'fetch',
    (authorization) =>
      `fetch(${json(url)}, {\n  "headers": {\n    "authorization": ${json(authorization)}\n  },\n  "body": "{}",\n  "method": "POST"\n});`,
  ],
  ['curl', (authorization) => `curl ${url} -H 'Authorization: ${authorization}' -d '{}'`],
]

firing('a header that ends in the letters of a line end, or that is a list, is read as it was sent', () => {
  for (const [name, print] of keepsHeader)
    for (const authorization of [`${line}\\r\\n`, `["${line}"]`])
      assert.equal(read(print(authorization)).authorization, [authorization], name)
})

firing('a program that writes the letters of a line end into each record has not sent them', () => {
  const record = (text: string): string => `2026/11/29 05:05:02 [debug] 7#7: *1 http ${text}\n`
  const log = record('request line: "POST /v1/jobs HTTP/1.1"') + record(`header: "Authorization: ${line}\\r\\n"`)
  assert.equal(read(log).authorization, [line])
})

firing('Wireshark writes the letters of a line end behind each line of the head, and has not read them', () => {
  const packet = (method: string, fields: ReadonlyArray<string>): string =>
    `Hypertext Transfer Protocol\n    ${method} /v1/jobs HTTP/1.1\\r\\n\n        Request Method: ${method}\n        Request URI: /v1/jobs\n${fields.map((text) => `    ${text}\\r\\n\n`).join('')}    \\r\\n\n    [Full request URI: http://h/v1/jobs]\n`
  for (const method of ['GET', 'DELETE', 'POST'])
    assert.equal(read(packet(method, ['Host: h', `Authorization: ${line}`])).authorization, [line], method)
  // The request line in the body of another text says nothing of its headers.
  const told = {
    method: 'POST',
    url,
    headers: { Authorization: `${line}\\r\\n` },
    body: 'POST /v1/jobs HTTP/1.1\\r\\n',
  }
  assert.equal(read(JSON.stringify(told, undefined, 2)).authorization, [`${line}\\r\\n`])
})

firing('the mark before the next header ends the header, and a mark before nothing is of the header', () => {
  for (const separator of ['=', ': ']) {
    const cells = (headers: string): string => `POST | /v1/jobs | ${headers} | {"a":1}\n`
    const received = read(cells(`Authorization${separator}${line}; Content-Length${separator}7`))
    assert.equal([received.authorization, bodyOf(received)], [[line], '{"a":1}'], separator)
  }
  const object = json({ method: 'POST', url, headers: { Authorization: `${line}; b=1` }, body: '{}' })
  assert.equal(read(object).authorization, [`${line}; b=1`])
  assert.equal(read(`POST | /v1/jobs | Authorization=${line}; | {"a":1}\n`).authorization, [`${line};`])
})

firing('the bracket that ends a map of headers is not of the header, wherever the header stands in the map', () => {
  const headers = ['Content-Type: application/json', `Authorization: ${line}`]
  for (const map of [headers, headers.toReversed(), headers.slice(1)])
    for (const prefix of ['flutter: ', '12:00:01 flutter: '])
      assert.equal(
        read(`${prefix}POST ${url}\n${prefix}{${map.join(', ')}}\n${prefix}{"a":1}\n`).authorization,
        [line],
        `${prefix}${map}`,
      )
  const record = (text: string): string => `[main] {id 7} http >> ${text}\n`
  const log = record('POST /v1/jobs HTTP/1.1') + record(`Authorization: ${line}}`)
  assert.equal(read(log).authorization, [`${line}}`])
})

firing('an arrow with words before the response ends the body, and an arrow in a body of known length does not', () => {
  const log = (fields: string, body: string): string =>
    `----------> inbound http request\nPOST /v1/jobs HTTP/1.1\nHost: h\nAuthorization: ${line}\n${fields}\n${body}\n\n<---------- final response\nHTTP/1.1 401 Unauthorized\nConnection: close\n`
  const received = read(log('Content-Type: text/csv\n', 'id,name\n1,red'))
  assert.is(bodyOf(received), 'id,name\n1,red')
  assert.match(noted(received), 'The line end behind the body was left out')
  assert.is(noted(read(log('Content-Type: text/csv\n', 'id,name'))), '')
  const body = 'a\n<--- b'
  assert.is(bodyOf(read(log(`Content-Length: ${body.length}\n`, body))), body)
})

firing('the body of a response round the request is not of the request, even if it has its length', () => {
  const body = '{"a":1}'
  const request = {
    uri: { href: url },
    method: 'POST',
    headers: { Authorization: line, 'content-length': body.length },
  }
  const own = { 'content-type': 'application/json' }
  assert.is(read(json({ statusCode: 401, body, headers: own, request })).bodyMissing, true)
  assert.is(bodyOf(read(json({ statusCode: 401, body, request }))), body)
})

firing('the name of a connection in quotation marks is no body, and JSON is one', () => {
  const log = (quoted: string): string =>
    `${url}\tPOST\theaders:\tAuthorization:${line}\tContent-Type:application/json\n12:00:01 DEBUG [c-1] o.a.Listener - Using '${quoted}' for 'POST' to '/v1/jobs'\n`
  assert.is(read(log('[id: 0x678e4ce9, L:/127.0.0.1:37366 - R:/127.0.0.1:8787]')).bodyMissing, true)
  for (const body of ['[{"id":1}]', '{"id":1}', '["a"]']) assert.is(bodyOf(read(log(body))), body)
})

firing('the mark of libcurl before the data is not of the body, and a bracket of another log is', () => {
  const log = (start: string, data: string, length: number): string =>
    `${start}> POST /v1/jobs HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${length}\n\n${data}`
  const curl = '*   Trying 127.0.0.1:80...\n* using HTTP/1.x\n'
  for (const body of ['{"a":1}', '{\n  "a": 1\n}'])
    for (const end of ['* upload completely sent off\n', '\n* upload completely sent off\n', ''])
      assert.is(bodyOf(read(log(curl, `} ${body}${end}`, body.length))), body)
  assert.is(read(log(curl, '} {"a":1}* done\n', 99)).bodyMissing, true)
  assert.is(bodyOf(read(log('12:00:01 DEBUG sent\n', '} {"a":1}\n', 9))), '} {"a":1}')
})

firing('a variable of an editor in the body of its file is filled in, and braces in a log were sent', () => {
  const body = '{"id":"{{$guid}}"}'
  const file = `POST ${url}\nAuthorization: ${line}\n\n`
  assert.match(refusal(file + body), 'the program replaces a placeholder')
  for (const text of [
    `--> ${file}${body}\n--> END POST (${body.length}-byte body)\n`,
    file.replace('\n\n', `\nContent-Length: ${body.length}\n\n`) + body,
  ])
    assert.is(bodyOf(read(text)), body)
  assert.is(bodyOf(read(`${file}{"id":"{{guid}}"}`)), '{"id":"{{guid}}"}')
})

firing('a body below its name is the body if the headers are set in, and YAML with a block stays YAML', () => {
  const body = '{"a":1}'
  for (const indentation of ['', '  ', '\t'])
    for (const name of ['Payload', 'Body', 'Request body', 'data']) {
      const text = `Env: live\nEndpoint: ${url}\nMethod: POST\nHeaders:\n${indentation}Content-Type: application/json\n${indentation}Authorization: ${line}\n${name}:\n${body}\nResponse: 401 {"error":1}\n`
      assert.is(bodyOf(read(text)), body, text)
    }
  const yaml = `method: POST\nurl: ${url}\nheaders:\n  Authorization: ${line}\nbody: |-\n  {\n    "a": 1\n  }\n`
  assert.is(bodyOf(read(yaml)), '{\n  "a": 1\n}')
})

firing('a JSON text under the name raw is the body, and any other text there is none', () => {
  const log = (members: object): string =>
    `[2026-11-30 22:02:00] live.WARNING: refused ${json({ method: 'PUT', uri: '/v1/jobs', headers: { Authorization: line, 'Content-Length': '7' }, ...members })} []\n`
  assert.is(bodyOf(read(log({ raw: '{"a":1}' }))), '{"a":1}')
  assert.is(bodyOf(read(log({ raw: '{"a":2}', body: '{"a":1}' }))), '{"a":1}')
  assert.is(read(log({ raw: 'PUT /v1' })).bodyMissing, true)
  const rack = `{"REQUEST_METHOD"=>"PUT", "PATH_INFO"=>"/v1/jobs", "CONTENT_LENGTH"=>"10", "HTTP_AUTHORIZATION"=>"${line}"}\nraw_post="{\\"a\\":\\"\\xC3\\xA9\\"}"\n`
  assert.is(bodyOf(read(rack)), '{"a":"é"}')
})

firing(
  'the text that Charles keeps beside its charset is the body, and an object with other members was parsed',
  () => {
    const session = (body: object): string =>
      json([
        {
          status: 'COMPLETE',
          method: 'PUT',
          scheme: 'https',
          host: 'h',
          path: '/v1/jobs',
          query: null,
          request: { header: { headers: [{ name: 'Authorization', value: line }] }, body },
          response: { status: 401 },
        },
      ])
    assert.is(bodyOf(read(session({ text: '{"a":1}', charset: 'UTF-8', decoded: true }))), '{"a":1}')
    assert.match(refusal(session({ text: 'x', charset: 'UTF-8', decoded: 'yes' })), 'the bytes are lost')
    assert.match(refusal(session({ text: 'x', decoded: true })), 'the bytes are lost')
  },
)

firing('Rails names the request in the line that begins it, whatever the parameters of the body are', () => {
  const log = (start: string): string =>
    `${start}\n  Parameters: {"method"=>"GET", "url"=>"/v1/other"}\nheaders: {"HTTP_AUTHORIZATION"=>"${line}", "CONTENT_LENGTH"=>"7"}\nraw_post: "{\\"a\\":1}"\n`
  const begun = 'Started POST "/v1/jobs?a=1" for 127.0.0.1 at 2026-11-21 06:42:28 +0000'
  for (const start of [begun, `Started GET "/up" for 127.0.0.1 at 2026-11-21\n${begun}`]) {
    const { method, target, ...received } = read(log(start))
    assert.equal([method, target, bodyOf({ method, target, ...received })], ['POST', '/v1/jobs?a=1', '{"a":1}'], start)
  }
  assert.is(read(log('Started POST /v1/jobs')).target, '/v1/other')
})

const shortBodies = ['a=1&b=2', 'a=1', '"x"', '{"a":1}', '[1]']
const headOf = (method: string): string => `${method} /v1/jobs HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n`

firing('for all methods: a form and JSON behind the headers are the body, with a request line of any kind', () =>
  forAll(
    [fc.constantFrom('GET', 'DELETE', 'OPTIONS'), fc.constantFrom(...shortBodies)],
    { numRuns: 40 },
    (method, body) => {
      for (const text of [
        headOf(method) + body,
        `2026-01-01 INFO sending ${headOf(method)}${body}\n`,
        `${method} ${url}\nAuthorization: ${line}\n\n${body}\n`,
        `${method} ${url}\nHeaders:\nAuthorization: ${line}\n\nBody:\n${body}\n`,
      ])
        assert.is(bodyOf(read(text)), body, text)
    },
  ),
)

firing(
  'what a program prints below the name of the body is the body; elsewhere words are none, and a note says so',
  () => {
    const words = 'Thanks, and see below'
    assert.is(bodyOf(read(`DELETE ${url}\nHeaders:\nAuthorization: ${line}\n\nBody:\n${words}\n`)), words)
    for (const text of [
      headOf('DELETE') + words,
      `2026-01-01 INFO sending ${headOf('DELETE')}${words}\n`,
      `DELETE ${url}\nAuthorization: ${line}\n\n${words}\n`,
    ]) {
      const received = read(text)
      assert.equal([bodyOf(received), received.bodyMissing], ['', undefined], text)
      assert.match(noted(received), /The text after the headers was left out/, text)
    }
    for (const text of [headOf('DELETE'), `2026-01-01 INFO sending ${headOf('DELETE')}2026-01-01 INFO done\n`])
      assert.not.match(noted(read(text)), /The text after the headers was left out/, text)
  },
)

firing('a dash in an access log is no body, and elsewhere it is one', () => {
  for (const log of [
    `method=POST uri="/v1/jobs" auth="${line}" body="-" status=401\n`,
    json({ request_method: 'POST', request_uri: '/v1/jobs', http_authorization: line, request_body: '-', status: 401 }),
  ])
    assert.is(bodyOf(read(log)), '', log)
  for (const text of [
    json({ method: 'POST', url, headers: { Authorization: line }, body: '-' }),
    json({ config: { method: 'post', url, headers: { Authorization: line }, data: '-' }, status: 401 }),
  ])
    assert.is(bodyOf(read(text)), '-', text)
})

const sent = (fields: ReadonlyArray<string>, path: string): string =>
  [`POST ${path} HTTP/1.1`, 'Host: h', ...fields, ''].map((text) => `> ${text}\n`).join('')

firing(
  'of several requests of curl -v, one without the header or with another type is passed over, and no other',
  () => {
    const signed = sent([`Authorization: ${line}`], '/second')
    for (const fields of [[], ['Authorization: Bearer a.b'], ['Authorization: Basic YTpi']])
      assert.is(read(sent(fields, '/first') + signed).target, '/second')
    for (const fields of [
      ['Authorization: SVC-SHA256-RSA'],
      ['authorization: svc-sha256-rsa app_id'],
      [`Authorization: ${line}`],
    ])
      assert.is(read(sent(fields, '/first') + signed).target, '/first', fields.join())
    assert.match(refusal(sent(['Authorization: [redacted]'], '/first') + signed), 'hides the Authorization header')
  },
)

firing('an apostrophe is escaped in a command, and not in a text that tells of one', () => {
  const command = `curl ${url} -H 'Authorization: ${line}' --data '{"title":"it's red"}'`
  for (const prompt of ['', '$ ', 'user@host:~$ ']) assert.is(bodyOf(read(prompt + command)), '{"title":"it\'s red"}')
  const told = `run curl now: -d '{"t":"it's"}'`
  for (const text of [
    headOf('POST') + told,
    json({ method: 'POST', url, headers: { Authorization: line }, body: told }),
    `fetch("${url}", {"headers": {"authorization": "${line}"}, "body": ${json(told)}, "method": "POST"});`,
  ])
    assert.is(bodyOf(read(text)), told)
})

firing('the escapes of Slack are undone in its export, and not in a command or a message that sends one', () => {
  const body = '{"type":"message","text":"a &amp; b &lt;c&gt;","ts":"1764000000.123456"}'
  for (const text of [`curl ${url} -H 'Authorization: ${line}' --data-raw '${body}'`, headOf('POST') + body])
    assert.is(bodyOf(read(text)), body)
  const link = '{"link":"https://x/?a=1&amp;b=2"}'
  assert.is(bodyOf(read(headOf('POST') + link)), link)
  assert.is(read(headOf('POST').replace('jobs', 'jobs?a=1&amp;b=2') + link).target, '/v1/jobs?a=1&b=2')
})

firing('the marks of Markdown are taken off where the head has them', () => {
  const body = '{"note":"app\\\\_id=1 \\\\*x\\\\*"}'
  for (const end of ['', '\n']) assert.is(bodyOf(read(headOf('POST') + body + end)).trimEnd(), body)
  const escaped = headOf('POST').replaceAll('_', '\\_')
  assert.equal(read(`${escaped}{}`).authorization, [line])
})
