import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { keyError } from '../../src/core/KeyError.ts'
import * as PublicKey from '../../src/core/PublicKey.ts'
import * as der from '../support/der.ts'
import { hostilePublicKeys } from '../support/hostileKeys.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const key = rsa()
const n = der.modulusOf(key)
const spki = new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' }))
const parse = suite('PublicKey.parse')

parse('passes on a certificate', () => {
  const read = PublicKey.parse(der.pem('CERTIFICATE', Buffer.of(0x30, 0x00)))
  assert.equal(read, E.right({ _tag: 'Certificate', der: Uint8Array.of(0x30, 0x00) }))
})

parse('refuses hostile keys by rule', () => {
  for (const { name, input, rule } of hostilePublicKeys()) {
    const read = PublicKey.parse(input)
    assert.ok(E.isLeft(read), name)
    assert.is(read.left.rule, rule, name)
  }
})

parse('says what it found', () => {
  const found = (e: bigint, modulus = n) => {
    const read = PublicKey.parse(der.pem('PUBLIC KEY', der.spki(modulus, e)))
    return E.isLeft(read) ? read.left.found : undefined
  }
  assert.is(found(3n), '3')
  assert.is(found((1n << 32n) - 2n), '4294967294')
  assert.is(found(1n << 32n), '33 bits')
  assert.is(found(65_537n, n >> 1n), '2047 bits')
  assert.is(found(65_537n, 0n), '0 bits')
})

parse('takes exactly the odd exponents from 65537 to 2^32 - 1', async () => {
  const near = fc.constantFrom(1n, 3n, 65_537n, 1n << 31n, 1n << 32n, 1n << 33n, 1n << 64n)
  const exponents = fc.oneof(
    fc.bigInt({ min: 0n, max: 1n << 34n }),
    fc.tuple(near, fc.integer({ min: -3, max: 3 })).map(([at, by]) => (at + BigInt(by) < 0n ? 0n : at + BigInt(by))),
    fc.bigInt({ min: 0n, max: n }),
  )
  await forAll([exponents], (e) => {
    const read = PublicKey.ofSpki(der.spki(n, e))
    const isGood = e >= 65_537n && e < 1n << 32n && e % 2n === 1n
    assert.is(E.isRight(read) ? 'taken' : read.left.rule, isGood ? 'taken' : 'exponent')
    if (E.isRight(read)) assert.equal(PublicKey.numbers(read.right), [n, e])
  })
})

parse('takes a modulus of at most maxKeyBits, and says so otherwise', async () => {
  const sizes = fc.integer({ min: 2048, max: 8192 })
  await forAll([sizes, sizes], (size, maxKeyBits) => {
    const read = PublicKey.ofSpki(der.spki((1n << BigInt(size - 1)) + 1n, 65_537n), { maxKeyBits })
    if (size <= maxKeyBits) return assert.ok(E.isRight(read) && read.right.bits === size)
    assert.equal(read, E.left(keyError('max-key-bits', `${size} bits, above ${maxKeyBits}`)))
  })
  const above = PublicKey.ofSpki(der.spki((1n << 8192n) + 1n, 65_537n), { maxKeyBits: 16_384 })
  assert.ok(E.isLeft(above) && above.left.rule === 'modulus-too-long')
  assert.ok(E.isLeft(PublicKey.parse(key.publicPem, { maxKeyBits: Number.NaN })))
})

parse('takes an exponent of 3 under the policy, and neither 1 nor 5 nor an even one', () => {
  const under = (e: bigint) =>
    E.isRight(PublicKey.parse(der.pem('PUBLIC KEY', der.spki(n, e)), { 'small-exponent': true }))
  assert.equal([1n, 2n, 3n, 4n, 5n, 17n, 65_535n, 65_536n, 65_537n].filter(under), [3n, 65_537n])
})

const ofSpki = suite('PublicKey.ofSpki')

ofSpki('encodes the decoded key to the same bytes', () => {
  for (const e of [65_537n, 65_539n, (1n << 31n) + 1n, (1n << 32n) - 1n]) {
    const written = der.spki(n, e)
    const read = PublicKey.ofSpki(written)
    assert.ok(E.isRight(read))
    assert.equal(read.right.spki, new Uint8Array(written))
  }
})

ofSpki('refuses the key with any one byte missing, or one byte more at any place', () => {
  for (let at = 0; at < spki.length; at++) {
    const missing = PublicKey.ofSpki(Buffer.concat([spki.subarray(0, at), spki.subarray(at + 1)]))
    const more = PublicKey.ofSpki(Buffer.concat([spki.subarray(0, at), Buffer.of(0x55), spki.subarray(at)]))
    assert.ok(E.isLeft(missing), `missing ${at}`)
    assert.ok(E.isLeft(more), `more ${at}`)
  }
})

const numbers = suite('PublicKey.numbers')

numbers('are those that the platform finds', () => {
  const { n = '', e = '' } = key.publicKey.export({ format: 'jwk' })
  const [modulus, exponent] = [n, e].map((text) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`))
  assert.equal(E.map(PublicKey.numbers)(PublicKey.ofSpki(spki)), E.right([modulus, exponent]))
})
