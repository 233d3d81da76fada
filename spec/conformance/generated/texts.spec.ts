import * as assert from 'uvu/assert'
import { headers } from '../../../src/conformance/generated/headers.ts'
import { strings } from '../../../src/conformance/generated/parts.ts'
import { signing } from '../../../src/conformance/generated/signing.ts'
import { readSuite } from '../../../src/conformance/suite.ts'
import { suite } from '../../support/suite.ts'
import { agrees, met } from './law.ts'

const generators = suite('generators of texts')

for (const each of [...strings, ...headers, ...signing(readSuite())]) {
  generators(`${each.name}: our own port agrees with what the generator knows`, () => agrees(each, 1000))

  generators(`${each.name}: each rule is met on both sides`, () => {
    for (const [rule, [inside, outside]] of met(each, 600))
      assert.ok(inside > 0 && outside > 0, `${rule}: ${inside} inside, ${outside} outside`)
  })
}

generators.run()
