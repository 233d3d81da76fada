/** A signature within more bytes, or between words: the header has all of it, so a key opens it, and the words say what is round it. */
import { sign } from 'node:crypto'
import fc from 'fast-check'
import { translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const right = Buffer.from(signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`), 'base64')

const reportOn = (signature: string) =>
  diagnose(
    { method: 'GET', target: '/v1/jobs', authorization: [line(signature)], body: new Uint8Array(), keys, now },
    hash,
  )

const whatOf = (signature: string): string => {
  const { exact, findings } = reportOn(signature)
  assert.ok(exact, JSON.stringify(findings))
  return findings.map(({ what }) => what).join(' ')
}

const within = suite('a signature within more')

for (const [name, before, after, words] of [
  ['an OCTET STRING', '04820100', '', /within an OCTET STRING of ASN\.1/],
  ['a BIT STRING', '0382010100', '', /within a BIT STRING of ASN\.1/],
  ['an INTEGER', '02820100', '', /within an INTEGER of ASN\.1/],
  ['the blob of an SSH agent', '0000000c7273612d736861322d32353600000100', '', /structure that SSH writes/],
  ['a zero byte', '', '00', /encoded a zero byte after/],
  ['a line feed', '', '0a', /encoded a line feed after/],
  ['two bytes', '', 'ffee', /encoded 258 bytes\. Only the first 256/],
  ['a version and a length', '010001', '', /encoded 259 bytes\. Only the last 256/],
] as const)
  within(`${name} round the bytes is told`, () => {
    const bytes = Buffer.concat([Buffer.from(before, 'hex'), right, Buffer.from(after, 'hex')])
    assert.match(whatOf(bytes.toString('base64')), words)
  })

within('for all bytes before or after the signature, a key opens it', () =>
  forAll([fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.boolean()], { numRuns: 20 }, (more, isBefore) => {
    const bytes = Buffer.concat(isBefore ? [more, right] : [right, more])
    assert.ok(reportOn(bytes.toString('base64')).exact)
  }),
)

const base64 = right.toString('base64')

for (const [name, written, words] of [
  ['the prefix of Vault', `vault:v1:${base64}`, /has vault:v1: before the signature\./],
  ['an Optional of Java', `Optional[${base64}]`, /has Optional\[ before the signature and \] after it\./],
  [
    'the lines of certutil',
    `-----BEGIN CERTIFICATE-----${base64}-----END CERTIFICATE-----`,
    /has -----BEGIN CERTIFICATE----- before .* certutil/,
  ],
  ['an unknown word', `hunter2:${base64}`, /other text beside the signature: a word and a mark/],
  ['an unknown word behind a known one', `Buffer.hunter2(${base64})`, /other text beside the signature/],
] as const)
  within(`${name} is told, and no unknown word is quoted`, () => {
    assert.match(whatOf(written), words)
    assert.not.match(JSON.stringify(reportOn(written).findings), /hunter2/)
  })

within('the length of the Base64 is that of the given key', () =>
  assert.match(reportOn('AbCd').findings[0]?.what ?? '', /With a key of 2048 bits, its Base64 has 344\./),
)

for (const length of [128, 255, 256])
  within(`${length} characters: a field of this length is named`, () =>
    assert.match(
      reportOn(base64.slice(0, length)).findings[0]?.what ?? '',
      new RegExp(`a column or a buffer of ${length} characters`),
    ),
  )

within('a first line of 64 characters may also be a digest, and both are said', () =>
  assert.match(reportOn(base64.slice(0, 64)).findings[0]?.what ?? '', /digest .*the first line of Base64/),
)

const plain = right.toString('base64')

/** Characters that are no Base64, and what may follow them: a second value, the rest of a buffer. */
const rubbish = fc.constantFrom(
  'z2QAAAAA',
  '"',
  "'",
  '\\n',
  '; x',
  ' second=1',
  '\\u0000',
  ', ',
  '!!',
  ']',
  `|${plain}`,
)

within('for all rubbish after or before the signature: a key opens it, and the words count the characters', () =>
  forAll([rubbish, rubbish, fc.constantFrom('after', 'before', 'both')], { numRuns: 20 }, (start, end, side) => {
    // Letters alone before the signature would be read as its beginning.
    // A comma would begin another item of the header.
    const before = side === 'after' ? '' : `${start.replace(',', '')}~`
    const after = side === 'before' ? '' : end
    const { recovered, findings, key } = reportOn(before + plain + after)
    assert.ok(recovered && key !== undefined, JSON.stringify([before, after, findings]))
    const words = findings.map(({ detail, what }) => `${detail} ${what}`).join(' ')
    assert.not.match(words, /does not fit|not Base64/)
    for (const { what } of findings) assert.match(translate(what) ?? '', /[\u4e00-\u9fff]/, what)
  }),
)

within('rubbish after the padding: its characters are counted, and not quoted', () => {
  const what = whatOf(`${plain}z2QAAAAA`)
  assert.match(what, 'The value of signature is longer than the signature: the header has 8 characters after it.')
})

within('rubbish in place of a part of the padding, and of all of it', () => {
  for (const start of [plain.slice(0, -1), plain.slice(0, -2)])
    assert.match(whatOf(`${start}z2Q\u0000`), /longer than the signature: the header has \d+ characters after it/)
})

within('rubbish round a signature of another key: the rubbish and the key are named', () => {
  const other = sign('sha256', Buffer.from('x'), rsa(2048, 'app-2').privateKey).toString('base64')
  assert.equal(
    reportOn(`${other}z2QAAAAA`).findings.map(({ id }) => id),
    ['signature-printed', 'unknown-key'],
  )
})

within('a signature that cannot be read, or is missing, is not said to fit no key', () => {
  const messageOf = (report: Report): string => reportWords(report, { keys: 1 }).message
  assert.match(messageOf(reportOn(plain.slice(0, 200))), 'The signature cannot be read, so')
  const authorization = ['SVC-SHA256-RSA app_id=app-1']
  const missing = diagnose({ method: 'GET', target: '/', authorization, body: new Uint8Array(), keys, now }, hash)
  assert.is(messageOf(missing), 'The request shows this by itself. There may be more mistakes.')
})
