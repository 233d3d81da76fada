import { filesOf } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, suite } from '../../../support/suite.ts'
import { isSeen, read, refuses, type Seen } from './reading.ts'

const wget = suite('readWget')

// What Wget 1.21 sends, as seen on the wire.
const seen: ReadonlyArray<Seen> = [
  [
    `wget -qO- --method=post --header='Authorization: SVC a=b' --body-data='{"a":"é"}' 'http://h/v1/jobs?b=é x'`,
    'POST /v1/jobs?b=%C3%A9%20x',
    '{"a":"é"}',
    'SVC a=b',
  ],
  [`wget -q -O - --post-data '{"a":1}' h/a/../b`, 'POST /b', '{"a":1}'],
  ['$ wget -qO - h/a', 'GET /a', ''],
  ['wget --connect-timeout 5 --read-timeout=7 --bind-address 127.0.0.1 -nv -l 1 h/a', 'GET /a', ''],
  ['wget -q --spider http://h/a', 'HEAD /a', ''],
]

for (const row of seen) wget(`reads ${row[0]}`, () => isSeen(row))

wget('knows the host', () => assert.is(read('wget h/a').host, 'h'))

wget('names the file of the body', () => {
  assert.equal(filesOf(read('wget --post-file=job.json h/v1/jobs').body), ['job.json'])
  assert.is(read('wget --method PUT --body-file job.json h/v1/jobs').method, 'PUT')
})

wget('says what it cannot know', () => {
  refuses([
    ['wget -q', 'no URL'],
    ['wget h/a h/b', 'two URLs'],
    ['wget -i list h/a', 'the URLs are in another file'],
    ['wget --http-user me --http-password x h/a', 'waits for the server'],
    ['wget h/a --header', 'the argument of --header is missing'],
    ['wget --user=a --password=b h/a', 'waits for the server'],
    ['wget --body-data="$B" h/a', 'by a value here'],
  ])
})
