/** The hashes of a diagnosis, also where the platform refuses some of them. */

import { setFips } from 'node:crypto'
import { hash as own } from '../../../src/apps/inspector/hash.ts'
import { digestSizes } from '../../../src/effects/Hash.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { assert, suite } from '../../support/suite.ts'

const hashing = suite('hash')

// First: Node keeps a hash that was used once.
hashing('answers zeros for a hash that the platform refuses, and does not throw', () => {
  // Without a FIPS provider, OpenSSL refuses every hash from here on.
  setFips(true)
  try {
    assert.equal(new Uint8Array(hash('md5', new Uint8Array(3))), new Uint8Array(16))
  } finally {
    setFips(false)
  }
})

hashing('is each hash, in its length', () => {
  const bytes = new TextEncoder().encode('abc')
  for (const name of Object.keys(digestSizes) as ReadonlyArray<keyof typeof digestSizes>)
    assert.equal(new Uint8Array(hash(name, bytes)), own(name, bytes), name)
})
