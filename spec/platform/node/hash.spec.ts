/** The hashes of a diagnosis, also where the platform refuses some of them. */

import { execFileSync } from 'node:child_process'
import { hash as own } from '../../../src/apps/inspector/hash.ts'
import { digestSizes } from '../../../src/effects/Hash.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { assert, suite } from '../../support/suite.ts'

const hashing = suite('hash')

hashing('answers zeros for a hash that the platform refuses, and does not throw', () => {
  // Without a FIPS provider, OpenSSL refuses every hash but those that the process has used.
  const program = `import { setFips } from 'node:crypto'
import { hash } from './src/platform/node/hash.ts'
setFips(true)
console.log(hash('md5', new Uint8Array(3)).join() + ' ' + hash.hex('sha1', new Uint8Array(3)))`
  const args = ['--import', './scripts/typescript.mjs', '--input-type=module', '--eval', program]
  assert.is(String(execFileSync(process.execPath, args)), `${new Uint8Array(16)} ${'00'.repeat(20)}\n`)
})

hashing('is each hash, in its length', () => {
  const bytes = new TextEncoder().encode('abc')
  for (const name of Object.keys(digestSizes) as ReadonlyArray<keyof typeof digestSizes>)
    assert.equal(new Uint8Array(hash(name, bytes)), own(name, bytes), name)
})
