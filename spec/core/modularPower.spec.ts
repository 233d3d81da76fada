import { constants, publicEncrypt } from 'node:crypto'
import fc from 'fast-check'
import * as PublicKey from '../../src/core/PublicKey.ts'
import { modularPower } from '../../src/core/SignatureBlock.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const power = suite('modularPower')

power('equals the platform’s public-key operation', async () => {
  const { publicKey } = rsa(2048, 'app-1')
  const key = PublicKey.ofSpki(publicKey.export({ type: 'spki', format: 'der' }))
  if (key._tag === 'Left') throw new Error(key.left.rule)
  const [n, e] = PublicKey.numbers(key.right)
  await forAll([fc.uint8Array({ minLength: 255, maxLength: 255 })], { numRuns: 20 }, (bytes) => {
    const block = Buffer.concat([Buffer.alloc(1), bytes])
    const expected = publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block).toString('hex')
    const found = modularPower(BigInt(`0x${block.toString('hex')}`), e, n)
      .toString(16)
      .padStart(512, '0')
    assert.is(found, expected)
  })
})

power('of 0 and 1, and with 0 for its exponent', () => {
  assert.equal([modularPower(0n, 3n, 7n), modularPower(1n, 65_537n, 7n), modularPower(5n, 0n, 7n)], [0n, 1n, 1n])
})
