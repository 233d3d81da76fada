import fc from 'fast-check'
import * as Nonce from '../../src/core/Nonce.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsRule } from './textContract.ts'

keepsItsRule({
  name: 'Nonce',
  parse: Nonce.parse,
  of: /[0-9A-Za-z-]/,
  lengths: [1, 128],
  taken: ['0123456789abcdef0123456789abcdef', '5b1d7d3e-0d5c-4f0e-9a51-1f6b3d2c4e5f', '0', '-', 'Z', 'abc', 'ABC'],
  refused: { 'what some reader decodes': ['%41'] },
})

const ofRandom = suite('Nonce.ofRandom')

ofRandom('writes 16 bytes as 32 lower-case hexadecimal digits', () => {
  assert.is(Nonce.ofRandom(Uint8Array.from({ length: 16 }, (_, i) => i * 17)), '00112233445566778899aabbccddeeff')
})

ofRandom('for all pairs of different bytes: the nonces are valid and differ', () =>
  forAll([fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat({ max: 127 })], (bytes, bit) => {
    const other = bytes.slice()
    other[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
    assert.ok(Nonce.isNonce(Nonce.ofRandom(bytes)))
    assert.is.not(Nonce.ofRandom(bytes), Nonce.ofRandom(other))
  }),
)
