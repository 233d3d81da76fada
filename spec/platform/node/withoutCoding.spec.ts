import { gzipSync } from 'node:zlib'
import { withoutCoding } from '../../../src/platform/node/withoutCoding.ts'
import { assert, suite } from '../../support/suite.ts'

const content = suite('withoutCoding')
const body = Buffer.from('{"a":1}')

content('gzip shows in the first bytes', () =>
  assert.is(Buffer.compare(withoutCoding(gzipSync(body)) ?? Buffer.alloc(0), body), 0),
)

content('nothing for a body without a coding, or a damaged one', () => {
  assert.is(withoutCoding(body), undefined)
  assert.is(withoutCoding(gzipSync(body).subarray(0, 12)), undefined)
})
