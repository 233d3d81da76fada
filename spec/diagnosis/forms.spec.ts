/**
 * What libraries make of a target or a body: for each form what was sent, and what was signed in its place.
 */
import { createHash } from 'node:crypto'
import * as assert from 'uvu/assert'
import { catalogue } from '../../src/diagnosis/catalogue.ts'
import { draftOf, type Hash, type Variation } from '../../src/diagnosis/Mistake.ts'
import { suite } from '../support/suite.ts'

const hash: Hash = (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest())

const variationsOf = (id: string, target: string, body: Uint8Array): ReadonlyArray<Variation> => {
  const view = { method: 'POST', target, timestamp: '1700000000', nonce: 'n-1', body, appId: 'app-1' }
  return [...(catalogue.find((mistake) => mistake.id === id)?.variations(draftOf(view), hash) ?? [])]
}

const changeIn = ({ signed }: Variation): { readonly target?: string; readonly body?: Uint8Array } =>
  signed._tag === 'Draft' ? signed.change : {}

/** The details of the forms that lead to this target. */
const detailsFor = (sent: string, signed: string, id = 'target-reencoded'): ReadonlyArray<string> =>
  variationsOf(id, sent, new Uint8Array())
    .filter((variation) => changeIn(variation).target === signed)
    .map(({ detail }) => detail)

const targets = suite('targets that were escaped in part')

for (const [sent, signed, detail] of [
  ['/é ', '/%C3%A9%20', 'raw characters encoded'],
  [
    '/v1/jobs?next=eHk%3D&title=red%20fox',
    '/v1/jobs?next=eHk%3D&title=red fox',
    'raw: space, as requests, httpx, urllib3 … escape',
  ],
  ['/a%20b%3F?x=%22%20', '/a%20b%3F?x="%20', 'raw: ", as requests, httpx, urllib3 … escape'],
  ['/a%2Fb?x=%20', '/a%2fb?x= ', 'raw, and the other escapes in lower case'],
  ['/a%20b/c%20d?x=+', '/a%20b/c d?x=+', 'raw in part 2'],
  ['/?x=a+b&y=%C3%A9+c&z=%3D', '/?x=a+b&y=é c&z=%3D', 'raw in part 3'],
  ["/?a=it's%20~", '/?a=it%27s+~', 'values by urlencode (Python), QueryEscape (Go)'],
  ['/?a=x+y%3D', '/?a=x%20y%3d', 'values by encodeURIComponent, + as a space, lower case'],
  ['/?a=x+y~', '/?a=x+y%7E', 'values by URLSearchParams, URLEncoder (Java), + as a space'],
  ['/a:b', '/a%3Ab', 'the path by urlencode (Python), QueryEscape (Go)'],
] as const) {
  targets(`${signed} for ${sent}`, () => assert.equal(detailsFor(sent, signed).slice(0, 1), [detail]))
}

targets('eight kinds of characters: as each library escapes, each kind alone, and all but each', () => {
  const all = ' "<>`{}^'
  const sent = `/?q=${encodeURIComponent(all)}&k=%3D`
  assert.equal(detailsFor(sent, `/?q= "<>%60%7B%7D%5E&k=%3D`), ['raw, as httpx escapes'])
  assert.equal(detailsFor(sent, `/?q=%20"<>\`{}^&k=%3D`).length, 1)
  assert.equal(detailsFor(sent, `/?q= %22%3C%3E%60%7B%7D%5E&k=%3D`).length, 1)
  assert.equal(detailsFor(sent, `/?q= "%3C%3E%60%7B%7D%5E&k=%3D`), [])
})

targets('no form of what the decoded target explains, and none of a plain target', () => {
  assert.equal(detailsFor('/?q=red%20fox', '/?q=red fox'), [])
  assert.is(detailsFor('/?q=red%20fox', '/?q=red fox', 'target-decoded').length > 0, true)
  assert.equal(
    variationsOf('target-reencoded', '/v1/jobs', new Uint8Array()).map(({ detail }) => detail),
    ['encoded as a value'],
  )
})

targets.run()

/** The details of the forms that lead to this body. */
const bodiesFor = (id: string, sent: string | Uint8Array, signed: string | Uint8Array): ReadonlyArray<string> =>
  variationsOf(id, '/', new Uint8Array(Buffer.from(sent as string)))
    .filter(
      (variation) => Buffer.compare(changeIn(variation).body ?? Buffer.alloc(0), Buffer.from(signed as string)) === 0,
    )
    .map(({ detail }) => detail)

const bodies = suite('bodies that a library or a language wrote')

const value = '{"a":[1,"x y",null],"b":{"c":7.0},"d":"é"}'

for (const [id, sent, signed, detail] of [
  ['body-printed', value, '[object Blob]', '[object Blob] (JavaScript)'],
  ['body-printed', value, 'undefined', 'undefined (JavaScript)'],
  ['body-printed', value, "{'a': [1, 'x y', None], 'b': {'c': 7.0}, 'd': 'é'}", 'its value (Python)'],
  ['body-printed', value, '{"a"=>[1, "x y", nil], "b"=>{"c"=>7.0}, "d"=>"é"}', 'its value (Ruby)'],
  ['body-printed', value, '{"a" => [1, "x y", nil], "b" => {"c" => 7.0}, "d" => "é"}', 'its value (Ruby 3.4)'],
  ['body-printed', value, 'map[a:[1 x y <nil>] b:map[c:7] d:é]', 'its value (Go)'],
  ['body-printed', '{"n":6000000,"m":0.00001}', 'map[m:1e-05 n:6e+06]', 'its value (Go)'],
  ['body-printed', value, '{a=[1, x y, null], b={c=7.0}, d=é}', 'its value (Java)'],
  ['body-printed', '{"t":"#{x} #\u2028"}', '{"t"=>"\\#{x} #\\u2028"}', 'its value (Ruby)'],
  ['body-printed', value, 'a=1%2Cx+y%2C&b=%5Bobject+Object%5D&d=%C3%A9', 'fields of a form (URLSearchParams)'],
  ['body-printed', value, 'a%5B0%5D=1&a%5B1%5D=x+y&b%5Bc%5D=7.0&d=%C3%A9', 'fields of a form (PHP, qs)'],
  ['body-printed', '{"a":[1],"b":"x"}', 'a=%5B1%5D&b=x', 'fields of a form, nested ones as JSON'],
  ['body-printed', 'ab', '{"type":"Buffer","data":[97,98]}', 'a Buffer (JSON)'],
  ['body-printed', 'ab', '{"0":97,"1":98}', 'a Uint8Array (JSON)'],
  ['body-printed', '', 'map[]', 'map[] (Go)'],
  ['body-reserialized', '{"a":1,"b":null}', '{"a":1}', 'javascript, without null'],
  ['body-reserialized', '{"a":1,"b":""}', '{"a":1}', 'javascript, without empty values'],
  ['body-reserialized', '{"a":1,"b":0}', '{"a":1}', 'javascript, without zero values'],
  ['body-reserialized', '{"a":1,"b":1e3}', '{"a":1,"b":1000.0}', 'python, compact, decoded before'],
  ['body-reserialized', '{"a":1}', '{"a":1.0}', 'gson, numbers as Double'],
  ['body-reserialized', '{"a":1e7}', '{"a":1.0E7}', 'jackson, decoded before'],
  ['body-reserialized', '{"a":0.00001}', '{"a":1.0e-5}', 'php, of an object, JSON_PRESERVE_ZERO_FRACTION'],
  ['body-reserialized', '{"cfg_scale":7}', '{"cfg_scale":7.0}', 'javascript, cfg_scale as 7.0'],
  ['body-reserialized', '{"a":[7.1,7.5,2.0,3]}', '{"a":[7.0999999999999996,7.5,2,3]}', 'php, serialize_precision 17'],
  ['body-quoted', '{"a":"b"}', '{\\"a\\":\\"b\\"}', 'quotation marks escaped (addslashes of PHP)'],
  ['body-reserialized', '{"a":-0.05}', '{"a":-0.05}\n', undefined],
  ['body-reserialized', '{"a":"<é\u2028"}', '{"a":"<é\\u2028"}', 'php-unicode'],
  ['body-reserialized', '{"a":"<"}', '{"a":"\\u003C"}', 'dotnet'],
  ['body-reserialized', '{"a":[1]}', '{\n   "a" : [\n      1\n   ]\n}\n', 'perl, pretty, a line feed behind it'],
  ['body-encoding', 'é', Buffer.from('a8a6', 'hex'), 'gbk'],
  ['body-encoding', Buffer.from('bafc', 'hex'), '狐', 'gbk sent, UTF-8 signed'],
  ['body-encoding', 'é', 'Ă©', 'utf-8, taken for windows-1250'],
  ['body-encoding', 'é', Buffer.from('feff00e9', 'hex'), 'utf-16be, with a byte order mark'],
] as const) {
  bodies(`${id}: ${detail ?? 'no form'} of ${JSON.stringify(String(sent))}`, () => {
    const details = bodiesFor(id, sent, signed)
    if (detail === undefined) assert.equal(details, [])
    else assert.ok(details.includes(detail), details.join(' | '))
  })
}

bodies('a large text is not written in every style, and a text that is no JSON in none', () => {
  const large = JSON.stringify({ text: 'x'.repeat(70_000), none: null })
  assert.equal(bodiesFor('body-reserialized', large, large.replace(',"none":null', '')), [])
  assert.equal(bodiesFor('body-printed', '[1', '[1]'), [])
})

bodies('no language prints what is JSON as well: that is another mistake', () => {
  assert.equal(bodiesFor('body-printed', '"x"', 'x'), [])
  assert.equal(bodiesFor('body-printed', '[1,7.0]', '[1, 7.0]'), [])
  assert.equal(bodiesFor('body-printed', '', '""'), [])
})

bodies.run()
