import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import * as Nonce from '../../src/core/Nonce.ts'
import * as arb from '../../src/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { suite } from '../support/suite.ts'

const malformed = E.left({ _tag: 'nonce_malformed' })

const parse = suite('Nonce.parse')

parse('takes 32 and 64 hexadecimal digits, a UUID, and a single character', () => {
  for (const text of [
    '0123456789abcdef0123456789abcdef',
    'f'.repeat(64),
    '5b1d7d3e-0d5c-4f0e-9a51-1f6b3d2c4e5f',
    '0',
    '-',
    'Z',
  ]) {
    assert.equal(Nonce.parse(text), E.right(text))
  }
})

parse('distinguishes upper and lower case', () => assert.not.equal(Nonce.parse('abc'), Nonce.parse('ABC')))

parse('refuses the empty text', () => assert.equal(Nonce.parse(''), malformed))

parse('takes 128 characters and no more', () => {
  assert.equal(Nonce.parse('a'.repeat(128)), E.right('a'.repeat(128)))
  assert.equal(Nonce.parse('a'.repeat(129)), malformed)
})

parse('takes no other ASCII character than digits, letters and the hyphen', () => {
  for (let code = 0; code < 128; code++) {
    const text = `n${String.fromCharCode(code)}1`
    assert.is(E.isRight(Nonce.parse(text)), /[0-9A-Za-z-]/.test(text[1] as string), JSON.stringify(text))
  }
})

parse('refuses a line feed at the end, which `$` in a pattern may allow', () =>
  assert.equal(Nonce.parse('abc\n'), malformed),
)

parse('refuses what is not ASCII', () => {
  for (const text of ['é', 'ſ', '\u212a', '١', '１', 'a\u2010b', 'a\u00ad']) assert.equal(Nonce.parse(text), malformed)
})

parse('does not percent-decode: %41 is refused', () => assert.equal(Nonce.parse('%41'), malformed))

parse('for all nonces: takes them unchanged', () =>
  fc.assert(fc.property(arb.nonce(), (nonce) => assert.equal(Nonce.parse(nonce), E.right(nonce)))),
)

parse('for all nonces with any other character anywhere: refused', () =>
  fc.assert(
    fc.property(arb.nonce(), fc.nat(), like.character(), (nonce, place, c) => {
      if (/[0-9A-Za-z-]/.test(c)) return
      const at = place % (nonce.length + 1)
      assert.equal(Nonce.parse(nonce.slice(0, at) + c + nonce.slice(at)), malformed)
    }),
  ),
)

parse.run()

const ofRandom = suite('Nonce.ofRandom')

ofRandom('writes 16 bytes as 32 lower-case hexadecimal digits', () => {
  assert.is(Nonce.ofRandom(Uint8Array.from({ length: 16 }, (_, i) => i * 17)), '00112233445566778899aabbccddeeff')
})

ofRandom('for all pairs of different bytes: the nonces are valid and differ', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat({ max: 127 }), (bytes, bit) => {
      const other = bytes.slice()
      other[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
      assert.ok(Nonce.isNonce(Nonce.ofRandom(bytes)))
      assert.is.not(Nonce.ofRandom(bytes), Nonce.ofRandom(other))
    }),
  ),
)

ofRandom.run()
