import type { GeneratedInput } from '../../../../src/kit/conformance/generators/Generator.ts'
import { rules } from '../../../../src/kit/values/jobs/rules.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnBy, passed, portWith } from './drawn.ts'

const generated = suite('generated jobs')

const decoded = (): ReadonlyArray<GeneratedInput<'decodeJob'>> => [
  ...drawnBy<'decodeJob'>('job'),
  ...drawnBy<'decodeJob'>('json'),
]

generated('the generators together name every rule', () => {
  const named = new Set([...decoded(), ...drawnBy('encode-job')].map(({ rule }) => rule))
  assert.equal([...named].sort(), [...new Set<string>(Object.values(rules))].sort())
})

for (const [policy, rule] of [
  ['unknown-stage', rules.knownType],
  ['int64-string', rules.integerText],
  ['int-spelling', rules.integerSpelling],
] as const) {
  generated(`under the policy ${policy}, one rule alone refuses nothing`, async () => {
    const lenient = portWith(policy)
    for (const one of decoded()) {
      const answer = await lenient.answer('decodeJob', one.input)
      assert.is(passed(answer, 'decodeJob'), one.passes || one.rule === rule, one.rule)
    }
  })
}

generated('repeat a name at shallow, middle and the deepest levels', () => {
  const repeated = drawnBy<'decodeJob'>('json').filter(({ rule, passes }) => rule === rules.name && passes === false)
  const levels = repeated.map(({ input }) => {
    const { hex } = input.body as { readonly hex: string }
    return Buffer.from(hex, 'hex').toString().match(/[[{]/g)?.length ?? 0
  })
  assert.ok(levels.some((level) => level > 30) && levels.some((level) => level < 9))
})

generated('a stage of another type that is written breaks each rule of reading', () => {
  for (const rule of [rules.numberRange, rules.depth]) {
    const ofRule = drawnBy<'encodeJob'>('encode-job').filter((one) => one.rule === rule)
    const found = ofRule.filter(({ input }) => {
      const { stages } = input.job as { readonly stages: ReadonlyArray<{ readonly type: string }> }
      return stages.some(({ type }) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE')
    })
    assert.ok(found.some(({ passes }) => passes === true) && found.some(({ passes }) => passes === false), rule)
  }
})
