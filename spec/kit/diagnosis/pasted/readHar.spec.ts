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

har('says that a browser may have left the header out', () =>
  assert.match(noted(read({ log: { entries: [{ request: other }] } })), /sanitized HAR/),
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
  assert.match(refused({ url: '{{base}}/v1/jobs' }), /a value in \{\{…\}\} is put in when/)
  assert.match(refused({ body: { mode: 'formdata', formdata: [] } }), /the body of this request is not text/)
})

har('refuses other JSON', () => {
  for (const text of ['{', '{"log":{"entries":[]}}', '{"request":{"method":1,"url":"https://h/"}}'])
    assert.match(refusal(text), /(no|not an) HTTP archive/)
  assert.match(refusal('{"method":"GET","url":"ftp://h","headers":[]}'), /not one of http/)
})
