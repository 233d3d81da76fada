/** Callers that decode or encode the nonce before signing, or escape it in the header. The expected texts are Node's own. */
import { randomUUID } from 'node:crypto'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import {
  nonceDecodings,
  nonceEncodings,
  rareNonceEncodings,
} from '../../../../src/kit/diagnosis/forms/nonceEncodings.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { drawOf, line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const enoughWork = 1_000_000_000

/** The report on a caller that sent this nonce and signed these bytes on its line. */
const reportOn = (sent: string, signedNonce: string | Uint8Array, target = '/v1/jobs'): Report => {
  const signed = Buffer.concat([
    Buffer.from(`GET\n${target}\n${now}\n`),
    Buffer.from(signedNonce as Uint8Array),
    Buffer.from('\n'),
  ])
  const authorization = line(signatureOf(signed)).replace(/nonce_str=[^,]*/, () => `nonce_str=${sent}`)
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const request = {
    method: 'GET',
    target,
    authorization: [authorization],
    body: new Uint8Array(),
    keys,
    now,
  }
  return diagnose(request, hash, enoughWork)
}

const idsOf = ({ findings }: Report): ReadonlyArray<string> => findings.map(({ id, detail }) => `${id} (${detail})`)

const nonces = suite('a nonce that was decoded or encoded')

const base64Nonce = 'KooPiVsDXyVO7foR4wQILPn09eGjLCkt'
const hexNonce = 'dec7ecb9d8bad117605fb1c8607dd69d'

nonces('its bytes, its Base64 and its hexadecimal are found and proven', () => {
  for (const [sent, signed, detail] of [
    [base64Nonce, Buffer.from(base64Nonce, 'base64'), 'decoded from Base64'],
    [hexNonce, Buffer.from(hexNonce, 'hex'), 'decoded from hexadecimal'],
    [hexNonce, Buffer.from(hexNonce, 'hex').toString('base64'), 'Base64 of its bytes'],
    [
      hexNonce,
      Buffer.from(hexNonce, 'hex').toString('base64url'),
      'Base64 of its bytes, in the URL alphabet, without =',
    ],
    [hexNonce, Buffer.from(hexNonce).toString('base64'), 'Base64 of its text'],
    [hexNonce, Buffer.from(hexNonce).toString('hex'), 'hexadecimal'],
  ] as const) {
    const report = reportOn(sent, signed)
    assert.ok(report.exact, detail)
    assert.equal(idsOf(report), [`nonce-encoding (${detail})`])
  }
})

nonces('for all nonces, each form is what Node makes of the nonce', () => {
  const draw = drawOf(55)
  for (let i = 0; i < 200; i++) {
    const bytes = Buffer.from(Array.from({ length: 12 + draw.below(20) }, () => draw.below(256)))
    const sent = draw.of([bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])
    const plain = new Uint8Array(Buffer.from(`GET\n/\n1700000000\n${sent}\nbody`))
    const decoded = nonceDecodings(sent).map(({ write }) => Buffer.from(write(plain)).toString('latin1'))
    assert.ok(decoded.includes(`GET\n/\n1700000000\n${bytes.toString('latin1')}\nbody`), sent)
    const texts = nonceEncodings(sent).map(([, text]) => text)
    assert.ok(texts.includes(Buffer.from(sent).toString('base64')), sent)
    assert.is(new Set(texts).size, texts.length)
  }
})

const uuid = 'dec7ecb9-d8ba-d117-605f-b1c8607dd69d'
const bytes = Buffer.from(hexNonce, 'hex')
const mixed = 'b9ecc7de-bad8-17d1-605f-b1c8607dd69d'

/** The nonce that was sent, the one that was signed, and a piece of the words. */
const respelled = [
  [hexNonce, bytes.toString(), 'read the bytes of the nonce as text in UTF-8'],
  [hexNonce, bytes.toString('latin1'), 'each byte of the nonce as one letter'],
  [hexNonce, String(new Uint8Array(bytes)), 'as JavaScript prints them: 222,199,'],
  [hexNonce, `[${[...bytes].join(' ')}]`, 'as Go prints them'],
  [hexNonce, `[${[...new Int8Array(bytes)].join(', ')}]`, 'as Java or Kotlin prints them'],
  [hexNonce, `<Buffer ${hexNonce.match(/../g)?.join(' ')}>`, 'as Node prints them'],
  [uuid, `<<${[...bytes].join(', ')}>>`, 'as Elixir prints them'],
  [hexNonce, "b'\\xde\\xc7\\xec\\xb9\\xd8\\xba\\xd1\\x17`_\\xb1\\xc8`}\\xd6\\x9d'", 'as Python prints them'],
  [hexNonce, `{${uuid}}`, 'the same UUID in another form'],
  [hexNonce, `{${uuid.toUpperCase()}}`, 'the same UUID in another form'],
  [hexNonce, uuid.replace('-', ''), 'the same UUID in another form'],
  [uuid.replace('-', ''), uuid, 'the same UUID in another form'],
  [uuid, uuid.replaceAll('-', '_'), 'the same UUID in another form'],
  [uuid, mixed, 'in the order of a Guid of .NET'],
  [hexNonce, mixed.replaceAll('-', '').toUpperCase(), 'in the order of a Guid of .NET'],
  [hexNonce, hexNonce.slice(-16), 'only the last 16 characters'],
  ['0f0b7f1000aa4c3e', 'fb7f100aa4c3e', 'a byte below 16 with one hexadecimal digit'],
  ['0f0b7f1000aa4c3e', 'fb7f100ffffffaa4c3e', 'ffffff before each byte above 127'],
  ['abc-DEF-123', 'abc_DEF_123', 'Only the marks between the letters and digits differ'],
  ['abc-DEF-123', 'abc%2DDEF%2D123', 'escaped the nonce before signing'],
] as const

for (const [sent, signed, words] of respelled)
  nonces(`${sent} sent, ${JSON.stringify(signed)} signed: ${words}`, () => {
    const report = reportOn(sent, signed)
    assert.ok(report.recovered, idsOf(report).join())
    assert.match(report.findings[0]?.what ?? '', words)
  })

nonces('for all bytes: what a language prints holds each byte, and no form is the nonce itself', () => {
  const draw = drawOf(77)
  for (let i = 0; i < 100; i++) {
    const drawn = Uint8Array.from({ length: 8 + draw.below(17) }, () => draw.below(256))
    const sent = Buffer.from(drawn).toString('hex')
    const forms = rareNonceEncodings(sent)
    for (const [detail, text] of forms) {
      assert.is.not(text, sent, detail)
      if (/JavaScript|Go$|Rust|PowerShell|Elixir/.test(detail))
        assert.equal(text.match(/\d+/g)?.map(Number), [...drawn], detail)
      if (detail.endsWith('Node')) assert.is(text, `<Buffer ${sent.match(/../g)?.join(' ')}>`)
    }
  }
})

nonces('a value of the request in the place of the nonce is told as such', () => {
  const report = reportOn('n-8871', '20260101120000000001', '/v1/jobs/20260101120000000001')
  assert.ok(report.recovered)
  assert.match(report.findings[0]?.what ?? '', 'a value of the target')
})

nonces('a short word is no encoding, and a text without the nonce on its line stays', () => {
  assert.equal(nonceDecodings('n-1'), [])
  const plain = new Uint8Array(Buffer.from('GET\n/\n1700000000\nanother\n'))
  for (const { write } of nonceDecodings(hexNonce)) assert.equal(write(plain), plain)
})

nonces('a caller that signed quite another nonce is not found', () => {
  const { recovered } = reportOn(hexNonce, Buffer.from(randomUUID()))
  assert.not.ok(recovered)
})

nonces('percent escapes of the header are undone: the plain nonce was signed', () => {
  const plain = 'vH2Z/Hdf865ab913='
  const report = reportOn(encodeURIComponent(plain), plain)
  assert.ok(report.recovered && report.exact, idsOf(report).join())
  assert.equal(idsOf(report), ['nonce-alphabet (percent escapes)'])
  assert.is(report.reason, 'authorization_malformed')
})

nonces('a percent sign that escapes nothing is only a wrong character', () => {
  assert.equal(idsOf(reportOn('100%ZZ', '100%ZZ')), ['nonce-alphabet (0x25 (%) at character 4)'])
})
