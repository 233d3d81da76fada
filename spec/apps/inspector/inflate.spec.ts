import { constants, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { inflate } from '../../../src/apps/inspector/inflate.ts'
import { suite } from '../../support/suite.ts'

const bytes = fc.oneof(
  fc.uint8Array({ size: 'large' }),
  fc
    .array(fc.constantFrom('stage', 'prompt', '{"a":1}', ' ', 'x'), { size: 'large' })
    .map((words) => Buffer.from(words.join(''))),
)

const inflating = suite('inflate')

for (const [name, options] of [
  ['at every level', {}],
  ['without compression', { level: 0 }],
  ['with the fixed codes', { strategy: constants.Z_FIXED }],
] as const)
  inflating(`for all bytes: what zlib packed, ${name}`, () =>
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 9 }), (content, level) => {
        const packed = deflateRawSync(content, { level, ...options })
        assert.is(Buffer.compare(inflate(packed, content.length), content), 0)
      }),
    ),
  )

inflating('a long text, far repetitions among it', () => {
  const text = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `${i * 7919} ${i % 999}\n`).join(''))
  assert.is(Buffer.compare(inflate(deflateRawSync(text, { level: 9 }), text.length), text), 0)
})

inflating.run()
