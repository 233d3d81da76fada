import { meanings, ours } from '../../src/core/Policies.ts'
import { assert, suite } from '../support/suite.ts'

const policies = suite('Policies')

policies('each has a default and words', () => assert.equal(Object.keys(meanings), Object.keys(ours)))

policies('only these are on by default, and what could join two header lines is off', () =>
  assert.equal(
    Object.entries(ours).flatMap(([name, on]) => (on ? [name] : [])),
    ['method-case', 'appid-alias', 'scheme-case', 'unknown-stage', 'int-spelling'],
  ),
)
