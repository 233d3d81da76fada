import * as E from 'fp-ts/lib/Either.js'
import { keyError } from '../../src/core/KeyError.ts'
import type { Jwk } from '../../src/core/KeyInput.ts'
import * as PrivateKey from '../../src/core/PrivateKey.ts'
import * as PublicKey from '../../src/core/PublicKey.ts'
import { good } from '../../src/kit/conformance/generators/keyPairs.ts'
import * as Gen from '../../src/kit/values/Gen.ts'
import { jwkOf, jwksByNumbers, jwksFor } from '../support/jwks.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { keepsItsGrammar } from './grammarContract.ts'

const unless = { 'no text': 'jwk', 'other Base64': 'jwk', 'a zero byte': 'jwk', oth: 'multi-prime' }
const forUse = {
  'no kty': 'not-a-key',
  'a kty that': 'jwk',
  'another kty': 'not-rsa',
  'a symmetric': 'symmetric',
  'the alg of PSS': 'pss',
  'another alg': 'key-use',
  'another use': 'key-use',
  'other operations': 'key-use',
}
const taken = (): true => true

keepsItsGrammar(
  'public JWKs',
  jwksFor('verify', Gen.constantFrom(...good)),
  (jwk) => E.map(taken)(PublicKey.parse(jwk as Jwk)),
  {
    ...forUse,
    ...unless,
    oth: 'private-for-public',
    'a private member': 'private-for-public',
    'a validity': 'validity',
  },
  taken,
  5,
)
keepsItsGrammar(
  'private JWKs',
  jwksFor('sign', Gen.constantFrom(...good)),
  (jwk) => E.map(taken)(PrivateKey.parse(jwk as Jwk)),
  { ...forUse, ...unless, 'no d': 'public-for-private', 'a private member': 'jwk' },
  taken,
  5,
)
keepsItsGrammar(
  'the numbers of JWKs',
  jwksByNumbers,
  (jwk) => E.map(taken)(PublicKey.parse(jwk as Jwk)),
  {
    'too short': 'modulus-too-short',
    'too long': 'modulus-too-long',
    'an even modulus': 'modulus-even',
    'too small or too large': 'exponent',
    'an even exponent': 'exponent',
  },
  taken,
  5,
)

const members = suite('the members of a JWK')
const jwk = rsa().publicKey.export({ format: 'jwk' })

members('are those that the platform writes', () => {
  for (const { publicKey, privateKey } of [rsa(), rsa(2048, 'other')]) {
    const { kty, n, e, ...others } = privateKey.export({ format: 'jwk' })
    const numbers = [n, e, ...Object.values(others)].map((text) =>
      BigInt(`0x${Buffer.from(String(text), 'base64url').toString('hex')}`),
    )
    assert.equal(jwkOf(numbers as never), { kty, n, e, ...others })
    assert.equal(jwkOf(numbers.slice(0, 2) as never), publicKey.export({ format: 'jwk' }))
  }
})

members('exclude accessors, and no getter runs', () => {
  const trapped = Object.defineProperty({ ...jwk }, 'n', {
    enumerable: true,
    get: () => {
      throw new Error('ran')
    },
  })
  assert.equal(PublicKey.parse(trapped), E.left(keyError('jwk', 'n')))
  const operations = Object.assign(['sign'], { includes: () => true })
  assert.equal(PublicKey.parse({ ...jwk, key_ops: operations }), E.left(keyError('key-use', 'key_ops without verify')))
})

members('that say when the key counts are told where they belong', () => {
  const read = PublicKey.parse({ ...jwk, revoked: false } as Jwk)
  assert.ok(E.isLeft(read))
  assert.match(String(read.left.found), /^revoked has no effect in a JWK; put it beside the key/)
})
