import fc from 'fast-check'
import * as Signature from '../../src/core/Signature.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const isSignature = suite('Signature.isSignature')

isSignature('takes only canonical Base64', () => {
  assert.ok(Signature.isSignature('+/8='))
  for (const text of ['-_8=', '+/8', '+/9=', '+/8=\n', ' +/8='])
    assert.not(Signature.isSignature(text), JSON.stringify(text))
})

isSignature('for all signatures: holds', () => forAll([arb.signature()], (s) => assert.ok(Signature.isSignature(s))))

const ofBytes = suite('Signature.ofBytes')

ofBytes('for all bytes, leading zeros too: toBytes gives them back, as many as byteLength says', () =>
  forAll([fc.uint8Array(), fc.nat({ max: 2 })], (random, zeros) => {
    const bytes = new Uint8Array([...new Uint8Array(zeros), ...random])
    const signature = Signature.ofBytes(bytes)
    assert.equal(Signature.toBytes(signature), bytes)
    assert.is(Signature.byteLength(signature), bytes.length)
  }),
)
