// The ops of our own port, without the port: a refusal is a value on the left, and no op throws.
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { ours } from '../../../src/core/Policies.ts'
import { createPortOn, workbenchOf } from '../../../src/kit/conformance/createPort.ts'
import { generatorsOf } from '../../../src/kit/conformance/generators/all.ts'
import { drawRuns } from '../../../src/kit/conformance/generators/draws.ts'
import type { Refusal } from '../../../src/kit/conformance/ops/Operation.ts'
import { operations } from '../../../src/kit/conformance/ops/operations.ts'
import { type Op, ops, type PortAnswer } from '../../../src/kit/conformance/Vector.ts'
import { platform } from '../../../src/platform/node/platform.ts'
import { assert, suite } from '../../support/suite.ts'
import { packaged } from './ports/cases.ts'

const workbench = workbenchOf(platform, ours)
const port = createPortOn(platform, 'TypeScript', { version: '0' })

const drawn = drawRuns({ generators: generatorsOf(packaged, 'full'), runs: 200, seed: 'ops' })

const run = (op: Op, input: unknown): TE.TaskEither<Refusal, PortAnswer> =>
  (operations[op](workbench) as (input: unknown) => TE.TaskEither<Refusal, PortAnswer>)(input)

const operating = suite('the ops of our own port')

for (const op of ops)
  operating(`${op}: answers or refuses each input of the suite and of generated runs, and never throws`, async () => {
    const cases = packaged.vectors.filter((vector) => vector.op === op)
    const inputs = [...cases, ...drawn.filter((each) => each.op === op)].map(({ input }) => input)
    assert.ok(inputs.length > 5)
    for (const input of inputs) {
      // Repeated signing draws other nonces each time.
      if ((input as { readonly times?: number }).times !== undefined) continue
      const answer = await run(op, input)()
      const { outcome, reason } = await port.answer(op, input)
      if (E.isLeft(answer)) assert.equal({ outcome, reason }, { outcome: 'reject', reason: answer.left._tag })
      else assert.is(answer.right.outcome, outcome)
    }
  })

operating('signing several times ends at the first refusal', async () => {
  const input = packaged.vectors.find(({ op }) => op === 'sign')?.input as { readonly nonce: string }
  const { nonce: _, ...withoutNonce } = input
  assert.equal(
    await run('sign', { ...withoutNonce, method: '', times: 3 })(),
    await run('sign', { ...input, method: '' })(),
  )
  const thrice = await run('sign', { ...withoutNonce, times: 3 })()
  assert.ok(E.isRight(thrice) && (thrice.right.value as ReadonlyArray<unknown>).length === 3)
})

operating('what no memory holds is an error of the port, and no refusal', async () => {
  const body = { repeat: { hex: '00', times: 2 ** 52 }, sha256: '' }
  const { outcome, reason } = await port.answer('decodeJob', { body })
  assert.is(outcome, 'error')
  assert.match(reason ?? '', /^(?:Invalid typed array length|Array buffer allocation failed)/)
})
