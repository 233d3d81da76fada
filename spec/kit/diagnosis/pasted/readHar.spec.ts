import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { inWords, type Received } from '../../../../src/kit/diagnosis/Received.ts'
import { suite } from '../../../support/suite.ts'

const read = (value: unknown): Received => {
  const received = readRequest(Buffer.from(JSON.stringify(value, null, 2)))
  if (E.isLeft(received)) throw new Error(inWords(received.left))
  return received.right
}
const refusal = (text: string): string => {
  const received = readRequest(Buffer.from(text))
  return E.isLeft(received) ? inWords(received.left) : 'not refused'
}

const line = 'SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA=='
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
    assert.is(received.body._tag === 'Bytes' && Buffer.from(received.body.bytes).toString(), '{"a":"é"}')
  }
  assert.match(read({ log: { entries: [{ request }, { request: other }] } }).notes?.join() ?? '', /2 requests/)
})

har('says that a browser may have left the header out', () =>
  assert.match(read({ log: { entries: [{ request: other }] } }).notes?.join() ?? '', /sanitized HAR/),
)

har('refuses other JSON', () => {
  for (const text of ['{', '{"log":{"entries":[]}}', '{"request":{"method":1,"url":"https://h/"}}'])
    assert.match(refusal(text), /no HTTP archive/)
  assert.match(refusal('{"method":"GET","url":"ftp://h"}'), /not one of http/)
})

har.run()
