import * as assert from 'uvu/assert'
import { histories } from '../../../src/conformance/generated/histories.ts'
import type { VerifyInput } from '../../../src/conformance/Vector.ts'
import { suite } from '../../support/suite.ts'
import { agrees, isRepeatable, meetsBothSides, sample } from './law.ts'

// A crowd has hundreds of steps, so a few of them have as many as the others.
const runs: Readonly<Record<string, number>> = { crowd: 10 }

const drawing = suite('generated histories')

for (const each of histories) {
  const { name } = each
  drawing(`${name}: our own port agrees on each step`, () => agrees(each, runs[name] ?? 600))
  drawing(`${name}: each rule is met on both sides`, () => meetsBothSides(each, name === 'crowd' ? 20 : 400))
  drawing(`${name}: the same seed draws the same inputs`, () => isRepeatable(each))
  drawing(`${name}: there is a verdict for each step`, () => {
    for (const { input, passes } of sample(each, 20)) {
      const { steps } = input as VerifyInput
      assert.ok(steps.length > 0)
      if (Array.isArray(passes)) assert.is(passes.length, steps.length)
    }
  })
}

drawing.run()
