import * as assert from 'uvu/assert'
import { meanings, ours } from '../../src/core/Policies.ts'
import { suite } from '../support/suite.ts'

const policies = suite('Policies')

policies('each has a default and words', () => assert.equal(Object.keys(meanings), Object.keys(ours)))

policies.run()
