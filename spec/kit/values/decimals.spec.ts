/** Decimals near the middle of two doubles: each is one that some reader takes for the wrong neighbour. */
import * as fc from 'fast-check'
import { nearMiddles } from '../../../src/kit/values/decimals.ts'
import type * as Gen from '../../../src/kit/values/Gen.ts'
import { assert, suite } from '../../support/suite.ts'

const middles = suite('decimals near the middle of two doubles')

const drawn = fc.sample(nearMiddles.build(fc as unknown as Gen.Builder) as unknown as fc.Arbitrary<string>, 300)

/** The reader that a stranger's port had. */
const withSeventeenDigits = (text: string): number => {
  const [whole = '', fraction = ''] = text.split('.')
  return Number(`${whole}.${fraction.slice(0, Math.max(1, 17 - whole.length))}`)
}

middles('are numbers of JSON, within the limit of a job', () => {
  for (const text of drawn) {
    assert.is(JSON.parse(text), Number(text))
    assert.ok(Math.abs(Number(text)) < Number.MAX_SAFE_INTEGER, text)
  }
})

middles('are read wrongly, a good part of them, by a reader of 17 digits', () => {
  const wrong = drawn.filter((text) => withSeventeenDigits(text) !== Number(text))
  assert.ok(wrong.length > drawn.length / 5, `${wrong.length} of ${drawn.length}`)
})
