import { meanings, namesOf, ours, table } from '../../src/core/Policies.ts'
import { assert, suite } from '../support/suite.ts'

const policies = suite('Policies')

policies('each has a default and words', () => assert.equal(Object.keys(meanings), Object.keys(ours)))

policies('only these are on by default, and what could join two header lines is off', () =>
  assert.equal(
    Object.entries(ours).flatMap(([name, on]) => (on ? [name] : [])),
    ['method-case', 'appid-alias', 'scheme-case', 'unknown-stage', 'int-spelling'],
  ),
)

policies('of some parts are named in the order of the table', () => {
  assert.equal(namesOf('replay', 'key'), ['small-exponent', 'missing-null', 'nonce-per-timestamp', 'nonce-per-message'])
  assert.equal(namesOf('request', 'header', 'key', 'replay', 'job'), Object.keys(table))
  assert.equal(namesOf(), [])
})
