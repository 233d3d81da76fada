/** A signature within more bytes, or between words: the header has all of it, so a key opens it, and the words say what is round it. */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
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
