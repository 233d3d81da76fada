/** What programs print of a request is read as that request, or refused; never as another one. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { debugPrinted } from '../../../../src/kit/diagnosis/pasted/debugPrinted.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { type Printable, printers } from './printers.ts'
import { bodyOf, isQuick, line, noted, read, refusal } from './reading.ts'

const printed = suite('readRequest: what programs print')

const example: Printable = {
  method: 'POST',
  host: 'api.example.com',
  target: '/v1/jobs?dry=1',
  authorization: line,
  body: '{"request_id":"7","title":"Zürich \\"a\\" \\u0041","stages":[]}',
}

const path = fc.stringMatching(/^(?:\/[a-z0-9_~-]{1,8}){1,3}$/)
const query = fc.option(fc.stringMatching(/^[a-z]{1,4}=[a-z0-9%2F+,;()]{0,6}[a-z]$/), { nil: undefined })
const bodies = fc
  .oneof(
    fc.json({ maxDepth: 2 }).filter((text) => /^[{[]/.test(text)),
    fc.json({ maxDepth: 2 }).map((text) => JSON.stringify({ a: text, b: [1] }, null, 2)),
    fc.constant('{"a":"it\'s \\"q\\" ü €"}'),
  )
  // In a file of an editor these begin a variable.
  .filter((text) => !/\{\{|\$\{/.test(text))
const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.tuple(path, query).map(([path, query]) => (query === undefined ? path : `${path}?${query}`)),
    authorization: fc.constant(line),
    body: bodies,
  },
  { noNullPrototype: true },
)

for (const { name, print, lacksBody = false, oneLine = false } of printers)
  printed(`for all requests: ${name} prints what is read back`, () =>
    forAll([requests], { numRuns: 30 }, (drawn) => {
      const request = oneLine ? { ...drawn, body: example.body.replace(/[^ -~]/g, '') } : drawn
      const received = read(print(request))
      assert.equal([received.method, received.target, received.authorization], [request.method, request.target, [line]])
      assert.ok(received.host === undefined || received.host === request.host, received.host)
      if (lacksBody) assert.is(received.bodyMissing, true)
      else assert.is(bodyOf(received), request.body)
    }),
  )

printed('for all forms: a body that is cut is refused, or its length is said', () => {
  for (const { name, print } of printers.filter(
    ({ name }) => /OkHttp|Feign|mitmdump|^JMeter|the console of/.test(name) && !/copied|tree/.test(name),
  )) {
    const text = print(example).replace('"stages":[]', '"stages"')
    assert.ok(refusal(text).includes('bytes were sent. So the log has changed the body'), name)
  }
})

printed('judges nothing where the text has an Authorization and the reading has none', () => {
  const lost = 'this text has an Authorization header, but not among the headers of a request'
  for (const text of [
    `POST /a HTTP/1.1\nHost: h\n\nAuthorization: ${line}\n`,
    `GET https://h/a\n\n\nAuthorization: ${line}\n`,
    `curl h/a -d 'Authorization: ${line}'`,
    JSON.stringify({ method: 'POST', url: 'http://h/', headers: {}, data: '', options: { Authorization: line } }),
  ])
    assert.ok(refusal(text).includes(lost), text)
  // Wrong in one way: the text has none.
  for (const text of [
    'POST /a HTTP/1.1\nHost: h\nAccess-Control-Request-Headers: authorization\n\n',
    "curl h/a -H 'Authorization:'",
    `POST /a HTTP/1.1\nHost: h\nAuthorisation: ${line}\n\n`,
    `curl h/a -H 'Authorisation: ${line}'`,
  ])
    assert.equal(read(text).authorization, [], text)
})

/** What stands in place of a line that is cut or mangled. */
const inPlaceOfLine = ['', '???', 'a: b', '}', '{', ']', '"', '</x>', '<div>', '# x', '{"a":1}']

for (const { name, print } of printers)
  printed(`${name}: with any line missing or mangled it is refused, or has its own Authorization`, () => {
    const lines = print(example).split('\n')
    for (const at of lines.keys())
      for (const other of inPlaceOfLine) {
        const changed = lines.with(at, other).join('\n')
        const received = readRequest(Buffer.from(changed))
        if (changed.includes(line) && E.isRight(received)) assert.equal(received.right.authorization, [line], changed)
      }
  })

printed('for all forms behind other output: read, or what the refusal promises holds', () =>
  forAll(
    [
      fc.constantFrom(...printers),
      fc.array(fc.constantFrom('', '$ ./send.sh', 'some output', 'ok 1'), { maxLength: 4 }),
    ],
    ({ print }, before) => {
      const text = [...before, print(example)].join('\n')
      const received = readRequest(Buffer.from(text))
      if (E.isRight(received)) return
      const [, number] = /a request begins in line (\d+)/.exec(received.left.what) ?? []
      if (number === undefined) return
      const from = text
        .split('\n')
        .slice(Number(number) - 1)
        .join('\n')
      const again = readRequest(Buffer.from(from))
      assert.ok(E.isRight(again), `${text}\n${E.isLeft(again) ? again.left.what : ''}`)
    },
  ),
)

printed('a map or an object in the words of its language is no body', () => {
  const dio = (data: string): string =>
    `*** Request ***\nuri: https://h/a\nmethod: POST\nheaders:\n Authorization: ${line}\ndata:\n${data}\n\n*** DioException ***:\n`
  for (const data of ['{request_id: 7, stages: []}', '[{a: 1}]', 'Array\n(\n    [a] => 1\n)'])
    assert.ok(refusal(dio(data)).includes('So the bytes of the body are lost'), data)
  assert.is(bodyOf(read(dio('{"a":1}'))), '{"a":1}')
})

printed('what Node leaves out of an object is not made up', () => {
  for (const body of ['[Object]', '<Buffer 7b 22 ... 9 more bytes>'])
    assert.is(
      read(`{ method: 'POST', url: '/a', headers: { authorization: '${line}' }, body: ${body} }`).bodyMissing,
      true,
      body,
    )
  const parsed = `{ method: 'POST', url: '/a', headers: { authorization: '${line}', 'content-length': '7' }, body: { a: 1 } }`
  assert.is(bodyOf(read(parsed)), '{"a":1}')
  assert.ok(refusal(parsed.replace("'7'", "'8'")).includes('bytes are lost'))
})

printed('a plan of JMeter and an export of Insomnia with values that only the program knows', () => {
  const plan = printers.find(({ name }) => name.includes('test plan'))?.print(example) ?? ''
  assert.ok(refusal(plan.replace('/v1/jobs', `/v1/$${'{job}'}`)).includes('JMeter replaces a variable'))
  assert.ok(
    refusal(plan.replace('postBodyRaw">true', 'postBodyRaw">false')).includes('makes the body of its parameters'),
  )
  const exported = printers.find(({ name }) => name.includes('YAML'))?.print(example) ?? ''
  assert.ok(refusal(exported.replace('/v1/jobs', '/v1/{{ _.job }}')).includes('replaces a placeholder such as {{…}}'))
})

printed('takes fences and prompts off', () => {
  const http = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n{}`
  for (const text of [`\`\`\`http\n${http}\n\`\`\``, `~~~\n${http}\n~~~\n\n`]) assert.is(bodyOf(read(text)), '{}', text)
  for (const prompt of [
    'user@host:~/a$ ',
    '[user@host a]$ ',
    'PS C:\\a> ',
    'C:\\Users\\a>',
    '(env) user@host:~# ',
    '$ ',
  ])
    assert.is(read(`${prompt}curl h/a -d b`).target, '/a', prompt)
})

printed('JSON that was printed for the eye is compared with Content-Length before anything is cut', () => {
  const compact = '{"b":1,"a":["x y",{}]}'
  const message = (length: number, body: string, more = ''): string =>
    `POST /a HTTP/1.1\nHost: h\n${more}Authorization: ${line}\nContent-Length: ${length}\n\n${body}`
  const pretty = JSON.stringify(JSON.parse(compact), null, 4)
  const behind = `${pretty}\n\n\nHTTP/1.1 401 Unauthorized\n\n{}`
  for (const body of [pretty, behind]) {
    const received = read(message(compact.length, body))
    assert.is(bodyOf(received), compact)
    assert.ok(noted(received).includes('indented for reading'))
  }
  assert.is(bodyOf(read(message(26, pretty))), '{"b": 1, "a": ["x y", {}]}')
  assert.ok(refusal(message(compact.length + 1, behind)).includes('was indented for reading, but 23 bytes were sent'))
  assert.ok(refusal(message(compact.length, pretty, 'User-Agent: HTTPie/3.2.2\n')).includes('--pretty=none'))
})

printed('what a refusal promises holds: from the line on that it names, the text is read', () => {
  const text = '$ ./send.sh\nsome output\n\nPOST /a HTTP/1.1\nHost: h\n\n{}'
  const [, number = ''] = /a request begins in line (\d+)/.exec(refusal(text)) ?? []
  const named = text.split('\n').slice(Number(number) - 1)
  assert.is(bodyOf(read(named.join('\n'))), '{}')
})

printed('tells an access line, and values that only a program knows', () => {
  const access =
    '127.0.0.1 - - [28/Nov/2026:17:39:44 +0000] "POST /v1/jobs?dry=1 HTTP/1.1" 401 90 "-" "PostmanRuntime/7.39.0"'
  assert.ok(refusal(access).includes('a line of an access log'))
  assert.ok(
    refusal(`### a\nPOST {{host}}/v1/jobs\nAuthorization: ${line}\n\n{}`).includes(
      'replaces a placeholder such as {{…}}',
    ),
  )
  const parsed = { method: 'POST', url: '/a', headers: { authorization: line }, body: { a: 1 } }
  assert.ok(refusal(JSON.stringify(parsed)).includes('bytes are lost'))
  const measured = { ...parsed, headers: { ...parsed.headers, 'content-length': '7' } }
  assert.is(bodyOf(read(JSON.stringify(measured))), '{"a":1}')
})

printed('for all tokens: Bruno adds the credentials of the block that is chosen, and the reader says so', () => {
  const bru = (auth: string, kind: string): string =>
    `post {\n  url: https://h/v1/jobs\n  body: json\n${auth}}\n\nheaders {\n  Authorization: ${line}\n}\n\nauth:${kind} {\n  token: t-1\n}\n\nbody:json {\n  {}\n}\n`
  const note = 'Bruno adds credentials'
  return forAll([fc.constantFrom('bearer', 'basic', 'oauth2', 'awsv4')], (kind) => {
    for (const auth of ['', `  auth: ${kind}\n`]) assert.ok(noted(read(bru(auth, kind))).includes(note))
    // Bruno keeps the blocks of kinds that are not chosen.
    for (const auth of ['  auth: none\n', '  auth: inherit\n', '  auth: digest\n'])
      assert.not.match(noted(read(bru(auth, kind))), note)
  })
})

printed('for all URLs: a request that Rust prints is read as such, whatever words the URL has', () =>
  forAll([fc.constantFrom('RequestUri', 'Headers:', 'Version', 'jobs'), query], (word, drawnQuery = '') => {
    const target = `/v1/${word}?${drawnQuery}`
    const text = `Request { method: POST, url: "https://h${target}", headers: {"x-ctx": "{\\"a\\": 1}", "authorization": "${line}"} }`
    const received = debugPrinted(Buffer.from(text))
    assert.equal(received !== undefined && E.isRight(received) && received.right.authorization, [line], text)
  }),
)

printed('for all header values: .NET prints its headers up to a line that begins with a brace', () => {
  const value = fc.constantFrom('{"a":1}', '}', '{', '}}{', 'a } b', 'plain')
  return forAll([fc.array(value, { maxLength: 3 })], (values) => {
    const fields = [...values.map((each, i) => `X-Ctx-${i}: ${each}`), `Authorization: ${line}`]
    const text = `Method: POST, RequestUri: 'https://h/v1/jobs', Version: 1.1, Content: <null>, Headers:\r\n{\r\n  ${fields.join('\r\n  ')}\r\n}`
    assert.equal(read(text).authorization, [line], text)
    // After the brace the headers are over.
    assert.equal(read(`${text}\r\n  Authorization: other`).authorization, [line])
  })
})

printed('for all printed texts that are cut anywhere: answers', () =>
  forAll([fc.constantFrom(...printers), fc.nat()], ({ print }, at) => {
    const text = print(example)
    void readRequest(Buffer.from(text.slice(at % text.length)))
    void readRequest(Buffer.from(text.slice(0, at % text.length)))
  }),
)

const heads = [
  '--> POST https://h/a\n',
  '```\n',
  'post {\n',
  '=> Send header, 9 bytes\n',
  'POST https://h/a: {',
  '<?xml version="1.0"?>\n<HTTPSamplerProxy ',
  'type: collection.insomnia.rest/5.0\n',
  "{ a: '",
  '>>>>>>>>\n',
  '<- "POST / HTTP/1.1\\r\\n',
  'POST https://h/a\n\nHeaders\n',
]
const units = [
  '\n',
  ' ',
  '"',
  '\\',
  '```\n',
  'a: b\n',
  '0000: a\n',
  'post {\n',
  '{',
  '<a>',
  '- a: 1\n',
  "'",
  '<Buffer 00 ',
]
const timed = byTurns(4, printed)

for (const head of heads)
  timed(`for long texts of one unit after ${JSON.stringify(head)}: in linear time`, () => {
    for (const unit of units) isQuick(readRequest, head, unit)
  })

printed('reads the body that the client of Google logs as a record of its own', () => {
  const record = (text: string): string => `Nov 30, 2026 1:56:41 AM com.google.X execute\nCONFIG: ${text}\n`
  const request = `-------------- REQUEST  --------------\nPOST http://h/a\nAuthorization: ${line}\nContent-Length: 12\n`
  const text = record(request) + record('Total: 12 bytes') + record('{\n  "a": 1\n}') + record('--- RESPONSE ---')
  assert.is(bodyOf(read(text)), '{\n  "a": 1\n}')
})

printed('reads the preformatted block of a page, without the text round it', () => {
  const page = `<html><body><p>It fails:</p><pre class="x">POST /a HTTP/1.1\nAuthorization: ${line}\nContent-Length: 7\n\n{&quot;a&quot;:1}</pre><p>Thanks!</p></body></html>`
  const received = read(page)
  assert.equal([received.method, bodyOf(received), received.notes], ['POST', '{"a":1}', undefined])
})

printed('joins a value that the frame of pretty_dio_logger breaks into lines', () => {
  const frame = (method: string): string =>
    `\n╔╣ Request ║ ${method} \n║  http://h/a?b=1\n╚════╝\n╔ Headers \n╟ Authorization: \n║ ${line.slice(0, 30)}\n║ ${line.slice(30)}\n╟ contentType: null\n╚════╝\n`
  const received = read(frame('GET'))
  assert.equal([received.method, received.target, received.authorization], ['GET', '/a?b=1', [line]])
  assert.is(read(`${frame('POST')}╔ Body\n║ {\n║   "a": 1\n║ }\n╚══╝\n`).bodyMissing, true)
})
