import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../../src/core/Authorization.ts'
import * as Base64 from '../../../src/core/Base64.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import { reason } from '../../../src/core/VerifyError.ts'
import type { Hash } from '../../../src/effects/Hash.ts'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf, message, textOf, type View } from '../../../src/kit/diagnosis/Draft.ts'
import type { Mistake } from '../../../src/kit/diagnosis/Mistake.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import * as like from '../../support/lookalikes.ts'
import { isSeen } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const hash: Hash = (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest())

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

const named = (id: string): Mistake => {
  const found = catalogue.find((mistake) => mistake.id === id)
  if (found === undefined) throw new Error(`no ${id}`)
  return found
}

const request: Draft = draftOf({
  method: 'POST',
  target: '/v1/jobs?b=%2f&a=1',
  timestamp: '1700000000',
  nonce: 'n-1',
  body: utf8('{"b":"é/<","a":[1.0,{}]}\r\n'),
  appId: 'app-1',
  host: 'jobs.example',
  url: 'https://jobs.example/api/v1/jobs?b=%2f&a=1#top',
  decoded: utf8('{}'),
})

/** The URL of another request. */
const elsewhere = 'https://jobs.example/v1/other?a#top'

const signature = Base64.encode(Uint8Array.from({ length: 256 }, (_, i) => 255 - i))
const line = `SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=${signature}`
const validOf = (mistake: Mistake): string => (mistake.part === 'signature' ? signature : line)

const list = suite('catalogue')

list('has each id once', () => assert.is(new Set(catalogue.map(({ id }) => id)).size, catalogue.length))

list('says what the caller did in at most two sentences, and what to do in at most three', () => {
  for (const { id, what, remedy } of catalogue) {
    assert.match(what, /^(?: ?[A-Z][^.!?]*(?:\.\d[^.!?]*)*\.){1,2}$/, id)
    assert.match(remedy, /^(?: ?[A-Z][^.!?]*(?:v1\.5[^.!?]*)?\.){1,3}$/, id)
  }
})

list('offers forms of each mistake that is not only a guess', () => {
  const bodies = ['', 'a=x+y&b=1', '<a> <b/></a>', '{a:x}'].map((body) => ({ ...request, body: utf8(body) }))
  const views = [request, ...bodies, { ...request, url: elsewhere }]
  for (const m of catalogue) {
    const forms = views.flatMap((v) => [...m.variations(v, hash), ...m.sendings(v, hash), ...m.respellings(validOf(m))])
    assert.is(forms.length === 0, m.candidateOnly, m.id)
  }
})

list('gives the same forms each time, and no form of one mistake the same name as another', () => {
  for (const m of catalogue) {
    assert.equal([...m.variations(request, hash)], [...m.variations(request, hash)], m.id)
    for (const forms of [[...m.variations(request, hash)], m.sendings(request, hash), m.respellings(validOf(m))]) {
      assert.is(new Set(forms.map(({ detail }) => detail)).size, forms.length, m.id)
    }
  }
})

list('gives rare forms behind the others', () => {
  const onOneLine = { ...request, body: utf8('{"a": 1,  "b": 2}') }
  for (const m of catalogue) {
    const isRare = (of: Draft, only?: Uint8Array) =>
      [...m.variations(of, hash, only)].map(({ rare }) => rare !== undefined)
    const rare = isRare(request)
    for (const some of [rare, isRare(onOneLine, onOneLine.body)]) assert.equal(some, some.toSorted(), m.id)
    if (m.rarely) assert.ok(rare.length > 0 && rare.every((each) => each), m.id)
  }
})

list('gives late forms behind all others, and only where it says so', () => {
  const flat = {
    ...request,
    body: utf8('{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}'),
    moments: [Number(request.timestamp) + 600],
  }
  const form = { ...flat, body: utf8('a=one&b=two') }
  for (const m of catalogue) {
    const lates = [flat, form].map((of) => [...m.variations(of, hash)].map(({ rare }) => rare === 'late'))
    for (const late of lates) assert.equal(late, late.toSorted(), m.id)
    assert.is(lates.flat().includes(true), m.hasLateForms, m.id)
  }
})

list('needs host and URL only where it says so', () => {
  const { host: _, url: __, decoded: ___, ...bare } = request
  for (const m of catalogue) {
    const without = [...m.variations(bare, hash)]
    // Few of the schemes of other services sign the host. Few added lines are the host, and few printed requests have it.
    if (['part-missing', 'parts-labelled', 'body-printed'].includes(m.id))
      assert.ok(without.length < [...m.variations(request, hash)].length)
    else if (m.needs === 'nothing') assert.equal(without, [...m.variations(request, hash)], m.id)
    // The sent target alone gives some; a URL and known paths give more.
    else if (m.needs === 'url or paths') {
      const more = [...m.variations({ ...request, url: elsewhere, paths: ['/v9'] }, hash)]
      assert.ok(without.length > 0 && more.length > without.length + 1, m.id)
    } else if (m.needs !== 'other keys') assert.equal(without, [], m.id)
  }
})

list('leaves the request as it was', () => {
  const before = structuredClone(request)
  for (const m of catalogue) {
    void [...m.variations(request, hash)]
    m.sendings(request, hash)
  }
  assert.equal(request, before)
})

list('no sentence of an entry holds a control character: an escape is shown as it is written', () => {
  for (const { id, what, remedy, tells } of catalogue)
    for (const sentence of [what, remedy, tells]) assert.is(/\p{Cc}/u.test(sentence), false, `${id}: ${sentence}`)
})

const differs = suite('every form differs')

const view = fc.record(
  {
    method: arb.method(),
    target: arb.target(),
    timestamp: arb.timestamp().map(String),
    nonce: arb.nonce(),
    body: fc.oneof(arb.body(), like.unicodeText().map(utf8), fc.json().map(utf8)),
    appId: arb.appId(),
  },
  { noNullPrototype: true },
)

/** Parts that are the same text: another order of them, or one in the place of another, may change nothing. */
const coincidences: ReadonlyArray<(v: View) => Partial<View>> = [
  () => ({}),
  ({ timestamp }) => ({ nonce: timestamp }),
  ({ timestamp }) => ({ body: utf8(timestamp) }),
  ({ nonce }) => ({ body: utf8(nonce) }),
  ({ timestamp }) => ({ nonce: timestamp, body: utf8(timestamp) }),
  ({ timestamp }) => ({ method: timestamp, nonce: timestamp, appId: timestamp }),
  ({ method }) => ({ nonce: method, body: utf8(method), appId: method }),
  ({ target }) => ({ body: utf8(target) }),
]

differs('for all requests: from what was to be signed', () =>
  forAll([view, fc.constantFrom(...coincidences)], { numRuns: 30 }, (v, coincidence) => {
    const draft = draftOf({ ...v, ...coincidence(v) })
    const right = Buffer.from(textOf(draft))
    for (const m of catalogue) {
      for (const variation of m.variations(draft, hash)) {
        const { detail, signed } = variation
        if (signed._tag !== 'Draft' || !isSeen(draft, variation)) continue
        assert.is.not(Buffer.compare(right, message({ ...draft, ...signed.change }, hash)), 0, `${m.id} ${detail}`)
        const told = Object.keys(signed.change).filter((slot) => !m.slots.includes(slot as never))
        assert.equal(told, [], m.id)
      }
    }
  }),
)

differs('from the right signature and the right line, and is refused for the reason in the catalogue', () => {
  for (const m of catalogue) {
    for (const { detail, text } of m.respellings(validOf(m))) {
      assert.is.not(text, validOf(m))
      const read = Authorization.parse(m.part === 'signature' ? line.replace(signature, text) : text)
      if (E.isLeft(read)) assert.is(reason(read.left), m.seenAs, `${m.id} ${detail}`)
      // If it is still Base64, its length is not that of a modulus.
      else if (m.id !== 'signature-byte-order')
        assert.is.not(read.right._tag === 'Signed' && Base64.byteLength(read.right.signature), 256, m.id)
    }
  }
})

differs('in a nonce that no verifier accepts', () => {
  for (const { parts } of named('nonce-alphabet').sendings(request, hash)) {
    assert.not.ok(Nonce.isNonce(parts.nonce as string))
  }
})

/** One form of each mistake: its name, and what was signed, written or sent. */
const head = 'POST\n/v1/jobs?b=%2f&a=1\n1700000000\nn-1\n'
const json = '{"b":"é/<","a":[1.0,{}]}'
const content = `${json}\r\n`
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

type Example = readonly [id: string, detail: string, bytes: string | Uint8Array, sent?: Partial<Draft>]

/** The right text but for one part. */
const target = (text: string, body = content): string => `POST\n${text}\n1700000000\nn-1\n${body}`
const timestamp = (text: string): string => `POST\n/v1/jobs?b=%2f&a=1\n${text}\nn-1\n${content}`

/** A request with this body. */
const of = (body: string, more: Partial<Draft> = {}): Partial<Draft> => ({ body: utf8(body), ...more })

const signed: ReadonlyArray<Example> = [
  ['method-case', 'capitalized', `Post${head.slice(4)}${content}`],
  ['method-other', 'GET', `GET${head.slice(4)}${content}`],
  ['target-with-origin', 'https://jobs.example', target('https://jobs.example/v1/jobs?b=%2f&a=1')],
  ['target-with-origin', 'the URL', target('https://jobs.example/api/v1/jobs?b=%2f&a=1')],
  ['target-without-query', 'no query', target('/', ''), of('', { target: '/?' })],
  ['target-decoded', 'the path', target('/é-%ff', ''), of('', { target: '/%C3%A9-%ff' })],
  ['target-reencoded', 'escapes in upper case', target('/v1/jobs?b=%2F&a=1')],
  ['target-reencoded', 'unreserved characters decoded', target('/~%2F', ''), of('', { target: '/%7e%2F' })],
  ['target-with-fragment', 'the fragment', target('/v1/jobs?b=%2f&a=1#top')],
  ['target-no-leading-slash', 'no slash', target('v1/jobs?b=%2f&a=1')],
  ['target-trailing-slash', 'added', target('/v1/jobs/?b=%2f&a=1')],
  ['target-double-slash', 'one for two', target('/a/b', ''), of('', { target: '/a//b' })],
  ['target-trailing-slash', 'added behind the query', target('/v1/jobs?b=%2f&a=1/')],
  ['target-prefix-lost', '/v1', target('/jobs?b=%2f&a=1')],
  ['target-prefix-added', '/api', target('/api/v1/jobs?b=%2f&a=1')],
  ['query-reordered', 'reversed', target('/?c&a&b', ''), of('', { target: '/?b&a&c' })],
  ['query-respelled', 'lists: items joined by commas', target('/?a=1,2', ''), of('', { target: '/?a=1&a=2' })],
  [
    'xml-reserialized',
    'no white space between tags, the declaration as sent',
    `${head}<a><b/></a>`,
    of('<a>\n  <b/>\n</a>'),
  ],
  ['body-through-shell', 'quotation marks were lost', `${head}{"a":"x"}`, of('{a:x}')],
  ['form-reencoded', 'by quote (Python), / as it is', `${head}a=x%2Ay%20z&b=1`, of('a=x*y+z&b=1')],
  ['target-other', 'signed /v1/other, sent /v1/jobs?b=%2f&a=1', target('/v1/other'), { url: elsewhere }],
  ['timestamp-grouped', 'U+002e', `POST\n/\n170.000\nn-1\n`, of('', { target: '/', timestamp: '170000' })],
  ['timestamp-drift', '-1 s', timestamp('1699999999')],
  ['nonce-case', 'upper case', `POST\n/v1/jobs?b=%2f&a=1\n1700000000\nN-1\n${content}`],
  ['nonce-dashes', 'left out', `POST\n/v1/jobs?b=%2f&a=1\n1700000000\nn1\n${content}`],
  ['nonce-encoding', 'Base64 of its text', `POST\n/v1/jobs?b=%2f&a=1\n1700000000\nbi0x\n${content}`],
  ['nonce-missing', 'no line', `POST\n/v1/jobs?b=%2f&a=1\n1700000000\n${content}`],
  ['body-missing', 'with the line feed before it', head.slice(0, -1)],
  ['body-quoted', 'quoted (Python)', `${head}"{\\"b\\":\\"\\u00e9/<\\",\\"a\\":[1.0,{}]}\\r\\n"`],
  ['body-reserialized', 'php-unicode', `${head}{"b":"é\\/<","a":[1.0,{}]}`],
  ['body-reserialized', 'go-sorted', `${head}{"a":[1.0,{}],"b":"é/\\u003c"}`],
  [
    'body-lines-joined',
    'left out where it was sent: at each indentation, and a line end',
    `${head}{\n  "a": 1\n}\n`,
    of('{  "a": 1}'),
  ],
  ['body-printed', 'the numbers of its bytes (Java)', `${head}[123, 10, -61]`, { body: Uint8Array.of(123, 10, 195) }],
  ['body-compressed', 'before it was compressed', `${head}{}`],
  ['body-trailing-newline', 'the last line end', `${head}${json}`],
  ['body-crlf', 'CRLF signed', `${head}a\r\nb`, of('a\nb')],
  ['body-bom', 'left out', `${head}x`, of('\ufeffx')],
  ['body-encoding', 'decomposed characters', `${head}e\u0301`, of('é')],
  ['body-encoding', 'utf-16le', Buffer.concat([utf8(head), Buffer.from(content, 'utf16le')])],
  ['body-quoted', 'unquoted', `${head}{"a"}`, of('"{\\"a\\"}"')],
  ['body-hashed', 'bytes', Buffer.concat([utf8(head), sha256(content)])],
  ['white-space-signed', 'CR after the nonce', `${head.slice(0, -1)}\r\n${content}`],
  ['body-other', 'the member b was added after signing', `${head}{"a":1}`, of('{"a":1,"b":2}')],
  ['timestamp-format', 'ISO 8601, Z', timestamp('2023-11-14T22:13:20Z')],
  ['timestamp-milliseconds', '000000000', timestamp('1700000000000000000')],
  ['parts-labelled', 'HTTP/1.1 at the end', `${head}${content}\nHTTP/1.1`],
  ['part-unfilled', '{{base_url}} before the target', target('{{base_url}}/v1/jobs?b=%2f&a=1')],
  ['timestamp-fraction', '.53', timestamp('1700000000.53')],
  ['part-missing', 'an empty method', `${head.slice(4)}${content}`],
  ['part-missing', 'only method, target, body', `POST\n/v1/jobs?b=%2f&a=1\n${content}`],
  ['part-unfilled', 'the nonce: undefined', `POST\n/v1/jobs?b=%2f&a=1\n1700000000\nundefined\n${content}`],
  ['part-unfilled', 'the timestamp: one character', timestamp('\uf100')],
  ['text-encoded', 'base64', Buffer.from(head + content).toString('base64')],
  ['html-entities', 'the target, written by Ruby or lodash', head.replaceAll('&', '&amp;') + content],
  ['leading-line-feed', 'LF', `\n${head}${content}`],
  ['echo-option-signed', '-e', `-e ${head}${content}`],
  ['lines-indented', '4 spaces', head.replaceAll('\n', '\n    ') + content],
  ['trailing-line-feed', 'LF', `${head}${content}\n`],
  ['final-line-feed-missing', 'empty body', head.slice(0, -1), of('')],
  ['separator-crlf', 'CRLF', head.replaceAll('\n', '\r\n') + content],
  ['separator-literal', 'backslash n', head.replaceAll('\n', '\\n') + content],
  ['separator-missing', 'none before the body', head.slice(0, -1) + content],
  ['separator-other', 'two line feeds before the body', `${head}\n${content}`],
  ['parts-reordered', 'body before timestamp', `POST\n/v1/jobs?b=%2f&a=1\n${content}\n1700000000\nn-1`],
  ['app-id-included', 'last', `${head}${content}\napp-1`],
  ['app-id-included', 'before nonce and timestamp', `POST\n/v1/jobs?b=%2f&a=1\napp-1\nn-1\n1700000000\n${content}`],
  ['double-hash', 'the SHA-256 digest, hashed again', sha256(head + content)],
  ['hex-digest-signed', 'sha256sum', `${sha256(head + content).toString('hex')}  -\n`],
  ['wrong-hash', 'sha1', head + content],
  ['pss-padding', 'PSS', head + content],
  ['bare-digest', 'no DigestInfo', head + content],
  ['missing-null', 'no NULL', head + content],
  ['other-key', 'another app', head + content],
]

const items = (text: string): string => `SVC-SHA256-RSA ${text}`
const pairs = [
  ['app_id', 'app-1'],
  ['nonce_str', 'n-1'],
  ['timestamp', '1700000000'],
  ['signature', signature],
] as const
const bytes = Buffer.from(signature, 'base64')

const written: ReadonlyArray<readonly [id: string, detail: string, text: string]> = [
  ['signature-base64url', 'unpadded', bytes.toString('base64url')],
  ['signature-base64url', 'padded', `${bytes.toString('base64url')}==`],
  ['signature-unpadded', 'without =', signature.slice(0, -2)],
  ['signature-hex', 'lower case', bytes.toString('hex')],
  ['signature-double-base64', 'twice', Buffer.from(signature).toString('base64')],
  ['signature-percent-encoded', 'as a URL value', encodeURIComponent(signature)],
  ['signature-wrapped', '64 columns, line feeds', (signature.match(/.{1,64}/g) ?? []).join('\n')],
  ['signature-wrapped', '76 columns, CRLF', (signature.match(/.{1,76}/g) ?? []).join('\r\n')],
  ['signature-plus-as-space', 'form-decoded', signature.split('+').join(' ')],
  ['signature-printed', "b'…' (Python)", `b'${signature}'`],
  ['signature-printed', 'sha256= in front of it', `sha256=${signature}`],
  ['signature-hex', 'with the prefix of openssl', `SHA2-256(stdin)= ${bytes.toString('hex')}`],
  ['signature-byte-order', 'little-endian', Buffer.from(bytes).reverse().toString('base64')],
  ['signature-byte-order', 'pairs of bytes exchanged', Buffer.from(bytes).swap16().toString('base64')],
  ['header-quoted', 'every value', items(pairs.map(([name, value]) => `${name}="${value}"`).join())],
  ['header-missing-key', 'nonce_str', items(`app_id=app-1,timestamp=1700000000,signature=${signature}`)],
  ['header-duplicate-key', 'app_id', `${line},app_id=app-1`],
  ['header-auth-type', 'SVC-SHA256-RSA2', line.replace('RSA', 'RSA2')],
  ['header-auth-type', 'none', line.slice('SVC-SHA256-RSA '.length)],
  ['header-whitespace', 'after commas', items(pairs.map((pair) => pair.join('=')).join(', '))],
  ['header-separator', 'semicolons', line.replaceAll(',', ';')],
  ['header-form', 'JSON', items(JSON.stringify(Object.fromEntries(pairs)))],
  ['header-form', 'a map, as Go prints it', items(`map[${pairs.map((pair) => pair.join(':')).join(' ')}]`)],
  ['header-form', 'values without names', items(pairs.map(([, value]) => value).join(':'))],
  ['header-form', 'Base64', items(Buffer.from(line.slice('SVC-SHA256-RSA '.length)).toString('base64'))],
  ['header-key-name', 'nonce', line.replace('nonce_str', 'nonce')],
  ['header-whitespace', 'round =', line.replace('app_id=', 'app_id = ')],
  ['app-id-form', '#1 after it', line.replace('app-1', 'app-1#1')],
]

const sent: ReadonlyArray<readonly [id: string, detail: string, parts: object]> = [
  ['clock-behind', '600 s', { timestamp: '1699999400' }],
  ['clock-ahead', '3600 s', { timestamp: '1700003600' }],
  ['header-milliseconds', 'milliseconds', { timestamp: '1700000000000' }],
  ['header-timestamp', 'a fraction', { timestamp: '1700000000.25' }],
  ['nonce-alphabet', 'underscore', { nonce: 'n-1_1' }],
  ['nonce-empty', 'nothing behind =', { nonce: '' }],
  ['target-raw', 'a space', { target: '/v1/jobs?b=%2f&a=1&title=red fox' }],
  ['nonce-from-clock', 'md5', { nonce: createHash('md5').update('1700000000').digest('hex') }],
]

const worked = suite('worked examples')

for (const [id, detail, expected, view = {}] of signed) {
  worked(`${id}: ${detail}`, () => {
    const v = { ...request, ...view }
    const form = [...named(id).variations(v, hash)].find((f) => f.detail === detail)
    assert.ok(form, 'no such form')
    assert.is(
      Buffer.from(message({ ...v, ...(form.signed._tag === 'Draft' ? form.signed.change : {}) }, hash)).toString(
        'latin1',
      ),
      Buffer.from(expected as string).toString('latin1'),
    )
  })
}

for (const [id, detail, expected] of written) {
  worked(`${id}: ${detail}`, () => {
    const mistake = named(id)
    assert.is(mistake.respellings(validOf(mistake)).find((f) => f.detail === detail)?.text, expected)
  })
}

for (const [id, detail, expected] of sent) {
  worked(`${id}: ${detail}`, () =>
    assert.equal(
      named(id)
        .sendings(request, hash)
        .find((f) => f.detail === detail)?.parts,
      expected,
    ),
  )
}

worked('exist for every mistake that has forms', () => {
  const shown = new Set([...signed, ...written, ...sent].map(([id]) => id))
  const ids = catalogue.filter(({ id }) => !shown.has(id)).map(({ id }) => id)
  assert.equal(
    ids,
    catalogue.filter(({ candidateOnly }) => candidateOnly).map(({ id }) => id),
  )
})

worked('name the hash and the padding where the string to sign was right', () => {
  const schemes = ['wrong-hash', 'pss-padding', 'bare-digest'].flatMap((id) => [...named(id).variations(request, hash)])
  assert.equal(
    schemes.map(({ signed: s }) => (s._tag === 'Scheme' ? `${s.hash} ${s.padding}` : s._tag)),
    ['sha1 pkcs1', 'sha512 pkcs1', 'sha384 pkcs1', 'sha224 pkcs1', 'md5 pkcs1', 'sha256 pss', 'sha256 bare'],
  )
})

worked('restyle nothing that is no JSON', () =>
  assert.equal([...named('body-reserialized').variations({ ...request, body: utf8('{"a":1,}') }, hash)], []),
)
