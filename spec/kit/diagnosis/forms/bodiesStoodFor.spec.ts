/** What stands in place of a body: constants of other schemes, its description by a library, one of its members, other orders. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { reorderJson } from '../../../../src/kit/diagnosis/forms/rereadJson.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const stoodFor = suite('what stands in place of a body')

const anyBody = fc.constantFrom('', '{"a":1,"b":"x"}', 'a=1&b=2', 'plain')
const constants = ['UNSIGNED-PAYLOAD', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER']

stoodFor('for all bodies, and none: a constant of another scheme, with and without a line feed', () =>
  forAll([anyBody, fc.constantFrom(...constants), fc.constantFrom('', '\n')], { numRuns: 6 }, (body, constant, end) => {
    const found = findingOn({ body }, { body: constant + end })
    assert.is(found.id, 'body-hashed')
    assert.ok(found.what.includes(`signed ${constant} instead of the body`), found.what)
  }),
)

stoodFor('the hash of no bytes, where there is a body', () => {
  const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  assert.match(findingOn({ body: '{"a":1}' }, { body: ofNothing }).what, /the hash of an empty text/)
})

const digestOf = (name: string, encoding: 'hex' | 'base64', body: string): string =>
  createHash(name).update(body).digest(encoding)

/** How headers write the digest of a body. */
const digestValues: Readonly<Record<string, (body: string) => string>> = {
  'Digest (RFC 3230)': (body) => `SHA-256=${digestOf('sha256', 'base64', body)}`,
  'Digest with hexadecimal digits': (body) => `SHA-256=${digestOf('sha256', 'hex', body)}`,
  'Content-Digest (RFC 9530)': (body) => `sha-256=:${digestOf('sha256', 'base64', body)}:`,
  'Content-Digest, SHA-512': (body) => `sha-512=:${digestOf('sha512', 'base64', body)}:`,
  'a webhook': (body) => `sha256=${digestOf('sha256', 'hex', body)}`,
  'Content-MD5 with its name': (body) => `Content-MD5: ${digestOf('md5', 'base64', body)}`,
  'Digest with its name': (body) => `digest: SHA-256=${digestOf('sha256', 'base64', body)}`,
}

for (const [header, writeValue] of Object.entries(digestValues))
  stoodFor(`for all bodies, and none: the value of ${header}`, () =>
    forAll([anyBody], { numRuns: 3 }, (body) => {
      const found = findingOn({ body }, { body: writeValue(body) })
      assert.is(found.id, 'body-hashed')
      assert.ok(found.what.startsWith(`The caller signed ${writeValue(body)} instead of the body.`), found.what)
      assert.ok(translate(found.what)?.includes(writeValue(body)))
    }),
  )

stoodFor('not: a digest of another body', () => {
  const other = `SHA-256=${digestOf('sha256', 'base64', '{"a":2}')}`
  assert.not.ok(signedBy(['body-hashed'], 'body', { body: '{"a":1}' }).has(other))
})

/** What NSLog prints for NSData. */
const describe = (bytes: Buffer): string => `<${bytes.toString('hex').replace(/.{8}(?=.)/g, '$& ')}>`

stoodFor('for all bodies: the description of NSData up to iOS 12', () =>
  forAll([fc.uint8Array({ minLength: 1, maxLength: 60 })], (bytes) => {
    const signed = describe(Buffer.from(bytes))
    assert.ok(signedBy(['body-printed'], 'body', { body: bytes }).has(signed), signed)
  }),
)

for (const [body, description] of [
  [
    '{"account":{"name":"Savings"},"limit":5}',
    '<7b226163 636f756e 74223a7b 226e616d 65223a22 53617669 6e677322 7d2c226c 696d6974 223a357d>',
  ],
  ['{"a":1}', '{length = 7, bytes = 0x7b2261223a317d}'],
  [
    '{"account":{"name":"Savings"},"limit":5}',
    '{length = 40, bytes = 0x7b226163 636f756e 74223a7b 226e616d ... 696d6974 223a357d }',
  ],
  ['{"a":1}', '7 bytes'],
] as const)
  stoodFor(`a description: ${description}`, () =>
    assert.is(findingOn({ body }, { body: description }).id, 'body-printed'),
  )

const names = fc.uniqueArray(fc.constantFrom('EdX-ID', 'b', 'PhotoID', 'd', 'key', 'é'), { minLength: 3, maxLength: 6 })
const spacing = fc.constantFrom([',', ':'] as const, [', ', ': '] as const)

stoodFor('for all objects of more than two members: one of them alone, in the style that was sent', () =>
  forAll([names, fc.nat(), spacing], (memberNames, index, [comma, colon]) => {
    const members = memberNames.map((name, i) => `${JSON.stringify(name)}${colon}"v${i}"`)
    const body = `{${members.join(comma)}}`
    const signed = `{${members[index % members.length]}}`
    assert.ok(signedBy(['body-other'], 'body', { body }).has(inLatin1(signed)), signed)
  }),
)

stoodFor('one member alone is named', () => {
  const found = findingOn({ body: '{"id": 1, "name": "x", "key": "z"}' }, { body: '{"id": 1}' })
  assert.is(`${found.id}: ${found.detail}`, 'body-other: only the member id was signed')
})

const five = ['endpoint', 'registration_id', 'address', 'settings', 'locale']

stoodFor('for all orders of five members: the members within sorted or reversed as well', () =>
  forAll([fc.shuffledSubarray(five, { minLength: 5 }), fc.boolean(), spacing], (order, isSorted, [comma, colon]) => {
    const write = (outer: ReadonlyArray<string>, inner: ReadonlyArray<string>): string => {
      const within = inner.map((name) => `"${name}"${colon}1`).join(comma)
      return `{${outer.map((name) => `"${name}"${colon}${name === 'settings' ? `{${within}}` : '"x"'}`).join(comma)}}`
    }
    const inner = ['sound', 'badge', 'tone']
    const body = write(five, inner)
    const signed = write(order, isSorted ? inner.toSorted() : inner.toReversed())
    const texts = Array.from(reorderJson(body), ([, text]) => text)
    assert.ok(texts.includes(signed), signed)
    assert.ok(texts.length <= 900)
  }),
)
