import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import type { Drawn, Generator } from '../../../src/conformance/generated/Generator.ts'
import { jobs, rules } from '../../../src/conformance/generated/jobs.ts'
import { createPort } from '../../../src/conformance/port.ts'
import { ours, type Policies } from '../../../src/core/Policies.ts'
import { suite } from '../../support/suite.ts'

const none = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const port = createPort({ version: '0', policies: none })

const seed = 20_261_122
const sampleOf = ({ drawn }: Generator): ReadonlyArray<Drawn<Generator['op']>> =>
  fc.sample(drawn, { numRuns: 300, seed })

/** The rules that decide for some of these inputs, or against some. */
const rulesOf = (all: ReadonlyArray<Drawn<Generator['op']>>, passes: boolean): ReadonlyArray<string> =>
  [...new Set(all.filter((one) => one.passes === passes).map(({ rule }) => rule))].sort()

const generated = suite('generated jobs')

for (const one of jobs) {
  generated(`${one.name}: for all inputs, our own port passes what the rules pass`, () =>
    fc.assert(
      fc.asyncProperty(one.drawn, async ({ input, rule, passes }) => {
        const { outcome, reason } = await port.answer(one.op, input)
        assert.is(outcome, passes ? 'value' : 'reject', `${rule}: ${outcome}, ${reason}`)
      }),
      { numRuns: 3000, seed },
    ),
  )

  generated(`${one.name}: 300 inputs meet each of its rules on both sides`, () => {
    const all = sampleOf(one)
    assert.equal(rulesOf(all, true), rulesOf(all, false))
  })

  generated(`${one.name}: the same seed draws the same inputs`, () => {
    assert.is(JSON.stringify(sampleOf(one)), JSON.stringify(sampleOf(one)))
  })
}

generated('the generators together name every rule', () => {
  assert.equal(rulesOf(jobs.flatMap(sampleOf), true), [...new Set(Object.values(rules))].sort())
})

generated.run()
