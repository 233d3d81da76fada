import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { keyError } from '../../src/core/KeyError.ts'
import * as PublicKey from '../../src/core/PublicKey.ts'
import { rsa } from '../support/keys.ts'
import { suite } from '../support/suite.ts'

const members = suite('the members of a JWK')
const jwk = rsa().publicKey.export({ format: 'jwk' })

members('are those with a value', () => {
  assert.ok(E.isRight(PublicKey.parse(jwk)))
  assert.ok(E.isRight(PublicKey.parse({ ...jwk, alg: undefined, key_ops: ['verify'] })))
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

members('that say when the key counts are refused: they would have no effect', () => {
  for (const name of ['revoked', 'notBefore', 'not_after', 'revokedAt']) {
    const read = PublicKey.parse({ ...jwk, [name]: false })
    assert.ok(E.isLeft(read), name)
    assert.is(read.left.rule, 'validity')
    assert.match(String(read.left.found), new RegExp(`^${name} has no effect in a JWK; put it beside the key`))
  }
})

members.run()
