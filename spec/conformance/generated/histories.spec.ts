import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { histories } from '../../../src/conformance/generated/histories.ts'
import { createPort } from '../../../src/conformance/port.ts'
import type { VerifyInput } from '../../../src/conformance/Vector.ts'
import { ours, type Policies } from '../../../src/core/Policies.ts'
import { suite } from '../../support/suite.ts'

const none = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const port = createPort({ version: 'x', policies: none })

// A crowd has hundreds of steps, so a few of them have as many as the others.
const runs: Readonly<Record<string, number>> = { history: 400, crowd: 10, 'one-step': 600, token: 1000 }

const law = suite('generated histories: our own port agrees')

for (const { name, drawn } of histories) {
  law(`${name}: with the verdict on each step`, async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ input, rule, passes }) => {
        const { value } = await port.answer('verify', input)
        const verdicts = (value ?? []) as ReadonlyArray<{ readonly outcome: string }>
        assert.equal(
          verdicts.map(({ outcome }) => outcome === 'accept'),
          passes,
          `${rule}: ${JSON.stringify(value).slice(0, 300)}`,
        )
      }),
      { numRuns: runs[name] as number, seed: 1 },
    )
  })
}

law.run()

const sides = suite('generated histories: their rules')

/** By rule, how often the last step of a sample passes and is refused. */
const counted = (name: string): ReadonlyMap<string, readonly [passed: number, refused: number]> => {
  const found = new Map<string, readonly [number, number]>()
  for (const { drawn } of histories.filter((one) => one.name === name))
    for (const { rule, passes } of fc.sample(drawn, { numRuns: 300, seed: 2 })) {
      const [passed, refused] = found.get(rule) ?? [0, 0]
      found.set(rule, [passes, true].flat().at(-2) === true ? [passed + 1, refused] : [passed, refused + 1])
    }
  return found
}

for (const [name, rules] of [
  ['history', 7],
  ['crowd', 1],
  ['one-step', 20],
  ['token', 11],
] as const) {
  sides(`${name}: a sample meets all its rules, on both sides`, () => {
    const found = counted(name)
    assert.is(found.size, rules, [...found.keys()].join('; '))
    for (const [rule, [passed, refused]] of found)
      assert.ok(passed > 0 && refused > 0, `${rule}: ${passed}, ${refused}`)
  })
}

sides('for all histories: there is a verdict for each step, and the same seed draws the same', () => {
  for (const { drawn } of histories) {
    const [first, second] = [1, 2].map(() => fc.sample(drawn, { numRuns: 20, seed: 3 }))
    assert.equal(first, second)
    for (const { input, passes } of first ?? []) {
      const { steps } = input as VerifyInput
      assert.ok(steps.length > 0)
      assert.is((passes as ReadonlyArray<boolean>).length, steps.length)
    }
  }
})

sides.run()
