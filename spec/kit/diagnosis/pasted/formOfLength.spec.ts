/** A form that was found by its length, or as the only one in a text, is the body: never a header, a part of the response or of an archive. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read } from './reading.ts'

const forms = suite('readRequest: a form without a place of its own')

const json = (value: unknown): string => JSON.stringify(value)
const formType = 'application/x-www-form-urlencoded'

type Header = readonly [name: string, value: string]

interface Answer {
  readonly status: number
  readonly headers: ReadonlyArray<unknown>
  readonly content: object
}

const entryOf = (headers: ReadonlyArray<Header>, content: object): object => ({
  request: {
    method: 'POST',
    url: 'https://h/v1/jobs',
    headers: [['Authorization', line] as const, ...headers].map(([name, value]) => ({ name, value })),
  },
  response: { status: 401, headers: [], content } satisfies Answer,
})

const form = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.stringMatching(/^[a-z0-9]{1,6}$/)), {
    minLength: 2,
    maxLength: 3,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** The headers of a request that may hold a text with the form of a body. */
const headerNames = ['Cookie', 'X-Trace', 'Referer', 'X-Body', 'traceparent']

forms('for all forms in a header or the response of an archive: an archive without a body has none that is known', () =>
  forAll([form, fc.constantFrom(...headerNames), fc.boolean()], { numRuns: 60 }, (value, name, hasLength) => {
    const announced: ReadonlyArray<Header> = [
      ['Content-Type', formType],
      ['Content-Length', hasLength ? String(value.length) : '0'],
    ]
    const inHeader = entryOf([...announced, [name, value]], {})
    const inResponse = entryOf(announced, { text: `x ${value}`, size: value.length + 2 })
    for (const entry of [inHeader, inResponse])
      for (const text of [json({ log: { entries: [entry] } }), json(entry), json(entry).replaceAll('":"', '": "')]) {
        const received = read(text)
        assert.is(bodyOf(received), '', text)
        if (hasLength) assert.is(received.bodyMissing, true)
      }
  }),
)

forms('the empty content of a response in an archive is no body of the request', () => {
  for (const content of [{}, { text: '{}' }, { size: 2, mimeType: 'x' }]) {
    const entry = entryOf([['Content-Length', '2']], content)
    for (const text of [json({ log: { entries: [entry] } }), json({ log: { version: '1.2', entries: [entry] } })]) {
      const received = read(text)
      assert.equal([bodyOf(received), received.bodyMissing], ['', true], text)
      assert.match(noted(received), 'No body was recognized')
    }
  }
})

const printers: ReadonlyArray<(headers: ReadonlyArray<Header>, rest: string) => string> = [
  (headers, rest) => `INFO POST /v1/jobs HTTP/1.1\n${headers.map((pair) => `${pair.join(': ')}\n`).join('')}\n${rest}`,
  (headers, rest) =>
    `Method: POST\nURL: https://h/v1/jobs\nHeaders: { ${headers.map(([name, value]) => `${name}: '${value}'`).join(', ')} }\n${rest}`,
  (headers, rest) =>
    `flutter: POST https://h/v1/jobs\nflutter: {${headers.map((pair) => pair.join(': ')).join(', ')}}\n${rest}`,
  (headers, rest) =>
    `POST https://h/v1/jobs [${headers.map(([name, value]) => `${name}:"${value}"`).join(', ')}] ${rest}`,
  (headers, rest) => `[Request] POST https://h/v1/jobs ${json(Object.fromEntries(headers))} sent\n${rest}`,
]

forms(
  'for all forms: the value of a header is not the body of a printed request, and neither is a part of the response',
  () =>
    forAll(
      [form, fc.constantFrom(...headerNames), fc.constantFrom(...printers), fc.boolean()],
      { numRuns: 100 },
      (value, name, print, hasLength) => {
        const headers: ReadonlyArray<Header> = [
          ['Authorization', line],
          ['Content-Type', formType],
          ...(hasLength ? ([['Content-Length', String(value.length)]] as const) : []),
          [name, value],
        ]
        const received = read(print(headers, ''))
        assert.equal([bodyOf(received), received.bodyMissing], ['', true], print(headers, ''))
        const answered = print(headers.slice(0, -1), `\nHTTP/1.1 401 Unauthorized\nServer: h\n\n${value}\n`)
        assert.equal([bodyOf(read(answered)), read(answered).bodyMissing], ['', true], answered)
      },
    ),
)

forms(
  'for all forms: beside a header with another form, the form behind its name or alone is the body, and a note says so',
  () =>
    forAll(
      [form, form, fc.constantFrom(...printers.slice(1)), fc.constantFrom('payload=', 'seen: ', '')],
      { numRuns: 60 },
      (body, cookie, print, before) => {
        const headers: ReadonlyArray<Header> = [
          ['Authorization', line],
          ['Cookie', cookie],
          ['Content-Type', formType],
          ['Content-Length', String(body.length)],
        ]
        const received = read(print(headers, `${before}${body}\n`))
        assert.is(bodyOf(received), body, print(headers, `${before}${body}\n`))
      },
    ),
)

forms('a field of a form with the name of a header is of the form', () => {
  for (const body of ['a=0&te=a', 'date=1&b=2', 'from=a&x-y=b']) {
    const text = `flutter: POST https://h/v1/jobs\nflutter: {Authorization: ${line}, Content-Type: ${formType}}\nflutter: ${body}\n`
    assert.is(bodyOf(read(text)), body)
  }
  const java = `sent POST https://h/v1/jobs {Cookie=a=1&b=2, Content-Type=${formType}, Authorization=${line}}\n`
  assert.is(read(java).bodyMissing, true)
})

forms('a form that only the text shows is told in a note', () => {
  const shown = (length: ReadonlyArray<Header>): string =>
    `flutter: POST https://h/v1/jobs\nflutter: {Authorization: ${line}, Content-Type: ${formType}${length.map(([name, value]) => `, ${name}: ${value}`)}}\nflutter: a=1&b=2\n`
  assert.match(noted(read(shown([]))), 'It is the only text of this kind here')
  assert.match(noted(read(shown([['Content-Length', '7']]))), 'It has the Content-Length')
})

forms(
  'a form behind the object of a request is the body if the object has no status, and of the response if it has one',
  () => {
    const inspected = (status: string): string =>
      `<ref *1> IncomingMessage {\n  rawHeaders: [\n    'Authorization',\n    '${line}',\n    'Content-Type',\n    '${formType}',\n    'Content-Length',\n    '7'\n  ],\n  url: '/v1/jobs',\n  method: 'POST',\n  statusCode: ${status},\n  statusMessage: null\n}\na=1&b=2`
    for (const status of ['null', 'undefined']) assert.is(bodyOf(read(inspected(status))), 'a=1&b=2', status)
    assert.is(read(inspected('401')).bodyMissing, true)
  },
)
