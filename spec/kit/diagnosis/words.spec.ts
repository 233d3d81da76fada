/**
 * What a report says of a text that was recovered: the words follow the bytes that differ, and not the form of a mistake that
 * happened to lead to them.
 */
import fc from 'fast-check'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { doubleSlash, trailingSlash } from '../../../src/kit/diagnosis/directions.ts'
import { escapeDifference } from '../../../src/kit/diagnosis/escapeDifference.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { jsonDifference } from '../../../src/kit/diagnosis/jsonDifference.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import type { Telling } from '../../../src/kit/diagnosis/Telling.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { onlyFinding, reportOnText, textToSign } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

interface Wire {
  readonly method?: string
  readonly target?: string
  readonly body?: string
}

/** The one finding of an exact report. */
const findingOf = (sent: Wire, signed: Wire): Finding =>
  onlyFinding(reportOnText(textToSign({ ...sent, ...signed }), sent, 100_000_000))

const words = suite('words of a finding')

for (const [sent, signed, id, what, remedy] of [
  ['/v1/jobs/12', '/api/v1/jobs/12', 'target-prefix-added', /prefix \/api,/, /prefix: '\/api'/],
  ['/v1/jobs', '/prod/v1/jobs', 'target-prefix-added', /prefix \/prod,/, /prefix: '\/prod'/],
  ['/v1/jobs', '/v1/v1/jobs', 'target-other', /prefix \/v1 twice/, /Join/],
  ['/s3/v1/a?x=1', '/s3/s3/v1/a?x=1', 'target-other', /prefix \/s3 twice/, /Join/],
  ['/v1/a?x=b:c', '/v1/a?x=b\\:c', 'target-other', /a backslash before each :, but sent/, /escape nothing/],
  ['/v1/a.b', '/v1/a\\.b', 'target-other', /a backslash before each \., but sent/, /escape nothing/],
  ['/v1/jobs', '/v1/../v1/jobs', 'target-other', /dot segments/, /Resolve/],
  [
    '/1/user',
    'user',
    'target-prefix-lost',
    /signed only user, the end of the path\. The beginning \/1\/ is missing\./,
    /slash at its beginning/,
  ],
  [
    '/1/user/7?a=1',
    'user/7?a=1',
    'target-prefix-lost',
    /signed only user\/7, .* The beginning \/1\/ is missing\./,
    /slash at its beginning/,
  ],
  ['/v1/jobs/8812', '/v1/jobs', 'target-other', /without \/8812 at its end/, /Sign the target that is sent/],
  ['/v1/jobs/8812/result', '/v1/jobs/undefined/result', 'target-other', /undefined instead of 8812/, /template/],
  ['/v1/jobs/8812/result', '/v1/jobs/{id}/result', 'target-other', /is a placeholder of a template/, /^Put the values/],
  ['/v1/jobs?a=1&b=2', '/v1/jobs?a=1', 'target-other', /without b=2/, /every parameter/],
  ['/v1/jobs?a=1', '/v1/jobs?a=1?a=1', 'target-other', /the query twice/, /once/],
  [
    '/v1/jobs',
    '/V1/Jobs',
    'target-other',
    /in capital and small letters, but it arrived in lower case/,
    /Do not change upper or lower case/,
  ],
  ['/v1/jobs', '/v1/jobs?', 'target-other', /question mark/, /Sign the target/],
  ['/v1/jobs?t=00%253A00', '/v1/jobs?t=00%3A00', 'target-decoded', /again after signing/, /as it was signed/],
  [
    '/v1/files/a/b',
    '/v1/files/a%2Fb',
    'target-reencoded',
    /%2F in the path.* Either only the signed path .*, or something on the way/,
    /^Sign .*nginx/,
  ],
  [
    '/v1/jobs/1',
    '/v1//jobs//1',
    'target-double-slash',
    /two slashes together.* Either only the .* path .*, or something on the way/,
    /one slash/,
  ],
  [
    '/v1/jobs?a=1',
    '/v1/jobs?a=1&page=',
    'target-other',
    /signed page= in the query, but it did not arrive/,
    /remove no parameter/,
  ],
  ['/v1/jobs/index.html', '/v1/jobs/', 'target-other', /without index\.html\. A server/, /Sign the target/],
  ['/v1/a/b', '/v1/a\\b', 'target-other', /signed \\ in the path where a slash was sent/, /Join the path with slashes/],
  ['/v1/jobs/8812:stop', '/v1/jobs/8812%3Astop', 'target-reencoded', /signed %3A where : was sent/, /Encode/],
  [
    '/v1/jobs?q=a+b%3A',
    '/v1/jobs?q=a%20b%3A',
    'target-reencoded',
    /signed %20 where \+ was sent/,
    /write each space as %20/,
  ],
  ['/v1/jobs', '/v1//jobs', 'target-double-slash', /two slashes together, but only one arrived/, /one slash/],
  ['/v1//jobs', '/v1/jobs', 'target-double-slash', /one slash, but two slashes together arrived/, /one slash/],
  [
    '/v1/jobs/?a=1',
    '/v1/jobs?a=1',
    'target-trailing-slash',
    /without a slash at its end, but .* with a slash/,
    /^Sign/,
  ],
  ['/v1/jobs?a=1', '/v1/jobs/?a=1', 'target-trailing-slash', /with a slash at its end, but .* without it/, /^Sign/],
  [
    '/v1/%E6%88%91.jpg?at=10%3A00%3A00',
    '/v1/%e6%88%91.jpg?at=10%3a00%3a00',
    'target-reencoded',
    /in lower case, but they were sent in upper case: %e6%88%91 where %E6%88%91 was sent and %3a where %3A was sent\./,
    /upper case/,
  ],
  ['/v1/a%3ab', '/v1/a%3Ab', 'target-reencoded', /in upper case, but they were sent in lower case/, /upper case/],
  [
    '/v1/a.png?x',
    '/v1/a.png?x=',
    'target-reencoded',
    /signed an equals sign after its name: x= where x was sent/,
    /^Write/,
  ],
  [
    '/v1/a.png?x=',
    '/v1/a.png?x',
    'target-reencoded',
    /signed no equals sign after its name: x where x= was sent/,
    /^Write/,
  ],
  [
    '/v1/%E6%88%91?a=%2B',
    '/v1/我?a=+',
    'target-decoded',
    /signed the target without escapes: 我 where %E6%88%91 was sent.*Either its program decoded the target before signing/,
    /with its escapes/,
  ],
  [
    '/v1/a%20b?c=%20',
    '/v1/a b?c=%20',
    'target-decoded',
    /signed the path without escapes: a space where %20/,
    /the path exactly as it is sent/,
  ],
  [
    '/v1/jobs?s=1&s=2&s=3&n=5',
    '/v1/jobs?s=3&n=5',
    'query-respelled',
    /signed s=3, but s=1&s=2&s=3 was sent: a list as the last item alone/,
    /^Write/,
  ],
  ['/v1/jobs?q=&n=5&f=', '/v1/jobs?n=5', 'query-respelled', /without q= and f=, which have no value/, /^Write/],
] as const)
  words(`${signed} was signed, and ${sent} sent`, () => {
    const found = findingOf({ target: sent }, { target: signed })
    assert.is(found.id, id)
    assert.match(found.what, what)
    assert.match(found.remedy, remedy)
  })

for (const [sent, signed, detail, what] of [
  ['{"u":"a\\/b"}', '{"u":"a/b"}', '/ where \\/ was sent', /same content|serialized it again/],
  ['{"u":"a\\u0026b"}', '{"u":"a&b"}', '& where \\u0026 was sent', /same content|serialized it again/],
  ['{"u": "a"}', '{"u":"a"}', 'compact', /same content|serialized it again/],
  ['{"u":"a"}', '{\n  "u": "a"\n}', 'indented by 2', /same content|serialized it again/],
  ['{"a":2,"b":1}', '{"b":1,"a":2}', 'members in another order', /same content|serialized it again/],
  [
    '{"b":1,"a":{"d":1,"c":2}}',
    '{"a":{"c":2,"d":1},"b":1}',
    'members in alphabetical order (at each level)',
    /same content|serialized it again/,
  ],
  [
    '{"b": 1.0, "a": 1e2}',
    '{"a":100,"b":1}',
    'compact, members in alphabetical order (at each level), the number 100 where 1e2 was sent, the number 1 where 1.0 was sent',
    /canonical form of the JSON, as RFC 8785 .*: compact, the members sorted/,
  ],
  [
    '{"a":2,"b":{"c":1,"d":2}}',
    '{"a":2,"b":{"d":2,"c":1}}',
    'members in another order',
    /same content|serialized it again/,
  ],
  ['{"cfg":7.0}', '{"cfg":7}', 'the number 7 where 7.0 was sent', /same content|serialized it again/],
  [
    '{"seed":1234567890123456789}',
    '{"seed":1234567890123456800}',
    'the number 1234567890123456800 where 1234567890123456789 was sent',
    /lost digits/,
  ],
  ['{"a":1}', '{"a":1,"tags":null}', undefined, /different content/],
  [
    '{"u":"<b> & <i>"}',
    '{"u":"\\u003cb\\u003e \\u0026 \\u003ci\\u003e"}',
    '\\u003c where < was sent, \\u003e where > was sent, \\u0026 where & was sent',
    /same content|serialized it again/,
  ],
] as const)
  words(`${JSON.stringify(signed)} was signed, and ${sent} sent`, () => {
    const found = findingOf({ body: sent }, { body: signed })
    assert.is(found.id, 'body-reserialized')
    if (detail !== undefined) assert.is(found.detail, detail)
    assert.match(found.what, what)
  })

words('parts that were left out are named, and a whole buffer is', () => {
  const told = (signed: string): string => {
    const authorization = [line(signatureOf(signed))]
    const request = { method: 'POST', target: '/v1/jobs', authorization, body: Buffer.from('{}'), keys, now }
    return diagnose(request, hash, 100_000_000).findings[0]?.what ?? ''
  }
  assert.match(told(`POST\n/v1/jobs\nn-1\n{}`), /caller's string to sign has no timestamp/)
  assert.match(told(textToSign({ body: '{}' }).padEnd(128, '\0')), /more bytes .* its whole buffer/)
})

for (const [end, what] of [
  ['\n', /signed a line feed after the body/],
  ['\n\n', /signed two line feeds after the body/],
  ['\r\n', /signed a CR LF after the body/],
] as const)
  words(`${JSON.stringify(end)} behind the body`, () => {
    const authorization = [line(signatureOf(textToSign({ body: '{}' }) + end))]
    const request = { method: 'POST', target: '/v1/jobs', authorization, body: Buffer.from('{}'), keys, now }
    const { findings } = diagnose(request, hash, 100_000_000)
    assert.is(findings[0]?.id, 'trailing-line-feed')
    assert.match(findings[0]?.what ?? '', what)
  })

for (const [sent, signed, id, what, remedy] of [
  [
    'a=1%20%2B&b=%C3%A9',
    'a=1 +&b=é',
    'form-reencoded',
    /signed the form without escapes: a space where %20 was sent/,
    /with its escapes/,
  ],
  [
    'b=2&a=1',
    'a=1&b=2',
    'form-reencoded',
    /in the order a, b, but they arrived in the order b, a/,
    /order in which it is sent/,
  ],
  [
    '{"n":"e\u0301"}',
    '{"n":"\u00e9"}',
    'body-encoding',
    /body composed \(NFC\).*: U\+00E9 where U\+0065 U\+0301/,
    /NFC/,
  ],
  ['{"n":"\u00e9"}', '{"n":"e\u0301"}', 'body-encoding', /body decomposed \(NFD\)/, /normal form/],
  ['{"a":1}', '{\\"a\\":1}', 'body-quoted', /with escapes, .* but sent it without them/, /once/],
  ['"{\\"a\\":1}"', '{"a":1}', 'body-quoted', /without escapes, but it arrived with escapes/, /once/],
  [
    '{"a":1}',
    '{&quot;a&quot;:1}',
    'html-entities',
    /signed the body with HTML entities, .* but sent it without them/,
    /template/,
  ],
  [
    '{&quot;a&quot;:1}',
    '{"a":1}',
    'html-entities',
    /signed the body without HTML entities, .* but it arrived with them/,
    /as it is sent/,
  ],
  ['\ufeff{}', '{}', 'body-bom', /without a byte order mark/, /same bytes/],
  ['{\r\n}', '{\n}', 'body-crlf', /as LF, but they arrived as CR LF/, /exactly the bytes.* on the way/],
  ['{\n}', '{\r\n}', 'body-crlf', /as CR LF, but they arrived as LF/, /exactly the bytes.* on the way/],
] as const)
  words(`the body ${JSON.stringify(signed)} was signed, and ${JSON.stringify(sent)} sent`, () => {
    const found = findingOf({ body: sent }, { body: signed })
    assert.is(found.id, id)
    assert.match(found.what, what)
    assert.match(found.remedy, remedy)
  })

for (const query of ['', '?a=1'])
  words(`an empty path was signed, and / sent, with ${JSON.stringify(query)} behind it`, () => {
    const found = findingOf({ target: `/${query}` }, { target: query })
    assert.is(found.id, 'target-trailing-slash')
    assert.match(found.what, /an empty path, but \/ arrived/)
    assert.match(found.remedy, /^Sign \//)
  })

words('numbers that are spelled otherwise may have been written anew by the caller, or on the way', () => {
  const { remedy } = findingOf({ body: '{"a":0.0,"b":10.5}' }, { body: '{"a":0.00,"b":10.50}' })
  assert.match(remedy, /^Serialize the body once\. .* on the way changed the body/)
})

words('a field that was left out is the difference, whatever encoder wrote the letters beside it', () => {
  const sent = 'job=1&error=&note=Gr%C3%BC%C3%9Fe'
  const found = findingOf({ body: sent }, { body: 'job=1&note=Gr%C3%BC%C3%9Fe' })
  assert.match(found.what, /the form without error=, which has no value/)
})

/** A letter, and how a telling says that it was written. */
const wroteLetter = /The caller wrote (.+) as (\S+), .+, instead of the UTF-8 bytes of this letter/u

const encodedField = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', '1', 'ü', 'ßé', '中', '😀', 'x y'))
const fieldEncoders: ReadonlyArray<(value: string) => string> = [
  encodeURIComponent,
  (value) => value,
  (value) => escape(value),
  (value) => encodeURIComponent(value).toLowerCase(),
]

words(
  'for all pairs of forms: a letter told as written otherwise stands so in the signed text, and not in the sent one',
  () =>
    forAll(
      [
        fc.array(encodedField, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...fieldEncoders),
        fc.constantFrom(...fieldEncoders),
        fc.nat(4),
      ],
      { numRuns: 1000 },
      (fields, signer, sender, dropped) => {
        const write = (some: typeof fields, encode: (value: string) => string): string =>
          some.map(([name, value]) => `${name}=${encode(value)}`).join('&')
        const signed = write(fields.toSpliced(dropped, 1), signer)
        const sent = write(fields, sender)
        for (const [theirs, ours] of [
          [signed, sent],
          [sent, signed],
        ] as const) {
          const [, letter = '', written = ''] =
            wroteLetter.exec(escapeDifference(theirs, ours, 'form')?.what ?? '') ?? []
          if (letter === '') continue
          const story = JSON.stringify({ theirs, ours, letter, written })
          assert.ok(theirs.includes(written) && !ours.includes(written), story)
          assert.is.not(written.toLowerCase(), encodeURIComponent(letter).toLowerCase(), story)
          assert.ok(!theirs.includes(letter), story)
        }
      },
    ),
)

words('another JSON text with a line feed after it is one slip of a serializer, or two of the caller', () => {
  const authorization = [line(signatureOf(textToSign({ body: '{"u":"a"}\n' })))]
  const body = new Uint8Array(Buffer.from('{"u": "a"}'))
  const request = { method: 'POST', target: '/v1/jobs', authorization, body, keys, now }
  const { findings, alternatives } = diagnose(request, hash, 100_000_000)
  assert.match(findings[0]?.what ?? '', /with a line feed after it/)
  assert.ok(alternatives.some((causes) => causes.some(({ id }) => id === 'trailing-line-feed')))
})

words('a method that a redirect or a CDN changed', () => {
  assert.match(findingOf({ method: 'GET' }, { method: 'HEAD' }).what, /a CDN or a proxy/)
  assert.match(findingOf({ method: 'GET' }, { method: 'POST' }).what, /a redirect/)
})

const text = fc.string({ unit: fc.constantFrom('/', 'a', '.', '%', '2', 'F', '?', '&', '=', ' ', '\n', '灯') })

words('for all pairs of targets: a difference is named or not, and equal targets have none', () =>
  forAll([text, text], { numRuns: 200 }, (a, b) => {
    for (const telling of [targetDifference(a, b), escapeDifference(a, b)])
      assert.ok(telling === undefined || (telling.what.endsWith('.') && telling.remedy.endsWith('.')))
    assert.is(escapeDifference(a, a), undefined)
  }),
)

/** What stands between caller and verifier. */
const onTheWay = /prox|CDN|server|framework|on the way/i

/** The caller's remedy comes first: it is the one who reads. */
const isForCaller =
  /^(?:Sign|Send|Write|Escape|Encode|Join|Resolve|Put the values|Append|Add|Remove|Convert|Do not|Begin the signed target|If a framework|If the program that signs|Give (?:the HTTP library|each parameter))\b/

const blamesOneAlone = ({ what, remedy }: Telling): boolean =>
  (onTheWay.test(what) && !/\bor\b/.test(what)) || !isForCaller.test(remedy)

words('for all pairs of targets: what they show by themselves blames nobody on the way alone', () =>
  forAll([text, text, fc.nat(9)], { numRuns: 2000 }, (a, b, kind) => {
    const target = `/v1/${a}`
    const others = [
      `/v1/${b}`,
      `/v1/${a}${b}`,
      target.replaceAll('%2F', '/'),
      target.replaceAll('/', '%2F'),
      `${target}/`,
      `/v1/${target}`,
      target.replaceAll('/', '//'),
      `${target}?${b}`,
      encodeURI(target),
      `/v1/./x/..${target}`,
    ]
    const other = others[kind] as string
    for (const [signed, sent] of [
      [target, other],
      [other, target],
    ] as const)
      for (const telling of [
        targetDifference(signed, sent),
        escapeDifference(signed, sent),
        trailingSlash(signed, sent),
        doubleSlash(signed, sent),
      ])
        assert.not.ok(telling !== undefined && blamesOneAlone(telling), `${telling?.what} ${telling?.remedy}`)
  }),
)

words('no mistake of the target blames somebody on the way alone', () => {
  for (const mistake of catalogue.filter(({ part }) => part === 'target' || part === 'method'))
    assert.not.ok(blamesOneAlone(mistake), `${mistake.id}: ${mistake.what} ${mistake.remedy}`)
})

words('what may be a path of its own is called a placeholder as a guess alone', () => {
  for (const segment of ['@me', '$batch', 'null', 'undefined', 'NaN'])
    for (const [signed, sent] of [
      [`/v1/users/${segment}`, '/v1/users/17'],
      [`/v1/users?at=${segment}&n=1`, '/v1/users?at=17&n=1'],
    ] as const) {
      const telling = targetDifference(signed, sent)
      assert.match(telling?.what ?? '', /Perhaps a value was not filled in there\./, signed)
      assert.match(telling?.remedy ?? '', /^If it is from a template.*Otherwise sign the/, signed)
    }
})

words(
  'for all parameters with an equals sign more or less at their end: it is said to have no value only if it has none',
  () =>
    forAll([fc.string({ unit: fc.constantFrom('a', '='), maxLength: 6 }), fc.boolean()], (end, isSignedLonger) => {
      const [signed, sent] = isSignedLonger ? [`x${end}=`, `x${end}`] : [`x${end}`, `x${end}=`]
      const told = escapeDifference(signed, sent, 'form')?.what ?? ''
      assert.is(told.includes('has no value'), !end.includes('='), told)
      assert.is(
        told.includes(`has one equals sign ${isSignedLonger ? 'more' : 'less'} in the signed text`),
        end.includes('='),
      )
    }),
)

words('for all texts with accents: a difference of normal forms alone is named as such', () =>
  forAll([fc.string({ unit: fc.constantFrom('é', 'ü', 'a', '가', '我', '/') })], (some) => {
    const decomposed = some.normalize('NFD')
    const telling = escapeDifference(encodeURI(some), encodeURI(decomposed))
    if (decomposed === some) assert.is(telling, undefined)
    else assert.match(telling?.what ?? '', /composed \(NFC\), but they were sent decomposed \(NFD\)/)
  }),
)

words('for all JSON texts: another spelling of the same content is never said to be another content', () =>
  forAll([fc.json(), fc.constantFrom(1, 2, '\t')], { numRuns: 100 }, (json, indent) => {
    const other = JSON.stringify(JSON.parse(json), undefined, indent)
    assert.not.match(jsonDifference(other, json)?.what ?? '', /different content/)
  }),
)

const rewriting = suite('words: a target that servers rewrite')

const rewritings: Readonly<Record<string, readonly [signed: string, sent: string]>> = {
  'an escape is decoded': ['/v1/%6aobs', '/v1/jobs'],
  'the letters of an escape': ['/v1/jobs?q=%c3%a9', '/v1/jobs?q=%C3%A9'],
  'a space is +': ['/v1/jobs?q=a%20b', '/v1/jobs?q=a+b'],
  'an apostrophe is escaped': ["/v1/jobs?q='a'", '/v1/jobs?q=%27a%27'],
  'the order of the query': ['/v1/jobs?b=2&a=1', '/v1/jobs?a=1&b=2'],
  'a value is added': ['/v1/jobs?a&b', '/v1/jobs?a=&b='],
  'a bare question mark': ['/v1/jobs?', '/v1/jobs'],
  'a slash at the end': ['/v1/jobs/', '/v1/jobs'],
  'another slash at the end': ['/v1/jobs', '/v1/jobs/'],
  'two slashes': ['/v1//jobs', '/v1/jobs'],
  'dot segments': ['/v1/x/../jobs', '/v1/jobs'],
  'upper and lower case': ['/V1/Jobs', '/v1/jobs'],
  'a slash is decoded': ['/v1/a%2Fb', '/v1/a/b'],
  'no query': ['/v1/jobs', '/v1/jobs?a=1'],
  'a prefix is added': ['/jobs', '/v1/jobs'],
}

for (const [name, [signed, sent]] of Object.entries(rewritings))
  rewriting(`${name}: the remedy does not blame the caller alone`, () => {
    const authorization = [line(signatureOf(textToSign({ target: signed })))]
    const request = { method: 'POST', target: sent, authorization, body: new Uint8Array(), keys, now, paths: [signed] }
    const { recovered, findings, alternatives } = diagnose(request, hash, 100_000_000)
    assert.ok(recovered)
    for (const { id, what, remedy } of [findings, ...alternatives].flat())
      assert.match(remedy, /prox|on the way/, `${id}: ${what} ${remedy}`)
  })

rewriting('of several findings one says which programs rewrite a target', () => {
  const target = '/v1/jobs?a&b=%c3%a9'
  const request = {
    method: 'POST',
    target,
    authorization: [line(signatureOf(textToSign({ target: '/v1/jobs/?a&b=%C3%A9' })))],
    body: new Uint8Array(),
    keys,
    now,
  }
  const { findings, alternatives } = diagnose(request, hash, 300_000_000)
  const remedies = [findings, ...alternatives].flat().map(({ remedy }) => remedy)
  assert.ok(remedies.length > 1, JSON.stringify(remedies))
  assert.is(remedies.filter((remedy) => remedy.includes('Behind a proxy')).length, 1)
  assert.ok(
    remedies.every((remedy) => /on the way/.test(remedy)),
    remedies.join('\n'),
  )
})

rewriting('what no server does has no second possibility', () => {
  const signed = '/v1/jobs/2'
  const authorization = [line(signatureOf(textToSign({ target: signed })))]
  const body = new Uint8Array()
  const request = { method: 'POST', target: '/v1/jobs/1', authorization, body, keys, now, paths: [signed] }
  const { findings } = diagnose(request, hash, 100_000_000)
  assert.equal(
    findings.map(({ id }) => id),
    ['target-other'],
  )
  assert.not.match(findings[0]?.remedy ?? '', /on the way/)
})

rewriting('a slash alone is no path with a prefix in front', () => {
  const authorization = [line(signatureOf(textToSign({ target: '/v1/' })))]
  const url = 'https://jobs.example/v1/'
  const request = { method: 'POST', target: '/', authorization, body: new Uint8Array(), keys, now, url }
  const { findings } = diagnose(request, hash, 100_000_000)
  assert.equal(
    findings.map(({ id }) => id),
    ['target-other'],
  )
})
