/** What servers, clouds and test tools keep of a request is read as that request; what they lose of the body is told. */
import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import type { Printable } from './printers.ts'
import { bodyOf, isQuick, line, noted, read, refusal } from './reading.ts'
import { records } from './records.ts'

const kept = byTurns(2, suite('readRequest: what servers, clouds and test tools keep'))

const bodies = fc.oneof(
  fc.json({ maxDepth: 2 }).filter((text) => /^[{[]/.test(text) && text.length > 2 && !/\{\{|\.\.|…|\ufffd/.test(text)),
  fc.constantFrom('{"a":"it\'s \\"q\\" ü € \\\\ x"}', '{"a":[1,2.5],"b":"C: d"}'),
)
const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs?lang=en&tag=a%20b', '/v1/a-b_c~d', '/v1/jobs(7);v=1?ids=1,2&tag[]=a'),
    authorization: fc.constant(line),
    body: bodies,
  },
  { noNullPrototype: true },
)

for (const { name, print, lacksBody = false, oneLine = false } of records)
  kept(`for all requests: ${name} is read back`, () =>
    forAll([requests], { numRuns: 8 }, (drawn) => {
      const request = oneLine ? { ...drawn, body: '{"a":"ü, b","c":[1,2]}' } : drawn
      const text = print(request)
      const received = read(text)
      assert.equal([received.method, received.target, received.authorization], [request.method, request.target, [line]])
      if (lacksBody) assert.is(received.bodyMissing, true, text)
      else assert.is(bodyOf(received), request.body, text)
    }),
  )

const message = (body: string, length?: number): string =>
  `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n${length === undefined ? '' : `Content-Length: ${length}\n`}\n${body}`
const object = (body: string, length?: number): string =>
  JSON.stringify({
    method: 'POST',
    url: 'http://h/a',
    headers: { authorization: line, ...(length === undefined ? {} : { 'content-length': String(length) }) },
    body,
  })

/** The text has no body that was sent whole: it is told as missing, with the reason, or refused. */
const isLost = (text: string, words: string): void => {
  const received = readRequest(Buffer.from(text))
  if (received._tag === 'Left') assert.ok(received.left.what.includes('follow'), `${received.left.what}: ${text}`)
  else {
    assert.equal([received.right.bodyMissing, bodyOf(received.right)], [true, ''], text)
    assert.ok(noted(received.right).includes(words), `${noted(received.right)}: ${text}`)
  }
}

kept(
  'a sentence that ends in a word of such a mark is whole; the same word in brackets or behind an ellipsis marks a cut',
  () => {
    for (const words of ['more', 'truncated', 'skipped', 'over 3 bytes', '12 more lines']) {
      const whole = readRequest(Buffer.from(message(`I want ${words}`)))
      assert.ok(whole._tag === 'Right' && whole.right.bodyMissing !== true, words)
      assert.is(bodyOf(whole.right), `I want ${words}`)
      for (const mark of [`(${words})`, `... ${words}`, `… ${words}`, `[… ${words}]`])
        isLost(message(`I want ${mark}`), 'has cut the body')
      isLost(message(`{"a":"I want ${words}`), 'has cut the body')
    }
    for (const mark of ['12,345 bytes omitted', 'body truncated', 'output was cut off'])
      isLost(message(`I want ${mark}`), 'has cut the body')
  },
)

kept('for all marks of a cut: a body that ends in one is not judged', () => {
  for (const mark of ['…', '...', '… (truncated)', '[truncated]', '... [12345 bytes omitted]', '<12345 more bytes>'])
    for (const print of [message, object])
      for (const length of [undefined, 12_345]) isLost(print(`{"a":"b${mark}`, length), 'has cut the body')
  isLost(object('[12345 bytes omitted]'), 'has cut the body')
})

kept('a text without a Content-Length is not called cut, but said to end like one that is', () => {
  isLost(message('hello (more)'), 'ends as if the program that printed this has cut the body')
  assert.is(bodyOf(read(message('hello (more)', 12))), 'hello (more)')
  const [note = ''] = read(message('{"a":"b (more)')).notes ?? []
  assert.match(note, /^The program that printed this has cut the body, so/)
})

kept('a body that only looks cut is judged, by its end or by its length', () => {
  for (const body of ['{"a":"b…"}', '{"a":"[truncated]"}', '{"a":"b..."}', 'and so on...'])
    for (const print of [message, object])
      for (const length of [undefined, Buffer.byteLength(body)])
        assert.is(bodyOf(read(print(body, length))), body, body)
  const ends = '{"a":"b...'
  assert.is(bodyOf(read(message(ends, ends.length))), ends)
})

kept('a body of another length than was sent is not judged', () => {
  for (const length of [1, 6, 8, 12_345]) isLost(object('{"a":1}', length), 'this is not the body that was sent')
  assert.is(bodyOf(read(object('{"a":1}', 7))), '{"a":1}')
})

kept('a replacement character in place of bytes is told, unless it was sent', () => {
  isLost(object('{"a":"Z\ufffdrich"}'), 'U+FFFD')
  isLost(object('{"a":"Z\ufffdrich"}', 14), 'U+FFFD')
  assert.is(bodyOf(read(object('{"a":"Z\ufffdrich"}', 16))), '{"a":"Z\ufffdrich"}')
})

kept('dots in place of bytes are told with their place, where the tool writes them', () => {
  const body = '{"a":"Z..rich"}'
  const shown = message(body, body.length)
  const tools = [
    `===\nFollow: tcp,ascii\nFilter: tcp.stream eq 0\nNode 0: h:1\nNode 1: h:2\n600\n${shown}\n`,
    `08:21:34.695396 IP localhost.54818 > localhost.8797: Flags [P.], seq 1:683, length 682\nE.....@.@.\n.d%e....${shown}\n08:21:34.695407 IP localhost.8797 > localhost.54818: Flags [.], ack 683, length 0\n`,
    `T 127.0.0.1:1 -> 127.0.0.1:2 [AP]\n${shown}\n`,
  ]
  for (const text of tools) {
    isLost(text, 'together at byte 7')
    assert.is(bodyOf(read(text.replaceAll('Z..rich', 'Zurrich'))), '{"a":"Zurrich"}', text)
  }
  assert.is(bodyOf(read(shown)), body)
})

kept('a lone question mark behind a URL is told', () => {
  for (const text of [
    `POST http://h/a?\nAuthorization: ${line}\n\n{}`,
    JSON.stringify({ method: 'POST', url: 'http://h/a?', headers: { authorization: line }, body: '{}' }),
  ]) {
    assert.is(read(text).target, '/a?', text)
    assert.ok(noted(read(text)).includes('a question mark without a query'), text)
  }
  const flask = `INFO:root:{'method': 'POST', 'full_path': '/a', 'url': 'http://h/a?', 'headers': {'Authorization': '${line}'}, 'data': b'{}'}`
  assert.is(read(flask).target, '/a')
  assert.ok(noted(read(flask)).includes('the mark was removed'))
  assert.not.ok(noted(read(flask.replace('a?', 'a'))).includes('question mark'))
})

kept('a log of a server that only names lines is no request: what a refusal promises holds', () => {
  const text = `00000000:a.clireq[000b:ffffffff]: POST /v1/jobs HTTP/1.1\n00000000:a.clihdr[000b:ffffffff]: host: h\n`
  assert.not.ok(refusal(`x\n${text}`).includes('a request begins'))
})

const heads = [
  'a: |\n',
  `x\n-   ReqHeader      authorization: ${line}\n`,
  '{"log":"',
  `':method', 'POST'\n'authorization', '${line}'\n`,
  `data:\n  a: |\n    POST /a HTTP/1.1\n    Authorization: ${line}\n\n`,
]
const units = [
  'a: |\n',
  '- ',
  '- a:\n',
  '"',
  "'",
  `-   ReqHeader      a: b\n`,
  `'a', 'b'\n`,
  '{"log":"a\\n"}\n',
  '--> POST https://h ',
  '[truncated] authorization: ',
  '/a?b',
  'b"',
  '4141',
  '.',
  '{',
  '/a',
]

for (const head of heads)
  kept(`for long texts of one unit after ${JSON.stringify(head)}: in linear time`, () => {
    for (const unit of units) isQuick(readRequest, head, unit)
  })
