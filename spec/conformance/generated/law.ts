/** What every generator promises: it knows what the rules say, and meets each of them on both sides. */
import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { stepsOf } from '../../../src/conformance/codecs.ts'
import type { Generator } from '../../../src/conformance/generated/Generator.ts'
import { createPort } from '../../../src/conformance/port.ts'
import type { Answer } from '../../../src/conformance/Vector.ts'
import { ours, type Policies } from '../../../src/core/Policies.ts'

const policies = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const port = createPort({ version: '1', policies })

/** Whether the answer lets the input pass; for `verify`, each step. */
const passed = (answer: Answer, op: string): boolean | ReadonlyArray<boolean> =>
  op === 'verify' && answer.outcome === 'value'
    ? stepsOf(answer).map(({ outcome }) => outcome === 'accept')
    : answer.outcome !== 'reject'

/** Our own port agrees with each draw. */
export const agrees = ({ op, drawn }: Generator, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(drawn, async ({ input, rule, passes }) => {
      const answer = await port.answer(op, JSON.parse(JSON.stringify(input)))
      assert.not.equal(answer.outcome, 'error', `${rule}: ${answer.reason}`)
      assert.equal(passed(answer, op), passes, `${rule}: ${JSON.stringify(answer)}`)
    }),
    { numRuns },
  )

/** How often each rule is met on each side in so many draws. */
export const met = (
  { drawn }: Generator,
  numRuns: number,
): ReadonlyMap<string, readonly [inside: number, outside: number]> => {
  const counts = new Map<string, readonly [number, number]>()
  for (const { rule, passes } of fc.sample(drawn, { numRuns, seed: 1 })) {
    const [inside, outside] = counts.get(rule) ?? [0, 0]
    counts.set(rule, passes === true ? [inside + 1, outside] : [inside, outside + 1])
  }
  return counts
}
