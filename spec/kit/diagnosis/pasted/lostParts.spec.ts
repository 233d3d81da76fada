/**
 * What tools leave out of a request, decode, sort or number: it is never taken for a part of the request, and the refusal or the note
 * says what the tool did.
 */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const lost = suite('readRequest: parts that tools leave out or change')

const json = (value: unknown): string => JSON.stringify(value, null, 2)

lost('for all numbers: a number in brackets of a log is no body', () =>
  forAll([fc.nat(), fc.constantFrom('Started server process ', 'LogicalHandler', 'worker(7)')], (id, before) => {
    const head = `{'method': 'POST', 'url': 'http://h/a', 'headers': {'Authorization': '${line}'}}\n`
    for (const length of [undefined, `[${id}]`.length]) {
      const announced = head.replace("'}}", length === undefined ? "'}}" : `', 'Content-Length': '${length}'}}`)
      assert.is(read(`${announced}INFO:     ${before}[${id}]\n`).bodyMissing, true)
    }
    // Wrong in one way: the list has the name of a body.
    assert.is(bodyOf(read(`${head.replace('}}\n', `}, 'body': '[${id}]'}\n`)}`)), `[${id}]`)
  }),
)

lost('the status that a program prints behind a whole body is no sign that the body was cut', () => {
  const head = `POST http://h/a\nAuthorization: ${line}\nContent-Type: application/json\n\n`
  for (const status of ['401 Unauthorized', 'status 401'])
    assert.match(noted(read(`${head}{"a":1}\n${status}`)), 'does not show where the body ends')
  assert.match(noted(read(`${head}{"a":[1,\n401`)), 'has cut the body')
  assert.is(bodyOf(read(`${head}{"a":1}`)), '{"a":1}')
})

lost('a pointer to a body, as Go prints one, is no body that the text shows', () => {
  const printed = (body: string): string =>
    `&{Method:POST URL:http://h/a?n=1 Proto:HTTP/1.1 ProtoMajor:1 ProtoMinor:1 Header:map[Authorization:[${line}] Content-Type:[application/json]] Body:${body} GetBody:0x653aa0 ContentLength:130 TransferEncoding:[] Close:false Host:h}\n`
  for (const pointer of ['{Reader:0x2da98731b8c0}', '{0xc0000a6000}', '0xc0000a6000']) {
    const received = read(printed(pointer))
    assert.equal([received.target, received.bodyMissing], ['/a?n=1', true])
    assert.match(noted(received), 'No body was recognized in this text')
    assert.not.match(noted(received), 'The text shows a body')
  }
  assert.match(noted(read(printed('{"a":1}'))), 'The text shows a body')
})

lost('source code that writes the body is told as showing a body, and code without one is not', () => {
  const swift = (body: string): string =>
    `${body}var request = URLRequest(url: URL(string: "http://h/a?n=1")!,timeoutInterval: Double.infinity)\nrequest.addValue("${line}", forHTTPHeaderField: "Authorization")\n\nrequest.httpMethod = "POST"\n`
  const axios = (body: string): string =>
    `const axios = require('axios');\nlet config = {\n  method: 'post',\n  url: 'http://h/a?n=1',\n  headers: { \n    'Authorization': '${line}'\n  },\n${body}};\n`
  const shows = [
    swift('let parameters = "{\\"a\\": 1}"\nlet postData = parameters.data(using: .utf8)\n'),
    axios('  data: JSON.stringify({\n  "a": 1\n})\n'),
  ]
  for (const code of shows) {
    const received = read(code)
    assert.is(received.bodyMissing, true)
    assert.match(noted(received), 'The text shows a body')
  }
  for (const code of [swift(''), axios('')]) assert.not.match(noted(read(code)), 'The text shows a body')
})

lost('typographic quotation marks in a command behind a sentence are told, and those in its body are not', () => {
  const command = (open: string, close: string, body: string): string =>
    `hey, any idea?\ncurl -X POST ${open}https://h/a${close} -H ${open}Authorization: ${line}${close} -d '${body}'\n`
  for (const [open, close] of [
    ['\u201c', '\u201d'],
    ['\u2018', '\u2019'],
  ] as const)
    assert.match(refusal(command(open, close, '{}')), 'there is a typographic quotation mark here')
  const body = '{"a":"\u201cb\u201d \u2018c\u2019"}'
  assert.is(bodyOf(read(command('"', '"', body))), body)
})

lost('the same headers that two handlers of .NET log are one header, and two lines in one request are two', () => {
  const logged = (logger: string): string =>
    `trce: System.Net.Http.HttpClient.api.${logger}[102]\n      Request Headers:\n      Authorization: ${line}\n      Content-Type: application/json\n`
  const log = `info: System.Net.Http.HttpClient.api.LogicalHandler[100]\n      Start processing HTTP request POST https://h/a\n${logged('LogicalHandler')}${logged('ClientHandler')}`
  assert.equal(read(log).authorization, [line])
  assert.is(read(log).bodyMissing, true)
  assert.is(read(`POST /a HTTP/1.1\nAuthorization: ${line}\nAuthorization: ${line}\n\n`).authorization.length, 2)
})

const archive = (change: object, creator = 'WebInspector'): string => {
  const request = { method: 'POST', url: 'https://h/a', headers: [{ name: 'accept', value: '*/*' }] }
  const response = { status: 401, headers: [{ name: 'server', value: 'x' }] }
  const entry = { request, response, ...change }
  return json({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries: [entry] } })
}

lost('an archive that Chrome has sanitized is refused, and does not blame the caller', () => {
  assert.match(refusal(archive({})), 'By default, Chrome leaves both out of an archive')
  // Wrong in one way: another browser, or a cookie that shows that nothing was taken out.
  assert.equal(read(archive({}, 'Firefox')).authorization, [])
  const withCookie = { response: { status: 401, headers: [{ name: 'Set-Cookie', value: 'a=b' }] } }
  assert.equal(read(archive(withCookie)).authorization, [])
  const headers = [{ name: 'authorization', value: line }]
  assert.equal(read(archive({ request: { method: 'POST', url: 'https://h/a', headers } })).authorization, [line])
})

const hoverfly = (request: object): string =>
  json({ journal: [{ request: { method: 'POST', destination: 'h', scheme: 'https', path: '/a', ...request } }] })

lost('a query that Hoverfly has sorted and decoded is refused, and one that cannot have changed is read', () => {
  const rest = { body: '{}', headers: { Authorization: [line] } }
  for (const query of ['a=1&b=2', 'a=b c', 'a=é', 'a=1&a=2'])
    assert.match(refusal(hoverfly({ ...rest, query })), /has the query only as parsed parameters/)
  for (const [query, target] of [
    ['', '/a'],
    ['dry=1', '/a?dry=1'],
  ])
    assert.equal(
      [read(hoverfly({ ...rest, query })).target, bodyOf(read(hoverfly({ ...rest, query })))],
      [target, '{}'],
    )
})

lost('a query in the path of a record with a destination is not one that Hoverfly has sorted', () => {
  const record = {
    method: 'GET',
    scheme: 'https',
    destination: '10.0.0.1',
    path: '/a?b=2&a=1',
    headers: { authorization: line },
  }
  assert.is(read(json(record)).target, '/a?b=2&a=1')
})

lost('a simulation of Hoverfly is read if each matcher fits one value', () => {
  const matched = (value: string, matcher = 'exact'): ReadonlyArray<object> => [{ matcher, value }]
  const simulation = (change: object): string => {
    const request = {
      path: matched('/a'),
      method: matched('POST'),
      destination: matched('h'),
      scheme: matched('https'),
      body: matched('{"a":1}', 'json'),
      headers: { Authorization: matched(line) },
    }
    return json({ data: { pairs: [{ request: { ...request, ...change }, response: { status: 401 } }] }, meta: {} })
  }
  const received = read(simulation({}))
  assert.equal([received.method, received.target, bodyOf(received)], ['POST', '/a', '{"a":1}'])
  for (const change of [{ body: matched('*', 'glob') }, { path: matched('/a*', 'glob') }, { body: [] }])
    assert.match(
      refusal(simulation(change)),
      'a matcher in this simulation of Hoverfly or this mapping of WireMock fits more than one value',
    )
})

lost('a mapping of WireMock is read if its matchers fit one request', () => {
  const mapping = (change: object, authorization: object = { equalTo: line }): string =>
    json({
      mappings: [
        {
          request: { url: '/a?b=1', method: 'POST', headers: { Authorization: authorization }, ...change },
          response: { status: 401, body: '{"code":"x"}' },
        },
      ],
    })
  const base64 = Buffer.from('{"a": 1}').toString('base64')
  for (const pattern of [{ equalTo: '{"a": 1}' }, { equalToJson: '{"a": 1}' }, { binaryEqualTo: base64 }]) {
    const received = read(mapping({ bodyPatterns: [pattern] }))
    assert.equal([received.target, received.authorization, bodyOf(received)], ['/a?b=1', [line], '{"a": 1}'])
  }
  for (const text of [
    mapping({ bodyPatterns: [{ contains: 'a' }] }),
    mapping({ bodyPatterns: [{ equalTo: '{}' }, { contains: 'a' }] }),
    mapping({ urlPattern: '/a.*' }),
    mapping({}, { matches: '.*' }),
  ])
    assert.match(refusal(text), 'this mapping of WireMock fits more than one value', text)
  assert.is(read(mapping({})).bodyMissing, true)
})

const snippet = (payload: string, call = 'requests.request("POST", url, headers=headers, data=payload)'): string =>
  `import requests\nimport json\n\nurl = "https://h.example/a?b=1"\n\npayload = ${payload}\nheaders = {\n  'Authorization': '${line}',\n  'Content-Type': 'application/json'\n}\n\nresponse = ${call}\n\nprint(response.text)\n`

lost('the Python of Postman is read as the request that it sends', () => {
  const payloads: ReadonlyArray<readonly [payload: string, body: string]> = [
    [
      'json.dumps({\n  "a": 1,\n  "b": [\n    "x ü\x7f",\n    None,\n    True\n  ]\n})',
      '{"a": 1, "b": ["x \\u00fc\\u007f", null, true]}',
    ],
    ['"{\\r\\n    \\"a\\": 1\\r\\n}"', '{\r\n    "a": 1\r\n}'],
    ["'a=b&c=d'", 'a=b&c=d'],
    ['{}', ''],
  ]
  for (const [payload, body] of payloads) {
    const received = read(snippet(payload))
    assert.equal([received.method, received.target, received.authorization], ['POST', '/a?b=1', [line]], payload)
    assert.equal([bodyOf(received), received.bodyMissing], [body, undefined], payload)
  }
})

lost('other Python is refused as source code, and no object in code is taken for what a serializer makes of it', () => {
  for (const text of [
    snippet('{"a": "b"}'),
    snippet('json.dumps({"a": value})'),
    snippet('json.dumps({"a": 1e5})'),
    snippet('"{}"', 'requests.request("POST", url, headers=headers, json=payload)'),
    snippet('"{}"').replace('url = "', 'url = f"'),
    snippet('"{}"').replace("'\n}", "',\n  'X-A': token\n}"),
    snippet('"{}"').replace('\nresponse', '\npayload = sign(payload)\nresponse'),
    snippet('"{}"', 'requests.request("POST", url, headers=headers, data=payload, files=files)'),
  ])
    assert.match(refusal(text), 'this is source code (Python, requests)', text)
  assert.is(read(snippet('"{\\"a\\": \\"ü\\"}"')).bodyMissing, true)
  const client = (payload: string): string =>
    `import http.client\nimport json\n\nconn = http.client.HTTPSConnection("h.example")\npayload = ${payload}\nheaders = {\n  'Authorization': '${line}'\n}\nconn.request("POST", "/a", payload, headers)\n`
  assert.is(bodyOf(read(client('json.dumps({"a":1})'))), '{"a": 1}')
  assert.is(read(client('json.dumps({"a":value})')).bodyMissing, true)
  const axios = `const data = JSON.stringify({"a": 1});\nconst config = {\n  method: 'post',\n  url: 'https://h/a',\n  headers: { 'Authorization': '${line}' },\n  data: data\n};\n`
  assert.is(read(axios).bodyMissing, true)
})

lost('an entity of Spring with a body that its class has printed in its own way is refused', () => {
  const entity = (body: string, length = ''): string =>
    `<POST https://h/a?b=1,2,${body}[Authorization:"${line}", Accept:"a/b", "c/d"${length}]>`
  assert.equal(
    [read(entity('{"a":"b,[c"},')).target, bodyOf(read(entity('{"a":"b,[c"},')))],
    ['/a?b=1,2', '{"a":"b,[c"}'],
  )
  assert.match(refusal(entity('{a=1},')), /in the notation of the program/)
  for (const body of ['[1, 2],', 'com.example.Job@1b2c3d,'])
    assert.match(refusal(entity(body)), /only a comma between the URL and the body/, body)
  assert.is(bodyOf(read(entity('[1, 2],', ', Content-Length:"6"').replace('1,2', '1'))), '[1, 2]')
  assert.match(refusal(entity('{},').replace('/a?', '/{job}?')), 'replaces a parameter such as :id in the path')
  const get = read(`<GET https://h/a,[Authorization:"${line}"]>`)
  assert.equal([get.target, get.authorization], ['/a', [line]])
})

lost('the tab HTTP of JMeter is refused, because it has the query in another table', () => {
  const tab = `Method\tPOST\nProtocol\thttps\nHost\th\nPort\t443\nPath\t/a\nAuthorization\t${line}\n`
  assert.match(refusal(tab), 'this is the tab HTTP of View Results Tree in JMeter')
})

const frame = (body: string): string =>
  `╔╣ Request ║ POST \n║  http://h/a\n╚════╝\n╔ Headers \n╟ Authorization: \n║ ${line}\n╚════╝\n${body}`

lost('a body that pretty_dio_logger has drawn as a table, or in several lines, is not known', () => {
  for (const body of ['╔ Body \n╟ a: 1\n╚════╝\n', '║ {\n"a":1}\n', '╔ Form data | --x \n╟ a: 1\n╚════╝\n']) {
    const received = read(frame(body))
    assert.equal([received.authorization, received.bodyMissing], [[line], true], body)
  }
  assert.is(bodyOf(read(frame('║ {"a":1}\n'))), '{"a":1}')
})

lost('the message of an exception of Guzzle is not told as source code, and its source code is', () => {
  const trace =
    'PHP Fatal error:  Uncaught GuzzleHttp\\Exception\\ClientException: Client error: `POST https://h/a` resulted in a `401 Unauthorized` response:\n{}\n in /srv/vendor/guzzlehttp/guzzle/src/Middleware.php:113\n'
  assert.match(refusal(trace), 'an exception of Guzzle shows no headers of the request')
  assert.match(
    refusal('<?php\nuse GuzzleHttp\\Exception\\ClientException;\n$a = 1;\n'),
    'this is source code (PHP, Guzzle)',
  )
})

lost('curl -v: a body that the headers announce was sent, and is not said to be empty', () => {
  const shown = (fields: string): string =>
    `> POST /a HTTP/1.1\n> Host: h\n> Authorization: ${line}\n${fields}> \n< HTTP/1.1 401\n`
  for (const fields of ['> Content-Length: 7\n', '> Transfer-Encoding: chunked\n']) {
    assert.match(noted(read(shown(fields))), 'the headers say that a body was sent')
    assert.is(read(shown(fields)).bodyMissing, true)
  }
  for (const fields of ['', '> Content-Length: 0\n']) {
    assert.match(noted(read(shown(fields))), 'so the body is empty here')
    assert.is(read(shown(fields)).bodyMissing, undefined)
  }
})

lost('rawHeaders of Node beside a Buffer', () => {
  const headers = `[\n  'Host',\n  'h',\n  'Authorization',\n  '${line}',\n  'Content-Length',\n  '7'\n]`
  for (const text of [
    `POST /a?b=1\n${headers}\n<Buffer 7b 22 61 22 3a 31 7d>\n`,
    `{\n  method: 'POST',\n  url: '/a?b=1',\n  rawHeaders: ${headers},\n  body: <Buffer 7b 22 61 22 3a 31 7d>\n}\n`,
  ]) {
    const received = read(text)
    assert.equal([received.target, received.authorization, bodyOf(received)], ['/a?b=1', [line], '{"a":1}'], text)
  }
})
