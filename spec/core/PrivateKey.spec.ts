import { inspect } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as PrivateKey from '../../src/core/PrivateKey.ts'
import { modularPower } from '../../src/core/SignatureBlock.ts'
import * as der from '../support/der.ts'
import { compositeFactor, hostilePrivateKeys } from '../support/hostileKeys.ts'
import { encryptedPem, rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'

const key = rsa()
const pkcs8 = new Uint8Array(key.privateKey.export({ type: 'pkcs8', format: 'der' }))
const spki = new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' }))

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

const assertTaken = (read: ReturnType<typeof PrivateKey.parse>): void => {
  assert.ok(E.isRight(read) && read.right._tag === 'PrivateKey', JSON.stringify(read))
  assert.equal(read.right.pkcs8(), pkcs8)
  assert.equal(read.right.publicKey, { _tag: 'PublicKey', spki, bits: 2048, signatureLength: 256 })
}

const parse = suite('PrivateKey.parse')

/** The key as PKCS#8, and something behind its members. */
const followed = (...more: ReadonlyArray<Uint8Array>): string =>
  der.pem(
    'PRIVATE KEY',
    der.sequence(der.integer(0n), der.rsaAlgorithm, der.octets(der.pkcs1Private(der.numbersOf(key))), ...more),
  )
const attribute = der.sequence(Buffer.from('0603551d0f', 'hex'), der.tlv(0x31))

parse('takes PKCS#8 with a set of attributes, and drops it', () => {
  for (const within of [[], [attribute], [attribute, attribute]])
    assertTaken(PrivateKey.parse(followed(der.tlv(0xa0, ...within))))
})

parse('refuses PKCS#8 with two sets of attributes, or with other bytes in the set', () => {
  const set = der.tlv(0xa0, attribute)
  const inside = [attribute.subarray(0, -1), Buffer.of(0), der.nothing, der.longTlv(0x30)]
  const others = [Buffer.of(0), attribute, der.tlv(0xa1, Buffer.of(0)), der.tlv(0x80)]
  for (const more of [[set, set], ...inside.map((bytes) => [der.tlv(0xa0, bytes)]), ...others.map((bytes) => [bytes])])
    assert.ok(E.isLeft(PrivateKey.parse(followed(...more))), Buffer.concat(more).toString('hex'))
})

parse('takes a key whose d is reduced by either of two numbers, and whose primes come in either order', () => {
  const [n, e, d, p, q, dp, dq] = der.numbersOf(key) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint]
  const common = gcd(p - 1n, q - 1n)
  const orders = [(p - 1n) * (q - 1n), ((p - 1n) * (q - 1n)) / common]
  const qInv = modularPower(q, p - 2n, p)
  const pInv = modularPower(p, q - 2n, q)
  for (const order of orders) {
    for (const numbers of [
      [n, e, d % order, p, q, dp, dq, qInv],
      [n, e, d % order, q, p, dq, dp, pInv],
    ]) {
      assert.ok(E.isRight(PrivateKey.parse(der.pem('RSA PRIVATE KEY', der.pkcs1Private(numbers)))))
    }
  }
})

parse('passes on an encrypted key undecrypted', () => {
  const read = PrivateKey.parse(encryptedPem(key, 'secret'))
  assert.ok(E.isRight(read) && read.right._tag === 'EncryptedKey')
})

parse('refuses hostile keys by rule, except one that only a trial signature detects', () => {
  for (const { name, input, rule } of hostilePrivateKeys()) {
    const read = PrivateKey.parse(input)
    if (name === compositeFactor) {
      assert.ok(E.isRight(read), name)
    } else {
      assert.ok(E.isLeft(read), name)
      assert.is(read.left.rule, rule, name)
    }
  }
})

parse('printing its result shows nothing of the key, accepted or not', () => {
  const secrets = [pkcs8, der.numbersOf(key)[2]].map((s) => (typeof s === 'bigint' ? der.toBytes(s) : s) as Uint8Array)
  const inputs = [key.privatePem, encryptedPem(key, 'secret'), ...hostilePrivateKeys().map(({ input }) => input)]
  for (const input of inputs) {
    const read = PrivateKey.parse(input)
    const shown =
      inspect(read, { depth: Number.POSITIVE_INFINITY, showHidden: true, maxArrayLength: null }) + JSON.stringify(read)
    for (const secret of secrets) {
      const inner = secret.subarray(secret.length - 40, secret.length - 8)
      assert.not.ok(shown.replace(/\s/g, '').includes([...inner].join(',')))
      assert.not.ok(shown.includes(Buffer.from(inner).toString('base64').slice(2, -4)))
    }
    assert.not.ok(shown.includes('-----'))
  }
})
