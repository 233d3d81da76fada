/** Escapes that were signed and arrived decoded, and a decoded query that was signed with values for names without one. */
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { assert, suite } from '../../../support/suite.ts'
import { findingOn, signedBy } from './changes.ts'

const decoded = suite('a target that was decoded on one side')

decoded('%2F and the escape of another mark in one segment, where / and the mark arrived', () => {
  for (const [mark, escaped] of Object.entries({ '-': '%2D', '.': '%2E', _: '%5F', '~': '%7E' }))
    assert.ok(
      signedBy(['target-reencoded'], 'target', { target: `/v1/jobs/a/b${mark}c` }).has(`/v1/jobs/a%2Fb${escaped}c`),
      escaped,
    )
  assert.match(findingOn({ target: '/v1/jobs/a/b-c' }, { target: '/v1/jobs/a%2Fb%2Dc' }).what, 'The caller signed %2F')
})

decoded('a name without a value got one, and all parameters were decoded', () => {
  const sent = '/v1/jobs?flag&with%20space=a%2Fb%20c'
  for (const value of ['=true', '=', '=1', '=null'])
    assert.ok(
      signedBy(['query-respelled'], 'target', { target: sent }).has(`/v1/jobs?flag${value}&with space=a/b c`),
      value,
    )
  const found = findingOn({ target: sent }, { target: '/v1/jobs?flag=true&with space=a/b c' })
  assert.match(found.what, 'decoded, and wrote =true behind a name that has no value')
  assert.match(translate(found.what) ?? '', '没有值的名字后面写了 =true')
})
