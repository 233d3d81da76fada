/** Words about a body that was signed otherwise than it was sent: they name what both texts show, and no cause that does not fit. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const bodyWords = suite('words about a body')

/** The finding on a request in which another body was signed. Its sentences have Chinese ones. */
const foundOn = (sent: string | Uint8Array, signed: string | Uint8Array): Finding => {
  const found = findingOn({ body: sent }, { body: signed })
  for (const sentence of [found.what, found.remedy]) assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)
  return found
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'k', 'z', '7'), minLength: 1, maxLength: 6 })
const valueText = fc.string({ unit: fc.constantFrom('a', ' ', '+', '&', 'é', '测', '/'), minLength: 1, maxLength: 6 })

const encodeForm = (fields: ReadonlyArray<readonly [string, string]>): string =>
  String(new URLSearchParams(fields as Array<[string, string]>))

bodyWords('for all forms: a form that was escaped as a whole once more is told as escaped twice', () =>
  forAll([fc.array(fc.tuple(word, valueText), { minLength: 1, maxLength: 3 })], { numRuns: 4 }, (fields) => {
    const sent = encodeForm(fields)
    if (!sent.includes('%')) return
    const signed = sent.replace(/[^=&]+/g, encodeURIComponent)
    assert.match(foundOn(sent, signed).what, /^The caller escaped the form twice before signing\./, signed)
    assert.match(foundOn(signed, sent).what, /^The form was escaped again after signing\./, signed)
  }),
)

bodyWords('a form in GBK is told as such, and one that was escaped twice is not', () => {
  assert.match(foundOn('s=%E6%B5%8B&t=x+y', 's=%B2%E2&t=x+y').what, /in gbk/)
  assert.not.match(foundOn('s=%E6%B5%8B&t=x+y', 's=%25E6%25B5%258B&t=x%2By').what, /GBK|gbk/)
})

const listSpellings: ReadonlyArray<(name: string, items: ReadonlyArray<string>) => string> = [
  (name, items) => items.map((item) => `${name}=${item}`).join('&'),
  (name, items) => items.map((item) => `${name}%5B%5D=${item}`).join('&'),
  (name, items) => items.map((item, i) => `${name}%5B${i}%5D=${item}`).join('&'),
  (name, items) => items.map((item, i) => `${name}[${i}]=${item}`).join('&'),
]

bodyWords('for all lists of a form: another spelling of the list is shown as fields, not as escapes', () =>
  forAll(
    [word, fc.array(word, { minLength: 2, maxLength: 3 }), fc.nat(3), fc.nat(3)],
    { numRuns: 6 },
    (name, items, i, j) => {
      const [sent = '', signed = ''] = [i, j].map((n) => `q=1&${listSpellings[n]?.(name, items)}`)
      // The last two differ in the escapes of brackets alone.
      if (i === j || i + j === 5) return
      const { what } = foundOn(sent, signed)
      assert.ok(what.includes(`${signed.slice(4).split('&')[0]}`), what)
      assert.not.match(what, /escapes/)
    },
  ),
)

bodyWords('characters that only their escapes tell apart are still told as escapes', () =>
  assert.match(foundOn('a=x+y&b=1', 'a=x%20y&b=1').what, /%20 where \+ was sent/),
)

bodyWords('for all forms: a question mark before the form is one mistake', () =>
  forAll([fc.array(fc.tuple(word, valueText), { minLength: 1, maxLength: 3 })], { numRuns: 3 }, (fields) => {
    const form = encodeForm(fields)
    assert.match(foundOn(form, `?${form}`).what, /^The caller signed a question mark before the form\./)
  }),
)

bodyWords('a stray & at the end of the form, as a loop writes it', () => {
  assert.match(foundOn('a=1&b=x+y', 'a=1&b=x+y&').what, /^The caller signed a stray & at the end of the form/)
  assert.match(foundOn('a=1&b=x+y', '&a=1&b=x+y').what, /^The caller signed a stray & at the beginning of the form/)
  assert.match(foundOn('a=1&b=x+y', 'a=1&b=x y&').what, /a stray & at the end/)
})

const multipartForm = [
  '--x7',
  'Content-Disposition: form-data; name="note"',
  '',
  'a',
  '--x7',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  '',
  'text',
  '--x7--',
  '',
].join('\r\n')

bodyWords('a multipart form without its last line end is no small buffer', () => {
  const withImage = Buffer.from(multipartForm.replace('text', '\u0089PNG\0'), 'latin1')
  const { what, remedy } = foundOn(withImage, withImage.subarray(0, -2))
  assert.match(what, /^The caller signed the body without the line end at its end\.$/)
  assert.match(remedy, /with the line end/)
  const chinese = JSON.stringify({ t: '写'.repeat(300) })
  const bytes = Buffer.from(chinese)
  assert.match(foundOn(chinese, bytes.subarray(0, chinese.length)).what, /counts characters instead of bytes/)
  assert.not.match(foundOn(chinese, bytes.subarray(0, 512)).what, /counts characters/)
  assert.match(
    foundOn(multipartForm, multipartForm.slice(0, 64)).what,
    /A buffer or a limit of its program is too small/,
  )
})

bodyWords('HTML entities that only the sent text has: the words blame no template of the caller', () => {
  for (const [sent, signed] of [
    ['{"q":"a &lt; b &amp; c"}', '{"q":"a < b & c"}'],
    ['<o><n>a &amp; b</n></o>', '<o><n>a & b</n></o>'],
  ] as const) {
    const { id, remedy } = foundOn(sent, signed)
    assert.is(id, 'html-entities')
    assert.match(remedy, /^Sign the body exactly as it is sent, with its entities\. If/)
  }
  assert.match(foundOn('{"q":"a & b"}', '{&quot;q&quot;:&quot;a &amp; b&quot;}').remedy, /template/)
})

const control = fc.constantFrom(0, 1, 2, 0x1a, 0x1f)

bodyWords('for all bytes that are no text: they were taken for letters, and no charset is blamed', () =>
  forAll([fc.uint8Array({ minLength: 1, maxLength: 20 }), control], { numRuns: 4 }, (bytes, byte) => {
    const sent = Uint8Array.of(0x89, 0x50, ...bytes, byte, 0xff)
    const { what, remedy } = foundOn(sent, Buffer.from(Buffer.from(sent).toString('latin1')))
    assert.match(what, /is no text\. The caller took each of its bytes for a letter/)
    assert.match(remedy, /^Sign the bytes of the body as they are sent\./)
  }),
)

bodyWords('a text in Latin-1 is still told as a text', () => {
  const sent = Buffer.from('{"n":"Köln"}', 'latin1')
  assert.match(foundOn(sent, '{"n":"Köln"}').what, /in UTF-8, but it arrived in latin-1/)
})

bodyWords('letters signed as question marks: no encoding is named for sure', () => {
  const { what, detail } = foundOn('{"n":"测试 5"}', '{"n":"?? 5"}')
  assert.match(what, /^The caller signed a question mark for each letter beyond ASCII/)
  assert.match(detail, /^\? for each letter/)
  assert.match(foundOn('{"n":"Köln 测"}', Buffer.from('{"n":"K\u00f6ln ?"}', 'latin1')).what, /latin-1/)
})

bodyWords('escapes that were read before signing: echo is not the only cause', () =>
  assert.match(
    foundOn('{"n":"a\\nb"}', '{"n":"a\nb"}').detail,
    /^its escapes read, as by echo or in a string literal$/,
  ),
)

bodyWords('an empty object signed in place of a body', () => {
  for (const sent of ['{"a":1}', 'a=1&b=2', multipartForm]) {
    const { what, remedy } = foundOn(sent, '{}')
    assert.match(what, /^The caller signed \{\}, the JSON of an object without members, but sent another body\./)
    assert.match(remedy, /^Make the text of the body once\./)
  }
})

bodyWords('quotation marks that a shell removed: no language is said to have printed the value', () => {
  const { what } = foundOn('{"id":17,"n":"x"}', '{id:17,n:x}')
  assert.match(what, /^The caller signed the body without its quotation marks\./)
  assert.match(foundOn('{"id":17,"n":"x"}', '{id=17, n=x}').what, /that Java prints/)
})

bodyWords('the numbers of bytes: only those that one language prints name it', () => {
  const text = '{"n":"a"}'
  const numbers = (body: Iterable<number>): string => `[${[...body].join(', ')}]`
  assert.not.match(foundOn(text, numbers(Buffer.from(text))).what, /Java|Python/)
  const beyond = '{"n":"é"}'
  assert.match(foundOn(beyond, numbers(Int8Array.from(Buffer.from(beyond)))).what, /Java/)
  assert.not.match(foundOn(beyond, numbers(Buffer.from(beyond))).what, /Java/)
})

const okioText = '{"requestId":"j-1","count":2,"cfg":7.0,"note":null,"amount":100.00,"at":null}'

for (const [sent, signed] of [
  ['{"a":1}', '[text={"a":1}]'],
  ['{\n "a": "x\\y"\n}', '[text={\\n "a": "x\\\\y"\\n}]'],
  [okioText, `[size=${okioText.length} text=${okioText.slice(0, 64)}…]`],
  ['{"a":1}', '[Content-Type: application/json; charset=UTF-8,Content-Length: 7,Chunked: false]'],
  ['{"a":1}', 'Optional("{\\"a\\":1}")'],
  ['{"a":1}', 'Optional(7 bytes)'],
  ['{"a":1}', 'Optional[{"a":1}]'],
  ['{"a":1}', '&{{"a":1} 0 -1}'],
  ['{"a":1}', '{[123 34 97 34 58 49 125] 0 0}'],
  ['{"a":1}', '7B-22-61-22-3A-31-7D'],
] as const)
  bodyWords(`${signed} for ${JSON.stringify(sent)}`, () => assert.is(foundOn(sent, signed).id, 'body-printed'))

const members = '{"b":"x y","l":["p","q"],"a":1,"t":true,"e":"","o":{"k":"v"}}'

for (const [signed, words] of [
  ['a=1&b=x+y&e=&l%5B0%5D=p&l%5B1%5D=q&o%5Bk%5D=v&t=1', /names and values of a form, sorted by name/],
  ['b=x+y&l=p&l=q&a=1&t=True&e=&o%5Bk%5D=v', /in the order of the JSON/],
  ['b=x y&l[]=p&l[]=q&a=1&t=true&o[k]=v', /in the order of the JSON/],
  ['a=1&b=x y&l=["p","q"]&o={"k":"v"}&t=true&', /sorted by name/],
  ['b=x+y&l=%5B%22p%22%2C%22q%22%5D&a=1&t=true&e=&o=%7B%22k%22%3A%22v%22%7D', /in the order of the JSON/],
  ['x y|["p","q"]|1|true||{"k":"v"}', /values of the JSON without their names, in the order/],
  ['1,x y,,["p","q"],{"k":"v"},true', /values of the JSON without their names, sorted by name/],
] as const)
  bodyWords(`the members signed as ${signed}`, () => {
    const { id, what } = foundOn(members, signed)
    assert.is(id, 'body-printed')
    assert.match(what, words)
  })

const longText = `{"text":"${'a lighthouse at dawn '.repeat(6)}"}`
const encodedIn = (lines: RegExp, end: string): string =>
  Buffer.from(longText).toString('base64').replace(lines, `$&${end}`)

for (const [name, signed] of [
  ['encode64 of Ruby', encodedIn(/.{1,60}/g, '\n')],
  ['openssl base64', encodedIn(/.{1,64}/g, '\n')],
  ['base64 of a shell', encodedIn(/.{1,76}/g, '\n')],
  ['chunk_split of PHP', encodedIn(/.{1,76}/g, '\r\n')],
  ['json.Marshal of bytes in Go', `"${encodedIn(/.^/g, '')}"`],
  ['a data URL', `data:application/json;base64,${encodedIn(/.^/g, '')}`],
] as const)
  bodyWords(`the body in Base64 as ${name} writes it`, () =>
    assert.match(
      foundOn(longText, signed).what,
      /^Instead of the body, the caller signed the body written in Base64\.$/,
    ),
  )

const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

bodyWords('for all files: signed in Base64, in a data URL, or decoded with loss', () =>
  forAll([fc.uint8Array({ minLength: 4, maxLength: 30 })], { numRuns: 3 }, (bytes) => {
    const sent = Uint8Array.of(...pngStart, ...bytes)
    const base64 = Buffer.from(sent).toString('base64')
    for (const signed of [base64, `data:image/png;base64,${base64}`])
      assert.match(foundOn(sent, signed).what, /the body written in Base64/)
    const leftOut = new TextDecoder('utf-8', { ignoreBOM: true }).decode(sent).replaceAll('\ufffd', '')
    if (!Buffer.from(sent).includes('\ufffd')) assert.match(foundOn(sent, leftOut).what, /these bytes were left out\.$/)
  }),
)

bodyWords('UTF-16 with a byte order mark, in either order of bytes', () => {
  const utf16 = (isBig: boolean): Uint8Array => {
    const bytes = Buffer.from('\ufeff{"n":"é"}', 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  for (const isBig of [true, false])
    assert.match(foundOn('{"n":"é"}', utf16(isBig)).what, /signed the body in UTF-16 with a byte order mark/)
})

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

bodyWords('hashes as languages print them, and Sum of Go', () => {
  const digest = digestOf(members)
  for (const signed of [`[${digest.join(' ')}]`, digest.join(','), digestOf(digest.toString('hex')).toString('hex')])
    assert.is(foundOn(members, signed).id, 'body-hashed', signed)
  const { what } = foundOn(members, Buffer.concat([Buffer.from(members), digestOf('')]))
  assert.match(what, /^The caller signed the body, and behind it the hash of an empty text\. In Go, h\.Sum/)
})

for (const [sent, signed, detail] of [
  ['{"u":"https:\\/\\/e.com\\/x","n":"a\\nb"}', '{"u":"https://e.com/x","n":"anb"}', /stripslashes/],
  ['{"a":"it\'s ok"}', '{"a":"its ok"}', /MessageFormat/],
  ['{"a":"x <b>y</b>"}', '{"a":"x y"}', /strip_tags/],
  ['{"a":1}', '{""a"":1}', /each quotation mark doubled/],
  ['{"q":"query {\\n  job\\n}\\n","v":{}}', '{"q":"query { job }","v":{}}', /as a single space/],
  ['a=1&l=x&l=y', '{"a":["1"],"l":["x","y"]}', /JSON was signed/],
  ['l%5B%5D=x&l%5B%5D=y&a=1', '{"l":["x","y"],"a":1}', /JSON was signed/],
  ['a=1&l=x&l=y', 'map[a:[1] l:[x y]]', /printed/],
  ['{\n\t"id": 17\n}\n', '{\n"id": 17\n}\n', /./],
] as const)
  bodyWords(`${JSON.stringify(signed)} for ${JSON.stringify(sent)}`, () =>
    assert.match(foundOn(sent, signed).detail, detail),
  )

bodyWords('a text that was spread into its characters', () => {
  for (const text of ['{"a":1}', 'hi']) {
    const { what, remedy } = foundOn(JSON.stringify({ ...(text as unknown as object), at: 'x1' }), text)
    assert.match(what, /as \{\.\.\.text\} of JavaScript makes it\.$/)
    assert.match(remedy, /^Send the text itself/)
  }
})

bodyWords('the query, and the query again before the body', () => {
  const target = '/v1/jobs?page=1&size=20'
  const found = findingOn({ target, body: '{"a":1}' }, { target, body: 'page=1&size=20{"a":1}' })
  assert.match(found.what, /^The caller signed the target with its query, and the query again before the body\.$/)
})

bodyWords('a query in place of the body: the remedy sends no body with GET', () => {
  const target = '/v1/jobs?page=1&size=20'
  const found = findingOn({ target }, { target, body: 'page=1&size=20' })
  assert.match(found.what, /the query again instead of a body\. It sent no body\.$/)
})

bodyWords('what programs write for no body', () => {
  for (const signed of ['false', ' ', '{ }']) assert.is(findingOn({}, { body: signed }).id, 'body-printed', signed)
})

bodyWords('lines without the last one: no buffer is blamed alone', () => {
  assert.match(foundOn('{\n"a": 1,\n"b": 2}', '{\n"a": 1,\n').what, /all lines but the last one, which has no line end/)
  assert.not.match(foundOn('{\n"a": 1,\n"b": 2\n}\n', '{\n"a": 1,\n').what, /last one/)
})

bodyWords('a body that ends in a line end, written anew with one: no line feed is said to be missing', () => {
  const { id, what } = foundOn('{\n  "a": 1,\n  "b": [1, 2]\n}\n', '{"a":1,"b":[1,2]}\n')
  assert.is(id, 'body-reserialized')
  assert.match(what, /has the same content, but other bytes\.$/)
})

bodyWords('fields that were added to a form, at its end or at its beginning', () => {
  for (const sent of ['a=1&b=2&sign=A1', 'key=K&a=1&b=2'])
    assert.match(foundOn(sent, 'a=1&b=2').what, /^Fields were added to the form after signing: /)
  assert.match(foundOn('a=1&b=2&c=3', '2&c=3').what, /cuts the text at a wrong place/)
})

bodyWords('a last line of few bytes that was not signed', () =>
  assert.match(foundOn('id,n\n1,a\n2,b', 'id,n\n1,a\n').what, /all lines but the last one, which has no line end/),
)

bodyWords('an emoji signed as question marks: no encoding is named for sure, and for é it is', () => {
  assert.match(foundOn('{"a":"hi 👍"}', '{"a":"hi ??"}').what, /such as ASCII or latin-1/)
  assert.match(foundOn('{"a":"é 👍"}', '{"a":"? ??"}').what, /signed the body in us-ascii/)
})

bodyWords('one value of several that a program wrote otherwise is named by its place', () => {
  const sent =
    '{"id":"7","job":{"width":512,"sd_model":"x","clip_skip":2,"kind":"FAST","note":"Ab"},"tags":["red","blue"],"n":1}'
  for (const [text, other, place] of [
    ['512', '"512"', '/job/width: "512" where 512 was sent'],
    ['"FAST"', '"fast"', '/job/kind: "fast" where "FAST" was sent'],
    ['"blue"', '"BLUE"', '/tags/1: "BLUE" where "blue" was sent'],
    ['"sd_model"', '"sdModel"', 'the name "sdModel" where "sd_model" was sent'],
  ] as const) {
    const { what } = foundOn(sent, sent.replace(text, other))
    assert.ok(what.includes(place), what)
    assert.not(/only in place/.test(what), what)
  }
})

bodyWords('for all JSON with other content: another order of the members that both have is told', () =>
  forAll([fc.integer({ min: 1, max: 99 })], { numRuns: 4 }, (number) => {
    const { detail } = foundOn(`{"c":${number},"a":null,"b":"x"}`, `{"b":"x","c":${number}}`)
    assert.is(detail, '/a left out where null was sent, members in alphabetical order (at each level)')
    assert.is(foundOn(`{"c":${number},"a":null,"b":"x"}`, `{"c":${number},"b":"x"}`).detail.includes('order'), false)
  }),
)

const memberName = fc.constantFrom('a', 'b', 'c', 'd', 'e')

bodyWords('for all objects: several members were added at the end, or on both sides', () =>
  forAll(
    [fc.uniqueArray(memberName, { minLength: 2, maxLength: 4 }), fc.integer({ min: 1, max: 3 }), fc.boolean()],
    { numRuns: 4 },
    (names, count, isFirst) => {
      const own = names.map((name, i) => `"${name}":${i}`)
      const added = Array.from({ length: count + 1 }, (_, i) => `"x${i}":"v${i}"`)
      const [first = '', ...last] = added
      const sent = `{${(isFirst ? [first, ...own, ...last] : [...own, ...added]).join()}}`
      const { what } = foundOn(sent, `{${own.join()}}`)
      assert.match(what, /: the members? x0.* (?:was|were) added after signing\.$/)
    },
  ),
)

for (const [sent, signed, detail] of [
  ['a=1&b=x+y', '{"a":["1"],"b":["x y"]}', /JSON was signed/],
  ['b=x&a=1', '{"a":"1","b":"x"}', /JSON was signed/],
  ['u%5Bt%5D%5B%5D=x&u%5Bt%5D%5B%5D=y&n=5', '{"u":{"t":["x","y"]},"n":5}', /brackets in its names/],
  ['{"b":"x","e":null,"a":1}', 'a=1&b=x&e=', /fields of another form/],
  ['{"b":"x","e":null,"a":1}', 'x,,1', /only the values/],
  ['{"t":"a \\"b\\"\\nc"}', '{"t":"a "b"\nc"}', /^its escapes read, as by stripcslashes of PHP or by printf$/],
  ['[{"i":1},{"i":2}]', '{"i":1}\n{"i":2}\n', /each item of the list on a line/],
  ['{"i":1}\n{"i":2}\n', '[{"i":1},{"i":2}]', /the lines as the items of a list/],
  ['{"a":"Xy"}', '{"a":"xy"}', /in lower case/],
  ['  hello \n', 'hello', /white space at both ends/],
  ['{"a":1}', '7\r\n{"a":1}\r\n0\r\n\r\n', /chunk sizes/],
  ['{"a":1}', '\0\u0007{"a":1}', /writeUTF/],
  ['{"id":"r1","n":2,"e":null}', "id='r1' n=2 e=None", /Pydantic/],
  ['{"p":null,"q":1}', '{"p":NaN,"q":1}', /NaN/],
  ['{"h":"<p>a</p>"}', '{"h":"\\u003Cp\\u003Ea\\u003C\\u002Fp\\u003E"}', /\\u003C/],
] as const)
  bodyWords(`signed ${JSON.stringify(signed)}, sent ${JSON.stringify(sent)}`, () =>
    assert.match(foundOn(sent, signed).detail, detail),
  )

bodyWords(
  'a text of two letters that was spread, and one value among empty ones: neither is told as all values',
  () => {
    assert.match(foundOn('{"0":"h","1":"i"}', 'hi').what, /as \{\.\.\.text\} of JavaScript makes it/)
    assert.match(foundOn('{"challenge":"3eZb","x":""}', '3eZb').what, /only the value of "challenge"/)
    assert.match(foundOn('{"a":"x","b":"y"}', 'xy').what, /the values of the JSON without their names/)
  },
)

bodyWords('backslashes that were added on the way are not told as lost ones', () => {
  assert.match(foundOn('{"q":"it\\\'s \\/ ok"}', '{"q":"it\'s / ok"}').what, /before backslashes were added/)
  assert.match(foundOn('{"a":"x\\ny"}', '{"a":"xny"}').what, /the backslashes were left out/)
})
