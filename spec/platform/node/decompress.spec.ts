/** A body without its content coding, whichever it is, and never more than a limit. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { decompress } from '../../../src/platform/node/decompress.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const codings: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'deflate-raw': deflateRawSync,
}

const job = Buffer.from(JSON.stringify({ request_id: '7', prompts: ['a lighthouse at dawn', '黎明的灯塔'] }))

const content = suite('decompress')

for (const [name, compress] of Object.entries(codings)) {
  content(`${name}: what was compressed, up to the limit and no further`, () => {
    const body = compress(job)
    assert.is(Buffer.compare(decompress(body, job.length) ?? Buffer.alloc(0), job), 0)
    assert.is(decompress(body, job.length - 1), undefined)
    assert.is(decompress(body, 0), undefined)
  })

  content(`${name}: a small body fills no memory`, () => {
    const bomb = compress(new Uint8Array(50_000_000))
    assert.ok(bomb.length < 100_000)
    // Another coding may make a few bytes of it.
    assert.ok((decompress(bomb, 1_000_000)?.length ?? 0) < 1000)
  })

  content(`${name}: a body that is cut off has no content`, () =>
    assert.is(decompress(compress(job).subarray(0, 20), 10_000), undefined),
  )
}

content('a text has no coding', () => {
  for (const text of ['', '{}', 'x^ is a power', 'x', '\u0000', '灯'])
    assert.is(decompress(Buffer.from(text), 1000), undefined, text)
})

content('for all bytes: no throw, and never more than the limit', () =>
  forAll([fc.uint8Array({ maxLength: 200 }), fc.nat(300)], { numRuns: 500 }, (bytes, limit) => {
    assert.ok((decompress(bytes, limit)?.length ?? 0) <= limit)
  }),
)
