/** What programs spell in another way is read as the request that was sent, or not judged; never as another one. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { inWords } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import type { Printable } from './printers.ts'
import { bodyOf, isQuick, line, noted, read, refusal, refuses } from './reading.ts'
import { spellings } from './spellings.ts'

const spelled = suite('readRequest: what programs spell in another way')

const texts = fc.string({
  unit: fc.constantFrom('a', 'b7', '"', "'", '\\', '\n', '/', '|', 'ü', '红', '🦊', ': ', ', ', '%', '<'),
})
const bodies = fc
  .dictionary(
    fc.constantFrom('z', 'a', 'prompt', 'n'),
    fc.oneof(texts, fc.constantFrom(null, false, 2.5, [1, 2], { y: {} })),
    { minKeys: 1 },
  )
  .map((object) => JSON.stringify(object))
const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs?lang=zh&n=1'),
    authorization: fc.constant(line),
    body: bodies,
  },
  { noNullPrototype: true },
)

for (const { name, print } of spellings)
  spelled(`for all requests: ${name} is read back`, () =>
    forAll([requests], { numRuns: 8 }, (request) => {
      const received = read(print(request))
      assert.equal([received.method, received.target, received.authorization], [request.method, request.target, [line]])
      assert.is(received.bodyMissing, undefined, print(request))
      assert.is(bodyOf(received), request.body, print(request))
    }),
  )

spelled('for all requests: a text that is cut anywhere is refused, or read without another body', () =>
  forAll(
    [fc.constantFrom(...spellings), requests, fc.nat()],
    { numRuns: 120 },
    ({ print, isMessage = false }, request, at) => {
      const text = print(request)
      const received = readRequest(Buffer.from(text.slice(0, at % text.length)))
      if (E.isLeft(received) || received.right.bodyMissing === true || received.right.authorization[0] !== line) return
      const body = bodyOf(received.right)
      if (isMessage && !/^[[{]/.test(body)) return
      // The printed text below a head may happen to have the length of the body.
      if (Buffer.byteLength(body) === Buffer.byteLength(request.body)) return
      assert.ok(request.body.startsWith(body) && /[\]}]$/.test(body), `${text.slice(0, at % text.length)}: ${body}`)
    },
  ),
)

spelled('for all forms: a text that ends within an object or a list has no body of its first names and items', () => {
  for (const { name, print } of spellings)
    for (const body of ['{"prompt":"abc"}', '["prompt","abc"]', '{"a":{"prompt":1}}']) {
      const text = print({ method: 'POST', host: 'api.example.com', target: '/v1/jobs', authorization: line, body })
      const first = text.lastIndexOf('prompt')
      for (let end = Math.max(0, first); end < first + 16; end++) {
        const received = readRequest(Buffer.from(text.slice(0, end)))
        if (E.isRight(received) && received.right.bodyMissing !== true && received.right.authorization[0] === line)
          assert.not.match(bodyOf(received.right), /^(?:prompt|abc|a)$/, `${name}: ${text.slice(0, end)}`)
      }
    }
})

/** These write a form without quotation marks, so it may end wherever the text ends. The end of a message is that of its body. */
const withoutQuotes = ['COPY of PostgreSQL', 'a list of Markdown', 'an object of C# without names of types']
const endsAnywhere = ({ name, isMessage }: (typeof spellings)[number]): boolean =>
  isMessage === true || withoutQuotes.includes(name)

for (const { name, print } of spellings.filter((spelling) => !endsAnywhere(spelling)))
  spelled(`${name}: a form that is cut anywhere has no other body`, () => {
    const form = 'a=1&b=%20x&c=7'
    const text = print({ method: 'POST', host: 'api.example.com', target: '/v1/jobs', authorization: line, body: form })
    for (let end = text.indexOf(line) + line.length; end < text.length; end++) {
      const received = readRequest(Buffer.from(text.slice(0, end)))
      if (E.isLeft(received) || received.right.bodyMissing === true || received.right.authorization[0] !== line)
        continue
      assert.is(bodyOf(received.right), form, text.slice(0, end))
    }
  })

spelled('a row of COPY that is cut off right after a tab has no empty body', () => {
  const head = `COPY public.log (method, url, headers, body) FROM stdin;\nPOST\thttps://h/a\t{"Authorization":"${line}"}\t`
  const cut = readRequest(Buffer.from(head))
  assert.ok(E.isRight(cut) && cut.right.bodyMissing === true)
  // Wrong in one way: the row is whole.
  const whole = readRequest(Buffer.from(`${head}\n\\.\n`))
  assert.ok(E.isRight(whole) && whole.right.bodyMissing === undefined && bodyOf(whole.right) === '')
})

spelled('a list of bytes that is cut within a number is no body', () => {
  const head = `{ method: 'POST', url: 'https://api.example.com/a', headers: { authorization: '${line}' }, body: Uint8Array(9) [`
  const bytesOf = (body: string): string => [...Buffer.from(body)].join(', ')
  const whole = readRequest(Buffer.from(`${head} ${bytesOf('{"a":[{}]}')} ] }`))
  assert.ok(E.isRight(whole) && bodyOf(whole.right) === '{"a":[{}]}')
  // 93 and 125, cut: a tab and a form feed.
  for (const cut of [`${bytesOf('{"a":[{}')}, 9`, `${bytesOf('{"a":{"b":{}')}, 12`]) {
    const received = readRequest(Buffer.from(`${head} ${cut}`))
    assert.ok(E.isLeft(received) || received.right.bodyMissing === true, cut)
  }
})

/** What a program has really printed; the first line is the request that was sent. */
interface Printed {
  readonly tool: string
  readonly printed: string
  /** What is known of it: the whole request, all but the body, or nothing, with words of the reason. */
  readonly outcome: 'read' | 'body not known' | 'refused'
  readonly words?: string
}

const [sentLine = '', ...printedLines] = readFileSync(new URL('printedByTools.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const sent: Omit<Printable, 'host'> = JSON.parse(sentLine)

for (const { tool, printed, outcome, words = '' } of printedLines.map((json): Printed => JSON.parse(json)))
  spelled(`${tool}: ${outcome}`, () => {
    const received = readRequest(Buffer.from(printed))
    if (outcome === 'refused') {
      assert.ok(E.isLeft(received) && inWords(received.left).includes(words), JSON.stringify(received))
      return
    }
    if (E.isLeft(received)) throw new Error(inWords(received.left))
    const { method, target, authorization, bodyMissing = false } = received.right
    assert.equal([method, target, authorization], [sent.method, sent.target, [sent.authorization]])
    assert.is(bodyMissing, outcome !== 'read', noted(received.right))
    if (outcome === 'read') assert.is(bodyOf(received.right), sent.body)
    else assert.ok(noted(received.right).includes(words), noted(received.right))
  })

spelled('what a text lacks is named: the URL, the method, or the rest of the header', () =>
  refuses([
    [`{:headers=>{"Authorization"=>"${line}"}, :body=>"{}"}\n`, 'no URL and no path'],
    [`<{"a":1},[Authorization:"${line}"]> http://h/v1/jobs\n`, 'no method'],
    [
      `{'method': 'POST', 'url': 'http://h/a', 'headers': {'Authorization': '${line.replace('AA==', 'AAAA...AA==')}'}}\n`,
      'has cut the Authorization header',
    ],
    [
      `input: a.pcap\n\nT 1.1.1.1:1 -> 1.1.1.1:2 [AP]\n  POST /a HTTP/1.1..Host: h..Authorization: ${line}..\n`,
      'as ngrep does with -x',
    ],
    [`IncomingMessage {\n  socket: [Socket],\n  rawHeaders: [Array],\n  url: '/a'\n}\n`, 'depth: null'],
    [
      `77 sendto(3, "POST /a HTTP/1.1\\r\\nAuthorization: SVC app_id=a"..., 900, 0) = 900\n`,
      'run strace with -s 100000',
    ],
    ['#Software: x\n#Fields: date cs-method\n2026-11-30 POST\n', 'a log in the W3C format'],
    [
      `%E{method: :post, url: "http://h/a", query: [lang: "zh"], headers: [{"authorization", "${line}"}]}\n`,
      'add the query to the path',
    ],
    [
      JSON.stringify({
        request: { method: 'POST', url: 'http://h/a', query_string: [['a', 'b']], headers: { Authorization: line } },
      }),
      'add the query to the path',
    ],
    [
      `{:request=>{:method=>:post, :url_path=>"/a", :params=>nil, :headers=>{"Authorization"=>"${line}"}}}\n`,
      'never its query',
    ],
  ]),
)

spelled('a body that a program has parsed is not judged, whatever its members are called', () =>
  assert.match(
    refusal(
      JSON.stringify({
        request: { verb: 'POST', uri: 'http://h/a', hdr: { Authorization: line }, payload: { a: 2.5 } },
      }),
    ),
    'an object that a program made from it',
  ),
)

spelled('JSON that lines of a log follow is not judged without a Content-Length', () => {
  const text = (rest: string): string => `POST http://h/a\nAuthorization: ${line}\n\n{"a":1}\n${rest}`
  for (const rest of [' (HTTP::Request)\n', '---\nok\n']) assert.is(read(text(rest)).bodyMissing, true, rest)
  assert.is(bodyOf(read(text('{"b":2}\n'))), '{"a":1}\n{"b":2}')
})

spelled('a list of numbers that are no bytes of a body stays a list', () => {
  const printed = (body: string): string =>
    `{'method': 'POST', 'url': 'http://h/a', 'headers': {'Authorization': '${line}'}, 'body': '${body}'}\n`
  for (const body of ['[1, 2, 3]', '[123, 34]', '[256, 125]', '{"a": [123, 125]}'])
    assert.is(bodyOf(read(printed(body))), body)
})

spelled('a text of SQL whose backslashes may escape or not is not judged', () => {
  const insert = `INSERT INTO log (method,url,headers,body) VALUES('POST','http://h/a','Authorization: ${line}','a=c:\\\\d')\n`
  assert.match(noted(read(insert)), 'an escape of the database or a character of the body')
})

spelled('a query beside a URL belongs to it', () => {
  const object = {
    method: 'POST',
    url: 'http://h/a',
    query_string: 'a=b',
    headers: { Authorization: line },
    body: '{}',
  }
  assert.is(read(JSON.stringify({ request: object })).target, '/a?a=b')
  assert.is(read(`log: ${JSON.stringify(object).replaceAll('"', "'")}\n`).target, '/a?a=b')
})

spelled('a Buffer that Node has cut is said to be cut', () =>
  assert.match(
    noted(
      read(
        `{\n  method: 'POST',\n  url: '/a',\n  rawHeaders: [ 'authorization', '${line}' ],\n  body: <Buffer 7b 22 ... 120 more bytes>\n}\n`,
      ),
    ),
    'cut off',
  ),
)

spelled('the bytes of a packet before the method are no part of it', () => {
  const text = `12:00:00.000000 IP 1.1.1.1.1 > 1.1.1.1.2: Flags [P.], length 9\nE..4..@.@...YDPOST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n{}\n`
  assert.is(read(text).method, 'POST')
})

spelled('the body of a form is read where the Content-Type or a length shows it', () => {
  const form = 'prompt=%E7%BA%A2+fox&n=2'
  const headers = `{'Content-Type': 'application/x-www-form-urlencoded', 'Authorization': '${line}'}`
  const base64 = Buffer.from(form).toString('base64')
  for (const text of [
    `2026-11-30 | DEBUG | a:b:55 - -> POST http://h/a ${headers} '${form}'\n`,
    `POST http://h/a\n${headers}\nb'${form}'\n`,
    `POST http://h/a\nAuthorization: ${line}\n\nBody (base64): ${base64}\n`,
    JSON.stringify({ method: 'POST', url: 'http://h/a', headers: { Authorization: line }, body: base64 }),
    `method;url;authorization;body\nPOST;http://h/a;"${line}";${form}\n`,
  ])
    assert.is(bodyOf(read(text)), form, text)
  const request = `POST http://h/a\nContent-Type: application/x-www-form-urlencoded\nAuthorization: ${line}\n\n${form}`
  assert.is(read(`${request}\n (HTTP::Request)\n`).bodyMissing, true)
})

spelled('a line end behind lines of JSON that was left out is said', () => {
  const text = `POST http://h/a\nAuthorization: ${line}\n\n{\n"a": 1}\n`
  assert.match(noted(read(text)), 'if the line end was sent')
})

spelled('for long texts of one unit: in linear time', () => {
  for (const unit of [
    '<a b="c"',
    '<![CDATA[',
    '<a>',
    '- **a',
    '| `',
    "'''",
    '7B-',
    'a;"',
    "INSERT INTO a VALUES('",
    "('a',",
    'authorization|',
    '<tr><td>',
    'a\t',
    '0000000 ',
    '\\x{',
    'UE9T',
    '[1,',
    "''",
  ])
    isQuick(readRequest, `x authorization POST /a\n`, unit)
})
