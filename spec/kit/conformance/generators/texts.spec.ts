import { headers } from '../../../../src/kit/conformance/generators/headers.ts'
import { signing } from '../../../../src/kit/conformance/generators/signing.ts'
import { strings } from '../../../../src/kit/conformance/generators/strings.ts'
import { readSuite } from '../../../../src/kit/conformance/suite.ts'
import { suite } from '../../../support/suite.ts'
import { agrees, isRepeatable, meetsBothSides } from './law.ts'

const generators = suite('generators of texts')

for (const each of [...strings, ...headers, ...signing(readSuite())]) {
  const hasOneSide = each.name === 'own-nonce'
  // The rules of keys and jobs come by chance: importing and encoding meet both sides of each.
  const isByChance = ['signature', 'request'].includes(each.name)
  generators(`${each.name}: our own port agrees with the generator`, () => agrees(each, hasOneSide ? 2 : 200))
  if (!hasOneSide && !isByChance)
    generators(`${each.name}: each rule is met on both sides`, () => meetsBothSides(each, 600))
  generators(`${each.name}: the same seed draws the same inputs`, () => isRepeatable(each))
}

generators.run()
