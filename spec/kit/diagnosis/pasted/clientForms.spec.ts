/** What HTTP clients, their hooks and their test recorders print of a request: forms in which one rule of a reader decides. */
import fc from 'fast-check'
import { isWholeObject } from '../../../../src/kit/diagnosis/pasted/printedJson.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const clients = suite('readRequest: what clients print')

const url = 'http://127.0.0.1:8787/v1/jobs'
const json = '{"title":"red fox","count":3}'

/** A form as a browser encodes it. */
const forms = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string({ maxLength: 12 })), { minLength: 2, maxLength: 5 })
  .map((fields) => new URLSearchParams([...fields]).toString())

const jsonBodies = fc.json({ maxDepth: 2 }).filter((text) => /^[{[]./.test(text) && isWholeObject(text))

/** No JSON that has lost its end: such a body is ignored. */
const words = fc.string({ minLength: 1 }).filter((text) => !/^\s*[[{"]/.test(text))

// ---- A mark before each line

const marked = (mark: string, body: string): string =>
  [`POST ${url}`, `authorization: ${line}`, `content-length: ${Buffer.byteLength(body)}`, body]
    .map((printed) => `${mark}${printed}\n`)
    .join('')

clients('for all bodies: two marks before each line are no mail that has broken the last header', () =>
  forAll([fc.constantFrom('>> ', '>>> '), fc.oneof(forms, jsonBodies)], { numRuns: 60 }, (mark, body) => {
    assert.is(bodyOf(read(marked(mark, body))), body)
  }),
)

clients('a header that a mail has broken still goes on in the next line', () => {
  const mail = `>> POST /v1/jobs HTTP/1.1\n>> Authorization: SVC-SHA256-RSA app_id=a,nonce_str=nnnnnnnnnnnnnnnnn\n>> nnnnn,timestamp=1,signature=AA==\n>>\n>> {}\n`
  assert.is(read(mail).authorization.length, 1)
  assert.ok(read(mail).authorization[0]?.includes('nnnnn,timestamp=1'))
})

// ---- A form behind its name

clients('for all forms: a line with the name of the body is the body, and no header', () =>
  forAll([forms, fc.constantFrom('body', 'Body', 'payload', 'data', 'request-body')], { numRuns: 60 }, (body, name) => {
    const log = [
      `PUT ${url}`,
      `Authorization: ${line}`,
      'Content-Type: application/x-www-form-urlencoded',
      `${name}: ${body}`,
    ]
    for (const prefix of ['', 'MyApp[4242:12345] [network] '])
      assert.is(bodyOf(read(log.map((printed) => `${prefix}${printed}\n`).join(''))), body)
  }),
)

clients('a header of words is no body', () => {
  const { headers = [], body } = read(
    `GET ${url}\nAuthorization: ${line}\nDate: Mon, 30 Nov 2026 18:20:01 GMT\nData: none\n\n`,
  )
  assert.is(headers.length, 1)
  assert.is(body._tag === 'Bytes' && body.bytes.length, 0)
})

// ---- A list of bytes

const bytesOf = (body: string, separator: string): string => `[${[...Buffer.from(body)].join(separator)}]`

clients('for all forms of at least 12 bytes: a list of bytes is the form', () =>
  forAll(
    [forms.filter(({ length }) => length >= 12), fc.constantFrom(', ', ' ')],
    { numRuns: 60 },
    (body, separator) => {
      const printed = `Req { method: "PUT", url: "${url}", authorization: "${line}", body: ${bytesOf(body, separator)} }`
      assert.is(bodyOf(read(printed)), body)
    },
  ),
)

clients('a list of numbers that is JSON itself stays JSON', () => {
  const text = `{"method":"POST","url":"${url}","headers":{"authorization":"${line}"},"body":"[61, 38, 120]"}`
  assert.is(bodyOf(read(text)), '[61, 38, 120]')
  const toml = `method = "PUT"\nurl = "${url}"\nbody = '[97, 61, 98]'\n\n[headers]\nAuthorization = "${line}"\n`
  assert.is(bodyOf(read(toml)), '[97, 61, 98]')
})

clients('an empty list of bytes in the notation of Go is an empty body', () => {
  const printed = (body: string) =>
    `main.Req{Method:"GET", URL:"${url}", Headers:map[string]string{"Authorization":"${line}"}, Body:${body}}`
  assert.is(bodyOf(read(printed('[]uint8{}'))), '')
  assert.is(bodyOf(read(printed('[]byte{}'))), '')
  assert.is(bodyOf(read(printed('"{}"'))), '{}')
})

// ---- The colon behind a URL

clients('a colon behind a URL is of the sentence', () => {
  const printed = (target: string) =>
    `Request to http://127.0.0.1:8787${target}: ${JSON.stringify({ method: 'POST', headers: { Authorization: line }, body: json })}`
  for (const target of ['/v1/jobs', '/v1/jobs?a=%3A&b=1', '/v1/jobs:cancel'])
    assert.is(read(printed(target)).target, target)
  const named = JSON.stringify({ method: 'POST', url: `${url}:`, headers: { Authorization: line }, body: json })
  assert.is(read(named).target, '/v1/jobs:')
})

// ---- A message without a Content-Length

const head = (method: string): string => `${method} /v1/jobs?q=1 HTTP/1.1\r\nHost: h\r\nAuthorization: ${line}\r\n\r\n`
const response = 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n{"error":1}\n'

clients('for all bodies: the response behind a message is no part of the body', () =>
  forAll([fc.oneof(forms, jsonBodies), fc.constantFrom('\n', '\r\n', '\n\n')], { numRuns: 60 }, (body, between) => {
    const received = read(`${head('POST')}${body}${between}${response}`)
    assert.is(bodyOf(received), body)
    assert.ok(noted(received).includes('response'))
  }),
)

clients('a body that shows a response in its own text stays whole', () => {
  const inJson = JSON.stringify({ log: response })
  assert.is(bodyOf(read(`${head('POST')}${inJson}`)), inJson)
  const measured = `${json}\n${response}`
  const withLength = head('POST').replace('\r\n\r\n', `\r\nContent-Length: ${measured.length}\r\n\r\n`)
  assert.is(bodyOf(read(`${withLength}${measured}`)), measured)
  const noHeaders = 'first\nHTTP/1.1 200 is what I want\nlast'
  assert.is(bodyOf(read(`${head('POST')}${noHeaders}`)), noHeaders)
})

clients('words behind a GET without a Content-Length are no body', () => {
  for (const words of [
    'Matches: false\n---\n',
    '"""\n',
    '  group= iter=0 request_id=1f2e source=http-debug\n',
    '(no content)\n',
    '❯ test/api.test.ts (1 test) 98ms\n',
  ]) {
    const received = read(`${head('GET')}\r\n${words}`)
    assert.is(bodyOf(received), '')
    assert.is(received.bodyMissing, undefined)
  }
  assert.is(bodyOf(read(`${head('GET')}${json}`)), json)
  assert.is(bodyOf(read(`${head('POST')}words of the body`)), 'words of the body')
  assert.is(bodyOf(read(`${head('GET').replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n')}words`)), 'words')
})

// ---- Cassettes

clients('for all bodies: a cassette of VCR keeps the bytes in Base64', () =>
  forAll([fc.oneof(forms, jsonBodies, words)], { numRuns: 60 }, (body) => {
    const base64 = (
      Buffer.from(body)
        .toString('base64')
        .match(/.{1,60}/g) ?? []
    )
      .map((part) => `        ${part}\n`)
      .join('')
    const cassette = `http_interactions:\n- request:\n    method: post\n    uri: ${url}\n    body:\n      encoding: UTF-8\n      base64_string: |\n${base64}    headers:\n      Authorization:\n      - ${line}\n  response:\n    status:\n      code: 401\n`
    assert.is(bodyOf(read(cassette)), body)
  }),
)

// ---- The body of the response

clients('a body beside a status is of the response', () => {
  const exchange = {
    statusCode: 401,
    body: '{"error":1}',
    headers: { 'content-type': 'application/json' },
    request: { uri: { href: url }, method: 'GET', headers: { Authorization: line } },
  }
  for (const indentation of [0, 2]) assert.is(bodyOf(read(JSON.stringify(exchange, null, indentation))), '')
  const sent = { status: 'new', method: 'POST', url, headers: { Authorization: line }, body: json }
  assert.is(bodyOf(read(JSON.stringify(sent))), json)
})

clients('the reply of nock is no body, and its query is parsed', () => {
  const recorded = (path: string, rest: string): string =>
    `nock('http://127.0.0.1:8787')\n  .get('${path}')\n${rest}  .matchHeader("authorization", "${line}")\n  .reply(401, {"error":{"code":"signature_invalid"}}, [])\n`
  assert.is(bodyOf(read(recorded('/v1/jobs', ''))), '')
  assert.ok(refusal(recorded('/v1/jobs', '  .query({"a":"1","b":"2"})\n')).includes('parsed parameters'))
  assert.is(read(recorded('/v1/jobs?a=1', '')).target, '/v1/jobs?a=1')
})

clients(
  'for all objects in a recording of nock: they are the body only if the Content-Length fits, and a note tells it',
  async () => {
    const recorded = (body: string, length: string): string =>
      `nock('http://127.0.0.1:8787')\n  .post('/v1/jobs', ${body})\n  .matchHeader("authorization", "${line}")\n${length}  .reply(401, {"error":1}, [])\n`
    const lengthOf = (bytes: number): string => `  .matchHeader("content-length", "${bytes}")\n`
    await forAll(
      [fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { minKeys: 1, maxKeys: 1 })],
      (value) => {
        const compact = JSON.stringify(value)
        const other = recorded('{"b":2}', lengthOf(7)).replace(line, 'Bearer x')
        for (const length of ['', lengthOf(compact.length + 9)])
          for (const text of [recorded(compact, length), `${other}\n${recorded(compact, length)}`]) {
            assert.equal([read(text).bodyMissing, bodyOf(read(text))], [true, ''])
            assert.match(noted(read(text)), /nock has parsed the body, so its bytes are lost/)
          }
        const fitting = read(recorded(compact, lengthOf(compact.length)))
        assert.is(bodyOf(fitting), compact)
        assert.match(noted(fitting), /nock has parsed the body. Its Content-Length fits/)
      },
    )
    const text = read(
      recorded('"a=1&b=2"', `${lengthOf(7)}  .matchHeader("content-type", "application/x-www-form-urlencoded")\n`),
    )
    assert.is(bodyOf(text), 'a=1&b=2')
    assert.not.match(noted(text), /nock/)
  },
)

// ---- A form without a name

const formType = 'Content-Type: application/x-www-form-urlencoded'

clients('for all forms: the only form in the text is the body, if the Content-Type is that of a form', () =>
  forAll([forms.filter((text) => !text.endsWith('.'))], { numRuns: 60 }, (body) => {
    const printed = [
      `[Request] PUT ${url} {"Authorization":"${line}","Content-Type":"application/x-www-form-urlencoded"} ${body}\n[Error] PUT ${url} 401:Unauthorized {"error":{"code":"signature_invalid"}}\n`,
      `flutter: PUT ${url}\nflutter: {Authorization: ${line}, ${formType}}\nflutter: ${body}\n`,
      `PUT ${url}\nHeaders\n  Authorization: ${line}\n  ${formType}\nBody\n${body}\n`,
    ]
    for (const text of printed) assert.is(bodyOf(read(text)), body, text)
  }),
)

clients('a form that may be cut, of two forms, or of another type is not taken', () => {
  const text = (body: string, type = formType): string =>
    `flutter: PUT ${url}\nflutter: {Authorization: ${line}, ${type}}\nflutter: ${body}\n`
  for (const body of [
    'a=1&b=...',
    'a=1&b=2 (truncated)',
    'a=1&b=2\nflutter: c=3&d=4',
    'a=1&b=2\nflutter: 3d',
    'took=3 status=401',
  ])
    assert.is(read(text(body)).bodyMissing, true, body)
  assert.is(read(text('a=1&b=2', 'Content-Type: application/json')).bodyMissing, true)
})

clients('a form behind the empty lines of a program has its Content-Length', () => {
  const body = 'a=1&b=2&c='
  const withLength = head('PUT').replace('\r\n\r\n', `\r\nContent-Length: ${body.length}\r\n\r\n`)
  assert.is(bodyOf(read(`${withLength}\n${body}\n`)), body)
  assert.is(bodyOf(read(`${withLength}\na=1&b=2&c`)), '\na=1&b=2&c')
})

// ---- Empty lists

clients('an empty list is a body only by its length', () => {
  const printed = [
    `[2026-11-30T18:20:01+00:00] app.DEBUG: GET ${url} {"Authorization":"${line}"} [] []\n`,
    `request: {Method:GET URL:${url} Headers:map[Authorization:${line}] Body:[]}\n`,
    `{ method: 'GET', url: '${url}', headers: { Authorization: '${line}' }, body: Uint8Array(0) [] }\n`,
  ]
  const ofGo = `&{GET ${url} HTTP/1.1 1 1 map[Authorization:[${line}]] <nil> <nil> 0 [] false h map[] map[] <nil> map[] <nil> <nil> {{}} <nil> [] map[]}\n`
  for (const text of [...printed, ofGo]) assert.is(bodyOf(read(text)), '', text)
  assert.ok(noted(read(printed[1] ?? '')).includes('An empty list is in place of the body'))
  const measured = `{ method: 'POST', url: '${url}', headers: { Authorization: '${line}', 'Content-Length': '2' }, body: [] }\n`
  assert.is(bodyOf(read(measured)), '[]')
  assert.is(bodyOf(read(`{"method":"POST","url":"${url}","headers":{"Authorization":"${line}"},"body":"[]"}`)), '[]')
})

clients('words in brackets and quotation marks are no body', () => {
  const log = `Using new Channel '[id: 0x5458f694, L:/127.0.0.1:59232]' for 'POST' to '/v1/jobs'\nAuthorization:${line}\n`
  assert.is(read(log).bodyMissing, true)
})

// ---- Values of Python in JSON

clients('for all bodies: an event of Sentry has each value as Python prints it', () =>
  forAll(
    [
      fc.oneof(
        forms,
        jsonBodies.filter((text) => /^[ -~]*$/.test(text)),
      ),
    ],
    { numRuns: 60 },
    (body) => {
      const python = (value: string): string => {
        const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
        return quote + value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote
      }
      const vars = {
        method: python('POST'),
        url: python(url),
        headers: { Authorization: python(line) },
        data: python(body),
      }
      const received = read(
        JSON.stringify({ exception: { values: [{ stacktrace: { frames: [{ function: 'call', vars }] } }] } }),
      )
      assert.equal([received.method, received.target, received.authorization], ['POST', '/v1/jobs', [line]])
      assert.is(bodyOf(received), body)
    },
  ),
)

clients('a header in quotation marks stays as it is where the method has none', () => {
  const text = JSON.stringify({ method: 'POST', url, headers: { Authorization: `'${line}'` }, body: json })
  assert.equal(read(text).authorization, [`'${line}'`])
})

// ---- Changed queries

clients('a query that Logbook has decoded is refused', () => {
  const record = (target: string): string =>
    `TRACE o.z.logbook.Logbook: Outgoing Request: f41bfbb01aa0815d\nRemote: localhost\nPOST http://h${target} HTTP/1.1\nauthorization: ${line}\ncontent-length: 2\n\n{}\n`
  assert.ok(refusal(record('/v1/jobs?q=a b&x=1')).includes('Logbook does not show the target'))
  assert.is(read(record('/v1/jobs?q=a&x=1')).target, '/v1/jobs?q=a&x=1')
})

clients('a query in the order of its names has a note where WebMock prints it', () => {
  const message = (query: string): string =>
    `Real HTTP connections are disabled. Unregistered request: GET http://h/v1/jobs${query} with headers {'Authorization'=>'${line}'}\n`
  assert.ok(noted(read(message('?a=1&b=2'))).includes('WebMock'))
  for (const query of ['', '?a=1', '?b=1&a=2']) assert.not.ok(noted(read(message(query))).includes('WebMock'))
})

// ---- Lines of a log

clients('for all orders of the fields: a name without a value has an empty value', () =>
  forAll(
    [
      fc.shuffledSubarray(['method=GET', `url="${url}?a=1"`, 'body=', 'note=', `authorization="${line}"`], {
        minLength: 5,
      }),
    ],
    { numRuns: 60 },
    (fields) => {
      const received = read(`level=info msg="outgoing request" ${fields.join(' ')}\n`)
      assert.equal([received.method, received.target, received.authorization], ['GET', '/v1/jobs?a=1', [line]])
      assert.is(bodyOf(received), '')
    },
  ),
)

clients('for all forms: a name with a blank on both sides of its mark has the form as its value', () =>
  forAll([forms], { numRuns: 40 }, (body) => {
    const parts = ['Method = PUT', `Url = ${url}`, `Authorization = ${line}`, `Body = ${body}`]
    assert.is(bodyOf(read(parts.map((part) => `? ${part}\n`).join(''))), body)
  }),
)

clients('a number in brackets before the words of a log is no name', () => {
  const received = read(`D/MyApi   ( 4242): url=${url} method=POST headers={Authorization=${line}} body=${json}\n`)
  assert.equal([received.method, received.target, bodyOf(received)], ['POST', '/v1/jobs', json])
  const php = `Array\n(\n    [0] => POST ${url}\n    [headers] => Array\n        (\n            [Authorization] => ${line}\n        )\n\n    [body] => ${json}\n)\n`
  assert.is(bodyOf(read(php)), json)
})

clients('words behind a method and a URL are no part of a name', () => {
  const sttp = `[main] DEBUG sttp - Sending request: POST ${url}, response as: either(as string, as string), headers: Authorization: ${line}, Content-Type: application/json, body: string: ${json}\n`
  assert.equal([read(sttp).method, read(sttp).target], ['POST', '/v1/jobs'])
})

clients('for all methods: the log of Robot Framework has the method before the word Request', () =>
  forAll([fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE')], { numRuns: 5 }, (method) => {
    const log = `20261130 18:20:01.123 :  INFO : ${method} Request : url=${url} \n path_url=/v1/jobs \n headers={'Authorization': '${line}'} \n body=b'${json}' \n \n20261130 18:20:01.223 :  INFO : ${method} Response : url=${url} \n status=401, reason=Unauthorized \n headers={} \n body={} \n`
    assert.equal([read(log).method, read(log).target, bodyOf(read(log))], [method, '/v1/jobs', json])
  }),
)

clients('a log of a provider of Terraform has names of its own', () => {
  const log = `2026-11-30T18:20:01.123Z [DEBUG] provider.terraform-provider-x: Sending HTTP Request: Authorization="${line}" Host=h tf_http_op_type=request tf_http_req_body=${JSON.stringify(json)} tf_http_req_method=POST tf_http_req_uri="/v1/jobs?a=1" tf_http_req_version=HTTP/1.1\n`
  assert.equal([read(log).method, read(log).target, bodyOf(read(log))], ['POST', '/v1/jobs?a=1', json])
})

// ---- Objects and calls

clients('a URL before the object of a call, or as the name of a status, is the URL', () => {
  const call = `Expected: "http://x"\nReceived: "${url}", {"body": ${JSON.stringify(json)}, "headers": {"Authorization": "${line}"}, "method": "POST"}\n`
  assert.equal([read(call).method, read(call).target, bodyOf(read(call))], ['POST', '/v1/jobs', json])
  const error = `FetchError: [POST] "${url}": 401 Unauthorized\n    at x (a.js:1:1) {\n  options: { method: 'POST', headers: { Authorization: '${line}' }, body: '${json}' }\n}\n`
  assert.is(read(error).target, '/v1/jobs')
})

clients('a structure whose members look like the items of a header is none', () => {
  for (const before of [
    '#<struct Request ',
    'DEBUG - Sending http request: <AWSPreparedRequest stream_output=False, ',
  ]) {
    const text = `${before}method="POST", url="${url}", headers={"Authorization"=>"${line}"}, body=${JSON.stringify(json)}>\n`
    assert.equal([read(text).method, read(text).target, bodyOf(read(text))], ['POST', '/v1/jobs', json], text)
  }
  const map = `{Authorization=${line}, method=POST, url=${url}}\n`
  assert.equal(read(map).authorization, [line])
})

clients('a URL in the next line is no header', () => {
  const text = `POST ${url}\n${url}\n{'Authorization': '${line}', 'Content-Type': 'application/json'}\nb'${json}'\n`
  assert.equal([read(text).authorization, bodyOf(read(text))], [[line], json])
})

clients('for all bodies: the bytes of a dump in the notation of Python are the dump', () =>
  forAll([jsonBodies.filter((text) => /^[ -~]*$/.test(text))], { numRuns: 40 }, (body) => {
    const dump = ['POST /v1/jobs HTTP/1.1', 'Host: h', `Authorization: ${line}`, `Content-Length: ${body.length}`, '']
      .map((part) => `< ${part}\\r\\n`)
      .join('')
    const bytes = `bytearray(b'${dump}${body.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}\\r\\n> HTTP/1.1 401 Unauthorized\\r\\n> Content-Type: application/json\\r\\n> \\r\\n{}')\n`
    assert.is(bodyOf(read(bytes)), body)
  }),
)

clients('a request that Ruby inspects is no source code', () => {
  const text = `#<HTTParty::Request:0x00007f @http_method=Net::HTTP::Post, @options={:headers=>{"Authorization"=>"${line}"}, :body=>${JSON.stringify(json)}}, @path=#<URI::HTTP ${url}>>\n`
  assert.equal([read(text).method, read(text).target, bodyOf(read(text))], ['POST', '/v1/jobs', json])
  assert.ok(
    refusal(
      `uri = URI('https://h/v1/jobs')\nrequest = Net::HTTP::Post.new(uri)\nrequest['Authorization'] = token\n`,
    ).includes('source code'),
  )
})

// ---- Lines that a log has broken, and marks behind a body

clients('for all widths: a header that a log has broken into records is joined', () =>
  forAll(
    [
      fc.integer({ min: 60, max: 200 }),
      fc.constantFrom('11-30 18:20:01.123  4242  4270 I okhttp.OkHttpClient: ', 'DEBUG [Jobs] '),
    ],
    { numRuns: 60 },
    (width, prefix) => {
      const long = `SVC-SHA256-RSA app_id=app-1,nonce_str=0123456789abcdef,timestamp=1796000000,signature=${'iVsCaYxPXN5RiE6S+/'.repeat(18)}AA==`
      const lines = [
        `--> POST ${url}`,
        `Content-Length: ${json.length}`,
        `Authorization: ${long}`,
        'Content-Type: application/json',
        '',
        json,
        `--> END POST (${json.length}-byte body)`,
      ]
      const log = lines
        .flatMap((text) => (text === '' ? [''] : (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [])))
        .map((text) => `${prefix}${text}\n`)
        .join('')
      const received = read(log)
      assert.equal(received.authorization, [long])
      assert.is(bodyOf(received), json)
    },
  ),
)

clients('a record of Base64 behind another header is no part of the Authorization header', () => {
  const lines = [
    `--> POST ${url}`,
    `Authorization: ${line}`,
    'Content-Type: text/plain',
    'Content-Length: 8',
    '',
    'abcdefgh',
    '--> END POST (8-byte body)',
  ]
  const received = read(lines.map((text) => `D/OkHttp: ${text}\n`).join(''))
  assert.equal([received.authorization, bodyOf(received)], [[line], 'abcdefgh'])
})

clients('for all forms: a line of marks behind a body is not of its length', () =>
  forAll(
    [forms, fc.constantFrom('------------END------------', '-----', '= = = = =')],
    { numRuns: 40 },
    (body, mark) => {
      const text = `-----------START-----------\nPUT ${url}\nAuthorization: ${line}\nContent-Length: ${body.length}\n\n${body}\n${mark}\n`
      assert.is(bodyOf(read(text)), body)
    },
  ),
)

// ---- Commands and texts that libraries write without escapes

clients('an apostrophe that a library has not escaped does not end the body', () => {
  const command = (body: string): string => `curl -X POST "${url}" -H "Authorization: ${line}" --data '${body}'\n`
  for (const body of ['{"a":"it\'s <b> red"}', '{"a":"the dogs\' bowl & $5"}'])
    assert.is(bodyOf(read(command(body))), body)
  // A shell runs this command, and sends what it reads.
  assert.is(bodyOf(read(command('{"a":"it\'sTom\'s"}'))), '{"a":"itsToms"}')
  assert.ok(refusal(command('{"a":"it\'s Tom\'s"}')).includes('apostrophe'))
  assert.is(bodyOf(read(command('{"a":"it\'\\\'\'s"}'))), '{"a":"it\'s"}')
  assert.ok(refusal(command('{"a":"\'$X\'"}')).includes('$'))
})

clients('for all forms: an entity of Spring has the form that its headers announce', () =>
  forAll([forms], { numRuns: 40 }, (body) => {
    const entity = `<PUT ${url},${body},[Authorization:"${line}", Content-Type:"application/x-www-form-urlencoded"]>\n`
    assert.is(bodyOf(read(entity)), body)
    assert.ok(refusal(entity.replace(body, '{a=[1], b=[2]}')).includes('in the notation of the program'))
  }),
)

clients('a structure of Rust in a record of JSON is read', () => {
  const debug = `Req { method: "POST", url: "${url}", headers: [("Authorization", "${line}")], body: ${JSON.stringify(json)} }`
  const received = read(
    `${JSON.stringify({ level: 'INFO', fields: { message: 'sending', request: debug }, target: 'x' })}\n`,
  )
  assert.equal([received.method, received.target, bodyOf(received)], ['POST', '/v1/jobs', json])
})

clients('the name of a logger before the label of a URL is no name', () => {
  const log = `HttpClient: REQUEST: ${url}\nMETHOD: HttpMethod(value=POST)\nCOMMON HEADERS\n-> Authorization: ${line}\nCONTENT HEADERS\n-> Content-Length: ${json.length}\nBODY START\n${json}\nBODY END\n`
  assert.equal([read(log).method, read(log).target, bodyOf(read(log))], ['POST', '/v1/jobs', json])
})
