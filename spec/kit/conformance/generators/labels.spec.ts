/** Whatever a generator says of a value that it draws from a grammar, our own port says as well, and so does the second implementation. */
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import type { Drawn } from '../../../../src/kit/conformance/generators/Generator.ts'
import { drawnFor } from '../../../../src/kit/conformance/generators/run.ts'
import type { Op } from '../../../../src/kit/conformance/Vector.ts'
import { createPlain } from '../../../support/plain/plain.ts'
import { assert, suite } from '../../../support/suite.ts'
import { packaged } from '../ports/cases.ts'
import { drawnBy, passed, portWith } from './drawn.ts'

const port = portWith()
const plain = createPlain()

const labels = suite('the labels of drawn values')

const hold = async (op: Op, { input, rule, passes }: Drawn<Op>): Promise<void> => {
  const sent = JSON.parse(JSON.stringify(input))
  for (const [who, answer] of [
    ['our own port', await port.answer(op, sent)],
    ['the second implementation', plain.answer(op, sent)],
  ] as const) {
    const told = `${rule}: ${JSON.stringify(input).slice(0, 300)}\n${who}: ${JSON.stringify(answer).slice(0, 300)}`
    assert.is.not(answer.outcome, 'error', told)
    assert.equal(passed(answer, op), passes, told)
  }
}

const all = generatorsOf(packaged, 'full')

for (const { name, op } of all)
  labels(`${name}: each is that of both implementations, in each way to draw`, async () => {
    for (const run of drawnBy(name)) await hold(op, run)
  })

labels('signature-to-verify: where a key draws a nonce again, its first request alone is sent', async () => {
  const generators = all.filter(({ name }) => name === 'signature-to-verify')
  for (const run of drawnFor({ generators, runs: 4, seed: '504' })) await hold('verify', run)
})
