/** What people copy out of chats, mails, issues, documents, panels and result files is read as the request that was sent, or refused. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { copiedForms, escaped, messageOf, ofContainer, signed } from './copiedForms.ts'
import type { Printable } from './printers.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const copied = suite('readRequest: what people copy')

const bodies = fc.oneof(
  fc.json({ maxDepth: 2 }).filter((text) => /^\{"/.test(text) && !/\.\.|…|\ufffd| {2}|\u00a0/.test(text)),
  fc.constantFrom('{"z":"it\'s \\"q\\" ü 海 \\n","b":["c/d",7.0]}', '{"a":{"b":"<c> & %25 &lt; \\\\u0041"}}'),
)
const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    host: fc.constantFrom('api.example.com', '127.0.0.1:8787'),
    target: fc.constantFrom('/v1/jobs', '/v1/jobs?lang=en&tag=a%20b'),
    authorization: fc.constant(signed.authorization),
    body: bodies,
  },
  { noNullPrototype: true },
)

const example: Printable = {
  method: 'POST',
  host: 'api.example.com',
  target: '/v1/jobs?a=1&b=2',
  ...signed,
  body: '{"title":"a & b <c> \\"q\\" ü","stages":[{"n":1}]}',
}

for (const { name, print, lacksBody = false } of copiedForms)
  copied(`for all requests: ${name} is read back`, () =>
    forAll([requests], { numRuns: 12 }, (request) => {
      const text = print(request)
      const received = read(text)
      assert.equal([received.method, received.target], [request.method, request.target], text)
      assert.equal(received.authorization, [request.authorization], text)
      if (lacksBody) assert.equal([received.bodyMissing, bodyOf(received)], [true, ''], text)
      else assert.is(bodyOf(received), request.body, text)
    }),
  )

const proseBefore = [
  '',
  'Hello,\n\n',
  'Authorization is right, I think.\n\n',
  '<p>Hi</p>\n',
  '```\nother\n```\n\n',
  'Subject: 401\nFrom: a@b\n\n',
]
const proseAfter = [
  '',
  '\n',
  '\n\nBest regards\n',
  '\nINFO: Finished server process [19517]\n',
  '\n```\n{"error":1}\n```\n',
  '\n<p>bye</p>\n',
]

copied(
  'for all forms between the words of a person: the request is read, or is refused, and no other body is taken',
  () =>
    forAll(
      [fc.constantFrom(...copiedForms), requests, fc.constantFrom(...proseBefore), fc.constantFrom(...proseAfter)],
      { numRuns: 200 },
      ({ print }, request, before, after) => {
        const printed = print(request)
        // A document of JSON has no words round it.
        const text = /^[[{]/.test(printed) ? printed : before + printed + after
        const result = readRequest(Buffer.from(text))
        if (E.isLeft(result)) return
        const received = result.right
        assert.equal([received.target, received.authorization], [request.target, [request.authorization]], text)
        if (received.bodyMissing !== true) assert.is(bodyOf(received), request.body, text)
      },
    ),
)

copied('a fence within another text ends where its mark stands, and a mark within the body does not end it', () => {
  const measured = messageOf({ ...example, body: '{"a":"```x```"}' })
  assert.is(bodyOf(read(`\`\`\`http\n${measured}\n\`\`\`\n`)), '{"a":"```x```"}')
  const unmeasured = messageOf(example, false)
  for (const text of [
    `\`\`\`http\n${unmeasured}\n\`\`\``,
    `\`\`\`http\n${unmeasured}\`\`\``,
    `\`\`\`${unmeasured}\`\`\``,
  ])
    assert.is(bodyOf(read(`${text}\n\`\`\`\n{"error":1}\n\`\`\`\n`)), example.body, text)
})

copied('what Slack escapes is undone, where the length or a place outside of the body shows it', () => {
  for (const isMeasured of [true, false]) {
    const received = read(escaped(messageOf(example, isMeasured)))
    assert.equal([received.target, bodyOf(received)], [example.target, example.body])
    assert.match(noted(received), 'probably a chat program such as Slack has escaped these characters')
  }
  const get = read(`GET /v1/jobs?a=1&amp;b=2 HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n`)
  assert.is(get.target, '/v1/jobs?a=1&b=2')
  assert.is(read(`curl 'https://h/a?b=1&amp;c=2' -H 'Authorization: ${line}'`).target, '/a?b=1&c=2')
})

copied('what a caller may have sent with such escapes stays as it is', () => {
  const body = '{"title":"a &amp; b"}'
  const inBody = messageOf({ ...example, target: '/v1/jobs', body })
  assert.equal([bodyOf(read(inBody)), noted(read(inBody))], [body, ''])
  const unmeasured = read(messageOf({ ...example, target: '/v1/jobs', body }, false))
  assert.is(bodyOf(unmeasured), body)
  assert.match(noted(unmeasured), 'The body has &amp;, &lt; or &gt;, and was read as it is here')
  // An object keeps the body in quotes, so nothing is said of it.
  const object = JSON.stringify({ method: 'POST', url: 'https://h/a', headers: { authorization: line }, body })
  assert.equal([bodyOf(read(object)), noted(read(object))], [body, ''])
  // Wrong in one way: an & that is not escaped.
  for (const target of ['/v1/jobs?a=1&amp;b=2&c=3', '/v1/jobs?a=%26amp;b'])
    assert.is(read(messageOf({ ...example, target, body: '{}' })).target, target)
  // Written as the note says.
  assert.is(
    read(messageOf({ ...example, target: '/v1/jobs?a=1&amp;amp;b=2', body: '{}' })).target,
    '/v1/jobs?a=1&amp;b=2',
  )
})

/** As a mail program breaks lines at this width: at a blank, or in a long word if it is told so. */
const wrapped = (text: string, width: number, breaksWords: boolean): string =>
  text
    .split('\n')
    .flatMap((textLine) => {
      const lines: Array<string> = []
      let rest = textLine
      while (rest.length > width) {
        const blank = rest.lastIndexOf(' ', width)
        const at = blank > 0 ? blank : breaksWords ? width : rest.indexOf(' ')
        if (at < 0) break
        lines.push(rest.slice(0, at))
        rest = rest.slice(rest[at] === ' ' ? at + 1 : at)
      }
      return [...lines, rest]
    })
    .join('\n')

copied('for all bodies: a mail without marks is read in whole lines, and a body that was broken is never taken', () =>
  forAll([bodies, fc.constantFrom(66, 72, 76), fc.boolean(), fc.boolean()], (body, width, breaksWords, isMeasured) => {
    const sent = { ...example, body }
    const mail = `Hello,\n\nwe send this:\n\n${wrapped(messageOf(sent, isMeasured), width, breaksWords)}`
    const received = read(mail)
    assert.equal([received.target, received.authorization], [sent.target, [sent.authorization]], mail)
    assert.match(noted(received), 'Probably a mail program has broken long lines')
    if (received.bodyMissing !== true) assert.is(bodyOf(received), body, mail)
  }),
)

copied('words of a person behind the body of a mail or a page are no part of it', () => {
  const mail = `Hello,\n\n${wrapped(messageOf(example, false), 72, true)}\n\nBest regards\n`
  assert.is(read(mail).bodyMissing, true)
  const page = messageOf(example, false)
    .split('\n')
    .map((text) => `<p>${escaped(text) || '&nbsp;'}</p>`)
  assert.is(bodyOf(read(`<div>${page.join('')}</div>`)), example.body)
  assert.is(read(`<div>${page.join('')}<p>Best regards</p></div>`).bodyMissing, true)
})

copied(
  'a signature that the caller has broken into lines is not taken for a line that a mail program has broken',
  () => {
    const broken = `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line.replace('AA==', `${'A'.repeat(76)}\nAA==`)}\n\n{}`
    assert.match(noted(read(broken)), 'The Authorization header is broken into several lines')
  },
)

copied('lines that begin like the headers panel and have a body are not taken for the panel', () => {
  const printed = `Request URL: https://h/a\nRequest Method: POST\nAuthorization: ${line}\nContent-Length: 7\nBody: {"a":1}\n`
  assert.equal([read(printed).target, bodyOf(read(printed))], ['/a', '{"a":1}'])
})

copied('text in UTF-16 is converted, with a byte order mark and without, and the note says so', () => {
  const text = messageOf(example)
  const little = Buffer.from(text, 'utf16le')
  for (const bytes of [
    Buffer.concat([Buffer.of(0xff, 0xfe), little]),
    little,
    Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(little).swap16()]),
    Buffer.from(little).swap16(),
  ]) {
    const received = read(bytes)
    assert.equal([received.target, bodyOf(received)], [example.target, example.body])
    assert.match(noted(received), 'The text is in UTF-16')
  }
  assert.not.match(noted(read(text)), 'UTF-16')
})

copied('parts of lines of two streams are joined each with its own', () => {
  const parts = ofContainer(messageOf(example), 60).trimEnd().split('\n')
  const received = read(parts.flatMap((part) => [part, '2026-11-30T08:15:30.1Z stderr F another program']).join('\n'))
  assert.is(received.authorization[0], example.authorization)
  assert.is(bodyOf(received), example.body)
})

copied('for all widths: the parts of a long line in records of Docker and of Fluent Bit are joined', () =>
  forAll([bodies, fc.integer({ min: 40, max: 400 })], (body, width) => {
    const sent = { ...example, body }
    const partsOf = (text: string): ReadonlyArray<string> =>
      text.split('\n').flatMap((textLine) => `${textLine}\n`.match(new RegExp(`[\\s\\S]{1,${width}}`, 'gu')) ?? [])
    const docker = partsOf(messageOf(sent)).map((log) => JSON.stringify({ log, stream: 'stdout', time: '2026' }))
    const fluent = partsOf(messageOf(sent)).map((log) =>
      JSON.stringify({ log: log.replace('\n', ''), stream: 'stdout', logtag: log.endsWith('\n') ? 'F' : 'P' }),
    )
    for (const records of [docker, fluent]) {
      const received = read(records.join('\n'))
      assert.equal([received.target, received.authorization], [sent.target, [sent.authorization]])
      assert.is(bodyOf(received), body)
    }
  }),
)

copied('a file of captured packets is refused with the command that prints it', () => {
  for (const magic of ['d4c3b2a1', 'a1b2c3d4', '4d3cb2a1', 'a1b23c4d', '0a0d0d0a'])
    assert.match(refusal(Buffer.from(`${magic}02000400`, 'hex')), /tshark -r FILE -Y http\.request -T pdml/)
})
