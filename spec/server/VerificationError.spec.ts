import { build } from 'esbuild'
import { code, httpAnswer, message, reason } from '../../src/core/VerifyError.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as node from '../../src/server/node.ts'
import { verificationError } from '../../src/server/VerificationError.ts'
import * as web from '../../src/server/web.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const errors = suite('VerificationError')

errors('for all refusals: an Error whose message is for the operator and whose body is for the caller', () =>
  forAll([arb.verifyError(), like.offer()], (refusal, offer) => {
    const error = verificationError(refusal, offer)
    assert.instance(error, Error)
    assert.instance(error, node.VerificationError)
    assert.is(error.name, 'VerificationError')
    assert.is(error.message, message(refusal))
    const { name: _, ...fields } = { ...error }
    assert.equal(fields, { reason: reason(refusal), code: code(refusal), ...httpAnswer(offer)(refusal) })
    assert.match(error.docs, new RegExp(`#${error.reason}$`))
    assert.is(JSON.parse(error.body).error.code, error.code)
  }),
)

errors('is one class on both platforms, and users can construct it', () => {
  assert.is(node.VerificationError, web.VerificationError)
  const refusal: node.Refusal = { reason: 'app_forbidden', code: 'app_forbidden', status: 403, headers: {}, body: '{}' }
  const error = new node.VerificationError('mine', refusal)
  assert.is(error.message, 'mine')
  assert.is(error.status, 403)
})

errors('instanceof also works across two copies of the package (ESM and CommonJS in one program)', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { VerificationError } from './VerificationError.ts'\nexport { BodyUnreadable } from './Verifier.ts'",
      resolveDir: 'src/server',
    },
    bundle: true,
    write: false,
    format: 'cjs',
    logLevel: 'error',
  })
  const module = { exports: {} as Pick<typeof node, 'VerificationError' | 'BodyUnreadable'> }
  new Function('module', outputFiles[0]?.text ?? '')(module)
  const other = module.exports
  const refusal: node.Refusal = { reason: 'app_forbidden', code: 'app_forbidden', status: 403, headers: {}, body: '{}' }
  assert.ok(other.VerificationError !== node.VerificationError)
  // A crash shows it. Esbuild puts `_` in front of a class that names itself.
  assert.is(other.VerificationError.name, 'VerificationError')
  assert.instance(new other.VerificationError('theirs', refusal), node.VerificationError)
  assert.instance(new node.VerificationError('ours', refusal), other.VerificationError)
  assert.instance(new other.BodyUnreadable({ _tag: 'body_consumed' }), node.BodyUnreadable)
  for (const value of [new Error('x'), null, undefined, 'x', {}, { name: 'VerificationError' }]) {
    assert.not.instance(value, node.VerificationError)
    assert.not.instance(value, node.BodyUnreadable)
  }
})
