/** Each reason, and each public code, that has an English text has a Chinese one. */
import fc from 'fast-check'
import { withScheme } from '../../../../src/apps/cli/verdict.ts'
import type { AuthType } from '../../../../src/core/AuthType.ts'
import * as VerifyError from '../../../../src/core/VerifyError.ts'
import { answers, inChinese } from '../../../../src/kit/diagnosis/chinese/answers.ts'
import { dictionary } from '../../../../src/kit/diagnosis/chinese/dictionary.ts'
import { refusals } from '../../../../src/kit/diagnosis/chinese/refusals.ts'
import { verifyErrors } from '../../../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { englishIn, slipsIn } from './reading.ts'

const { translate } = dictionary([refusals])
const offer = { authType: 'SVC-SHA256-RSA' as AuthType, edition: 'mainland', tokens: false } as const

/** What a program says of itself is no word of ours. */
const withoutDetail = (error: VerifyError.VerifyError): VerifyError.VerifyError =>
  'detail' in error && error.detail !== undefined ? { ...error, detail: '…' } : error

const reasons = suite('the reasons in Chinese')

for (const [tag, errors] of Object.entries(verifyErrors))
  reasons(`for all of ${tag}: operator and caller read Chinese, and no English but code and names`, () =>
    forAll([errors as fc.Arbitrary<VerifyError.VerifyError>], { numRuns: 60 }, (drawn) => {
      const error = withoutDetail(drawn)
      const english = VerifyError.message(error)
      const chinese = translate(english)
      assert.ok(chinese !== undefined, english)
      assert.equal([englishIn(chinese), slipsIn(chinese)], [[], []], chinese)
      const answer = VerifyError.httpAnswer(offer)(error)
      const readable = inChinese(answer)
      assert.equal(JSON.parse(readable.body).error, {
        code: VerifyError.code(error),
        message: answers[VerifyError.code(error)],
      })
      assert.equal([readable.status, readable.headers['Content-Language']], [answer.status, 'zh'])
    }),
  )

reasons('a header with another auth type', () => {
  const refusal = { reason: 'scheme_unsupported', message: '' } as const
  for (const line of ['SVC-SHA256-RSA2 a=b', 'x'])
    assert.match(translate(withScheme(refusal, line, offer.authType)) ?? '', /认证类型/, line)
})

reasons('the items of a signature after Bearer: nobody is told to sign a request that is signed', () => {
  const refusal = { reason: 'bearer_not_offered', message: 'this service has no tokens; sign the request' } as const
  const line = 'Bearer app_id=a, nonce_str=n-1, timestamp=1, signature=AAAA'
  const english = withScheme(refusal, line, offer.authType)
  assert.match(english, 'the items of a signature after the word Bearer, but SVC-SHA256-RSA is expected')
  assert.match(translate(english) ?? '', '签名的各项')
  assert.is(withScheme(refusal, 'Bearer abc', offer.authType), refusal.message)
})

reasons('for all errors: a reason that shares a code has its message, in Chinese as in English', () => {
  const shared = ['app_unknown', 'signature_malformed', 'signature_invalid', 'key_revoked'] as const
  forAll([fc.oneof(...shared.map((tag) => verifyErrors[tag]))], (error) =>
    assert.equal(
      inChinese(VerifyError.httpAnswer(offer)(error)),
      inChinese(VerifyError.httpAnswer(offer)({ _tag: 'app_unknown' })),
    ),
  )
})

reasons('the messages for callers have no English, and an answer with another code stays', () => {
  for (const message of Object.values(answers)) assert.equal([englishIn(message), slipsIn(message)], [[], []], message)
  for (const body of ['', '{"error":{}}', '{"error":{"code":"job_invalid","message":"x"}}'])
    assert.equal(inChinese({ status: 400, headers: {}, body }), { status: 400, headers: {}, body })
})
