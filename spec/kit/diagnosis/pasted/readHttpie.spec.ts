import { filesOf } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, suite } from '../../../support/suite.ts'
import { isSeen, line, noted, read, refuses, type Seen } from './reading.ts'

const httpie = suite('readHttpie')

// What HTTPie 3.2.4 sends, as seen on the wire.
const seen: ReadonlyArray<Seen> = [
  [
    `http POST h/v1/jobs Authorization:'${line}' request_id=1 stages:='[]'`,
    'POST /v1/jobs',
    '{"request_id": "1", "stages": []}',
    line,
  ],
  [
    `http --ignore-stdin POST h/x o:='{"b":[1,2],"a":"é"}' t=é/x`,
    'POST /x',
    '{"o": {"b": [1, 2], "a": "\\u00e9"}, "t": "\\u00e9/x"}',
  ],
  [`http h/v1/jobs?a=b q==é\\ x 'r==[]'`, 'GET /v1/jobs?a=b&q=%C3%A9+x&r=%5B%5D', ''],
  [`http POST 'h/a/../b/./c?y=ü' --raw '{"a":1}'`, 'POST /b/c?y=%C3%BC', '{"a":1}'],
  [`http POST 'h/a' --raw='{"a":1}'`, 'POST /a', '{"a":1}'],
  [`http -f POST h/v1/jobs a='é b' c=d~*`, 'POST /v1/jobs', 'a=%C3%A9+b&c=d~%2A'],
  ['http -a u:p h/x', 'GET /x', '', 'Basic dTpw'],
  ['http -au:p h/x', 'GET /x', '', 'Basic dTpw'],
  ['http -A bearer -a tok h/x', 'GET /x', '', 'Bearer tok'],
  ['http POST h/x', 'POST /x', ''],
  ['http patch h/x a=1 a=2', 'PATCH /x', '{"a": "2"}'],
  [`http h.example "a= b " 'Authorization: x y '`, 'POST /', '{"a": " b "}', 'x y'],
  [`http POST "h/x'y?z='q'" a=1`, "POST /x'y?z='q'", '{"a": "1"}'],
  ["http POST h/x 'a\\=b=c' 'X-Y;'", 'POST /x', '{"a=b": "c"}'],
]

for (const row of seen) httpie(`reads ${row[0]}`, () => isSeen(row))

httpie('knows the short forms of a URL, and https', () => {
  assert.equal([read('http :3000/x').host, read('http :3000/x').target], ['localhost:3000', '/x'])
  assert.equal([read('http :/x').host, read('http :/x').target], ['localhost', '/x'])
  assert.is(read('https h/x').url, 'https://h/x')
  assert.is(read('$ http h/x Host:other').host, 'other')
})

httpie('names the file of the body', () => {
  assert.equal(filesOf(read('http POST h/v1/jobs @job.json').body), ['job.json'])
})

httpie('says where numbers are written anew', () =>
  assert.match(noted(read('http POST h/x n:=1.50')), /a fraction or an exponent/),
)

httpie('says what it cannot know', () => {
  refuses([
    ['http', 'no request line'],
    ['http POST h/x a', 'none of the separators'],
    ['http POST h/x a:=b', 'is not JSON'],
    ['http POST h/x a[b]=c', 'nested JSON'],
    ['http POST h/x a=@b', 'value from a file'],
    ['http POST h/x a@b', 'value from a file'],
    ['http POST h/x a:@b', 'is in a file'],
    ['http -x POST h/x a=b', '--compress'],
    ['http --multipart POST h/x a=b', '--multipart'],
    ['http -a user h/x', 'password'],
    ['http POST h/x < job.json', 'reads another file with <'],
    ['http POST h/x a="$b"', 'by a value here'],
    ['http --json', 'no URL'],
    ['http POST h/x --raw', 'the argument of --raw is missing'],
    ['http -f POST h/x a:=1', 'cannot have items with :='],
  ])
})
