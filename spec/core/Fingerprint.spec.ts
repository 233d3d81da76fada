import { createHash } from 'node:crypto'
import * as Fingerprint from '../../src/core/Fingerprint.ts'
import { assert, suite } from '../support/suite.ts'

const ofDigest = suite('Fingerprint.ofDigest')

ofDigest('writes a SHA-256 as 64 lower-case hexadecimal digits', () => {
  const digest = createHash('sha256').update('abc').digest()
  assert.is(Fingerprint.ofDigest(digest), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
