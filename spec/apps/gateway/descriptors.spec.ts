import fc from 'fast-check'
import { descriptorLimit, limitIn, shareOf } from '../../../src/apps/gateway/descriptors.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const sharing = suite('file descriptors')

sharing('of 1,024 callers and service get the same; of many callers get the rest', () => {
  const wanted = { requests: 1000, files: 64 }
  assert.equal(shareOf(1024, wanted), { connections: 448, requests: 448, files: 64 })
  assert.equal(shareOf(200, wanted), { connections: 63, requests: 62, files: 25 })
  assert.equal(shareOf(20_000, wanted), { connections: 18_872, requests: 1000, files: 64 })
  assert.is(shareOf(Number.POSITIVE_INFINITY, wanted).connections, Number.POSITIVE_INFINITY)
})

sharing(
  'for all limits: no more is shared than there is, something is left for the gateway, and nobody gets more than wanted',
  () => {
    const limit = fc.integer({ min: 32, max: 2_000_000 })
    const wanted = fc.record(
      { requests: fc.integer({ min: 1, max: 1_000_000 }), files: fc.integer({ min: 0, max: 64 }) },
      { noNullPrototype: true },
    )
    return forAll([limit, wanted], (most, asked) => {
      const { connections, requests, files } = shareOf(most, asked)
      assert.ok(connections + requests + files <= most - Math.min(64, Math.floor(most / 4)))
      assert.ok(requests <= asked.requests && files <= asked.files)
      assert.ok(connections >= 1 && requests >= 1)
    })
  },
)

sharing('the limit is the soft one of this process', () => {
  assert.is(
    limitIn(
      'Max processes  1  2  processes\nMax open files            1024                 4096                 files     \n',
    ),
    1024,
  )
  assert.is(
    limitIn('Max open files            unlimited            unlimited            files     \n'),
    Number.POSITIVE_INFINITY,
  )
  assert.ok(descriptorLimit() >= 32)
})
