/** Keys as JSON Web Keys: which members and numbers they may have, and how each other one is refused. */
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

/** The errors of wrong numbers, by the change that makes them. */
const numberErrors = { 'no text': 'jwk', 'other Base64': 'jwk', 'a zero byte': 'jwk', oth: 'multi-prime' }
/** The errors of members that say what the key is for. */
const useErrors = {
  'no kty': 'not-a-key',
  'a kty that': 'jwk',
  'another kty': 'not-rsa',
  'a symmetric': 'symmetric',
  'the alg of PSS': 'pss',
  'another alg': 'key-use',
  'another use': 'key-use',
  'other operations': 'key-use',
}
/** A parsed key is compared with nothing: the contract is only that it is accepted. */
const accepted = (): true => true
/** A key of each kind takes long to make. */
const numRuns = 5

keepsItsGrammar(
  'public JWKs',
  jwksFor('verify', Gen.constantFrom(...good)),
  (jwk) => E.map(accepted)(PublicKey.parse(jwk as Jwk)),
  {
    ...useErrors,
    ...numberErrors,
    oth: 'private-for-public',
    'a private member': 'private-for-public',
    'a validity': 'validity',
  },
  accepted,
  numRuns,
)
keepsItsGrammar(
  'private JWKs',
  jwksFor('sign', Gen.constantFrom(...good)),
  (jwk) => E.map(accepted)(PrivateKey.parse(jwk as Jwk)),
  { ...useErrors, ...numberErrors, 'no d': 'public-for-private', 'a private member': 'jwk' },
  accepted,
  numRuns,
)
keepsItsGrammar(
  'the numbers of JWKs',
  jwksByNumbers,
  (jwk) => E.map(accepted)(PublicKey.parse(jwk as Jwk)),
  {
    'too short': 'modulus-too-short',
    'too long': 'modulus-too-long',
    'an even modulus': 'modulus-even',
    'too small or too large': 'exponent',
    'an even exponent': 'exponent',
  },
  accepted,
  numRuns,
)

const members = suite('the members of a JWK')
const jwk = rsa().publicKey.export({ format: 'jwk' })

members('are those that the platform writes', () => {
  for (const { publicKey, privateKey } of [rsa(), rsa(2048, 'other')]) {
    const { kty, n, e, ...privateNumbers } = privateKey.export({ format: 'jwk' })
    const numbers = [n, e, ...Object.values(privateNumbers)].map((encoded) =>
      BigInt(`0x${Buffer.from(String(encoded), 'base64url').toString('hex')}`),
    )
    assert.equal(jwkOf(numbers as never), { kty, n, e, ...privateNumbers })
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
  const parsed = PublicKey.parse({ ...jwk, revoked: false } as Jwk)
  assert.ok(E.isLeft(parsed))
  assert.match(String(parsed.left.found), /^revoked has no effect in a JWK; put it beside the key/)
})
