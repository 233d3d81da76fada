/** Decimals near the middle of two doubles: each is one that some reader takes for the wrong neighbour. */
import * as fc from 'fast-check'
import { besideMiddles, nearMiddles } from '../../../src/kit/values/decimals.ts'
import type * as Gen from '../../../src/kit/values/Gen.ts'
import { throughBits, throughDigits } from '../../support/roundedTwice.ts'
import { assert, suite } from '../../support/suite.ts'

const middles = suite('decimals near the middle of two doubles')

const sampleOf = (gen: Gen.Gen<string>, count: number): ReadonlyArray<string> =>
  fc.sample(gen.build(fc as unknown as Gen.Builder) as unknown as fc.Arbitrary<string>, count)
const drawn = nearMiddles.flatMap((gen) => sampleOf(gen, 50))
const beside = besideMiddles.flatMap((gen) => sampleOf(gen, 50))

/** The reader that a stranger's port had. */
const withSeventeenDigits = (text: string): number => {
  const [whole = '', fraction = ''] = text.split('.')
  return Number(`${whole}.${fraction.slice(0, Math.max(1, 17 - whole.length))}`)
}

/** How many of these the reader reads as another double. */
const misreadBy = (read: (text: string) => number, texts: ReadonlyArray<string>): number =>
  texts.filter((text) => read(text) !== Number(text)).length

middles('are numbers of JSON, within the limit of a job', () => {
  for (const text of drawn) {
    assert.is(JSON.parse(text), Number(text))
    assert.ok(Math.abs(Number(text)) < Number.MAX_SAFE_INTEGER, text)
  }
})

middles('are read wrongly, a good part of them, by a reader of 17 digits', () => {
  const wrong = misreadBy(withSeventeenDigits, drawn)
  assert.ok(wrong > drawn.length / 5, `${wrong} of ${drawn.length}`)
})

middles('just beside it, each is read wrongly by a reader that rounds to 64 bits first', () => {
  assert.is(misreadBy(throughBits(64), beside), beside.length)
})

middles('farther to the right than 34 digits, each is read wrongly by a reader that rounds to them first', () => {
  const far = beside.filter((text) => text.length > 52)
  assert.is(far.length, beside.length / 2)
  assert.is(misreadBy(throughDigits(34), far), far.length)
  assert.is(misreadBy(throughBits(113), far), far.length)
})
