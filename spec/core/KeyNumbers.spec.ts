import * as E from 'fp-ts/lib/Either.js'
import { bitLength, checkNumbers, type KeyPolicy } from '../../src/core/KeyNumbers.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const length = suite('KeyNumbers.bitLength')

length('for all numbers: is the length of their binary spelling', () =>
  forAll([like.magnitude()], (big) => {
    const spelled = big.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n).toString(2)
    assert.is(bitLength(big), spelled === '0' ? 0 : spelled.length)
  }),
)

const check = suite('KeyNumbers.checkNumbers')

/** An odd modulus with so many bits. */
const modulus = (bits: number): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(bits / 8)).fill(0xff)
  bytes[0] = 0xff >> (bytes.length * 8 - bits)
  return bytes
}
const e65537 = Uint8Array.of(1, 0, 1)

const ruleFor = (n: Uint8Array, e: Uint8Array, policy?: KeyPolicy): string => {
  const checked = checkNumbers(n, e, policy)
  return E.isLeft(checked) ? `${checked.left.rule}: ${checked.left.found}` : `${checked.right} bits`
}

check('takes 2048 to 8192 bits, and names what is one bit away', () => {
  for (const bits of [2048, 2049, 8191, 8192]) assert.is(ruleFor(modulus(bits), e65537), `${bits} bits`)
  assert.is(ruleFor(modulus(2047), e65537), 'modulus-too-short: 2047 bits')
  assert.is(ruleFor(modulus(8193), e65537), 'modulus-too-long: 8193 bits')
})

check('takes at most maxKeyBits, and nothing if it is no number', () => {
  assert.is(ruleFor(modulus(4096), e65537, { maxKeyBits: 4096 }), '4096 bits')
  assert.is(ruleFor(modulus(4097), e65537, { maxKeyBits: 4096 }), 'max-key-bits: 4097 bits, above 4096')
  assert.is(ruleFor(modulus(2048), e65537, { maxKeyBits: Number.NaN }), 'max-key-bits: 2048 bits, above NaN')
})

check('refuses an even modulus', () => {
  assert.is(ruleFor(modulus(2048).with(-1, 0xfe), e65537), 'modulus-even: undefined')
})

check('takes odd exponents from 65537 to 2^32 - 1, and 3 under its policy', () => {
  const taken = [e65537, Uint8Array.of(1, 0, 3), Uint8Array.of(0xff, 0xff, 0xff, 0xff)]
  for (const e of taken) assert.is(ruleFor(modulus(2048), e), '2048 bits')
  assert.is(ruleFor(modulus(2048), Uint8Array.of(0xff, 0xff)), 'exponent: 65535')
  assert.is(ruleFor(modulus(2048), Uint8Array.of(1, 0, 2)), 'exponent: 65538')
  assert.is(ruleFor(modulus(2048), Uint8Array.of(1, 0, 0, 0, 1)), 'exponent: 33 bits')
  assert.is(ruleFor(modulus(2048), Uint8Array.of(3)), 'exponent: 3')
  assert.is(ruleFor(modulus(2048), Uint8Array.of(3), { 'small-exponent': true }), '2048 bits')
  assert.is(ruleFor(modulus(2048), Uint8Array.of(5), { 'small-exponent': true }), 'exponent: 5')
})
