import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { withoutCoding } from '../../../src/platform/node/withoutCoding.ts'
import { assert, suite } from '../../support/suite.ts'

const content = suite('withoutCoding')
const body = Buffer.from('{"a":1}')

content('gzip shows in the first bytes; other codings are taken by their names', () => {
  for (const [coded, name] of [
    [gzipSync(body), undefined],
    [gzipSync(body), 'gzip'],
    [brotliCompressSync(body), 'br'],
    [deflateSync(body), ' Deflate'],
  ] as const)
    assert.is(Buffer.compare(withoutCoding(coded, name) ?? Buffer.alloc(0), body), 0, name)
})

content('nothing for a body without a coding, or a damaged one', () => {
  assert.is(withoutCoding(body), undefined)
  assert.is(withoutCoding(body, 'identity'), undefined)
  assert.is(withoutCoding(body, 'br'), undefined)
  assert.is(withoutCoding(gzipSync(body).subarray(0, 12)), undefined)
})
