/** A text that a caller says it signs is proven or disproven by one hash. */
import fc from 'fast-check'
import { claimedText } from '../../../src/kit/diagnosis/claimedText.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now } from '../../support/world.ts'

const claiming = suite('claimedText')
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const requestOf = (signed: string, target = '/v1/jobs', names: ReadonlyArray<string> = ['app-1']) => ({
  method: 'POST',
  target,
  authorization: [line(signatureOf(signed), 'n-1', now)],
  body: encode('{}'),
  keys: names.map((name) => ({ key: publicKey(2048, name) })),
  now,
})
const rightText = (target = '/v1/jobs'): string => `POST\n${target}\n${now}\nn-1\n{}`

claiming('the text under the signature is proven, and the place where it departs from the right one is told', () => {
  const signed = rightText('/v1/jobs?dry=1')
  const claim = claimedText(encode(signed), requestOf(signed), hash)
  assert.is(claim._tag, 'Signed')
  if (claim._tag !== 'Signed') return
  assert.equal(claim.difference, { offset: 13, part: 'separator', signed: 0x3f, expected: 0x0a })
  assert.equal(claim.expected, encode(rightText()))
  assert.is(claim.change, undefined)
})

claiming('the right text has no difference', () => {
  const claim = claimedText(encode(rightText()), requestOf(rightText()), hash)
  assert.ok(claim._tag === 'Signed' && claim.difference === undefined)
})

claiming('what a log adds to a text is taken off', () => {
  const signed = rightText('/other')
  for (const [text, change] of [
    [`${signed}\n`, 'without its last line end'],
    [signed.replaceAll('\n', '\r\n'), 'with LF instead of CR LF'],
    [`${signed}\n`.replaceAll('\n', '\r\n'), 'with LF instead of CR LF, and without its last line end'],
  ] as const) {
    const claim = claimedText(encode(text), requestOf(signed), hash)
    assert.ok(claim._tag === 'Signed' && claim.change === change, change)
    assert.equal(claim._tag === 'Signed' && claim.text, encode(signed))
  }
})

claiming('a text in quotation marks, or with escapes for its line ends, is unescaped', () => {
  const signed = rightText('/other?a=灯')
  for (const text of [JSON.stringify(signed), `b'${signed.replaceAll('\n', '\\n')}'`, signed.replaceAll('\n', '\\n')]) {
    const claim = claimedText(encode(`${text}\n`), requestOf(signed), hash)
    assert.ok(claim._tag === 'Signed' && claim.change === 'with its escapes undone', text)
    assert.equal(claim._tag === 'Signed' && claim.text, encode(signed))
  }
})

claiming('a text field has turned CR LF into LF', () => {
  const signed = rightText('/other').replaceAll('\n', '\r\n')
  const claim = claimedText(encode(signed.replaceAll('\r\n', '\n')), requestOf(signed), hash)
  assert.ok(claim._tag === 'Signed' && claim.change === 'with CR LF instead of LF')
})

claiming('for all other texts: not signed', () =>
  forAll([fc.nat(), fc.integer({ min: 1, max: 255 })], (at, by) => {
    const signed = rightText('/other')
    const bytes = encode(signed)
    const place = at % bytes.length
    bytes[place] = ((bytes[place] as number) + by) % 256
    // A last byte that becomes a line end is another matter.
    if (bytes.at(-1) === 0x0a) return
    assert.equal(claimedText(bytes, requestOf(signed), hash), { _tag: 'NotSigned' })
  }),
)

claiming('without the key, or without a signature, nothing is said of the text', () => {
  const signed = rightText('/other')
  const other = requestOf(signed, '/v1/jobs', ['app-2'])
  assert.equal(claimedText(encode(signed), other, hash), { _tag: 'NotOpened' })
  assert.equal(claimedText(encode(signed), { ...requestOf(signed), authorization: [] }, hash), { _tag: 'NotOpened' })
  assert.equal(claimedText(encode(signed), requestOf(signed, '/v1/jobs', []), hash), { _tag: 'NotOpened' })
})
