import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { code, httpAnswer, message, reason } from '../../src/core/VerifyError.ts'
import * as node from '../../src/server/node.ts'
import { verificationError } from '../../src/server/VerificationError.ts'
import * as web from '../../src/server/web.ts'
import * as arb from '../support/arbitraries.ts'

const errors = suite('VerificationError')

errors('for all refusals: it is an Error with the operator’s words and the caller’s answer', () =>
  fc.assert(
    fc.property(arb.verifyError(), arb.offer(), (refusal, offer) => {
      const error = verificationError(refusal, offer)
      assert.instance(error, Error)
      assert.instance(error, node.VerificationError)
      assert.is(error.name, 'VerificationError')
      assert.is(error.message, message(refusal))
      const { name: _, ...fields } = { ...error }
      assert.equal(fields, { reason: reason(refusal), code: code(refusal), ...httpAnswer(refusal, offer) })
      assert.is(JSON.parse(error.body).error.code, error.code)
    }),
  ),
)

errors('is one class on both platforms, and can be made by hand', () => {
  assert.is(node.VerificationError, web.VerificationError)
  const refusal: node.Refusal = { reason: 'app_forbidden', code: 'app_forbidden', status: 403, headers: {}, body: '{}' }
  const error = new node.VerificationError('mine', refusal)
  assert.is(error.message, 'mine')
  assert.is(error.status, 403)
})

errors.run()
