// The generated keys and blocks: our own port agrees with what the generators say of each.

import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import type { Drawn, Generator } from '../../../src/conformance/generated/Generator.ts'
import { keys } from '../../../src/conformance/generated/keys.ts'
import { createPort, type Port } from '../../../src/conformance/port.ts'
import { ours, type Policies } from '../../../src/core/Policies.ts'
import { suite } from '../../support/suite.ts'

const none = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const port = createPort({ version: '0', policies: none })

const holds = async ({ op }: Generator, { input, rule, passes }: Drawn<Generator['op']>, by: Port): Promise<void> => {
  const answer = await by.answer(op, input)
  const expected = passes ? (op === 'importKey' ? 'value' : 'accept') : 'reject'
  assert.is(answer.outcome, expected, `${rule}: ${answer.outcome} ${answer.reason}`)
}

const drawing = suite('generated keys')

for (const generator of keys) {
  const { name, drawn } = generator
  drawing(`${name}: for all inputs, our port agrees with the generator`, () =>
    fc.assert(
      fc.asyncProperty(drawn, (each) => holds(generator, each, port)),
      { numRuns: 600, seed: 1 },
    ),
  )

  drawing(`${name}: 300 inputs are on both sides of every rule`, () => {
    const sidesOf = (numRuns: number): Map<string, Set<unknown>> => {
      const met = new Map<string, Set<unknown>>()
      for (const { rule, passes } of fc.sample(drawn, { seed: 2, numRuns })) {
        met.set(rule, (met.get(rule) ?? new Set()).add(passes))
      }
      return met
    }
    const few = sidesOf(300)
    for (const [rule, sides] of few) assert.is(sides.size, 2, rule)
    assert.equal([...few.keys()].sort(), [...sidesOf(2000).keys()].sort())
  })

  drawing(`${name}: the same seed draws the same inputs`, () => {
    const [one, two] = [0, 1].map(() => fc.sample(drawn, { seed: 3, numRuns: 50 }))
    assert.equal(one, two)
  })
}

drawing('rsa-block: signatures that begin with 00 are drawn, as they are and without their first byte', () => {
  const blocks = keys.find(({ name }) => name === 'rsa-block') as Generator<'rsaVerify'>
  const lengths = new Set<number>()
  for (const { input, passes } of fc.sample(blocks.drawn, { seed: 4, numRuns: 400 })) {
    const { message, signature } = input
    if (!('hex' in message && 'hex' in signature) || !/^message \d+$/.test(Buffer.from(message.hex, 'hex').toString()))
      continue
    lengths.add(signature.hex.length / 2)
    if (passes === true) assert.is(signature.hex.slice(0, 2), '00', message.hex)
  }
  assert.equal([...lengths].sort(), [255, 256])
})

drawing.run()
