import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { generatorsOf } from '../../../src/conformance/generated/all.ts'
import { sharesOf } from '../../../src/conformance/generated/run.ts'
import { ownNonceRule } from '../../../src/conformance/generated/signing.ts'
import type { Level } from '../../../src/conformance/levels.ts'
import { readSuite } from '../../../src/conformance/suite.ts'
import { suite } from '../../support/suite.ts'

const drawing = suite('generated runs')
const vectors = readSuite()
const defaultRuns = 3000

/** The sides of rules that no draw of these generators met. */
const unmet = (level: Level, runs: number, seed: string): ReadonlyArray<string> => {
  const met = new Map<string, { inside: number; outside: number }>()
  for (const [{ name, drawn }, numRuns] of sharesOf(generatorsOf(vectors, level), runs)) {
    const hash = createHash('sha256').update(`${seed}/${name}`).digest()
    for (const { rule, passes } of fc.sample(drawn, { numRuns, seed: hash.readInt32BE(0) })) {
      const count = met.get(rule) ?? { inside: 0, outside: 0 }
      met.set(rule, count)
      if ([passes].flat().at(-1) === true) count.inside++
      else count.outside++
    }
  }
  return [...met].flatMap(([rule, { inside, outside }]) =>
    inside > 0 && (outside > 0 || rule === ownNonceRule) ? [] : [rule],
  )
}

for (const level of ['verifier', 'signer', 'full'] as const) {
  for (const seed of ['a', 'b', 'c']) {
    drawing(`${level}, seed ${seed}: no side of a rule goes unmet in the default number of runs`, () =>
      assert.equal(unmet(level, defaultRuns, seed), []),
    )
  }
}

drawing('a run that is too short for them leaves sides unmet', () => {
  assert.ok(unmet('signer', 100, 'a').length > 0)
})

drawing.run()
