/** Names in camelCase that arrived in lower case. */
import { withLostCapitals } from '../../../../src/kit/diagnosis/forms/lostCapitals.ts'
import { assert, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const capitals = suite('a segment that lost its capitals')

capitals('a name of up to three words in camelCase, or two in PascalCase, in any segment of letters', () => {
  for (const name of ['testUpperCase', 'MyPictures', 'myPictures', 'Pictures'])
    for (const target of [`/v1/${name}/7`, `/${name}?page=1`]) {
      assert.ok(withLostCapitals(target.toLowerCase()).includes(target), target)
      assert.ok(withLostCapitals(target.toLowerCase(), target).includes(target), target)
    }
  assert.equal(withLostCapitals('/v1/jobs/7'), [])
  assert.equal(withLostCapitals('/v1/pictures/7', '/v1/other'), [])
})

capitals('the words name the segment and say that only the case differs', () => {
  const found = findingOn({ target: '/v1/testuppercase/pic.jpg' }, { target: '/v1/testUpperCase/pic.jpg' })
  assert.match(found.what, 'The caller signed testUpperCase in the target, but testuppercase was sent. Only the case')
})
