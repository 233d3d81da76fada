/**
 * Mistakes that callers of signed APIs report in public, each rebuilt in one request: what was sent, what was signed, and the
 * cause that is told, exactly.
 */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const nonce = 'a1b2c3d4-e5f6'
const job = '{"request_id":"1001","stages":[{"type":"INPUT_INITIALIZE"}]}'

/** What arrived. */
interface Sent {
  readonly target?: string
  readonly body?: string
}

/** The ids of an exact report, joined; in front of others, how certain it is. */
const toldOf = ({ target = '/v1/jobs', body = '' }: Sent, signed: string): string => {
  const authorization = [line(signatureOf(signed), nonce)]
  const content = new Uint8Array(Buffer.from(body))
  const request = { method: 'POST', target, authorization, body: content, keys, now }
  const { exact, recovered, findings } = diagnose(request, hash, 400_000_000)
  const ids = findings.map(({ id }) => id).join('+')
  return exact ? ids : `${recovered ? 'recovered' : 'not found'} ${ids}`
}

const reports = suite('reports of callers')

/** One part was signed in another text. */
const ofTargets: ReadonlyArray<readonly [name: string, sent: string, signed: string, told: string]> = [
  ['a verb behind a colon, escaped', '/v1/jobs/8812:cancel', '/v1/jobs/8812%3Acancel', 'target-reencoded'],
  ['an address in a segment', '/v1/users/a@b=c', '/v1/users/a%40b%3Dc', 'target-reencoded'],
  ['brackets in a segment', '/v1/files/a(1)', '/v1/files/a%281%29', 'target-reencoded'],
  ['an apostrophe in a segment', "/v1/it's", '/v1/it%27s', 'target-reencoded'],
  ['a proxy decoded a comma', '/v1/jobs/1,2', '/v1/jobs/1%2C2', 'target-reencoded'],
  ['a proxy decoded a slash', '/v1/files/a/b', '/v1/files/a%2Fb', 'target-reencoded'],
  ['a proxy merged two slashes', '/v1/jobs/7', '/v1//jobs/7', 'target-double-slash'],
  ['some escapes of a time with its zone', '/v1/jobs?at=10%3A00%2B08', '/v1/jobs?at=10:00%2B08', 'target-reencoded'],
  ['GBK before the escapes', '/v1/jobs?t=%E7%81%AF', '/v1/jobs?t=%B5%C6', 'target-reencoded'],
  ['escape() of JavaScript', '/v1/jobs?t=%E7%81%AF', '/v1/jobs?t=%u706F', 'target-reencoded'],
  ['a list with brackets', '/v1/jobs?id=1&id=2', '/v1/jobs?id[]=1&id[]=2', 'query-respelled'],
  ['a list with numbers', '/v1/jobs?id=1&id=2', '/v1/jobs?id[0]=1&id[1]=2', 'query-respelled'],
  ['a list joined by commas', '/v1/jobs?ids[]=a&ids[]=b', '/v1/jobs?ids=a%2Cb', 'query-respelled'],
  ['a list taken apart', '/v1/jobs?ids=a,b&x=1', '/v1/jobs?ids=a&ids=b&x=1', 'query-respelled'],
  ['True of Python', '/v1/jobs?flag=true', '/v1/jobs?flag=True', 'query-respelled'],
  ['1 of PHP', '/v1/jobs?flag=true', '/v1/jobs?flag=1', 'query-respelled'],
  ['None of Python', '/v1/jobs?a=&b=1', '/v1/jobs?a=None&b=1', 'query-respelled'],
  ['the prefix of a stage', '/v1/jobs', '/prod/v1/jobs', 'target-prefix-added'],
  ['a plus sign taken for a space, and encoded', '/v1/a/10%2B2.jpg', '/v1/a/10%202.jpg', 'target-reencoded'],
  ['values encoded once more as those of a form', '/v1?a=b+c&t=s+%26', '/v1?a=b%2Bc&t=s%2B%2526', 'target-reencoded'],
  ['one value of two encoded once more', '/v1?a=b%20c&t=s%2Fx', '/v1?a=b%20c&t=s%252Fx', 'target-reencoded'],
  ['sorted, and brackets escaped', '/v1?u[]=24&u[]=19&t=s', '/v1?t=s&u%5B%5D=19&u%5B%5D=24', 'target-reencoded'],
  ['a JSON array as commas', '/v1?ids=%5B%22a%22,%22b%22%5D&s=Q', '/v1?ids=a,b&s=Q', 'query-respelled'],
  ['a list as a JSON array', '/v1?ids=a&ids=b', '/v1?ids=%5B%22a%22%2C%22b%22%5D', 'query-respelled'],
  ['the query twice', '/v1/jobs?a=1', '/v1/jobs?a=1?a=1', 'target-other'],
]

for (const [name, sent, signed, told] of ofTargets)
  reports(`the target: ${name}`, () => assert.is(toldOf({ target: sent }, `POST\n${signed}\n${now}\n${nonce}\n`), told))

const ofBodies: ReadonlyArray<readonly [name: string, sent: string, signed: string, told: string]> = [
  ['a form with %20', 'name=a+b&v=1', 'name=a%20b&v=1', 'form-reencoded'],
  ['a form without escapes', 'name=a+b&v=%E7%81%AF', 'name=a b&v=灯', 'form-reencoded'],
  ['a form in another order', 'v=1&name=a', 'name=a&v=1', 'form-reencoded'],
  ['a form with a list and a truth value', 'dry=true&ids=1&ids=2', 'dry=1&ids=1&ids=2', 'form-reencoded'],
  ['a hashtable of PowerShell', '{"a":1,"b":2}', 'System.Collections.Hashtable', 'body-printed'],
  ['an object of PowerShell', '{"a":1,"b":2}', '@{a=1; b=2}', 'body-printed'],
  ['a struct of Go', '{"id":9,"count":1}', '{9 1}', 'body-printed'],
  ['a struct of Go with names', '{"id":9,"count":1}', '{ID:9 Count:1}', 'body-printed'],
  ['quotation marks that PowerShell took', '{request_id:1,a:1}', '{"request_id":"1","a":1}', 'body-through-shell'],
  [
    'the same with blanks and a list',
    '{t: red fox, s: [a, b]}',
    '{"t": "red fox", "s": ["a", "b"]}',
    'body-through-shell',
  ],
  ['marks that cmd left', '\'{"a":1}\'', '{"a":1}', 'body-through-shell'],
  ['marks that cmd left, and others that it took', "'{id:7,a:x}'", '{"id":7,"a":"x"}', 'body-through-shell'],
  ['backslashes before the marks', '{\\"a\\":1}', '{"a":1}', 'body-through-shell'],
  ['XML on one line', '<a>\n  <b>1</b>\n</a>', '<a><b>1</b></a>', 'xml-reserialized'],
  ['XML with indentation', '<a><b>1</b><c/></a>', '<a>\n  <b>1</b>\n  <c/>\n</a>', 'xml-reserialized'],
  ['XML without its declaration', '<?xml version="1.0"?>\n<a><b/></a>', '<a><b/></a>', 'xml-reserialized'],
  ['numbers of Python', '{"a":0.00001,"b":100000000000000000000.0}', '{"a":1e-05,"b":1e+20}', 'body-reserialized'],
  ['numbers of Haskell', '{ "a":0.01 }', '{ "a":1.0e-2 }', 'body-reserialized'],
  ['numbers of Elixir', '{"a": 20000.0,"b":1}', '{"a": 2.0e4,"b":1}', 'body-reserialized'],
  [
    "str of Python, its ' replaced",
    '{"a":"the cat\'s","b":null,"c":true}',
    '{"a": "the cat"s", "b": None, "c": True}',
    'body-printed',
  ],
  ['inspect of Ruby, its => replaced', '{"a":1,"b":[null]}', '{"a": 1, "b": [nil]}', 'body-printed'],
  ['unescape of JavaScript', '{"a":"5%20caf%E9 100% x"}', '{"a":"5 café 100% x"}', 'body-quoted'],
  ['array_filter of PHP', '{"a":"","b":null,"c":0,"d":{"e":0}}', '{"d":{"e":0}}', 'body-reserialized'],
  [
    'empty strings left out at every depth',
    '{"a":"","c":0,"d":{"e":""},"f":1}',
    '{"c":0,"d":{},"f":1}',
    'body-reserialized',
  ],
  ['cjson of Lua', '{"s":[],"u":"a/b"}', '{"u":"a\\/b","s":{}}', 'body-reserialized'],
  [
    'keys reversed by GNUstep',
    '{"s": [{"i": {"c": 2,"s": -1},"t": "x"}],"a": 1,"z": "e"}',
    '{"z":"e","a":1,"s":[{"t":"x","i":{"s":-1,"c":2}}]}',
    'body-reserialized',
  ],
  ['jsonb of PostgreSQL', '{"bb":{"z":1,"aa":2},"a":"é"}', '{"a": "é", "bb": {"z": 1, "aa": 2}}', 'body-reserialized'],
  [
    'a HashMap of Java at each depth',
    '{"alpha":{"width":1,"height":2},"beta":3,"gamma":4,"delta":5}',
    '{"alpha":{"width":1,"height":2},"delta":5,"beta":3,"gamma":4}',
    'body-reserialized',
  ],
  [
    'values in arrays by R',
    '{"a":"x","r":0.333333333333333,"t":[1,2],"u":[{"v":true}]}',
    '{"a":["x"],"r":[0.3333],"t":[1,2],"u":[{"v":[true]}]}',
    'body-reserialized',
  ],
  ['lists of one taken apart', '{"a":[{"b":["x"]}],"c":[1,2]}', '{"a":{"b":"x"},"c":[1,2]}', 'body-reserialized'],
  ['\\u of Groovy', '{"a":"æø/灯"}', '{"a":"\\u00e6\\u00f8/\\u706f"}', 'body-reserialized'],
  ['a clock in the body', `{"a":1,"at":${now + 1}}`, `{"a":1,"at":${now}}`, 'body-other'],
  ['the same in milliseconds', `{"a":1,"at":${now}217}`, `{"a":1,"at":${now}204}`, 'body-other'],
  ['a date in the body', '{"at":"2026-01-01T10:00:01Z"}', '{"at":"2026-01-01T10:00:00Z"}', 'body-other'],
]

for (const [name, sent, signed, told] of ofBodies)
  reports(`the body: ${name}`, () =>
    assert.is(toldOf({ body: sent }, `POST\n/v1/jobs\n${now}\n${nonce}\n${signed}`), told),
  )

/** The whole text was sent as the body: as it was signed, without its line feeds, with one behind it. */
const wholeText = `POST\n/v1/jobs\n${now}\n${nonce}\n${job}`
for (const [says, sent] of [
  ['as it is', wholeText],
  ['by curl -d @FILE', wholeText.replaceAll('\n', '')],
  ['with a line feed behind it', `${wholeText}\n`],
] as const)
  reports(`the body holds the string to sign, ${says}`, () =>
    assert.is(toldOf({ body: sent }, wholeText), 'body-other'),
  )

reports('the URL: the address of the service alone, with and without a slash', () => {
  for (const signed of ['http://a.example:8649', 'https://a.example/']) {
    const authorization = [line(signatureOf(`GET\n${signed}\n${now}\n${nonce}\n`), nonce)]
    const request = { method: 'GET', target: '/v1/jobs?a=1', host: 'a.example:8649', authorization, keys, now }
    const { exact, findings } = diagnose({ ...request, body: new Uint8Array() }, hash)
    assert.equal([exact, findings.map(({ id }) => id)], [true, ['target-with-origin']])
    assert.match(findings[0]?.what ?? '', 'only the address of the service')
  }
})

/** The parts were joined in another way. */
const ofTexts: ReadonlyArray<readonly [name: string, signed: string, told: string]> = [
  [
    "'\\n' of PHP, behind the body too",
    `POST\\n/v1/jobs\\n${now}\\n${nonce}\\n${job}\\n`,
    'separator-literal+trailing-line-feed',
  ],
  ['bars, behind the body too', `POST|/v1/jobs|${now}|${nonce}|${job}|`, 'trailing-line-feed+separator-other'],
  ['all of it twice', `POST\n/v1/jobs\n${now}\n${nonce}\n${job}`.repeat(2), 'parts-reordered'],
  ['a callback of WeChat, twice', `${now}\n${nonce}\n${job}\n`.repeat(2), 'recovered parts-reordered'],
  ['Lalamove', `${now}\r\nPOST\r\n/v1/jobs\r\n\r\n${job}`, 'part-missing'],
  ['a request line', `POST /v1/jobs HTTP/1.1\n${now}\n${nonce}\n${job}`, 'parts-labelled'],
  ['names in front of two lines', `POST\n/v1/jobs\nts=${now}\nnonce=${nonce}\n${job}`, 'parts-labelled'],
  ['a name in front of the body', `POST\n/v1/jobs\n${now}\n${nonce}\nbody=${job}`, 'parts-labelled'],
]

for (const [name, signed, told] of ofTexts)
  reports(`the text: ${name}`, () => {
    const found = toldOf({ body: job }, signed)
    assert.is(found.split('+').toSorted().join('+'), told.split('+').toSorted().join('+'))
  })

reports('the text: Gate.io, with the hash of the body and the query on lines of their own', () => {
  const digest = Buffer.from(hash('sha512', Buffer.from(job))).toString('hex')
  const signed = `POST\n/v1/jobs\na=1\n${digest}\n${now}`
  assert.is(toldOf({ target: '/v1/jobs?a=1', body: job }, signed), 'part-missing')
})

/** As `md.update(text)` of node-forge 1 fills its words of four bytes without `'utf8'`. */
const forgeBytes = (text: string): Buffer => {
  const words = new Array<number>(Math.ceil(text.length / 4) + 1).fill(0)
  for (let i = 0; i < text.length; i++) {
    const shift = 24 - 8 * (i % 4)
    const unit = text.charCodeAt(i)
    words[i >> 2] = ((words[i >> 2] as number) | 0) ^ (unit << shift)
  }
  const bytes = Buffer.alloc(words.length * 4)
  for (const [i, word] of words.entries()) bytes.writeInt32BE(word | 0, i * 4)
  return bytes.subarray(0, text.length)
}

reports('the text: node-forge without utf8', () => {
  const body = '{"text":"黎明的灯塔"}'
  const text = `POST\n/v1/jobs\n${now}\n${nonce}\n${body}`
  const signature = signatureOf(forgeBytes(text))
  const content = new Uint8Array(Buffer.from(body))
  const authorization = [line(signature, nonce)]
  const { exact, findings } = diagnose(
    { method: 'POST', target: '/v1/jobs', authorization, body: content, keys, now },
    hash,
  )
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['text-encoded']])
})
