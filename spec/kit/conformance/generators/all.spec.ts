import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import type { GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import { drawnFor, sharesOf } from '../../../../src/kit/conformance/generators/run.ts'
import { ownNonceRule } from '../../../../src/kit/conformance/generators/signing.ts'
import { rules as jobRules } from '../../../../src/kit/values/jobs/rules.ts'
import { assert, suite } from '../../../support/suite.ts'
import { packaged } from '../ports/cases.ts'
import { defaultRuns, drawnAt, isWhole, seeds } from './drawn.ts'

const drawing = suite('generated runs')

const { knownType } = jobRules
const levels = ['full', 'signer', 'verifier'] as const

/** The rules that these draws met, and those of them on one side alone. */
const metBy = (runs: ReadonlyArray<GeneratedRun>) => {
  const [inside, outside] = [new Set<string>(), new Set<string>()]
  for (const { rule, passes } of runs) ([passes].flat().at(-1) === true ? inside : outside).add(rule)
  const rules = [...new Set([...inside, ...outside])].sort()
  return { rules, unmet: rules.filter((rule) => !inside.has(rule) || !(outside.has(rule) || rule === ownNonceRule)) }
}

// At the other levels each generator draws more.
for (const level of isWhole ? levels : (['full'] as const))
  drawing(`${level}: no rule and no side of one goes unmet in the default number of runs`, () => {
    const met = seeds.map((seed) => metBy(drawnAt(level, seed)))
    for (const { rules, unmet } of met) {
      assert.equal(rules, met[0]?.rules)
      // A signer writes a stage of every type.
      assert.equal(
        unmet.filter((rule) => level !== 'signer' || rule !== knownType),
        [],
      )
    }
  })

drawing('a run that is too short for them leaves sides unmet', () => {
  const runs = drawnFor({ generators: generatorsOf(packaged, 'signer'), runs: 100, seed: 'a' })
  assert.ok(metBy(runs).unmet.length > 5)
})

for (const level of levels)
  drawing(`${level}: each way to draw comes in a default run`, () => {
    for (const [{ name, ways }, share] of sharesOf(generatorsOf(packaged, level), defaultRuns))
      assert.ok(share >= ways.length, name)
  })

drawing('the same seed draws the same inputs, by every generator', () => {
  const draws = () => JSON.stringify(drawnFor({ generators: generatorsOf(packaged, 'full'), runs: 500, seed: 'any' }))
  assert.is(draws(), draws())
})

/** How deep the arrays and objects of a line nest. A text holds no bracket that counts. */
const depthOf = (line: string): number => {
  let [depth, deepest] = [0, 0]
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    if (token === ']' || token === '}') depth--
  }
  return deepest
}

drawing(
  'no line on the wire holds half of a surrogate pair or nests 300 deep, as the page for port authors says',
  () => {
    for (const { op, input } of [...packaged.vectors, ...seeds.flatMap((seed) => drawnAt('full', seed))]) {
      const line = JSON.stringify({ type: 'run', seq: 1, op, input })
      // Of all characters that JSON may hold as they are, `JSON.stringify` escapes these halves alone.
      assert.not.match(line, /(?<!\\)(?:\\\\)*\\ud[89a-f]/)
      assert.ok(depthOf(line) < 300, line.slice(0, 200))
    }
  },
)
