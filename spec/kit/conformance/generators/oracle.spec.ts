// The oracle remembers which signatures it has checked: that may change no answer.
import { oracleFor } from '../../../../src/kit/conformance/generators/oracle.ts'
import { inputOf, plainDraft, sendOnly, signAndSend } from '../../../../src/kit/conformance/generators/requestDrafts.ts'
import { noPolicies } from '../../../../src/kit/conformance/policies.ts'
import { createPort } from '../../../../src/kit/conformance/port.ts'
import type { VerifyInput } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'

const right = inputOf(plainDraft)
/** The signature of the right request, over another one: in its body, its head, or by another key. */
const wrong: Readonly<Record<string, VerifyInput>> = {
  body: inputOf(sendOnly(() => ({ body: '{"b":2}' }))(plainDraft)),
  nonce: inputOf(sendOnly(() => ({ nonce: 'o' }))(plainDraft)),
  method: inputOf(sendOnly(() => ({ method: 'PUT' }))(plainDraft)),
  key: { ...right, keys: inputOf({ ...plainDraft, keys: [{ appId: 'app-1', pair: 'quick-1' }] }).keys },
}
const outcomes = async (inputs: ReadonlyArray<VerifyInput>, expectedOf = oracleFor([])): Promise<unknown> => {
  const answers: Array<unknown> = []
  for (const input of inputs) answers.push((await expectedOf('verify', input)).value)
  return answers
}
const accepted = [{ outcome: 'accept', appId: 'app-1' }]
const refused = [{ outcome: 'reject', reason: 'signature_invalid' }]

const oracle = suite('the oracle')

for (const [part, input] of Object.entries(wrong))
  oracle(`a signature that was right is wrong with another ${part}, and the reverse`, async () => {
    assert.equal(await outcomes([right, input, right]), [accepted, refused, accepted])
    assert.equal(await outcomes([input, right, input]), [refused, accepted, refused])
  })

oracle('a signature over a body that comes again gives the same answer', async () => {
  const long = inputOf(signAndSend({ body: 'b'.repeat(5000) })(plainDraft))
  assert.equal(await outcomes([right, right, long, long]), [accepted, accepted, accepted, accepted])
})

oracle('it answers as our own port does, without the trace', async () => {
  const port = createPort({ version: '', policies: noPolicies })
  const { trace, ...answer } = await port.answer('verify', right)
  assert.ok(trace !== undefined)
  assert.equal(await oracleFor([])('verify', right), answer)
})
