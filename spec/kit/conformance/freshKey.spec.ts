import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { freshKey } from '../../../src/kit/conformance/freshKey.ts'
import { readTestKeys } from '../../../src/kit/conformance/suite.ts'
import { assert, suite } from '../../support/suite.ts'

const making = suite('a key pair for the canaries')

making('is sound, of 2048 bits, and no key of the suite', () => {
  const ofSuite = Object.values(readTestKeys()).map(({ publicKey }) => publicKey)
  const message = Buffer.from('any')
  for (const { publicKey, privateKey } of Array.from({ length: 20 }, freshKey)) {
    assert.is(createPublicKey(publicKey).asymmetricKeyDetails?.modulusLength, 2048)
    assert.is(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }), publicKey)
    assert.ok(verify('sha256', message, publicKey, sign('sha256', message, createPrivateKey(privateKey))))
    assert.not.ok(ofSuite.includes(publicKey))
  }
})

making('is another one in nearly each run', () => {
  const made = new Set(Array.from({ length: 40 }, () => freshKey().publicKey))
  assert.ok(made.size > 20, `${made.size} of 40`)
})
