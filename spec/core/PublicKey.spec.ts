import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import * as PublicKey from '../../src/core/PublicKey.ts'
import * as der from '../support/der.ts'
import { hostilePublicKeys } from '../support/hostileKeys.ts'
import { rsa } from '../support/keys.ts'
import { suite } from '../support/suite.ts'

const key = rsa()
const n = der.modulusOf(key)
const spki = new Uint8Array(key.publicKey.export({ type: 'spki', format: 'der' }))
const taken = E.right({ _tag: 'PublicKey', spki, bits: 2048, signatureLength: 256 })

const parse = suite('PublicKey.parse')

parse('takes SPKI, PKCS#1 and a JWK, and they are the same key', () => {
  assert.equal(PublicKey.parse(key.publicPem), taken)
  assert.equal(PublicKey.parse(key.publicKey.export({ type: 'pkcs1', format: 'pem' }) as string), taken)
  assert.equal(PublicKey.parse(key.publicKey.export({ format: 'jwk' }) as object), taken)
})

parse('takes a JWK whose members declare this use', () => {
  const jwk = { ...(key.publicKey.export({ format: 'jwk' }) as object), kid: '1', x5c: [], ext: true }
  assert.equal(PublicKey.parse({ ...jwk, alg: 'RS256', use: 'sig', key_ops: ['verify'] }), taken)
  assert.equal(PublicKey.parse({ ...jwk, alg: undefined, d: undefined }), taken)
})

parse('takes PEM with any line breaks', () => {
  const body = key.publicPem.replace(/-----[^\n]+-----|\n/g, '')
  for (const text of [
    key.publicPem.replace(/\n/g, '\r\n'),
    key.publicPem.replace(/\n/g, '\r'),
    key.publicPem.trimEnd(),
    `\n\n  ${key.publicPem.replace(/\n/g, '\n  ')}\n\n`,
    key.publicPem.replace(/\n/g, ' \t\n'),
    `-----BEGIN PUBLIC KEY-----${body}-----END PUBLIC KEY-----`,
    `-----BEGIN PUBLIC KEY-----\n${body.replace(/.{76}/g, '$&\n')}\n\n-----END PUBLIC KEY-----`,
  ]) {
    assert.equal(PublicKey.parse(text), taken, text)
  }
})

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
  assert.is(found((1n << 64n) - 2n), '18446744073709551614')
  assert.is(found(1n << 64n), '65 bits')
  assert.is(found(65_537n, n >> 1n), '2047 bits')
  assert.is(found(65_537n, 0n), '0 bits')
})

parse('takes the minimum and maximum sizes', () => {
  const bits = (modulus: bigint, e: bigint) => {
    const read = PublicKey.parse(der.pem('PUBLIC KEY', der.spki(modulus, e)))
    return E.isRight(read) && read.right._tag === 'PublicKey' ? [read.right.bits, read.right.signatureLength] : read
  }
  assert.equal(bits((1n << 2047n) + 1n, 65_537n), [2048, 256])
  assert.equal(bits((1n << 2048n) + 1n, 65_537n), [2049, 257])
  assert.equal(bits((1n << 8191n) + 1n, 65_537n), [8192, 1024])
  assert.equal(bits(n, (1n << 64n) - 1n), [2048, 256])
})

parse('takes an exponent of 3 under the policy, and neither 1 nor 5 nor an even one', () => {
  const under = (e: bigint) =>
    E.isRight(PublicKey.parse(der.pem('PUBLIC KEY', der.spki(n, e)), { 'small-exponent': true }))
  assert.equal([1n, 2n, 3n, 4n, 5n, 17n, 65_535n, 65_536n, 65_537n].filter(under), [3n, 65_537n])
})

parse.run()

const ofSpki = suite('PublicKey.ofSpki')

ofSpki('encodes the decoded key to the same bytes', () => {
  for (const e of [65_537n, 65_539n, (1n << 32n) + 1n, (1n << 63n) + 1n]) {
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

ofSpki.run()

const numbers = suite('PublicKey.numbers')

numbers('are those that the platform finds', () => {
  const { n = '', e = '' } = key.publicKey.export({ format: 'jwk' })
  const [modulus, exponent] = [n, e].map((text) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`))
  assert.equal(E.map(PublicKey.numbers)(PublicKey.ofSpki(spki)), E.right([modulus, exponent]))
})

numbers.run()
