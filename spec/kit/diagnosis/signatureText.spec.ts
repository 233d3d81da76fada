import fc from 'fast-check'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { meanings, unopenedFaults } from '../../../src/kit/diagnosis/signatureText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const bytes = Uint8Array.from({ length: 256 }, (_, i) => (i * 89 + 3) % 256)
const text = Buffer.from(bytes).toString('base64')
const fits = (length: number): boolean => length === 256
const idsOf = (written: string): ReadonlyArray<string> | undefined =>
  meanings(written, fits)[0]?.repairs.map(({ id }) => id)

const meaning = suite('what a signature means')

meaning('the bytes that it spells, if nothing is wrong', () => {
  const [first, ...more] = meanings(text, fits)
  assert.equal(first, { bytes, repairs: [] })
  assert.equal(more, [])
})

for (const mistake of catalogue.filter(
  ({ part, id, candidateOnly }) => part === 'signature' && id !== 'signature-byte-order' && !candidateOnly,
)) {
  meaning(`${mistake.id}: the same bytes, in each form`, () => {
    const forms = mistake.respellings(text)
    assert.ok(forms.length > 0)
    for (const { detail, text: written } of forms) {
      const [first] = meanings(written, fits)
      assert.equal(first?.bytes, bytes, detail)
      assert.equal(idsOf(written), [mistake.id], detail)
    }
  })
}

meaning('several mistakes, one after the other', () => {
  const url = text.replaceAll('+', '-').replaceAll('/', '_')
  assert.equal(idsOf(encodeURIComponent(`${url}\n`)), [
    'signature-percent-encoded',
    'signature-wrapped',
    'signature-base64url',
  ])
})

/** Spellings of bytes as text, and of a text as another one. */
const spellings = {
  base64: (some: Uint8Array) => Buffer.from(some).toString('base64'),
  hex: (some: Uint8Array) => Buffer.from(some).toString('hex'),
}

for (const [inner, outer, id, detail] of [
  ['hex', 'base64', 'signature-hex', 'in Base64'],
  ['base64', 'hex', 'signature-hex', 'of its Base64'],
  ['base64', 'base64', 'signature-double-base64', 'twice'],
] as const)
  meaning(`a chain of spellings is one mistake: ${inner}, and that text in ${outer}`, () => {
    const written = spellings[outer](Buffer.from(spellings[inner](bytes)))
    const [found] = meanings(written, (length) => length === bytes.length)
    assert.equal([...(found?.bytes ?? [])], [...bytes])
    assert.equal(
      found?.repairs.map((repair) => [repair.id, repair.detail]),
      [[id, detail]],
    )
  })

meaning('the escapes of a JSON string', () => {
  assert.equal(idsOf(text.replaceAll('/', '\\/')), ['signature-printed'])
  assert.equal(idsOf(text.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D')), ['signature-printed'])
})

meaning('a JSON Web Token and the digits of an HMAC are no signature, and are not cut off', () => {
  const token = ['{"alg":"HS256"}', '{"a":1}', 'x'.repeat(48)].map((part) => Buffer.from(part).toString('base64url'))
  for (const written of [token.join('.'), 'ab'.repeat(32)])
    assert.equal(
      unopenedFaults(written, fits).map(({ id }) => id),
      ['signature-not-rsa'],
    )
})

meaning('no meaning of a text that is no signature', () => {
  for (const written of [
    '',
    '=',
    '%',
    'not a signature',
    text.slice(4),
    `${text}AAAA`,
    'é'.repeat(344),
    '-'.repeat(8192),
  ])
    assert.equal(meanings(written, fits), [], written.slice(0, 20))
})

meaning('hexadecimal digits are Base64 of another length: the length of the keys decides', () => {
  const hex = Buffer.from(bytes).toString('hex')
  assert.is(meanings(hex, (length) => length === 384)[0]?.repairs.length, 0)
  assert.is(meanings(hex, fits)[0]?.repairs.length, 1)
  assert.is(meanings(hex, (length) => length === 256 || length === 384).length, 2)
})

meaning('for all texts: never throws, and what it answers fits', () =>
  forAll([fc.string({ unit: 'grapheme' })], (written) => {
    for (const { bytes: some, repairs } of meanings(written, (length) => length > 0)) {
      assert.ok(some.length > 0)
      assert.ok(repairs.length <= 3)
    }
  }),
)
