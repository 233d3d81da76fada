/**
 * A difference between the signed and the sent text has three possible makers: the signing code, the library that sends, and something on
 * the way. Where the texts allow the third one, the remedy names it. Where they do not, it does not.
 */
import fc from 'fast-check'
import { translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Finding, Report } from '../../../src/kit/diagnosis/Report.ts'
import { mayBodyBeRewritten } from '../../../src/kit/diagnosis/rewrittenBody.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { reportOnText, textToSign } from '../../support/signedText.ts'
import { assert, byTurns, forAll, suite } from '../../support/suite.ts'
import { findingOn, reportOn, type Wire } from './forms/changes.ts'

const rewritten = suite('what something on the way rewrote')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** A search for a late form takes long. */
const searched = byTurns(2, rewritten)

const onTheWay = /\bon the way\b|before the verifier|before any program|middleware|\bprox(?:y|ies)\b|\bgateway/i

const namesTheWay = (finding: Finding | undefined): boolean => onTheWay.test(finding?.remedyFor?.operator ?? '')

/** What a finding says to the caller and to the operator, also in Chinese. */
const assertNamesBoth = (finding: Finding, note: string): void => {
  assert.ok(namesTheWay(finding), `${note}: ${JSON.stringify(finding)}`)
  const { caller = '', operator = '' } = finding.remedyFor ?? {}
  assert.is(finding.remedy, `${caller} ${operator}`)
  assert.not.match(caller, onTheWay, note)
  assert.not.match(finding.what, /, (?:but|and) sent |But it sent| It sent /, note)
  assert.match(translate(finding.what) ?? '', /[\u4e00-\u9fff]/, finding.what)
  assert.match(translate(finding.remedy) ?? '', /途中|之前|代理/, finding.remedy)
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 2, maxLength: 3 })

/** JSON with values that programs on the way write in several ways. */
const drawnJson = names.map((drawn) =>
  Object.fromEntries(drawn.map((name, i) => [name, ['a/b é <b>', 7, ' x '][i] ?? null])),
)

/** What programs on the way make of a JSON body that a client signed and sent. */
const deeds: Readonly<Record<string, (value: Readonly<Record<string, unknown>>) => readonly [string, string]>> = {
  'a gateway sorts the members': (value) => [
    JSON.stringify(value),
    JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  ],
  'a framework writes spaces': (value) => [JSON.stringify(value), JSON.stringify(value).replace(/([:,])(?=")/g, '$1 ')],
  'a framework escapes slashes': (value) => [JSON.stringify(value), JSON.stringify(value).replaceAll('/', '\\/')],
  'a gateway escapes < and >': (value) => [
    JSON.stringify(value),
    JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  ],
  'a middleware trims strings': (value) => [
    JSON.stringify({ ...value, last: 'y ' }),
    JSON.stringify({ ...value, last: 'y' }),
  ],
  'a gateway adds a line feed': (value) => [JSON.stringify(value), `${JSON.stringify(value)}\n`],
  'a proxy removes a byte order mark': (value) => [`\ufeff${JSON.stringify(value)}`, JSON.stringify(value)],
  'a gateway writes Latin-1': (value) => [
    JSON.stringify(value),
    Buffer.from(JSON.stringify(value), 'latin1') as unknown as string,
  ],
}

for (const [name, makeBodies] of Object.entries(deeds))
  searched(`for all bodies: ${name}, and the remedy names the way`, () =>
    forAll([drawnJson], { numRuns: 3 }, (value) => {
      const [signed, sent] = makeBodies(value)
      if (Buffer.from(signed).equals(Buffer.from(sent))) return
      assertNamesBoth(findingOn({ body: sent }, { body: signed }), signed)
    }),
  )

for (const [name, signed, sent] of [
  ['a framework decoded an escape of a form', 'text=%2Abold%2A&id=1', 'text=*bold*&id=1'],
  ['a framework wrote %20 for +', 'text=a+b&id=1', 'text=a%20b&id=1'],
  ['a framework sorted a form', 'z=1&a=2', 'a=2&z=1'],
  ['a framework trimmed a field', 'text=a%20&id=1', 'text=a&id=1'],
  ['a gateway made JSON of a form', 'type=done&note=all+good', '{"type":"done","note":"all good"}'],
  ['a gateway changed line ends', 'a\r\nb\r\nc', 'a\nb\nc'],
  ['XML', '<a b="1"></a>', '<a b="1"/>'],
] as const)
  searched(`${name}: the remedy names the way`, () =>
    assertNamesBoth(findingOn({ body: sent }, { body: signed }), name),
  )

searched('another method: the remedy names the way', () => {
  for (const [signed, sent] of [
    ['POST', 'PUT'],
    ['DELETE', 'GET'],
    ['PATCH', 'POST'],
  ] as const) {
    const { findings } = reportOnText(textToSign({ method: signed }), { method: sent })
    assertNamesBoth(findings[0] as Finding, `${signed} ${sent}`)
  }
})

/** The report on a request whose caller shows the text that it signed. */
const reportShown = (sent: string, signed: string, method = 'POST'): Report => {
  const text = textToSign({ method, body: signed })
  const body = new Uint8Array(Buffer.from(sent))
  const claimed = new Uint8Array(Buffer.from(text))
  return diagnose(
    { method, target: '/v1/jobs', authorization: [line(signatureOf(text))], body, keys, now, claimed },
    hash,
    1,
  )
}

for (const [name, signed, sent, what] of [
  [
    'an escape of & that was lost',
    'a=salt%20%26%20pepper&b=48',
    'a=salt%20&%20pepper&b=48',
    /arrived without its escape/,
  ],
  ['letters that arrived as question marks', '{"a":"中é"}', '{"a":"??"}', /question marks arrived in place of them/],
  [
    'a long number that arrived rounded',
    '{"id":12345678901234567891}',
    '{"id":12345678901234567000}',
    /12345678901234567891/,
  ],
  ['a body that did not arrive', '{"a":1}', '', /a body of 7 bytes, but no body arrived/],
  ['JSON that arrived as a form', '{"a":"x y","b":"2"}', 'a=x+y&b=2', /JSON as the body, but a form arrived/],
  [
    'JSON that arrived cut',
    '{"a":1,"b":"a long text","c":3}',
    '{"a":1,"b":"a long',
    /The end of the body did not arrive/,
  ],
] as const)
  rewritten(`of a text that the caller shows, ${name}: both are named`, () => {
    const [finding] = reportShown(sent, signed).findings
    assert.match(finding?.what ?? '', what)
    assertNamesBoth(finding as Finding, name)
  })

rewritten('the query that was signed as a body was never sent as one: nothing on the way dropped it', () => {
  const text = textToSign({ method: 'GET', target: '/v1/jobs?a=1', body: '{"a":"1"}' })
  const { findings } = reportOnText(text, { method: 'GET', target: '/v1/jobs?a=1' })
  assert.ok(findings.length > 0)
  for (const finding of findings) assert.not.ok(namesTheWay(finding), JSON.stringify(finding))
})

rewritten('for all JSON bodies: what was signed behind them is not told as lost', () =>
  forAll([drawnJson, fc.stringMatching(/^&key=[0-9a-f]{32}$/)], { numRuns: 5 }, (value, secret) => {
    const body = JSON.stringify(value)
    const [finding] = reportShown(body, body + secret).findings
    assert.match(
      finding?.what ?? '',
      /signed more after the body that arrived, 37 bytes\. The body that arrived is complete JSON/,
    )
    assert.match(translate(finding?.what ?? '') ?? '', /完整的 JSON/)
    assert.match(translate(finding?.remedy ?? '') ?? '', /[\u4e00-\u9fff]/)
    assert.not.ok(namesTheWay(finding))
  }),
)

/** What only the signing code does. */
const ofCaller: ReadonlyArray<readonly [name: string, sent: Wire, signed: Wire]> = [
  ['a hash in place of the body', { body: '{"a":1}' }, { body: '0f'.repeat(32) }],
  ['Python printed the body', { body: '{"a":"x"}' }, { body: "{'a': 'x'}" }],
  ['letters lost where they were signed', { body: '{"a":"é中"}' }, { body: '{"a":"??"}' }],
  [
    'digits lost where they were signed',
    { body: '{"a":12345678901234567891}' },
    { body: '{"a":12345678901234567000}' },
  ],
  ['the trimmed strings were signed', { body: '{"a":" x "}' }, { body: '{"a":"x"}' }],
  ['the whole body in quotation marks', { body: '{"a":1}' }, { body: '"{\\"a\\":1}"' }],
  ['a form without escapes', { body: 'a=x%20y' }, { body: 'a=x y' }],
  ['no body', { body: '{"a":1}' }, { body: '' }],
]

for (const [name, sent, signed] of ofCaller)
  rewritten(`${name}: the remedy does not name the way`, () => {
    for (const finding of reportOn(sent, signed).findings) assert.not.ok(namesTheWay(finding), JSON.stringify(finding))
  })

/** Texts to sign that have another mistake than one of body, target and method. */
const otherParts: ReadonlyArray<readonly [name: string, text: string]> = [
  ['other separators', textToSign({ body: '{"a":1}' }).replaceAll('\n', '|')],
  ['two parts exchanged', textToSign({ body: '{"a":1}' }).replace(/^(.*)\n(.*)\n/, '$2\n$1\n')],
  ['another nonce', textToSign({ body: '{"a":1}' }).replace('n-1', 'N-1')],
  ['a timestamp in milliseconds', textToSign({ body: '{"a":1}' }).replace(/\n(\d{10})\n/, '\n$1000\n')],
  ['a line feed at the end', `${textToSign({ body: '{"a":1}' })}\n`],
]

for (const [name, text] of otherParts)
  rewritten(`${name}: the remedy does not name the way`, () => {
    for (const finding of reportOnText(text, { body: '{"a":1}' }).findings)
      assert.not.ok(namesTheWay(finding), JSON.stringify(finding))
  })

const longSentences = ({ findings, alternatives }: Report): number =>
  [findings, ...alternatives].flat().filter(({ remedy }) => remedy.includes('Perhaps the caller already does this'))
    .length

searched('the long sentence is in a report once, whatever the parts are', () => {
  const text = textToSign({ target: '/v1/%6aobs', body: 'a=x+y' })
  const report = reportOnText(text, { target: '/v1/jobs', body: 'a=x%20y' }, 2_000_000_000)
  assert.is(report.findings.length, 2, JSON.stringify(report.findings))
  assert.is(longSentences(report), 1, JSON.stringify(report.findings))
  assert.ok(report.findings.every(namesTheWay))
})

const mayBe = (signed: string, sent: string): boolean =>
  mayBodyBeRewritten({ id: 'body-other', detail: '' }, Buffer.from(signed), Buffer.from(sent))

/** An integer that no double holds. */
const longInteger = fc
  .bigInt({ min: 2n ** 53n, max: 2n ** 64n })
  .filter((integer) => BigInt(Number(integer)) !== integer && String(Number(integer)) !== String(integer))

rewritten(
  'for all long integers: a program on the way may have rounded them to a double, but not have found the digits',
  () =>
    forAll([longInteger], { numRuns: 200 }, (integer) => {
      const exact = `{"id":${integer}}`
      for (const printed of [String(Number(integer)), Number(integer).toExponential()]) {
        const rounded = `{"id":${printed}}`
        assert.ok(mayBe(exact, rounded), `${exact} ${rounded}`)
        assert.not.ok(mayBe(rounded, exact), `${rounded} ${exact}`)
      }
    }),
)

const formField = fc.stringMatching(/^[a-c]{1,3}=[a-c]{1,3}(?:%3D){0,2}$/)

rewritten('for all forms: something on the way may have written the fields in another order', () =>
  forAll([fc.array(formField, { minLength: 2, maxLength: 4 })], { numRuns: 200 }, (fields) => {
    const signed = fields.join('&')
    const sent = fields.toReversed().join('&')
    if (signed !== sent) assert.ok(mayBe(signed, sent), `${signed} ${sent}`)
  }),
)

const jsonValue = fc.jsonValue({ maxDepth: 2 })

rewritten(
  'for all JSON bodies: what was written anew may be the deed of something on the way, in both directions',
  () =>
    forAll([fc.dictionary(fc.string(), jsonValue, { minKeys: 1, maxKeys: 4 })], { numRuns: 100 }, (members) => {
      const compact = JSON.stringify(members)
      const indented = JSON.stringify(members, null, 2)
      const reversed = JSON.stringify(Object.fromEntries(Object.entries(members).toReversed()))
      assert.ok(mayBe(compact, indented))
      assert.ok(mayBe(indented, compact))
      assert.is(mayBe(compact, reversed), compact !== reversed)
      assert.not.ok(mayBe(compact, compact))
    }),
)

rewritten(
  'for all forms: fields may be dropped, added, sorted and escaped again, but no other value comes of them',
  () =>
    forAll(
      [fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 2, maxLength: 5 }), fc.webFragments()],
      { numRuns: 100 },
      (drawnNames, value) => {
        const fields = drawnNames.map((name, i) => `${name}=${encodeURIComponent(value)}${i}`)
        const form = fields.join('&')
        assert.ok(fields.length < 2 || mayBe(form, fields.toReversed().join('&')))
        assert.ok(mayBe(form, fields.slice(1).join('&')))
        assert.ok(mayBe(fields.slice(1).join('&'), form))
        assert.not.ok(mayBe(form, fields.map((field) => `${field}9`).join('&')))
        assert.not.ok(mayBe(form, form))
      },
    ),
)

rewritten('for all letters: they may be lost on the way, and not be found there', () =>
  forAll([fc.stringMatching(/^[a-z]{0,5}[à-ÿ一-龠]{1,4}[a-z]{0,5}$/u)], { numRuns: 100 }, (text) => {
    const body = JSON.stringify({ text })
    const lost = body.replace(/[^\0-\u007f]/g, '?')
    assert.ok(mayBe(body, lost))
    assert.not.ok(mayBe(lost, body))
  }),
)
