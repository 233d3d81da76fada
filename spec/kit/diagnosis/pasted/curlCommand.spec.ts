import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { ofText } from '../../../../src/core/Bytes.ts'
import { curlCommand, dataOf } from '../../../../src/kit/diagnosis/pasted/curlCommand.ts'
import { readCurl } from '../../../../src/kit/diagnosis/pasted/readCurl.ts'
import { contentOf } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, forAll, right, suite } from '../../../support/suite.ts'

const url = "https://jobs.example/a/../b?x=[1]&y='#part"
const authorization = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1,signature=AAAA'
const readBack = (method: string, body: Uint8Array) =>
  right(readCurl(right(ofText(curlCommand({ method, url, authorization, data: dataOf(body, 'body.bin') })))))

const command = suite('the curl command')

command('sends method, target, header and body as they were signed', () => {
  const body = right(ofText(`{"a":"it's \\u0041 $HOME \`x\`!"}\n`))
  const read = readBack('POST', body)
  assert.is(read.method, 'POST')
  assert.is(read.target, "/a/../b?x=[1]&y='")
  assert.equal(read.authorization, [authorization])
  assert.equal(contentOf(read.body), E.right(body))
})

command('names a file for bytes that a shell would change', () => {
  for (const body of [Uint8Array.of(0), Uint8Array.of(0xff), Uint8Array.of(0x0d, 0x0a), right(ofText('@home'))])
    assert.is(readBack('PUT', body).body._tag, 'Files')
})

command('has no body where there is none', () => {
  assert.equal(contentOf(readBack('GET', new Uint8Array(0)).body), E.right(new Uint8Array(0)))
  assert.is(readBack('HEAD', new Uint8Array(0)).method, 'HEAD')
})

command('sends a body with HEAD too, which curl refuses beside --head', () => {
  const body = right(ofText('{"a":1}'))
  const read = readBack('HEAD', body)
  assert.equal([read.method, contentOf(read.body)], ['HEAD', E.right(body)])
  assert.match(curlCommand({ method: 'HEAD', url, authorization }), / --head /)
})

command('for all texts: the body that is sent is the body, or a file', () =>
  forAll([fc.string({ unit: 'grapheme' })], (text) => {
    const body = right(ofText(text))
    const read = readBack('POST', body)
    if (read.body._tag === 'Bytes') assert.equal(read.body.bytes, body)
  }),
)
