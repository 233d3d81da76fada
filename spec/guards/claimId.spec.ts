import * as fc from 'fast-check'
import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import { claimId, holderId } from '../../src/guards/claimId.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { claimOf } from './claims.ts'

const ids = suite('claimId and holderId')

/** Short texts of few characters, so that joins of two of them are often alike. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\ud800', '\ufffd'), maxLength: 3 })
const fingerprint = text.map((each) => each.replaceAll('\n', '') as Fingerprint)

ids('are alike for the same key and nonce, and for no other', () =>
  forAll([fingerprint, text, fingerprint, text], { numRuns: 2000 }, (keyA, nonceA, keyB, nonceB) => {
    const a = claimOf(nonceA, 1, keyA)
    const b = claimOf(nonceB, 2, keyB)
    assert.is(claimId(a).equals(claimId(b)), keyA === keyB && nonceA === nonceB)
    assert.is(holderId(keyA).equals(holderId(keyB)), keyA === keyB)
  }),
)

ids('have 16 and 8 bytes', () => {
  assert.is(claimId(claimOf('nonce')).length, 16)
  assert.is(holderId('key').length, 8)
})
