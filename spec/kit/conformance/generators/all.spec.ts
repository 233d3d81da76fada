import * as assert from 'uvu/assert'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import { drawnFor, sharesOf } from '../../../../src/kit/conformance/generators/run.ts'
import { ownNonceRule } from '../../../../src/kit/conformance/generators/signing.ts'
import type { Level } from '../../../../src/kit/conformance/levels.ts'
import { readSuite } from '../../../../src/kit/conformance/suite.ts'
import { suite } from '../../../support/suite.ts'

const drawing = suite('generated runs')
const vectors = readSuite()
const defaultRuns = 5000

type Met = ReadonlyMap<string, { readonly inside: number; readonly outside: number }>

/** How often the draws of a run met each rule, on which side. */
const metBy = (level: Level, runs: number, seed: string): Met => {
  const met = new Map<string, { inside: number; outside: number }>()
  for (const { rule, passes } of drawnFor({ generators: generatorsOf(vectors, level), runs, seed })) {
    const count = met.get(rule) ?? { inside: 0, outside: 0 }
    met.set(rule, count)
    if ([passes].flat().at(-1) === true) count.inside++
    else count.outside++
  }
  return met
}

const sidesUnmet = (met: Met): ReadonlyArray<string> =>
  [...met].flatMap(([rule, { inside, outside }]) =>
    inside > 0 && (outside > 0 || rule === ownNonceRule) ? [] : [rule],
  )

for (const level of ['verifier', 'signer', 'full'] as const) {
  const runs = ['a', 'b'].map((seed) => metBy(level, defaultRuns, seed))
  const rules = new Set(runs.flatMap((met) => [...met.keys()]))

  drawing(`${level}: no rule goes unmet in the default number of runs`, () => {
    for (const met of runs) assert.equal(met.size, rules.size)
  })

  drawing(`${level}: no side of a rule goes unmet in the default number of runs`, () => {
    for (const met of runs) assert.equal(sidesUnmet(met), [])
  })
}

for (const level of ['verifier', 'signer', 'full'] as const)
  drawing(`${level}: each way to draw comes in a default run`, () => {
    for (const [{ name, always = [] }, share] of sharesOf(generatorsOf(vectors, level), defaultRuns))
      assert.ok(share >= always.length, name)
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
    const inputs = [
      ...vectors.vectors.map(({ op, input }) => ({ op, input })),
      ...['a', 'b'].flatMap((seed) =>
        drawnFor({ generators: generatorsOf(vectors, 'full'), runs: defaultRuns, seed }).map(({ op, input }) => ({
          op,
          input,
        })),
      ),
    ]
    for (const { op, input } of inputs) {
      const line = JSON.stringify({ type: 'run', seq: 1, op, input })
      // Of all characters that JSON may hold as they are, `JSON.stringify` escapes these halves alone.
      assert.not.match(line, /(?<!\\)(?:\\\\)*\\ud[89a-f]/)
      assert.ok(depthOf(line) < 300, line.slice(0, 200))
    }
  },
)

drawing('a run that is too short for them leaves sides unmet', () => {
  assert.ok(sidesUnmet(metBy('signer', 100, 'a')).length > 5)
})

drawing.run()
