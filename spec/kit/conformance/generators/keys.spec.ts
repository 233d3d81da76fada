// The generated keys and blocks: our own port agrees with what the generators say of each.
import * as assert from 'uvu/assert'
import { blocks } from '../../../../src/kit/conformance/generators/blocks.ts'
import type { Generator } from '../../../../src/kit/conformance/generators/Generator.ts'
import { keysFor } from '../../../../src/kit/conformance/generators/keys.ts'
import { suite } from '../../../support/suite.ts'
import { agrees, isRepeatable, meetsBothSides, sample } from './law.ts'

const drawing = suite('generated keys')

for (const each of [...keysFor(['verify', 'sign']), ...blocks]) {
  drawing(`${each.name}: our own port agrees with the generator`, () => agrees(each, 200))
  drawing(`${each.name}: each rule is met on both sides`, () => meetsBothSides(each, 350))
  drawing(`${each.name}: the same seed draws the same inputs`, () => isRepeatable(each))
}

drawing('rsa-block: signatures that begin with 00 are drawn, as they are and without their first byte', () => {
  const [signatures] = blocks as [Generator<'rsaVerify'>]
  const lengths = new Set<number>()
  for (const { input, passes } of sample(signatures, 400)) {
    const { message, signature } = input
    if (!('hex' in message && 'hex' in signature) || !/^message \d+$/.test(Buffer.from(message.hex, 'hex').toString()))
      continue
    lengths.add(signature.hex.length / 2)
    if (passes === true) assert.is(signature.hex.slice(0, 2), '00', message.hex)
  }
  assert.equal([...lengths].sort(), [255, 256])
})

drawing.run()
