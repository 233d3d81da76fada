import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { filesOf, inWords, type Received } from '../../../../src/kit/diagnosis/Received.ts'
import { suite } from '../../../support/suite.ts'

const read = (text: string): Received => {
  const received = readRequest(Buffer.from(text))
  if (E.isLeft(received)) throw new Error(`${text}: ${inWords(received.left)}`)
  return received.right
}
const refusal = (text: string): string => {
  const received = readRequest(Buffer.from(text))
  return E.isLeft(received) ? inWords(received.left) : 'not refused'
}

const wget = suite('readWget')

// What Wget 1.21 sends, as seen on the wire.
const seen: ReadonlyArray<readonly [command: string, requestLine: string, body: string, authorization?: string]> = [
  [
    `wget -qO- --method=post --header='Authorization: SVC a=b' --body-data='{"a":"é"}' 'http://h/v1/jobs?b=é x'`,
    'POST /v1/jobs?b=%C3%A9%20x',
    '{"a":"é"}',
    'SVC a=b',
  ],
  [`wget -q -O - --post-data '{"a":1}' h/a/../b`, 'POST /b', '{"a":1}'],
  ['$ wget -qO - h/a', 'GET /a', ''],
  ['wget -q --spider http://h/a', 'HEAD /a', ''],
]

for (const [command, requestLine, body, authorization] of seen)
  wget(`reads ${command}`, () => {
    const received = read(command)
    assert.is(`${received.method} ${received.target}`, requestLine)
    assert.is(received.host, 'h')
    assert.ok(received.body._tag === 'Bytes')
    assert.is(received.body._tag === 'Bytes' && Buffer.from(received.body.bytes).toString(), body)
    assert.equal(received.authorization, authorization === undefined ? [] : [authorization])
  })

wget('names the file of the body', () => {
  assert.equal(filesOf(read('wget --post-file=job.json h/v1/jobs').body), ['job.json'])
  assert.is(read('wget --method PUT --body-file job.json h/v1/jobs').method, 'PUT')
})

wget('says what it cannot know', () => {
  for (const [command, what] of [
    ['wget -q', 'no URL'],
    ['wget h/a h/b', 'two URLs'],
    ['wget --user=a --password=b h/a', 'waits for the server'],
    ['wget --body-data="$B" h/a', 'a shell puts a value in'],
  ] as const)
    assert.ok(refusal(command).includes(what), `${command}: ${refusal(command)}`)
})

wget.run()
