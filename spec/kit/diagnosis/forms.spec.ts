/**
 * What libraries make of a target or a body: for each form what was sent, and what was signed in its place.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { Hash } from '../../../src/effects/Hash.ts'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { draftOf } from '../../../src/kit/diagnosis/Draft.ts'
import { encodeInCharset } from '../../../src/kit/diagnosis/forms/charsets.ts'
import { isFirstAlone } from '../../../src/kit/diagnosis/forms/firstReplaced.ts'
import { treeOf } from '../../../src/kit/diagnosis/forms/jsonText.ts'
import { printedValues } from '../../../src/kit/diagnosis/forms/printedValue.ts'
import { printfWithoutValues } from '../../../src/kit/diagnosis/forms/shellFormat.ts'
import type { Variation } from '../../../src/kit/diagnosis/Mistake.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

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

/** The details of other targets that may have been signed. */
const othersOf = (target: string, paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const view = { method: 'GET', target, timestamp: '1', nonce: 'n', body: new Uint8Array(), appId: 'a', paths }
  const other = catalogue.find(({ id }) => id === 'target-other')
  const forms = [...(other?.variations(draftOf(view), hash) ?? [])]
  return forms.filter(({ rare }) => rare !== 'late').map(({ detail }) => detail)
}

const targets = suite('targets that were escaped in part')

for (const [sent, signed, detail] of [
  ['/é ', '/%C3%A9%20', 'raw characters encoded'],
  ['/v1/jobs?next=eHk%3D&title=red%20fox', '/v1/jobs?next=eHk%3D&title=red fox', 'raw: space'],
  ['/a%20b%3F?x=%22%20', '/a%20b%3F?x="%20', 'raw: "'],
  ['/a%2Fb?x=%20', '/a%2fb?x= ', 'raw, and the other escapes in lower case'],
  ['/a%20b/c%20d?x=+', '/a%20b/c d?x=+', 'raw in part 2'],
  ['/?x=a+b&y=%C3%A9+c&z=%3D', '/?x=a+b&y=é c&z=%3D', 'raw in part 3'],
  ['/v1/jobs/~me', '/v1/%6Aobs/%7Eme', 'needless escapes: ~ j'],
  ['/v1/jobs/a-b?c-d', '/v1/jobs/a%2db?c-d', 'needless escapes: -, lower case'],
] as const) {
  targets(`${signed} for ${sent}`, () => assert.equal(detailsFor(sent, signed).slice(0, 1), [detail]))
}

targets('eight kinds of characters: each kind alone, and all but each', () => {
  const all = ' "<>`{}^'
  const sent = `/?q=${encodeURIComponent(all)}&k=%3D`
  assert.equal(detailsFor(sent, `/?q=%20"<>\`{}^&k=%3D`).length, 1)
  assert.equal(detailsFor(sent, `/?q= %22%3C%3E%60%7B%7D%5E&k=%3D`).length, 1)
  assert.equal(detailsFor(sent, `/?q= "%3C%3E%60%7B%7D%5E&k=%3D`), [])
})

targets('no form of what the decoded target explains, and none of a plain target', () => {
  assert.equal(detailsFor('/?q=red%20fox', '/?q=red fox'), [])
  assert.is(detailsFor('/?q=red%20fox', '/?q=red fox', 'target-decoded').length > 0, true)
  assert.equal(
    variationsOf('target-reencoded', '/v1/jobs', new Uint8Array())
      .map(({ detail }) => detail)
      .filter((detail) => !/^needless|^the path: slashes/.test(detail)),
    ['encoded as a value'],
  )
})

for (const [sent, signed] of [
  ['/jobs?tag[]=sea&tag[]=dusk', '/jobs?tag=sea&tag=dusk'],
  ['/jobs?tag=sea&tag=dusk', '/jobs?tag%5B%5D=sea&tag%5B%5D=dusk'],
  ['/jobs?tag=sea&tag=dusk', '/jobs?tag=sea%2Cdusk'],
  ['/jobs?tag=sea,dusk', '/jobs?tag[]=sea&tag[]=dusk'],
  ['/jobs?dry=true&full=false', '/jobs?dry=True&full=False'],
] as const)
  targets(`${signed} for ${sent} is a query in another spelling`, () =>
    assert.is(detailsFor(sent, signed, 'query-respelled').length > 0, true),
  )

for (const [sent, signed, paths = []] of [
  ['/jobs?a=1', '/jobs\n?a=1'],
  ['/jobs?b=2&a=1', '/jobs\na=1&b=2'],
  ['/jobs', ' /jobs'],
  ['/v1/jobs', '/v1/./jobs'],
] as const) {
  targets(`${JSON.stringify(signed)} for ${sent} is another target`, () => {
    const details = othersOf(sent, paths)
    assert.ok(details.includes(`signed ${signed}, sent ${sent}`), details.join(' | '))
  })
}

targets('too many items, too many segments: no form of these', () => {
  const items = Array.from({ length: 40 }, (_, i) => `a[]=${i}`).join('&')
  for (const [sent, form] of [
    [`/jobs?${items}`, /a=0/],
    ['/a'.repeat(13), /x\/\.\./],
  ] as const) {
    for (const detail of othersOf(sent, ['/x'])) assert.not.match(detail, form)
  }
})

const blanks = suite('white space beside a part')

for (const [slot, text] of [
  ['method', 'POST\r'],
  ['method', 'POST '],
  ['timestamp', '1700000000\n'],
  ['timestamp', ' 1700000000'],
  ['nonce', 'n-1\r\n'],
  ['nonce', 'n-1\t'],
] as const) {
  blanks(`${slot}: ${JSON.stringify(text)}`, () => {
    const changes = variationsOf('white-space-signed', '/', new Uint8Array()).map(({ signed }) =>
      signed._tag === 'Draft' ? signed.change : {},
    )
    assert.ok(changes.some((change) => change[slot] === text))
  })
}

/** The details of the forms that lead to this body. */
const bodiesFor = (id: string, sent: string | Uint8Array, signed: string | Uint8Array): ReadonlyArray<string> =>
  variationsOf(id, '/', new Uint8Array(Buffer.from(sent as string)))
    .filter(
      (variation) => Buffer.compare(changeIn(variation).body ?? Buffer.alloc(0), Buffer.from(signed as string)) === 0,
    )
    .map(({ detail }) => detail)

const bodies = suite('bodies that a library or a language wrote')

const multipart = [
  '--x',
  'Content-Disposition: form-data; name="a"',
  '',
  '1',
  '--x',
  'Content-Type: text/plain',
  'Content-Disposition: form-data; name="b"',
  '',
  'x y',
  '--x--',
  '',
].join('\r\n')

const value = '{"a":[1,"x y",null],"b":{"c":7.0},"d":"é"}'

type Form = readonly [sent: string | Uint8Array, signed: string | Uint8Array, detail?: string]

/** By mistake: what was sent and signed, and the form that tells it; none tells a row without one. */
const forms: Readonly<Record<string, ReadonlyArray<Form>>> = {
  'body-printed': [
    [value, '[object Blob]', '[object Blob] (JavaScript)'],
    [value, '{"a" => [1, "x y", nil], "b" => {"c" => 7.0}, "d" => "é"}', 'its value (Ruby 3.4)'],
    ['{"a":{"b c":1}}', '{a: {"b c": 1}}', 'its value, symbols as names (Ruby 3.4)'],
    ['{"a":[{"b c":1.5}],"d":null}', '[a:[[b c:1.5]], d:null]', 'its value (Groovy)'],
    [value, 'System.Byte[]', 'System.Byte[] (C#)'],
    [
      '{"payload":{"name":"foo","token":"123","on":true,"n":null}}',
      '{ payload = { name = foo, token = 123, on = True, n =  } }',
      'its value, an anonymous object (C#)',
    ],
    ['{"a":["x"],"b":{}}', '{ a = System.String[], b = { } }', 'its value, an anonymous object (C#)'],
    ['{"job_id":7}', '{ JobId = 7 }', 'its value, an anonymous object with names in Pascal case (C#)'],
    ['{"a":{"b":"x","c":null}}', "namespace(a=namespace(b='x', c=None))", 'its value (SimpleNamespace of Python)'],
    ['{"a":1,"b":{"c":"x"}}', '#<OpenStruct a=1, b=#<OpenStruct c="x">>', 'its value (OpenStruct of Ruby)'],
    ['{"a":1,"b":{"c":"x"}}', 'Order { A = 1, B = B { C = x } }', 'its value, a record (C#), Order'],
    ['{"a":1,"b":{"c":"x"}}', 'Order[a=1, b=B[c=x]]', 'its value, a record (Java), Order'],
    ['{"a":1,"b":[{"c":"x"}]}', 'Order(a=1, b=[B(c=x)])', 'its value, a data class (Kotlin, Lombok), Order'],
    ['{"a":1,"b":{"c":"x"}}', 'Order(1,B(x))', 'its value, a case class (Scala), Order'],
    ['{"a":1,"b":{"c":"x"}}', "Order(a=1, b=B(c='x'))", 'its value, a dataclass (Python), Order'],
    ['{"a":1,"b":{"c":"x"}}', 'Order(a: 1, b: B(c: "x"))', 'its value, a structure (Swift), Order'],
    ['{"a":1,"b":{"c":"x"}}', 'Order { a: 1, b: B { c: "x" } }', 'its value, Debug of a struct (Rust), Order'],
    ['{"a":1,"b":{"c":"x"}}', '#<struct Order a=1, b=#<struct B c="x">>', 'its value, a Struct (Ruby), Order'],
    ['', 'map[]', 'map[] (Go)'],
    ['{"b":1,"a":"x y","n":null}', 'a=x y&b=1', 'fields without escapes, sorted, empty ones left out, "=" and "&"'],
    ['{"b":1,"a":[1, {"c":2}]}', 'b=1&a=[1,{"c":2}]', 'fields without escapes, in order, "=" and "&"'],
    ['[{"b":1}]', 'b=1'],
  ],
  'body-reserialized': [
    ['{"a":"7","b":"é"}', '{"a":7,"b":"\\u00e9"}', 'numeric strings without quotes, php'],
    ['{"a":1234567890123456,"b":"/"}', '{"a":1.2345678901235e+15,"b":"\\/"}', 'cjson, decoded before'],
    ['{"a":0.1000,"b":7.0}', '{"a":0.1,"b":7}', 'go, decoded before'],
    ['{"a":1,"b":null}', '{"a":1}', 'javascript, without null'],
    ['{"a":1,"b":""}', '{"a":1}', 'javascript, without empty values'],
    ['{"a":1,"b":0}', '{"a":1}', 'javascript, without zero values'],
    ['{"a":1,"b":1e3}', '{"a":1,"b":1000.0}', 'python, compact, decoded before'],
    ['{"a":0.00001,"b":7.0}', '{"a":1.0e-5,"b":7.0}', 'php, of an object, JSON_PRESERVE_ZERO_FRACTION'],
    ['[true,false,null]', '["true","false",null]', 'numbers and truth values in quotes'],
    ['[true,false,null]', '["true","false","null"]', 'every value in quotes'],
    ['[true,false]', '[1,0]', 'truth values as 1 and 0'],
    ['{"a":null}', '{"a":""}', 'null as an empty string'],
    ['["true","1"]', '[true,1]', 'numbers and truth values without quotes'],
    [
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}',
      '{"b":2,"c":3,"a":1,"d":4,"e":5,"f":6}',
      'members in the order 2, 3, 1, 4, 5, 6',
    ],
    ['[{"d":[{"b": 1, "a": 2}]}]', '[{"d":[{"a": 2, "b": 1}]}]', 'members in the order 2, 1'],
    ['{"x": 1, "a": 2}', '{"x": 1, "a": 2, "tags": null}', 'tags: null was left out, place 3'],
    ['{"x":1}', '{"webhook":null,"x":1}', 'webhook: null was left out, place 1'],
    [
      '{"a":["/"]}',
      '{\n    "a": {\n        "0": "/"\n    }\n}',
      'php, JSON_FORCE_OBJECT, pretty, JSON_UNESCAPED_SLASHES',
    ],
    ['{"a":-0.05}', '{"a":-0.05}\n'],
    ['{"a":"<é\u2028"}', '{"a":"<é\\u2028"}', 'php-unicode'],
  ],
  'body-other': [
    ['{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}', 'the member a was added after signing'],
    ['{"a":[{"b":{"c":1}}],"d":2}', '{"a":[{"b":{}}],"d":2}', 'the member c was added after signing'],
    ['{"a":1,"b":null}', '{"a":1}'],
    ['{"a":1}', '{}'],
    ['{"request_id":"a_b"}', '{"requestId":"a_b"}', 'the names of the members as camelCase'],
    ['{"imageURLs":1,"$x":2}', '{"image_urls":1,"$x":2}'],
    ['{"imageUrl":1,"$x":2}', '{"image_url":1,"$x":2}', 'the names of the members as snake_case'],
    ['a=1&a=2', '{"a":1}'],
    [
      '"é😀"',
      Buffer.from('"é😀"').subarray(0, 4),
      'cut short: its number of characters was used as its number of bytes',
    ],
    ['{"a":\n1}', '{"a": 1}'],
    ['{ "a": "xy", "b": 1 }', '{"a":"xy","b":1}'],
    ['{"a":"\\/"}', '{"a":"/"}'],
    [multipart.slice(0, -4), 'a=1&b=x+y'],
    [multipart.replace('name="a"', 'x'), 'b=x+y'],
    ['{"a": "b",\n "c": 1}', '{"a": "b",', 'its first line alone'],
    ['{"a":1}', `{"a":1}${'\0'.repeat(250)}`],
    ['{"a":1}\n', '{"a":1}'],
    [multipart, 'x y', 'the value of b alone was signed, and a form was sent'],
    ['a=1&b=x+y', 'x y', 'the value of b alone was signed, and a form was sent'],
  ],
  'body-quoted': [
    ['"é😀"', '"\\u00E9\\u{1F600}"', 'letters beyond ASCII as \\u and upper case (Ruby, Java)'],
    ['"é😀"', '"\\u00e9\\u{1f600}"', 'letters beyond ASCII as \\u and lower case, with braces beyond four digits'],
    ['"é😀ł"', '"\\xe9\\U0001f600\\u0142"', 'letters beyond ASCII as \\x, \\u and \\U (Python)'],
    ['{"a": "!"}', '%7B%22a%22%3A%20%22!%22%7D', 'percent escapes'],
    ['x'.repeat(70_000), `'${'x'.repeat(70_000)}'`],
    ['"a\\tb\\u00e9\\""', '"a\tb\\u00e9\\""', 'its escapes read, as by echo or in a string literal'],
    ['"a\\nb"', '"a\nb"\n', 'its escapes read, as by echo, and a line feed'],
  ],
  'body-encoding': [],
  'body-lines-joined': [
    [
      '{"a":[  {"b":1}]}',
      '{"a":[\n  {"b":1}]}\n',
      'left out where it was sent: at each indentation, no last bracket, and a line end',
    ],
  ],
}

for (const [id, rows] of Object.entries(forms))
  for (const [sent, signed, detail] of rows)
    bodies(`${id}: ${detail ?? 'no form'} of ${JSON.stringify(String(sent))}`, () => {
      const details = bodiesFor(id, sent, signed)
      if (detail === undefined) assert.equal(details, [])
      else assert.ok(details.includes(detail), details.join(' | '))
    })

bodies('a query is signed as the body only where none is sent', () => {
  const told = (target: string, body: string): ReadonlyArray<string> =>
    variationsOf('body-other', target, new Uint8Array(Buffer.from(body)))
      .map(({ detail }) => detail)
      .filter((detail) => detail.includes('query was signed'))
  const asJson = ['compact', 'with spaces', 'compact, no quotes round a', 'with spaces, no quotes round a'].map(
    (style) => `the query was signed as JSON in the body: ${style}`,
  )
  assert.equal(told('/v1/jobs?a=1', ''), ['the query was signed as the body', ...asJson])
  assert.equal(told('/v1/jobs?', ''), [])
  assert.equal(told('/v1/jobs?a=1', '1'), [])
})

bodies('members have no more forms than 300,000 characters, and those of a large text none', () => {
  const many = JSON.stringify(Array.from({ length: 500 }, (_, a) => ({ a, b: 1 })))
  const forms = variationsOf('body-other', '/', new Uint8Array(Buffer.from(many)))
  // Buffers, bodies that were cut, wrappers, replacements and late forms have limits of their own.
  const isOfMembers = (detail: string): boolean =>
    !/ bytes (?:in all|together with the parts before the body)$|^cut short|^as the |^with |^without its |^strings cut off|^its names |^in a call |^each item |^all letters |^behind its length |, not the whole body$/.test(
      detail,
    ) && !isFirstAlone(detail)
  const count = forms.filter(({ detail, rare }) => rare !== 'late' && isOfMembers(detail)).length
  assert.ok(count > 30 && count * many.length <= 300_000 + 3 * many.length, String(count))
  const large = JSON.stringify({ text: 'x'.repeat(70_000), a: 1 })
  assert.equal(bodiesFor('body-other', large, large.replace(',"a":1', '')), [])
  const deep = `${'{"x":'.repeat(7)}{"a":1,"b":2}${'}'.repeat(7)}`
  assert.equal(bodiesFor('body-other', deep, deep.replace(',"b":2', '')), [])
})

bodies('a large text is not written in every style, and a text that is no JSON in none', () => {
  const large = JSON.stringify({ text: 'x'.repeat(70_000), none: null })
  assert.equal(bodiesFor('body-reserialized', large, large.replace(',"none":null', '')), [])
  assert.equal(bodiesFor('body-printed', '[1', '[1]'), [])
})

bodies("as Node's util.inspect and util.format print it, whatever the value", () =>
  forAll([fc.jsonValue({ maxDepth: 4 })], (value) => {
    const json = JSON.stringify(value)
    // What escapes and columns it writes is not imitated.
    if (/[^ -~]|[\\'`]|\[(?:[^,]*,){6}|-0|__proto__/.test(json)) return
    const printed = new Map([...printedValues(treeOf(json))].map(([detail, text]) => [detail, text]))
    assert.is(printed.get('its value (util.inspect of Node)'), inspect(JSON.parse(json)))
    assert.is(printed.get('its value (util.format of Node)'), inspect(JSON.parse(json), { depth: 0 }))
  }),
)

bodies("as bash's printf prints it as a format without values", () => {
  const piece = fc.constantFrom('%', '%%', '%s', '%5d', '%-5s', '%+i', '%x', '%f', '%e', '%g', '%q', '%3c', '_', ',')
  const formats = fc.sample(fc.array(piece, { maxLength: 6 }), 40).map((pieces) => `${pieces.join('')}.`)
  // What bash refuses is printed in part.
  const script = 'for f; do printf "$f" 2>/dev/null && printf "|%s\\n" "$f"; done'
  const end = '\n'
  const lines = spawnSync('bash', ['-c', script, 'bash', ...formats], { encoding: 'latin1' }).stdout.split(end)
  const taken = formats.filter((format) => lines.some((line) => line.endsWith(`|${format}`)))
  assert.ok(taken.length > 0)
  for (const format of taken)
    assert.ok(
      lines.some((line) => line.endsWith(`${printfWithoutValues(format)}|${format}`)),
      format,
    )
})

bodies('no language prints what is JSON as well: that is another mistake', () => {
  assert.equal(bodiesFor('body-printed', '[1,7.0]', '[1, 7.0]'), [])
  // What programs write for no body is printed, and not quoted.
  assert.equal(bodiesFor('body-quoted', '', '""'), [])
})

const charset = suite('charsets')

// As Python encodes them.
for (const [name, text, code] of [
  ['gbk', 'a狐é', '61bafca8a6'],
  ['big5', '燈狐', 'bf4faab0'],
  ['shift_jis', '狐ｱ灯台', '8ccfb1939491e4'],
  ['euc-kr', '한글', 'c7d1b1db'],
  ['euc-jp', '灯台', 'c5f4c2e6'],
  ['windows-1251', 'привет', 'eff0e8e2e5f2'],
  ['windows-1250', 'ěé', 'ece9'],
  ['iso-8859-15', '€é', 'a4e9'],
] as const) {
  charset(`${text} in ${name}`, () => assert.is(Buffer.from(encodeInCharset(name, text)).toString('hex'), code))
}

charset('a question mark for what an encoding has not, one for each character', () => {
  assert.is(Buffer.from(encodeInCharset('iso-8859-15', '狐😀')).toString(), '??')
  assert.is(Buffer.from(encodeInCharset('shift_jis', 'é')).toString(), '?')
})
