import * as assert from 'uvu/assert'
import { ours } from '../../src/core/Policies.ts'
import { suite } from '../support/suite.ts'

const policies = suite('Policies.ours')

policies('takes five of the thirteen', () => {
  assert.equal(ours, {
    'method-case': true,
    'appid-alias': true,
    'scheme-case': true,
    ows: false,
    'quoted-values': false,
    'unknown-param': false,
    'small-exponent': false,
    'missing-null': false,
    'nonce-per-timestamp': false,
    'nonce-per-message': false,
    'unknown-stage': true,
    'int64-string': false,
    'int-spelling': true,
  })
})

policies.run()
