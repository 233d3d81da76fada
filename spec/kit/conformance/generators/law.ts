/** What every generator promises: it knows what the rules say, and meets each of them on both sides. */
import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { ours, type Policies } from '../../../../src/core/Policies.ts'
import { stepsOf } from '../../../../src/kit/conformance/codecs.ts'
import type { Drawn, Generator } from '../../../../src/kit/conformance/generators/Generator.ts'
import { drawnFor } from '../../../../src/kit/conformance/generators/run.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import type { Answer, Op } from '../../../../src/kit/conformance/Vector.ts'

/** A port that takes no policy but these. */
export const portWith = (...policies: ReadonlyArray<keyof Policies>): Port =>
  createPort({
    version: '1',
    policies: Object.fromEntries(
      Object.keys(ours).map((name) => [name, policies.includes(name as keyof Policies)]),
    ) as unknown as Policies,
  })
const port = portWith()

/** Whether the answer lets the input pass; for `verify`, each step. */
export const passed = (answer: Answer, op: Op): Drawn<Op>['passes'] =>
  op === 'verify' && answer.outcome === 'value'
    ? stepsOf(answer).map(({ outcome }) => outcome === 'accept')
    : answer.outcome !== 'reject'

/** Our own port agrees with each draw, and with three of each that comes in every run. */
export const agrees = async ({ op, drawn, always = [] }: Generator, numRuns: number): Promise<void> => {
  for (const each of always) await agrees({ name: '', op, weight: 0, drawn: each }, 3)
  await fc.assert(
    fc.asyncProperty(drawn, async ({ input, rule, passes }) => {
      const answer = await port.answer(op, JSON.parse(JSON.stringify(input)))
      assert.not.equal(answer.outcome, 'error', `${rule}: ${answer.reason}`)
      assert.equal(passed(answer, op), passes, `${rule}: ${JSON.stringify(answer).slice(0, 300)}`)
    }),
    { numRuns, seed: 1 },
  )
}

/** So many draws, as in a run of this generator alone; the same each time. */
export const sample = <O extends Op>(generator: Generator<O>, runs: number): ReadonlyArray<Drawn<O>> =>
  drawnFor({ generators: [generator as unknown as Generator], runs, seed: '2' }) as unknown as ReadonlyArray<Drawn<O>>

/** Each rule is met on both sides in so few draws, and more draws meet no other rule. */
export const meetsBothSides = (generator: Generator, numRuns: number): void => {
  const counts = new Map<string, { inside: number; outside: number }>()
  for (const { rule, passes } of sample(generator, numRuns)) {
    const count = counts.get(rule) ?? { inside: 0, outside: 0 }
    counts.set(rule, count)
    if ([passes].flat().at(-1) === true) count.inside++
    else count.outside++
  }
  for (const [rule, { inside, outside }] of counts)
    assert.ok(inside > 0 && outside > 0, `${rule}: ${inside} inside, ${outside} outside`)
  const others = sample(generator, 2 * numRuns).filter(({ rule }) => !counts.has(rule))
  assert.equal(others, [])
}

/** The same seed draws the same. */
export const isRepeatable = (generator: Generator): void =>
  assert.is(JSON.stringify(sample(generator, 20)), JSON.stringify(sample(generator, 20)))
