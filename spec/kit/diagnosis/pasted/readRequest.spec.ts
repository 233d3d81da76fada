/**
 * `readRequest` takes whatever a person pastes, finds its form, and reads the request: a command of curl, a message of HTTP, a command of
 * this project. A text of another form is refused with what it is. The readers of the single forms have specs of their own.
 */
import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { filesOf } from '../../../../src/kit/diagnosis/Received.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { countersign, file, privateKey } from '../../../apps/cli/command.ts'
import * as like from '../../../support/lookalikes.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, isQuick, line, noted, read, refuses } from './reading.ts'

const reading = suite('readRequest')

reading('takes a text that begins with curl for a command', () => {
  for (const text of [
    'curl h/a -d b',
    '\n\r\n  curl h/a -d b',
    '\ufeff$ curl h/a -d b',
    '/usr/bin/curl h/a -d b',
    'C:\\Windows\\curl.exe h/a -d b'.replaceAll('\\', '\\\\'),
    'TOKEN=x curl h/a -d b',
    'curl \\\n h/a -d b',
    'curl\th/a -d b',
    'curl -v h/a -d b\n* Connected\n> POST /other HTTP/1.1\n>\n',
  ]) {
    assert.is(read(text).target, '/a', text)
    assert.is(bodyOf(read(text)), 'b', text)
  }
})

reading('takes anything else for a message, even one whose method is curl', () => {
  for (const text of ['POST /a HTTP/1.1\n\nb', '\ncurl /a HTTP/1.1\n\nb', ':method: X\n:path: /a\n\nb'])
    assert.is(bodyOf(read(text)), 'b', text)
  assert.is(read('> GET /a HTTP/1.1\n> Host: h\n>\n').host, 'h')
})

reading('for all methods and targets: sees a message in a request line', () =>
  forAll([like.methodText(), arb.target()], (method, target) => {
    const received = read(`${method} ${target} HTTP/1.1\r\n\r\n`)
    assert.is(received.method, method)
    assert.is(received.target, target)
  }),
)

reading('reads what a browser copies as cURL (bash)', () => {
  const chrome = `curl 'https://h.example/v1/jobs?a=1&b=%20' \\
  -H 'accept: application/json' \\
  -H 'authorization: SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA==' \\
  -H 'content-type: application/json' \\
  -b 'c=d' \\
  --data-raw $'{"text":"it\\'s \\u0021"}'`
  const firefox = `curl 'https://h.example/v1/jobs?a=1&b=%20' --compressed -X POST -H 'User-Agent: x' -H 'Authorization: SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA==' -H 'Content-Type: application/json' --data-raw '{"text":"it'"'"'s !"}'`
  for (const text of [chrome, firefox, chrome.replaceAll('\n', '\r\n')]) {
    const received = read(text)
    assert.is(received.method, 'POST')
    assert.is(received.target, '/v1/jobs?a=1&b=%20')
    assert.is(received.host, 'h.example')
    assert.equal(received.authorization, [line])
    assert.is(bodyOf(received), `{"text":"it's !"}`)
    assert.is(received.notes, undefined)
  }
})

reading("reads this project's own command", async () => {
  const path = file("it's a job.json", '{}\n')
  const url = 'http://127.0.0.1:8080/v1/../jobs/[1]?q=\'"#f'
  const args = ['sign', '--private-key', privateKey, '--app-id', 'app-1', '--url', url, '--body', path]
  const fixed = ['--timestamp', '1700000000', '--nonce', 'n-1']
  const signed = async (method: string, output: string): Promise<string> =>
    (await countersign([...args, ...fixed, '--method', method, '--output', output])).out
  for (const method of ['POST', 'DELETE']) {
    const received = read(await signed(method, 'curl'))
    const { authorization, target } = JSON.parse(await signed(method, 'json'))
    assert.is(received.method, method)
    assert.is(received.target, target)
    assert.is(received.host, '127.0.0.1:8080')
    assert.equal(received.authorization, [authorization])
    assert.equal(filesOf(received.body), [path])
    assert.is(received.notes, undefined)
  }
})

reading('says what other forms are, and what to copy instead', () => {
  refuses([
    ['curl https://h `\r\n -H a', 'PowerShell'],
    ['POST\n/v1/jobs\n1795888889\nn-1\n{}', 'this is the text that a caller signs, not a request'],
    ['aws h', 'countersign serve --keep FOLDER'],
    ['$session = New-Object a', 'there is no Invoke-WebRequest'],
    ['type: collection.insomnia.rest/5.0\nname: a', 'no request that can be read here'],
    ['Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nHTTPError: 401', 'the trace of an error'],
    [
      'file:///a/client.mjs:12\n    throw error\n\nAxiosError: 401\n    at settle (file:///a.js:1:2)',
      'the trace of an error',
    ],
    ['requests.exceptions.HTTPError: 401 Client Error: for url: http://h/x', 'the trace of an error'],
    ['Traceback (most recent call last):\nHTTPError: 401\n> POST /x HTTP/1.1\r\n> Host: h', 'begins in line 3'],
    ['$ ./send.sh\n\ncurl h/x', 'a request begins in line 3'],
    ['HTTP/1.1 200 OK\n\n', 'a response'],
    ['', 'no request'],
    ['{"a":1}', 'not an HTTP archive'],
  ])
  assert.match(noted(read(Buffer.from('\ufeffcurl h', 'utf16le'))), 'UTF-16')
})

reading('for all bytes: answers, and in linear time', async () => {
  await forAll([fc.uint8Array()], (bytes) => void readRequest(bytes))
  await forAll([like.anyText()], (text) => void readRequest(Buffer.from(text)))
  for (const unit of [' ', '\n', '\r', '/', '\\', 'a', 'curl', 'curl/', '/curl\\', 'a=', '$ ', '> ', '* ', 'é'])
    isQuick(readRequest, '', unit)
})
