import type { Received } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, suite } from '../../../support/suite.ts'
import * as reading from './reading.ts'

const { line, noted, refusal } = reading

const read = (value: unknown): Received => reading.read(JSON.stringify(value, null, 2))

const request = {
  method: 'POST',
  url: 'https://h.example/v1/jobs?a=1&b=%20',
  httpVersion: 'http/2.0',
  headers: [
    { name: ':path', value: '/v1/jobs' },
    { name: 'authorization', value: line },
  ],
  postData: { mimeType: 'application/json', text: '{"a":"é"}' },
}
const other = { method: 'GET', url: 'https://h.example/', headers: [] }

const har = suite('readHar')

har('reads the request with an Authorization header, from an archive, an entry or alone', () => {
  for (const value of [{ log: { entries: [{ request: other }, { request }] } }, { request }, request]) {
    const received = read(value)
    assert.equal([received.method, received.target, received.host], ['POST', '/v1/jobs?a=1&b=%20', 'h.example'])
    assert.equal(received.authorization, [line])
    assert.is(reading.bodyOf(received), '{"a":"é"}')
  }
  assert.match(noted(read({ log: { entries: [{ request }, { request: other }] } })), /2 requests/)
})

har(
  'the text of a body in an archive is the body, also a word for nothing and a line of marks; elsewhere a program may print these',
  () => {
    for (const text of ['null', 'None', '----', '{"a":1}\n----\n']) {
      const withText = { ...request, postData: { mimeType: 'application/json', text } }
      const received = reading.read(reading.archiveOf(withText))
      assert.equal([reading.bodyOf(received), noted(received)], [text, ''])
      // Wrong in one way: the same request, but not in an archive.
      assert.is.not(reading.bodyOf(read({ request: withText })), text)
    }
  },
)

har('says that a browser may have left the header out', () =>
  assert.match(noted(reading.read(reading.archiveOf(other))), /sanitized HAR/),
)

har('reads what Postman and Insomnia export, if the whole request is in it', () => {
  const headers = [
    { key: 'Authorization', value: line },
    { key: 'Authorization', value: 'x', disabled: true },
  ]
  const raw = '{"a":"é"}'
  const inPostman = { method: 'POST', header: headers, url: { raw: request.url }, body: { mode: 'raw', raw } }
  const inInsomnia = { ...request, _type: 'request', postData: undefined, body: { text: raw } }
  for (const exported of [{ item: [{ item: [{ request: inPostman }] }] }, { resources: [inInsomnia] }]) {
    const received = read({ info: {}, ...exported })
    assert.equal([received.method, received.target, received.host], ['POST', '/v1/jobs?a=1&b=%20', 'h.example'])
    assert.equal([received.authorization, reading.bodyOf(received)], [[line], raw])
  }
  const refused = (change: object) => refusal(JSON.stringify({ item: [{ request: { ...inPostman, ...change } }] }))
  assert.match(refused({ url: '{{base}}/v1/jobs' }), /replaces a placeholder such as \{\{…\}\}/)
  assert.match(refused({ body: { mode: 'formdata', formdata: [] } }), /the body of this request is not text/)
})

har('refuses other JSON', () => {
  for (const text of ['{', '{"log":{"entries":[]}}', '{"request":{"method":1,"url":"https://h/"}}'])
    assert.match(refusal(text), /(no|not an) HTTP archive/)
  assert.match(refusal('{"method":"GET","url":"ftp://h","headers":[]}'), /does not begin with http/)
})

const parsedQuery = { method: 'GET', httpMethod: 'GET', path: '/v1/jobs', headers: { authorization: line }, body: '' }

har('joins the parameters of a load balancer, which leaves them as they were sent', () => {
  const elb = { requestContext: { elb: {} }, ...parsedQuery }
  for (const parameters of [
    { queryStringParameters: { state: 'done', tag: 'caf%C3%A9' } },
    { multiValueQueryStringParameters: { state: ['done'], tag: ['caf%C3%A9'] } },
  ]) {
    const received = read({ ...elb, ...parameters })
    assert.is(received.target, '/v1/jobs?state=done&tag=caf%C3%A9')
    assert.match(noted(received), 'The query was joined from the parameters')
  }
  for (const parameters of [{}, { queryStringParameters: {} }, { queryStringParameters: null }])
    assert.is(read({ ...elb, ...parameters }).target, '/v1/jobs')
})

har('refuses a query of which only parsed parameters are there, and reads it behind the path', () => {
  for (const parameters of [{ query: { tag: 'café' } }, { queryStringParameters: { tag: 'café' } }]) {
    assert.match(
      refusal(JSON.stringify({ requests: [{ ...parsedQuery, ...parameters }] })),
      'this text has the query only as parsed parameters',
    )
    assert.is(read({ ...parsedQuery, ...parameters, path: '/v1/jobs?tag=caf%C3%A9' }).target, '/v1/jobs?tag=caf%C3%A9')
    assert.is(read({ ...parsedQuery, ...parameters, rawQueryString: 'tag=caf%C3%A9' }).target, '/v1/jobs?tag=caf%C3%A9')
  }
})

har('decodes the Base64 of a target of vegeta, unless its Content-Length is that of the text', () => {
  const target = (length: ReadonlyArray<string>): object => ({
    method: 'POST',
    url: 'http://h/v1/forms',
    header: { Authorization: [line], ...(length.length === 0 ? {} : { 'Content-Length': length }) },
    body: 'cHJvbXB0PWNhZg==',
  })
  for (const length of [[], ['10']]) {
    const received = read(target(length))
    assert.is(reading.bodyOf(received), 'prompt=caf')
    assert.match(noted(received), 'It was decoded')
  }
  assert.is(reading.bodyOf(read(target(['16']))), 'cHJvbXB0PWNhZg==')
})

har('reads the body of an entry whose request has the pseudo-headers of HTTP/2', () => {
  const pseudoHeaders = [
    { name: ':authority', value: 'h.example' },
    { name: ':method', value: 'POST' },
    { name: ':path', value: '/v1/jobs?a=1&b=%20' },
    { name: ':scheme', value: 'https' },
  ]
  const inHttp2 = { ...request, headers: [...pseudoHeaders, { name: 'authorization', value: line }] }
  const { method: _, url: __, ...withoutLine } = inHttp2
  for (const whole of [inHttp2, withoutLine])
    for (const value of [{ log: { entries: [{ request: other }, { request: whole }] } }, { request: whole }, whole]) {
      const received = read(value)
      assert.equal([received.method, received.target], ['POST', '/v1/jobs?a=1&b=%20'])
      assert.is(reading.bodyOf(received), '{"a":"é"}')
    }
})
