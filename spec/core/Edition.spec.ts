import * as Edition from '../../src/core/Edition.ts'
import { assert, suite } from '../support/suite.ts'

const offersBearer = suite('Edition.offersBearer')

offersBearer('holds for the international edition and not for the mainland one', () => {
  assert.equal(
    Edition.editions.map((edition) => [edition, Edition.offersBearer(edition)]),
    [
      ['international', true],
      ['mainland', false],
    ],
  )
})
